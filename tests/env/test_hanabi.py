"""The co-operative game, agent by agent: who acts, what it brings, where it may begin, how it is kept."""

from __future__ import annotations

import copy
import pickle
import random
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from tamaya.engine import Game
from tamaya.env import HanabiEnv, hanabi_v1
from tamaya.env.table import Lost
from tamaya.fast import OUTCOMES
from tamaya.records import Record
from tamaya.rules import Deal, IllegalAction, ImpossibleTable, Rules, TamayaError, UnknownName
from tests.env.helpers import legal, sensible
from tests.helpers import ALL_RULES
from tests.laws.strategies import TABLES

LOSING = "original+strikes=1"


def begun(rules: str = "original", players: int = 3, seed: int = 1, **settings: Any) -> HanabiEnv:
    env = hanabi_v1.env(rules=rules, players=players, **settings)
    env.reset(seed=seed)
    return env


def play(env: HanabiEnv, steps: int, die: int = 0) -> None:
    rng = random.Random(die)
    for _ in range(steps):
        if not env.table.over:
            env.step(sensible(env.table, rng))


@pytest.mark.parametrize("text", ALL_RULES)
def test_every_rules_is_served(text: str) -> None:
    """Observations are of their space, masks are what is legal, and rewards add up to the score."""
    for rules, players in TABLES:
        if rules != text:
            continue
        env = begun(rules, players, random_start_player=True)
        start = env.table.score
        rng, total = random.Random(players), 0.0
        for _ in range(40):
            observation, _, over, _, _ = env.last()
            assert env.observation_space("player_0").contains(observation)
            if over:
                break
            assert observation is not None
            assert observation["action_mask"].any()
            env.step(sensible(env.table, rng))
            total += env.rewards[env.agents[0]]
            assert start + total == env.infos[env.agents[0]]["score"] == env.table.score


def test_agents_act_in_the_order_of_the_seats_whoever_begins() -> None:
    """S5, T1: the peers name the wrong agent when the first seat is drawn by lot."""
    firsts = set()
    for seed in range(20):
        env = begun(players=4, seed=seed, random_start_player=True)
        first = env.table.batch.first(0)
        firsts.add(first)
        for turn in range(6):
            assert env.agent_selection == f"player_{(first + turn) % 4}"
            play(env, 1, die=turn)
    assert firsts == {0, 1, 2, 3}


def test_an_agent_who_can_do_nothing_is_passed_over() -> None:
    """F3: the second player has no card left, and the last clue token is spent."""
    rules = "deluxe+suits=red:copies=11111,blue:copies=11111+hand=2+clues=2+final-flourish"
    env = hanabi_v1.env(rules=rules, players=2)
    actions = ["p1"] * 6 + ["cBb", "p1", "cBb", "p1"]
    env.reset(options={"deck": "r1 r3 r2 r4 r5 b1 b4 b2 b5 b3", "actions": actions})
    assert env.agent_selection == "player_0"
    env.step(2)
    assert env.agent_selection == "player_0"
    env.step(2)
    assert env.infos["player_0"] == {"score": 10, "outcome": OUTCOMES.index("perfect")}


def test_all_agents_leave_after_the_end() -> None:
    env = begun(LOSING, 3)
    env.step(legal(env.last()[0]["action_mask"])[0])  # type: ignore[index]
    while not env.table.over:
        hand = env.table.batch.layout.hand
        env.step(hand)
    assert all(env.terminations.values())
    assert {info["outcome"] for info in env.infos.values()} == {OUTCOMES.index("lost")}
    left = []
    for agent in env.agent_iter():
        left.append(agent)
        env.step(None)
    assert sorted(left) == env.possible_agents
    assert env.agents == []


