"""Entries of a log as the JSON in which they are stored."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter

from tamaya.table import Entry

_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def read_entry(text: str) -> Entry:
    """An entry from its JSON, told apart by ``kind``."""
    return _ENTRY.validate_json(text)


def dump_entry(entry: Entry) -> str:
    """An entry as JSON, with every field."""
    return _ENTRY.dump_json(entry).decode()
