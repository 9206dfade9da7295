"""The compiled kernels that tables and reviews need, made before anything has to wait for them.

Compiling takes about a minute of the processor, once on a machine: kernels are kept beside the package, or in
the data folder where the package cannot be written. A stamp for each part says that its kernels are there.
Processes that need the same part take turns, so that only one compiles, and the others see how far it is.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import IO, Final, TypeAlias

from tamaya.capabilities import ENGINE
from tamaya.engine import Game, State
from tamaya.records import data_folder
from tamaya.rules import Deal, Rules

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much is done, and how much there is to do."""

CACHE_VARIABLE: Final = "NUMBA_CACHE_DIR"
COMPILATIONS: Final = 290
"""How many functions are compiled for all parts, about: for a bar that moves."""
PATIENCE: Final = 0.25
"""Seconds between two looks at a process that compiles."""
_RULES: Final = "original"
_PACKAGE: Final = Path(__file__).parents[1]
_SOURCES: Final = ("fast", "bots", "solver")


@dataclass(frozen=True, slots=True)
class Part:
    """Kernels that are needed together."""

    name: str
    compile: Callable[[], None]
    """Uses each of them once, which compiles it or reads it from disk."""


def _rollouts() -> None:
    from tamaya.review.rollouts import Worlds

    view = Game(["Ann", "Bob"], rules=_RULES, seed=0).view("Ann")
    worlds = Worlds.of(view, Random(0), 2)
    assert worlds is not None
    worlds.finish(view.actions[0])


def _solver() -> None:
    from tamaya.solver import solve

    solve(State.start(Rules.parse(_RULES), 2, seed=0), seconds=0)


def _search(blueprint: str) -> None:
    from tamaya.bots.search.searcher import Searcher, SearchTerms

    rules = Rules.parse(_RULES)
    searcher = Searcher(blueprint, rules, 2, SearchTerms(samples=1, interval=1))
    searcher.think(Deal.shuffle(rules, seed=0), 0, 0, [])


def _races() -> None:
    from tamaya.bots.montecarlo import compile_races

    compile_races()


REVIEWS: Final = (Part("rollouts", _rollouts), Part("solver", _solver))
"""What a review or a verdict runs."""
BOTS: Final = (
    Part("partner", lambda: _search("partner")),
    Part("hat", lambda: _search("hat")),
    Part("foresight", _races),
)
"""What bots run that think ahead."""
ALL: Final = (*REVIEWS, *BOTS)


def are_ready(parts: Sequence[Part] = ALL) -> bool:
    """Whether nothing is left to compile; numba is not imported to find out."""
    if not ENGINE.works or "NUMBA_DISABLE_JIT" in os.environ:
        return True
    choose_folder()
    return all(_stamp(part).exists() for part in parts)


def prepare(parts: Sequence[Part] = ALL, progress: Progress = lambda _done, _total: None) -> None:
    """Compile what is not compiled yet, or wait for the process that does."""
    while not are_ready(parts):
        with _turn() as ours:
            if ours:
                _compile([part for part in parts if not _stamp(part).exists()], progress)
                return
        progress(*_read_progress())
        time.sleep(PATIENCE)


def choose_folder() -> None:
    """Let this process, and those it starts, keep kernels in the data folder if the package is read-only."""
    if not os.environ.get(CACHE_VARIABLE) and not os.access(_PACKAGE / "fast", os.W_OK):
        os.environ[CACHE_VARIABLE] = str(data_folder() / "kernels")


def folder() -> Path:
    """Where stamps are: with the kernels, so that they go together."""
    return Path(os.environ.get(CACHE_VARIABLE) or _PACKAGE / "fast" / "__pycache__")


def _compile(parts: Sequence[Part], progress: Progress) -> None:
    from tamaya.fast.jit import counting

    def tell(compiled: int) -> None:
        done = min(compiled, COMPILATIONS - 1)
        # The next process in line reads it; one that cannot loses nothing but its bar.
        with suppress(OSError):
            (folder() / "tamaya-progress").write_text(str(done), encoding="ascii")
        progress(done, COMPILATIONS)

    tell(0)
    with counting(tell):
        for part in parts:
            part.compile()
            _put_stamp(part)


def _put_stamp(part: Part) -> None:
    # Where nothing can be kept, every process compiles for itself.
    with suppress(OSError):
        for old in folder().glob(f"tamaya-{part.name}-*.ready"):
            old.unlink(missing_ok=True)
        _stamp(part).touch()


def _read_progress() -> tuple[int, int]:
    try:
        return int((folder() / "tamaya-progress").read_text(encoding="ascii")), COMPILATIONS
    except (OSError, ValueError):
        return 0, COMPILATIONS


@contextmanager
def _turn() -> Iterator[bool]:
    """Whether it is this process's turn to compile; its turn lasts until it is done or dies."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        lock = (folder() / "tamaya-lock").open("a", encoding="ascii")
    except OSError:
        # Nothing can be kept here, so there is nothing to wait for.
        yield True
        return
    with lock:
        yield _locked(lock)


def _locked(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows has no locks of this kind: processes that start together all compile.
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _stamp(part: Part) -> Path:
    return folder() / f"tamaya-{part.name}-{_fingerprint()}.ready"


@cache
def _fingerprint() -> str:
    """Differs when kernels must be compiled again: other sources, another numba, Python or machine."""
    found = [sys.version, platform.node(), platform.machine(), *map(version, ENGINE.packages)]
    for name in _SOURCES:
        for path in sorted((_PACKAGE / name).rglob("*.py")):
            about = path.stat()
            found.append(f"{path.relative_to(_PACKAGE)} {about.st_mtime_ns} {about.st_size}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]
