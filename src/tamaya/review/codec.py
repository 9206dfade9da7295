"""Frozen dataclasses as plain JSON values and back, checked by their types."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from tamaya.records import Json
from tamaya.rules import BrokenRecord

ValueT = TypeVar("ValueT")


def write(value: object) -> Json:
    """A value of dataclasses, tuples, numbers and texts as what ``json.dumps`` takes."""
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return str(value)
        case tuple():
            return [write(item) for item in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {item.name: write(getattr(value, item.name)) for item in fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def read(kind: type[ValueT], data: object, place: str = "it") -> ValueT:
    """A value of a type from parsed JSON; whatever does not fit is refused by its place."""
    return cast(ValueT, _read(kind, data, place))


def _read(kind: Any, data: object, place: str) -> object:
    if is_dataclass(kind):
        return _read_fields(cast("type[Any]", kind), data, place)
    origin = get_origin(kind)
    if origin is UnionType:
        if data is None and NoneType in get_args(kind):
            return None
        [some] = [option for option in get_args(kind) if option is not NoneType]
        return _read(some, data, place)
    if origin is tuple and isinstance(data, list):
        return tuple([_read(get_args(kind)[0], item, f"{place}[{at}]") for at, item in enumerate(data)])
    if origin is Literal and data in get_args(kind):
        return data
    if kind is float and isinstance(data, int | float) and not isinstance(data, bool):
        return float(data)
    plain = getattr(kind, "__supertype__", kind)
    if plain in (int, bool, str) and type(data) is plain:
        return data
    raise BrokenRecord(str(data)[:200], f"{place} is not what it should be")


def _read_fields(kind: type[Any], data: object, place: str) -> object:
    if not isinstance(data, dict):
        raise BrokenRecord(str(data)[:200], f"{place} must be an object")
    hints = _hints(cast("Hashable", kind))
    _same_names(place, list(data), list(hints))
    return kind(**{name: _read(hint, data[name], f"{place}.{name}") for name, hint in hints.items()})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {item.name: hints[item.name] for item in fields(kind)}


def _same_names(place: str, given: Sequence[str], wanted: Sequence[str]) -> None:
    if unknown := sorted(set(given) - set(wanted)):
        raise BrokenRecord(unknown[0], f"nobody knows this field of {place}")
    if missing := sorted(set(wanted) - set(given)):
        raise BrokenRecord(missing[0], f"{place} lacks this field")
