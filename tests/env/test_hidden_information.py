"""No player learns their own cards or the order of the deck from an observation (S4)."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.engine import State, WentBack
from tamaya.env import HanabiEnv, hanabi_v1, rl_env
from tamaya.rules import Deal, Rules, Seat
from tests.helpers import Seed
from tests.laws.strategies import another_truth, deal_behind, games
from tests.laws.test_hidden_information import tells_of_hidden_hands
from tests.lockstep.together import choose

dice = st.integers(0, 2**32)


def played(seed: Seed, moment: int) -> tuple[State, State, list[str]]:
    """A driven game from its beginning to some moment, and its actions."""
    rng = random.Random(seed.driver)
    start = state = seed.start()
    actions: list[str] = []
    while not state.over and len(actions) < moment:
        action = choose(state, rng, seed.skill)
        actions.append(str(action))
        state = state.apply(action)
    return start, state, actions


def standing(env: HanabiEnv, deal: Deal, first: Seat, actions: list[str]) -> HanabiEnv:
    env.reset()
    env.table.batch.set_game(0, deal, first, actions)
    return env


@settings(max_examples=60)
@given(games(), st.integers(0, 80), dice, st.booleans())
def test_observations_are_the_same_whatever_the_seat_cannot_know(
    seed: Seed, moment: int, die: int, belief: bool
) -> None:
    """S4: another hand and another deck behind the same public facts."""
    start, state, actions = played(seed, moment)
    assume(not any(isinstance(seen, WentBack) for seen in state.history))
    assume(not tells_of_hidden_hands(state))
    env, other = (hanabi_v1.env(rules=seed.rules, players=seed.players, belief=belief) for _ in range(2))
    rng = random.Random(die)
    standing(env, Deal(start.cards, start.tiles, start.salt), start.first, actions)
    for seat, agent in enumerate(env.possible_agents):
        truth = another_truth(state, [seat], rng)
        event("another truth" if truth.cards != state.cards else "no other truth")
        standing(other, deal_behind(start, truth), start.first, actions)
        ours, theirs = env.observe(agent), other.observe(agent)
        np.testing.assert_array_equal(ours["observation"], theirs["observation"])
        np.testing.assert_array_equal(ours["action_mask"], theirs["action_mask"])


@pytest.mark.parametrize("players", [2, 4])
def test_deepminds_dicts_keep_the_secret_too(players: int) -> None:
    """S4: word for word, in JSON."""
    env = rl_env.make("Hanabi-Full", players)
    rng = random.Random(1)
    for number in range(6):
        seed = Seed(str(env.rules), players, number, number, 1.0)
        start, state, actions = played(seed, 30)
        assert Rules.parse(seed.rules) == env.rules
        seen = [_dict(env, start, Deal(start.cards), actions, seat) for seat in range(players)]
        for seat in range(players):
            truth = another_truth(state, [seat], rng)
            assert truth.cards != state.cards
            assert _dict(env, start, deal_behind(start, truth), actions, seat) == seen[seat]


def _dict(env: rl_env.HanabiEnv, start: State, deal: Deal, actions: list[str], seat: int) -> str:
    told = env.reset(deal=deal, first=start.first)
    for action in actions:
        number = env._batch.actions.number(action, told["current_player"])
        told, _, done, _ = env.step(number)
        assert not done
    return json.dumps(told["player_observations"][seat])
