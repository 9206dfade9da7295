"""Save clues: what a clue on the next discard may keep."""

from __future__ import annotations

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.state import Book, Table


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
