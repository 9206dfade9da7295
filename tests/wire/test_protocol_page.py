"""The page about the protocol names every field that travels in views and events, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from tamaya import wire

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")


def fields_by(kind: Any, tag: str) -> dict[str, set[str]]:
    """For each class of a union, by its tag, the names of its other fields."""
    definitions = TypeAdapter(kind).json_schema(mode="serialization")["$defs"].values()
    return {
        row["properties"][tag]["const"]: set(row["properties"]) - {tag}
        for row in definitions
        if tag in row.get("properties", {})
    }


def rows(heading: str) -> list[tuple[set[str], set[str]]]:
    """The names in the first and in the second column of the table under a heading."""
    table = PAGE[PAGE.index(f"| {heading} |") :].split("\n\n")[0]
    cells = [row.split("|")[1:3] for row in table.splitlines()[2:]]
    return [(names(first), names(second)) for first, second in cells]


def names(text: str) -> set[str]:
    return set(re.findall(r"`([a-z_-]+)`", text))


@pytest.mark.parametrize("game", ["hanabi", "andrewz"])
def test_every_field_of_a_view_is_told(game: str) -> None:
    told = set().union(*(first for first, _ in rows(f'`"game": "{game}"`')))
    assert told == fields_by(wire.View, "game")[game]


def test_every_kind_of_event_is_told_with_its_fields() -> None:
    told = {kind: fields for kinds, fields in rows("`kind`") for kind in kinds}
    assert told == fields_by(wire.Event, "kind")
