"""Bots by name: a bot is a function from what a seat may know to what it does."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, Literal, TypeAlias, TypeVar, overload

from tamaya.rules import UnknownName

GameName: TypeAlias = Literal["hanabi", "andrewz"]
Act: TypeAlias = Callable[[Any], Any]
"""Takes a view on one's turn, returns one of its actions."""
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that can take a seat."""

    name: str
    game: GameName
    summary: str
    function: Callable[..., Any]

    def sit(self, seed: int | str) -> Act:
        """A player of this kind; the same seed and views lead to the same actions."""
        if len(signature(self.function).parameters) == 1:
            return self.function
        rng = random.Random(seed)
        return lambda view: self.function(view, rng)


BOTS: dict[str, Bot] = {}
"""All known bots, by name."""

BOT_NAMES = ("Hana", "Ren", "Yuki", "Sora", "Mika", "Taro", "Emi", "Nao", "Kei", "Rin")
"""What bots are called at a table."""

DEFAULT_BOTS: dict[GameName, str] = {"hanabi": "careful", "andrewz": "greedy"}
"""Who takes a seat when nobody says which."""


@overload
def bot(function: Function, /) -> Function: ...
@overload
def bot(*, name: str = "", game: GameName = "hanabi") -> Callable[[Function], Function]: ...
def bot(
    function: Function | None = None, /, *, name: str = "", game: GameName = "hanabi"
) -> Function | Callable[[Function], Function]:
    """Register a function as a bot: ``f(view)`` or, if it needs chance, ``f(view, rng)``."""

    def register(function: Function) -> Function:
        summary = (function.__doc__ or "").strip().partition("\n")[0]
        row = Bot(name or function.__name__, game, summary, function)
        BOTS[row.name] = row
        return function

    return register if function is None else register(function)


def find_bot(name: str, game: GameName) -> Bot:
    """A bot by name that plays this game."""
    known = [row.name for row in BOTS.values() if row.game == game]
    if name not in known:
        raise UnknownName(f"bot for {game}", name, known)
    return BOTS[name]
