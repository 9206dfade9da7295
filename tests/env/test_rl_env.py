"""DeepMind's interface: its names, its dicts and its presets, with errors instead of aborts."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.env import rl_env
from tamaya.rules import Deal, IllegalAction, TamayaError, UnknownName


def played(env: rl_env.HanabiEnv, steps: int, die: int = 0) -> dict[str, Any]:
    """Random clues and discards, so that games last."""
    rng = random.Random(die)
    told = env.reset()
    for _ in range(steps):
        mine = told["player_observations"][told["current_player"]]
        moves = [move for move in mine["legal_moves"] if move["action_type"] != "PLAY"]
        told, _, done, _ = env.step(rng.choice(moves or mine["legal_moves"]))
        if done:
            told = env.reset()
    return told


@pytest.mark.parametrize(
    ("name", "players", "moves", "length"),
    [
        ("Hanabi-Full", 2, 20, 658),
        ("Hanabi-Full", 5, 48, 1280),
        ("Hanabi-Full-CardKnowledge", 3, 30, 956),
        ("Hanabi-Full-Minimal", 2, 20, 308),
        ("Hanabi-Small", 2, 11, 171),
        ("Hanabi-Very-Small", 2, 10, 106),
    ],
)
def test_presets(name: str, players: int, moves: int, length: int) -> None:
    env = rl_env.make(name, num_players=players)
    assert (env.num_moves(), env.vectorized_observation_shape()) == (moves, [length])
    told = env.reset()
    assert len(told["player_observations"]) == players
    assert len(told["player_observations"][0]["vectorized"]) == length


def test_an_observation_holds_deepminds_keys() -> None:
    told = rl_env.make("Hanabi-Full", num_players=3).reset()
    first, second, _ = told["player_observations"]
    assert told["current_player"] == 0
    assert tuple(first) == rl_env.KEYS
    assert (first["current_player_offset"], second["current_player_offset"]) == (0, 2)
    assert first["fireworks"] == dict.fromkeys("RYGWB", 0)
    assert first["observed_hands"][0] == [{"color": None, "rank": -1}] * 5
    assert (
        first["observed_hands"][1] == second["observed_hands"][0]
        or second["observed_hands"][0][0]["rank"] == -1
    )
    assert (first["life_tokens"], first["information_tokens"], first["deck_size"]) == (3, 8, 35)
    assert first["card_knowledge"] == [[{"color": None, "rank": None}] * 5] * 3
    assert second["legal_moves"] == second["legal_moves_as_int"] == []
    assert first["discard_pile"] == []
    assert first["num_players"] == 3
    with pytest.raises(KeyError):
        first["pyhanabi"]


def test_it_is_a_dict_like_any_other() -> None:
    """Parts are read when asked for, and the result is the same."""
    env = rl_env.make("Hanabi-Full", num_players=2)
    told = played(env, 7)
    whole = {key: told["player_observations"][1][key] for key in rl_env.KEYS}

    def fresh() -> rl_env.Observation:
        assert env._moment is not None
        return env._moment.observation(1)

    assert fresh() == whole
    assert fresh() == fresh()
    assert whole == fresh()
    assert (fresh() != whole) is False
    assert dict(fresh()) == {**fresh()} == fresh().copy() == fresh() | {} == whole
    assert json.loads(json.dumps(fresh())) == whole
    assert pickle.loads(pickle.dumps(fresh())) == copy.deepcopy(fresh()) == copy.copy(fresh()) == whole
    assert list(fresh()) == list(fresh().keys()) == list(rl_env.KEYS)
    assert list(reversed(fresh())) == list(reversed(rl_env.KEYS))
    assert list(fresh().values()) == list(whole.values())
    assert list(fresh().items()) == list(whole.items())
    assert len(fresh()) == len(whole)
    assert repr(fresh()) == repr(whole)
    assert "deck_size" in fresh()
    assert "deck" not in fresh()
    assert fresh().get("deck_size") == whole["deck_size"]
    assert fresh().get("deck") is None
    changed = fresh()
    changed["note"] = 1
    changed.pop("vectorized")
    del changed["legal_moves"]
    assert list(changed) == [key for key in rl_env.KEYS if key not in ("vectorized", "legal_moves")] + [
        "note"
    ]
    with pytest.raises(KeyError):
        changed["vectorized"]


@pytest.mark.parametrize("players", [2, 5])
def test_what_was_observed_does_not_change_later(players: int) -> None:
    """Parts that are read late tell of the moment at which they were observed."""
    env = rl_env.HanabiEnv({"players": players, "seed": 3, "random_start_player": True})
    late = rl_env.HanabiEnv({"players": players, "seed": 3, "random_start_player": True})
    rng = random.Random(1)
    kept, told, now = [], late.reset(), env.reset()
    for _ in range(60):
        kept.append((told, json.dumps(now)))
        legal = now["player_observations"][now["current_player"]]["legal_moves_as_int"]
        action = rng.choice(legal)
        now, reward, done, _ = env.step(action)
        told, same, over, _ = late.step(action)
        assert (reward, done) == (same, over)
        if done:
            kept.append((told, json.dumps(now)))
            told, now = late.reset(), env.reset()
    assert all(json.dumps(told) == text for told, text in kept)
    assert all(len(text) > 2_000 for _, text in kept)


def test_actions_are_numbers_or_dicts() -> None:
    for action in (7, np.int64(7), {"action_type": "PLAY", "card_index": 2}):
        env = rl_env.HanabiEnv({"players": 2, "seed": 1})
        env.reset()
        told, _, done, info = env.step(action)
        assert (told["current_player"], env.current_player, done, info) == (1, 1, False, {})
    env = rl_env.HanabiEnv({"players": 3, "seed": 1})
    mine = env.reset()["player_observations"][0]
    for move, number in zip(mine["legal_moves"], mine["legal_moves_as_int"], strict=True):
        assert env._number(move) == number


@pytest.mark.parametrize(
    "action",
    [
        0,
        -1,
        99,
        "PLAY",
        1.5,
        {"action_type": "DISCARD", "card_index": 0},
        {"action_type": "PLAY", "card_index": 9},
        {"action_type": "PASS"},
        {"action_type": "REVEAL_COLOR", "color": "P", "target_offset": 1},
    ],
)
def test_an_illegal_action_is_an_exception(action: Any) -> None:
    """DeepMind's ends the whole process."""
    env = rl_env.HanabiEnv({"players": 2, "seed": 1})
    with pytest.raises(IllegalAction, match="call reset first"):
        env.step(5)
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(action)
    env.step(5)


