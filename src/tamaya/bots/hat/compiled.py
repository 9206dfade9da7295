"""``hat`` as a blueprint: the same choices in the compiled engine, thousands of games a second.

The functions that choose and conclude are those of the readable bot; here they are led through the rows of
``tamaya.fast``. Tests compare both action by action.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tamaya.bots import blueprint
from tamaya.bots.bits import lowest
from tamaya.bots.blueprint import PLAYING, Answer, Mind
from tamaya.bots.compilable import compile_marked
from tamaya.bots.facts import BACK, CLUE, DISCARD, PLAY, begin_count
from tamaya.bots.hat import choose, conventions
from tamaya.bots.hat.state import Book, Public, Sight, book_of, look_around, settle
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has
from tamaya.fast.calls import step_game
from tamaya.fast.deck import count_discarded
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, RUNNING, Words
from tamaya.fast.legal import tile_decision
from tamaya.fast.rollouts import Rollout
from tamaya.fast.structs import pointer_to
from tamaya.rules import Rules

compile_marked()


@dataclass(slots=True)
class HatMind:
    """What a table of ``hat`` players remembers, and what the seat on turn sees."""

    mind: Mind
    public: Public
    sight: Sight
    book: Book


mind_at = pointer_to(HatMind)


def finish_games(batch: Batch) -> Rollout:
    """Let ``hat`` play the games of a batch to their ends; they are over then.

    Of games that run already it knows what the clues say by their words: it did not see who told a sum.

    >>> float(finish_games(Batch("original", players=4, games=100, seed=1)).scores.mean()) > 24
    True
    """
    return blueprint.finish_games(batch, new_mind(batch.rules, batch.players))


def new_mind(rules: Rules, players: int, questions: Iterable[str] = PLAYING) -> Words:
    """A mind before a game."""
    return blueprint.new_mind(HatMind, ANSWERS, book_of(rules, players), questions)


def begin(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What is known of a game in common, if no sum has been told yet: the clues say what they say."""
    book, public = mind_at(mind, 0).book, mind_at(mind, 0).public
    _sync_counters(row, tables, public)
    public.wanted = row[field.WANTED]
    blueprint.count_hidden(row, tables, public.hidden)
    for face in range(book.faces):
        public.discarded[face] = count_discarded(row, tables, face)
    for seat in range(book.players):
        hand = public.hands[seat]
        hand.cards = row[tables[spec.COUNTS] + seat]
        for slot in range(hand.cards):
            known = row[tables[spec.KNOWN] + seat * tables[spec.HAND] + slot]
            hand.told[slot] = known & tables[spec.UNKNOWN]
            hand.may_be[slot] = hand.told[slot]
    settle(book, public)
    return int64(0)


