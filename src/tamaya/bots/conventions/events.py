"""Events, as a table sees them and as each viewer reads them.

The table changes once, and every viewer has a reading of it. So an event comes in three parts: what a viewer
notices while the table is as it was, how the table changes, and what the viewer reads then.
"""

from __future__ import annotations

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions import trust
from tamaya.bots.conventions.books import common_book, has_to_clue, hear_words, read_clue
from tamaya.bots.conventions.chop_moves import move_older
from tamaya.bots.conventions.counting import classify_faces, conclude_new, draw_conclusions
from tamaya.bots.conventions.fixes import read_sarcastic
from tamaya.bots.conventions.ones import move_by_order, ones_skipped
from tamaya.bots.conventions.state import (
    CLUED,
    FINESSED,
    H_GROUP,
    MOVED,
    NO_CARD,
    NOBODY,
    SPARED,
    TAMAYA,
    Book,
    Reading,
    Table,
    chop_of,
    forget,
)
from tamaya.bots.conventions.tamaya import read_silence
from tamaya.bots.conventions.waits import caller_of
from tamaya.bots.conventions.watching import watch
from tamaya.bots.facts import UNSEEN

# A clue.


@compilable
def notice_clue(book: Book, table: Table, reading: Reading, giver: int, receiver: int) -> None:
    """A seat gives a clue, and so does nothing else."""
    hear_silence(book, table, reading, giver, receiver)
    trust.judge_clue_given(book, table, reading, giver)
    reading.stalls = has_to_clue(book, table, reading, giver)
    waiting = reading.waits.count > 0
    watch(book, table, reading, giver, NO_CARD, UNSEEN, False, table.playable)
    if waiting:
        # What is thought of any hand may have changed.
        reading.pending = (1 << book.players) - 1


@compilable
def tell(book: Book, table: Table, receiver: int, clue: int, touched: int, free: bool) -> None:
    """The words of a clue; ``touched`` has a bit for each slot. A free one cost no token and no turn (L5)."""
    if not free:
        table.turn += 1
        table.clues -= 1
    for slot in range(table.hand_size[receiver]):
        if touched >> slot & 1:
            card = table.hands[receiver][slot]
            table.since[card] = min(table.since[card], table.turn)
    hear_words(book, table, receiver, clue, touched)


@compilable
def read_told(
    book: Book, table: Table, reading: Reading, giver: int, receiver: int, clue: int, touched: int
) -> None:
    """What a clue means whose words have been heard."""
    read_clue(book, table, reading, giver, receiver, clue, touched)
    conclude_new(book, table, reading, receiver)
    trust.judge_clue(book, table, reading, giver)


# A play.


@compilable
def notice_play(book: Book, table: Table, reading: Reading, seat: int, slot: int, face: int) -> None:
    """A seat is about to play a card; slot -1 is the deck."""
    hear_silence(book, table, reading, seat, NOBODY)
    reading.sign = trust.NO_SIGN
    reading.risk = False
    reading.guessed = False
    if slot >= 0:
        told = table.told[table.hands[seat][slot]] & ~table.used_up
        reading.guessed = told & ~table.playable != 0
        reading.risk = trust.is_for_own(table, reading, seat, table.hands[seat][slot])
        reading.sign = trust.sign_of(table, reading, seat, slot, False)
        if reading.books[seat] >= H_GROUP + 4:
            move_by_order(book, table, reading, seat, ones_skipped(book, table, reading, seat, slot))
        reading.face_of[table.hands[seat][slot]] = face


@compilable
def lay(book: Book, table: Table, seat: int, slot: int, face: int, fits: bool) -> None:
    """A card leaves a hand, or the deck, for its display or the discards."""
    table.turn += 1
    if slot < 0:
        table.deck -= 1
    else:
        remove_card(table, seat, slot)
    if fits:
        table.laid[book.suit_of[face]] += 1
    else:
        table.discarded[face] += 1
        table.strikes += 1
    classify_faces(book, table)


