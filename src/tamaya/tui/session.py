"""Between the screens and the place where a game lives: at this machine, at a server, on record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from tamaya import andrewz, engine
from tamaya.records import AnyAction, AnyView, Kind
from tamaya.rules import Seat
from tamaya.tui.review_job import Study
from tamaya.tui.speech import sentence
from tamaya.words import Message, Reader, say

Phase: TypeAlias = Literal["coming", "gathering", "playing", "over"]
Detail: TypeAlias = Literal["nothing", "told", "deduced"]
DETAILS: tuple[Detail, ...] = ("nothing", "told", "deduced")
"""How much a screen shows about hidden cards: nothing, what was told, or all that follows."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a table that gathers."""

    name: str
    """Empty while it is free."""
    label: Message
    """Who may take it."""
    free: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before the start."""

    link: str
    seats: tuple[SeatRow, ...]
    seat: Seat | None
    owner: bool
    """Whether the viewer may start the game."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a screen may draw of a table at one moment."""

    kind: Kind | None = None
    """None until the table is known."""
    names: tuple[str, ...] = ()
    phase: Phase = "coming"
    view: AnyView | None = None
    """What the viewer may know; None where the table shows nothing."""
    turns: int = 0
    """How many actions there have been."""
    reasons: Mapping[int, tuple[Message, ...]] = field(default_factory=dict)
    """turn: why a bot did what led to it"""
    curtain: Seat | None = None
    """Who is to sit down at the keyboard, while no hand may be shown."""
    thinking: Seat | None = None
    bots: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    detail: Detail = "deduced"
    """The most that this table lets a screen show about hidden cards."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """card id: the viewer's own note"""
    said: tuple[str, ...] = ()
    undo: Seat | None = None
    """Who asks to take a move back."""
    lobby: Lobby | None = None
    trouble: Message | None = None
    """What is wrong with the way to the table."""
    following: bool = False
    """Whether the others are at a next table already."""
    kept: str = ""
    """Where the record of the game is."""


@dataclass(frozen=True, slots=True)
class Open:
    """Draw the curtain: the right person is at the keyboard."""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stand:
    """Give the seat back."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say something at the table."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Ask to take the last move back, or answer a player who does."""

    wish: Literal["ask", "agree", "refuse"]


@dataclass(frozen=True, slots=True)
class Note:
    """Keep a note on a card; an empty one is removed."""

    card: int
    text: str


Wish: TypeAlias = Open | Sit | Stand | Start | Say | TakeBack | Note


class Session(Protocol):
    """A place where a game lives. Whatever cannot be done raises a TamayaError, or an OSError."""

    @property
    def scene(self) -> Scene:
        """The table now."""

    @property
    def starts_at(self) -> int | None:
        """The turn that is shown first: None for the latest, a number where the user comes to look back."""

    async def follow(self, changed: Callable[[], None]) -> None:
        """Keep the game going until cancelled; ``changed`` is called whenever there is a new scene."""

    async def act(self, action: AnyAction) -> None:
        """Do something at the table."""

    async def wish(self, wish: Wish) -> None:
        """Anything besides the game's own actions."""

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        """The game after so many actions; after the end as a seat saw it, or with all cards."""

    async def again(self) -> Session | None:
        """The same people once more; None where that is not possible."""

    def study(self) -> Study:
        """The review of the game, not begun yet."""

    def close(self) -> None:
        """The screen is gone."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the story, and the action that it belongs to, counted from 1."""

    turn: int
    text: str


def story(kind: Kind, view: AnyView, reader: Reader) -> Iterator[Line]:
    """What the table saw, in sentences; who draws is left out where everybody always does."""
    turn = 0
    for event in view.history:
        turn += is_move(event)
        if not isinstance(event, engine.Drew):
            yield Line(turn, sentence(say(kind.message(event), reader)))


def is_move(event: object) -> bool:
    """Whether an event is what an action consists in, as opposed to what follows from it."""
    return isinstance(event, _MOVES)


def turns_of(view: AnyView) -> int:
    """How many actions a view's history has."""
    return sum(map(is_move, view.history))


_MOVES = (
    engine.Clued,
    engine.Played,
    engine.Discarded,
    engine.WentBack,
    engine.Encored,
    engine.Rearranged,
    andrewz.Played,
    andrewz.Discarded,
    andrewz.Passed,
)