def decide(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What the seat on turn does; what it tells by that is kept for ``follow``."""
    memory = mind_at(mind, 0)
    _look_at_hands(row, tables, memory.sight)
    kind, where, clue = choose.choose(memory.book, memory.public, memory.sight)
    return blueprint.action_number(row, tables, kind, where, clue)


def follow(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    """Take the action that was chosen, and let all see it."""
    _step(row, tables, mind_at(mind, 0), action)
    return int64(0)


def lead(row: Row, tables: Row, mind: Row, action: int, hearer: int) -> int:
    """Work out what any action tells, and take it.

    The ``hearer`` goes by the sum, as a seat does that cannot see its own cards; none below 0.
    """
    memory, seat = mind_at(mind, 0), row[field.TURN]
    if tables[spec.PLAYERS] == 2:
        hearer = 1 - seat
    _look_at_hands(row, tables, memory.sight)
    kind, where, clue, touched = _meaning(row, tables, action)
    conventions.read_action(
        memory.book, memory.public, memory.sight, seat, kind, where, clue, touched, hearer
    )
    _step(row, tables, memory, action)
    return int64(0)


def tells_truth(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    """Whether all that an action of the seat on turn tells is so."""
    memory = mind_at(mind, 0)
    _look_at_hands(row, tables, memory.sight)
    kind, where, clue, touched = _meaning(row, tables, action)
    return int64(
        conventions.tells_truth(memory.book, memory.public, memory.sight, kind, where, clue, touched)
    )


def taken_for(row: Row, _tables: Row, mind: Row, slot: int, _card: int) -> int:
    """Set of faces that all take a card of the seat on turn for."""
    return mind_at(mind, 0).public.hands[row[field.TURN]].may_be[slot]


def look(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    """What the seat on turn knows of its cards."""
    memory, own = mind_at(mind, 0), mind_at(mind, 0).mind
    _look_at_hands(row, tables, memory.sight)
    look_around(memory.book, memory.public, memory.sight)
    begin_count(own.unseen, memory.sight.unseen)
    for slot in range(row[tables[spec.COUNTS] + row[field.TURN]]):
        own.own[slot] = memory.sight.own[slot]
    return int64(0)


ANSWERS: Final[dict[str, Answer]] = {
    answer.__name__: answer for answer in (begin, decide, follow, lead, tells_truth, taken_for, look)
}


@noinline
def _step(row: Row, tables: Row, memory: HatMind, action: int) -> None:
    """Take an action that was chosen or read before; unless it ends the game, all know more then."""
    book, public, seat = memory.book, memory.public, row[field.TURN]
    kind, where, clue = blueprint.action_meaning(row, tables, action)
    step_game(row, tables, action)
    if row[field.STATUS] != RUNNING:
        return
    conventions.accept_heard(book, public)
    _sync_counters(row, tables, public)
    face = lowest(row[field.SHOWN] & tables[spec.UNKNOWN]) if row[field.SHOWN] else int64(0)
    fits = has(row[field.SHOWN], tables[spec.FACE_COUNT]) == 1
    if kind == CLUE:
        conventions.see_clue(book, public, where, clue, blueprint.touched_last(row, tables))
    elif kind == PLAY:
        conventions.see_play(book, public, seat, where, face, fits)
    elif kind == DISCARD:
        conventions.see_discard(public, seat, where, face)
    elif kind == BACK:
        conventions.see_return(public, face)
    elif fits:
        conventions.see_encore(book, public, face)
    if row[tables[spec.COUNTS] + seat] > public.hands[seat].cards:
        conventions.see_draw(book, public, seat)
    settle(book, public)


@noinline
def _meaning(row: Row, tables: Row, action: int) -> tuple[int, int, int, int]:
    """An action as ``choose`` has it, and the slots that a clue touches."""
    kind, where, clue = blueprint.action_meaning(row, tables, action)
    touched = int64(0)
    if kind == CLUE:
        faces = row[tables[spec.HANDS] + where]
        for slot in range(row[tables[spec.COUNTS] + where]):
            touched |= has(tables[spec.TOUCH + (faces & FACE_MASK)], clue) << slot
            faces >>= FACE_BITS
    return kind, where, clue, touched


@inline
def _look_at_hands(row: Row, tables: Row, sight: Sight) -> None:
    """Show the seat on turn the hands; it does not look at its own."""
    sight.seat = row[field.TURN]
    for seat in range(tables[spec.PLAYERS]):
        faces = row[tables[spec.HANDS] + seat]
        for slot in range(row[tables[spec.COUNTS] + seat]):
            sight.faces[seat][slot] = faces & FACE_MASK
            faces >>= FACE_BITS


@inline
def _sync_counters(row: Row, tables: Row, public: Public) -> None:
    """Take over tokens, deck, turns left, steps and a tile's decision from the game."""
    public.clues = row[field.CLUES]
    public.deck = row[field.CARDS] - row[field.DRAWN]
    public.turns_left = row[field.LEFT]
    public.steps = row[field.STEPS]
    public.decision = tile_decision(tables, row[field.TILE])
