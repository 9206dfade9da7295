"""What one seat keeps in mind while it reads a game: the table as all see it, and what each card is taken
for.

A card is named by its id, its place in the order of drawing: a larger number is a newer card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.facts import UNSEEN, BookFacts, PerFace, PerSlot, facts_of
from tamaya.rules import Card, Rules

CHOP: Final = Convention("chop", book="h-group", level=1, place=1)
NEXT_DISCARD: Final = Convention("next-discard", book="tamaya", place=6)

CARD_ROOM: Final = 192
"""The most cards that compiled games remember."""
HAND_ROOM: Final = 10
"""The most cards that a hand can hold."""
WAIT_ROOM: Final = 20
"""The most readings that can be open at once."""
STEP_ROOM: Final = 6
"""The most cards that one reading can wait for."""

# Lists, as in ``tamaya.bots.facts``.
PerSuit: TypeAlias = Annotated[list[int], 16]
PerSeat: TypeAlias = Annotated[list[int], 8]
PerCard: TypeAlias = Annotated[list[int], CARD_ROOM]
PerHand: TypeAlias = Annotated[list[list[int]], 8, HAND_ROOM]
"""[seat][slot]"""
PerWait: TypeAlias = Annotated[list[int], WAIT_ROOM]
PerStep: TypeAlias = Annotated[list[int], STEP_ROOM]
PerWaitStep: TypeAlias = Annotated[list[list[int]], WAIT_ROOM, STEP_ROOM]

MODELS: Final = 4
"""How many ways to play a seat is supposed to have, as in ``trust``."""
PerModel: TypeAlias = Annotated[list[list[float]], 8, MODELS]
"""[seat][model]"""

UNTOUCHED: Final = 1 << 30
NOBODY: Final = -1
NO_CARD: Final = -1

# Books: how a seat's clues are meant, and how it reads those of others.
PLAIN: Final = 0
"""Clues mean their words."""
TAMAYA: Final = 1
CARELESS: Final = 2
"""A clue that touches one card alone calls for it, if it may fit."""
H_GROUP: Final = 10
"""And the level: 11 to 15."""

# Marks on a card.
CLUED: Final = 1
"""A clue has touched it."""
FINESSED: Final = 2
"""It is to be played though no clue has touched it."""
MOVED: Final = 4
"""It is not discarded, though no clue has touched it."""
CALLED: Final = 8
"""A play clue was about it."""
CHOP_FOCUS: Final = 16
"""It was the next discard when a clue was about it."""
BAD: Final = 32
"""It is clued and of no use."""
GOOD: Final = 64
"""A clue by a book in which clues touch only useful cards has touched it."""
DOUBTFUL: Final = 128
"""It is to be played blindly by a clue that its giver had to give."""
WANTED: Final = 256
"""The viewer's own clued card may count on it: its holder may know that it is to be played blindly."""
ALONE: Final = 512
"""A clue has touched no other card of its hand."""
SPARED: Final = 1024
"""The seat before its holder could have told of it when it was the next discard, and did not."""
PROMISED: Final = FINESSED | WANTED
HELD: Final = CLUED | FINESSED | MOVED
"""Not the next discard."""

# How a clue was read.
NOTHING: Final = 0
PLAY_CLUE: Final = 1
SAVE_CLUE: Final = 2
STALL: Final = 3
CHOP_MOVE: Final = 4
FIX: Final = 5
REVEAL: Final = 6
MISTAKE: Final = 7

# How a card that a reading waits for will come.
KNOWN: Final = 0
"""Its holder plays it anyway."""
PROMPT: Final = 1
"""It has a clue on it, and its holder takes it for the missing one."""
FINESSE: Final = 2
"""It has none."""
LAYER: Final = 3
"""It has none, fits, and lies before the missing one."""


@dataclass(frozen=True, slots=True)
class Book(BookFacts):
    """The facts of a game that never change."""

    chain: Annotated[list[list[int]], 16, 10]
    """[suit][step] the face that is laid then."""


@dataclass(slots=True)
class Table:
    """What lies on the table, and the words of all clues: the same for every seat."""

    turn: int
    """Actions so far."""
    drawn: int
    """The number of the next card."""
    clues: int
    """Clue tokens available."""
    strikes: int
    deck: int
    turns_left: int
    """In the last round the turns that remain, else -1."""
    dealt: int
    """Cards with a smaller number lay in the hands at the start."""
    playable: int
    dead: int
    """Faces that are of no use any more."""
    critical: int
    """Faces of which the last copy is left, and that are still needed."""
    used_up: int
    """Faces of which no copy is left."""
    one_left: int
    """Faces of which at most one is left."""
    two_left: int
    """Those of which two are left."""
    three_left: int
    missing: int
    """How many cards have yet to be laid for the best score that can be reached."""
    laid: PerSuit
    """Cards on the display."""
    furthest: PerSuit
    """How many cards can be on the display at best."""
    discarded: PerFace
    copies_left: PerFace
    """Copies that are neither discarded nor laid."""
    hand_size: PerSeat
    hands: PerHand
    """The cards."""
    told: PerCard
    """The faces that the words of all clues leave."""
    since: PerCard
    """When a clue touched the card first: the number of that action, or UNTOUCHED."""
    news: bool
    """Whether the last clue said anything new of the cards that it touched."""


