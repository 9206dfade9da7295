"""Whole games of ``hat`` inside one kernel: the compiled twin of ``tamaya.bots.hat``.

The kernel knows all cards and keeps one memory for the whole table. Whatever it lets a seat know, the seat
could have worked out: the readable twin does, and tests/lockstep compares them action by action.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tamaya.fast.actions import actions
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, lowest, nth
from tamaya.fast.borrowing import items, row_of
from tamaya.fast.compiling import Row, int64, kernel, rare
from tamaya.fast.hat_codes import (
    ALSO_HELD,
    KNOWN_COPY,
    KNOWN_LOSS,
    KNOWN_WASTE,
    LOSS,
    WASTE,
    add_up,
    clue_for,
    conclude,
    expect,
    in_need,
    modulus_of,
)
from tamaya.fast.hat_endgame import rehearse
from tamaya.fast.hat_memory import (
    CRITICAL,
    DEAR,
    EXACT,
    GONE,
    MEMORY_WORDS,
    NEW,
    OWN,
    PACE,
    PATIENCE,
    PUBLIC,
    TERMS,
    THRIFT,
    TOLD_SUM,
    UNSEEN,
    USEFUL,
    begin_memory,
    count_publicly,
    hoards,
    is_late,
    look_around,
    look_at_displays,
    sole,
    take_copy,
    weigh,
)
from tamaya.fast.kernels import step_row
from tamaya.fast.layout import (
    CLUES,
    FACE_BITS,
    FACE_MASK,
    LEFT,
    LEGAL,
    RUNNING,
    SHOWN,
    STATUS,
    STEPS,
    TURN,
    WANTED,
    WHO,
    Words,
    layout_for,
)
from tamaya.fast.packing import (
    COUNTS,
    DISCARD_FULL,
    HAND,
    HANDS,
    KNOWN,
    LEGAL_WORDS,
    MOST_CLUES,
    NEXT,
    PLAYERS,
    UNKNOWN,
    pack,
)
from tamaya.fast.rollouts import (
    DEALT,
    Results,
    Rollout,
    begin_game,
    note_end,
    play_games,
)
from tamaya.rules import ImpossibleRules, Rules

CHOICES: Final = {
    # players: hoard, thrift, dear, patience, watched, late, samples, margin
    2: (0, 1, 1000, 3, 1, 6, 20, 4),
    3: (4, 0, 100, 2, 0, 9, 20, 4),
    4: (4, 0, 100, 3, 0, 10, 20, 4),
    5: (4, 0, 100, 4, 0, 12, 20, 4),
}
"""The terms that depend on the number of players; more than five play like five."""


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
    """Games with ``hat`` on all seats, dealt as by ``rollout``.

    >>> float(hat_rollout("original", 4, 100, seed=1).scores.mean()) > 24
    True
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    terms = hat_terms(house, players)

    def play(row: Words, tables: Words, key: int, start: int, results: Results) -> None:
        _hat_games(row, tables, terms.copy(), key, start, results, _NO_LOG)

    return play_games(house, players, games, seed, play, first=first, threads=threads, offset=offset)


def finish_games(batch: Batch) -> Rollout:
    """Let ``hat`` play the games of a batch to their ends; they are over then.

    Of games that run already it knows what the clues say by their words: it did not see who told a sum.
    """
    results = np.zeros((batch.games, 4), np.int32)
    _hat_games(batch.rows, batch.tables, hat_terms(batch.rules, batch.players), 0, DEALT, results, _NO_LOG)
    return Rollout(*results.T)


def hat_game(rules: Rules | str, players: int, seed: int, *, first: int = 0, offset: int = 0) -> list[str]:
    """The actions of one game of ``hat_rollout``, in notation."""
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    numbers = actions(house, players)
    layout = layout_for(house, players, actions=len(numbers), history=False)
    tables = pack(house, numbers, layout, first=first)
    log = np.zeros((512, 2), np.int64)
    end = np.zeros((1, 4), np.int32)
    scratch = np.zeros((1, layout.length), np.int64)
    key = seed - (1 << 64 if seed >> 63 else 0)
    _hat_games(scratch, tables, hat_terms(house, players), key, offset, end, log)
    return [numbers.notation(action, seat) for action, seat in log[: end[0, 3]].tolist()]


def hat_terms(rules: Rules, players: int) -> Words:
    """A memory that holds what the players have agreed on; refuses rules that ``hat`` does not play."""
    if rules.bonus:
        raise ImpossibleRules("flamboyants", "hat makes no decisions on bonus tiles")
    tables = rules.tables
    if max(tables.copies) > 3:
        raise ImpossibleRules("suits", "hat counts no more than three copies of a card")
    memory = np.zeros(MEMORY_WORDS, np.int64)
    colours = len(tables.colours)
    exact = rules.empty or all(
        sum(row[face] for row in tables.touch[:colours]) == 1
        and sum(row[face] for row in tables.touch[colours:]) == 1
        for face in range(len(tables.cards))
    )
    memory[: len(TERMS)] = (rules.empty, exact, *CHOICES[min(players, 5)])
    return memory


