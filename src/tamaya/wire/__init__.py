"""Views, events and insights as JSON: written and read by the types of the domain.

Fields have the names that they have in Python; cards and actions are text, seats are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from tamaya import andrewz, engine, knowledge
from tamaya.records import AnyEvent, AnyView, Kind
from tamaya.rules import BrokenRecord
from tamaya.wire.schema import AsObject, Tagged, broken

__all__ = ["Event", "Insight", "View", "read_event", "read_view"]

View: TypeAlias = Annotated[
    engine.View | andrewz.View, Tagged("game", AsObject(without=frozenset({"rules", "names", "history"})))
]
"""A view of either game, told apart by ``game``. A client gets the rules and the names with the table, and
keeps the history itself."""
Event: TypeAlias = Annotated[engine.Event | andrewz.Event, Tagged("kind")]
"""An event of either game, told apart by ``kind``."""
Insight: TypeAlias = Annotated[knowledge.Insight, AsObject()]
"""What a view implies, see ``tamaya.knowledge.Insight``."""

_VIEWS: TypeAdapter[AnyView] = TypeAdapter(View)
_EVENTS: TypeAdapter[AnyEvent] = TypeAdapter(Event)


def read_view(data: object, kind: Kind, names: tuple[str, ...], history: Iterable[AnyEvent]) -> AnyView:
    """A view from its parsed JSON, with what the client knows already."""
    try:
        view = _VIEWS.validate_python(data)
    except ValidationError as error:
        raise broken(error) from None
    if view.game != kind.game or len(view.hands) != len(names):
        raise BrokenRecord(str(data)[:200], "record.other-view")
    rest: dict[str, Any] = {"names": names, "history": tuple(history)}
    if kind.rules is not None:
        rest["rules"] = kind.rules
    return replace(view, **rest)


def read_event(data: object) -> AnyEvent:
    """An event from its parsed JSON."""
    try:
        return _EVENTS.validate_python(data)
    except ValidationError as error:
        raise broken(error) from None
