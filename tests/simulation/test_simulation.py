"""Tables in a simulated world of crashes, cuts, lost answers and clocks that jump: a seed repeats a run."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.simulation.loop import SimulatedLoop, simulate
from tests.simulation.store import Faults
from tests.simulation.world import World

SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 200))]
CALM = 120.0
"""Seconds within which every game must have gone on once nothing breaks any more."""
GAMES: tuple[tuple[str, int, int], ...] = (
    ("original", 2, 0),
    ("deluxe+flamboyants+talk=open", 2, 1),
    ("rnr+strikes=10+talk=open", 3, 0),
    ("andrewz", 1, 2),
)
"""Rules, people, bots."""


async def trouble(seed: int, *, processes: int, steps: int) -> World:
    """A world in which things break for a while, and then no more."""
    world = World(seed, processes=processes)
    rng = random.Random(f"trouble/{seed}")
    world.database.faults = Faults(before=0.02, after=0.02, slow=0.02)
    for rules, people, bots in GAMES:
        await world.set_up(rules, people, bots)
    for _ in range(steps):
        await asyncio.sleep(rng.uniform(0.1, 6))
        await break_something(world, rng)
        world.check_people()
        world.check_logs()
    await calm_down(world)
    await world.close()
    return world


async def break_something(world: World, rng: random.Random) -> None:
    """One fault, of any kind."""
    kind = rng.choice(("kill", "cut", "cut", "deafen", "jump", "outage"))
    if kind == "kill":
        world.kill(rng.choice(world.servers))
    elif kind == "cut":
        rng.choice(world.people).cut_off()
    elif kind == "deafen":
        world.deafen(rng.choice(world.servers))
    elif kind == "jump":
        world.jump(rng.choice(world.servers))
    else:
        await world.outage(rng.uniform(0.01, 4))


async def calm_down(world: World) -> None:
    """Nothing breaks any more: every game goes on."""
    world.database.faults = Faults()
    before = world.going()
    for _ in range(int(CALM)):
        await asyncio.sleep(1)
        world.check_people()
        after = world.going()
        if all(after[table] > count for table, count in before.items() if table in after):
            break
    else:
        stuck = [table for table, count in before.items() if after.get(table) == count]
        pytest.fail(f"these games do not go on: {stuck}")
    world.check_logs()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("processes", [1, 3])
def test_nothing_is_lost_doubled_or_shown_whatever_breaks(seed: int, processes: int) -> None:
    world = simulate(lambda: trouble(seed, processes=processes, steps=40))
    assert world.facts.counts["acknowledged"] > 20
    assert world.facts.counts["kills"] > 0


def test_a_seed_repeats_a_run_to_the_last_entry() -> None:
    first, second = (simulate(lambda: trouble(7, processes=2, steps=15)) for _ in range(2))
    assert first.moves() > 20
    assert first.database.logs == second.database.logs
    assert first.facts == second.facts


SECONDS = st.floats(0.001, 10)
WHICH = st.integers(0, 99)


class Troubles(RuleBasedStateMachine):
    """Hypothesis chooses what breaks, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=SimulatedLoop)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.runner.run(work)

    @initialize(seed=st.integers(0, 10**6), processes=st.integers(1, 3))
    def begin(self, seed: int, processes: int) -> None:
        async def work() -> None:
            self.world = World(seed, processes=processes)
            for rules, people, bots in GAMES[:2]:
                await self.world.set_up(rules, people, bots)

        self.run(work())

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self.run(asyncio.sleep(seconds))

    @rule(which=WHICH)
    def a_server_is_killed(self, which: int) -> None:
        async def work() -> None:
            self.world.kill(self.world.servers[which % len(self.world.servers)])

        self.run(work())

    @rule(which=WHICH)
    def a_connection_is_cut(self, which: int) -> None:
        async def work() -> None:
            self.world.people[which % len(self.world.people)].cut_off()

        self.run(work())

    @rule(which=WHICH)
    def a_server_hears_nothing(self, which: int) -> None:
        async def work() -> None:
            self.world.deafen(self.world.servers[which % len(self.world.servers)])

        self.run(work())

    @rule(which=WHICH)
    def a_clock_jumps(self, which: int) -> None:
        self.world.jump(self.world.servers[which % len(self.world.servers)])

    @rule(seconds=SECONDS)
    def the_database_goes_away(self, seconds: float) -> None:
        self.run(self.world.outage(seconds))

    @rule(
        before=st.sampled_from([0.0, 0.1]),
        after=st.sampled_from([0.0, 0.1]),
        slow=st.sampled_from([0.0, 0.3]),
    )
    def the_database_is_unwell(self, before: float, after: float, slow: float) -> None:
        self.world.database.faults = Faults(before, after, slow)

    @invariant()
    def nothing_is_lost_doubled_or_shown(self) -> None:
        if hasattr(self, "world"):
            self.world.check_people()
            self.world.check_logs()

    def teardown(self) -> None:
        try:
            if hasattr(self, "world"):
                self.run(calm_down(self.world))
                self.run(self.world.close())
        finally:
            self.runner.close()


Troubles.TestCase.settings = settings(
    deadline=None,
    max_examples=15,
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestTroubles = Troubles.TestCase
