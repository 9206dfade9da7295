"""Cards that come into a hand and leave it."""

from __future__ import annotations

from tamaya.fast.jit import Row, inline, int64
from tamaya.fast.layout import FACE_BITS, FACE_MASK, NO_FACE
from tamaya.fast.packing import (
    COUNTS,
    HAND,
    HANDS,
    KNOWN,
    TELLABLE,
    TELLS,
    UNKNOWN,
)


@inline
def take(row: Row, t: Row, seat: int, slot: int) -> int:
    """Take the card of a slot, counted from 0, out of a hand; the later ones move up."""
    faces = row[t[HANDS] + seat]
    at = slot * FACE_BITS
    earlier = (int64(1) << at) - 1
    face = (faces >> at) & FACE_MASK
    last = (t[HAND] - 1) * FACE_BITS
    faces = (faces & earlier) | ((faces >> FACE_BITS) & ~earlier) | (int64(NO_FACE) << last)
    row[t[HANDS] + seat] = faces
    row[t[COUNTS] + seat] -= 1
    # Every loop runs over all slots, also where no card is: one that ends early is guessed wrong too often.
    known = t[KNOWN] + seat * t[HAND]
    for later in range(t[HAND] - 1):
        row[known + later] = row[known + later + (later >= slot)]
    row[known + t[HAND] - 1] = 0
    row[t[TELLS] + seat] = _tellable(t, faces)
    return face


@inline
def hold(row: Row, t: Row, seat: int, face: int) -> None:
    """Put a card of which nothing is known at the end of a hand."""
    count = row[t[COUNTS] + seat]
    at = count * FACE_BITS
    row[t[HANDS] + seat] ^= (NO_FACE ^ face) << at
    row[t[KNOWN] + seat * t[HAND] + count] = t[UNKNOWN]
    row[t[TELLS] + seat] |= t[TELLABLE + face]
    row[t[COUNTS] + seat] = count + 1


@inline
def _tellable(t: Row, faces: int) -> int:
    """Set of clues: what a hand with these faces may be told."""
    tells = int64(0)
    for _ in range(t[HAND]):
        tells |= t[TELLABLE + (faces & FACE_MASK)]
        faces >>= FACE_BITS
    return tells
