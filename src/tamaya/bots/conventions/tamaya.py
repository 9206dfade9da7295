"""What a clue means by Tamaya's own few conventions. All of it follows from what the whole table knows."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import (
    CALLED,
    CLUED,
    GOOD,
    NO_CARD,
    NOTHING,
    PLAY_CLUE,
    REVEAL,
    SAVE_CLUE,
    Book,
    Reading,
    Table,
    chop_of,
)

PLAY_CLUES: Final = Convention("play-clue", book="tamaya", place=1)
PLAIN_SIGHT: Final = Convention("plain-sight", book="tamaya", place=2)
WAITING: Final = Convention("waiting", book="tamaya", place=3)
GOOD_TOUCH: Final = Convention("good-touch", book="tamaya", place=4)
SAFE_DISCARD: Final = Convention("safe-discard", book="tamaya", place=5)
SAVE: Final = Convention("save", book="tamaya", place=7)
SILENCE: Final = Convention("silence", book="tamaya", place=8)


@compilable
def read_by_tamaya(
    book: Book, table: Table, reading: Reading, giver: int, receiver: int, clue: int, touched: int
) -> None:
    """Find what a clue means whose words have been heard (``table.told``)."""
    chop = chop_of(table, reading, receiver)
    busy = has_known_move(table, reading, receiver)
    soon = playable_soon(book, table, reading)
    reading.last = NOTHING
    saves = False
    newest = NO_CARD
    sure = NO_CARD
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        known = reading.taken_for[card] & ~table.playable == 0
        narrow_to_words(table, reading, card)
        if touched >> slot & 1:
            if reading.marks[card] & CLUED == 0:
                reading.giver[card] = giver
                reading.clue[card] = clue
            reading.marks[card] |= CLUED | GOOD
            if reading.taken_for[card] & ~table.dead:
                reading.taken_for[card] &= ~table.dead
            if (
                card == chop
                and not busy
                and clue >= book.colours
                and reading.taken_for[card] & table.critical
            ):
                saves = True
            if reading.taken_for[card] & soon and card > newest:
                newest = card
        if reading.taken_for[card] & ~table.playable == 0 and not known:
            sure = card
    if sure >= 0:
        reading.last = REVEAL
        reading.focus = sure
    elif saves:
        reading.last = SAVE_CLUE
        reading.focus = chop
    elif newest >= 0:
        reading.last = PLAY_CLUE
        reading.focus = newest
        reading.marks[newest] |= CALLED
        reading.taken_for[newest] &= soon
        reading.meant[newest] &= soon
        reading.giver[newest] = giver
        reading.clue[newest] = clue


@compilable(inline=True)
def narrow_to_words(table: Table, reading: Reading, card: int) -> None:
    """Let a card be only what the words of clues leave."""
    if reading.meant[card] & table.told[card] == 0:
        reading.meant[card] = table.told[card]
    if reading.taken_for[card] & table.told[card]:
        reading.taken_for[card] &= table.told[card]
    else:
        reading.taken_for[card] = reading.meant[card] & table.told[card]


@compilable
def read_silence(book: Book, table: Table, reading: Reading, seat: int, receiver: int) -> None:
    """A seat with a clue token that does not clue the next seat says that its next discard is no last copy.

    ``receiver`` is the seat that was given a clue, or NOBODY.
    """
    next_seat = (seat + 1) % book.players
    if table.clues == 0 or receiver == next_seat or has_known_move(table, reading, next_seat):
        return
    chop = chop_of(table, reading, next_seat)
    if chop >= 0 and reading.taken_for[chop] & ~table.critical:
        reading.taken_for[chop] &= ~table.critical
        reading.meant[chop] &= ~table.critical


@compilable
def playable_soon(book: Book, table: Table, reading: Reading) -> int:
    """The faces that are playable, or will be once the cards that are known to be playable are laid."""
    soon = table.playable
    for _ in range(book.ranks):
        before = soon
        for seat in range(book.players):
            for slot in range(table.hand_size[seat]):
                faces = reading.taken_for[table.hands[seat][slot]]
                if faces & (faces - 1) == 0 and faces & soon:
                    soon |= book.after[lowest(faces)]
        if soon == before:
            break
    return soon


@compilable(inline=True)
def has_known_move(table: Table, reading: Reading, seat: int) -> bool:
    """Whether all know that a seat knows of a card to play, or of a useless one to discard."""
    for slot in range(table.hand_size[seat]):
        faces = reading.taken_for[table.hands[seat][slot]]
        if faces & ~table.playable == 0 or faces & ~table.dead == 0:
            return True
    return False
