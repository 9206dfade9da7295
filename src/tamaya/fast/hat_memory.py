"""What a table of ``hat`` players knows in common: words of a memory that is kept beside the row of a game.

Sets of faces are words with bit ``face`` set, as in layout.py. Three planes count copies: a face is in plane
n if at least n copies are left. The readable twin is ``tamaya.bots.hat``.
"""

from __future__ import annotations

from typing import Final

from tamaya.fast.bits import has, lowest, size
from tamaya.fast.compiling import Row, inner, int64, rare
from tamaya.fast.layout import CARDS, CLUES, DRAWN, FACE_BITS, FACE_MASK, PLAYED, WANTED
from tamaya.fast.packing import (
    COUNTS,
    DISCARDS,
    FACE_COUNT,
    FLOURISH,
    FULL,
    HAND,
    HANDS,
    KNOWN,
    MOST_CLUES,
    NEXT,
    PLACE,
    PLAYERS,
    SHIFT,
    UNKNOWN,
)

TERMS: Final = {
    "empty": "1 where clues may match no card (T3)",
    "exact": "1 where every sum can be told",
    "hoard": "clue tokens up to which a useless card is discarded before any clue is given",
    "thrift": "clue tokens that are kept rather than spent to avoid a discard",
    "dear": "what a discard may cost before a clue is preferred",
    "patience": "the pace at which discards end while somebody can play",
    "watched": "how many players ahead one looks for a discard that would be a loss",
    "late": "cards in the deck from which on the rest is rehearsed",
    "samples": "rehearsals for each action",
    "margin": "how much better than usual an action must do in all rehearsals together",
}
"""name: what the number says. They are set once, in this order, at the beginning of the memory."""

EMPTY, EXACT, HOARD, THRIFT, DEAR, PATIENCE, WATCHED, LATE, SAMPLES, MARGIN = range(len(TERMS))

# Planes of copies: neither laid nor discarded; those not publicly known; those one seat cannot see.
GONE: Final = 16
OPEN: Final = 19
UNSEEN: Final = 22
USEFUL: Final = 25
"""Set of faces: still to be laid, and reachable."""
CRITICAL: Final = 26
"""Set of faces: useful, and the last copy."""
PACE: Final = 27
"""How many turns more the game can have than cards to lay."""
TOLD_SUM: Final = 28
"""1 when the action carries a sum, so that the masks of NEW become the public ones."""

SEATS: Final = 10
PUBLIC: Final = 32
"""[seat][slot] set of faces that the card may be, by what all know."""
NEW: Final = PUBLIC + SEATS * SEATS
"""[seat][slot] the same, if the action carries a sum."""
OWN: Final = NEW + SEATS * SEATS
"""[slot] the same for the seat on turn, by what it sees too."""
WANT: Final = OWN + SEATS
"""[seat] set of faces: what is expected to fit when the seat is on turn."""
KNOWS: Final = WANT + SEATS
"""[seat] 1 if it is expected to know a card that fits then."""
DROP: Final = KNOWS + SEATS
"""[seat] the slot that it is expected to discard, if that is watched, else -1."""
ORDER: Final = DROP + SEATS
"""[seat] the rank of each slot among the least known, 4 bits each."""
CLASSES: Final = ORDER + SEATS
"""[seat] how many different messages can be told by clues to it."""
CODE: Final = CLASSES + SEATS
"""[seat] its part of the sum."""
LENGTH: Final = CODE + SEATS
"""[face] how many cards follow it on its display."""
# For rehearsals.
HELD: Final = LENGTH + 64
"""[seat] set of faces: its hand."""
AWARE: Final = HELD + SEATS
"""[seat] set of faces: those of its hand that it may play by what it knows."""
SIZES: Final = AWARE + SEATS
"""[seat] cards in its hand."""
MINE: Final = SIZES + SEATS
"""[slot] set of one face: the hand of the seat that rehearses."""
REST: Final = MINE + SEATS
"""The faces that cannot be seen; the deck is drawn from their end."""
MEMORY_WORDS: Final = REST + 128


@inner
def sole(members: int) -> bool:
    """Whether a set that is not empty has one member."""
    return members & (members - 1) == 0


@inner
def take_copy(memory: Row, planes: int, card: int) -> None:
    """One copy less of a face, given as a set."""
    if memory[planes + 2] & card:
        memory[planes + 2] &= ~card
    elif memory[planes + 1] & card:
        memory[planes + 1] &= ~card
    else:
        memory[planes] &= ~card


@inner
def weigh(memory: Row, planes: int, members: int) -> int:
    """How many copies are left of the faces of a set."""
    return (
        size(members & memory[planes])
        + size(members & memory[planes + 1])
        + size(members & memory[planes + 2])
    )


@inner
def copy_planes(memory: Row, source: int, target: int) -> None:
    """Begin to count anew."""
    memory[target], memory[target + 1], memory[target + 2] = (
        memory[source],
        memory[source + 1],
        memory[source + 2],
    )


