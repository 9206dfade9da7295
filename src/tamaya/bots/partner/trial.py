"""Trying a clue: it is read as the table will read it, and taken back."""

from __future__ import annotations

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.books import hear_words, read_clue
from tamaya.bots.conventions.counting import copy_count
from tamaya.bots.conventions.state import Book, Reading, Table
from tamaya.bots.conventions.waits import copy_waits
from tamaya.bots.partner.state import Sight


@compilable
def try_clue(
    book: Book, table: Table, reading: Reading, sight: Sight, receiver: int, clue: int, touched: int
) -> None:
    """Let the table read a clue of this seat, which has had a look."""
    reading.stalls = sight.has_to_clue
    hear_words(book, table, receiver, clue, touched)
    read_clue(book, table, reading, sight.seat, receiver, clue, touched)


@compilable
def remember(book: Book, table: Table, reading: Reading, sight: Sight) -> None:
    """Keep what is known of all hands, so that clues can be tried and taken back."""
    before = sight.before
    before.pending = reading.pending
    for seat in range(book.players):
        copy_count(reading.counts[seat], before.counts[seat])
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            before.meant[seat][slot] = reading.meant[card]
            before.taken_for[seat][slot] = reading.taken_for[card]
            before.marks[seat][slot] = reading.marks[card]
            before.told[seat][slot] = table.told[card]
            before.giver[seat][slot] = reading.giver[card]
            before.clue[seat][slot] = reading.clue[card]
    copy_waits(reading.waits, before.waits)


@compilable
def take_back(book: Book, table: Table, reading: Reading, sight: Sight, receiver: int) -> None:
    """Forget what has been learnt since it was remembered."""
    before = sight.before
    reading.pending = before.pending
    for seat in range(book.players):
        copy_count(before.counts[seat], reading.counts[seat])
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            reading.meant[card] = before.meant[seat][slot]
            reading.taken_for[card] = before.taken_for[seat][slot]
            reading.marks[card] = before.marks[seat][slot]
            if seat == receiver:
                table.told[card] = before.told[seat][slot]
                reading.giver[card] = before.giver[seat][slot]
                reading.clue[card] = before.clue[seat][slot]
    copy_waits(before.waits, reading.waits)
