"""Players that receive a view, never a state."""

from tamaya.bots import race, simple
from tamaya.bots.registry import BOT_NAMES, BOTS, DEFAULT_BOTS, Act, Bot, GameName, bot, find_bot

__all__ = ["BOTS", "BOT_NAMES", "DEFAULT_BOTS", "Act", "Bot", "GameName", "bot", "find_bot", "race", "simple"]
