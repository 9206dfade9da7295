"""Cards in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tamaya.bots.bits import lowest
from tamaya.engine.story import card_label
from tamaya.engine.view import View
from tamaya.rules import Card
from tamaya.words import Message

MOST_LISTED = 6
"""Cards that are named one by one; more of them are counted."""


def cards_of(view: View, faces: int) -> tuple[Card, ...]:
    """A set of faces as cards."""
    return tuple(card for face, card in enumerate(view.rules.tables.cards) if faces >> face & 1)


def listed(view: View, cards: Sequence[Card]) -> Message:
    """One of these cards: the red 1, yellow 1 or blue 1."""
    if len(cards) > MOST_LISTED:
        return Message("why.partner.many-cards", count=len(cards))
    return Message("why.partner.cards", cards=tuple(card_label(card, view.rules) for card in cards))


def each(faces: int) -> Iterator[int]:
    """The faces of a set."""
    while faces:
        yield lowest(faces)
        faces &= faces - 1
