"""Andrewz as an environment: who may do what, what it brings, and that hands stay hidden."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.andrewz import MOST, Outcome, shuffle
from tamaya.env import AndrewzEnv, andrewz_v1
from tamaya.env.andrewz_layout import ACTIONS, sections
from tamaya.rules import IllegalAction, ImpossibleTable, Seat, TamayaError
from tests.env.helpers import legal


def begun(players: int = 3, seed: int = 1, **settings: Any) -> AndrewzEnv:
    env = andrewz_v1.env(players=players, **settings)
    env.reset(seed=seed)
    return env


def choose(env: AndrewzEnv, rng: random.Random) -> int:
    """Play what can be played: games of random players hardly end."""
    allowed = legal(env.observe(env.agent_selection)["action_mask"])
    plays = [number for number in allowed if number < 25]
    return rng.choice(plays or allowed)


def over(env: AndrewzEnv) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


@pytest.mark.parametrize("players", range(2, MOST + 1))
def test_rewards_are_places_and_add_up_to_nothing(players: int) -> None:
    """Z8, Z9."""
    rng = random.Random(players)
    env = begun(players)
    while not over(env):
        assert legal(env.observe(env.agent_selection)["action_mask"])
        assert set(env.rewards.values()) == {0.0}
        env.step(choose(env, rng))
    result = env.save().state.result
    assert result is not None
    assert sum(env.rewards.values()) == pytest.approx(0)
    best = max(env.rewards.values())
    assert [info["place"] for info in env.infos.values()] == [
        result.place(Seat(seat)) for seat in range(players)
    ]
    if result.outcome is Outcome.WON:
        assert result.winner is not None
        assert env.rewards[f"player_{result.winner}"] == best == 1.0


def test_the_lot_says_who_begins() -> None:
    """Z2."""
    firsts = set()
    for seed in range(20):
        env = begun(4, seed)
        firsts.add(env.agent_selection)
        seat = env.save().state.first
        for turn in range(5):
            assert env.agent_selection == f"player_{(seat + turn) % 4}"
            env.step(len(ACTIONS) - 1)
    assert len(firsts) == 4


def test_sections_tell_the_table() -> None:
    env = begun(3)
    state = env.save().state
    seen = env.observe("player_1")["observation"]
    assert env.view(seen, "hand").sum() == 6
    assert env.view(seen, "hand_sizes").tolist() == [6, 6, 6]
    assert env.view(seen, "deck").tolist() == [32]
    assert not env.view(seen, "last_action").any()
    actor = env.agent_selection
    env.step(50)
    seen = env.observe(actor)["observation"]
    assert env.view(seen, "last_actor").tolist() == [1, 0, 0]
    assert env.view(seen, "last_action").argmax() == 50
    assert env.view(seen, "hand_sizes").tolist() == [7, 6, 6]
    assert state.deck != env.save().state.deck
    placed = sections(3)
    assert [section.start for section in placed[1:]] == [section.stop for section in placed[:-1]]
    with pytest.raises(TamayaError):
        env.view(seen, "hands")


def test_nobody_sees_another_hand_or_the_deck() -> None:
    """Z1: the same observation whatever the others hold."""
    rng = random.Random(5)
    env = begun(4)
    for _ in range(60):
        if over(env):
            break
        env.step(choose(env, rng))
        saved = env.save()
        for seat, agent in enumerate(env.possible_agents):
            hidden = [card for other, hand in enumerate(saved.state.hands) if other != seat for card in hand]
            cards = rng.sample([*hidden, *saved.state.deck], len(hidden) + len(saved.state.deck))
            hands = [
                hand if other == seat else tuple(cards.pop() for _ in hand)
                for other, hand in enumerate(saved.state.hands)
            ]
            twin = copy.deepcopy(env)
            twin.restore(replace(saved, state=replace(saved.state, hands=tuple(hands), deck=tuple(cards))))
            ours, theirs = env.observe(agent), twin.observe(agent)
            np.testing.assert_array_equal(ours["observation"], theirs["observation"])
            np.testing.assert_array_equal(ours["action_mask"], theirs["action_mask"])


def test_a_game_is_kept_and_comes_back() -> None:
    env = begun(3)
    rng = random.Random(1)
    for _ in range(10):
        env.step(choose(env, rng))
    saved = env.save()
    twin = pickle.loads(pickle.dumps(env))
    other = andrewz_v1.env(players=3)
    other.reset(options={"state": saved})
    for _ in range(10):
        action = choose(env, rng)
        for each in (env, twin, other):
            each.step(action)
        assert env.save().state == twin.save().state == other.save().state
    env.restore(saved)
    assert env.save() == saved


def test_games_begin_from_seeds_deals_and_seats() -> None:
    assert begun(seed=4).save() == begun(seed=4).save()
    env = begun()
    env.reset(options={"deal": shuffle(3), "first": Seat(2)})
    assert env.agent_selection == "player_2"
    assert env.save().state.hands[0] == shuffle(3).deck[:6]


def test_a_game_without_end_is_cut_short() -> None:
    env = begun(2, max_turns=7)
    for _ in range(7):
        env.step(50)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_wrong_use_is_answered_with_a_sentence() -> None:
    with pytest.raises(ImpossibleTable, match="2 to 8"):
        andrewz_v1.env(players=9)
    with pytest.raises(ImpossibleTable):
        andrewz_v1.env(max_turns=0)
    env = andrewz_v1.env(players=3)
    for early in (lambda: env.step(50), env.save):
        with pytest.raises(ImpossibleTable, match="call reset first"):
            early()
    env.reset(seed=1)
    forbidden = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    for action in (forbidden, 51, -1, None):
        with pytest.raises(IllegalAction):
            env.step(action)
    for options in ({"seed": 1}, {"state": begun(2).save()}, {"state": env.save(), "first": 1}):
        with pytest.raises(TamayaError):
            env.reset(options=options)
    with pytest.raises(ImpossibleTable, match="render mode"):
        env.render()
