"""The compiled engine against OpenSpiel's Hanabi: random legal moves, with and without observations."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.observation import make_observation

from benchmarks.chart import Pair, bars
from benchmarks.report import Report
from tamaya.fast import Batch, rollout

ROUNDS: Final = 5
STANDARD: Final = "original"
VARIANTS: Final = (
    "deluxe", "deluxe+avalanche+black-powder", "deluxe+flamboyants", "deluxe+final-flourish",
)  # fmt: skip
KINDS: Final = {"bits": np.uint64, "int8": np.int8, "float32": np.float32}
"""How observations are written, and the type of their items."""


@dataclass(frozen=True, slots=True)
class Rate:
    """What was measured in one round."""

    steps: float
    """A second."""
    written: float = 0.0
    """Bytes of observations a second, while they are written."""


Measure = Callable[[float], Rate]
"""Measure for so many seconds."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the report."""

    what: str
    players: int
    measure: Measure
    rules: str = STANDARD
    games: int = 1024
    threads: int = 1
    bytes: int = 0
    """Of a game and its observation."""


COLUMNS: Final = (
    "what",
    "rules",
    "players",
    "games",
    "threads",
    "tamaya",
    "OpenSpiel",
    "times",
    "from Python",
    "times Python",
    "bytes",
    "GB/s",
)


_HOW: Final = (
    "Random legal moves. 'step' is a call from Python that checks the actions, steps all games, lists "
    "what is legal and begins ended games again; choosing the actions is not counted. 'kept' also keeps "
    "the actions of each game. 'bits', 'int8' and 'float32' are a step and the observation of the seat on "
    "turn, written into one buffer. 'random' and 'careful' are whole games inside one kernel. 'OpenSpiel' "
    "plays whole games of uniformly random bots inside its C++, with as many players; for observations, "
    "one for each action is added, timed by itself, which its C++ writes into an array (it links the "
    "learning environment's encoder). 'from Python' is OpenSpiel stepped from Python, chance included, "
    f"with one such observation for each action. Measured by turns with each line; the best of {ROUNDS} "
    "rounds. Bytes are those of a game and its observation, GB/s what is written while observing."
)


def run(*, seconds: float) -> Report:
    """Steps per second and their ratio to OpenSpiel's, in alternating rounds."""
    rows = []
    for case in _cases():
        rows.append(_row(case, seconds / ROUNDS / 3))
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    return Report(
        title="Compiled engine: million steps per second",
        how=f"{_HOW} {_copying()} {_starting()}",
        columns=COLUMNS,
        rows=tuple(rows),
    )


def chart(report: Report) -> str:
    """The lines of one core and 1,024 games as bars."""
    pairs = []
    for what in ("step", *KINDS):
        for players in ("2", "5"):
            row = next(row for row in report.rows if row[:5] == (what, STANDARD, players, "1024", "1"))
            label = f"{'step' if what == 'step' else f'step + {what}'}, {players} players"
            pairs.append(Pair(label, float(row[5]), float(row[6])))
    return bars(
        "Million steps a second on one core, 1,024 games at once", ("tamaya.fast", "OpenSpiel (C++)"), pairs
    )


def _row(case: Case, seconds: float) -> tuple[str, ...]:
    ours = written = theirs = python = 0.0
    plain, observing = _bots(case.players), case.what in KINDS
    look, stepped = _look(case.players), _from_python(case.players)
    for _ in range(ROUNDS):
        rate = case.measure(seconds)
        ours, written = max(ours, rate.steps), max(written, rate.written)
        peer = plain(seconds)
        if observing:
            peer = 1 / (1 / peer + look(seconds / 2))
            python = max(python, stepped(seconds / 2))
        theirs = max(theirs, peer)
    return (
        case.what,
        case.rules,
        str(case.players),
        str(case.games),
        str(case.threads),
        f"{ours / 1e6:.2f}",
        f"{theirs / 1e6:.3f}",
        f"{ours / theirs:.1f}",
        f"{python / 1e6:.3f}" if python else "",
        f"{ours / python:.0f}" if python else "",
        str(case.bytes or ""),
        f"{written / 1e9:.1f}" if written else "",
    )


