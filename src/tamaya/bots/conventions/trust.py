"""Trust: whether a seat keeps to the conventions, by its moves alone.

A seat's trust goes up when it plays what was called and when its own calls prove true, and down when it lets
called cards lie, when its calls are strikes, and when it gives clues that the conventions forbid. Below zero
its clues are taken at their word until the game is over, and it is expected to take those of others so.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.counting import draw_conclusions
from tamaya.bots.conventions.state import (
    ALONE,
    CALLED,
    CARELESS,
    CHOP_FOCUS,
    CLUED,
    DOUBTFUL,
    FINESSED,
    GOOD,
    MISTAKE,
    NOBODY,
    PLAIN,
    PLAY_CLUE,
    PROMISED,
    SAVE_CLUE,
    Book,
    Reading,
    Table,
    card_in,
)
from tamaya.bots.conventions.waits import drop_wait, unmark
from tamaya.bots.conventions.watching import is_called

FORGIVENESS: Final = Convention("forgiveness", book="tamaya", place=9)

MOST: Final = 100
TRUSTED: Final = 60
"""From here on a seat is trusted."""
FOLLOWED: Final = 6
"""It played a card that was called."""
BLIND: Final = 15
"""It played a card blindly that was called so."""
LEFT: Final = -12
"""It discarded while it had a called card."""
OTHER: Final = -15
"""A card was played beside the one that was called by the same clue, and fitted."""
UNCALLED: Final = -8
"""It played a clued card that nothing called for, and it fitted."""
UNCALLED_STRIKE: Final = -75
"""And it did not fit."""
PUT_OFF: Final = -4
"""It gave a clue while it had one."""
TRUE: Final = 8
"""A card that it called fitted."""
FALSE: Final = -75
"""A card that it called was a strike."""
PROPER: Final = 3
"""It gave a clue that the conventions allow."""
IMPROPER: Final = -8
"""It gave one that they do not."""

MOST_EAGER: Final = 3


@compilable
def is_risky(table: Table, reading: Reading, seat: int, card: int, giver: int) -> bool:
    """Whether a card is to be played blindly for the sake of a clue to the same hand, though its giver has
    not proved to know that convention: people who do not know it often mean something else."""
    marks = reading.marks[card]
    if giver < 0 or giver == reading.viewer or reading.proved[giver]:
        return False
    return marks & FINESSED != 0 and not marks & CLUED and is_for_own(table, reading, seat, card)


@compilable
def is_for_own(table: Table, reading: Reading, seat: int, card: int) -> bool:
    """Whether a card is to be played blindly for the sake of a clue to the same hand."""
    waits = reading.waits
    for wait in range(waits.count):
        for place in range(waits.steps[wait]):
            if card_in(waits.step[wait][place]) == card:
                for slot in range(table.hand_size[seat]):
                    if table.hands[seat][slot] == waits.focus[wait]:
                        return True
    return False


@compilable
def expect(table: Table, reading: Reading, seat: int) -> int:
    """The slots of a seat that are called by the conventions, and not by the words of clues alone."""
    called = 0
    if reading.books[seat] in (PLAIN, CARELESS):
        return 0
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        told = table.told[card] & ~table.used_up
        if told & ~table.playable and is_called(table, reading, seat, slot):
            called |= 1 << slot
    return called


@compilable(inline=True)
def distrust_of(reading: Reading, seat: int) -> float:
    """How little a seat is trusted, from 0 up; one that has given no cause for doubt is trusted."""
    if seat < 0 or seat == reading.viewer:
        return 0.0
    return max(0.0, (TRUSTED - reading.trust[seat]) / TRUSTED)


@compilable
def eagerness_of(reading: Reading, seat: int) -> float:
    """How likely a seat plays a card that a clue touched alone, and that only may fit."""
    if seat == reading.viewer or reading.viewer < 0:
        return 0.0
    distrust = min(1.0, (MOST - reading.trust[seat]) / MOST)
    if reading.eager[seat] > 0:
        return 0.9 * distrust
    return max(0.0, 0.5 + 0.2 * reading.eager[seat]) * distrust


@compilable
def is_literal(book: Book, reading: Reading, viewer: int) -> bool:
    """Whether at least half of the teammates take clues at their word."""
    literal = 0
    for seat in range(book.players):
        if seat != viewer and reading.books[seat] in (PLAIN, CARELESS):
            literal += 1
    return 2 * literal >= book.players - 1


@compilable
def change_trust(book: Book, table: Table, reading: Reading, seat: int, change: int) -> None:
    """Trust a seat more or less."""
    if seat < 0 or seat == reading.viewer:
        return
    before = reading.trust[seat]
    reading.trust[seat] = max(-MOST, min(MOST, before + change))
    if reading.books[seat] not in (PLAIN, CARELESS) and reading.trust[seat] < 0:
        reading.books[seat] = CARELESS if reading.eager[seat] > 0 else PLAIN
        take_at_word(book, table, reading, seat)


@compilable
def take_at_word(book: Book, table: Table, reading: Reading, seat: int) -> None:
    """Forget what a seat's clues meant, and what it made of those of others."""
    waits = reading.waits
    wait = 0
    while wait < waits.count:
        if waits.giver[wait] == seat:
            unmark(book, reading, wait)
            drop_wait(waits, wait)
        else:
            wait += 1
    for holder in range(book.players):
        for slot in range(table.hand_size[holder]):
            card = table.hands[holder][slot]
            if holder == seat or reading.giver[card] == seat:
                reading.meant[card] = book.every
                reading.marks[card] &= ~(CALLED | GOOD | CHOP_FOCUS | PROMISED | DOUBTFUL)
    draw_conclusions(book, table, reading)


