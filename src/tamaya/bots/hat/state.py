"""What ``hat`` keeps in mind: what the players agree on, what the whole table knows, what one seat sees.

Kernels keep room for ten seats with ten cards each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Annotated, Final

from tamaya.bots.bits import lowest, size, sole
from tamaya.bots.compilable import compilable
from tamaya.bots.facts import (
    NO_SLOT,
    UNSEEN,
    BookFacts,
    Copies,
    PerFace,
    PerSlot,
    all_copies,
    begin_count,
    facts_of,
    set_of,
    take,
)
from tamaya.rules import Rules, Tables
from tamaya.words import Message

WITHOUT_END: Final = 99
"""The pace of a game that no empty deck ends (F1)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Numbers that were found by trying."""

    hoard: int
    """Clue tokens up to which a useless card is discarded before any clue is given."""
    thrift: int
    """Clue tokens that are kept rather than spent to avoid a discard."""
    dear: int
    """What a discard may cost before a clue is preferred."""
    patience: int
    """The pace at which discards end while another player can play."""
    watched: int
    """How many players ahead a seat looks for a discard that would be a loss."""
    late: int
    """Cards in the deck from which on the rest of the game is rehearsed."""
    samples: int
    """Rehearsals for each action."""
    margin: int
    """How much better than usual an action must do in all rehearsals together."""


TERMS: Final = {
    2: Terms(0, 1, 1000, 3, 1, 6, 20, 4),
    3: Terms(4, 0, 100, 2, 0, 9, 20, 4),
    4: Terms(4, 0, 100, 3, 0, 10, 20, 4),
    5: Terms(4, 0, 100, 4, 0, 12, 20, 4),
}
"""players: the terms; more than five play like five."""


@dataclass(frozen=True, slots=True)
class Book(BookFacts):
    """What the players of a table agree on before a game: the facts of the rules, and the terms."""

    terms: Terms
    exact: bool
    """Whether every sum can be told, so that a discard proves that no clue was needed."""
    colour_classes: int
    """Where clues may not be empty, the messages that colours to a hand can mostly tell: 2, or 0 for none."""
    value_classes: int
    sure_colour_classes: int
    """The messages that colours can tell to every hand in which they touch a card: 2, 1, or 0 for none."""
    sure_value_classes: int
    coloured: int
    """Set of faces: what some colour touches."""
    valued: int
    """Set of faces: what some value touches."""


@dataclass(slots=True)
class Hand:
    """What all know of a hand, and expect of its player."""

    cards: int
    """How many there are."""
    may_be: PerSlot
    """[slot] set of faces that the card may be."""
    told: PerSlot
    """[slot] the same, by the words of the clues alone."""
    heard: PerSlot
    """[slot] set of faces that the card may be after the action that is just being chosen or read."""
    rank: PerSlot
    """[slot] its place among the cards of the hand, the least known card first."""
    wanted: int
    """Set of faces: what is expected to fit when the seat is on turn."""
    knows_play: bool
    """Whether the seat is expected to know a card that fits then."""
    next_discard: int
    """The slot that the seat is expected to discard, if that is watched, else NO_SLOT."""
    colour_messages: int
    """How many of the sums are told by colours to this seat."""
    value_messages: int
    messages: int
    """How many are told by clues to this seat in all."""
    part: int
    """Its part of the sum that was added up last."""


@dataclass(slots=True)
class Public:
    """What all players of a table know in common, between two actions."""

    hands: Annotated[list[Hand], 10]
    wanted: int
    """Set of faces: what fits now."""
    clues: int
    """Clue tokens available."""
    deck: int
    turns_left: int
    """In the last round the turns that remain, before it -1."""
    steps: int
    """Actions so far."""
    decision: int
    """What a bonus tile lets the seat on turn decide: one of the decisions of ``tiles``."""
    useful: int
    """Set of faces: still to be laid, and reachable."""
    critical: int
    """Set of faces: useful, and the last copy."""
    pace: int
    """How many turns more the game can have than cards to lay."""
    hidden: Copies
    """Copies that are neither laid nor discarded."""
    open: Copies
    """Hidden copies that are not publicly known in some hand."""
    discarded: PerFace


@dataclass(slots=True)
class Rehearser:
    """A player in a rehearsal of the last cards."""

    held: int
    """Set of faces: its hand."""
    aware: int
    """Set of faces: those of its hand that it may play by what it knows."""
    cards: int
    """How many it holds."""


@dataclass(slots=True)
class Stage:
    """A game that is rehearsed."""

    players: Annotated[list[Rehearser], 10]
    mine: PerSlot
    """[slot] set of one face: the hand of the seat that rehearses."""
    rest: PerFace
    """The faces that cannot be seen; the deck is drawn from their end."""


@dataclass(slots=True)
class Sight:
    """What one seat knows beyond what all know: it sees the other hands, and counts."""

    seat: int
    faces: Annotated[list[list[int]], 10, 10]
    """[seat][slot] the faces of the cards in the other hands; UNSEEN, or anything, in its own."""
    seen: int
    """Set of faces: what the others hold."""
    unseen: Copies
    """Copies that are neither on the table nor in another hand, nor known in the own one."""
    own: PerSlot
    """[slot] set of faces that the card may be."""
    stage: Stage
    why: int
    """Why the last action was chosen: one of the reasons of ``choose``."""
    needless: bool
    """Whether it is a discard which proves that no player needs a clue."""
    total: int
    """The sum that a clue tells."""
    modulus: int


@lru_cache(maxsize=64)
def book_of(rules: Rules, players: int) -> Book:
    """The book of a table."""
    tables = rules.tables
    colours, values = tables.touch[: len(tables.colours)], tables.touch[len(tables.colours) :]
    return Book(
        **asdict(facts_of(rules, players)),
        terms=TERMS[min(players, 5)],
        exact=rules.empty or (_are_apart(tables, colours) and _are_apart(tables, values)),
        colour_classes=2 if colours else 0,
        value_classes=2 if values else 0,
        sure_colour_classes=_sure_classes(tables, colours),
        sure_value_classes=_sure_classes(tables, values),
        coloured=_touched_by_any(tables, colours),
        valued=_touched_by_any(tables, values),
    )


def objection(rules: Rules | None, _players: int) -> Message | None:
    """Why ``hat`` cannot play somewhere."""
    if rules is None:
        return Message("bots.cooperative-only", bot="hat")
    return None


def _are_apart(tables: Tables, clues: Sequence[Sequence[bool]]) -> bool:
    """Whether each card is touched by one of these clues, so that they part every hand into groups."""
    return all(sum(row[face] for row in clues) == 1 for face in range(len(tables.cards)))


def _sure_classes(tables: Tables, clues: Sequence[Sequence[bool]]) -> int:
    return 2 if _are_apart(tables, clues) else 1 if clues else 0


def _touched_by_any(tables: Tables, clues: Sequence[Sequence[bool]]) -> int:
    """Set of faces: what at least one of these clues touches."""
    return set_of(face for face in range(len(tables.cards)) if any(row[face] for row in clues))


def new_public(book: Book) -> Public:
    """What all know of a game that has just been dealt."""
    public = Public(
        hands=[_new_hand(book) for _ in range(book.players)],
        wanted=book.opening,
        clues=book.most_clues,
        deck=book.deck,
        turns_left=-1,
        steps=0,
        decision=0,
        useful=0,
        critical=0,
        pace=0,
        hidden=all_copies(book.copies),
        open=Copies(0, 0, 0),
        discarded=[0] * book.faces,
    )
    settle(book, public)
    return public


def _new_hand(book: Book) -> Hand:
    unknown, zeros = [book.every] * book.hand, [0] * book.hand
    return Hand(book.hand, unknown, list(unknown), zeros, list(zeros), 0, False, NO_SLOT, 0, 0, 0, 0)


def new_sight(book: Book, seat: int) -> Sight:
    """A seat that has not looked at the other hands yet."""
    return Sight(
        seat=seat,
        faces=[[UNSEEN] * book.hand for _ in range(book.players)],
        seen=0,
        unseen=Copies(0, 0, 0),
        own=[0] * book.hand,
        stage=Stage([Rehearser(0, 0, 0) for _ in range(book.players)], [0] * book.hand, [0] * 64),
        why=0,
        needless=False,
        total=0,
        modulus=0,
    )


@compilable(inline=True)
def is_late(book: Book, public: Public) -> bool:
    """Whether the rest of the game is rehearsed, so that actions prove nothing."""
    return public.deck <= book.terms.late and not book.flourish


@compilable
def sure_slots(public: Public, hand: Hand) -> int:
    """The slots of which all know that they fit."""
    slots = 0
    for slot in range(hand.cards):
        if hand.may_be[slot] & ~public.wanted == 0:
            slots |= 1 << slot
    return slots


@compilable
def useless_slots(public: Public, hand: Hand) -> int:
    """The slots of which all know that they are useless."""
    slots = 0
    for slot in range(hand.cards):
        if hand.may_be[slot] & public.useful == 0:
            slots |= 1 << slot
    return slots


@compilable
def settle(book: Book, public: Public) -> None:
    """Draw the conclusions that need no convention."""
    look_at_displays(book, public)
    count_publicly(book, public)


@compilable
def look_at_displays(book: Book, public: Public) -> None:
    """Work out which faces are useful and which critical, and the pace."""
    public.useful = 0
    public.critical = 0
    starts = public.wanted
    while starts:
        card = starts & -starts
        starts &= starts - 1
        while card:
            face = lowest(card)
            left = book.copies[face] - public.discarded[face]
            if left == 0:
                break
            public.useful |= card
            if left == 1:
                public.critical |= card
            card = book.after[face]
    if book.flourish:
        public.pace = WITHOUT_END
    else:
        public.pace = public.deck + book.players - size(public.useful)


@compilable
def count_publicly(book: Book, public: Public) -> None:
    """Strike out the faces of which all copies are accounted for, until nothing changes."""
    again = True
    while again:
        again = False
        begin_count(public.open, public.hidden)
        for seat in range(book.players):
            hand = public.hands[seat]
            for slot in range(hand.cards):
                if sole(hand.may_be[slot]):
                    take(public.open, hand.may_be[slot])
        for seat in range(book.players):
            hand = public.hands[seat]
            for slot in range(hand.cards):
                may_be = hand.may_be[slot]
                left = may_be & public.open.one
                if left == may_be or sole(may_be):
                    continue
                if left == 0:
                    # A player does not keep to the sums.
                    left = hand.told[slot]
                elif sole(left):
                    again = True
                hand.may_be[slot] = left


@compilable
def look_around(book: Book, public: Public, sight: Sight) -> None:
    """Work out what a seat knows of its own hand, with what it sees in the others."""
    begin_count(sight.unseen, public.hidden)
    sight.seen = 0
    for offset in range(1, book.players):
        other = (sight.seat + offset) % book.players
        for slot in range(public.hands[other].cards):
            card = 1 << sight.faces[other][slot]
            sight.seen |= card
            take(sight.unseen, card)
    hand = public.hands[sight.seat]
    for slot in range(hand.cards):
        sight.own[slot] = hand.may_be[slot]
        if sole(sight.own[slot]):
            take(sight.unseen, sight.own[slot])
    again = True
    while again:
        again = False
        for slot in range(hand.cards):
            may_be = sight.own[slot]
            left = may_be & sight.unseen.one
            if left and left != may_be and not sole(may_be):
                sight.own[slot] = left
                if sole(left):
                    take(sight.unseen, left)
                    again = True
