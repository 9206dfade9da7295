"""Blueprints: ``hat`` or ``partner``, led through any game, also one in which seats leave their conventions.

A blueprint is a compiled bot that reads any action in public: what it remembers is the same for all seats.
Search stands on a few questions to it: what would the seat on turn do, what do all make of an action, and
what may the seat's own cards be. Search asks them by address, so it is compiled without the blueprints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from tamaya.bots.hat import compiled as hat
from tamaya.bots.hat.conventions import NO_HEARER
from tamaya.bots.hat.state import Copies, PerSlot, look_around, sole, take
from tamaya.bots.partner import compiled as partner
from tamaya.bots.partner.choose import look
from tamaya.bots.partner.state import Book as PartnerBook
from tamaya.bots.partner.state import Public as PartnerPublic
from tamaya.bots.partner.state import Sight as PartnerSight
from tamaya.fast.bits import has
from tamaya.fast.calls import address_of, call
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, RUNNING, STATUS, TURN, Words
from tamaya.fast.packing import COUNTS, HAND, HANDS, KNOWN, PLAYERS, UNKNOWN
from tamaya.fast.stepping import step_game
from tamaya.fast.structs import places, pointer_to, record_of, words_of
from tamaya.rules import Rules


@dataclass(slots=True)
class Mind:
    """How a mind begins, whichever blueprint it has; then follows what the blueprint remembers."""

    begin: int
    """The addresses of the blueprint's functions, which are explained below where they are called."""
    decide: int
    follow: int
    lead: int
    tells_truth: int
    taken_for: int
    look: int
    public_words: int
    """How many words after these the blueprint remembers from action to action."""
    own: PerSlot
    """[slot] set of faces: what the card of the seat on turn may be, by ``look_at_own_cards``."""
    unseen: Copies
    """Copies that this seat misses, besides cards that it knows."""


@dataclass(slots=True)
class HatMind:
    """A mind that plays as ``hat`` does."""

    mind: Mind
    memory: hat.Memory


@dataclass(slots=True)
class PartnerMind:
    """A mind that plays as ``partner`` does."""

    mind: Mind
    public: PartnerPublic
    sight: PartnerSight
    book: PartnerBook


MIND_WORDS: Final = max(words_of(HatMind), words_of(PartnerMind))
PUBLIC_START: Final = words_of(Mind)
PUBLIC_ROOM: Final = max(hat.PUBLIC_WORDS, partner.PUBLIC_WORDS)
mind_at = pointer_to(Mind)
_hat_at = pointer_to(HatMind)
_partner_at = pointer_to(PartnerMind)


def new_mind(blueprint: str, rules: Rules, players: int) -> Words:
    """A mind before a game; refuses rules that the blueprint does not play."""
    words = np.zeros(MIND_WORDS, np.int64)
    if blueprint == "hat":
        memory = hat.new_memory(rules, players)
        words[PUBLIC_START : PUBLIC_START + len(memory)] = memory
        functions, public_words = _HAT, hat.PUBLIC_WORDS
    else:
        book, at = partner.packed_book(rules, players), places(PartnerMind)["book"].start
        words[at : at + len(book)] = book
        functions, public_words = _PARTNER, partner.PUBLIC_WORDS
    mind = record_of(Mind, words[:PUBLIC_START])
    mind.public_words = public_words
    for name, function in functions.items():
        setattr(mind, name, address_of(function))
    return words


# What search asks of a mind, given as the row of its words.


@inline
def begin_mind(row: Row, tables: Row, mind: Row) -> None:
    """What all know of a game that has just been dealt."""
    call(mind_at(mind, 0).begin, row, tables, mind, 0, 0)


@inline
def decide(row: Row, tables: Row, mind: Row) -> int:
    """What the blueprint does on the seat on turn."""
    return call(mind_at(mind, 0).decide, row, tables, mind, 0, 0)


@inline
def follow(row: Row, tables: Row, mind: Row, action: int) -> None:
    """Take the action that ``decide`` has just chosen, and let all see it."""
    call(mind_at(mind, 0).follow, row, tables, mind, action, 0)