@dataclass(slots=True)
class Waits:
    """Open readings: a clued card, the focus, is some face, if other cards, the steps, are played before
    it."""

    count: int
    focus: PerWait
    face: PerWait
    giver: PerWait
    turn: PerWait
    """When the clue was given."""
    limit: PerWait
    """Cards from this number on were drawn after the clue."""
    but: PerWait
    """Set of seats that have shown that they do not hold what is missing."""
    own: PerWait
    """Whose unseen cards it counts on, as in ``connections``."""
    level: PerWait
    """The level of the clue."""
    steps: PerWait
    """How many steps there are."""
    step: PerWaitStep
    """A step, as ``step_of`` packs it."""


@dataclass(slots=True)
class FaceCount:
    """How often faces were counted: sets of faces that were counted at least so often."""

    one: int
    two: int
    three: int


@dataclass(slots=True)
class HandCount:
    """What is counted in a hand."""

    certain: FaceCount
    """What its holder knows by the words of clues."""
    likely: FaceCount
    """And what its holder concludes."""
    certain_to_others: FaceCount
    """What the others see there, or know by the words of clues."""
    likely_to_others: FaceCount
    """And what they conclude."""
    clued: int
    """The faces of its clued cards."""
    known: int
    """Those that its holder knows of."""


@dataclass(slots=True)
class Reading:
    """What one seat, the viewer, makes of the table."""

    viewer: int
    level: int
    """The level of the clue that is being read; 0 for a book without levels."""
    early: bool
    """Whether no seat has discarded its next discard yet."""
    stalls: bool
    """Whether the giver of the clue that is being read had to give one: with all tokens, or with no
    discard."""
    books: PerSeat
    """[seat] the book that the viewer supposes a seat to follow."""
    trust: PerSeat
    """[seat] how surely, in per cent."""
    belief: PerModel
    """How likely a seat plays so, as in ``trust``."""
    proved: PerSeat
    """[seat] whether it has proved to know blind plays for the sake of a clue to the same hand."""
    misled: PerSeat
    """[seat] how many of its calls have to prove true before a card is played on its word again, by the book
    tamaya."""
    face_of: PerCard
    """The face of a card, or UNSEEN."""
    meant: PerCard
    """The faces that clues by the conventions leave to a card."""
    taken_for: PerCard
    """Those that counting and good touch leave besides; what its holder acts upon, as far as the viewer can
    tell."""
    marks: PerCard
    giver: PerCard
    """The seat whose clue touched the card first, or was about it; or NOBODY."""
    clue: PerCard
    """And that clue."""
    guessed: bool
    """Whether the card that is being played need not fit, by the words of clues."""
    sign: int
    """What the play tells of the player, as in ``trust``."""
    risk: bool
    """Whether it is played blindly for the sake of a clue to the same hand."""
    last: int
    """How the last clue was read."""
    focus: int
    """The card that it was about, or NO_CARD."""
    waits: Waits
    # The last play clue to the viewer.
    heard: int
    """The card that it was about, or NO_CARD."""
    heard_turn: int
    heard_giver: int
    heard_direct: int
    """The faces of which it could be at once."""
    heard_other: int
    """The other faces that its words left."""
    # The explanation that is being looked for.
    limit: int
    """It counts on no card from this number on."""
    most_own: int
    """It counts on so many plays of its reader at most, once another seat has not played."""
    moment: int
    """When its clue was given: cards that its giver was told of later were unknown to the giver."""
    hidden: int
    """A seat from whose hand nothing is seen, while its reading is imagined; else NOBODY."""
    promised: int
    """It looks only for these faces among the cards that clues have touched or called."""
    steps: int
    trial: PerStep
    """Its steps so far."""
    before: PerSlot
    """What the cards of a hand were taken for before a clue."""
    # What ``counting`` counts.
    counts: Annotated[list[HandCount], 8]
    """[seat] what is counted in its hand."""
    pending: int
    """Set of seats: what their cards are taken for may change when conclusions are drawn again."""


@lru_cache(maxsize=64)
def book_of(rules: Rules, players: int) -> Book:
    """The book of a table."""
    chain = [[face_of(rules, Card(f"{suit.letter}{rank}")) for rank in suit.order] for suit in rules.suits]
    facts = facts_of(rules, players)
    return Book(**{name: getattr(facts, name) for name in facts.__dataclass_fields__}, chain=chain)


def face_of(rules: Rules, card: Card) -> int:
    """The number of a face."""
    suit, rank = rules.tables.place[card]
    return suit * rules.tables.ranks + rank - 1