_NO_LOG: Final = np.zeros((0, 2), np.int64)


@kernel
def _hat_games(
    rows: Words, tables: Words, terms: Words, seed: int, offset: int, results: Results, log: Words
) -> None:
    """Play games: those in the rows, or with an offset games dealt one by one into one row.

    ``log`` [step][0 action, 1 seat] takes the actions of the last one, if it has room.
    """
    table, t, ends, memory, noted = items(rows), items(tables), items(results), items(terms), items(log)
    for game in range(results.shape[0]):
        row = row_of(table, rows.shape[1], game if offset == DEALT else 0)
        if offset != DEALT:
            begin_game(row, t, seed, offset + game)
        begin_memory(row, memory, t)
        while row[STATUS] == RUNNING:
            seat = row[TURN]
            action = choose(row, memory, t)
            if row[STEPS] < log.shape[0]:
                noted[2 * row[STEPS]] = action
                noted[2 * row[STEPS] + 1] = seat
            step_row(row, t, action)
            if row[STATUS] == RUNNING:
                remember(row, memory, t, seat, action)
        note_end(row, row_of(ends, 4, game))


@rare
def choose(row: Row, memory: Row, t: Row) -> int:
    """What the seat on turn does; what it tells by that is left in the memory."""
    seat, hand, clues = row[TURN], t[HAND], row[CLUES]
    count = row[t[COUNTS] + seat]
    memory[TOLD_SUM] = 0
    look_around(row, memory, t, seat)
    expect(row, memory, t, seat)
    cheapest, cost = _cheapest(row, memory, t, seat)
    late = is_late(row, memory, t)
    play = _best_play(row, memory, t, seat)
    if play >= 0:
        action = hand + play
    elif count == 0 or (clues > 0 and _prefers_clue(row, memory, t, seat, cost)):
        action = 2 * hand
    else:
        action = cheapest
    if late and memory[USEFUL] and count:
        action = rehearse(row, memory, t, seat, action, cheapest)
    if hand <= action < 2 * hand:
        return action if late else hand + _telling_play(row, memory, t, seat, action - hand)
    if action == 2 * hand:
        clue = _clue(row, memory, t, seat)
        if clue >= 0:
            return clue
    elif clues > 0 and not late and memory[EXACT] and not hoards(row, memory, t, seat):
        conclude(row, memory, t, seat)
    if clues == t[MOST_CLUES] and not t[DISCARD_FULL]:
        return hand + _likeliest(row, memory, t, seat)
    return _telling_discard(row, memory, t, seat, cheapest)


@rare
def _best_play(row: Row, memory: Row, t: Row, seat: int) -> int:
    """The slot of a sure play, best one that lets others follow; or -1."""
    best, most = int64(-1), int64(-1)
    for slot in range(row[t[COUNTS] + seat]):
        may_be = memory[OWN + slot]
        if may_be & ~row[WANTED]:
            continue
        worth = int64(0)
        if sole(may_be):
            after = t[NEXT + lowest(may_be)]
            if after == 0:
                worth = int64(5)
            for other in range(t[PLAYERS]):
                if other != seat:
                    faces = row[t[HANDS] + other]
                    for _ in range(row[t[COUNTS] + other]):
                        worth += 10 * has(after, faces & FACE_MASK)
                        faces >>= FACE_BITS
        if worth > most:
            best, most = int64(slot), worth
    return best


@rare
def _cheapest(row: Row, memory: Row, t: Row, seat: int) -> tuple[int, int]:
    """The slot whose loss is expected to cost least, and what it costs."""
    seen = _seen(row, t, seat)
    useful, critical = memory[USEFUL], memory[CRITICAL]
    best, least = int64(0), int64(1) << 60
    for slot in range(row[t[COUNTS] + seat]):
        may_be = memory[OWN + slot]
        copies = weigh(memory, UNSEEN, may_be)
        if may_be & useful == 0:
            cost = int64(0)
        elif sole(may_be):
            cost = int64(KNOWN_WASTE)
            if may_be & seen:
                cost = int64(KNOWN_COPY)
            elif may_be & critical:
                cost = int64(KNOWN_LOSS)
        elif copies == 0:
            cost = int64(WASTE)
        else:
            spare = may_be & useful & ~critical
            cost = weigh(memory, UNSEEN, may_be & critical) * LOSS
            cost += weigh(memory, UNSEEN, spare & ~seen) * WASTE
            cost += weigh(memory, UNSEEN, spare & seen) * ALSO_HELD
            cost //= copies
        if cost < least:
            best, least = int64(slot), cost
    return best, least


