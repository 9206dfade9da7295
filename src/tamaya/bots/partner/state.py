"""What ``partner`` keeps in mind: the fixed facts of a game, what the whole table knows, what one seat sees.

A card is named by its id, its place in the order of drawing, so that a hand may be rearranged and nothing
about its cards is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from tamaya.bots.compilable import compilable
from tamaya.bots.facts import UNSEEN, BookFacts, PerFace, PerSlot, facts_of
from tamaya.rules import Card, Rules

CARD_ROOM: Final = 192
"""The most cards that compiled games remember."""

# Lists, as in ``tamaya.bots.facts``.
PerSuit: TypeAlias = Annotated[list[int], 16]
PerSeat: TypeAlias = Annotated[list[int], 8]
PerCard: TypeAlias = Annotated[list[int], CARD_ROOM]
PerHand: TypeAlias = Annotated[list[list[int]], 8, 10]
"""[seat][slot]"""

HAND_ROOM: Final = 10
"""The most cards that a hand can hold."""
NOBODY: Final = -1
NO_CARD: Final = -1

# Marks on a card.
TOUCHED: Final = 1
"""A clue has touched it."""
CALLED: Final = 2
"""A play clue was about it."""

# How a clue was read.
PLAIN: Final = 0
"""It says what it says."""
SURE: Final = 1
"""By it a card has become surely playable, and nothing more is meant."""
CALL: Final = 2
"""It calls for a card to be played."""
SAVE: Final = 3
"""It keeps the next discard."""


@dataclass(frozen=True, slots=True)
class Book(BookFacts):
    """The facts of a game that never change."""

    chain: Annotated[list[list[int]], 16, 10]
    """[suit][step] the face that is laid then."""


@dataclass(slots=True)
class Public:
    """What the whole table knows at one moment.

    Three sets tell what a card may be, each a part of the one before: ``told`` is certain, ``promised`` holds
    if all keep to the conventions, ``taken_for`` is what the holder acts upon.
    """

    clues: int
    """Clue tokens available."""
    strikes: int
    deck: int
    turns_left: int
    """In the last round the turns that remain, else -1."""
    playable: int
    dead: int
    """Faces that are of no use any more."""
    critical: int
    """Faces of which the last copy is left, and that are still needed."""
    used_up: int
    """Faces of which no copy is left."""
    missing: int
    """How many cards have yet to be laid for the best score that can be reached."""
    reading: int
    """How the last clue was read: PLAIN, SURE, CALL or SAVE."""
    focus: int
    """The card that the last clue was about, or NO_CARD."""
    laid: PerSuit
    """Cards on the display."""
    furthest: PerSuit
    """How many cards can be on the display at best."""
    discarded: PerFace
    copies_left: PerFace
    """Copies that are neither discarded nor laid."""
    room: PerFace
    """Copies that are left and not located in a hand; only ``draw_conclusions`` uses it."""
    hand_size: PerSeat
    hands: PerHand
    """The cards."""
    told: PerCard
    """The faces that the words of all clues leave."""
    promised: PerCard
    """Those that what clues were about, and silence, leave too: a called card is playable, one that was not
    saved is no last copy."""
    taken_for: PerCard
    """Those that counting and good touch leave besides: no face whose copies all lie elsewhere, and a clued
    card is of use. ``draw_conclusions`` works it out again after every event."""
    marks: PerCard
    called_by: PerCard
    """The seat whose clue called the card, or NOBODY."""
    called_with: PerCard
    """The clue that called it."""
    false_calls: PerSeat
    """How many of a seat's calls were strikes."""


@dataclass(slots=True)
class HandKnowledge:
    """What was known of a hand before a clue is tried, to take the trial back."""

    told: PerSlot
    promised: PerSlot
    taken_for: PerSlot
    marks: PerSlot
    called_by: PerSlot
    called_with: PerSlot


@dataclass(slots=True)
class Sight:
    """What one seat sees beyond what all know, and what it concludes."""

    seat: int
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
    thought: PerHand
    """The faces that a teammate takes a card for, as far as the seat can tell."""
    next_discards: PerSeat
    """The card that a teammate would discard, or NO_CARD."""
    clued_copies: PerFace
    """Clued cards with this face, as far as the seat knows."""
    exhausted: PerSeat
    """The faces of which a teammate sees all copies, as far as the seat can tell."""
    before: HandKnowledge
    """What was known of the hand for which a clue is tried."""


@lru_cache(maxsize=64)
def book_of(rules: Rules, players: int) -> Book:
    """The book of a table."""
    chain = [[face_of(rules, Card(f"{suit.letter}{rank}")) for rank in suit.order] for suit in rules.suits]
    return Book(**asdict(facts_of(rules, players)), chain=chain)


def face_of(rules: Rules, card: Card) -> int:
    """The number of a face."""
    suit, rank = rules.tables.place[card]
    return suit * rules.tables.ranks + rank - 1


def empty_public(book: Book, hands: Sequence[Sequence[int]]) -> Public:
    """Public knowledge while nothing has been laid, discarded or told."""
    last = max([card for hand in hands for card in hand], default=0)
    cards = max(last, sum(book.copies)) + HAND_ROOM
    public = Public(
        clues=0,
        strikes=0,
        deck=0,
        turns_left=-1,
        playable=0,
        dead=0,
        critical=0,
        used_up=0,
        missing=0,
        reading=PLAIN,
        focus=NO_CARD,
        laid=[0] * book.suits,
        furthest=[0] * book.suits,
        discarded=[0] * book.faces,
        copies_left=list(book.copies),
        room=[0] * book.faces,
        hand_size=[len(hand) for hand in hands],
        hands=[[*hand, *([0] * (HAND_ROOM - len(hand)))] for hand in hands],
        told=[0] * cards,
        promised=[0] * cards,
        taken_for=[0] * cards,
        marks=[0] * cards,
        called_by=[NOBODY] * cards,
        called_with=[0] * cards,
        false_calls=[0] * book.players,
    )
    for hand in hands:
        for card in hand:
            forget(book, public, card)
    return public


def empty_sight(book: Book, seat: int, cards: int) -> Sight:
    """A sight in which no card has been seen."""
    return Sight(
        seat=seat,
        face_of=[UNSEEN] * cards,
        unseen=[0] * book.faces,
        seen=[0] * book.faces,
        price=[0.0] * book.faces,
        mine=[0] * HAND_ROOM,
        thought=[[0] * HAND_ROOM for _ in range(book.players)],
        next_discards=[NO_CARD] * book.players,
        clued_copies=[0] * book.faces,
        exhausted=[0] * book.players,
        before=HandKnowledge(*([0] * HAND_ROOM for _ in range(6))),
    )


def copy_public(public: Public) -> Public:
    """A copy that shares nothing."""
    values = [getattr(public, field.name) for field in fields(Public)]
    values = [value.copy() if isinstance(value, list) else value for value in values]
    copied = Public(*values)
    copied.hands = [hand.copy() for hand in public.hands]
    return copied


@compilable
def forget(book: Book, public: Public, card: int) -> None:
    """Nothing is known of a card."""
    public.told[card] = (1 << book.faces) - 1
    public.promised[card] = public.told[card]
    public.taken_for[card] = public.told[card]
    public.marks[card] = 0
    public.called_by[card] = NOBODY
