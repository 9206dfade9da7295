"""Players that receive a view, never a state."""

from tamaya.bots import andrewz, hat, montecarlo, partner, search, simple
from tamaya.bots.coaching import AnyClue, Suggestion
from tamaya.bots.reading import Meaning, TableReading
from tamaya.bots.registry import (
    BOT_NAMES,
    BOTS,
    DEFAULT_BOTS,
    FAULTS,
    Bot,
    Choice,
    GameName,
    Player,
    all_bots,
    bot,
    find_bot,
)
from tamaya.bots.safety import Answer, ask, check_message, fallback

__all__ = [
    "BOTS",
    "BOT_NAMES",
    "DEFAULT_BOTS",
    "FAULTS",
    "Answer",
    "AnyClue",
    "Bot",
    "Choice",
    "GameName",
    "Meaning",
    "Player",
    "Suggestion",
    "TableReading",
    "all_bots",
    "andrewz",
    "ask",
    "bot",
    "check_message",
    "fallback",
    "find_bot",
    "hat",
    "montecarlo",
    "partner",
    "search",
    "simple",
]
