"""What a player may do on their turn (Z3), and its short text: ``pr3``, ``dr3``, ``pass``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tamaya.rules import Card, Unreadable


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card on the pile of its colour (Z4)."""

    card: Card

    def __str__(self) -> str:
        return f"p{self.card}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay a card that its pile has outgrown in the discard area, and take two (Z6)."""

    card: Card

    def __str__(self) -> str:
        return f"d{self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Take one card from the deck (Z3)."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = Play | Discard | Pass
"""What a player wants to do."""


def parse_action(text: str) -> Action:
    """Read back what ``str`` writes: ``pr3``, ``dr3`` or ``pass``."""
    if text == "pass":
        return Pass()
    if len(text) == 3 and text[0] == "p":
        return Play(Card.parse(text[1:]))
    if len(text) == 3 and text[0] == "d":
        return Discard(Card.parse(text[1:]))
    raise Unreadable(text, "read.andrewz-action")
