"""A recorded game, to look at turn by turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tamaya.records import AnyAction, AnyPosition, AnyView, Record, load
from tamaya.rules import ImpossibleTable, Seat
from tamaya.tui.review_job import Budget, Study
from tamaya.tui.session import Scene, Session, Wish


class RecordSession:
    """A table at which nothing happens any more."""

    starts_at = 0

    def __init__(self, record: Record, *, budget: Budget | None = None) -> None:
        self.record = record
        self._budget = budget
        self._positions = record.positions()

    @classmethod
    def open(cls, path: Path) -> RecordSession:
        """Read a record of ours or a game exported from hanab.live."""
        return cls(load(path))

    @property
    def scene(self) -> Scene:
        """The table after the last action."""
        turns = len(self._positions) - 1
        return Scene(
            kind=self.record.kind,
            names=self.record.names,
            phase="over",
            view=self.look(turns, None),
            turns=turns,
        )

    def look(self, turn: int, eyes: Seat | None) -> AnyView:
        """The game after so many actions, as a seat saw it or with all cards."""
        return look(self._positions[turn], self.record.names, eyes)

    async def follow(self, changed: Callable[[], None]) -> None:
        """Nothing will change."""
        changed()
        await asyncio.Event().wait()

    async def act(self, action: AnyAction) -> None:
        """Refused: what happened, happened."""
        raise ImpossibleTable("table.on-record")

    async def wish(self, wish: Wish) -> None:
        """Refused likewise."""
        raise ImpossibleTable("table.on-record")

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        """The game after so many actions."""
        return self.look(turn, eyes)

    async def again(self) -> Session | None:
        """A record has no players to play again with."""
        return None

    def study(self) -> Study:
        """The review of the record."""
        return Study(self.record, self._budget)

    def close(self) -> None:
        """The record stays as it is."""


def look(position: AnyPosition, names: tuple[str, ...], eyes: Seat | None) -> AnyView:
    """A position of a game whose cards may all be seen."""
    if eyes is not None:
        return position.view(eyes, names)
    return position.reveal(names) if position.over else position.spectate(hands=True, names=names)
