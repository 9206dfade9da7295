"""What is asked too early, of an unknown agent or with a wrong type is answered with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.env import AndrewzEnv, HanabiEnv, HanabiParallelEnv, HanabiSingleEnv, HanabiVectorEnv, rl_env
from tamaya.fast import Batch
from tamaya.rules import IllegalAction, ImpossibleTable, TamayaError, UnknownName

ANYTHING: Any = {"players": "2"}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: HanabiEnv(ANYTHING), "the rules are a text or a tamaya.rules.Rules, not dict"),
        (lambda: HanabiEnv(**ANYTHING), "players must be a whole number, 2 or more, not '2'"),
        (lambda: HanabiParallelEnv(**ANYTHING), "players must be a whole number"),
        (lambda: HanabiVectorEnv(4, **ANYTHING), "players must be a whole number"),
        (lambda: HanabiVectorEnv("4"), "games must be a whole number, 1 or more, not '4'"),  # type: ignore[arg-type]
        (lambda: Batch("original", 2.0, 4), "players must be a whole number, 2 or more, not 2.0"),  # type: ignore[arg-type]
        (lambda: rl_env.HanabiEnv(ANYTHING), "in a config, players is a whole number, not '2'"),
        (lambda: rl_env.HanabiEnv({"colors": 2.5}), "in a config, colors is a whole number, not 2.5"),
        (lambda: rl_env.HanabiEnv({"seed": "x"}), "in a config, seed is a whole number, not 'x'"),
        (lambda: rl_env.HanabiEnv(3), "a config is a mapping of keys to values, not int"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_named(make: Callable[[], object], said: str) -> None:
    with pytest.raises(TamayaError) as caught:
        make()
    assert said in str(caught.value)


@pytest.mark.parametrize("make", [HanabiEnv, HanabiParallelEnv, AndrewzEnv])
def test_an_agent_that_is_not_there_is_unknown(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=1)
    asked = [env.observation_space, env.action_space, *([env.observe] if hasattr(env, "observe") else [])]
    for ask in asked:
        with pytest.raises(UnknownName, match=r"unknown agent 'bob': known are player_0, player_1"):
            ask("bob")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: HanabiEnv().step(5),
        lambda: HanabiEnv().last(),
        lambda: HanabiEnv().observe("player_0"),
        lambda: HanabiEnv().state(),
        lambda: HanabiParallelEnv().step({"player_0": 5}),
        lambda: HanabiSingleEnv().step(5),
        lambda: HanabiVectorEnv(3).step([5, 5, 5]),
        lambda: AndrewzEnv().step(50),
        lambda: AndrewzEnv().last(),
        lambda: AndrewzEnv().observe("player_0"),
        lambda: rl_env.make().step(5),
    ],
)
def test_before_reset_there_is_no_game(ask: Callable[[], object]) -> None:
    with pytest.raises((ImpossibleTable, IllegalAction), match="no game is running: call reset first"):
        ask()
