"""The research environments against their peers: random legal games through the same interfaces."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.report import Report
from tamaya.env import HanabiVectorEnv, hanabi_v1, rl_env

ROUNDS = 5

Measure = Callable[[float], float]
"""Steps per second, measured for so many seconds."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the report."""

    what: str
    players: int
    ours: Measure
    peer: str = "-"
    theirs: Callable[[], Measure] | None = None
    """Makes the peer, if it is installed."""


def run(*, seconds: float) -> Report:
    """Steps per second and their ratio, in alternating rounds."""
    rows = []
    for case in _cases():
        peer = _installed(case)
        ours = theirs = 0.0
        for _ in range(ROUNDS):
            ours = max(ours, case.ours(seconds / ROUNDS / 2))
            theirs = max(theirs, peer(seconds / ROUNDS / 2) if peer else 0.0)
        told = (f"{theirs:,.0f}", f"{ours / theirs:.1f}") if peer else ("-", "-")
        rows.append((case.what, str(case.players), f"{ours:,.0f}", case.peer, *told))
    return Report(
        title="Research environments: steps per second",
        how=(
            "Whole games of random legal moves from Python, one core, choosing included. 'turn by turn' is "
            "PettingZoo's loop with the observation and the mask of the agent on turn. 'dicts' is DeepMind's "
            "loop: 'legal' reads the legal moves of the player on turn, 'vector' its vector too, 'all' every "
            "key of every player; the peers make all of them whether read or not. 'vector of games' is "
            "Gymnasium's, with int8 observations and masks of all games, choosing not included. A peer that "
            "is not installed has no figure: DeepMind's package and JaxMARL have to be asked for, "
            "pip install hanabi-learning-environment (with CMAKE_POLICY_VERSION_MINIMUM=3.5) and jaxmarl. "
            f"The best of {ROUNDS} alternating rounds."
        ),
        columns=("what", "players", "tamaya", "peer", "its steps", "ratio"),
        rows=tuple(rows),
    )


def _cases() -> list[Case]:
    cases = []
    for players in (2, 5):
        turns = partial(_pettingzoo, hanabi_v1.env(players=players))
        cases.append(Case("turn by turn", players, turns, "PettingZoo", partial(_their_pettingzoo, players)))
        for what in ("legal", "vector", "all"):
            dicts = partial(_dicts, rl_env.make("Hanabi-Full", players), what)
            deepmind = partial(_deepmind, players, what)
            cases.append(Case(f"dicts, {what}", players, dicts, "DeepMind", deepmind))
        dicts = partial(_dicts, rl_env.make("Hanabi-Full", players), "vector")
        cases.append(Case("dicts, vector", players, dicts, "OpenSpiel", partial(_openspiel, players)))
        for games in (1, 1024):
            vector = partial(_vector, players, games)
            cases.append(
                Case(
                    f"vector of {games} games", players, vector, "JaxMARL", partial(_jaxmarl, players, games)
                )
            )
    return cases


def _installed(case: Case) -> Measure | None:
    try:
        return case.theirs() if case.theirs else None
    except ImportError:
        return None


def _pace(play: Callable[[], int], seconds: float) -> float:
    steps = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += play()
    return steps / spent


def _pettingzoo(env: Any, seconds: float) -> float:
    rng = random.Random(1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    return _pace(play, seconds)


def _their_pettingzoo(players: int) -> Measure:
    import_module("shimmy")
    peer = import_module("pettingzoo.classic.hanabi.hanabi")
    return partial(_pettingzoo, peer.env(players=players, hand_size=5 if players <= 3 else 4))


def _dicts(env: Any, what: str, seconds: float) -> float:
    rng = random.Random(1)

    def play() -> int:
        told, done, steps = env.reset(), False, 0
        while not done:
            mine = told["player_observations"][told["current_player"]]
            legal = mine["legal_moves_as_int"]
            if what == "vector":
                mine["vectorized"]
            elif what == "all":
                for seen in told["player_observations"]:
                    seen.items()
            told, _, done, _ = env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return _pace(play, seconds)


def _deepmind(players: int, what: str) -> Measure:
    peer = import_module("hanabi_learning_environment.rl_env")
    return partial(_dicts, peer.make("Hanabi-Full", players), what)


def _openspiel(players: int) -> Measure:
    peer = import_module("open_spiel.python.rl_environment")
    env = peer.Environment("hanabi", players=players)
    rng = random.Random(1)

    def play() -> int:
        told, steps = env.reset(), 0
        while not told.last():
            legal = told.observations["legal_actions"][told.observations["current_player"]]
            told = env.step([legal[int(rng.random() * len(legal))]])
            steps += 1
        return steps

    return partial(_pace, play)


def _vector(players: int, games: int, seconds: float) -> float:
    envs = HanabiVectorEnv(games, players=players)
    envs.reset(seed=1)
    spent = steps = 0
    while spent < seconds * 1e9:
        actions = envs.batch.sample()
        begin = time.perf_counter_ns()
        envs.step(np.asarray(actions))
        spent += time.perf_counter_ns() - begin
        steps += games
    return steps / spent * 1e9


def _jaxmarl(players: int, games: int) -> Measure:
    """JaxMARL on the processor, compiled and warm, with the observations of all agents."""
    jax: Any = import_module("jax")
    env = import_module("jaxmarl").make("hanabi", num_agents=players)

    def move(key: Any, state: Any) -> Any:
        choosing, going = jax.random.split(key)
        chances = jax.tree.map(jax.numpy.log, env.get_legal_moves(state))
        actions = {
            agent: jax.random.categorical(each, chances[agent])
            for agent, each in zip(env.agents, jax.random.split(choosing, players), strict=True)
        }
        return env.step(going, state, actions)[:2]

    step = jax.jit(jax.vmap(move))
    keys = jax.random.split(jax.random.PRNGKey(0), games)
    state = jax.jit(jax.vmap(env.reset))(keys)[1]

    def play() -> int:
        nonlocal keys, state
        keys = jax.vmap(lambda key: jax.random.split(key)[0])(keys)
        seen, state = step(keys, state)
        jax.block_until_ready(seen)
        return games

    # The types settle after a step, and it is compiled once more.
    for _ in range(3):
        play()
    return partial(_pace, play)