@compilable
def judge_play(
    book: Book, table: Table, reading: Reading, seat: int, card: int, marks: int, giver: int, fits: bool
) -> None:
    """A seat has played a card that bore these marks, and was called by this giver."""
    watch_eagerness(reading, seat, marks, 1)
    if reading.guessed and marks & CLUED and table.turns_left < 0:
        change_trust(book, table, reading, seat, UNCALLED if fits else UNCALLED_STRIKE)
    if giver >= 0 and marks & CALLED and not fits and reading.books[giver] in (PLAIN, CARELESS):
        reading.refuted[giver] += 1
    if marks & (CALLED | FINESSED):
        change_trust(book, table, reading, giver, TRUE if fits else FALSE)
        if giver >= 0 and reading.risk:
            reading.proved[giver] = fits
            if fits:
                reading.proved[seat] = True
    if fits and marks & CLUED and not marks & CALLED and calls_another(table, reading, seat, card):
        change_trust(book, table, reading, reading.giver[card], OTHER)
        change_trust(book, table, reading, seat, OTHER)
    if reading.expected == card:
        blind = marks & FINESSED and not marks & CLUED
        change_trust(book, table, reading, seat, BLIND if blind else FOLLOWED)


@compilable
def watch_eagerness(reading: Reading, seat: int, marks: int, change: int) -> None:
    """A seat has played a card that bore these marks, or has let one lie: does it play what a clue touched
    alone?"""
    if marks & ALONE == 0 or seat == reading.viewer or not reading.guessed:
        return
    reading.eager[seat] = max(-MOST_EAGER, min(MOST_EAGER, reading.eager[seat] + change))
    if reading.books[seat] in (PLAIN, CARELESS):
        reading.books[seat] = CARELESS if reading.eager[seat] > 0 else PLAIN


@compilable
def calls_another(table: Table, reading: Reading, seat: int, card: int) -> bool:
    """Whether the clue that touched a card called for another one, which its holder still has."""
    for slot in range(table.hand_size[seat]):
        other = table.hands[seat][slot]
        if (
            reading.giver[other] == reading.giver[card]
            and reading.clue[other] == reading.clue[card]
            and reading.marks[other] & CALLED
            and is_called(table, reading, seat, slot)
        ):
            return True
    return False


@compilable
def judge_other(book: Book, table: Table, reading: Reading, seat: int, expected: int, change: int) -> None:
    """A seat has done something else than to play."""
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if reading.marks[card] & ALONE and reading.taken_for[card] & table.playable:
            reading.guessed = True
            watch_eagerness(reading, seat, reading.marks[card], -1)
            break
    if expected:
        change_trust(book, table, reading, seat, change)


@compilable
def judge_clue(book: Book, table: Table, reading: Reading, giver: int) -> None:
    """A clue has been read."""
    if reading.books[giver] in (PLAIN, CARELESS):
        return
    if reading.last == MISTAKE:
        if not reading.stalls:
            change_trust(book, table, reading, giver, IMPROPER)
    elif (
        reading.last in (PLAY_CLUE, SAVE_CLUE)
        and reading.viewer != NOBODY
        and reading.face_of[reading.focus] >= 0
    ):
        change_trust(book, table, reading, giver, PROPER)


@compilable
def begin_trust(book: Book, reading: Reading, trust: int, agreed: bool) -> None:
    """What is supposed of each seat before a game."""
    for seat in range(book.players):
        reading.trust[seat] = trust
        reading.proved[seat] = agreed
        reading.eager[seat] = 0
        reading.refuted[seat] = 0