@inline
def lead(row: Row, tables: Row, mind: Row, action: int, hearer: int) -> None:
    """Take any action, and let all make of it what they do.

    The ``hearer`` does not see its own cards, and goes by what it is told; NO_HEARER sees all.
    """
    call(mind_at(mind, 0).lead, row, tables, mind, action, hearer)


@inline
def tells_truth(row: Row, tables: Row, mind: Row, action: int) -> bool:
    """Whether the others conclude nothing false from an action; the game and the mind are used up by that."""
    return call(mind_at(mind, 0).tells_truth, row, tables, mind, action, 0) != 0


@inline
def taken_for(row: Row, tables: Row, mind: Row, slot: int, card: int) -> int:
    """Set of faces that all take a card of the seat on turn for; ``card`` is its place in drawing order."""
    return call(mind_at(mind, 0).taken_for, row, tables, mind, slot, card)


@inline
def look_at_own_cards(row: Row, tables: Row, mind: Row, plainly: bool) -> None:
    """What the seat on turn knows of its cards, by the blueprint, or ``plainly`` by the words of clues."""
    call(mind_at(mind, 0).look, row, tables, mind, int64(plainly), 0)


@noinline
def play_out(row: Row, tables: Row, mind: Row, action: int) -> None:
    """Take an action, and let the blueprint play to the end."""
    lead(row, tables, mind, action, NO_HEARER)
    while row[STATUS] == RUNNING:
        follow(row, tables, mind, decide(row, tables, mind))


@inline
def copy_public(mind: Row, target: Row) -> None:
    """Let another mind of the same blueprint remember the same."""
    for word in range(PUBLIC_START, PUBLIC_START + mind_at(mind, 0).public_words):
        target[word] = mind[word]


@inline
def save_public(mind: Row, target: Row) -> None:
    """Write down what a mind remembers."""
    for word in range(mind_at(mind, 0).public_words):
        target[word] = mind[PUBLIC_START + word]


@inline
def load_public(mind: Row, source: Row) -> None:
    """Let a mind remember what was written down."""
    for word in range(mind_at(mind, 0).public_words):
        mind[PUBLIC_START + word] = source[word]


# hat


