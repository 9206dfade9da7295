"""Sets of small numbers as bits of words."""

from __future__ import annotations

from typing import Final

import numpy as np

from tamaya.fast.jit import Row, inline, int64, uint64

_BY_TWO: Final = uint64(0x5555555555555555)
_BY_FOUR: Final = uint64(0x3333333333333333)
_BY_EIGHT: Final = uint64(0x0F0F0F0F0F0F0F0F)
_SUM: Final = uint64(0x0101010101010101)
_TOP: Final = uint64(0x8080808080808080)
_1, _2, _4, _8, _56, _255 = (uint64(number) for number in (1, 2, 4, 8, 56, 255))
_NTH: Final = np.array(
    [
        next((bit for bit in range(8) if byte >> bit & 1 and (byte & ~(-1 << bit)).bit_count() == rank), 0)
        for rank in range(8)
        for byte in range(256)
    ],
    np.int64,
)  # [rank][byte] the number that has so many smaller ones in the byte


@inline
def has(members: int, number: int) -> int:
    """1 if the set has the number, else 0."""
    return (members >> number) & 1


@inline
def size(members: int) -> int:
    """How many numbers a set has; compilers know this form and use the processor's own count."""
    word = uint64(members)
    word -= (word >> _1) & _BY_TWO
    word = (word & _BY_FOUR) + ((word >> _2) & _BY_FOUR)
    word = (word + (word >> _4)) & _BY_EIGHT
    return int64((word * _SUM) >> _56)


@inline
def lowest(members: int) -> int:
    """The smallest number of a set that is not empty."""
    return size((members & -members) - 1)


@inline
def nth(members: int, rank: int) -> int:
    """The number that has ``rank`` smaller ones in its set, found without a loop or a branch to guess."""
    word = uint64(members)
    counts = word - ((word >> _1) & _BY_TWO)
    counts = (counts & _BY_FOUR) + ((counts >> _2) & _BY_FOUR)
    counts = ((counts + (counts >> _4)) & _BY_EIGHT) * _SUM
    # Byte i of counts now says how many members bytes 0 to i of the set have.
    passed = ((uint64(rank) * _SUM | _TOP) - counts) & _TOP
    at = size(int64(passed)) << 3
    rest = uint64(rank) - (((counts << _8) >> uint64(at)) & _255)
    return at + int64(_NTH[(rest << _8) | ((word >> uint64(at)) & _255)])


@inline
def spread(row: Row, start: int, at: int, members: int) -> None:
    """Add a set, moved up by ``at``, to a set of several words that begins at ``start``."""
    word, shift = start + (at >> 6), at & 63
    row[word] |= members << shift
    if shift and members >> (64 - shift):
        row[word + 1] |= members >> (64 - shift)
