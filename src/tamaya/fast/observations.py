"""Observations: what one seat sees of a game, as bits, bytes or floats.

The row of a game was laid out for this: an observation is gathered as bits, mostly by shifting whole words of
the row into place, and then spread over bytes or floats, 64 at a time. Kernels take ``plan``, the numbers of
an encoding; ``seat`` is the one that looks, or -1 for the seat on turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tamaya.fast.actions import Kind, actions
from tamaya.fast.bits import has, size
from tamaya.fast.encoding import USUAL_KINDS, Encoding, other_kinds
from tamaya.fast.jit import Row, float32, inline, inline_ir, int64, kernel, noinline, uint64
from tamaya.fast.layout import (
    CARDS,
    CLUES,
    DRAWN,
    FACE_BITS,
    FACE_MASK,
    PLAYED,
    SHOWN,
    SPENT,
    STRIKES,
    TILE,
    TILES,
    TOLD,
    TOPS,
    TURN,
    WHO,
    Words,
    layout_for,
)
from tamaya.fast.packing import TILE_BITS
from tamaya.fast.pointers import items, row_of, scratch, spread_word

MINIMAL, CARD_KNOWLEDGE, SEER = range(3)


class Plan(NamedTuple):
    """The numbers of an encoding, in the order in which a plan array begins with them."""

    length: int
    players: int
    hand: int
    faces: int
    clues: int
    """Different clues."""
    knowledge: int
    """MINIMAL, CARD_KNOWLEDGE or SEER."""
    belief: int
    counts: int
    """Where the blocks of a row begin, from here on."""
    hands: int
    known: int
    discards: int
    discard_words: int
    deck_length: int
    most_clues: int
    most_strikes: int
    at_knowledge: int
    """Where the knowledge about the first card begins in an observation."""
    extra: int
    """How many entries there are beyond those of the learning environment."""
    tiles: int
    """How many tiles there are."""
    first_other: int
    """The first kind of action that the learning environment lacks."""


(
    LENGTH, PLAYERS, HAND, FACES, CLUE_COUNT, KNOWLEDGE, BELIEF, COUNTS, HANDS, KNOWN, DISCARDS,
    DISCARD_WORDS, DECK_LENGTH, MOST_CLUES, MOST_STRIKES, AT_KNOWLEDGE, EXTRA, TILE_COUNT, FIRST_OTHER,
) = range(len(Plan._fields))  # fmt: skip
"""Where a plan array holds them."""

PER_FACE: Final = 64
SEEN: Final = 32
"""[face] what is known of a card that is seen: its face and all clues that touch it; nothing for NO_FACE."""
COPIES: Final = SEEN + PER_FACE
"""[face] how many of it the deck holds."""
PLACE: Final = COPIES + PER_FACE
"""[face] the word of its discard thermometer."""
SHIFT: Final = PLACE + PER_FACE
"""[face] the lowest bit of its discard thermometer."""
USED: Final = SHIFT + PER_FACE
"""[word of the discard block] how many bits are used."""
PLAN_WORDS: Final = USED + PER_FACE


@lru_cache(maxsize=256)
def plan_for(encoding: Encoding) -> Words:
    """The plan array of an encoding."""
    rules, players, tables = encoding.rules, encoding.players, encoding.rules.tables
    layout = layout_for(rules, players, actions=len(actions(rules, players)), history=False)
    length = {section.name: section.length for section in encoding.sections}
    plan = np.zeros(PLAN_WORDS, np.int64)
    plan[: len(Plan._fields)] = Plan(
        length=encoding.length,
        players=players,
        hand=layout.hand,
        faces=layout.faces,
        clues=layout.clues,
        knowledge={"minimal": MINIMAL, "card_knowledge": CARD_KNOWLEDGE, "seer": SEER}[encoding.knowledge],
        belief=encoding.belief,
        counts=layout.block("counts").start,
        hands=layout.block("faces").start,
        known=layout.block("known").start,
        discards=layout.block("discards").start,
        discard_words=layout.block("discards").words,
        deck_length=length["deck"],
        most_clues=length["clue_tokens"],
        most_strikes=length["lives"],
        at_knowledge=encoding.section("knowledge").start if "knowledge" in length else 0,
        extra=2 * length.get("tiles", 0) + length.get("last_other_kind", 0),
        tiles=length.get("tiles", 0),
        first_other=other_kinds(rules)[0] if other_kinds(rules) else 0,
    )
    for face, (word, shift) in enumerate(layout.thermometers):
        touch = _set(clue for clue, row in enumerate(tables.touch) if row[face])
        plan[SEEN + face] = 1 << face | touch << layout.faces
        plan[COPIES + face] = tables.copies[face]
        plan[PLACE + face] = word
        plan[SHIFT + face] = shift
    plan[USED : USED + len(layout.discard_bits)] = layout.discard_bits
    plan.flags.writeable = False
    return plan


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


# Gathering bits: ``at`` counts the entries so far, and ``open_word`` holds those of the word not yet full.

_0, _1, _63 = uint64(0), uint64(1), uint64(63)
_VALUE: Final = int(Kind.VALUE)
_CLUES: Final = 2 << Kind.COLOUR | 2 << Kind.VALUE | 2 << Kind.FREE
"""Set of kinds, counted from 1 as in the row: those that give information."""
_USUAL_MASK: Final = (1 << len(USUAL_KINDS)) - 1


@inline
def _add(bits: Row, at: int, open_word: int, members: int, length: int) -> tuple[int, int]:
    """Add a section of at most 64 entries."""
    shift, what = uint64(at & 63), uint64(members)
    open_word |= what << shift
    after = at + length
    if (at ^ after) >> 6:
        bits[at >> 6] = open_word
        # In two steps, because a shift by 64 is none.
        open_word = (what >> _1) >> (_63 - shift)
    return after, open_word


@inline_ir
def _gather(row: Row, p: Row, seat: int, bits: Row) -> None:
    """Write the observation of a seat as bits, from the lowest bit of the first word on."""
    at, word = int64(0), _0
    at, word = _add_hands(row, p, seat, bits, at, word)
    at, word = _add_deck(row, p, bits, at, word)
    at, word = _add(bits, at, word, row[TOPS], p[FACES])
    lives = (int64(1) << (p[MOST_STRIKES] - row[STRIKES])) - 1
    tokens = (int64(1) << row[CLUES]) - 1
    at, word = _add(bits, at, word, tokens | lives << p[MOST_CLUES], p[MOST_CLUES] + p[MOST_STRIKES])
    for part in range(p[DISCARD_WORDS]):
        at, word = _add(bits, at, word, row[p[DISCARDS] + part], p[USED + part])
    at, word = _add(bits, at, word, _last(row, p, seat), 2 * p[PLAYERS] + 4)
    at, word = _add(bits, at, word, row[TOLD], p[CLUE_COUNT] + 2 * p[HAND])
    at, word = _add(bits, at, word, row[SHOWN], p[FACES] + 2)
    if p[KNOWLEDGE] == CARD_KNOWLEDGE:
        at, word = _add_knowledge(row, p, seat, bits, at, word)
    elif p[KNOWLEDGE] == SEER:
        at, word = _add_seen(row, p, seat, bits, at, word)
    if p[EXTRA]:
        at, word = _add(bits, at, word, _extra(row, p), p[EXTRA])
    if at & 63:
        bits[at >> 6] = word


@inline
def _add_hands(row: Row, p: Row, seat: int, bits: Row, at: int, word: int) -> tuple[int, int]:
    """The hands of the others, and whose hands are short."""
    faces, hand, players = p[FACES], p[HAND], p[PLAYERS]
    every = (int64(1) << faces) - 1
    short = int64(row[p[COUNTS] + seat] < hand)
    for offset in range(1, players):
        other = _wrapped(seat + offset - players, players)
        short |= int64(row[p[COUNTS] + other] < hand) << offset
        held = row[p[HANDS] + other]
        for _ in range(hand):
            at, word = _add(bits, at, word, (int64(1) << (held & FACE_MASK)) & every, faces)
            held >>= FACE_BITS
    return _add(bits, at, word, short, players)


@inline
def _add_deck(row: Row, p: Row, bits: Row, at: int, word: int) -> tuple[int, int]:
    left, length = row[CARDS] - row[DRAWN], p[DECK_LENGTH]
    while length > 63:
        at, word = _add(bits, at, word, (int64(1) << min(left, 63)) - 1, int64(63))
        left, length = max(left - 63, 0), length - 63
    # L6: a card that goes back into a deck that was dealt out is one more than there is room for.
    return _add(bits, at, word, (int64(1) << min(left, length)) - 1, length)


@inline
def _last(row: Row, p: Row, seat: int) -> int:
    """Who acted, what kind of action it was, and who was told; nothing before the first action."""
    who, players = row[WHO], p[PLAYERS]
    code = who & 15
    actor = _wrapped(((who >> 4) & 15) - seat, players)
    receiver = _wrapped(((who >> 8) & 15) - seat, players)
    kind = ((int64(1) << code) >> 1) & _USUAL_MASK
    told = (_CLUES >> code) & 1
    return int64(code > 0) << actor | kind << players | told << (players + 4 + receiver)


@inline
def _wrapped(seat: int, players: int) -> int:
    """A seat counted around the table, from one that may be negative; without a branch to guess."""
    return seat + (players & (seat >> 63))


@inline
def _add_knowledge(row: Row, p: Row, seat: int, bits: Row, at: int, word: int) -> tuple[int, int]:
    length, hand, players = p[FACES] + p[CLUE_COUNT], p[HAND], p[PLAYERS]
    for offset in range(players):
        other = _wrapped(seat + offset - players, players)
        known = p[KNOWN] + other * hand
        for slot in range(hand):
            at, word = _add(bits, at, word, row[known + slot], length)
    return at, word


@inline
def _add_seen(row: Row, p: Row, seat: int, bits: Row, at: int, word: int) -> tuple[int, int]:
    length, hand, players = p[FACES] + p[CLUE_COUNT], p[HAND], p[PLAYERS]
    for offset in range(players):
        held = row[p[HANDS] + _wrapped(seat + offset - players, players)]
        for _ in range(hand):
            at, word = _add(bits, at, word, p[SEEN + (held & FACE_MASK)], length)
            held >>= FACE_BITS
    return at, word


@noinline
def _extra(row: Row, p: Row) -> int:
    """What the learning environment lacks: the tiles, and other kinds of actions.

    The tiles face down are told as a set: their order is hidden from all players.
    """
    extra = int64(0)
    if p[TILE_COUNT]:
        tiles = row[TILES] >> TILE_BITS * row[SPENT]
        while tiles:
            extra |= int64(1) << ((tiles & ((1 << TILE_BITS) - 1)) - 1)
            tiles >>= TILE_BITS
        extra |= ((int64(1) << row[TILE]) >> 1) << p[TILE_COUNT]
    kind = (row[WHO] & 15) - 1
    if kind > _VALUE:
        extra |= int64(1) << (2 * p[TILE_COUNT] + kind - p[FIRST_OTHER])
    return extra


# Writing observations.


@inline
def _seat(row: Row, seat: int) -> int:
    return row[TURN] if seat < 0 else seat


@inline
def _spread(bits: Row, length: int, target: Row) -> None:
    """Write bits as bytes or floats, up to the last one and no further."""
    for word in range(length >> 6):
        spread_word(target, word << 6, bits[word])
    if length & 63 == 0:
        return
    if length >= 64:
        # The last 64 once more: what they share with the word before is the same.
        word, shift = (length - 64) >> 6, uint64(length & 63)
        spread_word(target, length - 64, bits[word] >> shift | (bits[word + 1] << _1) << (_63 - shift))
    else:
        for entry in range(length):
            target[entry] = (bits[0] >> uint64(entry)) & _1


@kernel
def observe_bits(rows: Words, plan: Words, out: npt.NDArray[np.uint64], stride: int, seat: int) -> None:
    """Write observations as bits: ``out`` from one game to the next ``stride`` words on."""
    games, words = rows.shape
    first_row, p, first_out = items(rows), items(plan), items(out)
    for game in range(games):
        row = row_of(first_row, words, game)
        _gather(row, p, _seat(row, seat), row_of(first_out, stride, game))


@kernel
def observe_bytes(rows: Words, plan: Words, out: npt.NDArray[np.int8], stride: int, seat: int) -> None:
    """Write observations as bytes: ``out`` from one game to the next ``stride`` bytes on."""
    games, words = rows.shape
    first_row, p, first_out, bits = items(rows), items(plan), items(out), scratch()
    for game in range(games):
        row = row_of(first_row, words, game)
        _gather(row, p, _seat(row, seat), bits)
        _spread(bits, p[LENGTH], row_of(first_out, stride, game))


@kernel
def observe_floats(rows: Words, plan: Words, out: npt.NDArray[np.float32], stride: int, seat: int) -> None:
    """Write observations as floats: ``out`` from one game to the next ``stride`` floats on."""
    games, words = rows.shape
    first_row, p, first_out, bits = items(rows), items(plan), items(out), scratch()
    for game in range(games):
        row, target = row_of(first_row, words, game), row_of(first_out, stride, game)
        looking = _seat(row, seat)
        _gather(row, p, looking, bits)
        _spread(bits, p[LENGTH], target)
        if p[BELIEF]:
            _weigh(row, p, looking, target)


@noinline
def _weigh(row: Row, p: Row, seat: int, target: Row) -> None:
    """Put numbers in the place of possible faces: the share of their copies among the cards not yet seen."""
    faces, hand, players = p[FACES], p[HAND], p[PLAYERS]
    at = p[AT_KNOWLEDGE]
    for offset in range(players):
        known = p[KNOWN] + _wrapped(seat + offset - players, players) * hand
        for slot in range(hand):
            total = int64(0)
            for face in range(faces):
                total += has(row[known + slot], face) * _unseen(row, p, face)
            # A slot without a card has no possible faces.
            share = float32(max(total, 1))
            for face in range(faces):
                target[at + face] = float32(has(row[known + slot], face) * _unseen(row, p, face)) / share
            at += faces + p[CLUE_COUNT]


@inline
def _unseen(row: Row, p: Row, face: int) -> int:
    """The copies of a face that neither a display nor the discard pile shows."""
    copies = p[COPIES + face]
    gone = (row[p[DISCARDS] + p[PLACE + face]] >> p[SHIFT + face]) & ((int64(1) << copies) - 1)
    return copies - size(gone) - has(row[PLAYED], face)
