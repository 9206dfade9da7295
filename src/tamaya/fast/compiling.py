"""How kernels are compiled: kept on disk, with a word to whoever waits, and anew when sources change."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

import numba
import numpy as np
from numba.core import event

P = ParamSpec("P")
R = TypeVar("R")

_numba: Any = numba
_event: Any = event

COMPILED: Final = not _numba.config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT lets the kernels run as plain Python: the same results, very slowly."""

# The types of all numbers in kernels, which to a type checker are plain whole numbers.
int64: Final = cast("type[int]", np.int64)
uint64: Final = cast("type[int]", np.uint64)
float32: Final = cast("type[float]", np.float32)


class Row(Protocol):
    """What kernels see of an array: items by number, from some place on."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class Reals(Protocol):
    """The same for real numbers."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


_njit: Any = _numba.njit
_OPTIONS: Final = {"error_model": "numpy", "nogil": True}


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """A part of a kernel, compiled into it."""
    return cast("Callable[P, R]", _njit(forceinline=True, **_OPTIONS)(function))


def woven(function: Callable[P, R]) -> Callable[P, R]:
    """The same for what is large and used in one place: compiling it by itself first would take seconds."""
    return cast("Callable[P, R]", _njit(inline="always", **_OPTIONS)(function))


def rare(function: Callable[P, R]) -> Callable[P, R]:
    """A part of a kernel that is seldom reached: kept apart, so that what is often reached stays small."""
    return cast("Callable[P, R]", _njit(**_OPTIONS)(function))


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """What Python calls: compiled once, then read from disk."""
    return cast("Callable[P, R]", _kept(function))


def direct(function: Callable[P, R], *examples: Any) -> Callable[P, R]:
    """A kernel as it was compiled for arguments like the examples.

    When few games are stepped, most of the time goes into looking at the types of arguments. Whoever knows
    them spares that, and must be right.
    """
    if not COMPILED:
        return function
    types = tuple(_numba.typeof(example) for example in examples)
    return cast("Callable[P, R]", cast("Any", function).compile(types))


def passing_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that is not kept on disk, because part of it is not ours."""
    if not COMPILED:
        return np.errstate(over="ignore")(function)
    return cast("Callable[P, R]", _njit(**_OPTIONS)(function))


def _kept(function: Callable[..., Any]) -> Any:
    if not COMPILED:
        return np.errstate(over="ignore")(function)
    try:
        dispatcher = _njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:
        # There is no folder to keep it in.
        return _njit(**_OPTIONS)(function)
    with suppress(OSError):
        _forget_stale(Path(dispatcher.stats.cache_path), function)
    return dispatcher


def _forget_stale(folder: Path, function: Callable[..., Any]) -> None:
    """Numba looks at a kernel's own file only; here a change in any file of the engine counts."""
    name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
    stamp = folder / f"{name}.stamp"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == _sources():
        return
    for old in folder.glob(f"{name}-*.nb[ic]"):
        old.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    stamp.write_text(_sources(), encoding="utf-8")


@cache
def _sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Announcer(event.Listener):
    """Says once that kernels are being compiled; somebody's own functions that use them are not announced."""

    def __init__(self) -> None:
        self.said = False
        self.depth = 0

    def on_start(self, happening: Any) -> None:
        function = getattr(happening.data["dispatcher"], "py_func", None)
        if self.depth == 0 and not self.said and getattr(function, "__module__", "").startswith("tamaya."):
            self.said = True
            sys.stderr.write("tamaya: compiling the fast engine (once) ...\n")
            sys.stderr.flush()
        self.depth += 1

    def on_end(self, happening: Any) -> None:
        self.depth -= 1


_event.register("numba:compile", _Announcer())
