"""Trust: by which conventions a seat plays, by its moves alone.

A seat keeps to the viewer's book, or to other conventions, or takes clues at their word; or it is eager, and
plays what a clue touched alone. How likely each of the four is, the belief, changes with every move that
tells them apart: it is multiplied by how often such players make that move, and divided so that the four add
up to one. A seat that hardly keeps to the book is taken at its word until the game is over, and is expected
to take the clues of others so.
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
    H_GROUP,
    MISTAKE,
    MODELS,
    NOBODY,
    PLAIN,
    PLAY_CLUE,
    PROMISED,
    SAVE_CLUE,
    TAMAYA,
    Book,
    Reading,
    Table,
    card_in,
)
from tamaya.bots.conventions.waits import drop_wait, unmark
from tamaya.bots.conventions.watching import is_called

FORGIVENESS: Final = Convention("forgiveness", book="tamaya", place=9)

MOST: Final = 100
"""Trust is the chance in per cent that a seat keeps to the book."""
DOUBTED: Final = 40
"""Below this it is taken at its word."""

PROOFS: Final = 2
"""How many calls of a seat have to prove true after one that was a strike."""

# Models: how a seat may play.
KEEPS: Final = 0
"""By the book."""
OTHER: Final = 1
"""By other conventions."""
WORDS: Final = 2
"""It takes clues at their word."""
EAGER: Final = 3
"""And it plays a card that a clue touched alone, if it may fit."""

CERTAIN: Final = (1.0, 0.0, 0.0, 0.0)
"""The belief that a seat keeps to the book."""

LEAST: Final = 0.003
"""How likely each model is at least before a move: a seat may play otherwise today than it did so far."""

SHARES: Final = (0.0, 0.5, 0.2, 0.3)
"""[model] how likely those are at first who do not keep to the book."""

# Signs: what a move tells.
NO_SIGN: Final = 0
FOLLOWED: Final = 1
"""It played a card that only the conventions called, among several that the clue touched."""
FOLLOWED_ALONE: Final = 2
"""It played a card that only the conventions called, and that the clue touched alone."""
BLIND: Final = 3
"""It played a card blindly that was called so."""
PUT_OFF: Final = 4
"""It gave a clue while it had such a card."""
PUT_OFF_ALONE: Final = 5
"""It gave one while it had only such cards that clues touched alone."""
LEFT: Final = 6
"""It discarded while it had such a card."""
LEFT_ALONE: Final = 7
GRABBED: Final = 8
"""It played a card that a clue touched alone, and that neither words nor conventions called; it fitted."""
GRABBED_WRONG: Final = 9
"""It did not fit."""
LET_LIE: Final = 10
"""It did something else than to play it."""
CALLED_FIRST: Final = 11
"""It played a card that only the conventions called, before one that fitted by the words of clues."""
SURE_FIRST: Final = 12
"""The other way round."""
GAVE_AWAY: Final = 13
"""It discarded a clued card that may be of use."""
STRUCK: Final = 14
"""It played a clued card that nothing called for, and it did not fit."""
STRUCK_BLINDLY: Final = 15
"""It played a card without a clue that nothing called for, and it did not fit."""
TRUE: Final = 16
"""A card that its clue called among several, and not by words alone, fitted."""
FALSE: Final = 17
"""It did not fit."""
TRUE_ALONE: Final = 18
"""A card that its clue touched alone, and did not call by words alone, fitted."""
FALSE_ALONE: Final = 19
"""It did not fit."""
TRUE_BLIND: Final = 20
"""A card that its clue called to be played blindly fitted."""
FALSE_BLIND: Final = 21
"""It did not fit."""
PROPER: Final = 22
"""It gave a clue that the conventions allow."""
IMPROPER: Final = 23
"""It gave one that they do not."""

LIKELY: Final = (
    # by the book, other conventions, words, eager
    (1.0, 1.0, 1.0, 1.0),
    (0.75, 0.30, 0.05, 0.05),
    (0.82, 0.45, 0.06, 0.76),
    (0.90, 0.02, 0.01, 0.01),
    (0.12, 0.28, 0.40, 0.38),
    (0.12, 0.22, 0.42, 0.08),
    (0.07, 0.34, 0.53, 0.50),
    (0.05, 0.34, 0.52, 0.14),
    (0.045, 0.08, 0.012, 0.35),
    (0.015, 0.07, 0.003, 0.40),
    (0.94, 0.88, 0.985, 0.25),
    (0.46, 0.08, 0.02, 0.03),
    (0.54, 0.92, 0.98, 0.97),
    (0.01, 0.05, 0.05, 0.06),
    (0.002, 0.02, 0.001, 0.012),
    (0.01, 0.005, 0.003, 0.025),
    (0.97, 0.76, 0.50, 0.53),
    (0.03, 0.24, 0.50, 0.47),
    (0.98, 0.92, 0.72, 0.95),
    (0.02, 0.08, 0.28, 0.05),
    (0.95, 0.20, 0.20, 0.20),
    (0.05, 0.80, 0.80, 0.80),
    (0.95, 0.89, 0.90, 0.92),
    (0.05, 0.11, 0.10, 0.08),
)
"""[sign][model] how often such players make the move, where they can: counted in games of ``partner`` with
teammates of each kind and, for those by the book, in games of experts too; rounded."""


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


@compilable
def proof_of(marks: int) -> int:
    """The sign that a called card with these marks fits; the one after it, that it does not."""
    if marks & CLUED == 0:
        return TRUE_BLIND
    return TRUE_ALONE if marks & ALONE else TRUE


@compilable
def doubt_of(reading: Reading, seat: int, marks: int) -> float:
    """How likely a card with these marks that a clue of a seat called does not fit, beyond what happens by
    the book."""
    if seat < 0 or seat == reading.viewer:
        return 0.0
    doubt = 0.0
    for model in range(OTHER, MODELS):
        doubt += reading.belief[seat][model] * LIKELY[proof_of(marks) + 1][model]
    return doubt


@compilable
def eagerness_of(reading: Reading, seat: int) -> float:
    """How likely a seat plays a card that a clue touched alone, and that only may fit."""
    if seat == reading.viewer or reading.viewer < 0:
        return 0.0
    return reading.belief[seat][EAGER]


@compilable
def is_literal(book: Book, reading: Reading, viewer: int) -> bool:
    """Whether at least half of the teammates take clues at their word."""
    literal = 0
    for seat in range(book.players):
        if seat != viewer and reading.books[seat] in (PLAIN, CARELESS):
            literal += 1
    return 2 * literal >= book.players - 1


@compilable
def is_careless(book: Book, reading: Reading, viewer: int) -> bool:
    """Whether at least half of the teammates are eager."""
    careless = 0
    for seat in range(book.players):
        if seat != viewer and reading.books[seat] == CARELESS:
            careless += 1
    return 2 * careless >= book.players - 1


@compilable
def weigh(book: Book, table: Table, reading: Reading, seat: int, sign: int) -> None:
    """Believe in each model more or less, by what a move of a seat tells."""
    if seat < 0 or seat == reading.viewer or sign == NO_SIGN:
        return
    belief = reading.belief[seat]
    followed = reading.books[seat]
    total = 0.0
    for model in range(MODELS):
        likely = LIKELY[sign][model]
        if followed == TAMAYA and reading.viewer != NOBODY and model <= OTHER:
            # What was called was called by the other conventions.
            likely = LIKELY[sign][OTHER - model]
        belief[model] = max(belief[model], LEAST) * likely
        total += belief[model]
    for model in range(MODELS):
        belief[model] /= total
    reading.trust[seat] = int(MOST * belief[KEEPS] + 0.5)
    suppose(book, table, reading, seat)


@compilable
def suppose(book: Book, table: Table, reading: Reading, seat: int) -> None:
    """Suppose that a seat follows another book if it hardly keeps to the one that was supposed."""
    belief = reading.belief[seat]
    followed = reading.books[seat]
    literal = CARELESS if belief[EAGER] > belief[WORDS] else PLAIN
    if followed in (PLAIN, CARELESS):
        reading.books[seat] = literal
        return
    foreign = followed == TAMAYA and reading.viewer != NOBODY
    if MOST * belief[OTHER if foreign else KEEPS] >= DOUBTED:
        return
    reading.books[seat] = literal
    if followed > H_GROUP and belief[OTHER] > max(belief[WORDS], belief[EAGER]):
        reading.books[seat] = TAMAYA
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
def sign_of(table: Table, reading: Reading, seat: int, played: int, discards: bool) -> int:
    """What it tells that a seat plays a slot, or, with slot -1, discards or gives a clue."""
    if table.turns_left >= 0:
        return NO_SIGN
    called = expect(table, reading, seat)
    sure = 0
    alone = 0
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        told = table.told[card] & ~table.used_up
        if told & ~table.playable == 0:
            sure |= 1 << slot
        elif reading.marks[card] & ALONE and told & table.playable:
            alone |= 1 << slot
    if sure:
        if played < 0 or called == 0:
            return NO_SIGN
        return CALLED_FIRST if called >> played & 1 else SURE_FIRST
    if played >= 0 and called >> played & 1:
        if reading.marks[table.hands[seat][played]] & CLUED == 0:
            return BLIND
        return FOLLOWED_ALONE if alone >> played & 1 else FOLLOWED
    if played >= 0:
        return GRABBED if alone >> played & 1 else NO_SIGN
    if called & ~alone:
        return LEFT if discards else PUT_OFF
    if called:
        return LEFT_ALONE if discards else PUT_OFF_ALONE
    return LET_LIE if alone else NO_SIGN


@compilable
def judge_play(
    book: Book, table: Table, reading: Reading, seat: int, marks: int, giver: int, fits: bool
) -> None:
    """A seat has played a card that bore these marks, and was called by this giver."""
    sign = reading.sign
    if sign == NO_SIGN and not fits and reading.guessed and table.turns_left < 0:
        sign = STRUCK if marks & CLUED else STRUCK_BLINDLY
    elif sign == GRABBED and not fits:
        sign = GRABBED_WRONG
    by_call = marks & (CALLED | FINESSED) or seat == reading.viewer
    if giver >= 0 and reading.guessed and by_call and reading.books[giver] not in (PLAIN, CARELESS):
        weigh(book, table, reading, giver, proof_of(marks) if fits else proof_of(marks) + 1)
        if not fits:
            doubt_others(book, table, reading, giver, proof_of(marks) + 1)
        reading.misled[giver] = max(reading.misled[giver] - 1, 0) if fits else PROOFS
    if giver >= 0 and marks & (CALLED | FINESSED) and reading.risk:
        reading.proved[giver] = fits
        if fits:
            reading.proved[seat] = True
    weigh(book, table, reading, seat, sign)


@compilable
def doubt_others(book: Book, table: Table, reading: Reading, giver: int, sign: int) -> None:
    """Strangers who sit together mostly play alike: a wrong call of one of them tells something of those who
    have not proved to know the book."""
    for seat in range(book.players):
        if seat != giver and not reading.proved[seat]:
            weigh(book, table, reading, seat, sign)


@compilable
def judge_clue_given(book: Book, table: Table, reading: Reading, giver: int) -> None:
    """A seat gives a clue, and so does nothing else."""
    weigh(book, table, reading, giver, sign_of(table, reading, giver, -1, False))


@compilable
def judge_discard(book: Book, table: Table, reading: Reading, seat: int, slot: int) -> None:
    """A seat is about to discard a card."""
    sign = sign_of(table, reading, seat, -1, True)
    card = table.hands[seat][slot]
    if sign == NO_SIGN and reading.marks[card] & CLUED and reading.taken_for[card] & ~table.dead:
        sign = GAVE_AWAY
    weigh(book, table, reading, seat, sign)


@compilable
def judge_clue(book: Book, table: Table, reading: Reading, giver: int) -> None:
    """A clue has been read."""
    if reading.books[giver] in (PLAIN, CARELESS):
        return
    if reading.last == MISTAKE:
        if not reading.stalls:
            weigh(book, table, reading, giver, IMPROPER)
    elif reading.last in (PLAY_CLUE, SAVE_CLUE):
        weigh(book, table, reading, giver, PROPER)


@compilable
def begin_trust(book: Book, reading: Reading, trust: int, agreed: bool) -> None:
    """What is supposed of each seat before a game."""
    for seat in range(book.players):
        reading.trust[seat] = trust
        reading.belief[seat][KEEPS] = trust / MOST
        for model in range(OTHER, MODELS):
            reading.belief[seat][model] = (1.0 - trust / MOST) * SHARES[model]
        reading.proved[seat] = agreed
        reading.misled[seat] = 0
