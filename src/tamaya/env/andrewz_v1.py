"""The competitive game for PettingZoo, version 1: ``andrewz_v1.env(players=4)``."""

from tamaya.env.andrewz import AndrewzEnv

__all__ = ["env", "raw_env"]

# It needs none of PettingZoo's wrappers: wrong use is answered with a sentence.
env = raw_env = AndrewzEnv
