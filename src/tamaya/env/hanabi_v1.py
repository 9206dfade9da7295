"""The co-operative game for PettingZoo, version 1: ``hanabi_v1.env(rules="deluxe", players=3)``."""

from tamaya.env.hanabi import env, raw_env
from tamaya.env.parallel import parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
