"""Sums that tell every other player something at once: the strongest bot for three players and more."""

from tamaya.bots.hat.choose import Hat

__all__ = ["Hat"]
