"""Chop moves: a clue, or the order of plays, keeps a card that no clue touches."""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import (
    CHOP_MOVE,
    HELD,
    MISTAKE,
    MOVED,
    NO_CARD,
    STALL,
    UNTOUCHED,
    Book,
    Reading,
    Table,
)

TRASH_CHOP_MOVE: Final = Convention("trash-chop-move", book="h-group", level=4, place=1)
FIVE_CHOP_MOVE: Final = Convention("five-chop-move", book="h-group", level=4, place=2)


@compilable
def is_about_trash(
    book: Book, table: Table, reading: Reading, receiver: int, touched: int, fresh: int
) -> bool:
    """Whether a clue touches only cards that all know to be useless, new ones among them."""
    if fresh == 0:
        return False
    clued = 0
    for seat in range(book.players):
        if seat != receiver:
            clued |= reading.counts[seat].clued
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        if touched >> slot & 1 and table.told[card] & ~table.dead & ~table.used_up & ~clued:
            return False
    return True


@compilable
def read_trash(book: Book, table: Table, reading: Reading, receiver: int, touched: int, chop: int) -> int:
    """Trash chop move: a clue about useless cards moves all that are older; how it is read."""
    oldest = UNTOUCHED
    for slot in range(table.hand_size[receiver]):
        if touched >> slot & 1:
            oldest = min(oldest, table.hands[receiver][slot])
    if not move_older(table, reading, receiver, oldest):
        return STALL if reading.stalls else MISTAKE
    return CHOP_MOVE if is_worth_moving(book, table, reading, chop) else MISTAKE


@compilable
def move_older(table: Table, reading: Reading, seat: int, bound: int) -> bool:
    """Keep all cards of a hand that are older than one; whether there is any."""
    moved = False
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if card < bound and reading.marks[card] & HELD == 0:
            reading.marks[card] |= MOVED
            moved = True
    return moved


@compilable
def moves_by_five(table: Table, reading: Reading, receiver: int, fresh: int, chop: int) -> bool:
    """5 chop move: "fives" to a card that is the next after the chop keeps the chop."""
    if chop < 0:
        return False
    oldest_five = NO_CARD
    second = NO_CARD
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        new = fresh >> slot & 1 != 0
        if card == chop or (reading.marks[card] & HELD and not new):
            continue
        if second < 0 or card < second:
            second = card
        if new and (oldest_five < 0 or card < oldest_five):
            oldest_five = card
    if oldest_five < 0 or oldest_five != second:
        return False
    reading.marks[chop] |= MOVED
    return True


@compilable
def is_worth_moving(book: Book, table: Table, reading: Reading, chop: int) -> bool:
    """Whether a next discard is worth keeping without a clue on it, as far as the viewer sees it: it is of
    use, there is no other copy in sight, and no proper clue can be given to it."""
    if chop < 0 or reading.face_of[chop] < 0:
        return True
    face = reading.face_of[chop]
    if (table.dead | table.playable | table.critical) >> face & 1 or book.step_of[face] == 1:
        return False
    for seat in range(book.players):
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            if card != chop and reading.face_of[card] == face:
                return False
    return True
