"""What the viewers of a table are shown at one moment; what they share is worked out once."""

from __future__ import annotations

from tamaya import andrewz, knowledge
from tamaya.engine import View
from tamaya.knowledge import Detail, Insight
from tamaya.records import AnyView
from tamaya.table.table import Table


def show(view: AnyView, detail: Detail) -> tuple[AnyView, Insight | None]:
    """A view with as much about hidden cards as the screen shows, and what it implies in the co-operative
    game."""
    if isinstance(view, andrewz.View):
        return view, None
    return _as_shown(view, detail), knowledge.insight(view, detail)


def _as_shown(view: View, detail: Detail) -> View:
    return knowledge.without_marks(view) if detail == "nothing" else view


class Showing:
    """A table after some entry, as all its viewers see it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seats: tuple[AnyView, ...] = ()
        self._public: Insight | None = None

    def show(self, guest: str | None, detail: Detail) -> tuple[AnyView | None, Insight | None]:
        """What a guest may know, and what it implies."""
        view = self._view(guest)
        if view is None or isinstance(view, andrewz.View):
            return view, None
        if detail == "deduced":
            return view, knowledge.insight(view, detail)
        # What is implied without a look at hidden cards is the same for all.
        self._public = self._public or knowledge.insight(view, detail)
        return _as_shown(view, detail), self._public

    def _view(self, guest: str | None) -> AnyView | None:
        table = self._table
        seat = table.seat_of(guest)
        if seat is None or table.phase != "playing" or table.uploaded or table.position is None:
            return table.view_for(guest)
        if not self._seats:
            self._seats = table.position.views(table.names)
        return self._seats[seat]
