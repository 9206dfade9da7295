"""Compiled players: functions ``(row, t, luck) -> action``.

``row`` is the game as in layout.py, secrets included, so a policy must look only at what its seat may know;
``t`` are the packed rules; ``luck`` is a random word that no other step gets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import has, lowest, nth, size
from tamaya.fast.jit import Row, inline, int64
from tamaya.fast.layout import FACE_BITS, FACE_MASK
from tamaya.fast.legal import clue_action, is_legal
from tamaya.fast.randomness import below

Policy: TypeAlias = Callable[[Row, Row, int], int]


@inline
def random_action(row: Row, t: Row, luck: int) -> int:
    """Any legal action, each as likely as the other."""
    count = int64(0)
    for word in range(t[spec.LEGAL_WORDS]):
        count += size(row[field.LEGAL + word])
    rank = below(luck, count)
    at = int64(0)
    while rank >= size(row[field.LEGAL + at]):
        rank -= size(row[field.LEGAL + at])
        at += 1
    return at * 64 + nth(row[field.LEGAL + at], rank)


@inline
def careful_action(row: Row, t: Row, luck: int) -> int:
    """Plays what the clues prove playable, tells of playable cards, discards what is least dear.

    It knows what clues say and what lies open, has no conventions, and draws no conclusions from what it
    sees.
    """
    if row[field.TILE]:
        return _fitting_encore(row, t, luck)
    seat = row[field.TURN]
    known = t[spec.KNOWN] + seat * t[spec.HAND]
    count = row[t[spec.COUNTS] + seat]
    for slot in range(count):
        if row[known + slot] & t[spec.UNKNOWN] & ~row[field.WANTED] == 0:
            return t[spec.HAND] + slot
    clue = _helpful_clue(row, t)
    if clue >= 0:
        return clue
    if row[field.LEGAL] & 1:
        return _least_dear(row, t, known, count)
    return random_action(row, t, luck)


@inline
def _fitting_encore(row: Row, t: Row, luck: int) -> int:
    """An encore that fits, if the tile grants one, or any decision."""
    fitting = row[field.PILE] & row[field.WANTED]
    if fitting:
        encore = t[spec.ENCORES] + lowest(fitting)
        if is_legal(row, encore):
            return encore
    return random_action(row, t, luck)


@inline
def _helpful_clue(row: Row, t: Row) -> int:
    """The first clue to say something new about a card that is playable and not known to be; or -1."""
    seat = row[field.TURN]
    for offset in range(1, t[spec.PLAYERS]):
        receiver = seat + offset
        if receiver >= t[spec.PLAYERS]:
            receiver -= t[spec.PLAYERS]
        faces = row[t[spec.HANDS] + receiver]
        known = t[spec.KNOWN] + receiver * t[spec.HAND]
        for slot in range(row[t[spec.COUNTS] + receiver]):
            face = faces & FACE_MASK
            faces >>= FACE_BITS
            what = row[known + slot]
            if has(row[field.WANTED], face) and what & t[spec.UNKNOWN] & ~row[field.WANTED]:
                new = t[spec.TOUCH + face] & ~(what >> t[spec.FACE_COUNT])
                while new:
                    clue = lowest(new)
                    action = clue_action(t, offset, clue)
                    if is_legal(row, action):
                        return action
                    new &= new - 1
    return int64(-1)


@inline
def _least_dear(row: Row, t: Row, known: int, count: int) -> int:
    """Discard what is surely played already, or the oldest card that no clue touched, or the oldest card."""
    for slot in range(count):
        if row[known + slot] & t[spec.UNKNOWN] & ~row[field.PLAYED] == 0:
            return int64(slot)
    for slot in range(count):
        if row[known + slot] >> t[spec.FACE_COUNT] == 0:
            return int64(slot)
    return int64(0)
