"""Whole games inside one kernel."""

from __future__ import annotations

import numba
import numpy as np
import pytest

pytest.importorskip("numba")

from tamaya.fast import Batch, rollout
from tamaya.fast.jit import uint64
from tamaya.fast.layout import LEGAL, TURN
from tamaya.fast.policies import careful_action
from tamaya.rules import ImpossibleTable, UnknownName
from tests.helpers import ALL_RULES


@pytest.mark.parametrize("rules", ["original", "deluxe+black-powder+flamboyants", "rnr+variant-4"])
def test_a_random_rollout_is_a_batch_stepped_at_random(rules: str) -> None:
    played = rollout(rules, 3, 100, seed=5, policy="random", offset=7)
    batch = Batch(rules, 3, 100, seed=5, autoreset=False, offset=7)
    while not batch.done.all():
        batch.step(batch.sample())
    assert (played.scores == batch.scores).all()
    assert (played.counted == batch.counted).all()
    assert (played.outcomes == batch.outcomes).all()
    assert (played.steps == batch.steps).all()


@pytest.mark.parametrize("policy", ["random", "careful"])
def test_threads_do_not_change_the_games(policy: str) -> None:
    one = rollout("deluxe", 4, 101, seed=2, policy=policy, first=None)
    three = rollout("deluxe", 4, 101, seed=2, policy=policy, first=None, threads=3)
    assert (one.scores == three.scores).all()
    assert (one.steps == three.steps).all()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_careful_play_gets_somewhere(players: int) -> None:
    played = rollout("original", players, 2000, seed=1, policy="careful")
    assert played.counted.mean() > 13
    assert rollout("original", players, 2000, seed=1).counted.mean() < 3


@pytest.mark.parametrize("rules", ALL_RULES)
def test_policies_play_by_all_rules(rules: str) -> None:
    """Every game comes to an end; whether the choices are legal is asked below."""
    for policy in ("random", "careful"):
        played = rollout(rules, 2, 50, seed=3, policy=policy)
        assert set(played.outcomes.tolist()) <= {1, 2, 3}
        assert played.steps.min() > 0


@pytest.mark.parametrize("rules", ["original", "deluxe+flamboyants+deck-play=yes", "abacus+seats=10+hand=5"])
def test_careful_choices_are_legal_and_do_not_look_at_ones_own_cards(rules: str) -> None:
    """S4: with other cards in its hand and the same marks on them, a seat chooses alike."""
    players = 10 if "seats" in rules else 3
    batch = Batch(rules, players, 5, seed=3)
    faces = batch.layout.block("faces").start
    for step in range(150):
        actions = np.zeros(5, np.int64)
        for index, row in enumerate(batch.rows):
            luck = uint64(step)
            actions[index] = careful_action(row, batch.tables, luck)
            blind = row.copy()
            blind[faces + row[TURN]] = 0
            assert careful_action(blind, batch.tables, luck) == actions[index]
        batch.step(actions)


def test_a_policy_of_ones_own() -> None:
    played = rollout("original", 2, 100, seed=1, policy=_first_legal)
    assert (played.outcomes == 3).all() or (played.outcomes == 2).any()
    again = rollout("original", 2, 100, seed=1, policy=_first_legal)
    assert (played.steps == again.steps).all()


@numba.njit  # type: ignore[untyped-decorator,unused-ignore]
def _first_legal(row, t, luck):  # type: ignore[no-untyped-def]
    """The legal action with the smallest number."""
    action = 0
    while not (row[LEGAL + (action >> 6)] >> (action & 63)) & 1:
        action += 1
    return np.int64(action)


@pytest.mark.parametrize("wish", [{"games": 0}, {"threads": 0}, {"seed": -1}, {"players": 7}, {"first": 2}])
def test_impossible_rollouts_are_refused(wish: dict[str, int]) -> None:
    with pytest.raises(ImpossibleTable):
        rollout(**{"rules": "original", "players": 2, "games": 5, "seed": 1, **wish})  # type: ignore[arg-type]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(UnknownName, match="careful"):
        rollout("original", 2, 1, seed=1, policy="carefull")
