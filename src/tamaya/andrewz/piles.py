"""What a pile of a colour takes, covers and does with a 5 (Z4, Z6, Z7)."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.andrewz.pack import COLOURS
from tamaya.rules import Card
from tamaya.words import Message

HIGHEST = 5
"""The card that closes a pile (Z7)."""

_PLACES = {suit.letter: place for place, suit in enumerate(COLOURS)}


def place_of(colour: str) -> int:
    """Where the pile of a colour's letter stands among the piles."""
    return _PLACES[colour]


def top(pile: Sequence[Card]) -> int:
    """The value that a pile shows; 0 while its colour is not in play."""
    return pile[-1].rank if pile else 0


def takes(pile: Sequence[Card], card: Card) -> bool:
    """Whether the pile takes a card of its colour: a 1 to start, then the same value or one more (Z4)."""
    return card.rank in (top(pile), top(pile) + 1)


def covers(pile: Sequence[Card], card: Card) -> bool:
    """Whether the pile is in play and already shows more than a card of its colour (Z6)."""
    return top(pile) > card.rank


def closes(card: Card) -> bool:
    """Whether a card that is laid on a pile closes it (Z7)."""
    return card.rank == HIGHEST


def why_not_played(pile: Sequence[Card], card: Card) -> Message | None:
    """What forbids laying a card on the pile of its colour; None if nothing does."""
    if takes(pile, card):
        return None
    colour, shows = _colour(card), top(pile)
    if not shows:
        return Message("illegal.andrewz-start", colour=colour)
    return Message("illegal.andrewz-play", colour=colour, shows=shows, next=shows + 1)


def why_not_discarded(pile: Sequence[Card], card: Card) -> Message | None:
    """What forbids discarding a card in view of the pile of its colour; None if nothing does."""
    if covers(pile, card):
        return None
    colour, shows = _colour(card), top(pile)
    if card.rank >= HIGHEST - 1:
        return Message("illegal.andrewz-never-discarded", rank=card.rank)
    if not shows:
        return Message("illegal.andrewz-nothing-higher", colour=colour)
    return Message("illegal.andrewz-discard", colour=colour, shows=shows)


def _colour(card: Card) -> Message | str:
    return COLOURS[place_of(card.suit)].label
