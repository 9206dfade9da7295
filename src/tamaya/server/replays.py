"""Long games that are looked at, and long lines that are tried: a worker plays them through, so that nothing
else waits for it. What is short is cheaper done at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tamaya.knowledge import Detail
from tamaya.records import AnyView, Record
from tamaya.rules import Seat
from tamaya.server.live import LiveTable, variation_moment
from tamaya.server.messages import Moment
from tamaya.server.workers import BotPool
from tamaya.table.commands import Guest, Refused
from tamaya.table.opening import open_record
from tamaya.table.table import Table
from tamaya.table.variations import play_variation

LONG_GAME = 150
"""Actions of a game from which on a worker plays it through."""
LONG_LINE = 30
"""Actions of a line likewise."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A game whose cards are open, as it travels to a worker."""

    table: str
    moved: int
    record: Record = field(compare=False, repr=False)

    @classmethod
    def of(cls, table: Table) -> Copy:
        """The copy of a table that is over or shows a record."""
        return cls(table.id, table.moved, table.record())


async def show_moment(desk: BotPool, live: LiveTable, turn: int, detail: Detail) -> Moment | str:
    """A game whose cards are open at one turn; as JSON, where a worker has played it through."""
    table = live.table
    if len(table.actions) < LONG_GAME:
        return live.moment(turn, None, detail)
    return await desk.work(moment_json, Copy.of(table), turn, table.setup.allowed_detail(detail))


async def show_line(
    desk: BotPool, table: Table, turn: int, actions: Sequence[str], detail: Detail
) -> Moment | str:
    """Where a line leads, likewise; it is refused where an action cannot be done."""
    if not _is_long(table, actions):
        return variation_moment(table, play_variation(table, turn, actions), detail)
    return await desk.work(
        line_json, Copy.of(table), turn, tuple(actions), table.setup.allowed_detail(detail)
    )


async def view_on_turn(
    desk: BotPool, table: Table, turn: int, actions: Sequence[str]
) -> tuple[Seat, AnyView]:
    """The seat on turn at the end of a line, and what it sees there."""
    if not _is_long(table, actions):
        return _on_turn(table, turn, actions)
    return await desk.work(view_at_end, Copy.of(table), turn, tuple(actions))


def _is_long(table: Table, actions: Sequence[str]) -> bool:
    return len(table.actions) >= LONG_GAME or len(actions) >= LONG_LINE


# In a worker.


def moment_json(copy: Copy, turn: int, detail: Detail) -> str:
    """Runs in a worker: a game at one turn."""
    return LiveTable(_played_through(copy)).moment(turn, None, detail).model_dump_json()


def line_json(copy: Copy, turn: int, actions: tuple[str, ...], detail: Detail) -> str:
    """Runs in a worker: where a line leads."""
    table = _played_through(copy)
    return variation_moment(table, play_variation(table, turn, actions), detail).model_dump_json()


def view_at_end(copy: Copy, turn: int, actions: tuple[str, ...]) -> tuple[Seat, AnyView]:
    """Runs in a worker: who is on turn at the end of a line, and what they see."""
    return _on_turn(_played_through(copy), turn, actions)


@lru_cache(maxsize=8)
def _played_through(copy: Copy) -> Table:
    """The same game as a table; those that were looked at last are kept."""
    return open_record(copy.table, copy.record, Guest("", "")).table


def _on_turn(table: Table, turn: int, actions: Sequence[str]) -> tuple[Seat, AnyView]:
    position = play_variation(table, turn, actions).position
    if position.turn is None:
        raise Refused("illegal", "refused.over")
    return position.turn, position.view(position.turn, table.names)
