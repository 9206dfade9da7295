"""Sums that tell every other player something at once: the strongest bot for three players and more."""

from tamaya.bots.hat.player import Hat

__all__ = ["Hat"]
