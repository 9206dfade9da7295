"""The compiled ``hat`` and the readable one take the same actions, on every seat and under all rules."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("numba")

import tamaya.bots.hat  # noqa: F401 - registers the bot
from tamaya.bots import find_bot
from tamaya.bots.hat.compiled import finish_games
from tamaya.engine import State
from tamaya.fast import Batch
from tamaya.rules import CATALOGUE, ImpossibleTable, Rules, Seat
from tests.laws.strategies import TABLES

TOGETHER = [
    (rules, players)
    for rules, players in TABLES
    if not find_bot("hat", "hanabi").objection(Rules.parse(rules), players)
]
STANDARD = ["original", "deluxe+black-powder", "deluxe+avalanche", "rnr+variant-1", "rnr+variant-3", "rnr"]


def play_together(rules: str, players: int, seed: int, first: int = 0) -> State:
    """Let the readable bots play a deal of the compiled engine, and compare every action."""
    batch = Batch(rules, players, 1, seed=seed, first=first)
    finish_games(batch)
    wanted, deal = batch.actions_of(0), batch.deal(0)
    state = State.start(Rules.parse(rules), players, deal=deal, first=Seat(first))
    seats = [find_bot("hat", "hanabi").sit(seat) for seat in range(players)]
    for number, action in enumerate(wanted):
        assert state.turn is not None
        chosen = seats[state.turn](state.view(state.turn))
        assert str(chosen) == action, f"{rules}, {players} players, seed {seed}, action {number}"
        state = state.apply(chosen)
    assert state.over
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", STANDARD)
def test_both_play_the_same_games(rules: str, players: int) -> None:
    for seed in range(3):
        play_together(rules, players, seed, first=seed % players)


@pytest.mark.parametrize("rules", [str(rules) for rules in CATALOGUE])
def test_both_play_every_official_table(rules: str) -> None:
    for players in range(2, 6):
        play_together(rules, players, seed=players, first=players - 1)


def test_both_play_with_many_copies_of_a_card() -> None:
    for rules in ("deluxe+suits=red:copies=91111,blue:copies=52221", "original+suits=red:copies=44444,teal"):
        for players in (2, 3):
            play_together(rules, players, seed=players)


def test_both_play_the_same_games_under_all_rules() -> None:
    for number, (rules, players) in enumerate(TOGETHER):
        # Every rules text at one number of players or at two.
        if number % 3 == 0:
            play_together(rules, players, number)


@pytest.mark.parametrize("players", [2, 5])
def test_games_do_not_depend_on_the_others_in_their_batch(players: int) -> None:
    played = finish_games(Batch("original", players, 3, seed=4, offset=1))
    for index in range(3):
        alone = Batch("original", players, 1, seed=4, offset=1 + index)
        assert finish_games(alone).steps[0] == played.steps[index] == len(alone.actions_of(0))


def test_kernels_play_the_same_game_without_compiling() -> None:
    code = (
        "from tamaya.fast import Batch; batch = Batch('original', 3, 1, seed=5);"
        "from tamaya.bots.hat.compiled import finish_games; finish_games(batch); print(*batch.actions_of(0))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    batch = Batch("original", 3, 1, seed=5)
    finish_games(batch)
    assert tuple(plain.stdout.split()) == batch.actions_of(0)


def test_threads_do_not_change_the_games() -> None:
    one = finish_games(Batch("original", 3, 60, seed=2, first=None))
    three = finish_games(Batch("original", 3, 60, seed=2, first=None, threads=3))
    assert (one.scores == three.scores).all()
    assert (one.steps == three.steps).all()


@pytest.mark.parametrize(
    ("players", "mean", "perfect"), [(2, 23.6, 0.42), (3, 24.9, 0.93), (4, 24.94, 0.96), (5, 24.94, 0.95)]
)
def test_games_are_as_good_as_they_were(players: int, mean: float, perfect: float) -> None:
    played = finish_games(Batch("original", players, 2000, seed=9))
    assert played.scores.mean() > mean
    assert (played.outcomes == 1).mean() > perfect


def test_what_it_does_not_play_is_refused() -> None:
    with pytest.raises(ImpossibleTable):
        finish_games(Batch("original", 3, 0, seed=1))
    with pytest.raises(ImpossibleTable):
        finish_games(Batch("original", 3, 1, seed=1, first=3))