@pytest.mark.parametrize(("lost", "score"), [("zero", 0), ("count", 2), ("minus-one", 1)])
def test_a_lost_game_counts_by_the_convention(lost: Lost, score: int) -> None:
    """E1, and what others do."""
    deck = " ".join(Deal.shuffle(Rules.parse("original"), 0).deck)
    env = hanabi_v1.env(rules=LOSING, players=2, lost=lost)
    env.reset(options={"deck": _with_top(deck, "r1 r2 y4 y5 g5")})
    total = 0.0
    for action in ("p1", "cA1", "p1", "cA1", "p1"):
        seat = env.table.turn
        if action[0] == "c":
            env.step(next(n for n in legal(env.observe(env.agent_selection)["action_mask"]) if n >= 10))
        else:
            env.step(env.table.batch.actions.number(action, seat))
        total += env.rewards["player_0"]
    assert env.infos["player_0"] == {"score": score, "outcome": OUTCOMES.index("lost")}
    assert total == score


def _with_top(deck: str, top: str) -> str:
    rest = deck.split()
    for card in top.split():
        rest.remove(card)
    return " ".join([*top.split(), *rest])


def test_rewards_gather_until_an_agent_acts_again() -> None:
    """PettingZoo's accounts: ``last`` tells what came since the agent's own last turn."""
    env = begun(players=2, seed=3)
    rng = random.Random(1)
    since = dict.fromkeys(env.agents, 0.0)
    for _ in range(40):
        agent = env.agent_selection
        assert env.last()[1] == since[agent]
        env.step(sensible(env.table, rng))
        if env.table.over:
            break
        since[agent] = 0.0
        for each in since:
            since[each] += env.rewards[each]


# Where a game may begin.


def test_the_same_seed_gives_the_same_games() -> None:
    one, two = begun(seed=5), begun(seed=5)
    for _ in range(3):
        assert one.table.batch.deal(0) == two.table.batch.deal(0)
        one.reset()
        two.reset()
    assert one.table.batch.deal(0) != begun(seed=5).table.batch.deal(0)


def test_a_game_begins_with_a_deal_a_deck_or_a_first_seat() -> None:
    deal = Deal.shuffle(Rules.parse("original"), 9)
    env = begun()
    env.reset(options={"deal": deal, "first": 2})
    assert (env.table.batch.deal(0), env.agent_selection) == (deal, "player_2")
    env.reset(options={"deck": " ".join(deal.deck)})
    assert (env.table.batch.deal(0).deck, env.agent_selection) == (deal.deck, "player_0")
    env.reset(seed=1, options={"first": 1})
    assert (env.table.batch.deal(0), env.agent_selection) == (begun().table.batch.deal(0), "player_1")


def test_a_game_begins_where_a_record_stands() -> None:
    game = Game(["Ann", "Bob"], rules="original", seed=16)
    game.clue("Bob", 1)
    game.play(3)
    game.discard(1)
    record = Record.of(game)
    env = hanabi_v1.env(rules="original", players=2)
    env.reset(options={"record": record})
    assert env.table.batch.actions_of(0) == ("cB1", "p3", "d1")
    env.reset(options={"record": str(record), "moves": 1})
    assert env.table.batch.actions_of(0) == ("cB1",)
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize(
    "options",
    [
        {"dek": "r1"},
        {"deck": "r1 r1"},
        {"deal": "r1 r2"},
        {"deal": Deal(()), "deck": ""},
        {"first": 3},
        {"moves": 2},
        {"state": b"a row"},
        {"state": begun(players=2).save()},
        {"state": begun().save(), "first": 1},
        {"record": "{"},
        {"actions": ["p9"]},
        {"actions": ["p1"] * 99},
    ],
)
def test_where_no_game_can_begin_a_sentence_says_why(options: dict[str, object]) -> None:
    env = begun()
    play(env, 3)
    before = env.save()
    with pytest.raises(TamayaError):
        env.reset(options=options)
    assert env.save() == before


# Keeping.


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    env = begun("deluxe+flamboyants", 3, seed=4, random_start_player=True)
    play(env, 15)
    saved = pickle.loads(pickle.dumps(env.save()))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), hanabi_v1.env(rules=env.rules, players=3)]
    twins[2].restore(saved)
    assert env.save() == saved
    for twin in twins:
        assert twin.save() == saved
        rng = random.Random(3)
        there = copy.deepcopy(env)
        while not there.table.over:
            action = sensible(there.table, rng)
            there.step(action)
            twin.step(action)
            assert (there.rewards, there.infos, there.agent_selection) == (
                twin.rewards,
                twin.infos,
                twin.agent_selection,
            )
            np.testing.assert_array_equal(
                there.observe("player_1")["observation"], twin.observe("player_1")["observation"]
            )
        assert there.save() == twin.save()
    env.restore(saved)
    assert env.save() == saved


