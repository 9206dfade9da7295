"""Self prompts and self finesses: the receiver of a clue holds the missing cards too."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.connections import IMPOSSIBLE, OWN, explain
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import NOBODY, Book, Reading, Table
from tamaya.bots.conventions.waits import open_wait

SELF_FINESSE: Final = Convention("self-finesse", book="h-group", level=2, place=4)

MOST_OWN: Final = 2 * OWN
"""A clue that would need more plays from its receiver's own hand means something else."""


@compilable
def read_self(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    candidates: int,
    own: int,
) -> int:
    """The receiver holds the missing cards too: of the explanations those with the fewest blind plays."""
    reading.hidden = receiver
    least = 1 << 20
    rest = candidates
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        cost = explain(book, table, reading, giver, receiver, focus, face, own, 0)
        if cost != IMPOSSIBLE and cost < least:
            least = cost
    if least > MOST_OWN:
        least = IMPOSSIBLE - 1
    found = 0
    rest = candidates
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        cost = explain(book, table, reading, giver, receiver, focus, face, own, 0)
        if cost == least:
            found |= 1 << face
            open_wait(table, reading, giver, focus, face, own, 0)
    reading.hidden = NOBODY
    return found
