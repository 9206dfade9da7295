"""Whole games of ``hat`` in the compiled engine: the same choices, thousands of games a second.

The functions that choose and conclude are those of the readable bot; here they are led through the rows of
``tamaya.fast``. A kernel knows all cards and keeps one memory for the whole table. What it lets a seat know,
the seat could have worked out: the readable bot does, and tests compare them action by action.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compile_marked
from tamaya.bots.hat.choose import choose
from tamaya.bots.hat.conventions import (
    accept_heard,
    read_clue,
    read_discard,
    read_play,
    see_clue,
    see_discard,
    see_draw,
    see_play,
    tells_truth,
)
from tamaya.bots.hat.state import (
    CLUE,
    DISCARD,
    PLAY,
    Book,
    Copies,
    Public,
    Sight,
    book_of,
    new_public,
    new_sight,
    settle,
)
from tamaya.fast.actions import actions
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, size
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import (
    CARDS,
    CLUES,
    DRAWN,
    FACE_BITS,
    FACE_MASK,
    LEFT,
    PLAYED,
    RUNNING,
    SHOWN,
    STATUS,
    STEPS,
    TOLD,
    TURN,
    WANTED,
    Words,
    layout_for,
)
from tamaya.fast.packing import (
    CLUE_COUNT,
    COUNTS,
    DISCARDS,
    FACE_COUNT,
    FULL,
    HAND,
    HANDS,
    KNOWN,
    MEANING,
    PLACE,
    PLAYERS,
    SHIFT,
    TOUCH,
    UNKNOWN,
    pack,
)
from tamaya.fast.pointers import items, row_of
from tamaya.fast.policies import clue_action
from tamaya.fast.rollouts import (
    DEALT,
    Results,
    Rollout,
    begin_game,
    note_end,
    play_games,
)
from tamaya.fast.stepping import game_kernel, step_game
from tamaya.fast.structs import pack as pack_object
from tamaya.fast.structs import pointer_to, words_of
from tamaya.rules import ImpossibleRules, Rules

compile_marked()


@dataclass(slots=True)
class Memory:
    """What a table of ``hat`` players remembers, and what the seat on turn sees."""

    public: Public
    sight: Sight
    book: Book


PUBLIC_WORDS: Final = words_of(Public)
"""At the beginning of a memory: what lasts from action to action."""
MEMORY_WORDS: Final = words_of(Memory)
memory_at = pointer_to(Memory)


def hat_rollout(
    rules: Rules | str,
    players: int,
    games: int,
    seed: int,
    *,
    first: int | None = 0,
    threads: int = 1,
    offset: int = 0,
) -> Rollout:
    """Games with ``hat`` on all seats, dealt as by ``tamaya.fast.rollout``.

    >>> float(hat_rollout("original", 4, 100, seed=1).scores.mean()) > 24
    True
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    memory = new_memory(house, players)

    def play(row: Words, tables: Words, key: int, start: int, results: Results) -> None:
        _hat_games(row, tables, memory.copy(), key, start, results, _NO_LOG)

    return play_games(house, players, games, seed, play, first=first, threads=threads, offset=offset)


def finish_games(batch: Batch) -> Rollout:
    """Let ``hat`` play the games of a batch to their ends; they are over then.

    Of games that run already it knows what the clues say by their words: it did not see who told a sum.
    """
    results = np.zeros((batch.games, 4), np.int32)
    _hat_games(batch.rows, batch.tables, new_memory(batch.rules, batch.players), 0, DEALT, results, _NO_LOG)
    return Rollout(*results.T)


