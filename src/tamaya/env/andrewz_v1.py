"""The competitive game for PettingZoo, version 1: ``andrewz_v1.env(players=4)``."""

from tamaya.env.andrewz import env, raw_env

__all__ = ["env", "raw_env"]
