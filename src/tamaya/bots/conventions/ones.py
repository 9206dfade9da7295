"""Several ones: in which order they are played, and what another order says (order chop move)."""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import CHOP_FOCUS, CLUED, MOVED, NO_CARD, Book, Reading, Table, chop_of

ONES: Final = Convention("ones", book="h-group", level=3, place=1)
ORDER_CHOP_MOVE: Final = Convention("order-chop-move", book="h-group", level=4, place=3)


@compilable
def is_open_one(book: Book, table: Table, reading: Reading, card: int) -> bool:
    """Whether a card is known to be a one, and not which."""
    if reading.marks[card] & CLUED == 0 or table.told[card] & ~book.opening:
        return False
    faces = table.told[card] & ~table.used_up
    return faces & (faces - 1) != 0


@compilable
def goes_before(table: Table, reading: Reading, one: int, other: int) -> bool:
    """Whether of two ones the first is played first."""
    if (reading.marks[one] ^ reading.marks[other]) & CHOP_FOCUS:
        return reading.marks[one] & CHOP_FOCUS != 0
    fresh, older = one >= table.dealt, other >= table.dealt
    if fresh != older:
        return fresh
    return one > other if fresh else one < other


@compilable
def first_one(book: Book, table: Table, reading: Reading, seat: int, among: int) -> int:
    """Of some slots the one that is played first, or NO_CARD."""
    first = NO_CARD
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        open_one = among >> slot & 1 and is_open_one(book, table, reading, card)
        if open_one and (first < 0 or goes_before(table, reading, card, first)):
            first = card
    return first


@compilable
def ones_skipped(book: Book, table: Table, reading: Reading, seat: int, slot: int) -> int:
    """How many ones should have been played before this one."""
    card = table.hands[seat][slot]
    if not is_open_one(book, table, reading, card):
        return 0
    skipped = 0
    for other in range(table.hand_size[seat]):
        one = table.hands[seat][other]
        if one == card or table.told[one] != table.told[card]:
            continue
        if is_open_one(book, table, reading, one) and goes_before(table, reading, one, card):
            skipped += 1
    return skipped


@compilable
def move_by_order(book: Book, table: Table, reading: Reading, seat: int, skipped: int) -> None:
    """Skipping ones moves the chop of the player so many seats on."""
    if 0 < skipped < book.players:
        chop = chop_of(table, reading, (seat + skipped) % book.players)
        if chop >= 0:
            reading.marks[chop] |= MOVED
