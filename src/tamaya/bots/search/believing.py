"""Which imagined hands a seat believes: those that go with what it knows, and with what the others did.

Where a blueprint's mind is the same for all seats (``hat``), its reading holds as long as all keep to it, and
hands are drawn from it. Where each seat has a reading of its own (``partner``), what the others make of the
game depends on the hand that is imagined: so the whole game is told again for each hand, whatever was done in
it, and then played on from there. What conventions say of a card is then believed as far as the giver of its
clue is trusted; only the words of clues and the cards in sight are certain.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots import blueprint
from tamaya.bots.bits import sole
from tamaya.bots.blueprint import Mind, decide, mind_at
from tamaya.bots.facts import take
from tamaya.bots.hat.conventions import NO_HEARER
from tamaya.bots.search.desk import Desk, PastMove, copy_lasting, copy_words
from tamaya.bots.search.imagining import imagine, old_copies, spare_copies, strike_out_returned
from tamaya.bots.search.room import TRUSTED
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import has
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, NO_FACE
from tamaya.fast.legal import list_legal
from tamaya.fast.pointers import bytes_from
from tamaya.fast.randomness import below, random_word

CERTAIN: Final = 1 << 30
UNKNOWN_LEAST: Final = 1 << 30
"""No hand has been doubted yet."""
MOST_BELIEF: Final = 98
"""Per cent of imagined hands in which a card is what conventions say, if the giver of its clue is trusted."""
LEAST_BELIEF: Final = 58
"""And if the giver is hardly trusted."""

MISLED: Final = 2
"""A clue that would have misled the seat counts as so many actions that do not fit."""


@noinline
def believe(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> bool:
    """Imagine a hand and a deck that go with what the seat knows and with what the others did."""
    if mind_at(mind, 0).shared:
        return _believe_as_all(row, tables, mind, desk, words)
    return _believe_alone(row, tables, mind, desk, words)


# With a mind that is the same for all seats.


@noinline
def _believe_as_all(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> bool:
    tries, doubt = desk.terms.tries, desk.terms.doubt
    possible = False
    for attempt in range(tries):
        key = int64(random_word(row[field.STEPS], desk.games * tries + attempt))
        copy_words(row, desk.row, words)
        if not imagine(desk.row, tables, mind_at(mind, 0), key):
            if attempt:
                return False
            # The blueprint's reading leaves no hand: a player does not keep to it. Clues say what they say.
            blueprint.look_plainly(row, tables, mind)
            strike_out_returned(row, tables, mind_at(mind, 0), desk)
            if not imagine(desk.row, tables, mind_at(mind, 0), key):
                return False
        possible = old_copies(desk.row, tables, desk, desk.row[field.TURN]) <= spare_copies(row, tables, desk)
        if not possible:
            continue
        if desk.terms.backwards == 0:
            return True
        # One doubt is forgiven once in ``doubt`` times, a second one once in its square, and so on.
        forgiven, luck, bar = int64(0), below(random_word(key, 500), CERTAIN), CERTAIN // doubt
        while luck < bar:
            forgiven += 1
            bar //= doubt
        if _doubts(tables, mind, desk, words, forgiven) <= forgiven:
            return True
    return possible


@noinline
def _doubts(tables: Row, mind: Row, desk: Desk, words: int, most: int) -> int:
    """How many past actions of others do not go with the imagined hand; one more than ``most`` at most."""
    row, seat = desk.row, desk.row[field.TURN]
    found = looked = int64(0)
    for step in range(desk.steps - 1, -1, -1):
        moment = desk.past[step]
        if moment.seat == seat:
            continue
        looked += 1
        if looked > desk.terms.backwards or not _shares_unknown(row, tables, mind_at(mind, 0), desk, moment):
            break
        copy_words(moment.row, desk.tried_row, words)
        copy_words(moment.mind, desk.tried_mind, mind_at(mind, 0).lasting_words)
        _put_hand_back(tables, desk, moment)
        found += decide(desk.tried_row, tables, desk.tried_mind) != moment.action
        if found > most:
            break
    return found


@inline
def _put_hand_back(tables: Row, desk: Desk, moment: PastMove) -> None:
    """Give the seat that imagines a hand the cards that it held at a moment of the past."""
    row, seat, then = desk.tried_row, desk.row[field.TURN], moment.cards[desk.row[field.TURN]]
    faces, tells = (int64(1) << (FACE_BITS * tables[spec.HAND])) - 1, int64(0)
    for old in range(row[tables[spec.COUNTS] + seat]):
        face = desk.faces[then[old]]
        for slot in range(desk.row[tables[spec.COUNTS] + seat]):
            if desk.cards[seat][slot] == then[old]:
                face = (desk.row[tables[spec.HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
        faces ^= (NO_FACE ^ face) << old * FACE_BITS
        tells |= tables[spec.TELLABLE + face]
    row[tables[spec.HANDS] + seat], row[tables[spec.TELLS] + seat] = faces, tells


@noinline
def _shares_unknown(row: Row, tables: Row, own: Mind, desk: Desk, moment: PastMove) -> bool:
    """Whether a card that is not known now was in the hand then."""
    seat = row[field.TURN]
    for slot in range(row[tables[spec.COUNTS] + seat]):
        if not sole(own.own[slot]):
            for old in range(tables[spec.HAND]):
                if moment.cards[seat][old] == desk.cards[seat][slot]:
                    return True
    return False


# With a reading for each seat.


@noinline
def _believe_alone(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> bool:
    """Imagine some hands until one fits as well as the best so far; else one of them, by how well it fits."""
    tries, doubt, own = desk.terms.tries, float(desk.terms.doubt), mind_at(mind, 0)
    total, least = 0.0, desk.least
    for attempt in range(2 * tries):
        if attempt >= tries and total > 0.0:
            break
        key = int64(random_word(row[field.STEPS], 2 * desk.games * tries + attempt))
        copy_words(row, desk.guess, words)
        # After so many failures only what is certain counts.
        if not _suppose(row, tables, mind, desk, key, attempt >= tries) or not imagine(
            desk.guess, tables, own, key
        ):
            continue
        strangers = _strangers(row, tables, mind, key)
        found = _tell_again(tables, mind, desk, words, strangers)
        desk.least = min(desk.least, found)
        weight = doubt**-found
        total += weight
        luck = below(random_word(key, 500), CERTAIN) / CERTAIN
        fits = found == 0 or (least < UNKNOWN_LEAST and luck < doubt ** (least - found))
        if fits or luck * total < weight:
            copy_words(desk.tried_row, desk.row, words)
            copy_lasting(desk.tried_mind, desk.mind)
            desk.strangers = strangers
        if fits:
            break
    return total > 0.0


@noinline
def _suppose(row: Row, tables: Row, mind: Row, desk: Desk, key: int, plainly: bool) -> bool:
    """Decide for each own card whether to go by what it is taken for, or by what is certain alone; False if
    that leaves nothing for a card."""
    own, seat = mind_at(mind, 0), row[field.TURN]
    count = row[tables[spec.COUNTS] + seat]
    blueprint.look_plainly(row, tables, mind)
    for slot in range(count):
        certain = own.own[slot]
        if sole(certain):
            continue
        believed = certain & desk.believed[slot] & own.unseen.one
        certain &= own.unseen.one
        trust = blueprint.trust_in(row, tables, mind, -1, desk.cards[seat][slot])
        doubtful = below(random_word(key, 600 + slot), 100) >= _belief(trust)
        own.own[slot] = certain if plainly or doubtful or believed == 0 else believed
        if own.own[slot] == 0:
            return False
        if sole(own.own[slot]):
            take(own.unseen, own.own[slot])
    return True


@inline
def _belief(trust: int) -> int:
    """Per cent of imagined hands in which a card is what it is taken for."""
    distrust = 100 - max(int64(0), min(int64(100), trust))
    return MOST_BELIEF - (MOST_BELIEF - LEAST_BELIEF) * distrust * distrust // 10_000


@noinline
def _strangers(row: Row, tables: Row, mind: Row, key: int) -> int:
    """Set of seats that take clues at their word in an imagined game; the less a seat is trusted, the more
    often it does."""
    seats = int64(0)
    for seat in range(tables[spec.PLAYERS]):
        if seat != row[field.TURN]:
            trust = blueprint.trust_in(row, tables, mind, seat, -1)
            if trust < 0 or below(random_word(key, 700 + seat), 100) < TRUSTED - trust:
                seats |= int64(1) << seat
    return seats


@noinline
def _tell_again(tables: Row, mind: Row, desk: Desk, words: int, strangers: int) -> int:
    """Let all see the game so far with the imagined hand; how many actions of others do not go with it."""
    row, told, seat = desk.tried_row, desk.tried_mind, desk.guess[field.TURN]
    found = int64(0)
    _begin_again(tables, desk, words)
    blueprint.begin(row, tables, told, strangers)
    doubted = _first_doubted(tables, mind, desk)
    for step in range(desk.steps):
        moment = desk.past[step]
        if moment.action < 0:
            blueprint.order_hand(row, tables, moment.action)
            blueprint.reorder(row, tables, told, moment.action)
            continue
        if row[field.TURN] != moment.seat:
            row[field.TURN] = moment.seat
            list_legal(row, tables)
        if step >= doubted and moment.seat != seat and not has(strangers, moment.seat):
            found += decide(row, tables, told) != moment.action
        blueprint.lead(row, tables, told, moment.action, NO_HEARER)
    if row[field.TURN] != seat or row[field.CLUES] != desk.guess[field.CLUES]:
        # The history does not go back to the deal, and left something out.
        row[field.TURN] = seat
        row[field.CLUES] = desk.guess[field.CLUES]
        list_legal(row, tables)
    return found + MISLED * blueprint.misleads(row, tables, told, seat)


@noinline
def _begin_again(tables: Row, desk: Desk, words: int) -> None:
    """Set up the game before its first action, with the cards that are imagined."""
    row, guess, seat = desk.tried_row, desk.guess, desk.guess[field.TURN]
    copy_words(desk.start, row, words)
    for word in range(tables[spec.DECK_WORDS]):
        row[tables[spec.DECK_START] + word] = guess[tables[spec.DECK_START] + word]
    row[field.FIXED] = 1
    deck = bytes_from(row, tables[spec.DECK_START])
    for slot in range(guess[tables[spec.COUNTS] + seat]):
        deck[desk.cards[seat][slot]] = (guess[tables[spec.HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
    faces, tells = (int64(1) << (FACE_BITS * tables[spec.HAND])) - 1, int64(0)
    for slot in range(row[tables[spec.COUNTS] + seat]):
        face = int64(deck[desk.dealt[seat][slot]])
        faces ^= (NO_FACE ^ face) << slot * FACE_BITS
        tells |= tables[spec.TELLABLE + face]
    row[tables[spec.HANDS] + seat], row[tables[spec.TELLS] + seat] = faces, tells


@noinline
def _first_doubted(tables: Row, mind: Row, desk: Desk) -> int:
    """The step from which on actions of others are compared with what they would do by the book."""
    row, looked = desk.guess, int64(0)
    for step in range(desk.steps - 1, -1, -1):
        moment = desk.past[step]
        if moment.seat != row[field.TURN]:
            looked += 1
            if looked > desk.terms.backwards or not _shares_unknown(
                row, tables, mind_at(mind, 0), desk, moment
            ):
                return int64(step + 1)
    return int64(0)
