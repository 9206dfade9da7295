"""What a good table points out (C2): last copies and blocked displays."""

from __future__ import annotations

from tamaya.engine import View
from tamaya.knowledge import know
from tamaya.rules import Card, Suit


def last_copies(view: View) -> tuple[Card, ...]:
    """The cards of which a single copy is left and needed, because the others lie in the discard pile."""
    known = know(view)
    return tuple(card for card in sorted(set(view.discards)) if known.indispensable(card))


def blocked_displays(view: View) -> tuple[tuple[Suit, int], ...]:
    """The suits whose displays can no longer be completed, and how many cards they can still reach."""
    reached = zip(view.rules.suits, know(view).furthest, strict=True)
    return tuple((suit, reach) for suit, reach in reached if reach < len(suit.order))
