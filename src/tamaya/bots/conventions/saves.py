"""Save clues: what a clue on the next discard may keep."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import Book, Table

FIVE_SAVE: Final = Convention("five-save", book="h-group", level=1, place=4)
TWO_SAVE: Final = Convention("two-save", book="h-group", level=1, place=5)
CRITICAL_SAVE: Final = Convention("critical-save", book="h-group", level=1, place=6)


@compilable
def savable(book: Book, table: Table, clue: int) -> int:
    """The faces that a clue on the chop may save."""
    by_value = clue >= book.colours
    faces = 0
    rest = book.touch[clue] & ~table.dead & ~table.used_up
    while rest:
        bit = rest & -rest
        rest &= rest - 1
        face = lowest(bit)
        step = book.step_of[face]
        if step == book.ranks - 1:
            if by_value:
                faces |= bit
        elif bit & table.critical or (step == 1 and by_value):
            faces |= bit
    return faces