@rare
def _seen(row: Row, t: Row, seat: int) -> int:
    """Set of faces: what the others hold."""
    seen = int64(0)
    for other in range(t[PLAYERS]):
        if other != seat:
            faces = row[t[HANDS] + other]
            for _ in range(row[t[COUNTS] + other]):
                seen |= int64(1) << (faces & FACE_MASK)
                faces >>= FACE_BITS
    return seen


@rare
def _prefers_clue(row: Row, memory: Row, t: Row, seat: int, cost: int) -> bool:
    """Whether to give a clue, with nothing to play."""
    if hoards(row, memory, t, seat):
        return False
    if row[CLUES] == t[MOST_CLUES] or row[LEFT] >= 0:
        return True
    for offset in range(1, t[PLAYERS]):
        if in_need(row, memory, t, (seat + offset) % t[PLAYERS]):
            return True
    if memory[PACE] <= memory[PATIENCE] and _seen(row, t, seat) & row[WANTED]:
        return True
    return bool(cost > memory[DEAR]) and bool(row[CLUES] > memory[THRIFT])


@rare
def _clue(row: Row, memory: Row, t: Row, seat: int) -> int:
    """The clue that tells the sum, or any clue if none can be told; -1 if the sum has no clue."""
    modulus = modulus_of(row, memory, t, seat)
    if modulus:
        total = add_up(row, memory, t, seat, modulus)
        clue = clue_for(row, memory, t, seat, total)
        if clue >= 0 or row[t[COUNTS] + seat]:
            return clue
    memory[TOLD_SUM] = 0
    for word in range(t[LEGAL_WORDS]):
        clues = row[LEGAL + word]
        if word == 0:
            clues &= ~((int64(1) << 2 * t[HAND]) - 1)
        if clues:
            return 64 * word + lowest(clues)
    return int64(-1)


@rare
def _telling_play(row: Row, memory: Row, t: Row, seat: int, slot: int) -> int:
    """Among several plays that all know to be sure, the one that tells the sum."""
    sure = ways = int64(0)
    for other in range(row[t[COUNTS] + seat]):
        if memory[PUBLIC + seat * t[HAND] + other] & ~row[WANTED] == 0:
            sure |= int64(1) << other
            ways += 1
    if ways < 2 or not has(sure, slot):
        return slot
    memory[TOLD_SUM] = 1
    return nth(sure, add_up(row, memory, t, seat, ways))


@rare
def _telling_discard(row: Row, memory: Row, t: Row, seat: int, cheapest: int) -> int:
    """A card that all know to be useless, and among several the one that tells the sum; or the cheapest."""
    useless = ways = int64(0)
    for slot in range(row[t[COUNTS] + seat]):
        if memory[PUBLIC + seat * t[HAND] + slot] & memory[USEFUL] == 0:
            useless |= int64(1) << slot
            ways += 1
    if ways == 0:
        return cheapest
    if ways == 1:
        return lowest(useless)
    memory[TOLD_SUM] = 1
    return nth(useless, add_up(row, memory, t, seat, ways))


@rare
def _likeliest(row: Row, memory: Row, t: Row, seat: int) -> int:
    """The slot that is likeliest to fit."""
    best, fits, copies = int64(0), int64(-1), int64(1)
    for slot in range(row[t[COUNTS] + seat]):
        may_be = memory[OWN + slot]
        fit, of_all = (
            weigh(memory, UNSEEN, may_be & row[WANTED]),
            max(weigh(memory, UNSEEN, may_be), int64(1)),
        )
        if fit * copies > fits * of_all:
            best, fits, copies = int64(slot), fit, of_all
    return best


@rare
def remember(row: Row, memory: Row, t: Row, seat: int, action: int) -> None:
    """What all know after an action."""
    hand = t[HAND]
    if memory[TOLD_SUM]:
        for other in range(t[PLAYERS]):
            if other != seat:
                for slot in range(row[t[COUNTS] + other]):
                    memory[PUBLIC + other * hand + slot] = memory[NEW + other * hand + slot]
    if action >= 2 * hand:
        receiver = (row[WHO] >> 8) & 15
        for slot in range(row[t[COUNTS] + receiver]):
            place = receiver * hand + slot
            told = row[t[KNOWN] + place] & t[UNKNOWN]
            left = memory[PUBLIC + place] & told
            memory[PUBLIC + place] = left or told
    else:
        take_copy(memory, GONE, row[SHOWN] & t[UNKNOWN])
        slot = action if action < hand else action - hand
        for later in range(slot, hand - 1):
            memory[PUBLIC + seat * hand + later] = memory[PUBLIC + seat * hand + later + 1]
        memory[PUBLIC + seat * hand + hand - 1] = t[UNKNOWN]
        if row[t[COUNTS] + seat] < hand:
            # Nothing was drawn, or the hand was not full before: the new card stands where the row ends.
            memory[PUBLIC + seat * hand + row[t[COUNTS] + seat]] = t[UNKNOWN]
        look_at_displays(row, memory, t)
    count_publicly(row, memory, t)