def hat_game(rules: Rules | str, players: int, seed: int, *, first: int = 0, offset: int = 0) -> list[str]:
    """The actions of one game of ``hat_rollout``, in notation."""
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    numbers = actions(house, players)
    layout = layout_for(house, players, actions=len(numbers), history=False)
    tables = pack(house, numbers, layout, first=first)
    log = np.zeros((512, 2), np.int64)
    end = np.zeros((1, 4), np.int32)
    row = np.zeros((1, layout.length), np.int64)
    key = seed - (1 << 64 if seed >> 63 else 0)
    _hat_games(row, tables, new_memory(house, players), key, offset, end, log)
    return [numbers.notation(action, seat) for action, seat in log[: end[0, 3]].tolist()]


def new_memory(rules: Rules, players: int) -> Words:
    """The memory of a table for kernels; refuses rules that ``hat`` does not play."""
    if rules.bonus:
        raise ImpossibleRules("flamboyants", "bots.no-bonus-tiles", bot="hat")
    if max(rules.tables.copies) > 3:
        raise ImpossibleRules("suits", "bots.three-copies", bot="hat")
    book = book_of(rules, players)
    return pack_object(Memory(new_public(book), new_sight(book, 0), book))


_NO_LOG: Final = np.zeros((0, 2), np.int64)


@game_kernel
def _hat_games(
    rows: Words, tables: Words, memories: Words, seed: int, offset: int, results: Results, log: Words
) -> None:
    """Play games: those in the rows, or with an offset games dealt one by one into one row.

    ``log`` [step][0 action, 1 seat] takes the actions of the last one, if it has room.
    """
    first_row, packed, memory = items(rows), items(tables), memory_at(items(memories), 0)
    ends, noted = items(results), items(log)
    for game in range(results.shape[0]):
        row = row_of(first_row, rows.shape[1], game if offset == DEALT else 0)
        if offset != DEALT:
            begin_game(row, packed, seed, offset + game)
        begin_memory(row, packed, memory)
        while row[STATUS] == RUNNING:
            seat = row[TURN]
            action = decide(row, packed, memory)
            if row[STEPS] < log.shape[0]:
                noted[2 * row[STEPS]] = action
                noted[2 * row[STEPS] + 1] = seat
            step_game(row, packed, action)
            if row[STATUS] == RUNNING:
                remember(row, packed, memory, seat, action)
        note_end(row, row_of(ends, 4, game))


@noinline
def begin_memory(row: Row, tables: Row, memory: Memory) -> None:
    """What is known of a game in common, if no sum has been told yet: the clues say what they say."""
    book, public = memory.book, memory.public
    _sync_counters(row, public)
    public.wanted = row[WANTED]
    count_hidden(row, tables, public.hidden)
    for face in range(book.faces):
        public.discarded[face] = size(_gone(row, tables, face))
    for seat in range(book.players):
        hand = public.hands[seat]
        hand.cards = row[tables[COUNTS] + seat]
        for slot in range(hand.cards):
            hand.told[slot] = row[tables[KNOWN] + seat * tables[HAND] + slot] & tables[UNKNOWN]
            hand.may_be[slot] = hand.told[slot]
    settle(book, public)


@noinline
def count_hidden(row: Row, tables: Row, copies: Copies) -> None:
    """Count the copies that are neither laid nor discarded."""
    copies.one = 0
    copies.two = 0
    copies.three = 0
    for face in range(tables[FACE_COUNT]):
        left = size(tables[FULL + face]) - size(_gone(row, tables, face)) - has(row[PLAYED], face)
        card = int64(1) << face
        copies.one |= card if left > 0 else 0
        copies.two |= card if left > 1 else 0
        copies.three |= card if left > 2 else 0


@inline
def _gone(row: Row, tables: Row, face: int) -> int:
    """The discarded copies of a face, a bit for each."""
    return (row[tables[DISCARDS] + tables[PLACE + face]] >> tables[SHIFT + face]) & tables[FULL + face]


