"""Between the screens and the place where a game lives: at this machine, at a server, on record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from tamaya import andrewz, engine
from tamaya.bots import AnyClue
from tamaya.knowledge import Detail, lost_copies
from tamaya.records import AnyAction, AnyPosition, AnyView, Kind
from tamaya.rules import ImpossibleTable, Seat
from tamaya.table import table
from tamaya.table.coaching import Advice
from tamaya.table.commands import AllowCoach, ChooseCoach, CoachLevel, Say, Sit, StandUp, Start, Undo
from tamaya.table.news import News
from tamaya.tui.review_job import Study
from tamaya.tui.speech import sentence
from tamaya.words import Message, Reader, say

Phase: TypeAlias = Literal["coming"] | table.Phase
NO_COACH = Message("refused.no-coach")


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
    preparing: bool = False
    """Whether the bot that thinks has to wait until what it runs on is compiled, once on a machine."""
    bots: Mapping[int, str] = field(default_factory=dict)
    """seat: what its bot is called"""
    conventions: str = ""
    """The book by which the table plays; empty in a race, and where a server does not say it."""
    away: frozenset[int] = frozenset()
    away_since: Mapping[int, datetime] = field(default_factory=dict)
    """seat: when its player was last seen, where that is known"""
    detail: Detail = "deduced"
    """The most that this table lets a screen show about hidden cards."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """card id: the viewer's own note"""
    said: tuple[str, ...] = ()
    undo: Seat | None = None
    """Who asks to take a move back."""
    agreed: frozenset[int] = frozenset()
    """The seats that agree to it."""
    undo_to: int | None = None
    """How many actions would be left if a move was taken back; None where it is not possible or not known."""
    news: tuple[News, ...] = ()
    """What happened at the table besides the game."""
    taken_back: int = 0
    """How many moves have been taken back in the game."""
    coach: Mapping[int, CoachLevel] = field(default_factory=dict)
    """seat: how much help its player wants from the coach, where it is any"""
    coached: frozenset[int] = frozenset()
    """The seats that have used the coach in the game."""
    no_coach: Message | None = NO_COACH
    """Why players may not use the coach here; None where they may."""
    may_allow_coach: bool = False
    """Whether the viewer has refused the coach, and may allow it again."""
    people: int = 1
    """How many people have a seat."""
    lobby: Lobby | None = None
    trouble: Message | None = None
    """What is wrong with the way to the table."""
    following: str = ""
    """The id of the table to which others have gone on already."""
    kept: str = ""
    """Where the record of the game is."""


@dataclass(frozen=True, slots=True)
class Open:
    """Draw the curtain: the right person is at the keyboard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepNote:
    """Keep a note on a card; an empty one is removed."""

    type: Literal["note"] = "note"
    card: int
    text: str


Wish: TypeAlias = Open | KeepNote | Sit | StandUp | Start | Say | Undo | ChooseCoach | AllowCoach
"""What a player wants besides the game's own actions."""


class Session(Protocol):
    """A place where a game lives. What cannot be done there raises a TamayaError, or an OSError.

    What it does not define is as on a record: nothing changes, and nothing can be done.
    """

    starts_at: int | None = None
    """The turn that is shown first: None for the latest, a number where the user comes to look back."""

    @property
    def scene(self) -> Scene:
        """The table now."""

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        """The game after so many actions; after the end as a seat saw it, or with all cards."""

    async def follow(self, changed: Callable[[], None]) -> None:
        """Keep the game going until cancelled; ``changed`` is called whenever there is a new scene."""
        changed()
        await asyncio.Event().wait()

    async def act(self, action: AnyAction) -> None:
        """Do something at the table."""
        raise ImpossibleTable("table.on-record")

    async def wish(self, wish: Wish) -> None:
        """Anything besides the game's own actions."""
        raise ImpossibleTable("table.on-record")

    async def coach(self, clue: AnyClue | None = None) -> Advice:
        """What the player on turn could do, or how a clue of theirs will be read; for their eyes alone."""
        raise ImpossibleTable("table.on-record")

    async def again(self) -> Session | None:
        """The same people once more; None where that is not possible."""
        return None

    def study(self) -> Study:
        """The review of the game, not begun yet."""
        raise ImpossibleTable("refused.review-in-browser")

    def close(self) -> None:
        """The screen is gone."""
        return


def story(kind: Kind, view: AnyView, reader: Reader, news: Iterable[News] = ()) -> Iterator[tuple[int, str]]:
    """What the table saw: sentences, each with the action that it belongs to, counted from 1, and the news
    after the actions before it.

    Who draws is left out where everybody always does.
    """
    told = list(_moves(kind, view, reader))
    last = sum(isinstance(event, _MOVES) for event in view.history)
    told += [(item.turn, say(item.message, reader)) for item in news if item.turn <= last]
    yield from sorted(told, key=lambda line: line[0])


def _moves(kind: Kind, view: AnyView, reader: Reader) -> Iterator[tuple[int, str]]:
    turn = 0
    losses = losses_of(view)
    for place, event in enumerate(view.history):
        turn += isinstance(event, _MOVES)
        if not isinstance(event, engine.Drew):
            yield turn, sentence(say(kind.message(event), reader), reader)
        if place in losses:
            yield turn, sentence(say(losses[place], reader), reader)


def losses_of(game: AnyView | AnyPosition) -> dict[int, Message]:
    """What was lost for good: sentences, each by the place in the history of the event that it follows."""
    return dict(lost_copies(game.rules, game.history)) if isinstance(game, engine.View | engine.State) else {}


_MOVES = (
    *(engine.Clued, engine.Played, engine.Discarded, engine.WentBack, engine.Encored, engine.Rearranged),
    *(andrewz.Played, andrewz.Discarded, andrewz.Passed),
)
"""The events that an action consists in, as opposed to what follows from it."""
