"""A recorded game, to look at turn by turn."""

from __future__ import annotations

from tamaya.records import AnyPosition, AnyView, Record
from tamaya.rules import Seat
from tamaya.tui.review_job import Budget, Study
from tamaya.tui.session import Scene, Session


class RecordSession(Session):
    """A table at which nothing happens any more."""

    starts_at = 0

    def __init__(self, record: Record, *, budget: Budget | None = None) -> None:
        self.record = record
        self._budget = budget
        self._positions = record.positions()

    @property
    def scene(self) -> Scene:
        kind, names, turns = self.record.kind, self.record.names, len(self._positions) - 1
        view = look(self._positions[turns], names, None)
        book = self.record.conventions
        return Scene(kind=kind, names=names, phase="over", view=view, turns=turns, conventions=book)

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        return look(self._positions[turn], self.record.names, eyes)

    def study(self) -> Study:
        return Study(self.record, self._budget)


def look(position: AnyPosition, names: tuple[str, ...], eyes: Seat | None) -> AnyView:
    """A position of a game whose cards may all be seen."""
    if eyes is not None:
        return position.view(eyes, names)
    return position.reveal(names) if position.over else position.spectate(hands=True, names=names)
