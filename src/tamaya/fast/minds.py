"""Minds: what a table remembers while all play by a blueprint, ``hat`` or ``partner``, led through any game.

A blueprint is a compiled bot that reads any action in public: what it remembers is the same for all seats.
Search stands on three questions to it: what would the seat on turn do, what do all make of an action, and
what may the seat's own cards be.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tamaya.fast import partner_core as core
from tamaya.fast.bits import has
from tamaya.fast.borrowing import reals_from, row_of
from tamaya.fast.compiling import Row, inner, int64, rare, woven
from tamaya.fast.hat import choose, hat_terms, remember
from tamaya.fast.hat_memory import (
    MEMORY_WORDS,
    OWN,
    UNSEEN,
    begin_memory,
    count_hidden,
    look_around,
    sole,
    take_copy,
)
from tamaya.fast.hat_memory import PUBLIC as HAT_PUBLIC
from tamaya.fast.hat_reading import is_true, read_action
from tamaya.fast.kernels import step_row
from tamaya.fast.layout import FACE_BITS, FACE_MASK, RUNNING, STATUS, TURN, Words
from tamaya.fast.packing import COUNTS, HAND, HANDS, KNOWN, PLAYERS, UNKNOWN
from tamaya.fast.partner import (
    act,
    decide_as_partner,
    open_eyes,
    partner_book,
    sit_down,
)
from tamaya.rules import Rules

HAT, PARTNER = range(2)
BLUEPRINTS: Final = {"hat": HAT, "partner": PARTNER}
"""name: its number, the first word of a mind."""

KIND: Final = 0
MINE: Final = 1
"""[slot] set of faces: what the card of the seat on turn may be, by ``look_at_own_cards``."""
PLANES: Final = 11
"""[n] set of faces: those of which that seat misses more than n copies, besides cards that it knows."""
MEMORY: Final = 16
"""What ``hat`` remembers; or the book of ``partner``, then what it remembers, sees, and reckons."""
PUBLIC: Final = MEMORY + core.BOOK_WORDS
SIGHT: Final = PUBLIC + core.PUBLIC_WORDS
PRICES: Final = SIGHT + core.SIGHT_WORDS
MIND_WORDS: Final = PRICES + FACE_MASK + 1


def new_mind(blueprint: str, rules: Rules, players: int) -> Words:
    """A mind before a game; refuses rules that the blueprint does not play."""
    mind = np.zeros(MIND_WORDS, np.int64)
    mind[KIND] = BLUEPRINTS[blueprint]
    if blueprint == "hat":
        mind[MEMORY : MEMORY + MEMORY_WORDS] = hat_terms(rules, players)
    else:
        mind[MEMORY:PUBLIC] = partner_book(rules, players)
    return mind


@inner
def _part(mind: Row, start: int) -> Row:
    return row_of(mind, 1, start)


@rare
def copy_mind(mind: Row, target: Row) -> None:
    """Remember the same."""
    for word in range(MEMORY + MEMORY_WORDS if mind[KIND] == HAT else SIGHT):
        target[word] = mind[word]


@rare
def begin_mind(row: Row, mind: Row, t: Row) -> None:
    """What all know of a game that has just been dealt."""
    if mind[KIND] == HAT:
        begin_memory(row, _part(mind, MEMORY), t)
    else:
        sit_down(row, t, _part(mind, MEMORY), _part(mind, PUBLIC))


@woven
def decide(row: Row, mind: Row, t: Row) -> int:
    """What the blueprint does on the seat on turn."""
    if mind[KIND] == HAT:
        return choose(row, _part(mind, MEMORY), t)
    return decide_as_partner(
        row, t, _part(mind, MEMORY), _part(mind, PUBLIC), _part(mind, SIGHT), reals_from(mind, PRICES)
    )


@rare
def _step(row: Row, t: Row, action: int) -> None:
    """Compiled once for all that use it here."""
    step_row(row, t, action)


@woven
def lead(row: Row, mind: Row, t: Row, action: int, observer: int) -> None:
    """Take an action, and let all make of it what they do; ``observer`` as in ``read_action``."""
    if mind[KIND] == HAT:
        memory, seat = _part(mind, MEMORY), row[TURN]
        read_action(row, memory, t, action, observer)
        _step(row, t, action)
        if row[STATUS] == RUNNING:
            remember(row, memory, t, seat, action)
    else:
        act(row, t, _part(mind, MEMORY), _part(mind, PUBLIC), action)


@rare
def play_out(row: Row, mind: Row, t: Row, action: int) -> None:
    """Take an action, and let the blueprint play to the end."""
    lead(row, mind, t, action, int64(-1))
    if mind[KIND] == HAT:
        memory = _part(mind, MEMORY)
        while row[STATUS] == RUNNING:
            seat = row[TURN]
            action = choose(row, memory, t)
            _step(row, t, action)
            if row[STATUS] == RUNNING:
                remember(row, memory, t, seat, action)
    else:
        while row[STATUS] == RUNNING:
            act(row, t, _part(mind, MEMORY), _part(mind, PUBLIC), decide(row, mind, t))


@inner
def taken_for(mind: Row, t: Row, seat: int, slot: int, card: int) -> int:
    """Set of faces that all take a card for, by its seat and slot or its place in the order of drawing."""
    if mind[KIND] == HAT:
        return mind[MEMORY + HAT_PUBLIC + seat * t[HAND] + slot]
    return mind[PUBLIC + core.PUBLIC_MASK + card]


@woven
def tells_truth(row: Row, mind: Row, t: Row, action: int) -> bool:
    """Whether the others conclude nothing false from an action; the game and the mind are used up by that."""
    if mind[KIND] == HAT:
        return is_true(row, _part(mind, MEMORY), t, action)
    public, seat = _part(mind, PUBLIC), row[TURN]
    before = _misled(row, t, public, seat)
    act(row, t, _part(mind, MEMORY), public, action)
    return bool(row[STATUS] != RUNNING) or bool(_misled(row, t, public, seat) <= before)


@rare
def _misled(row: Row, t: Row, public: Row, seat: int) -> int:
    """How many cards of the others are not what all take them for."""
    count = int64(0)
    for other in range(t[PLAYERS]):
        faces = row[t[HANDS] + other]
        for slot in range(row[t[COUNTS] + other]):
            card = public[core.PUBLIC_HAND + other * core.WIDTH + slot]
            if other != seat and not has(public[core.PUBLIC_MASK + card], faces & FACE_MASK):
                count += 1
            faces >>= FACE_BITS
    return count


@rare
def look_at_own_cards(row: Row, mind: Row, t: Row, plainly: bool) -> None:
    """What the seat on turn knows of its cards, by the blueprint, or ``plainly`` by the words of clues."""
    seat = row[TURN]
    if mind[KIND] == HAT and not plainly:
        memory = _part(mind, MEMORY)
        look_around(row, memory, t, seat)
        for plane in range(3):
            mind[PLANES + plane] = memory[UNSEEN + plane]
        for slot in range(row[t[COUNTS] + seat]):
            mind[MINE + slot] = memory[OWN + slot]
        return
    count_hidden(row, mind, t, int64(PLANES))
    for other in range(t[PLAYERS]):
        if other != seat:
            faces = row[t[HANDS] + other]
            for _ in range(row[t[COUNTS] + other]):
                take_copy(mind, int64(PLANES), int64(1) << (faces & FACE_MASK))
                faces >>= FACE_BITS
    if plainly:
        for slot in range(row[t[COUNTS] + seat]):
            mind[MINE + slot] = row[t[KNOWN] + seat * t[HAND] + slot] & t[UNKNOWN]
    else:
        public, sight = _part(mind, PUBLIC), _part(mind, SIGHT)
        open_eyes(row, t, public, sight, seat)
        core.look(_part(mind, MEMORY), public, sight, reals_from(mind, PRICES))
        for slot in range(row[t[COUNTS] + seat]):
            mind[MINE + slot] = sight[core.SIGHT_MINE + slot]
    for slot in range(row[t[COUNTS] + seat]):
        if sole(mind[MINE + slot]):
            take_copy(mind, int64(PLANES), mind[MINE + slot])