@compilable
def read_play(
    book: Book, table: Table, reading: Reading, seat: int, card: int, face: int, fits: bool, was_playable: int
) -> None:
    """What a play means; ``was_playable`` is what fitted before."""
    marks = reading.marks[card] if card >= 0 else 0
    giver = caller_of(reading, card)
    watch(book, table, reading, seat, card, face, fits, was_playable)
    draw_conclusions(book, table, reading)
    trust.judge_play(book, table, reading, seat, marks, giver, fits)


# A discard.


@compilable
def notice_discard(book: Book, table: Table, reading: Reading, seat: int, slot: int, face: int) -> None:
    """A seat is about to discard a card."""
    hear_silence(book, table, reading, seat, NOBODY)
    card = table.hands[seat][slot]
    trust.judge_discard(book, table, reading, seat, slot)
    chop = chop_of(table, reading, seat)
    if card == chop:
        reading.early = False
    elif reading.books[seat] > H_GROUP and keeps_older(table, reading, card, chop):
        move_older(table, reading, seat, card)
    reading.face_of[card] = face
    known = reading.marks[card] & CLUED and reading.taken_for[card] == 1 << face
    if reading.books[seat] >= H_GROUP + 3 and known and not table.dead >> face & 1:
        read_sarcastic(book, table, reading, seat, face)


@compilable
def keeps_older(table: Table, reading: Reading, card: int, chop: int) -> bool:
    """Whether a seat that discards a card without a clue passes over older ones, which it so wants to
    keep."""
    held = reading.marks[card] & (CLUED | FINESSED | MOVED)
    return not held and chop >= 0 and reading.taken_for[card] & ~table.dead != 0


@compilable
def discard(book: Book, table: Table, seat: int, slot: int, face: int) -> None:
    """A card leaves a hand for the discards."""
    table.turn += 1
    remove_card(table, seat, slot)
    table.discarded[face] += 1
    gain_token(book, table)
    classify_faces(book, table)


@compilable
def read_discard(book: Book, table: Table, reading: Reading, seat: int, was_playable: int) -> None:
    """What a discard means; ``was_playable`` is what fitted before."""
    watch(book, table, reading, seat, NO_CARD, UNSEEN, False, was_playable)
    draw_conclusions(book, table, reading)


# What else happens.


@compilable
def gain_token(book: Book, table: Table) -> None:
    """A clue token comes back, if one is missing."""
    if table.clues < book.most_clues:
        table.clues += 1


@compilable
def draw(table: Table, seat: int, card: int) -> None:
    """A card is drawn."""
    table.hands[seat][table.hand_size[seat]] = card
    table.hand_size[seat] += 1
    table.deck -= 1
    table.drawn = max(table.drawn, card + 1)


@compilable
def read_draw(book: Book, table: Table, reading: Reading, seat: int, card: int, face: int) -> None:
    """A card was drawn; ``face`` is UNSEEN for those who do not see it."""
    forget(book, table, reading, card)
    reading.face_of[card] = face
    conclude_new(book, table, reading, seat)


def go_back(book: Book, table: Table, face: int) -> None:
    """L6: a discarded card goes back into the deck."""
    table.discarded[face] -= 1
    table.deck += 1
    classify_faces(book, table)


def encore(book: Book, table: Table, face: int) -> None:
    """L7: a discarded card is laid."""
    table.discarded[face] -= 1
    table.laid[book.suit_of[face]] += 1
    classify_faces(book, table)


@compilable
def hear_silence(book: Book, table: Table, reading: Reading, seat: int, receiver: int) -> None:
    """What it means that a seat gives no clue to the next one."""
    following = (seat + 1) % book.players
    followed = common_book(reading, seat, following)
    if followed == TAMAYA:
        read_silence(book, table, reading, seat, receiver)
        reading.pending = (1 << book.players) - 1
    chop = chop_of(table, reading, following)
    if chop >= 0:
        reading.marks[chop] &= ~SPARED
        if followed > H_GROUP and table.clues > 0 and receiver != following:
            reading.marks[chop] |= SPARED


@compilable
def remove_card(table: Table, seat: int, slot: int) -> None:
    """A card leaves a hand."""
    table.hand_size[seat] -= 1
    for place in range(slot, table.hand_size[seat]):
        table.hands[seat][place] = table.hands[seat][place + 1]
