"""Blueprints: compiled bots that are led through any game, also one in which seats leave their conventions.

A blueprint answers a few questions: what would the seat on turn do, what do all make of an action, what may
the seat's own cards be. What it remembers is the same for all seats, as each could have worked it out, or
there is a reading for each seat, by the cards that it sees. Kernels ask by address, so a blueprint is
compiled once, by itself, for whole games and for search alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from tamaya.bots.bits import sole
from tamaya.bots.compilable import compile_marked
from tamaya.bots.facts import BACK, BEYOND, CLUE, DISCARD, ENCORE, PLAY, Copies, PerPlane, PerSlot, take
from tamaya.bots.hat.conventions import NO_HEARER
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.actions import ActionKind
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, size
from tamaya.fast.calls import address_of, call
from tamaya.fast.deck import count_discarded
from tamaya.fast.jit import Row, inline, int64, kernel, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, NO_FACE, RUNNING, Words
from tamaya.fast.legal import clue_action
from tamaya.fast.pointers import items, row_of
from tamaya.fast.rollouts import Rollout
from tamaya.fast.structs import pack, places, pointer_to, record_of, words_of
from tamaya.fast.threads import in_parts

compile_marked()

Answer: TypeAlias = Callable[[Row, Row, Row, int, int], int]
"""A function of a blueprint: it takes the row of a game, the packed rules, the mind, and two numbers."""
PLAYING: Final = ("begin", "decide", "follow")
SEARCHING: Final = (*PLAYING, "lead", "tells_truth", "taken_for", "look", "trust_in", "misleads", "reorder")
"""The questions that whole games and that searches ask; the last three only of minds that are not shared."""
DECK_ACTION: Final = int(ActionKind.DECK)
BACK_ACTION: Final = int(ActionKind.BACK)


@dataclass(slots=True)
class Mind:
    """How a mind begins, whichever blueprint it has; then what all know, what a seat sees, the book."""

    begin: int
    """The addresses of the blueprint's functions, which are explained below where they are called."""
    decide: int
    follow: int
    lead: int
    tells_truth: int
    taken_for: int
    look: int
    trust_in: int
    misleads: int
    reorder: int
    shared: bool
    """Whether it is the same for all seats; else each has a reading of its own."""
    words: int
    """How many words the whole mind has."""
    lasting_words: int
    """How many of them last from action to action: these here, and what all know."""
    own: PerSlot
    """[slot] set of faces: what the card of the seat on turn may be, by ``look_at_own_cards``."""
    unseen: Copies
    """Copies that this seat misses, besides cards that it knows."""
    used: PerPlane
    """Room for those that an imagined hand takes."""


mind_at = pointer_to(Mind)


def new_mind(
    layout: type,
    answers: Mapping[str, Answer],
    book: object,
    questions: Iterable[str] = PLAYING,
    *,
    shared: bool = True,
) -> Words:
    """A mind before a game. ``layout`` is a dataclass with the fields mind, public, sight and book."""
    words = np.zeros(words_of(layout), np.int64)
    words[places(layout)["book"].start :] = pack(book)
    mind = record_of(Mind, words)
    mind.words = len(words)
    mind.lasting_words = places(layout)["sight"].start
    mind.shared = shared
    for question in questions:
        if question in answers:
            setattr(mind, question, address_of(answers[question]))
    return words


def finish_games(batch: Batch, mind: Words) -> Rollout:
    """Let a blueprint play the games of a batch to their ends, on the threads of the batch."""
    in_parts(
        lambda part: _play_to_ends(batch.rows[part], batch.tables, mind.copy()), batch.games, batch.threads
    )
    return Rollout.of(batch)


@kernel
def _play_to_ends(rows: Words, tables: Words, minds: Words) -> None:
    packed, mind = items(tables), items(minds)
    for game in range(rows.shape[0]):
        row = row_of(items(rows), rows.shape[1], game)
        begin(row, packed, mind, int64(0))
        while row[field.STATUS] == RUNNING:
            follow(row, packed, mind, decide(row, packed, mind))


# The questions. A mind is given as the row of its words.


@inline
def begin(row: Row, tables: Row, mind: Row, strangers: int) -> None:
    """What all know of a game; of one that runs already, by the words of its clues.

    ``strangers`` is a set of seats that take clues at their word, where each seat has a reading.
    """
    call(mind_at(mind, 0).begin, row, tables, mind, strangers, 0)


