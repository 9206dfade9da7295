"""Views, events and results as plain JSON values."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeAlias

from tamaya.rules import Rules, Tile
from tamaya.words import Message

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
"""What JSON can hold."""

_TAGS = ("game", "kind")


def plain(value: object) -> Json:
    """A view, event, action, result or deal as what ``json.dumps`` takes: cards, rules and tiles as text.

    The actions of a view are in notation. A view says its game and an event its kind, as at the table server.

    >>> from tamaya import Play
    >>> plain(Play(slot=3))
    {'slot': 3}
    """
    match value:
        case None | bool() | int():
            return value
        case str():
            return str(value)
        case Enum():
            return plain(value.value)
        case Rules() | Message() | Tile():
            return str(value)
        case tuple() | list():
            return [plain(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = [tag for tag in _TAGS if hasattr(value, tag)] + [item.name for item in fields(value)]
            return {name: _field(name, getattr(value, name)) for name in names}
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def _field(name: str, value: Any) -> Json:
    return [str(action) for action in value] if name == "actions" else plain(value)
