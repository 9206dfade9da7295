"""The environments by their names in the registries of Gymnasium and PettingZoo."""

from __future__ import annotations

import inspect
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

import pettingzoo
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from pettingzoo.utils.conversions import parallel_to_aec

from tamaya.env import (
    PETTINGZOO_IDS,
    VECTOR_ID,
    AndrewzEnv,
    HanabiEnv,
    HanabiParallelEnv,
    HanabiSingleEnv,
    HanabiVectorEnv,
    andrewz_v1,
    hanabi_v1,
)
from tamaya.fast import OUTCOMES
from tamaya.rules import ImpossibleTable, TamayaError
from tests.env.helpers import legal


def test_gymnasium_makes_one_game() -> None:
    env = gymnasium.make(VECTOR_ID, rules="deluxe+avalanche", players=3, lost="count")
    game = env.unwrapped
    assert isinstance(game, HanabiSingleEnv)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=4)
    total, over = 0.0, False
    while not over:
        assert env.observation_space.contains(observation)
        assert info["turn"] == game.table.turn
        assert info["outcome"] == 0
        np.testing.assert_array_equal(observation["observation"], game.table.observe(info["turn"]))
        action = rng.choice(legal(observation["action_mask"]))
        observation, reward, over, truncated, info = env.step(action)
        total += float(reward)
        assert not truncated
    assert (info["score"], OUTCOMES[info["outcome"]]) == (total, "lost")
    assert not observation["action_mask"].any()
    with pytest.raises(ImpossibleTable, match="call reset first"):
        game.step(0)


def test_one_game_is_the_same_for_the_same_seed_and_as_agents_play_it() -> None:
    one, two = (gymnasium.make(VECTOR_ID, players=3) for _ in range(2))
    agents = HanabiEnv(players=3)
    agents.reset(seed=9)
    told: Any = one.reset(seed=9)
    same: Any = two.reset(seed=9)
    for _ in range(5):
        assert data_equivalence(told, same)
        assert data_equivalence(told[0], agents.observe(agents.agent_selection))
        action = legal(told[0]["action_mask"])[-1]
        told, same = one.step(action), two.step(action)
        agents.step(action)


def test_one_game_begins_where_it_is_told_to_and_is_drawn() -> None:
    env = HanabiSingleEnv("original", 2, render_mode="ansi")
    env.reset(options={"actions": ["p1"]})
    assert (env.table.turn, "deck 39" in env.render()) == (1, True)
    env.render_mode = "svg"
    assert env.render().startswith("<svg")
    for settings in ({"render_mode": "human"}, {"lost": ""}, {"players": "2"}):
        with pytest.raises(TamayaError):
            HanabiSingleEnv(**settings)  # type: ignore[arg-type]
    with pytest.raises(TamayaError):
        HanabiSingleEnv().render()


@pytest.mark.parametrize(
    ("interface", "name", "kind"),
    [
        ("aec", "tamaya/hanabi_v1", HanabiEnv),
        ("parallel", "tamaya/hanabi_v1", HanabiParallelEnv),
        ("aec", "tamaya/andrewz_v1", AndrewzEnv),
    ],
)
def test_pettingzoo_makes_every_environment(interface: Any, name: str, kind: type[Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env: Any = pettingzoo.make(interface, name, players=3)
    assert isinstance(env, kind)
    assert len(env.possible_agents) == 3
    assert name in PETTINGZOO_IDS[interface]


def test_pettingzoos_own_conversion_fits() -> None:
    env = parallel_to_aec(pettingzoo.make("parallel", "tamaya/hanabi_v1"))
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]


@pytest.mark.parametrize("make", [hanabi_v1.env, hanabi_v1.raw_env, hanabi_v1.parallel_env, andrewz_v1.env])
def test_an_editor_shows_every_argument_with_its_type(make: Callable[..., object]) -> None:
    parameters = inspect.signature(make).parameters.values()
    assert "players" in {each.name for each in parameters}
    for each in parameters:
        assert each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)
        assert each.annotation not in (each.empty, "Any")


@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_vector_environment_says_when_games_begin_again(mode: AutoresetMode) -> None:
    """By the attribute that Gymnasium's own vector environments have, and by their word for it."""
    envs = HanabiVectorEnv(2, autoreset=mode)
    assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is mode
    assert HanabiVectorEnv(2, autoreset=envs.autoreset).autoreset_mode is mode


def test_what_agents_are_told_has_the_same_keys_all_the_time_and_is_numbers() -> None:
    """A library that makes tensors of infos learns their keys from the first one."""
    env = hanabi_v1.env("original+strikes=1")
    env.reset(seed=1)
    keys = set(env.infos["player_0"])
    for _ in range(100):
        assert {type(value) for value in env.infos["player_0"].values()} == {int}
        assert set(env.infos["player_0"]) == keys
        if env.terminations["player_0"]:
            break
        env.step(env.table.batch.layout.hand)
    assert OUTCOMES[env.infos["player_0"]["outcome"]] == "lost"


def test_neither_the_package_nor_the_registries_load_an_engine() -> None:
    program = """
import sys
import tamaya
assert "gymnasium" not in sys.modules and "pettingzoo" not in sys.modules
import tamaya.env
assert "numba" not in sys.modules
import gymnasium
print(gymnasium.spec("tamaya/Hanabi-v1").entry_point)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "tamaya.env.single:HanabiSingleEnv\n", done.stderr
