"""Whole games inside one kernel: the floor for search and tournaments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from tamaya.fast import layout as field
from tamaya.fast.actions import actions
from tamaya.fast.batch import Batch
from tamaya.fast.calls import provide_step, step_game
from tamaya.fast.deck import begin
from tamaya.fast.jit import Row, inline, inline_ir, kernel, passing_kernel
from tamaya.fast.kernels import root, step_row
from tamaya.fast.layout import LOST, RUNNING, Words, layout_for
from tamaya.fast.packing import pack
from tamaya.fast.pointers import items, row_of
from tamaya.fast.policies import Policy, careful_action, random_action
from tamaya.fast.randomness import LUCK_WORDS, random_word
from tamaya.fast.threads import in_parts
from tamaya.rules import ImpossibleTable, Rules, UnknownName

Results = npt.NDArray[np.int32]
"""[game][0 official score, 1 counted score, 2 outcome, 3 actions taken]"""


@dataclass(frozen=True, slots=True, eq=False)
class Rollout:
    """How games ended; all arrays have an entry for each game."""

    scores: Results
    """Official scores: 0 where the game was lost (E1)."""
    counted: Results
    """What the displays showed."""
    outcomes: Results
    """1 perfect, 2 counted, 3 lost."""
    steps: Results
    """Actions taken."""

    @classmethod
    def of(cls, batch: Batch) -> Rollout:
        """How the games of a batch ended."""
        ends = (batch.scores, batch.counted, batch.outcomes, batch.steps)
        return cls(*(column.astype(np.int32) for column in ends))


def rollout(
    rules: Rules | str,
    players: int,
    games: int,
    seed: int,
    policy: str | Policy = "random",
    *,
    first: int | None = 0,
    threads: int = 1,
    offset: int = 0,
) -> Rollout:
    """Play games to their ends, all seats by one policy: one of POLICIES, or an njit function like those.

    >>> bool(rollout("original", 2, 1000, seed=1, policy="careful").scores.mean() > 10)
    True

    Game ``i`` is the first episode of game ``i`` of a ``Batch`` with the same seed and offset.
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    if games < 1 or threads < 1 or not 0 <= seed < 1 << 64:
        raise ImpossibleTable("fast.rollout")
    if first is not None and not 0 <= first < players:
        raise ImpossibleTable("table.cannot-begin", first=first, last=players - 1)
    numbers = actions(house, players)
    layout = layout_for(house, players, actions=len(numbers), history=False)
    tables = pack(house, numbers, layout, first=-1 if first is None else first)
    results, play = np.zeros((games, 4), np.int32), _kernel(policy)

    def play_some(part: slice) -> None:
        row = np.zeros((1, layout.length), np.int64)
        play(row, tables, seed - (1 << 64 if seed >> 63 else 0), offset + part.start, results[part])

    in_parts(play_some, games, threads)
    return Rollout(*results.T)


@inline_ir
def _begin_game(row: Row, t: Row, seed: int, game: int) -> None:
    """Deal the first episode of a game."""
    row[field.ROOT] = root(seed, game)
    row[field.EPISODE] = -1
    begin(row, t)


@inline
def _luck(row: Row) -> int:
    """The random word for the next step."""
    return random_word(row[field.KEY], LUCK_WORDS + row[field.STEPS])


@inline
def _note_end(row: Row, end: Row) -> None:
    """Write down how a game ended."""
    end[0] = 0 if row[field.STATUS] == LOST else row[field.SCORE]
    end[1] = row[field.SCORE]
    end[2] = row[field.STATUS]
    end[3] = row[field.STEPS]


@kernel
def _games(careful: bool, rows: Words, tables: Words, seed: int, offset: int, results: Results) -> None:
    row, t, ends = items(rows), items(tables), items(results)
    for game in range(results.shape[0]):
        _begin_game(row, t, seed, offset + game)
        while row[field.STATUS] == RUNNING:
            luck = _luck(row)
            step_row(row, t, careful_action(row, t, luck) if careful else random_action(row, t, luck))
        _note_end(row, row_of(ends, 4, game))


@cache
def _own_games(policy: Any) -> Callable[..., None]:
    """The same for a policy that is not ours: the step comes from disk, so that little is compiled."""
    provide_step()

    @passing_kernel
    def own_games(rows: Words, tables: Words, seed: int, offset: int, results: Results) -> None:
        row, t, ends = items(rows), items(tables), items(results)
        for game in range(results.shape[0]):
            _begin_game(row, t, seed, offset + game)
            while row[field.STATUS] == RUNNING:
                step_game(row, t, policy(row, t, _luck(row)))
            _note_end(row, row_of(ends, 4, game))

    return own_games


POLICIES: dict[str, Callable[..., None]] = {
    "random": partial(_games, False),
    "careful": partial(_games, True),
}
"""name: the kernel that plays whole games by it."""


def _kernel(policy: str | Policy) -> Callable[..., None]:
    if isinstance(policy, str):
        if policy not in POLICIES:
            raise UnknownName("policy", policy, POLICIES)
        return POLICIES[policy]
    return _own_games(policy)
