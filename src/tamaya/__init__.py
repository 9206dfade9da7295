"""Tamaya: every Hanabi in one box.

Names are imported when they are first used, so that ``import tamaya`` costs nothing.

>>> import tamaya
>>> game = tamaya.Game(["Ann", "Bob"], seed=16)
>>> game.clue("Bob", 1).slots
(3,)
>>> tamaya.know(game.view("Bob")).surely_playable(3)
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tamaya.bots import bot as bot
    from tamaya.engine import Action as Action
    from tamaya.engine import Back as Back
    from tamaya.engine import Clue as Clue
    from tamaya.engine import Discard as Discard
    from tamaya.engine import Encore as Encore
    from tamaya.engine import Event as Event
    from tamaya.engine import FreeClue as FreeClue
    from tamaya.engine import Game as Game
    from tamaya.engine import Play as Play
    from tamaya.engine import Rearrange as Rearrange
    from tamaya.engine import State as State
    from tamaya.engine import View as View
    from tamaya.engine import parse_action as parse_action
    from tamaya.knowledge import know as know
    from tamaya.records import Record as Record
    from tamaya.records import load as load
    from tamaya.records import save as save
    from tamaya.rules import Card as Card
    from tamaya.rules import Deal as Deal
    from tamaya.rules import IllegalAction as IllegalAction
    from tamaya.rules import Rules as Rules
    from tamaya.rules import Seat as Seat
    from tamaya.rules import TamayaError as TamayaError

_HOMES = {
    "tamaya.bots": ("bot",),
    "tamaya.engine": (
        "Action", "Back", "Clue", "Discard", "Encore", "Event", "FreeClue", "Game", "Play", "Rearrange",
        "State", "View", "parse_action",
    ),
    "tamaya.knowledge": ("know",),
    "tamaya.records": ("Record", "load", "save"),
    "tamaya.rules": ("Card", "Deal", "IllegalAction", "Rules", "Seat", "TamayaError"),
}  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604 - the names are those of _HOMES


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'tamaya' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
