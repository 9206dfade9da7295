"""``partner`` as a blueprint: the same choices in the compiled engine, thousands of games a second.

The functions that choose and conclude are those of the readable bot; here they are led through the rows of
``tamaya.fast``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final

from tamaya.bots import blueprint
from tamaya.bots.bits import sole
from tamaya.bots.blueprint import PLAYING, Answer, Mind
from tamaya.bots.compilable import compile_marked
from tamaya.bots.conventions import events
from tamaya.bots.conventions.connections import ANY_FACE
from tamaya.bots.conventions.counting import classify_faces, draw_conclusions
from tamaya.bots.conventions.state import (
    CARD_ROOM,
    CARELESS,
    CLUED,
    FINESSED,
    H_GROUP,
    NO_CARD,
    NOBODY,
    PLAIN,
    Reading,
    Table,
    forget,
)
from tamaya.bots.conventions.trust import MOST, begin_trust
from tamaya.bots.conventions.watching import is_called
from tamaya.bots.facts import UNSEEN, take
from tamaya.bots.partner import choose
from tamaya.bots.partner import look as looking
from tamaya.bots.partner.state import PartnerBook, Sight, partner_book
from tamaya.bots.partner.styles import PARTNER, Style
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, lowest
from tamaya.fast.calls import step_game
from tamaya.fast.deck import count_discarded
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, RUNNING, Words
from tamaya.fast.legal import is_legal
from tamaya.fast.rollouts import Rollout
from tamaya.fast.structs import places, pointer_to, record_of, words_of
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules

compile_marked()


@dataclass(slots=True)
class Audience:
    """What a table of ``partner`` players has seen, and what each of them makes of it."""

    style: int
    """The book that all follow."""
    trust: int
    """How much each is trusted at first."""
    agreed: bool
    """Whether all are supposed to know every convention of the book."""
    readings: int
    """How many there are: one that all share, or one for each seat."""
    table: Table
    reading: Annotated[list[Reading], 8]


@dataclass(slots=True)
class PartnerMind:
    """What a table of ``partner`` players remembers, and what the seat on turn sees."""

    mind: Mind
    public: Audience
    sight: Sight
    book: PartnerBook


mind_at = pointer_to(PartnerMind)


def finish_games(batch: Batch, style: Style = PARTNER) -> Rollout:
    """Let ``partner`` play the games of a batch from their beginnings to their ends; they are over then.

    >>> bool(finish_games(Batch("original", players=2, games=200, seed=1)).scores.mean() > 20)
    True
    """
    if batch.steps.any() or batch.done.any():
        raise ImpossibleTable("bots.from-beginning", bot="partner")
    return blueprint.finish_games(batch, new_mind(batch.rules, batch.players, style=style))


def new_mind(rules: Rules, players: int, questions: Iterable[str] = PLAYING, style: Style = PARTNER) -> Words:
    """A mind before a game; refuses rules that the compiled bot does not play."""
    if rules.bonus:
        raise ImpossibleRules("flamboyants", "bots.compiled-no-bonus", bot="partner")
    if rules.deck_size > CARD_ROOM:
        raise ImpossibleRules("suits", "bots.card-room", bot="partner", most=CARD_ROOM)
    book = partner_book(rules, players, style)
    mind = blueprint.new_mind(PartnerMind, ANSWERS, book, questions, shared=False)
    start = places(PartnerMind)["public"].start
    mind[start + places(Audience)["style"].start] = style.book
    mind[start + places(Audience)["trust"].start] = style.trust
    mind[start + places(Audience)["agreed"].start] = style.agreed
    readings = 1 if style.public else players
    mind[start + places(Audience)["readings"].start] = readings
    used = places(Audience)["reading"].start + readings * words_of(Reading)
    record_of(Mind, mind[: words_of(Mind)]).lasting_words = start + used
    return mind


def begin(row: Row, tables: Row, mind: Row, strangers: int, _second: int) -> int:
    """What each seat knows when the cards have been dealt, or of a game that runs, by the words of its clues;
    ``strangers`` take clues at their word."""
    book, audience = mind_at(mind, 0).book, mind_at(mind, 0).public
    table = audience.table
    _sync_counters(row, table)
    table.turn = 0
    table.dealt = book.players * book.hand
    for suit in range(book.suits):
        table.laid[suit] = 0
    for face in range(book.faces):
        table.laid[book.suit_of[face]] += has(row[field.PLAYED], face)
        table.discarded[face] = count_discarded(row, tables, face)
    card = int64(0)
    for seat in range(tables[spec.PLAYERS]):
        table.hand_size[seat] = row[tables[spec.COUNTS] + seat]
        for slot in range(table.hand_size[seat]):
            table.hands[seat][slot] = card
            card += 1
    table.drawn = card
    classify_faces(book, table)
    for number in range(audience.readings):
        reading = audience.reading[number]
        reading.viewer = NOBODY if audience.style < H_GROUP else number
        reading.early = row[field.PILE] == 0
        reading.hidden = NOBODY
        reading.promised = ANY_FACE
        reading.waits.count = 0
        reading.heard = NO_CARD
        begin_trust(book, reading, audience.trust, audience.agreed)
        for seat in range(tables[spec.PLAYERS]):
            reading.books[seat] = PLAIN if has(strangers, number) else audience.style
            faces = row[tables[spec.HANDS] + seat]
            for slot in range(table.hand_size[seat]):
                held = table.hands[seat][slot]
                forget(book, table, reading, held)
                known = row[tables[spec.KNOWN] + seat * tables[spec.HAND] + slot]
                table.told[held] = known & tables[spec.UNKNOWN]
                if known & ~tables[spec.UNKNOWN]:
                    reading.marks[held] |= CLUED
                    table.since[held] = 0
                hidden = seat == number or reading.viewer == NOBODY
                reading.face_of[held] = UNSEEN if hidden else faces & FACE_MASK
                faces >>= FACE_BITS
        draw_conclusions(book, table, reading)
    return int64(0)


def decide(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What the seat on turn does; the first action that is legal where that is not."""
    memory = mind_at(mind, 0)
    _look_at_hands(row, tables, memory)
    reading = memory.public.reading[_number(memory.public, row[field.TURN])]
    kind, where, clue = choose.best(memory.book, memory.public.table, reading, memory.sight)
    action = blueprint.action_number(row, tables, kind, where, clue)
    if is_legal(row, action):
        return action
    word = 0
    while row[field.LEGAL + word] == 0 and word + 1 < tables[spec.LEGAL_WORDS]:
        word += 1
    return 64 * word + lowest(row[field.LEGAL + word])


