"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from tamaya.bots.compilable import compilable


@compilable(instead="tamaya.fast.bits:size")
def size(members: int) -> int:
    """How many numbers a set has."""
    return int(members).bit_count()


@compilable(instead="tamaya.fast.bits:lowest")
def lowest(members: int) -> int:
    """The smallest number of a set that is not empty."""
    return int(members & -members).bit_length() - 1


@compilable(instead="tamaya.fast.bits:nth")
def nth(members: int, rank: int) -> int:
    """The number that has ``rank`` smaller ones in its set."""
    for _ in range(rank):
        members &= members - 1
    return lowest(members)


@compilable(inline=True)
def sole(members: int) -> bool:
    """Whether a set that is not empty has one member."""
    return members & (members - 1) == 0