def _hat_begin(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    hat.begin_memory(row, tables, _hat_at(mind, 0).memory)
    return int64(0)


def _hat_decide(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    return hat.decide(row, tables, _hat_at(mind, 0).memory)


def _hat_follow(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    seat = row[TURN]
    step_game(row, tables, action)
    if row[STATUS] == RUNNING:
        hat.remember(row, tables, _hat_at(mind, 0).memory, seat, action)
    return int64(0)


def _hat_lead(row: Row, tables: Row, mind: Row, action: int, hearer: int) -> int:
    seat = row[TURN]
    if tables[PLAYERS] == 2:
        hearer = 1 - seat
    hat.read_action(row, tables, _hat_at(mind, 0).memory, action, hearer)
    step_game(row, tables, action)
    if row[STATUS] == RUNNING:
        hat.remember(row, tables, _hat_at(mind, 0).memory, seat, action)
    return int64(0)


def _hat_tells_truth(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    return int64(hat.is_true(row, tables, _hat_at(mind, 0).memory, action))


def _hat_taken_for(row: Row, _tables: Row, mind: Row, slot: int, _card: int) -> int:
    return _hat_at(mind, 0).memory.public.hands[row[TURN]].may_be[slot]


def _hat_look(row: Row, tables: Row, mind: Row, plainly: int, _second: int) -> int:
    if plainly:
        _look_plainly(row, tables, mind)
        return int64(0)
    memory, own = _hat_at(mind, 0).memory, _hat_at(mind, 0).mind
    hat.look_at_hands(row, tables, memory.sight)
    look_around(memory.book, memory.public, memory.sight)
    own.unseen.one = memory.sight.unseen.one
    own.unseen.two = memory.sight.unseen.two
    own.unseen.three = memory.sight.unseen.three
    for slot in range(row[tables[COUNTS] + row[TURN]]):
        own.own[slot] = memory.sight.own[slot]
    return int64(0)


_Function = Callable[[Row, Row, Row, int, int], int]
_HAT: Final[dict[str, _Function]] = {
    "begin": _hat_begin,
    "decide": _hat_decide,
    "follow": _hat_follow,
    "lead": _hat_lead,
    "tells_truth": _hat_tells_truth,
    "taken_for": _hat_taken_for,
    "look": _hat_look,
}


# partner


def _partner_begin(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    memory = _partner_at(mind, 0)
    partner.begin_public(row, tables, memory.book, memory.public)
    return int64(0)


def _partner_decide(row: Row, tables: Row, mind: Row, _first: int, _second: int) -> int:
    memory = _partner_at(mind, 0)
    return partner.decide_as_partner(row, tables, memory.book, memory.public, memory.sight)


def _partner_follow(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    memory = _partner_at(mind, 0)
    partner.act(row, tables, memory.book, memory.public, action)
    return int64(0)


def _partner_tells_truth(row: Row, tables: Row, mind: Row, action: int, _second: int) -> int:
    memory, seat = _partner_at(mind, 0), row[TURN]
    before = _misled(row, tables, memory.public, seat)
    partner.act(row, tables, memory.book, memory.public, action)
    return int64(row[STATUS] != RUNNING or _misled(row, tables, memory.public, seat) <= before)


def _partner_taken_for(_row: Row, _tables: Row, mind: Row, _slot: int, card: int) -> int:
    return _partner_at(mind, 0).public.taken_for[card]


def _partner_look(row: Row, tables: Row, mind: Row, plainly: int, _second: int) -> int:
    if plainly:
        _look_plainly(row, tables, mind)
        return int64(0)
    memory, seat = _partner_at(mind, 0), row[TURN]
    _count_unseen(row, tables, memory.mind.unseen)
    partner.see_hands(row, tables, memory.public, memory.sight, seat)
    partner.sync_counters(row, memory.public)
    look(memory.book, memory.public, memory.sight)
    for slot in range(row[tables[COUNTS] + seat]):
        memory.mind.own[slot] = memory.sight.mine[slot]
        if sole(memory.mind.own[slot]):
            take(memory.mind.unseen, memory.mind.own[slot])
    return int64(0)


_PARTNER: Final[dict[str, _Function]] = {
    "begin": _partner_begin,
    "decide": _partner_decide,
    "follow": _partner_follow,
    # It reads its own actions as it reads all others.
    "lead": _partner_follow,
    "tells_truth": _partner_tells_truth,
    "taken_for": _partner_taken_for,
    "look": _partner_look,
}


@noinline
def _misled(row: Row, tables: Row, public: PartnerPublic, seat: int) -> int:
    """How many cards of the others are not what all take them for."""
    count = int64(0)
    for other in range(tables[PLAYERS]):
        faces = row[tables[HANDS] + other]
        for slot in range(row[tables[COUNTS] + other]):
            card = public.hands[other][slot]
            if other != seat and not has(public.taken_for[card], faces & FACE_MASK):
                count += 1
            faces >>= FACE_BITS
    return count


@noinline
def _look_plainly(row: Row, tables: Row, mind: Row) -> None:
    """What the seat on turn knows of its cards by the words of clues."""
    own, seat = mind_at(mind, 0), row[TURN]
    _count_unseen(row, tables, own.unseen)
    for slot in range(row[tables[COUNTS] + seat]):
        own.own[slot] = row[tables[KNOWN] + seat * tables[HAND] + slot] & tables[UNKNOWN]
        if sole(own.own[slot]):
            take(own.unseen, own.own[slot])


@noinline
def _count_unseen(row: Row, tables: Row, unseen: Copies) -> None:
    """Count the copies that are neither laid nor discarded nor in the hands that the seat on turn sees."""
    hat.count_hidden(row, tables, unseen)
    for seat in range(tables[PLAYERS]):
        if seat != row[TURN]:
            faces = row[tables[HANDS] + seat]
            for _ in range(row[tables[COUNTS] + seat]):
                take(unseen, int64(1) << (faces & FACE_MASK))
                faces >>= FACE_BITS
