"""A convention, declared beside the code that reads by it: its name, its words, and positions that show it.

To add one: declare it in its module of this package, write its two sentences in each catalogue of words
(``convention.<id>.title`` and ``.words``), and its positions in ``positions/<id>.jsonl``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

from tamaya.words import Message

BookName: TypeAlias = Literal["plain", "tamaya", "h-group"]


@dataclass(frozen=True, slots=True)
class Convention:
    """One convention of a book. Two books that share one declare it each, with the same words."""

    id: str
    book: BookName
    level: int = 0
    """From which level of the book on it holds; 0 in books without levels."""
    place: int = 1
    """Where it stands among those of its level, in the order in which they are taught."""

    @property
    def title(self) -> Message:
        """Its name."""
        return Message(f"convention.{self.id}.title")

    @property
    def words(self) -> Message:
        """What it says."""
        return Message(f"convention.{self.id}.words")

    @property
    def style(self) -> str:
        """The name of the bot that knows it and nothing of later levels."""
        return f"{self.book}-{self.level}" if self.level else self.book

    @property
    def positions(self) -> tuple[Mapping[str, Any], ...]:
        """Positions that show it, and one at least that shows where it ends: rows of an exam, as
        docs/how-to/examine-a-bot.md tells; ``tamaya.exam.positions_of`` builds them."""
        return tuple(row for row in _rows(self.id) if row.get("book", "h-group") == self.book)


@cache
def _rows(name: str) -> tuple[Mapping[str, Any], ...]:
    """All rows of a file of positions."""
    folder = resources.files("tamaya.bots.conventions") / "positions"
    lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines if line)