@pytest.mark.parametrize(
    "config",
    [
        {"player": 2},
        {"players": 1},
        {"players": 6},
        {"colors": 6},
        {"ranks": 0},
        {"hand_size": 30},
        {"max_life_tokens": 0},
        {"observation_type": 3},
    ],
)
def test_an_impossible_config_is_an_exception(config: dict[str, Any]) -> None:
    """DeepMind's ignores a misspelt key and aborts on a wrong number."""
    with pytest.raises(TamayaError):
        rl_env.HanabiEnv(config)


def test_an_unknown_environment() -> None:
    with pytest.raises(UnknownName, match="Hanabi-Small"):
        rl_env.make("Hanabi-Smal")


def test_seeds_deals_and_first_seats() -> None:
    one, two = (rl_env.HanabiEnv({"players": 2, "seed": 5}) for _ in range(2))
    for _ in range(3):
        assert one.reset() == two.reset()
    deal = Deal.shuffle(one.rules, 4)
    told = one.reset(deal=deal, first=1)
    assert told["current_player"] == 1
    shown = told["player_observations"][0]["observed_hands"][1][0]
    assert f"{shown['color'].lower()}{shown['rank'] + 1}" == deal.deck[5]
    assert one.reset(first=1)["current_player"] == 1


def test_an_environment_pickles_in_the_middle_of_a_game() -> None:
    env = rl_env.HanabiEnv({"players": 3, "seed": 5})
    told = played(env, 10)
    twin = pickle.loads(pickle.dumps(env))
    action = told["player_observations"][told["current_player"]]["legal_moves_as_int"][-1]
    assert env.step(action) == twin.step(action)


def test_an_agent_is_to_be_written() -> None:
    class Mine(rl_env.Agent):
        def __init__(self, config: Any) -> None:
            self.config = config

    with pytest.raises(NotImplementedError):
        rl_env.Agent({})
    with pytest.raises(NotImplementedError):
        Mine({}).reset({})
    with pytest.raises(NotImplementedError):
        Mine({}).act({})
