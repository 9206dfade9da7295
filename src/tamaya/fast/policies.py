"""Compiled players: functions ``(row, t, luck) -> action``.

``row`` is the game as in layout.py, secrets included, so a policy must look only at what its seat may know;
``t`` are the packed rules; ``luck`` is a random word that no other step gets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tamaya.fast.bits import has, lowest, nth, size
from tamaya.fast.jit import Row, inline, int64
from tamaya.fast.layout import (
    FACE_BITS,
    FACE_MASK,
    LEGAL,
    PILE,
    PLAYED,
    TILE,
    TURN,
    WANTED,
)
from tamaya.fast.packing import (
    COLOURS,
    COUNTS,
    ENCORES,
    FACE_COUNT,
    HAND,
    HANDS,
    KNOWN,
    LEGAL_WORDS,
    PLAYERS,
    TOUCH,
    UNKNOWN,
    VALUES,
)
from tamaya.fast.randomness import below

Policy: TypeAlias = Callable[[Row, Row, int], int]


@inline
def random_action(row: Row, t: Row, luck: int) -> int:
    """Any legal action, each as likely as the other."""
    count = int64(0)
    for word in range(t[LEGAL_WORDS]):
        count += size(row[LEGAL + word])
    rank = below(luck, count)
    at = int64(0)
    while rank >= size(row[LEGAL + at]):
        rank -= size(row[LEGAL + at])
        at += 1
    return at * 64 + nth(row[LEGAL + at], rank)


@inline
def careful_action(row: Row, t: Row, luck: int) -> int:
    """Plays what the clues prove playable, tells of playable cards, discards what is least dear.

    It knows what clues say and what lies open, has no conventions, and draws no conclusions from what it
    sees.
    """
    if row[TILE]:
        return _fitting_encore(row, t, luck)
    seat = row[TURN]
    known = t[KNOWN] + seat * t[HAND]
    count = row[t[COUNTS] + seat]
    for slot in range(count):
        if row[known + slot] & t[UNKNOWN] & ~row[WANTED] == 0:
            return t[HAND] + slot
    clue = _helpful_clue(row, t)
    if clue >= 0:
        return clue
    if row[LEGAL] & 1:
        return _least_dear(row, t, known, count)
    return random_action(row, t, luck)


@inline
def _fitting_encore(row: Row, t: Row, luck: int) -> int:
    """An encore that fits, if the tile grants one, or any decision."""
    fitting = row[PILE] & row[WANTED]
    if fitting:
        encore = t[ENCORES] + lowest(fitting)
        if has(row[LEGAL + (encore >> 6)], encore & 63):
            return encore
    return random_action(row, t, luck)


@inline
def _helpful_clue(row: Row, t: Row) -> int:
    """The first clue to say something new about a card that is playable and not known to be; or -1."""
    seat = row[TURN]
    for offset in range(1, t[PLAYERS]):
        receiver = seat + offset
        if receiver >= t[PLAYERS]:
            receiver -= t[PLAYERS]
        faces = row[t[HANDS] + receiver]
        known = t[KNOWN] + receiver * t[HAND]
        for slot in range(row[t[COUNTS] + receiver]):
            face = faces & FACE_MASK
            faces >>= FACE_BITS
            what = row[known + slot]
            if has(row[WANTED], face) and what & t[UNKNOWN] & ~row[WANTED]:
                new = t[TOUCH + face] & ~(what >> t[FACE_COUNT])
                while new:
                    clue = lowest(new)
                    action = clue_action(t, offset, clue)
                    if has(row[LEGAL + (action >> 6)], action & 63):
                        return action
                    new &= new - 1
    return int64(-1)


@inline
def clue_action(t: Row, offset: int, clue: int) -> int:
    """The number of a clue."""
    if clue < t[COLOURS]:
        return 2 * t[HAND] + (offset - 1) * t[COLOURS] + clue
    others = t[PLAYERS] - 1
    return 2 * t[HAND] + others * t[COLOURS] + (offset - 1) * t[VALUES] + clue - t[COLOURS]


@inline
def _least_dear(row: Row, t: Row, known: int, count: int) -> int:
    """Discard what is surely played already, or the oldest card that no clue touched, or the oldest card."""
    for slot in range(count):
        if row[known + slot] & t[UNKNOWN] & ~row[PLAYED] == 0:
            return int64(slot)
    for slot in range(count):
        if row[known + slot] >> t[FACE_COUNT] == 0:
            return int64(slot)
    return int64(0)