@inline
def decide(row: Row, tables: Row, mind: Row) -> int:
    """What the blueprint does on the seat on turn."""
    return call(mind_at(mind, 0).decide, row, tables, mind, 0, 0)


@inline
def follow(row: Row, tables: Row, mind: Row, action: int) -> None:
    """Take the action that ``decide`` has just chosen, and let all see it."""
    call(mind_at(mind, 0).follow, row, tables, mind, action, 0)


@inline
def lead(row: Row, tables: Row, mind: Row, action: int, hearer: int) -> None:
    """Take any action, and let all make of it what they do.

    The ``hearer`` does not see its own cards, and goes by what it is told; NO_HEARER sees all.
    """
    call(mind_at(mind, 0).lead, row, tables, mind, action, hearer)


@inline
def tells_truth(row: Row, tables: Row, mind: Row, action: int) -> bool:
    """Whether the others conclude nothing false from an action; the game and the mind are used up by that."""
    return call(mind_at(mind, 0).tells_truth, row, tables, mind, action, 0) != 0


@inline
def taken_for(row: Row, tables: Row, mind: Row, slot: int, card: int) -> int:
    """Set of faces that all take a card of the seat on turn for; ``card`` is its place in drawing order."""
    return call(mind_at(mind, 0).taken_for, row, tables, mind, slot, card)


@inline
def trust_in(row: Row, tables: Row, mind: Row, seat: int, card: int) -> int:
    """How much the seat on turn trusts another one to keep to the book, from 0 to 100, and -1 for not at all;
    with a card, the giver of the clue that called or touched it."""
    return call(mind_at(mind, 0).trust_in, row, tables, mind, seat, card)


@inline
def misleads(row: Row, tables: Row, mind: Row, seat: int) -> int:
    """How many cards of a seat are not what those who gave clues on them think that they are taken for."""
    return call(mind_at(mind, 0).misleads, row, tables, mind, seat, 0)


@inline
def reorder(row: Row, tables: Row, mind: Row, order: int) -> None:
    """A hand was put in another order, as ``packed_order`` has it."""
    call(mind_at(mind, 0).reorder, row, tables, mind, seat_of_order(order), order)


@inline
def look_at_own_cards(row: Row, tables: Row, mind: Row) -> None:
    """What the seat on turn knows of its cards, by the blueprint."""
    call(mind_at(mind, 0).look, row, tables, mind, 0, 0)


@noinline
def play_out(row: Row, tables: Row, mind: Row, action: int) -> None:
    """Take an action, and let the blueprint play to the end."""
    lead(row, tables, mind, action, NO_HEARER)
    play_on(row, tables, mind)


@noinline
def play_on(row: Row, tables: Row, mind: Row) -> None:
    """Let the blueprint play to the end."""
    while row[field.STATUS] == RUNNING:
        follow(row, tables, mind, decide(row, tables, mind))


# A hand that is put in another order (T9). For the compiled engine that is no action.

_SLOT_BITS: Final = 4
_SEAT_SHIFT: Final = 40


def packed_order(seat: int, order: Iterable[int]) -> int:
    """Whose hand, and its old slots from left to right, counted from 1, as a number below 0."""
    return (
        -1 - sum((slot - 1) << _SLOT_BITS * place for place, slot in enumerate(order)) - (seat << _SEAT_SHIFT)
    )


@inline
def seat_of_order(order: int) -> int:
    """Whose hand."""
    return (-1 - order) >> _SEAT_SHIFT


@inline
def slot_of_order(order: int, place: int) -> int:
    """The old slot of the card at a place, both counted from 0."""
    return ((-1 - order) >> _SLOT_BITS * place) & ((1 << _SLOT_BITS) - 1)


@noinline
def put_in_order(cards: Row | list[int], count: int, order: int) -> None:
    """Put the first items of a row in another order, cycle by cycle."""
    placed = int64(0)
    for start in range(count):
        if has(placed, start):
            continue
        first, place = cards[start], int64(start)
        while True:
            placed |= int64(1) << place
            source = slot_of_order(order, place)
            if source == start:
                break
            cards[place] = cards[source]
            place = source
        cards[place] = first


