"""What Python calls: whole batches stepped, begun, checked and read at once.

Arrays: ``rows`` [game][word] as in layout.py, ``tables`` the packed rules as in packing.py, ``actions``
[game], ``rewards`` [game], ``done`` [game] and ``chosen`` [game] with 1 for yes. Kernels look at them
through pointers, of which ``row`` is one game and ``t`` the packed rules.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.deck import begin, deal, settle
from tamaya.fast.jit import Row, inline, inline_ir, int64, kernel, uint64
from tamaya.fast.layout import ENDED_SHIFT, ENDED_ZERO, LOST, RUNNING, SEAT_SHIFT, Bytes, Words
from tamaya.fast.legal import is_legal, list_legal
from tamaya.fast.pointers import items, row_of
from tamaya.fast.policies import random_action
from tamaya.fast.randomness import LUCK_WORDS, mix, random_word
from tamaya.fast.turn import take_action

Rewards = npt.NDArray[np.int32]

_BYTES = np.array(
    [sum((eight >> bit & 1) << 8 * bit for bit in range(8)) for eight in range(256)], np.int64
)  # [eight bits] the same as eight bytes


@inline_ir
def step_row(row: Row, t: Row, action: int) -> None:
    """Let the seat on turn act, and list what is legal then."""
    if t[spec.HISTORY]:
        _remember(row, t, action)
    take_action(row, t, action)
    row[field.STEPS] += 1
    list_legal(row, t)


@inline_ir
def _remember(row: Row, t: Row, action: int) -> None:
    word, lane = t[spec.HISTORY] + (row[field.STEPS] >> 2), row[field.STEPS] & 3
    if lane == 0:
        row[word] = 0
    row[word] |= (action | row[field.TURN] << SEAT_SHIFT) << 16 * lane


@inline_ir
def _step_game(row: Row, t: Row, action: int) -> tuple[int, int]:
    """Step a game and begin the next one if it ends: the change of its score, and its status before that."""
    if row[field.STATUS]:
        # A game that is over waits to be reset; whatever is asked of it is ignored.
        return int64(0), row[field.STATUS]
    before = row[field.SCORE]
    step_row(row, t, action)
    status = row[field.STATUS]
    if status == RUNNING:
        return row[field.SCORE] - before, status
    reward = (0 if status == LOST else row[field.SCORE]) - before
    if t[spec.AUTORESET]:
        row[field.ENDED] = status | (row[field.SCORE] + ENDED_ZERO) << ENDED_SHIFT
        begin(row, t)
    return reward, status


@kernel
def step_rows(rows: Words, tables: Words, actions: Words, rewards: Rewards, done: Bytes) -> int:
    """Step every game, or none: the first game with an illegal action is returned, else -1."""
    games, words = rows.shape
    first_row, t, chosen = items(rows), items(tables), items(actions)
    if t[spec.CHECKED]:
        illegal = _first_illegal(first_row, words, t, chosen, games)
        if illegal >= 0:
            return illegal
    changes, ends = items(rewards), items(done)
    for game in range(games):
        reward, status = _step_game(row_of(first_row, words, game), t, chosen[game])
        changes[game] = reward
        ends[game] = status != RUNNING
    return int64(-1)


@kernel
def check_rows(rows: Words, tables: Words, actions: Words) -> int:
    """The first game in which an action is not allowed, or -1."""
    games, words = rows.shape
    return _first_illegal(items(rows), words, items(tables), items(actions), games)


@inline
def _first_illegal(rows: Row, words: int, t: Row, actions: Row, games: int) -> int:
    for game in range(games):
        row, action = row_of(rows, words, game), actions[game]
        if row[field.STATUS]:
            continue
        if action < 0 or action >= t[spec.ACTION_COUNT] or not is_legal(row, action):
            return int64(game)
    return int64(-1)


@kernel
def begin_rows(rows: Words, tables: Words, chosen: Bytes) -> None:
    """Begin the next episode of the chosen games."""
    games, words = rows.shape
    first_row, t, wanted = items(rows), items(tables), items(chosen)
    for game in range(games):
        if wanted[game]:
            begin(row_of(first_row, words, game), t)


@kernel
def deal_row(rows: Words, tables: Words, first: int) -> None:
    """Set up one game with the deck, the tiles and the salt that its row holds."""
    deal(items(rows), items(tables), first)


@kernel
def settle_row(rows: Words, tables: Words) -> None:
    """Mix the rest of the deck of one game, as it would be mixed card by card."""
    settle(items(rows), items(tables))


@kernel
def seed_rows(rows: Words, seed: int, offset: int) -> None:
    """Say what chance depends on in each row, the first of which is game ``offset``; none has begun yet."""
    for game in range(rows.shape[0]):
        rows[game, field.ROOT] = root(seed, offset + game)
        rows[game, field.EPISODE] = -1


@inline
def root(seed: int, game: int) -> int:
    """What chance depends on in all episodes of a game."""
    return int64(random_word(int64(mix(uint64(int64(seed)))), game))


@kernel
def sample_rows(rows: Words, tables: Words, actions: Words) -> None:
    """Write a random legal action for each game; 0 for those that are over."""
    games, words = rows.shape
    first_row, t, chosen = items(rows), items(tables), items(actions)
    for game in range(games):
        row = row_of(first_row, words, game)
        if row[field.STATUS]:
            chosen[game] = 0
        else:
            chosen[game] = random_action(row, t, random_word(row[field.KEY], LUCK_WORDS + row[field.STEPS]))


@kernel
def expand_rows(rows: Words, masks: Words) -> None:
    """Write the sets of legal actions as bytes of 0 and 1, eight to a word of ``masks`` [game][word]."""
    for game in range(rows.shape[0]):
        for word in range(masks.shape[1]):
            eight = (rows[game, field.LEGAL + (word >> 3)] >> ((word & 7) << 3)) & 255
            masks[game, word] = _BYTES[eight]
