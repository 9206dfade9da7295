"""Thousands of games for Gymnasium: the same games as in a batch, and Gymnasium's conventions."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from tamaya.env import VECTOR_ID, HanabiVectorEnv
from tamaya.fast import OUTCOMES, Batch
from tamaya.rules import Deal, IllegalAction, Rules, TamayaError
from tests.env.helpers import legal

GAMES = 16


def choose(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    return np.array([rng.choice(legal(mask)) if mask.any() else 0 for mask in infos["action_mask"]])


@pytest.mark.parametrize("settings", [{}, {"belief": True}, {"rules": "deluxe+flamboyants", "players": 4}])
def test_gymnasium_makes_it(settings: dict[str, Any]) -> None:
    """By its name, with spaces that hold what it gives, and alike for the same seed."""
    one = gymnasium.make_vec(VECTOR_ID, num_envs=GAMES, copy=True, **settings)
    two = gymnasium.make_vec(VECTOR_ID, num_envs=GAMES, copy=True, **settings)
    assert isinstance(one.unwrapped, HanabiVectorEnv)
    assert one.spec is not None
    assert one.spec.id == VECTOR_ID
    one.action_space.seed(1)
    told: Any = one.reset(seed=3)
    same: Any = two.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(60):
        assert data_equivalence(told, same)
        assert one.observation_space.contains(told[0])
        actions = choose(told[-1], rng)
        assert one.action_space.contains(actions)
        told, same = one.step(actions), two.step(actions)
        for array in told[1:4]:
            assert array.shape == (GAMES,)
        assert told[2].dtype == told[3].dtype == np.bool_
    one.close()


def test_it_tells_the_games_of_a_batch() -> None:
    envs = HanabiVectorEnv(GAMES, "deluxe+avalanche", 3)
    batch = Batch("deluxe+avalanche", 3, GAMES, 5)
    observations, infos = envs.reset(seed=5)
    for _ in range(60):
        np.testing.assert_array_equal(observations, batch.observe(envs.encoding))
        np.testing.assert_array_equal(infos["action_mask"], batch.legal)
        np.testing.assert_array_equal(infos["turn"], batch.turn)
        np.testing.assert_array_equal(infos["score"], batch.scores)
        actions = batch.sample()
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        changes, done = batch.step(actions)
        np.testing.assert_array_equal(rewards, changes)
        np.testing.assert_array_equal(terminations, done)
        assert not truncations.any()


def test_observations_are_written_in_place_unless_copies_are_wished_for() -> None:
    envs = HanabiVectorEnv(GAMES)
    before, _ = envs.reset(seed=1)
    after = envs.step(envs.batch.sample())[0]
    assert after is before
    envs = HanabiVectorEnv(GAMES, copy=True)
    before, infos = envs.reset(seed=1)
    mask = infos["action_mask"].copy()
    assert not np.array_equal(before, envs.step(envs.batch.sample())[0])
    np.testing.assert_array_equal(mask, infos["action_mask"])


@pytest.mark.parametrize(("lost", "kept"), [("zero", 0), ("count", 1), ("minus-one", -1)])
def test_the_end_of_a_game_is_told_and_scored(lost: Any, kept: int) -> None:
    """E1: returns are the final scores, by the convention for lost games."""
    envs = HanabiVectorEnv(GAMES, lost=lost)
    envs.reset(seed=1)
    returns = np.zeros(GAMES)
    ends = 0
    for _ in range(80):
        _, rewards, terminations, _, infos = envs.step(envs.batch.sample())
        returns += rewards
        if terminations.any():
            final = infos["final_info"]
            np.testing.assert_array_equal(infos["_final_info"], terminations)
            np.testing.assert_array_equal(returns[terminations], final["score"][terminations])
            assert {OUTCOMES[outcome] for outcome in final["outcome"][terminations]} <= {*OUTCOMES[1:]}
            counted = envs.batch.ended_scores[terminations]
            expected = {0: 0 * counted, 1: counted, -1: np.maximum(counted - 1, 0)}[kept]
            np.testing.assert_array_equal(final["score"][terminations], expected)
            returns[terminations] = 0
            ends += int(terminations.sum())
    assert ends > GAMES


def test_games_begin_anew_in_the_next_step() -> None:
    envs = HanabiVectorEnv(GAMES, autoreset="next-step", lost="count")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, infos = envs.reset(seed=1)
    before = np.zeros(GAMES, bool)
    for _ in range(80):
        actions = choose(infos, np.random.default_rng(1))
        _, rewards, terminations, _, infos = envs.step(actions)
        assert not (before & terminations).any()
        assert not rewards[before].any()
        assert (infos["turn"][terminations] == -1).all()
        assert (envs.batch.steps[before] == 0).all()
        before = terminations


def test_games_begin_anew_when_they_are_told_to() -> None:
    envs = HanabiVectorEnv(GAMES, "original+strikes=1", autoreset="disabled")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    envs.reset(seed=1)
    over = np.zeros(GAMES, bool)
    while not over.any():
        *_, over, _, _ = envs.step(envs.batch.sample())
    envs.reset(options={"reset_mask": over})
    assert (envs.batch.steps[over] == 0).all()
    assert (envs.batch.steps[~over] > 0).all()


def test_gymnasiums_wrappers_fit() -> None:
    envs = RecordEpisodeStatistics(HanabiVectorEnv(GAMES))
    _, infos = envs.reset(seed=1)
    seen = 0
    for _ in range(60):
        *_, terminations, _, infos = envs.step(envs.unwrapped.batch.sample())  # type: ignore[attr-defined]
        if terminations.any():
            seen += int(terminations.sum())
            np.testing.assert_array_equal(
                infos["episode"]["r"][terminations], infos["final_info"]["score"][terminations]
            )
    assert seen
    _, listed = DictInfoToList(HanabiVectorEnv(3)).reset(seed=1)
    assert len(listed) == 3


def test_games_are_kept_and_dealt() -> None:
    envs = HanabiVectorEnv(3, players=2, render_mode="ansi")
    envs.reset(seed=1)
    envs.step(envs.batch.sample())
    rows = envs.save()
    drawn = envs.render()
    twin = pickle.loads(pickle.dumps(envs))
    observations, _ = twin.reset(options={"state": rows})
    np.testing.assert_array_equal(observations, envs.batch.observe(envs.encoding))
    assert twin.render() == drawn
    deals = [Deal.shuffle(Rules.parse(str(envs.rules)), seed) for seed in range(3)]
    envs.reset(options={"deals": deals})
    assert [envs.batch.deal(game) for game in range(3)] == deals


def test_wrong_use_is_answered_with_a_sentence() -> None:
    envs = HanabiVectorEnv(3)
    envs.reset(seed=1)
    with pytest.raises(IllegalAction, match="game 1, action 0"):
        envs.step([5, 0, 5])
    with pytest.raises(TamayaError):
        envs.step([5])
    with pytest.raises(TamayaError):
        envs.reset(options={"deal": 1})
    with pytest.raises(TamayaError):
        envs.reset(options={"deals": []})
    for settings in ({"autoreset": "never"}, {"render_mode": "human"}, {"lost": ""}):
        with pytest.raises(TamayaError):
            HanabiVectorEnv(3, **settings)  # type: ignore[arg-type]
    with pytest.raises(TamayaError):
        envs.render()
