"""Players that receive a view, never a state."""

from tamaya.bots import race, simple
from tamaya.bots.registry import BOTS, Act, Bot, GameName, bot, find_bot

__all__ = ["BOTS", "Act", "Bot", "GameName", "bot", "find_bot", "race", "simple"]