@noinline
def order_hand(row: Row, tables: Row, order: int) -> None:
    """Put a hand of a game in another order."""
    seat, hand = seat_of_order(order), tables[spec.HAND]
    count, faces = row[tables[spec.COUNTS] + seat], row[tables[spec.HANDS] + seat]
    ordered = (int64(1) << (FACE_BITS * hand)) - 1
    for place in range(count):
        face = (faces >> FACE_BITS * slot_of_order(order, place)) & FACE_MASK
        ordered ^= (NO_FACE ^ face) << FACE_BITS * place
    row[tables[spec.HANDS] + seat] = ordered
    put_in_order(row_of(row, 1, tables[spec.KNOWN] + seat * hand), count, order)


# What every blueprint sees in a row.


@noinline
def look_plainly(row: Row, tables: Row, mind: Row) -> None:
    """What the seat on turn knows of its cards by the words of clues."""
    own, seat = mind_at(mind, 0), row[field.TURN]
    count_unseen(row, tables, own.unseen)
    for slot in range(row[tables[spec.COUNTS] + seat]):
        own.own[slot] = row[tables[spec.KNOWN] + seat * tables[spec.HAND] + slot] & tables[spec.UNKNOWN]
        if sole(own.own[slot]):
            take(own.unseen, own.own[slot])


@noinline
def count_unseen(row: Row, tables: Row, unseen: Copies) -> None:
    """Count the copies that are neither laid nor discarded nor in the hands that the seat on turn sees."""
    count_hidden(row, tables, unseen)
    for seat in range(tables[spec.PLAYERS]):
        if seat != row[field.TURN]:
            faces = row[tables[spec.HANDS] + seat]
            for _ in range(row[tables[spec.COUNTS] + seat]):
                take(unseen, int64(1) << (faces & FACE_MASK))
                faces >>= FACE_BITS


@noinline
def count_hidden(row: Row, tables: Row, copies: Copies) -> None:
    """Count the copies that are neither laid nor discarded."""
    copies.one = 0
    copies.two = 0
    copies.three = 0
    for beyond in range(BEYOND):
        copies.more[beyond] = 0
    for face in range(tables[spec.FACE_COUNT]):
        played = has(row[field.PLAYED], face)
        left = size(tables[spec.FULL + face]) - played - count_discarded(row, tables, face)
        card = int64(1) << face
        copies.one |= card if left > 0 else 0
        copies.two |= card if left > 1 else 0
        copies.three |= card if left > 2 else 0
        for beyond in range(left - 3):
            copies.more[beyond] |= card


@inline
def clue_meaning(row: Row, tables: Row, action: int) -> tuple[int, int]:
    """The receiver of a clue that the seat on turn may give, and the clue."""
    meaning = tables[spec.MEANING + action]
    return (row[field.TURN] + ((meaning >> 4) & 255)) % tables[spec.PLAYERS], meaning >> 12


@inline
def action_meaning(row: Row, tables: Row, action: int) -> tuple[int, int, int]:
    """The kind of an action of the seat on turn, its slot, receiver or face, and the clue or -1.

    A free clue is a clue; a play from the deck has slot -1.
    """
    hand = tables[spec.HAND]
    if action < hand:
        return DISCARD, action, int64(-1)
    if action < 2 * hand:
        return PLAY, action - hand, int64(-1)
    meaning = tables[spec.MEANING + action]
    if meaning & 15 == DECK_ACTION:
        return PLAY, int64(-1), int64(-1)
    if meaning & 15 >= BACK_ACTION:
        return (BACK if meaning & 15 == BACK_ACTION else ENCORE), meaning >> 12, int64(-1)
    receiver, clue = clue_meaning(row, tables, action)
    return CLUE, receiver, clue


@inline
def touched_last(row: Row, tables: Row) -> int:
    """The slots that the last action, a clue, has touched."""
    return (row[field.TOLD] >> tables[spec.CLUE_COUNT]) & ((int64(1) << tables[spec.HAND]) - 1)


@inline
def action_number(row: Row, tables: Row, kind: int, where: int, clue: int) -> int:
    """The number of an action of the seat on turn: of a card in a slot, of a clue to a seat, or of a face
    that a bonus tile brings back."""
    if kind == CLUE:
        offset = (where - row[field.TURN]) % tables[spec.PLAYERS]
        if row[field.TILE]:
            return tables[spec.FREE_CLUES] + (offset - 1) * tables[spec.CLUE_COUNT] + clue
        return clue_action(tables, offset, clue)
    if kind == BACK:
        return tables[spec.BACKS] + where
    if kind == ENCORE:
        return tables[spec.ENCORES] + where
    return where + (tables[spec.HAND] if kind == PLAY else 0)
