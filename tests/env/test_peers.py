"""Bit for bit: OpenSpiel and DeepMind's environment beside ours, and recorded games of the latter."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.env import hanabi_v1, rl_env
from tamaya.fast import OUTCOMES, Knowledge
from tamaya.rules import Card, Deal
from tests.env.helpers import MISSING, RECORDED, bits, legal, recorded_deal, recorded_games, sensible

recorded = pytest.mark.skipif(not RECORDED.is_file(), reason=MISSING)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("knowledge", ["card_knowledge", "minimal", "seer"])
def test_openspiel_sees_and_allows_and_pays_the_same(players: int, knowledge: Knowledge) -> None:
    """Observations of all agents, legal actions, rewards and the order of the agents, for each first seat."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")
    game = pyspiel.load_game(
        "hanabi", {"players": players, "observation_type": knowledge, "random_start_player": True}
    )
    env = hanabi_v1.env(players=players, knowledge=knowledge)
    rng = random.Random(players)
    for number in range(4):
        state = game.new_initial_state()
        env.reset(seed=number)
        deck = [_face(card) for card in env.table.batch.deal(0).deck]
        _draw(state, deck)
        env.reset(seed=number, options={"first": state.current_player()})
        while not state.is_terminal():
            assert env.agent_selection == f"player_{state.current_player()}"
            _same_sight(env, state)
            assert legal(env.observe(env.agent_selection)["action_mask"]) == state.legal_actions()
            action = sensible(env.table, rng) if number else rng.choice(state.legal_actions())
            before = state.returns()
            state.apply_action(action)
            env.step(action)
            _draw(state, deck)
            gained = [after - earlier for after, earlier in zip(state.returns(), before, strict=True)]
            assert list(env.rewards.values()) == gained
            assert env.terminations["player_0"] == state.is_terminal()
        # E2: nothing follows the play that completes the show; there, the last display still pays a token.
        if env.infos["player_0"]["outcome"] != OUTCOMES.index("perfect"):
            _same_sight(env, state)


def _same_sight(env: Any, state: Any) -> None:
    for seat, agent in enumerate(env.possible_agents):
        np.testing.assert_array_equal(env.observe(agent)["observation"], state.observation_tensor(seat))


def _draw(state: Any, deck: list[int]) -> None:
    while state.is_chance_node():
        state.apply_action(deck.pop(0))


def _face(card: str) -> int:
    return "rygwb".index(card[0]) * 5 + int(card[1]) - 1


@recorded
def test_recorded_games_through_deepminds_interface() -> None:
    """Everything, the last observation included."""
    environments = {players: rl_env.make("Hanabi-Full", players) for players in (2, 3, 4, 5)}
    for request, response in recorded_games():
        env = environments[request["players"]]
        told, reward, done = env.reset(deal=recorded_deal(request)), 0, False
        for number, step in enumerate(response["steps"]):
            if number:
                told, reward, done, _ = env.step(step["action"])
            assert (reward, done) == (step["reward"], step["terminal"])
            assert told["current_player"] == step["cur_player"]
            for seat, seen in enumerate(told["player_observations"]):
                assert seen["vectorized"] == bits(step["obs"][seat])
                _same_words(seen, step, seat)


def _same_words(seen: rl_env.Observation, step: dict[str, Any], seat: int) -> None:
    for key in ("life_tokens", "information_tokens", "deck_size"):
        assert seen[key] == step[key]
    assert list(seen["fireworks"].values()) == step["fireworks"]
    assert _pairs(seen["discard_pile"]) == step["discard_pile"]
    players = len(step["hands"])
    for offset in range(1, players):
        assert _pairs(seen["observed_hands"][offset]) == step["hands"][(seat + offset) % players]
    for offset, hand in enumerate(seen["card_knowledge"]):
        hints = [
            f"{card['color'] or 'X'}{'X' if card['rank'] is None else card['rank'] + 1}" for card in hand
        ]
        assert hints == [text.partition("|")[0] for text in step["knowledge"][(seat + offset) % players]]
    # After the end DeepMind's goes on listing moves, which no player can make.
    acts = seat == step["cur_player"] and not step["terminal"]
    assert seen["legal_moves_as_int"] == (step["legal_moves"] if acts else [])


