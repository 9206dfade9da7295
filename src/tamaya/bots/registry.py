"""Bots by name: a bot goes from what a seat may know to what it does, and may say why."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from inspect import isclass, signature
from pkgutil import resolve_name
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, cast, overload

from tamaya.andrewz.actions import Action as AndrewzAction
from tamaya.andrewz.events import Event as AndrewzEvent
from tamaya.andrewz.view import View as AndrewzView
from tamaya.bots.coaching import SUGGESTIONS, Adviser, AnyClue, Foreteller, Suggestion
from tamaya.bots.reading import TableReading
from tamaya.capabilities import ENGINE
from tamaya.engine.actions import Action
from tamaya.engine.events import Event
from tamaya.engine.view import View
from tamaya.rules import ImpossibleTable, Rules, UnknownName
from tamaya.rules.protocol import SeatView
from tamaya.words import Message, Said, as_it_stands, sentences

GameName: TypeAlias = Literal["hanabi", "andrewz"]
PlaysBy: TypeAlias = Literal["table", "own", "none"]
Objection: TypeAlias = Callable[[Rules | None, int], Message | None]
"""Takes the rules (None for andrewz) and the number of players; says why a bot cannot play, if so."""

ENTRY_POINTS = "tamaya.bots"
"""The group under which other packages name modules that register bots."""

ActionT = TypeVar("ActionT", covariant=True)
ViewT = TypeVar("ViewT", contravariant=True)
EventT = TypeVar("EventT", contravariant=True)
Chosen = TypeVar("Chosen")


@dataclass(frozen=True, slots=True, init=False)
class Choice(Generic[ActionT]):
    """What a bot does, and why: in messages, or in a text, which is said as it stands in every language."""

    action: ActionT
    reason: tuple[Message, ...]
    """For everybody at the table, at once: it must follow from what all have seen and from the action."""
    secret: tuple[Message, ...]
    """What only the seat could know; shown when the game is over."""
    conventions: tuple[str, ...]
    """The conventions on which the reason stands, by their ids (``tamaya.bots.guides``)."""

    def __init__(
        self, action: ActionT, reason: Said = "", secret: Said = "", *, conventions: tuple[str, ...] = ()
    ) -> None:
        object.__setattr__(self, "action", action)
        object.__setattr__(self, "reason", sentences(reason))
        object.__setattr__(self, "secret", sentences(secret))
        object.__setattr__(self, "conventions", conventions)


class Actor(Protocol[ViewT, EventT, ActionT]):
    """An object of a class that is a bot."""

    def act(self, view: ViewT, events: tuple[EventT, ...], /) -> ActionT | Choice[ActionT]:
        """What it does on its turn; ``events`` are what has happened since it was last asked."""


Maker: TypeAlias = (
    Callable[[ViewT], ActionT | Choice[ActionT]]
    | Callable[[ViewT, random.Random], ActionT | Choice[ActionT]]
    | Callable[[int | str], Actor[ViewT, EventT, ActionT]]
)
"""A bot of a game: a function ``f(view)`` or ``f(view, rng)``, or a class made with a seed, with
``act(view, events)``."""
AnyMaker: TypeAlias = Maker[View, Action, Event] | Maker[AndrewzView, AndrewzAction, AndrewzEvent]
"""A bot of either game."""
Made = TypeVar("Made", bound=AnyMaker)


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that can take a seat."""

    name: str
    game: GameName
    summary: Message
    make: AnyMaker
    conventions: str = ""
    """Which conventions it follows, in a word; empty for none."""
    objection: Objection = lambda _rules, _players: None
    compiled: str = ""
    """The function that plays whole batches of games compiled, as ``module:function``; empty for none."""
    engine: bool = False
    """Whether it can play only where the compiled engine is installed."""
    reader: str = ""
    """The function from a view to the bot's ``TableReading``, as ``module:function``; empty for none."""
    adviser: str = ""
    """The function that suggests moves to the player of a view, as ``module:function``; empty for none."""
    foreteller: str = ""
    """The function that tells how a clue will be read, as ``module:function``; empty for none."""
    whole_games: bool = False
    """Whether it can follow a game only from the deal on, since it reads every move from the first."""
    by_book: str = ""
    """The function from this row and the name of a book of conventions to the row of the bot that plays by
    that book, as ``module:function``; empty for a bot to which it makes no difference."""

    @property
    def plays_by(self) -> PlaysBy:
        """Whether it keeps to the table's book of conventions, to a book of its own, or to neither."""
        from tamaya.bots.partner.styles import BOOKS

        return "table" if self.by_book else "own" if self.conventions in BOOKS else "none"

    def under(self, conventions: str, *, agreed: bool = False) -> Bot:
        """This bot at a table that plays by a book of conventions: the same bot where that makes no
        difference. With ``agreed`` all at the table surely know the book; without, they have to prove that
        they know what is hard in it. A book that does not exist is refused."""
        from tamaya.bots.partner.styles import check_book

        check_book(conventions)
        if not self.by_book:
            return self
        choose: Callable[[Bot, str, bool], Bot] = resolve_name(self.by_book)
        return choose(self, conventions, agreed)

    def sit(self, seed: int | str) -> Player:
        """A player of this kind; the same seed and views lead to the same actions."""
        return Player(self, seed)

    def check(self, rules: Rules | None, players: int) -> None:
        """Refuse a table at which this bot cannot play."""
        why = self.obstacle(rules, players)
        if why:
            raise ImpossibleTable("bots.cannot-play", bot=self.name, cause=why)

    @property
    def lacks(self) -> Message | None:
        """Why it can play nowhere on this machine; None if it can."""
        return Message("bots.needs-engine") if self.engine and not ENGINE.works else None

    def obstacle(self, rules: Rules | None, players: int) -> Message | None:
        """Why it cannot play at a table, on this machine or anywhere; None if it can."""
        return self.lacks or self.objection(rules, players)

    def read_table(self, view: View) -> TableReading | None:
        """How the bot reads the table on the seat of a view; None if it does not tell."""
        if not self.reader:
            return None
        read: Callable[[View], TableReading] = resolve_name(self.reader)
        return read(view)

    def advise(self, view: View, count: int = SUGGESTIONS) -> tuple[Suggestion, ...]:
        """Sensible moves for the seat of a view that is on turn, the best first, as this bot sees it. None if
        the bot is no coach."""
        if not self.adviser or not view.actions:
            return ()
        suggest: Adviser = resolve_name(self.adviser)
        return suggest(view, count)

    def foretell(self, view: View, clue: AnyClue) -> tuple[Message, ...]:
        """How the receiver would read a clue that the seat of the view may give now, if this bot had the
        receiver's seat. None if the clue is not legal, or the bot has no word."""
        if not self.foreteller or clue not in view.actions:
            return ()
        tell: Foreteller = resolve_name(self.foreteller)
        return tell(view, clue)


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
        # A view of the right game is not told apart from one of the other by its type.
        self._make = cast("Callable[..., Any]", bot.make)
        self._object: Any = self._make(seed) if isclass(bot.make) else None

    def choose(self, view: SeatView[Chosen]) -> Choice[Chosen]:
        """What it does on its turn."""
        answer = self._act(view)
        return answer if isinstance(answer, Choice) else Choice(answer)

    def __call__(self, view: SeatView[Chosen]) -> Chosen:
        """The action alone."""
        return self.choose(view).action

    def _act(self, view: SeatView[Chosen]) -> Chosen | Choice[Chosen]:
        if self._object is not None:
            events, self._seen = view.history[self._seen :], len(view.history)
            answer = self._object.act(view, events)
        elif len(signature(self.bot.make).parameters) == 1:
            answer = self._make(view)
        else:
            answer = self._make(view, random.Random(f"{self._seed}/{len(view.history)}"))
        return cast("Chosen | Choice[Chosen]", answer)


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
    summary: Message | str = "",
    conventions: str = "",
    objection: Callable[[Rules | None, int], Message | str | None] = ...,
    compiled: str = "",
    engine: bool = False,
    reader: str = "",
    adviser: str = "",
    foreteller: str = "",
    whole_games: bool = False,
    by_book: str = "",
) -> Callable[[Made], Made]: ...
def bot(
    made: Made | None = None,
    /,
    *,
    name: str = "",
    game: GameName = "hanabi",
    summary: Message | str = "",
    conventions: str = "",
    objection: Callable[[Rules | None, int], Message | str | None] = lambda _rules, _players: None,
    compiled: str = "",
    engine: bool = False,
    reader: str = "",
    adviser: str = "",
    foreteller: str = "",
    whole_games: bool = False,
    by_book: str = "",
) -> Made | Callable[[Made], Made]:
    """Register a bot: a function ``f(view)``, ``f(view, rng)`` if it needs chance, or a class.

    It returns one of ``view.actions``, or a ``Choice`` with the reason. A class is made with a seed, and its
    ``act(view, events)`` is told what has happened since it was last asked. Without a ``summary``, the first
    line of its docstring tells what it does.
    """

    def object_to(rules: Rules | None, players: int) -> Message | None:
        why = objection(rules, players)
        return (as_it_stands(why) if why else None) if isinstance(why, str) else why

    def register(made: Made) -> Made:
        told = summary or (made.__doc__ or "").strip().partition("\n")[0]
        about = as_it_stands(told) if isinstance(told, str) else told
        row = Bot(
            name=name or made.__name__,
            game=game,
            summary=about,
            make=made,
            conventions=conventions,
            objection=object_to,
            compiled=compiled,
            engine=engine,
            reader=reader,
            adviser=adviser,
            foreteller=foreteller,
            whole_games=whole_games,
            by_book=by_book,
        )
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
