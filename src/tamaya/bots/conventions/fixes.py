"""Fix clues and sarcastic discards: a clued card turns out bad, or lies elsewhere as well."""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.ones import goes_before
from tamaya.bots.conventions.state import BAD, CLUED, FINESSED, NO_CARD, Book, Reading, Table
from tamaya.bots.facts import UNSEEN

FIX_CLUE: Final = Convention("fix-clue", book="h-group", level=3, place=2)
SARCASTIC_DISCARD: Final = Convention("sarcastic-discard", book="h-group", level=3, place=3)

SEVERAL: Final = -2
"""No one card."""


@compilable
def is_fix(table: Table, reading: Reading, receiver: int) -> bool:
    """Whether a card that was about to be played turns out useless or not to fit."""
    for slot in range(table.hand_size[receiver]):
        before = reading.before[slot]
        card = table.hands[receiver][slot]
        after = reading.taken_for[card]
        if (
            before & ~table.playable == 0
            and reading.marks[card] & (CLUED | FINESSED)
            and after & table.playable == 0
        ):
            return True
    return False


@compilable
def fix_by_repeating(table: Table, reading: Reading, receiver: int, touched: int) -> bool:
    """A clue that says nothing new: the card that was about to be played is bad."""
    if table.news:
        return False
    first = NO_CARD
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        if (
            touched >> slot & 1
            and reading.before[slot] & ~table.playable == 0
            and (first < 0 or goes_before(table, reading, card, first))
        ):
            first = card
    if first < 0:
        return False
    reading.marks[first] |= BAD
    return True


@compilable
def read_sarcastic(book: Book, table: Table, reading: Reading, seat: int, face: int) -> None:
    """A seat has discarded a useful card that it knew: another seat holds the same, clued."""
    found = other_copy(book, table, reading, seat, face, False)
    if found == NO_CARD:
        # Its holder did not take it for that, since a copy was clued elsewhere.
        found = other_copy(book, table, reading, seat, face, True)
    if found >= 0:
        reading.meant[found] = 1 << face


@compilable
def other_copy(book: Book, table: Table, reading: Reading, seat: int, face: int, by_words: bool) -> int:
    """The one clued card of other seats that is taken for a face, or may be it by the words of clues; NO_CARD
    if there is none, and SEVERAL if there are more."""
    found = NO_CARD
    for other in range(book.players):
        if other == seat:
            continue
        for slot in range(table.hand_size[other]):
            card = table.hands[other][slot]
            faces = table.told[card] if by_words else reading.taken_for[card]
            clued = reading.marks[card] & CLUED and faces >> face & 1
            if clued and reading.face_of[card] in (face, UNSEEN):
                if found >= 0:
                    return SEVERAL
                found = card
    return found