def _pairs(cards: list[dict[str, Any]]) -> list[list[int]]:
    return [["RYGWB".index(card["color"]), card["rank"]] for card in cards]


@recorded
def test_recorded_games_through_pettingzoo() -> None:
    for request, response in recorded_games():
        players = request["players"]
        env = hanabi_v1.env(players=players)
        env.reset(options={"deal": recorded_deal(request)})
        for number, step in enumerate(response["steps"]):
            if number:
                env.step(step["action"])
                assert env.rewards["player_0"] == step["reward"]
            assert env.terminations["player_0"] == step["terminal"]
            if step["terminal"]:
                break
            assert env.agent_selection == f"player_{step['cur_player']}"
            assert legal(env.observe(env.agent_selection)["action_mask"]) == step["legal_moves"]
            for seat, agent in enumerate(env.possible_agents):
                assert env.observe(agent)["observation"].tolist() == bits(step["obs"][seat])


CONFIGS = [
    {"players": 2},
    {"players": 3, "observation_type": 2, "random_start_player": True},
    {"players": 4, "observation_type": 0},
    {"players": 5, "random_start_player": True},
    {"players": 2, "colors": 2, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1},
    {"players": 3, "colors": 3, "ranks": 3, "hand_size": 4},
    {"players": 2, "colors": 5, "ranks": 2, "hand_size": 3, "max_information_tokens": 1},
    {"players": 2, "colors": 4, "ranks": 1, "hand_size": 3, "max_life_tokens": 5},
]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_deepminds_environment_tells_the_same(config: dict[str, Any]) -> None:
    """Every key of every observation; the deck is put together from what it dealt."""
    deepmind = pytest.importorskip("hanabi_learning_environment.rl_env", reason="it hardly installs any more")
    rng = random.Random(1)
    theirs = deepmind.HanabiEnv({**config, "seed": 3})
    ours = rl_env.HanabiEnv(config)
    for _ in range(8):
        first = theirs.reset()
        told, actions, answers, hands = first, [], [], [_hands(theirs)]
        done = False
        while not done:
            mine = told["player_observations"][told["current_player"]]
            moves = [move for move in mine["legal_moves"] if move["action_type"] != "PLAY"]
            move = rng.choice((rng.random() < 0.8 and moves) or mine["legal_moves"])
            told, reward, done, _ = theirs.step(move)
            actions.append(move)
            answers.append((told, reward, done))
            hands.append(_hands(theirs))
        deal = _deal(
            ours, first, hands, [answer[0]["player_observations"][0]["deck_size"] for answer in answers]
        )
        _compare(ours.reset(deal=deal, first=first["current_player"]), first, over=False)
        for move, (told, reward, done) in zip(actions, answers, strict=True):
            same, paid, over, _ = ours.step(move)
            assert (paid, over) == (reward, done)
            _compare(same, told, over=over)


def _hands(env: Any) -> list[list[str]]:
    return [
        [f"{card.to_dict()['color'].lower()}{card.rank() + 1}" for card in hand]
        for hand in env.state.player_hands()
    ]


def _deal(env: rl_env.HanabiEnv, first: Any, hands: list[list[list[str]]], sizes: list[int]) -> Deal:
    deck = [card for hand in hands[0] for card in hand]
    seat, size = first["current_player"], first["player_observations"][0]["deck_size"]
    for after, left in zip(hands[1:], sizes, strict=True):
        if left < size:
            deck.append(after[seat][-1])
        seat, size = (seat + 1) % env.players, left
    rest = list(Deal.shuffle(env.rules, 0).deck)
    for card in deck:
        rest.remove(Card(card))
    return Deal((*map(Card, deck), *rest))


def _compare(ours: dict[str, Any], theirs: dict[str, Any], *, over: bool) -> None:
    assert ours["current_player"] == theirs["current_player"]
    for mine, other in zip(ours["player_observations"], theirs["player_observations"], strict=True):
        for key in rl_env.KEYS:
            if not (over and key.startswith("legal_moves")):
                assert mine[key] == other[key], key
