"""The sums of ``hat``: what each hand is told, and the clue that tells the sum of it.

Everybody's part of the sum is a number below the modulus, read off the hand by questions that all know. The
twin in ``tamaya.bots.hat`` explains them; here they are asked of the true hands.
"""

from __future__ import annotations

from typing import Final

from tamaya.fast.bits import has, lowest, size
from tamaya.fast.compiling import Row, inner, int64, rare
from tamaya.fast.hat_memory import (
    CLASSES,
    CODE,
    CRITICAL,
    DROP,
    EMPTY,
    KNOWS,
    NEW,
    OPEN,
    ORDER,
    PUBLIC,
    TOLD_SUM,
    USEFUL,
    WANT,
    WATCHED,
    face_at,
    sole,
    weigh,
)
from tamaya.fast.layout import FACE_BITS, FACE_MASK, WANTED
from tamaya.fast.packing import (
    CLUE_COUNT,
    COLOURS,
    COUNTS,
    HAND,
    HANDS,
    IF_MISSED,
    IF_TOUCHED,
    NEXT,
    PLAYERS,
    TELLS,
    TOUCH,
    UNKNOWN,
    VALUES,
)

CLASS_OF_FOUR: Final = (0x40FD, 0x22BB)
CLASS_OF_FIVE: Final = (0x55FD4054, 0x0F0E8F0E)
"""Sets of patterns: which cards a colour or a value touches, the least known card lowest. However a hand of
that size falls apart into groups, at least one group is in the set and one is not."""

LOSS: Final = 10_000
"""What a critical card costs, if another useful one costs WASTE."""
WASTE: Final = 1_000
ALSO_HELD: Final = 50
KNOWN_COPY: Final = 30
KNOWN_WASTE: Final = 1_500
KNOWN_LOSS: Final = 100_000


@rare
def expect(row: Row, memory: Row, t: Row, seat: int) -> None:
    """What the others will find on their turns, if those before them play what they publicly know."""
    wanted = row[WANTED]
    for offset in range(1, t[PLAYERS]):
        other = (seat + offset) % t[PLAYERS]
        memory[WANT + other] = wanted
        knows = playable = int64(0)
        for slot in range(row[t[COUNTS] + other]):
            may_be = memory[PUBLIC + other * t[HAND] + slot]
            if may_be & ~wanted == 0:
                knows = int64(1)
                if sole(may_be):
                    playable |= may_be
        memory[KNOWS + other] = knows
        memory[DROP + other] = int64(-1)
        if not knows and offset <= memory[WATCHED]:
            memory[DROP + other] = _next_discard(row, memory, t, other)
        if playable:
            face = lowest(playable)
            wanted = (wanted & ~(int64(1) << face)) | t[NEXT + face]


@rare
def _next_discard(row: Row, memory: Row, t: Row, seat: int) -> int:
    """The slot that looks cheapest by what all know; -1 if a useless one is known."""
    best, cheapest = int64(-1), int64(1) << 60
    for slot in range(row[t[COUNTS] + seat]):
        may_be = memory[PUBLIC + seat * t[HAND] + slot]
        if may_be & memory[USEFUL] == 0:
            return int64(-1)
        copies = weigh(memory, OPEN, may_be)
        if sole(may_be) or copies == 0:
            continue
        cost = weigh(memory, OPEN, may_be & memory[CRITICAL]) * LOSS
        cost += weigh(memory, OPEN, may_be & memory[USEFUL] & ~memory[CRITICAL]) * WASTE
        if cost // copies < cheapest:
            best, cheapest = int64(slot), cost // copies
    return best


@rare
def in_need(row: Row, memory: Row, t: Row, seat: int) -> bool:
    """Whether a player knows nothing to play and could, or is about to discard what would be a loss."""
    if memory[KNOWS + seat]:
        return False
    for slot in range(row[t[COUNTS] + seat]):
        if has(memory[WANT + seat], face_at(row, t, seat, slot)):
            return True
    drop = memory[DROP + seat]
    return bool(drop >= 0) and has(memory[CRITICAL], face_at(row, t, seat, drop)) != 0


@rare
def conclude(row: Row, memory: Row, t: Row, seat: int) -> None:
    """Somebody discarded and could have given a clue: nobody was in need of one."""
    for offset in range(1, t[PLAYERS]):
        other = (seat + offset) % t[PLAYERS]
        if memory[KNOWS + other]:
            continue
        for slot in range(row[t[COUNTS] + other]):
            place = PUBLIC + other * t[HAND] + slot
            left = memory[place] & ~memory[WANT + other]
            if slot == memory[DROP + other]:
                left &= ~memory[CRITICAL]
            if left:
                memory[place] = left


