"""The reference engine against OpenSpiel's Hanabi, stepped from Python: whole games of random legal moves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pyspiel

from benchmarks.report import Report
from tamaya.engine import State
from tamaya.rules import Rules

ROUNDS = 5


def run(*, seconds: float) -> Report:
    """Steps per second with the legal actions listed at every step, in alternating rounds."""
    rows = []
    for players in (2, 3, 4, 5):
        ours, theirs = _best_of(seconds, partial(_ours, players), partial(_theirs, players))
        rows.append((str(players), f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:.2f}"))
    return Report(
        title="Reference engine: steps per second",
        how=(
            "Whole games of uniformly random legal moves, legal actions listed at every step, one core; "
            f"the best of {ROUNDS} alternating rounds each."
        ),
        columns=("players", "tamaya", "OpenSpiel (Python)", "ratio"),
        rows=tuple(rows),
    )


def _best_of(seconds: float, *contenders: Callable[[int], int]) -> list[float]:
    best = [0.0] * len(contenders)
    for start in range(ROUNDS):
        for index, play in enumerate(contenders):
            best[index] = max(best[index], _rate(play, seconds / ROUNDS, start * 1_000_000))
    return best


def _rate(play: Callable[[int], int], seconds: float, first_game: int) -> float:
    steps, game = 0, first_game
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        steps += play(game)
        game += 1
    return steps / spent


def _ours(players: int, game: int) -> int:
    rng = random.Random(game)
    state = State.start(_RULES, players, seed=game)
    steps = 0
    while not state.over:
        actions = state.actions()
        state = state.apply(actions[int(rng.random() * len(actions))])
        steps += 1
    return steps


def _theirs(players: int, game: int) -> int:
    rng = random.Random(game)
    state = _GAMES[players].new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_draw(state, rng.random()))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
    return steps


def _draw(state: Any, luck: float) -> int:
    """The quickest way found to let chance decide from Python."""
    face = 0
    for face, chance in state.chance_outcomes():
        luck -= chance
        if luck < 0:
            return int(face)
    return face


_RULES = Rules.parse("original")
_GAMES = {players: pyspiel.load_game("hanabi", {"players": players}) for players in (2, 3, 4, 5)}