def test_a_saved_game_is_a_beginning_too() -> None:
    env = begun()
    play(env, 6)
    saved = env.save()
    env.reset(options={"state": saved})
    assert env.table.batch.rows.tobytes() == saved.row
    assert set(env.rewards.values()) == {0.0}


def test_saving_between_the_goodbyes() -> None:
    env = begun(LOSING, 3)
    while not env.table.over:
        env.step(env.table.batch.layout.hand)
    env.step(None)
    saved = env.save()
    other = hanabi_v1.env(rules=LOSING, players=3)
    other.restore(saved)
    assert other.agents == env.agents
    assert other.save() == saved


# Wrong use.


def test_illegal_actions_are_refused_with_a_sentence() -> None:
    env = begun()
    before = env.save()
    with pytest.raises(IllegalAction, match=r"d1.*not allowed now"):
        env.step(0)
    with pytest.raises(IllegalAction, match="no such action"):
        env.step(30)
    with pytest.raises(IllegalAction, match="no such action"):
        env.step(-1)
    with pytest.raises(IllegalAction, match="player_0 is on turn"):
        env.step(None)
    with pytest.raises(TypeError):
        env.step(5.0)  # type: ignore[arg-type]
    assert env.save() == before
    env.step(np.int64(5))


def test_nothing_happens_before_the_first_reset() -> None:
    env = hanabi_v1.env()
    with pytest.raises(ImpossibleTable, match="call reset first"):
        env.step(0)


@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "delux"},
        {"players": 6},
        {"knowledge": "all"},
        {"knowledge": "seer", "belief": True},
        {"lost": "half"},
        {"render_mode": "rgb_array"},
    ],
)
def test_a_table_that_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(TamayaError):
        hanabi_v1.env(**settings)


def test_an_action_after_the_end_is_refused() -> None:
    env = begun(LOSING, 2)
    while not env.table.over:
        env.step(env.table.batch.layout.hand)
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step(0)


# Looking.


def test_text_shows_hands_marks_displays_and_tokens() -> None:
    env = begun("deluxe+black-powder", 2, render_mode="ansi")
    deck = " ".join(Deal.shuffle(env.rules, 0).deck)
    env.reset(options={"deck": _with_top(deck, "r1 b2 w3 y4 g5 k5 r2 b3 w4 y5"), "actions": ["cB2"]})
    lines = env.render().splitlines()  # type: ignore[union-attr]
    assert lines[0] == "  player_0: r1 b2 w3 y4 g5"
    assert lines[1] == "> player_1: k5 r2/2 b3 w4 y5"
    assert lines[2] == "  displays: w0 r0 b0 y0 g0 k0"
    assert lines[3] == "clues 7   strikes 0/3   deck 50   score -5"
    assert lines[4] == "discards: -"


@pytest.mark.parametrize(
    "text", ["deluxe+avalanche+flamboyants", "rnr+suits=red,blue,omni", "original+deck-play=yes"]
)
def test_pictures_are_well_formed_at_every_moment(text: str) -> None:
    env = begun(text, 2, render_mode="svg")
    for turn in range(80):
        root = ET.fromstring(str(env.render()))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        play(env, 1, die=turn)


def test_rendering_wants_a_mode() -> None:
    with pytest.raises(ImpossibleTable, match="human, ansi, svg"):
        begun().render()
    with pytest.raises(UnknownName):
        hanabi_v1.env(render_mode="asni")


def test_the_state_of_all_is_a_seers() -> None:
    env = begun(players=2)
    assert env.state().shape == env.observe("player_0")["observation"].shape
    assert not np.array_equal(env.state(), env.observe("player_0")["observation"])
