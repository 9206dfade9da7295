"""What a table of ``hat`` players makes of any action, also of one that ``hat`` would not have taken."""

from __future__ import annotations

from tamaya.fast.compiling import Row, int64, rare
from tamaya.fast.hat_codes import (
    add_up,
    clue_class,
    conclude,
    expect,
    in_need,
    modulus_of,
    part_of,
    pattern_of,
    take_word,
)
from tamaya.fast.hat_memory import (
    CLASSES,
    EMPTY,
    EXACT,
    NEW,
    PUBLIC,
    TOLD_SUM,
    USEFUL,
    WANT,
    hoards,
    is_late,
)
from tamaya.fast.layout import CLUES, TURN, WANTED
from tamaya.fast.packing import COLOURS, COUNTS, HAND, MEANING, PLAYERS


@rare
def read_action(row: Row, memory: Row, t: Row, action: int, observer: int) -> None:
    """Leave in the memory what an action tells, before it is taken, as ``choose`` does for its own.

    An ``observer`` takes what is told to itself from the sum, and looks at the hands of the others; -1 looks
    at all hands, which comes to the same if the sum is true. Two players always go by the sum.
    """
    seat = row[TURN]
    memory[TOLD_SUM] = 0
    expect(row, memory, t, seat)
    if action < t[HAND] and _proves(row, memory, t, seat):
        conclude(row, memory, t, seat)
    total, modulus = _message(row, memory, t, seat, action)
    if modulus == 0:
        return
    add_up(row, memory, t, seat, modulus)
    memory[TOLD_SUM] = 1
    hearer = 1 - seat if t[PLAYERS] == 2 else observer
    if hearer < 0 or hearer == seat:
        return
    for other in range(t[PLAYERS]):
        if other not in (seat, hearer):
            total -= part_of(memory, other)
    for slot in range(t[HAND]):
        memory[NEW + hearer * t[HAND] + slot] = memory[PUBLIC + hearer * t[HAND] + slot]
    masks, count = NEW + hearer * t[HAND], row[t[COUNTS] + hearer]
    take_word(memory, masks, count, modulus, (total + t[PLAYERS] * modulus) % modulus, memory[WANT + hearer])


@rare
def is_true(row: Row, memory: Row, t: Row, action: int) -> bool:
    """Whether all that an action of the seat on turn tells is so."""
    seat = row[TURN]
    expect(row, memory, t, seat)
    if action < t[HAND] and _proves(row, memory, t, seat):
        for offset in range(1, t[PLAYERS]):
            if in_need(row, memory, t, (seat + offset) % t[PLAYERS]):
                return False
    total, modulus = _message(row, memory, t, seat, action)
    return bool(modulus == 0) or bool(add_up(row, memory, t, seat, modulus) == total)


@rare
def _proves(row: Row, memory: Row, t: Row, seat: int) -> bool:
    """Whether a discard proves that nobody was in need of a clue."""
    if row[CLUES] == 0 or is_late(row, memory, t) or not memory[EXACT]:
        return False
    return not hoards(row, memory, t, seat)


@rare
def _message(row: Row, memory: Row, t: Row, seat: int, action: int) -> tuple[int, int]:
    """The sum that an action tells, and its modulus; the modulus is 0 if it tells none."""
    hand = t[HAND]
    if action < 2 * hand:
        return _choice(row, memory, t, seat, action)
    meaning = t[MEANING + action]
    offset, clue = (meaning >> 4) & 255, meaning >> 12
    modulus, total = modulus_of(row, memory, t, seat), int64(0)
    for before in range(1, offset):
        total += memory[CLASSES + (seat + before) % t[PLAYERS]]
    receiver = (seat + offset) % t[PLAYERS]
    if memory[CLASSES + receiver] == 0:
        return int64(0), int64(0)
    if memory[EMPTY]:
        return total + clue, modulus
    count = row[t[COUNTS] + receiver]
    pattern = pattern_of(row, memory, t, receiver, clue)
    if pattern == (int64(1) << count) - 1:
        return int64(0), int64(0)
    return total + clue_class(count, clue >= t[COLOURS], pattern), modulus


@rare
def _choice(row: Row, memory: Row, t: Row, seat: int, action: int) -> tuple[int, int]:
    """The sum told by which card is played or discarded, of several that all know to fit or be useless."""
    playing = action >= t[HAND]
    if playing and is_late(row, memory, t):
        return int64(0), int64(0)
    slot = action - t[HAND] if playing else action
    place, ways = int64(-1), int64(0)
    for other in range(row[t[COUNTS] + seat]):
        may_be = memory[PUBLIC + seat * t[HAND] + other]
        if may_be & (~row[WANTED] if playing else memory[USEFUL]) == 0:
            if other == slot:
                place = ways
            ways += 1
    if place < 0 or ways < 2:
        return int64(0), int64(0)
    return place, ways
