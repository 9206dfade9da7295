"""The compiled partner plays the very games of the readable one."""

from __future__ import annotations

from typing import Any

import pytest

from tamaya.bots import find_bot
from tamaya.bots.partner.compiled import finish_games
from tamaya.engine import Result, State
from tamaya.fast import Batch
from tamaya.fast.inspect import OUTCOMES
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules, Seat

GAMES = [2, pytest.param(12, marks=pytest.mark.slow)]
RULES = (
    "original",
    "deluxe+avalanche",
    "deluxe+black-powder",
    "deluxe+final-flourish",
    "deluxe+avalanche+black-powder",
    "rnr+variant-2",
    "deluxe+empty=yes",
    "deluxe+hand=3+clues=5+strikes=2",
    "deluxe+discard-full=yes",
)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULES)
def test_both_play_the_same_games(rules: str, players: int, games: int) -> None:
    house = Rules.parse(rules)
    played = finish_games(Batch(house, players, games, seed=7))
    batch = Batch(house, players, games, seed=7)
    for game in range(games):
        state = State.start(house, players, deal=batch.deal(game), first=Seat(batch.first(game)))
        steps, result = finish(state)
        assert (steps, result.score, result.counted, result.outcome.value) == (
            played.steps[game],
            played.scores[game],
            played.counted[game],
            OUTCOMES[played.outcomes[game]],
        )


def finish(state: State) -> tuple[int, Result]:
    partner = find_bot("partner", "hanabi").sit(0)
    steps = 0
    while state.turn is not None:
        state = state.apply(partner(state.view(state.turn)))
        steps += 1
    assert state.result is not None
    return steps, state.result


def test_threads_change_nothing() -> None:
    one = finish_games(Batch("original", 3, 64, seed=3))
    two = finish_games(Batch("original", 3, 64, seed=3, threads=2))
    assert (one.scores == two.scores).all()
    assert (one.steps == two.steps).all()


def test_games_do_not_depend_on_each_other() -> None:
    whole = finish_games(Batch("original", 2, 20, seed=3))
    late = finish_games(Batch("original", 2, 5, seed=3, offset=15))
    assert (whole.scores[15:] == late.scores).all()


def test_bonus_decisions_are_refused_by_name() -> None:
    with pytest.raises(ImpossibleRules, match="flamboyants"):
        finish_games(Batch("deluxe+flamboyants", 2, 1, seed=1))


@pytest.mark.parametrize(
    ("wish", "sentence"), [({"first": 2}, "seat 2"), ({"games": 0}, "games"), ({"seed": -1}, "seed")]
)
def test_an_impossible_rollout_gets_a_sentence(wish: dict[str, int], sentence: str) -> None:
    usual: dict[str, Any] = {"games": 1, "seed": 1}
    with pytest.raises(ImpossibleTable, match=sentence):
        finish_games(Batch("original", 2, **{**usual, **wish}))
