"""How bots play, for the people who play with them: conventions in a few sentences of the catalogue.

A convention is an id with two sentences in each language, its name and what it says. Which conventions a bot
follows stands in its row (`Bot.conventions`).
"""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.words import Message

GUIDES: dict[str, tuple[str, ...]] = {
    "partner": (
        "play-clue",
        "plain-sight",
        "waiting",
        "good-touch",
        "safe-discard",
        "next-discard",
        "save",
        "silence",
        "forgiveness",
    ),
}
"""Conventions that people can learn, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Convention:
    """One convention, in words."""

    id: str

    @property
    def title(self) -> Message:
        """Its name."""
        return Message(f"convention.{self.id}.title")

    @property
    def words(self) -> Message:
        """What it says."""
        return Message(f"convention.{self.id}.words")


def guide(conventions: str) -> tuple[Convention, ...]:
    """The conventions that a bot follows, in words; none where people cannot learn them."""
    return tuple(map(Convention, GUIDES.get(conventions, ())))