@rare
def add_up(row: Row, memory: Row, t: Row, seat: int, modulus: int) -> int:
    """The sum of what the others are told; NEW is what all know then."""
    total = int64(0)
    for place in range(t[PLAYERS] * t[HAND]):
        memory[NEW + place] = memory[PUBLIC + place]
    for offset in range(1, t[PLAYERS]):
        other = (seat + offset) % t[PLAYERS]
        memory[CODE + other] = _ask(
            memory,
            NEW + other * t[HAND],
            row[t[COUNTS] + other],
            modulus,
            row[t[HANDS] + other],
            memory[WANT + other],
        )
        total += memory[CODE + other]
    return total % modulus


@inner
def part_of(memory: Row, seat: int) -> int:
    """A seat's part of the sum that was added up last."""
    return memory[CODE + seat]


@rare
def _ask(memory: Row, masks: int, count: int, words: int, faces: int, wanted: int) -> int:
    """Ask a hand while there are words for answers: the word that says all of them."""
    word = int64(0)
    while words > 1:
        slot, yes, share = _question(memory, masks, count, words, wanted)
        if slot < 0:
            break
        if has(yes, (faces >> slot * FACE_BITS) & FACE_MASK):
            words = share
        else:
            yes, words, word = ~yes, words - share, word + share
        memory[masks + slot] &= yes if memory[masks + slot] & yes else int64(-1)
    return word


@rare
def take_word(memory: Row, masks: int, count: int, words: int, word: int, wanted: int) -> None:
    """What a hand learns from its word: the same questions, answered by the word instead of the cards."""
    while words > 1:
        slot, yes, share = _question(memory, masks, count, words, wanted)
        if slot < 0:
            break
        if word < share:
            words = share
        else:
            yes, words, word = ~yes, words - share, word - share
        memory[masks + slot] &= yes if memory[masks + slot] & yes else int64(-1)


@rare
def _question(memory: Row, masks: int, count: int, words: int, wanted: int) -> tuple[int, int, int]:
    """The next question: a slot (-1 for none), the faces that mean yes, and the words that yes gets."""
    slot, yes = _next_question(memory, masks, count, wanted)
    if slot < 0:
        return slot, yes, int64(0)
    may_be = memory[masks + slot]
    copies = weigh(memory, OPEN, may_be)
    if copies == 0:
        return int64(-1), yes, int64(0)
    share = (2 * words * weigh(memory, OPEN, may_be & yes) + copies) // (2 * copies)
    return slot, yes, min(max(share, int64(1)), words - 1)


@rare
def _next_question(memory: Row, masks: int, count: int, wanted: int) -> tuple[int, int]:
    """The next question to a hand: a slot, and the faces for which the answer is yes; -1 for none."""
    useful = memory[USEFUL]
    known, useless = int64(-1), False
    fit, fits, of_fit = int64(-1), int64(0), int64(1)
    dead, deads, of_dead = int64(-1), int64(0), int64(1)
    vague, vagueness = int64(-1), int64(0)
    for slot in range(count):
        may_be = memory[masks + slot]
        if may_be & ~wanted == 0:
            if known < 0 or (sole(memory[masks + known]) and not sole(may_be)):
                known = int64(slot)
            continue
        if may_be & useful == 0:
            useless = True
            continue
        if sole(may_be):
            continue
        copies = weigh(memory, OPEN, may_be)
        playable = weigh(memory, OPEN, may_be & wanted)
        if playable * of_fit > fits * copies:
            fit, fits, of_fit = int64(slot), playable, copies
        lost = weigh(memory, OPEN, may_be & ~useful)
        if lost * of_dead > deads * copies:
            dead, deads, of_dead = int64(slot), lost, copies
        unknown = (copies - lost) * 8 + size(may_be & useful)
        if unknown > vagueness:
            vague, vagueness = int64(slot), unknown
    if known < 0 and fit >= 0:
        return fit, wanted
    if known >= 0 and not sole(memory[masks + known]):
        return known, _half(memory, memory[masks + known])
    if known >= 0 and fit >= 0 and fits * 5 >= of_fit * 2:
        return fit, wanted
    if dead >= 0 and not useless:
        return dead, ~useful
    if fit >= 0:
        return fit, wanted
    if vague < 0:
        return int64(-1), int64(0)
    may_be = memory[masks + vague]
    yes = _half(memory, may_be & useful) | ~useful
    return vague, ~useful if may_be & ~yes == 0 else yes


@rare
def _half(memory: Row, members: int) -> int:
    """The lowest faces of a set, about half of its copies."""
    copies = weigh(memory, OPEN, members)
    half = passed = int64(0)
    while members:
        card = members & -members
        with_it = passed + weigh(memory, OPEN, card)
        if half and 2 * with_it > copies:
            if with_it + passed < copies:
                half |= card
            break
        half |= card
        passed = with_it
        members &= members - 1
    return half