def _cases() -> Iterator[Case]:
    for players in (2, 5):
        for games in (1, 64, 1024, 16384):
            yield _step(players, games)
        yield _step(players, 1024, history=True)
        yield _step(players, 16384, threads=2)
        for kind in KINDS:
            for games in (1, 64, 1024, 16384):
                yield _observe(players, games, kind)
            yield _observe(players, 16384, kind, threads=2)
        for policy in ("random", "careful"):
            yield Case(policy, players, _rollouts(players, policy), games=1)
        yield Case("random", players, _rollouts(players, "random", threads=2), games=1, threads=2)
    for rules in VARIANTS:
        yield _step(2, 1024, rules=rules)
        yield _observe(2, 1024, "int8", rules=rules)


# Ours.


def _step(
    players: int, games: int, *, rules: str = STANDARD, threads: int = 1, history: bool = False
) -> Case:
    batch = _batch(rules, players, games, threads, history)

    def measure(seconds: float) -> Rate:
        spent = steps = 0
        while spent < seconds * 1e9:
            plan = _planned(batch)
            begin = time.perf_counter_ns()
            for actions in plan:
                batch.step(actions)
            spent += time.perf_counter_ns() - begin
            steps += games * len(plan)
        return Rate(steps / spent * 1e9)

    what = "kept" if history else "step"
    return Case(what, players, measure, rules, games, threads, batch.layout.bytes)


