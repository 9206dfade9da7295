"""The co-operative game for PettingZoo, version 1: ``hanabi_v1.env(rules="deluxe", players=3)``."""

from tamaya.env.hanabi import HanabiEnv, HanabiParallelEnv

__all__ = ["env", "parallel_env", "raw_env"]

# They need none of PettingZoo's wrappers: wrong use is answered with a sentence.
env = raw_env = HanabiEnv
parallel_env = HanabiParallelEnv
