"""How much search has room for, whom it trusts, and why it cannot think ahead at some tables."""

from __future__ import annotations

from typing import Final

from tamaya.rules import Rules
from tamaya.words import Message

CARD_ROOM: Final = 230
"""The most cards of a deck."""
KIND_ROOM: Final = 63
"""The most different cards and clues together, as in the compiled engine."""
PAST_ROOM: Final = 512
"""The most steps of a game; one with so many cards has fewer."""
ACTION_ROOM: Final = 512
"""The most actions; a table with so many different cards and clues has fewer."""

TRUSTED: Final = 80
"""Per cent of trust from which on a seat surely keeps to the book in imagined games."""


def objection(rules: Rules | None, _players: int) -> Message | None:
    """Why ``search`` cannot play somewhere."""
    if rules is None:
        return Message("bots.cooperative-only", bot="search")
    kinds = len(rules.tables.cards) + len(rules.tables.clues)
    if rules.deck_size > CARD_ROOM or kinds > KIND_ROOM:
        return Message("bots.no-room-to-search", cards=CARD_ROOM, kinds=KIND_ROOM)
    return None
