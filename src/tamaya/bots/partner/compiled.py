"""``partner`` as a blueprint: the same choices in the compiled engine, thousands of games a second.

The functions that choose and conclude are those of the readable bot; here they are led through the rows of
``tamaya.fast``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tamaya.bots import blueprint
from tamaya.bots.bits import sole
from tamaya.bots.blueprint import PLAYING, Answer, Mind
from tamaya.bots.compilable import compile_marked
from tamaya.bots.facts import UNSEEN, take
from tamaya.bots.partner import choose, conventions
from tamaya.bots.partner.state import CARD_ROOM, NO_CARD, Book, Public, Sight, book_of, forget
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, lowest
from tamaya.fast.calls import step_game
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, RUNNING, Words
from tamaya.fast.legal import is_legal
from tamaya.fast.rollouts import Rollout
from tamaya.fast.structs import pointer_to
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules

compile_marked()


@dataclass(slots=True)
class PartnerMind:
    """What a table of ``partner`` players remembers, and what the seat on turn sees."""

    mind: Mind
    public: Public
    sight: Sight
    book: Book


mind_at = pointer_to(PartnerMind)


def finish_games(batch: Batch) -> Rollout:
    """Let ``partner`` play the games of a batch from their beginnings to their ends; they are over then.

    >>> bool(finish_games(Batch("original", players=2, games=200, seed=1)).scores.mean() > 20)
    True
    """
    if batch.steps.any() or batch.done.any():
        raise ImpossibleTable("bots.from-beginning", bot="partner")
    return blueprint.finish_games(batch, new_mind(batch.rules, batch.players))


def new_mind(rules: Rules, players: int, questions: Iterable[str] = PLAYING) -> Words:
    """A mind before a game; refuses rules that the compiled bot does not play."""
    if rules.bonus:
        raise ImpossibleRules("flamboyants", "bots.compiled-no-bonus", bot="partner")
    if rules.deck_size > CARD_ROOM:
        raise ImpossibleRules("suits", "bots.card-room", bot="partner", most=CARD_ROOM)
    return blueprint.new_mind(PartnerMind, ANSWERS, book_of(rules, players), questions)


def begin(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What all know when the cards have been dealt."""
    book, public = mind_at(mind, 0).book, mind_at(mind, 0).public
    _sync_counters(row, public)
    public.focus = NO_CARD
    for suit in range(book.suits):
        public.laid[suit] = 0
    for face in range(book.faces):
        public.discarded[face] = 0
    card = int64(0)
    for seat in range(tables[spec.PLAYERS]):
        public.false_calls[seat] = 0
        public.hand_size[seat] = row[tables[spec.COUNTS] + seat]
        for slot in range(public.hand_size[seat]):
            public.hands[seat][slot] = card
            forget(book, public, card)
            card += 1
    conventions.classify_faces(book, public)
    conventions.draw_conclusions(book, public)
    return int64(0)


def decide(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What the seat on turn does; the first action that is legal where that is not."""
    memory = mind_at(mind, 0)
    _look_at_hands(row, tables, memory)
    kind, where, clue = choose.best(memory.book, memory.public, memory.sight)
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


def taken_for(_row: Row, _tables: Row, mind: Row, _slot: int, card: int) -> int:
    """Set of faces that all take a card for."""
    return mind_at(mind, 0).public.taken_for[card]


def look(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What the seat on turn knows of its cards."""
    memory, own = mind_at(mind, 0), mind_at(mind, 0).mind
    blueprint.count_unseen(row, tables, own.unseen)
    _look_at_hands(row, tables, memory)
    choose.look(memory.book, memory.public, memory.sight)
    for slot in range(row[tables[spec.COUNTS] + row[field.TURN]]):
        own.own[slot] = memory.sight.mine[slot]
        if sole(own.own[slot]):
            take(own.unseen, own.own[slot])
    return int64(0)


ANSWERS: Final[dict[str, Answer]] = {
    answer.__name__: answer for answer in (begin, decide, follow, tells_truth, taken_for, look)
}
# It reads its own actions as it reads all others.
ANSWERS["lead"] = follow


@noinline
def _step(row: Row, tables: Row, memory: PartnerMind, action: int) -> None:
    """Let the seat on turn act, and the table see it."""
    book, public, seat, drawn = memory.book, memory.public, row[field.TURN], row[field.DRAWN]
    hand = tables[spec.HAND]
    receiver, clue = blueprint.clue_meaning(row, tables, action)
    _sync_counters(row, public)
    step_game(row, tables, action)
    from_deck = action == tables[spec.DECK_PLAY]
    if action >= 2 * hand and not from_deck:
        touched = blueprint.touched_last(row, tables)
        conventions.see_clue(book, public, seat, receiver, clue, touched, False)
    else:
        face = lowest(row[field.SHOWN] & tables[spec.UNKNOWN])
        if action >= hand:
            fits = has(row[field.SHOWN], tables[spec.FACE_COUNT]) == 1
            conventions.see_play(book, public, seat, -1 if from_deck else action - hand, face, fits)
            if has(row[field.SHOWN], tables[spec.FACE_COUNT] + 1):
                conventions.see_token(book, public)
        else:
            conventions.see_discard(book, public, seat, action, face)
    if row[field.DRAWN] > drawn and not from_deck:
        conventions.see_draw(book, public, seat, drawn)


@noinline
def _misled(row: Row, tables: Row, public: Public, seat: int) -> int:
    """How many cards of the others are not what all take them for."""
    count = int64(0)
    for other in range(tables[spec.PLAYERS]):
        faces = row[tables[spec.HANDS] + other]
        for slot in range(row[tables[spec.COUNTS] + other]):
            card = public.hands[other][slot]
            if other != seat and not has(public.taken_for[card], faces & FACE_MASK):
                count += 1
            faces >>= FACE_BITS
    return count


@inline
def _look_at_hands(row: Row, tables: Row, memory: PartnerMind) -> None:
    """Show the seat on turn the counters and the hands of the others."""
    public, sight = memory.public, memory.sight
    _sync_counters(row, public)
    sight.seat = row[field.TURN]
    for seat in range(tables[spec.PLAYERS]):
        faces = row[tables[spec.HANDS] + seat]
        for slot in range(row[tables[spec.COUNTS] + seat]):
            sight.face_of[public.hands[seat][slot]] = UNSEEN if seat == sight.seat else faces & FACE_MASK
            faces >>= FACE_BITS


@inline
def _sync_counters(row: Row, public: Public) -> None:
    """Take over tokens, strikes, deck and turns left from the game."""
    public.clues = row[field.CLUES]
    public.strikes = row[field.STRIKES]
    public.deck = row[field.CARDS] - row[field.DRAWN]
    public.turns_left = row[field.LEFT]
