"""Views, events and results as plain JSON values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeAlias

from tamaya.rules import Rules

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

_NOTATED = frozenset({"actions"})
_EVENTS = frozenset({"history"})


def plain(value: object) -> Json:
    """A view, event, action, result or deal as what ``json.dumps`` takes: cards, rules and tiles as text."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return str(value)
        case Enum():
            return plain(value.value)
        case Rules():
            return str(value)
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {item.name: _field(item.name, getattr(value, item.name)) for item in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def plain_event(event: object) -> Json:
    """An event with its kind."""
    value: Any = plain(event)
    return {"event": type(event).__name__, **value}


def _field(name: str, value: Any) -> Json:
    if name in _NOTATED:
        return [str(action) for action in value]
    if name in _EVENTS:
        return [plain_event(event) for event in value]
    return plain(value)
