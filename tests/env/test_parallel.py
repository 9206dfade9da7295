"""The parallel interface: the one on turn acts, all others have the no-op."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.env import hanabi_v1
from tamaya.rules import IllegalAction, ImpossibleTable
from tests.env.helpers import legal, sensible


def test_it_tells_the_same_game_turn_by_turn_and_all_at_once() -> None:
    one = hanabi_v1.env(rules="deluxe+flamboyants", players=3, random_start_player=True)
    all_ = hanabi_v1.parallel_env(rules="deluxe+flamboyants", players=3, random_start_player=True)
    one.reset(seed=8)
    observations, _ = all_.reset(seed=8)
    rng = random.Random(2)
    while all_.agents:
        for agent, observation in observations.items():
            there = one.observe(agent)
            np.testing.assert_array_equal(observation["observation"], there["observation"])
            if agent == one.agent_selection:
                np.testing.assert_array_equal(observation["action_mask"][:-1], there["action_mask"])
                assert observation["action_mask"][-1] == 0
            else:
                assert legal(observation["action_mask"]) == [all_.no_op]
            assert all_.observation_space(agent).contains(observation)
        action = sensible(one.table, rng)
        actions = dict.fromkeys(all_.agents, all_.no_op)
        actions[one.agent_selection] = action
        one.step(action)
        observations, rewards, terminations, truncations, infos = all_.step(actions)
        assert (rewards, terminations, truncations, infos) == (
            one.rewards,
            one.terminations,
            one.truncations,
            one.infos,
        )


def test_only_the_one_on_turn_may_act() -> None:
    env = hanabi_v1.parallel_env(players=2)
    with pytest.raises(ImpossibleTable, match="call reset first"):
        env.step({"player_0": 5})
    env.reset(seed=1)
    for actions, why in (
        ({"player_0": 5, "player_1": 5}, "only the no-op 20 is allowed"),
        ({"player_1": 20}, "player_0 is on turn"),
        ({"player_0": 20}, "no such action"),
        ({"player_0": 0}, "not allowed now"),
        ({"player_2": 20}, "no such agent"),
    ):
        with pytest.raises(IllegalAction, match=why):
            env.step(actions)
    env.step({"player_0": 5})


def test_a_saved_game_comes_back() -> None:
    env = hanabi_v1.parallel_env(players=2)
    env.reset(seed=1)
    saved = env.save()
    env.step({"player_0": 5})
    later, _ = env.reset(options={"state": saved})
    observations, infos = env.restore(saved)
    for agent in env.agents:
        np.testing.assert_array_equal(observations[agent]["observation"], later[agent]["observation"])
    assert infos["player_0"] == {"score": 0, "outcome": 0}
    assert env.state().shape == (658,)
