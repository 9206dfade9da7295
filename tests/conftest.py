"""How hard the laws are tried, in which tests coverage is measured, and when kernels are compiled.

The laws play a moderate number of games here, more with ``--hypothesis-profile=thorough``, which
``make test-long`` chooses, and many with ``--hypothesis-profile=long``.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

TESTS = Path(__file__).parent

# The tests read English, whatever the machine speaks; those of other languages ask for them.
os.environ["TAMAYA_LANGUAGE"] = "en"

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "tamaya", max_examples=60, deadline=None, print_blob=True, suppress_health_check=_SLOW_IS_FINE
)
# On a build machine a red light must mean the commit and not the dice.
settings.register_profile("ci", settings.get_profile("tamaya"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("tamaya"), max_examples=400)
settings.register_profile("long", settings.get_profile("tamaya"), max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "tamaya")

# Coverage is not measured in these folders and files, nor in tests of Hypothesis and those marked slow: they
# play thousands of games. The tracer of Python 3.11 makes a test 1.5 to 2.5 times as long, so there it is
# kept away from more of them. From 3.12 on, measuring costs about 6 %.
UNMEASURED = {"fast", "golden", "laws", "lockstep", "oracle", "replays"}
if sys.version_info < (3, 12):
    UNMEASURED |= {
        "bots",
        "browser",
        "review",
        "arena/test_arena.py",
        "exam/test_teaching.py",
        "knowledge/test_every_deal.py",
        "knowledge/test_positions.py",
        "server/test_hidden_information.py",
        "table/test_players.py",
        "tui/test_drawing.py",
        "tui/test_games.py",
        "tui/test_hidden.py",
        "tui/test_plain.py",
        "tui/test_review_job.py",
        "tui/test_screens.py",
        "wire/test_forms.py",
    }

# When all tests run, kernels are compiled before the first test in these folders: once, by one process, with
# what they have in common. Otherwise a test compiles just what it needs.
COMPILED = {"arena", "benchmarks", "bots", "lockstep", "review"}


def pytest_configure(config: pytest.Config) -> None:
    """End a measurement in each process of pytest-xdist that would go on where none is wanted.

    There pytest-cov begins two: one too early, as if it were the process that hands out the tests. What it
    finds is never read. But whenever the other one pauses, for a test with the marker ``no_cover``, it takes
    over.
    """
    plugin = config.pluginmanager.getplugin("_cov")
    if hasattr(config, "workerinput") and plugin is not None and plugin.cov_controller is not None:
        plugin.cov_controller.cov.stop()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tracer away from the tests that play many games."""
    if not config.pluginmanager.hasplugin("_cov"):
        return
    for item in items:
        path = item.path.relative_to(TESTS)
        driven = isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        if {path.parts[0], path.as_posix()} & UNMEASURED or driven or item.get_closest_marker("slow"):
            item.add_marker("no_cover")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Compile the kernels, if all tests run and this one is likely to need some."""
    if item.config.pluginmanager.hasplugin("_cov") and item.path.relative_to(TESTS).parts[0] in COMPILED:
        compile_kernels()


@pytest.fixture(scope="session")
def kernels() -> None:
    """Kernels that reviews and bots need; for tests that wait for those only so long."""
    compile_kernels()


@cache
def compile_kernels() -> None:
    """Compile what is not compiled yet, or wait for the process that does, out of reach of the tracer."""
    order = "from tamaya.review import kernels; kernels.prepare()"
    subprocess.run([sys.executable, "-c", order], check=True)
