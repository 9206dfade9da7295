"""Observations: what one seat sees of a game, as bits, bytes or floats.

The row of a game was laid out for this: an observation is gathered as bits, mostly by shifting whole words of
the row into place, and then spread over bytes or floats, 64 at a time. Kernels take ``plan``, the numbers of
an encoding; ``seat`` is the one that looks, or -1 for the seat on turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.actions import ActionKind, actions
from tamaya.fast.bits import has, size
from tamaya.fast.deck import count_discarded
from tamaya.fast.encoding import USUAL_KINDS, Encoding, Knowledge, other_kinds
from tamaya.fast.jit import Row, float32, inline, inline_ir, int64, kernel, noinline, uint64
from tamaya.fast.layout import FACE_BITS, FACE_MASK, Words, layout_for
from tamaya.fast.packing import TILE_BITS
from tamaya.fast.pointers import items, row_of, scratch, spread_word

MINIMAL, CARD_KNOWLEDGE, SEER = range(3)


class EncodingPlan(NamedTuple):
    """The numbers of an encoding, in the order in which they stand in a plan array."""

    length: int
    knowledge: int
    """MINIMAL, CARD_KNOWLEDGE or SEER."""
    belief: int
    deck_length: int
    at_knowledge: int
    """Where the knowledge about the first card begins in an observation."""
    extra: int
    """How many entries there are beyond those of the learning environment."""
    first_other: int
    """The first kind of action that the learning environment lacks."""


PLAN: Final = spec.SPARE
LENGTH, KNOWLEDGE, BELIEF, DECK_LENGTH, AT_KNOWLEDGE, EXTRA, FIRST_OTHER = range(
    PLAN, PLAN + len(EncodingPlan._fields)
)
USED: Final = PLAN + len(EncodingPlan._fields)
"""[word of the discard block] how many bits are used."""


@lru_cache(maxsize=256)
def plan_for(encoding: Encoding) -> Words:
    """The plan array of an encoding: the packed rules, and in words that they leave free a ``Plan``."""
    rules, players = encoding.rules, encoding.players
    numbers = actions(rules, players)
    layout = layout_for(rules, players, actions=len(numbers), history=False)
    length = {section.name: section.length for section in encoding.sections}
    plan = spec.pack(rules, numbers, layout).copy()
    plan[PLAN:USED] = EncodingPlan(
        length=encoding.length,
        knowledge=get_args(Knowledge).index(encoding.knowledge),
        belief=encoding.belief,
        deck_length=length["deck"],
        at_knowledge=encoding.section("knowledge").start if "knowledge" in length else 0,
        extra=2 * length.get("tiles", 0) + length.get("last_other_kind", 0),
        first_other=other_kinds(rules)[0] if other_kinds(rules) else 0,
    )
    plan[USED : USED + len(layout.discard_bits)] = layout.discard_bits
    plan.flags.writeable = False
    return plan


# Gathering bits: ``at`` counts the entries so far, and ``open_word`` holds those of the word not yet full.

_0, _1, _63 = uint64(0), uint64(1), uint64(63)
_VALUE: Final = int(ActionKind.VALUE)
_CLUES: Final = 2 << ActionKind.COLOUR | 2 << ActionKind.VALUE | 2 << ActionKind.FREE
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
    at, word = _add(bits, at, word, row[field.TOPS], p[spec.FACE_COUNT])
    lives = (int64(1) << (p[spec.MOST_STRIKES] - row[field.STRIKES])) - 1
    tokens = (int64(1) << row[field.CLUES]) - 1
    length = p[spec.MOST_CLUES] + p[spec.MOST_STRIKES]
    at, word = _add(bits, at, word, tokens | lives << p[spec.MOST_CLUES], length)
    for part in range(p[spec.DISCARD_WORDS]):
        at, word = _add(bits, at, word, row[p[spec.DISCARDS] + part], p[USED + part])
    at, word = _add(bits, at, word, _last(row, p, seat), 2 * p[spec.PLAYERS] + 4)
    at, word = _add(bits, at, word, row[field.TOLD], p[spec.CLUE_COUNT] + 2 * p[spec.HAND])
    at, word = _add(bits, at, word, row[field.SHOWN], p[spec.FACE_COUNT] + 2)
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
    faces, hand, players = p[spec.FACE_COUNT], p[spec.HAND], p[spec.PLAYERS]
    short = int64(row[p[spec.COUNTS] + seat] < hand)
    for offset in range(1, players):
        other = _wrapped(seat + offset - players, players)
        short |= int64(row[p[spec.COUNTS] + other] < hand) << offset
        held = row[p[spec.HANDS] + other]
        for _ in range(hand):
            at, word = _add(bits, at, word, (int64(1) << (held & FACE_MASK)) & p[spec.UNKNOWN], faces)
            held >>= FACE_BITS
    return _add(bits, at, word, short, players)


@inline
def _add_deck(row: Row, p: Row, bits: Row, at: int, word: int) -> tuple[int, int]:
    left, length = row[field.CARDS] - row[field.DRAWN], p[DECK_LENGTH]
    while length > 63:
        at, word = _add(bits, at, word, (int64(1) << min(left, 63)) - 1, int64(63))
        left, length = max(left - 63, 0), length - 63
    # L6: a card that goes back into a deck that was dealt out is one more than there is room for.
    return _add(bits, at, word, (int64(1) << min(left, length)) - 1, length)


@inline
def _last(row: Row, p: Row, seat: int) -> int:
    """Who acted, what kind of action it was, and who was told; nothing before the first action."""
    who, players = row[field.WHO], p[spec.PLAYERS]
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
    length, hand, players = p[spec.FACE_COUNT] + p[spec.CLUE_COUNT], p[spec.HAND], p[spec.PLAYERS]
    for offset in range(players):
        other = _wrapped(seat + offset - players, players)
        known = p[spec.KNOWN] + other * hand
        for slot in range(hand):
            at, word = _add(bits, at, word, row[known + slot], length)
    return at, word


@inline
def _add_seen(row: Row, p: Row, seat: int, bits: Row, at: int, word: int) -> tuple[int, int]:
    length, hand, players = p[spec.FACE_COUNT] + p[spec.CLUE_COUNT], p[spec.HAND], p[spec.PLAYERS]
    for offset in range(players):
        held = row[p[spec.HANDS] + _wrapped(seat + offset - players, players)]
        for _ in range(hand):
            face = held & FACE_MASK
            seen = ((int64(1) << face) & p[spec.UNKNOWN]) | p[spec.TOUCH + face] << p[spec.FACE_COUNT]
            at, word = _add(bits, at, word, seen, length)
            held >>= FACE_BITS
    return at, word


@noinline
def _extra(row: Row, p: Row) -> int:
    """What the learning environment lacks: the tiles, and other kinds of actions.

    The tiles face down are told as a set: their order is hidden from all players.
    """
    extra = int64(0)
    if p[spec.TILE_COUNT]:
        tiles = row[field.TILES] >> TILE_BITS * row[field.SPENT]
        while tiles:
            extra |= int64(1) << ((tiles & ((1 << TILE_BITS) - 1)) - 1)
            tiles >>= TILE_BITS
        extra |= ((int64(1) << row[field.TILE]) >> 1) << p[spec.TILE_COUNT]
    kind = (row[field.WHO] & 15) - 1
    if kind > _VALUE:
        extra |= int64(1) << (2 * p[spec.TILE_COUNT] + kind - p[FIRST_OTHER])
    return extra


# Writing observations.


@inline
def _seat(row: Row, seat: int) -> int:
    return row[field.TURN] if seat < 0 else seat


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
    faces, hand, players = p[spec.FACE_COUNT], p[spec.HAND], p[spec.PLAYERS]
    at = p[AT_KNOWLEDGE]
    for offset in range(players):
        known = p[spec.KNOWN] + _wrapped(seat + offset - players, players) * hand
        for slot in range(hand):
            total = int64(0)
            for face in range(faces):
                total += has(row[known + slot], face) * _unseen(row, p, face)
            # A slot without a card has no possible faces.
            share = float32(max(total, 1))
            for face in range(faces):
                target[at + face] = float32(has(row[known + slot], face) * _unseen(row, p, face)) / share
            at += faces + p[spec.CLUE_COUNT]


@inline
def _unseen(row: Row, p: Row, face: int) -> int:
    """The copies of a face that neither a display nor the discard pile shows."""
    return size(p[spec.FULL + face]) - count_discarded(row, p, face) - has(row[field.PLAYED], face)
