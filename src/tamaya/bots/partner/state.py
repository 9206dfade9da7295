"""What ``partner`` keeps in mind besides how it reads the table: its book, and what one seat sees."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Annotated

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.state import (
    HAND_ROOM,
    Book,
    HandCount,
    PerCard,
    PerHand,
    PerSeat,
    Waits,
    book_of,
    empty_hand_count,
    empty_waits,
)
from tamaya.bots.facts import UNSEEN, PerFace, PerSlot
from tamaya.bots.partner.styles import Style
from tamaya.bots.partner.weights import Weights
from tamaya.rules import Rules


@dataclass(frozen=True, slots=True)
class PartnerBook(Book):
    """The facts of a game, and what things are worth in it."""

    weights: Weights
    literal: Weights
    """What they are worth among teammates who take clues at their word."""
    careless: Weights
    """What they are worth among eager ones."""


@dataclass(slots=True)
class TableKnowledge:
    """What was known of all hands before a clue is tried, to take the trial back."""

    told: PerHand
    meant: PerHand
    taken_for: PerHand
    marks: PerHand
    giver: PerHand
    clue: PerHand
    waits: Waits
    counts: Annotated[list[HandCount], 8]
    pending: int


@dataclass(slots=True)
class Ending:
    """The rest of a game, imagined."""

    luck: float
    """How many cards of its own hand the seat could play if it were told of them, on average."""
    gone: PerSeat
    """Set of slots of a seat that have been played."""
    taught: PerSeat
    """Set of slots of a seat that it was told of."""


@dataclass(slots=True)
class Sight:
    """What one seat sees, and what it concludes."""

    seat: int
    literal: bool
    """Whether most teammates take clues at their word."""
    careless: bool
    """Whether most are eager besides, as in ``conventions.trust``."""
    face_of: PerCard
    """The face of a card, or UNSEEN."""
    unseen: PerFace
    """Copies that are neither discarded nor laid nor located by the seat."""
    seen: PerFace
    """Copies in the hands that the seat sees."""
    price: Annotated[list[float], 64]
    """[face] what it costs the team to lose a copy."""
    mine: PerSlot
    """The faces that an own card can have."""
    known: int
    """The faces of own cards that are known."""
    thought: PerHand
    """The faces that a teammate takes a card for, as far as the seat can tell."""
    saved: PerSeat
    """Next discards of a teammate that others will save, in a round that is imagined."""
    clued_copies: PerFace
    """Clued cards with this face, as far as the seat knows."""
    exhausted: PerSeat
    """The faces of which a teammate sees all copies, as far as the seat can tell."""
    soon: int
    """The faces that are playable, or will be without any further clue."""
    has_to_clue: bool
    """Whether it cannot discard."""
    before: TableKnowledge
    """What is known without the clue that is tried."""
    ending: Ending


@lru_cache(maxsize=64)
def partner_book(rules: Rules, players: int, style: Style) -> PartnerBook:
    """The book of a table."""
    book = book_of(rules, players)
    return PartnerBook(
        **{field.name: getattr(book, field.name) for field in fields(book)},
        weights=style.weights_for(players, flourish=rules.flourish),
        literal=style.literal,
        careless=style.careless,
    )


@compilable(inline=True)
def weights_of(book: PartnerBook, sight: Sight) -> Weights:
    """What things are worth with these teammates."""
    if sight.careless:
        return book.careless
    return book.literal if sight.literal else book.weights


def empty_sight(book: Book, seat: int, cards: int) -> Sight:
    """A sight in which no card has been seen."""
    return Sight(
        seat=seat,
        literal=False,
        careless=False,
        face_of=[UNSEEN] * cards,
        unseen=[0] * book.faces,
        seen=[0] * book.faces,
        price=[0.0] * book.faces,
        mine=[0] * HAND_ROOM,
        known=0,
        thought=_per_hand(book),
        saved=[0] * book.players,
        clued_copies=[0] * book.faces,
        exhausted=[0] * book.players,
        soon=0,
        has_to_clue=False,
        before=TableKnowledge(
            told=_per_hand(book),
            meant=_per_hand(book),
            taken_for=_per_hand(book),
            marks=_per_hand(book),
            giver=_per_hand(book),
            clue=_per_hand(book),
            waits=empty_waits(),
            counts=[empty_hand_count() for _ in range(book.players)],
            pending=0,
        ),
        ending=Ending(luck=0.0, gone=[0] * book.players, taught=[0] * book.players),
    )


def _per_hand(book: Book) -> list[list[int]]:
    return [[0] * HAND_ROOM for _ in range(book.players)]