def _planned(batch: Batch) -> list[npt.NDArray[np.int64]]:
    """Random legal actions for the next steps, from a copy that goes ahead and plays the same games."""
    ahead = batch.copy()
    plan = []
    for _ in range(max(10, 2000 // batch.games)):
        plan.append(ahead.sample())
        ahead.step(plan[-1])
    return plan


def _observe(players: int, games: int, kind: str, *, rules: str = STANDARD, threads: int = 1) -> Case:
    batch = _batch(rules, players, games, threads, False)
    packed = kind == "bits"
    out: npt.NDArray[Any] = batch.observe(dtype=KINDS[kind], packed=packed)

    def measure(seconds: float) -> Rate:
        spent = steps = 0
        while spent < seconds * 1e9:
            plan = _planned(batch)
            begin = time.perf_counter_ns()
            for actions in plan:
                batch.step(actions)
                batch.observe(out=out, packed=packed)
            between = time.perf_counter_ns()
            for _ in plan:
                batch.observe(out=out, packed=packed)
            end = time.perf_counter_ns()
            spent += between - begin
            steps += games * len(plan)
        return Rate(steps / spent * 1e9, len(plan) * out.nbytes / (end - between) * 1e9)

    return Case(kind, players, measure, rules, games, threads, batch.layout.bytes + out.nbytes // games)


@cache
def _batch(rules: str, players: int, games: int, threads: int, history: bool) -> Batch:
    """A batch in the middle of its games, with its kernels compiled."""
    batch = Batch(rules, players, games, seed=1, threads=threads, history=history)
    for _ in range(50):
        batch.step(batch.sample())
    return batch


def _rollouts(players: int, policy: str, threads: int = 1) -> Measure:
    seeds = count()

    def measure(seconds: float) -> Rate:
        rollout(STANDARD, players, 1, seed=next(seeds), policy=policy)
        spent = steps = 0
        while spent < seconds * 1e9:
            begin = time.perf_counter_ns()
            played = rollout(STANDARD, players, 20_000, seed=next(seeds), policy=policy, threads=threads)
            spent += time.perf_counter_ns() - begin
            steps += int(played.steps.sum())
        return Rate(steps / spent * 1e9)

    return measure


# Theirs.


def _bots(players: int) -> Callable[[float], float]:
    """Steps a second of random bots inside C++."""
    game = pyspiel.load_game("hanabi", {"players": players})
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(players)]
    length = _mean_length(players)

    def measure(seconds: float) -> float:
        spent = games = 0
        while spent < seconds * 1e9:
            begin = time.perf_counter_ns()
            pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
            spent += time.perf_counter_ns() - begin
            games += 1
        return games * length / spent * 1e9

    return measure


def _look(players: int) -> Callable[[float], float]:
    """The seconds of one observation in C++, in the middle of games."""
    game = pyspiel.load_game("hanabi", {"players": players})
    states = [_middle(game, random.Random(number)) for number in range(200)]
    observation = make_observation(game)

    def measure(seconds: float) -> float:
        spent = looks = 0
        while spent < seconds * 1e9:
            begin = time.perf_counter_ns()
            for state, seat in states:
                observation.set_from(state, seat)
            spent += time.perf_counter_ns() - begin
            looks += len(states)
        return spent / looks / 1e9

    return measure


def _middle(game: Any, rng: random.Random) -> tuple[Any, int]:
    """A state some actions into a game, and the seat on turn."""
    while True:
        state = game.new_initial_state()
        for _ in range(60):
            if state.is_terminal():
                break
            state.apply_action(_move(state, rng))
        while state.is_chance_node():
            state.apply_action(_move(state, rng))
        if not state.is_terminal():
            return state, state.current_player()


def _move(state: Any, rng: random.Random) -> int:
    if state.is_chance_node():
        return _draw(state, rng.random())
    actions = state.legal_actions()
    return int(actions[int(rng.random() * len(actions))])


def _draw(state: Any, luck: float) -> int:
    """The quickest way found to let chance decide from Python."""
    face = 0
    for face, chance in state.chance_outcomes():
        luck -= chance
        if luck < 0:
            return int(face)
    return face


def _from_python(players: int) -> Callable[[float], float]:
    """Actions a second, each with an observation, when Python steps."""
    game = pyspiel.load_game("hanabi", {"players": players})
    observation = make_observation(game)
    rng = random.Random(players)

    def measure(seconds: float) -> float:
        begin, steps = time.perf_counter_ns(), 0
        while (spent := time.perf_counter_ns() - begin) < seconds * 1e9:
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    observation.set_from(state, state.current_player())
                    steps += 1
                state.apply_action(_move(state, rng))
        return steps / spent * 1e9

    return measure


@cache
def _mean_length(players: int) -> float:
    """How many actions a random game has; the same in both engines, as the tests show."""
    return float(rollout(STANDARD, players, 50_000, seed=0).steps.mean())


# What the machine does.


def _copying() -> str:
    rates = []
    for megabytes in (1, 100):
        source: npt.NDArray[np.uint8] = np.ones(megabytes << 20, np.uint8)
        target = np.zeros_like(source)
        best = 0.0
        for _ in range(2000 // megabytes):
            begin = time.perf_counter_ns()
            np.copyto(target, source)
            best = max(best, source.nbytes / (time.perf_counter_ns() - begin))
        rates.append(f"{best:.0f} GB/s within {megabytes} MB")
    return f"Copying memory writes {' and '.join(rates)}."


_START: Final = """
import time
begin = time.perf_counter(), time.process_time()
from tamaya.fast import Batch
batch = Batch("original", 2, games=1024, seed=1)
batch.step(batch.sample())
batch.observe()
print(time.perf_counter() - begin[0], time.process_time() - begin[1])
"""


def _starting() -> str:
    with tempfile.TemporaryDirectory() as folder:
        times = [_start(folder) for _ in range(4)]
    (cold, cold_cpu), (warm, warm_cpu) = times[0], min(times[1:])
    return (
        f"From importing to the first step and observation: {cold:.1f} s the first time "
        f"({cold_cpu:.1f} s of processor time), {warm:.2f} s later ({warm_cpu:.2f} s)."
    )


def _start(folder: str) -> tuple[float, float]:
    """Seconds and processor seconds with this folder for what is compiled."""
    done = subprocess.run(
        [sys.executable, "-c", _START],
        env={**os.environ, "NUMBA_CACHE_DIR": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, processor = map(float, done.stdout.split())
    return seconds, processor