def empty_table(book: Book, hands: Sequence[Sequence[int]]) -> Table:
    """A table on which nothing has been laid, discarded or told."""
    last = max([card for hand in hands for card in hand], default=-1)
    cards = max(last, sum(book.copies)) + HAND_ROOM
    return Table(
        turn=0,
        drawn=last + 1,
        clues=book.most_clues,
        strikes=0,
        deck=0,
        turns_left=-1,
        dealt=book.players * book.hand,
        playable=0,
        dead=0,
        critical=0,
        used_up=0,
        one_left=0,
        two_left=0,
        three_left=0,
        missing=0,
        laid=[0] * book.suits,
        furthest=[0] * book.suits,
        discarded=[0] * book.faces,
        copies_left=list(book.copies),
        hand_size=[len(hand) for hand in hands],
        hands=[[*hand, *([0] * (HAND_ROOM - len(hand)))] for hand in hands],
        told=[book.every] * cards,
        since=[UNTOUCHED] * cards,
        news=False,
    )


def empty_waits() -> Waits:
    """No open reading."""
    return Waits(
        count=0,
        focus=[0] * WAIT_ROOM,
        face=[0] * WAIT_ROOM,
        giver=[0] * WAIT_ROOM,
        turn=[0] * WAIT_ROOM,
        limit=[0] * WAIT_ROOM,
        but=[0] * WAIT_ROOM,
        own=[0] * WAIT_ROOM,
        level=[0] * WAIT_ROOM,
        steps=[0] * WAIT_ROOM,
        step=[[0] * STEP_ROOM for _ in range(WAIT_ROOM)],
    )


def empty_hand_count() -> HandCount:
    """Nothing counted."""
    return HandCount(
        certain=FaceCount(0, 0, 0),
        likely=FaceCount(0, 0, 0),
        certain_to_others=FaceCount(0, 0, 0),
        likely_to_others=FaceCount(0, 0, 0),
        clued=0,
        known=0,
    )


def empty_reading(book: Book, viewer: int, books: Sequence[int], trust: int, cards: int) -> Reading:
    """A reading in which nothing has been seen."""
    return Reading(
        viewer=viewer,
        level=0,
        early=True,
        stalls=False,
        books=list(books),
        trust=[trust] * book.players,
        belief=[[0.0] * MODELS for _ in range(book.players)],
        proved=[0] * book.players,
        misled=[0] * book.players,
        face_of=[UNSEEN] * cards,
        meant=[book.every] * cards,
        taken_for=[book.every] * cards,
        marks=[0] * cards,
        giver=[NOBODY] * cards,
        clue=[0] * cards,
        guessed=False,
        sign=0,
        risk=False,
        last=NOTHING,
        focus=NO_CARD,
        waits=empty_waits(),
        heard=NO_CARD,
        heard_turn=0,
        heard_giver=NOBODY,
        heard_direct=0,
        heard_other=0,
        limit=1 << 30,
        most_own=0,
        moment=0,
        hidden=NOBODY,
        promised=-1,
        steps=0,
        trial=[0] * STEP_ROOM,
        before=[0] * HAND_ROOM,
        counts=[empty_hand_count() for _ in range(book.players)],
        pending=0,
    )


# A step of an open reading is one number: the card, the face it is to be, how it will come, and its seat.


@compilable(inline=True)
def step_of(card: int, face: int, kind: int, seat: int) -> int:
    """A step."""
    return card | face << 12 | kind << 20 | seat << 24


@compilable(inline=True)
def card_in(step: int) -> int:
    """The card of a step."""
    return step & 4095


@compilable(inline=True)
def face_in(step: int) -> int:
    """The face that it is to be."""
    return step >> 12 & 255


@compilable(inline=True)
def kind_in(step: int) -> int:
    """How it will come."""
    return step >> 20 & 15


@compilable(inline=True)
def seat_in(step: int) -> int:
    """Who holds it."""
    return step >> 24


@compilable(inline=True)
def chop_of(table: Table, reading: Reading, seat: int) -> int:
    """The card that a seat discards with nothing else to do: the oldest that is not held, or NO_CARD."""
    oldest = NO_CARD
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if reading.marks[card] & HELD == 0 and (oldest < 0 or card < oldest):
            oldest = card
    return oldest


@compilable
def next_chop(table: Table, reading: Reading, seat: int, chop: int) -> int:
    """The card that a seat discards once its next discard has been saved, or NO_CARD."""
    oldest = NO_CARD
    if chop >= 0:
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            if card > chop and reading.marks[card] & HELD == 0 and (oldest < 0 or card < oldest):
                oldest = card
    return oldest


@compilable
def holder_of(book: Book, table: Table, card: int) -> int:
    """The seat that holds a card, or NOBODY."""
    for seat in range(book.players):
        for slot in range(table.hand_size[seat]):
            if table.hands[seat][slot] == card:
                return seat
    return NOBODY


@compilable(inline=True)
def face_under(reading: Reading, seat: int, card: int) -> int:
    """The face of a card as the reading that is imagined sees it."""
    return UNSEEN if seat == reading.hidden else reading.face_of[card]


@compilable
def forget(book: Book, table: Table, reading: Reading, card: int) -> None:
    """Nothing is known of a card."""
    table.told[card] = book.every
    table.since[card] = UNTOUCHED
    reading.meant[card] = book.every
    reading.taken_for[card] = book.every
    reading.marks[card] = 0
    reading.giver[card] = NOBODY