@noinline
def decide(row: Row, tables: Row, memory: Memory) -> int:
    """What the seat on turn does; what it tells by that is kept for ``remember``."""
    look_at_hands(row, tables, memory.sight)
    kind, where, clue = choose(memory.book, memory.public, memory.sight)
    if kind == CLUE:
        return clue_action(tables, (where - row[TURN]) % tables[PLAYERS], clue)
    return where + (tables[HAND] if kind == PLAY else 0)


@noinline
def remember(row: Row, tables: Row, memory: Memory, seat: int, action: int) -> None:
    """What all know after an action that has taken effect, and that was chosen or read before."""
    book, public, hand = memory.book, memory.public, tables[HAND]
    accept_heard(book, public)
    _sync_counters(row, public)
    if action >= 2 * hand:
        meaning = tables[MEANING + action]
        touched = (row[TOLD] >> tables[CLUE_COUNT]) & ((int64(1) << hand) - 1)
        see_clue(book, public, (seat + ((meaning >> 4) & 255)) % tables[PLAYERS], meaning >> 12, touched)
    else:
        face = lowest(row[SHOWN] & tables[UNKNOWN])
        if action >= hand:
            see_play(book, public, seat, action - hand, face, has(row[SHOWN], tables[FACE_COUNT]) == 1)
        else:
            see_discard(public, seat, action, face)
        if row[tables[COUNTS] + seat] > public.hands[seat].cards:
            see_draw(book, public, seat)
    settle(book, public)


@noinline
def read_action(row: Row, tables: Row, memory: Memory, action: int, hearer: int) -> None:
    """Work out what any action of the seat on turn tells, before it takes effect.

    The ``hearer`` goes by the sum, as a seat does that cannot see its own cards; none below 0.
    """
    book, public, sight, seat = memory.book, memory.public, memory.sight, row[TURN]
    look_at_hands(row, tables, sight)
    kind, where, clue, touched = _meaning(row, tables, action)
    if kind == CLUE:
        read_clue(book, public, sight, seat, where, clue, touched, hearer)
    elif kind == PLAY:
        read_play(book, public, sight, seat, where, hearer)
    else:
        read_discard(book, public, sight, seat, where, hearer)


@noinline
def is_true(row: Row, tables: Row, memory: Memory, action: int) -> bool:
    """Whether all that an action of the seat on turn tells is so."""
    look_at_hands(row, tables, memory.sight)
    kind, where, clue, touched = _meaning(row, tables, action)
    return tells_truth(memory.book, memory.public, memory.sight, kind, where, clue, touched)


@noinline
def _meaning(row: Row, tables: Row, action: int) -> tuple[int, int, int, int]:
    """An action as ``choose`` has it, and the slots that a clue touches."""
    hand = tables[HAND]
    if action < hand:
        return DISCARD, action, -1, 0
    if action < 2 * hand:
        return PLAY, action - hand, -1, 0
    meaning = tables[MEANING + action]
    receiver, clue = (row[TURN] + ((meaning >> 4) & 255)) % tables[PLAYERS], meaning >> 12
    faces, touched = row[tables[HANDS] + receiver], int64(0)
    for slot in range(row[tables[COUNTS] + receiver]):
        touched |= has(tables[TOUCH + (faces & FACE_MASK)], clue) << slot
        faces >>= FACE_BITS
    return CLUE, receiver, clue, touched


@inline
def look_at_hands(row: Row, tables: Row, sight: Sight) -> None:
    """Show the seat on turn the hands; it does not look at its own."""
    sight.seat = row[TURN]
    for seat in range(tables[PLAYERS]):
        faces = row[tables[HANDS] + seat]
        for slot in range(row[tables[COUNTS] + seat]):
            sight.faces[seat][slot] = faces & FACE_MASK
            faces >>= FACE_BITS


@inline
def _sync_counters(row: Row, public: Public) -> None:
    """Take over tokens, deck, turns left and steps from the game."""
    public.clues = row[CLUES]
    public.deck = row[CARDS] - row[DRAWN]
    public.turns_left = row[LEFT]
    public.steps = row[STEPS]
