"""The compiled partner plays the very games of the readable one."""

from __future__ import annotations

from typing import Any

import pytest

from tamaya.bots import find_bot
from tamaya.bots.partner.compiled import finish_games
from tamaya.bots.partner.styles import PARTNER, STYLES, Style
from tamaya.engine import Result, State
from tamaya.fast import Batch
from tamaya.fast.inspect import OUTCOMES
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules, Seat

ALL_STYLES = pytest.mark.parametrize("name", ["partner", *STYLES])
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
SEATS = (2, 3, 4, 5)


def compare(name: str, rules: str, players: int, games: int) -> None:
    """Let both play the same games by a style."""
    house = Rules.parse(rules)
    style: Style = PARTNER if name == "partner" else STYLES[name]
    played = finish_games(Batch(house, players, games, seed=7), style)
    batch = Batch(house, players, games, seed=7)
    for game in range(games):
        state = State.start(house, players, deal=batch.deal(game), first=Seat(batch.first(game)))
        steps, result = finish(name, state)
        assert (steps, result.score, result.counted, result.outcome.value) == (
            played.steps[game],
            played.scores[game],
            played.counted[game],
            OUTCOMES[played.outcomes[game]],
        ), (name, rules, players, game)


@ALL_STYLES
def test_both_play_the_same_games(name: str) -> None:
    """Each rules with some number of players, and each number with some rules; which, differs by style."""
    shift = ["partner", *STYLES].index(name)
    for number, rules in enumerate(RULES):
        compare(name, rules, SEATS[(number + shift) % len(SEATS)], 1)


@pytest.mark.slow
@ALL_STYLES
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("rules", RULES)
def test_both_play_many_games_alike(name: str, rules: str, players: int) -> None:
    compare(name, rules, players, 4)


def finish(name: str, state: State) -> tuple[int, Result]:
    """Play a game to its end, each seat by itself."""
    seats = [find_bot(name, "hanabi").sit(seat) for seat in range(state.players)]
    steps = 0
    while state.turn is not None:
        state = state.apply(seats[state.turn](state.view(state.turn)))
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
