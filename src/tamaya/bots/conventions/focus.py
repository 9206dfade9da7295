"""Focus: which one card a clue is about."""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import CLUED, MOVED, NO_CARD, PROMISED, Reading, Table

FOCUS: Final = Convention("focus", book="h-group", level=1, place=2)


@compilable
def focus_of(table: Table, reading: Reading, receiver: int, touched: int, chop: int) -> int:
    """The chop if it is touched; else the newest card that is new; else the newest moved; else the newest."""
    new = NO_CARD
    moved = NO_CARD
    newest = NO_CARD
    for slot in range(table.hand_size[receiver]):
        if touched >> slot & 1:
            card = table.hands[receiver][slot]
            marks = reading.marks[card]
            newest = max(newest, card)
            if card == chop:
                return card
            if marks & (CLUED | PROMISED | MOVED) == 0:
                new = max(new, card)
            elif marks & (CLUED | PROMISED) == 0:
                moved = max(moved, card)
    if new >= 0:
        return new
    return moved if moved >= 0 else newest