def follow(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    """Take an action, and let all see it."""
    _step(row, tables, mind_at(mind, 0), action)
    return int64(0)


def tells_truth(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    """Whether after an action no more cards of the others are taken for what they are not."""
    memory, seat = mind_at(mind, 0), row[field.TURN]
    before = _misled(row, tables, memory.public, seat)
    _step(row, tables, memory, action)
    return int64(row[field.STATUS] != RUNNING or _misled(row, tables, memory.public, seat) <= before)


def taken_for(row: Row, _tables: Row, mind: Row, _slot: int, card: int) -> int:
    """Set of faces that the seat on turn takes a card for."""
    audience = mind_at(mind, 0).public
    return audience.reading[_number(audience, row[field.TURN])].taken_for[card]


def look(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What the seat on turn knows of its cards."""
    memory, own = mind_at(mind, 0), mind_at(mind, 0).mind
    blueprint.count_unseen(row, tables, own.unseen)
    _look_at_hands(row, tables, memory)
    reading = memory.public.reading[_number(memory.public, row[field.TURN])]
    table, seat = memory.public.table, row[field.TURN]
    looking.look(memory.book, table, reading, memory.sight)
    for slot in range(row[tables[spec.COUNTS] + seat]):
        mine = memory.sight.mine[slot]
        own.own[slot] = mine
        blind = reading.marks[table.hands[seat][slot]] & FINESSED and is_called(table, reading, seat, slot)
        if blind and mine & table.playable:
            # What is to be played blindly now is a card that fits.
            own.own[slot] = mine & table.playable
        if sole(own.own[slot]):
            take(own.unseen, own.own[slot])
    return int64(0)


def trust_in(row: Row, _tables: Row, mind: Row, seat: int, card: int) -> int:
    """How much the seat on turn trusts another one, or the giver of a clue on a card; -1 for not at all."""
    audience = mind_at(mind, 0).public
    reading = audience.reading[_number(audience, row[field.TURN])]
    if card >= 0:
        seat = reading.giver[card]
    if seat < 0 or seat == row[field.TURN]:
        return int64(MOST)
    return int64(-1) if reading.books[seat] in (PLAIN, CARELESS) else max(int64(0), reading.trust[seat])


def misleads(row: Row, tables: Row, mind: Row, seat: int, _second: int) -> int:
    """How many cards of a seat are not what those who gave clues on them think that they are taken for."""
    audience = mind_at(mind, 0).public
    count = int64(0)
    faces = row[tables[spec.HANDS] + seat]
    for slot in range(row[tables[spec.COUNTS] + seat]):
        card = audience.table.hands[seat][slot]
        giver = audience.reading[_number(audience, seat)].giver[card]
        if giver >= 0 and giver != seat:
            taken_for = audience.reading[_number(audience, giver)].taken_for[card]
            count += 1 - has(taken_for, faces & FACE_MASK)
        faces >>= FACE_BITS
    return count


def reorder(_row: Row, _tables: Row, mind: Row, seat: int, order: int) -> int:
    """All see that a hand is put in another order."""
    table = mind_at(mind, 0).public.table
    blueprint.put_in_order(table.hands[seat], table.hand_size[seat], order)
    return int64(0)


ANSWERS: Final[dict[str, Answer]] = {
    answer.__name__: answer
    for answer in (begin, decide, follow, tells_truth, taken_for, look, trust_in, misleads, reorder)
}
# It reads its own actions as it reads all others.
ANSWERS["lead"] = follow


@inline
def _number(audience: Audience, seat: int) -> int:
    """Which reading a seat has."""
    return seat if audience.readings > 1 else int64(0)


@noinline
def _step(row: Row, tables: Row, memory: PartnerMind, action: int) -> None:
    """Let the seat on turn act, and the table see it."""
    seat, drawn = row[field.TURN], row[field.DRAWN]
    hand = tables[spec.HAND]
    receiver, clue = blueprint.clue_meaning(row, tables, action)
    _sync_counters(row, memory.public.table)
    step_game(row, tables, action)
    from_deck = action == tables[spec.DECK_PLAY]
    if action >= 2 * hand and not from_deck:
        _see_clue(memory, seat, receiver, clue, blueprint.touched_last(row, tables))
    else:
        face = lowest(row[field.SHOWN] & tables[spec.UNKNOWN])
        if action >= hand:
            fits = has(row[field.SHOWN], tables[spec.FACE_COUNT]) == 1
            _see_play(memory, seat, -1 if from_deck else action - hand, face, fits)
            if has(row[field.SHOWN], tables[spec.FACE_COUNT] + 1):
                events.gain_token(memory.book, memory.public.table)
        else:
            _see_discard(memory, seat, action, face)
    if row[field.DRAWN] > drawn and not from_deck:
        count = row[tables[spec.COUNTS] + seat] - 1
        face = (row[tables[spec.HANDS] + seat] >> (FACE_BITS * count)) & FACE_MASK
        _see_draw(memory, seat, drawn, face)


@noinline
def _see_clue(memory: PartnerMind, giver: int, receiver: int, clue: int, touched: int) -> None:
    book, audience, table = memory.book, memory.public, memory.public.table
    for number in range(audience.readings):
        events.notice_clue(book, table, audience.reading[number], giver, receiver)
    events.tell(book, table, receiver, clue, touched, False)
    for number in range(audience.readings):
        events.read_told(book, table, audience.reading[number], giver, receiver, clue, touched)


@noinline
def _see_play(memory: PartnerMind, seat: int, slot: int, face: int, fits: bool) -> None:
    book, audience, table = memory.book, memory.public, memory.public.table
    card, playable = NO_CARD if slot < 0 else table.hands[seat][slot], table.playable
    for number in range(audience.readings):
        events.notice_play(book, table, audience.reading[number], seat, slot, face)
    events.lay(book, table, seat, slot, face, fits)
    for number in range(audience.readings):
        events.read_play(book, table, audience.reading[number], seat, card, face, fits, playable)


@noinline
def _see_discard(memory: PartnerMind, seat: int, slot: int, face: int) -> None:
    book, audience, table = memory.book, memory.public, memory.public.table
    playable = table.playable
    for number in range(audience.readings):
        events.notice_discard(book, table, audience.reading[number], seat, slot, face)
    events.discard(book, table, seat, slot, face)
    for number in range(audience.readings):
        events.read_discard(book, table, audience.reading[number], seat, playable)


@noinline
def _see_draw(memory: PartnerMind, seat: int, card: int, face: int) -> None:
    book, audience, table = memory.book, memory.public, memory.public.table
    events.draw(table, seat, card)
    for number in range(audience.readings):
        reading = audience.reading[number]
        hidden = reading.viewer in (seat, NOBODY)
        events.read_draw(book, table, reading, seat, card, UNSEEN if hidden else face)


@noinline
def _misled(row: Row, tables: Row, audience: Audience, seat: int) -> int:
    """How many cards of the others are not what they take them for."""
    count = int64(0)
    for other in range(tables[spec.PLAYERS]):
        faces = row[tables[spec.HANDS] + other]
        reading = audience.reading[_number(audience, other)]
        for slot in range(row[tables[spec.COUNTS] + other]):
            card = audience.table.hands[other][slot]
            if other != seat and not has(reading.taken_for[card], faces & FACE_MASK):
                count += 1
            faces >>= FACE_BITS
    return count


@inline
def _look_at_hands(row: Row, tables: Row, memory: PartnerMind) -> None:
    """Show the seat on turn the counters and the hands of the others."""
    table, sight = memory.public.table, memory.sight
    _sync_counters(row, table)
    sight.seat = row[field.TURN]
    for seat in range(tables[spec.PLAYERS]):
        faces = row[tables[spec.HANDS] + seat]
        for slot in range(row[tables[spec.COUNTS] + seat]):
            sight.face_of[table.hands[seat][slot]] = UNSEEN if seat == sight.seat else faces & FACE_MASK
            faces >>= FACE_BITS


@inline
def _sync_counters(row: Row, table: Table) -> None:
    """Take over tokens, strikes, deck and turns left from the game."""
    table.clues = row[field.CLUES]
    table.strikes = row[field.STRIKES]
    table.deck = row[field.CARDS] - row[field.DRAWN]
    table.turns_left = row[field.LEFT]
