"""Books: by which conventions a clue is read."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.clues import read_by_h_group
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import (
    ALONE,
    CALLED,
    CARELESS,
    CLUED,
    H_GROUP,
    NO_CARD,
    NOTHING,
    PLAIN,
    PLAY_CLUE,
    TAMAYA,
    Book,
    Reading,
    Table,
    chop_of,
)
from tamaya.bots.conventions.tamaya import narrow_to_words, read_by_tamaya

UNPROVED_LEVEL: Final = 4
"""By which level a seat gives clues to teammates who need not know what comes after it."""
WORDS: Final = Convention("words", book="plain", place=1)


@compilable
def read_clue(
    book: Book, table: Table, reading: Reading, giver: int, receiver: int, clue: int, touched: int
) -> None:
    """Find what a clue means whose words have been heard (``table.told``)."""
    followed = common_book(reading, giver, receiver)
    reading.last = NOTHING
    reading.focus = NO_CARD
    reading.level = max(followed - H_GROUP, 0)
    if giver == reading.viewer and not reading.proved[giver]:
        reading.level = min(reading.level, UNPROVED_LEVEL)
    if followed > H_GROUP:
        read_by_h_group(book, table, reading, giver, receiver, clue, touched)
    elif followed == TAMAYA:
        read_by_tamaya(book, table, reading, giver, receiver, clue, touched)
    else:
        read_words(table, reading, giver, receiver, clue, touched, followed)
    if touched and touched & (touched - 1) == 0:
        reading.marks[table.hands[receiver][lowest(touched)]] |= ALONE


@compilable
def read_words(
    table: Table, reading: Reading, giver: int, receiver: int, clue: int, touched: int, followed: int
) -> None:
    """Take a clue at its word. One that touches a single card may call for it all the same: people who have
    agreed on nothing mostly tell of cards that fit."""
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        narrow_to_words(table, reading, card)
        if touched >> slot & 1:
            reading.marks[card] |= CLUED
    calls = followed == CARELESS if receiver != reading.viewer else is_believed(table, reading)
    if calls and touched and touched & (touched - 1) == 0:
        card = table.hands[receiver][lowest(touched)]
        if reading.taken_for[card] & table.playable:
            reading.last = PLAY_CLUE
            reading.focus = card
            reading.marks[card] |= CALLED
            reading.meant[card] = reading.taken_for[card] & table.playable
            reading.taken_for[card] = reading.meant[card]
            reading.giver[card] = giver
            reading.clue[card] = clue


@compilable(inline=True)
def is_believed(table: Table, reading: Reading) -> bool:
    """Whether the viewer, who plays by more than words, takes a card that a clue touched alone for called."""
    return reading.books[reading.viewer] != PLAIN and table.strikes == 0


@compilable
def common_book(reading: Reading, giver: int, receiver: int) -> int:
    """What the giver and the receiver of a clue have in common, as far as the viewer supposes."""
    one, other = reading.books[giver], reading.books[receiver]
    if giver == reading.viewer:
        return other
    if receiver == reading.viewer:
        return one
    if (one == TAMAYA) != (other == TAMAYA) or min(one, other) < TAMAYA or min(one, other) == CARELESS:
        return PLAIN
    return min(one, other)


@compilable
def hear_words(book: Book, table: Table, receiver: int, clue: int, touched: int) -> None:
    """Take a clue literally."""
    table.news = False
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        told = table.told[card] & (book.touch[clue] if touched >> slot & 1 else ~book.touch[clue])
        if told != table.told[card] and touched >> slot & 1:
            table.news = True
        table.told[card] = told


@compilable
def has_to_clue(book: Book, table: Table, reading: Reading, giver: int) -> bool:
    """Whether a seat cannot discard: with all tokens, or with no card that it would give away."""
    full = table.clues >= book.most_clues and not book.discard_full
    # With two players there is often nothing to say at the start.
    early = reading.early and book.players > 2
    return not early and (full or chop_of(table, reading, giver) < 0)