@rare
def begin_memory(row: Row, memory: Row, t: Row) -> None:
    """What is known of a game in common, if nobody has told a sum yet: the clues say what they say."""
    count_hidden(row, memory, t, int64(GONE))
    for face in range(t[FACE_COUNT]):
        after, length = int64(face), int64(0)
        while t[NEXT + after]:
            after = lowest(t[NEXT + after])
            length += 1
        memory[LENGTH + face] = length
    for place in range(t[PLAYERS] * t[HAND]):
        memory[PUBLIC + place] = row[t[KNOWN] + place] & t[UNKNOWN] or t[UNKNOWN]
    look_at_displays(row, memory, t)
    count_publicly(row, memory, t)


@rare
def count_hidden(row: Row, memory: Row, t: Row, planes: int) -> None:
    """Count the copies that are neither laid nor discarded."""
    memory[planes] = memory[planes + 1] = memory[planes + 2] = 0
    for face in range(t[FACE_COUNT]):
        gone = (row[t[DISCARDS] + t[PLACE + face]] >> t[SHIFT + face]) & t[FULL + face]
        for copy in range(size(t[FULL + face]) - size(gone) - has(row[PLAYED], face)):
            memory[planes + copy] |= int64(1) << face


@rare
def look_at_displays(row: Row, memory: Row, t: Row) -> None:
    """Work out which faces are useful and which critical, and the pace."""
    useful = critical = int64(0)
    starts = row[WANTED]
    while starts:
        face = lowest(starts)
        starts &= starts - 1
        while True:
            full = t[FULL + face]
            gone = (row[t[DISCARDS] + t[PLACE + face]] >> t[SHIFT + face]) & full
            if gone == full:
                break
            useful |= int64(1) << face
            if gone == full >> 1:
                critical |= int64(1) << face
            if t[NEXT + face] == 0:
                break
            face = lowest(t[NEXT + face])
    memory[USEFUL], memory[CRITICAL] = useful, critical
    if t[FLOURISH]:
        memory[PACE] = 99
    else:
        memory[PACE] = row[CARDS] - row[DRAWN] + t[PLAYERS] - size(useful)


@rare
def count_publicly(row: Row, memory: Row, t: Row) -> None:
    """Strike out what all copies are accounted for, until nothing changes."""
    again = True
    while again:
        again = False
        copy_planes(memory, GONE, OPEN)
        for seat in range(t[PLAYERS]):
            for slot in range(row[t[COUNTS] + seat]):
                may_be = memory[PUBLIC + seat * t[HAND] + slot]
                if sole(may_be):
                    take_copy(memory, OPEN, may_be)
        for seat in range(t[PLAYERS]):
            for slot in range(row[t[COUNTS] + seat]):
                place = seat * t[HAND] + slot
                may_be = memory[PUBLIC + place]
                if not sole(may_be) and may_be & ~memory[OPEN]:
                    left = may_be & memory[OPEN]
                    if left == 0:
                        # Somebody does not keep to the sums.
                        left = row[t[KNOWN] + place] & t[UNKNOWN]
                    elif sole(left):
                        again = True
                    memory[PUBLIC + place] = left


@rare
def look_around(row: Row, memory: Row, t: Row, seat: int) -> None:
    """What a seat knows of its own hand, with what it sees in the others'."""
    copy_planes(memory, GONE, UNSEEN)
    for other in range(t[PLAYERS]):
        if other != seat:
            faces = row[t[HANDS] + other]
            for _ in range(row[t[COUNTS] + other]):
                take_copy(memory, UNSEEN, int64(1) << (faces & FACE_MASK))
                faces >>= FACE_BITS
    count = row[t[COUNTS] + seat]
    for slot in range(count):
        may_be = memory[PUBLIC + seat * t[HAND] + slot]
        memory[OWN + slot] = may_be
        if sole(may_be):
            take_copy(memory, UNSEEN, may_be)
    again = True
    while again:
        again = False
        for slot in range(count):
            may_be = memory[OWN + slot]
            left = may_be & memory[UNSEEN]
            if not sole(may_be) and left and left != may_be:
                memory[OWN + slot] = left
                if sole(left):
                    take_copy(memory, UNSEEN, left)
                    again = True


@inner
def face_at(row: Row, t: Row, seat: int, slot: int) -> int:
    """The face of a card."""
    return (row[t[HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK


@inner
def is_late(row: Row, memory: Row, t: Row) -> bool:
    """Whether the rest of the game is rehearsed, so that actions prove nothing."""
    return bool(row[CARDS] - row[DRAWN] <= memory[LATE]) and not t[FLOURISH]


@rare
def hoards(row: Row, memory: Row, t: Row, seat: int) -> bool:
    """Whether all know that a seat with nothing to play discards, to have more clue tokens."""
    if row[CLUES] > memory[HOARD] or row[CLUES] == t[MOST_CLUES] or memory[PACE] <= memory[PATIENCE]:
        return False
    for slot in range(row[t[COUNTS] + seat]):
        if memory[PUBLIC + seat * t[HAND] + slot] & memory[USEFUL] == 0:
            return True
    return False
