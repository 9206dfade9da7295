"""Reading parsed JSON: every reader says which field is at fault, and never repeats a value of a stranger."""

from __future__ import annotations

from typing import Any

from tamaya.rules import BrokenRecord

LONGEST_TEXT = 80
"""More than any name of a player, a variant or a field."""
LONGEST_LIST = 1_000
"""More than any game has cards or actions."""


def read_object(value: object, field: str) -> dict[str, Any]:
    """An object whose keys are names."""
    if not isinstance(value, dict):
        raise BrokenRecord(field, "it must be an object")
    if not all(isinstance(key, str) and len(key) <= LONGEST_TEXT and key.isprintable() for key in value):
        raise BrokenRecord(field, "it has a field without a proper name")
    return value


def read_fields(value: object, field: str, needed: str, optional: str = "") -> dict[str, Any]:
    """An object with exactly these fields."""
    data = read_object(value, field)
    for key in needed.split():
        if key not in data:
            raise BrokenRecord(f"{field}.{key}", "it is missing")
    for key in data:
        if key not in needed.split() + optional.split():
            raise BrokenRecord(f"{field}.{key}", "nobody knows this field")
    return data


def read_list(value: object, field: str) -> list[Any]:
    """A list of a length within reason."""
    if not isinstance(value, list):
        raise BrokenRecord(field, "it must be a list")
    if len(value) > LONGEST_LIST:
        raise BrokenRecord(field, f"it has more than {LONGEST_LIST} entries")
    return value


def read_text(value: object, field: str) -> str:
    """A short text that can be shown."""
    if not isinstance(value, str):
        raise BrokenRecord(field, "it must be a text")
    if not (value.strip() and len(value) <= LONGEST_TEXT and value.isprintable()):
        raise BrokenRecord(field, f"it must be 1 to {LONGEST_TEXT} characters that can be shown")
    return value


def read_whole(value: object, field: str, least: int, most: int) -> int:
    """A whole number of a range; True is none."""
    if type(value) is not int or not least <= value <= most:
        raise BrokenRecord(field, f"it must be a whole number from {least} to {most}")
    return value


def read_switch(value: object, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BrokenRecord(field, "it must be true or false")
    return value
