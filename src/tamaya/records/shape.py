"""Readers of parsed JSON. An error names the field at fault and never repeats the value that it held."""

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
        raise BrokenRecord(field, "record.object")
    if not all(isinstance(key, str) and len(key) <= LONGEST_TEXT and key.isprintable() for key in value):
        raise BrokenRecord(field, "record.field-name")
    return value


def read_fields(value: object, field: str, needed: str, optional: str = "") -> dict[str, Any]:
    """An object with exactly these fields; the field of a whole file is empty."""
    data = read_object(value, field)
    within = f"{field}." if field else ""
    for key in needed.split():
        if key not in data:
            raise BrokenRecord(within + key, "record.missing")
    for key in data:
        if key not in needed.split() + optional.split():
            raise BrokenRecord(within + key, "record.unknown")
    return data


def read_list(value: object, field: str) -> list[Any]:
    """A list of a length within reason."""
    if not isinstance(value, list):
        raise BrokenRecord(field, "record.list")
    if len(value) > LONGEST_LIST:
        raise BrokenRecord(field, "record.list-too-long", most=LONGEST_LIST)
    return value


def read_text(value: object, field: str) -> str:
    """A short text that can be shown."""
    text = read_any_text(value, field)
    if not (text.strip() and len(text) <= LONGEST_TEXT and text.isprintable()):
        raise BrokenRecord(field, "record.text-length", most=LONGEST_TEXT)
    return text


def read_any_text(value: object, field: str) -> str:
    """A text of any length."""
    if not isinstance(value, str):
        raise BrokenRecord(field, "record.text")
    return value


def read_whole(value: object, field: str, least: int, most: int) -> int:
    """A whole number of a range; True is none."""
    if type(value) is not int or not least <= value <= most:
        raise BrokenRecord(field, "record.number-range", least=least, most=most)
    return value


def read_switch(value: object, field: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BrokenRecord(field, "record.switch")
    return value
