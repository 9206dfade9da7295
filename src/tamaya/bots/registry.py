"""Bots by name: a bot goes from what a seat may know to what it does, and may say why."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from inspect import isclass, signature
from typing import Any, Literal, TypeAlias, TypeVar, cast, overload

from tamaya.rules import ImpossibleTable, Rules, UnknownName

GameName: TypeAlias = Literal["hanabi", "andrewz"]
Objection: TypeAlias = Callable[[Rules | None, int], str]
"""Takes the rules (None for andrewz) and the number of players; says why a bot cannot play, or nothing."""
Made = TypeVar("Made", bound=Callable[..., Any])

ENTRY_POINTS = "tamaya.bots"
"""The group under which other packages name modules that register bots."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot does, and why."""

    action: Any
    reason: str = ""
    """For everybody at the table, at once: it must follow from what all have seen and from the action."""
    secret: str = ""
    """What only the seat could know; shown when the game is over."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that can take a seat."""

    name: str
    game: GameName
    summary: str
    make: Callable[..., Any]
    """A function ``f(view)`` or ``f(view, rng)``, or a class made with a seed, with ``act(view, events)``."""
    conventions: str = ""
    """Which conventions it follows, in a word; empty for none."""
    objection: Objection = lambda _rules, _players: ""
    compiled: str = ""
    """The function that plays whole batches of games compiled, as ``module:function``; empty for none."""

    def sit(self, seed: int | str) -> Player:
        """A player of this kind; the same seed and views lead to the same actions."""
        return Player(self, seed)

    def check(self, rules: Rules | None, players: int) -> None:
        """Refuse a table at which this bot cannot play."""
        why = self.objection(rules, players)
        if why:
            raise ImpossibleTable(f"the bot {self.name} cannot play here: {why}")


class Player:
    """A bot on a seat. What it does depends on its seed and on what it is shown, and not on the clock, except
    that one whose time for thinking is limited stops earlier on a slow machine.

    A new one may take over at any turn, in another process or after a restart. A class is then told all
    events so far, so whatever it remembers must follow from them.
    """

    def __init__(self, bot: Bot, seed: int | str) -> None:
        self.bot = bot
        self._seed = seed
        self._seen = 0
        self._object: Any = cast("Any", bot.make)(seed) if isclass(bot.make) else None

    def choose(self, view: Any) -> Choice:
        """What it does on its turn."""
        answer = self._act(view)
        return answer if isinstance(answer, Choice) else Choice(answer)

    def __call__(self, view: Any) -> Any:
        """The action alone."""
        return self.choose(view).action

    def _act(self, view: Any) -> Any:
        if self._object is not None:
            events, self._seen = view.history[self._seen :], len(view.history)
            return self._object.act(view, events)
        if len(signature(self.bot.make).parameters) == 1:
            return self.bot.make(view)
        return self.bot.make(view, random.Random(f"{self._seed}/{len(view.history)}"))


BOTS: dict[str, Bot] = {}
"""Those registered so far, by name; ``all_bots`` asks other packages first."""

FAULTS: dict[str, str] = {}
"""Other packages whose bots could not be loaded, and why."""

BOT_NAMES = ("Hana", "Ren", "Yuki", "Sora", "Mika", "Taro", "Emi", "Nao", "Kei", "Rin")
"""What bots are called at a table."""

DEFAULT_BOTS: dict[GameName, str] = {"hanabi": "partner", "andrewz": "foresight"}
"""The bot that takes a seat for which none is named."""


@overload
def bot(made: Made, /) -> Made: ...
@overload
def bot(
    *,
    name: str = "",
    game: GameName = "hanabi",
    conventions: str = "",
    objection: Objection = ...,
    compiled: str = "",
) -> Callable[[Made], Made]: ...
def bot(
    made: Made | None = None,
    /,
    *,
    name: str = "",
    game: GameName = "hanabi",
    conventions: str = "",
    objection: Objection = lambda _rules, _players: "",
    compiled: str = "",
) -> Made | Callable[[Made], Made]:
    """Register a bot: a function ``f(view)``, ``f(view, rng)`` if it needs chance, or a class.

    It returns one of ``view.actions``, or a ``Choice`` with the reason. A class is made with a seed, and its
    ``act(view, events)`` is told what has happened since it was last asked.
    """

    def register(made: Made) -> Made:
        summary = (made.__doc__ or "").strip().partition("\n")[0]
        row = Bot(name or made.__name__, game, summary, made, conventions, objection, compiled)
        BOTS[row.name] = row
        return made

    return register if made is None else register(made)


def all_bots(game: GameName | None = None) -> list[Bot]:
    """Ours, and those of other packages that name modules under ``tamaya.bots``."""
    _load_others()
    return [row for row in BOTS.values() if game in (None, row.game)]


def find_bot(name: str, game: GameName) -> Bot:
    """A bot by name that plays this game."""
    known = [row.name for row in all_bots(game)]
    if name not in known:
        raise UnknownName(f"bot for {game}", name, known)
    return BOTS[name]


_asked: set[str] = set()


def _load_others() -> None:
    """Import what other packages name, once; one that fails does not keep the others from playing."""
    if _asked:
        return
    _asked.add(ENTRY_POINTS)
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            entry.load()
        except Exception as error:
            FAULTS[entry.name] = f"{type(error).__name__}: {error}"