@rare
def modulus_of(row: Row, memory: Row, t: Row, seat: int) -> int:
    """How many different sums the clues of a seat can tell, and how they are shared out."""
    modulus = int64(0)
    for offset in range(1, t[PLAYERS]):
        other = (seat + offset) % t[PLAYERS]
        count = row[t[COUNTS] + other]
        if memory[EMPTY]:
            memory[CLASSES + other] = t[CLUE_COUNT] if count else 0
        else:
            memory[CLASSES + other] = 4 if count > 1 else 0
        modulus += memory[CLASSES + other]
        # Slots in the order of what is unknown about them.
        order = placed = int64(0)
        for rank in range(count):
            best, most = int64(0), int64(-1)
            for slot in range(count):
                may_be = memory[PUBLIC + other * t[HAND] + slot]
                unknown = int64(0) if sole(may_be) else 2 * size(may_be & memory[USEFUL]) + 1
                if not has(placed, slot) and unknown > most:
                    best, most = int64(slot), unknown
            placed |= int64(1) << best
            order |= rank << 4 * best
        memory[ORDER + other] = order
    return modulus


@rare
def clue_for(row: Row, memory: Row, t: Row, seat: int, total: int) -> int:
    """The action that tells a sum, the most telling one; -1 if there is none."""
    offset = int64(1)
    while total >= memory[CLASSES + (seat + offset) % t[PLAYERS]]:
        total -= memory[CLASSES + (seat + offset) % t[PLAYERS]]
        offset += 1
    receiver = (seat + offset) % t[PLAYERS]
    memory[TOLD_SUM] = 1
    if memory[EMPTY]:
        return clue_action(t, offset, total)
    best, most, plain = int64(-1), int64(-1), int64(-1)
    count = row[t[COUNTS] + receiver]
    tells = row[t[TELLS] + receiver]
    while tells:
        clue = lowest(tells)
        tells &= tells - 1
        pattern = pattern_of(row, memory, t, receiver, clue)
        if pattern == (int64(1) << count) - 1:
            if plain < 0:
                plain = clue
        elif clue_class(count, clue >= t[COLOURS], pattern) == total:
            gain = _gain(row, memory, t, receiver, clue)
            if gain > most:
                best, most = clue, gain
    if best >= 0:
        return clue_action(t, offset, best)
    # All cards look alike: a clue that touches all of them tells no sum.
    memory[TOLD_SUM] = 0
    return clue_action(t, offset, plain) if plain >= 0 else int64(-1)


@inner
def clue_class(count: int, value: bool, pattern: int) -> int:
    """Which of four messages a clue is, by the cards it touches."""
    if count == 4:
        inside = has(int64(CLASS_OF_FOUR[1]) if value else int64(CLASS_OF_FOUR[0]), pattern)
    elif count == 5:
        inside = has(int64(CLASS_OF_FIVE[1]) if value else int64(CLASS_OF_FIVE[0]), pattern)
    else:
        inside = pattern & 1
    return 3 * inside if value else 1 + inside


@rare
def pattern_of(row: Row, memory: Row, t: Row, receiver: int, clue: int) -> int:
    """The cards that a clue touches, the least known card lowest."""
    pattern = int64(0)
    for slot in range(row[t[COUNTS] + receiver]):
        touched = has(t[TOUCH + face_at(row, t, receiver, slot)], clue)
        pattern |= touched << ((memory[ORDER + receiver] >> 4 * slot) & 15)
    return pattern


@rare
def _gain(row: Row, memory: Row, t: Row, receiver: int, clue: int) -> int:
    """How much the words of a clue say beyond its sum."""
    gain = int64(0)
    for slot in range(row[t[COUNTS] + receiver]):
        may_be = memory[NEW + receiver * t[HAND] + slot]
        copies = weigh(memory, OPEN, may_be)
        if sole(may_be) or copies == 0:
            continue
        touched = has(t[TOUCH + face_at(row, t, receiver, slot)], clue)
        left = may_be & t[UNKNOWN] & (t[IF_TOUCHED + clue] if touched else t[IF_MISSED + clue])
        gain += (copies - weigh(memory, OPEN, left)) * 1000 // copies
        if sole(left):
            gain += 500
        if left & ~memory[WANT + receiver] == 0 and may_be & ~memory[WANT + receiver]:
            gain += 3000
        if left & memory[USEFUL] == 0 and may_be & memory[USEFUL]:
            gain += 1000
    return gain


@inner
def clue_action(t: Row, offset: int, clue: int) -> int:
    """The number of a clue."""
    if clue < t[COLOURS]:
        return 2 * t[HAND] + (offset - 1) * t[COLOURS] + clue
    others = t[PLAYERS] - 1
    return 2 * t[HAND] + others * t[COLOURS] + (offset - 1) * t[VALUES] + clue - t[COLOURS]
