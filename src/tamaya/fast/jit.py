"""How kernels are compiled: with a notice to the user who waits, and kept on disk until sources change."""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

import numba
import numpy as np
from numba import extending
from numba.core import caching, event

from tamaya.words import Reader, say

P = ParamSpec("P")
R = TypeVar("R")

_numba: Any = numba
_caching: Any = caching
_event: Any = event
_extending: Any = extending

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


_njit: Any = _numba.njit
_OPTIONS: Final = {"error_model": "numpy", "nogil": True}


def inline(function: Callable[P, R]) -> Callable[P, R]:
    """A part of a kernel, compiled into it."""
    return cast("Callable[P, R]", _njit(forceinline=True, **_OPTIONS)(function))


def inline_ir(function: Callable[P, R]) -> Callable[P, R]:
    """The same for what is large and used in few places: compiling it by itself first would take seconds."""
    return cast("Callable[P, R]", _njit(inline="always", **_OPTIONS)(function))


def noinline(function: Callable[P, R]) -> Callable[P, R]:
    """A part of a kernel that is seldom reached: kept apart, so that what is often reached stays small."""
    return cast("Callable[P, R]", _njit(**_OPTIONS)(function))


def callable_from_kernels(function: Callable[P, R], compiled: Callable[P, R], *, inline: bool) -> None:
    """Let kernels call a plain Python function; what they compile is ``compiled``, often the same."""
    if not COMPILED:
        return
    options = {**_OPTIONS, "forceinline": True} if inline else _OPTIONS
    body = getattr(compiled, "py_func", compiled)
    _extending.overload(function, jit_options=options, strict=False)(lambda *_arguments: body)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """What Python calls: compiled once, then read from disk."""
    return cast("Callable[P, R]", _kept(function))


def direct(function: Callable[P, R], *examples: Any) -> Callable[P, R]:
    """A kernel as it was compiled for arguments like the examples.

    When few games are stepped, most of the time goes into looking at the types of arguments. A caller
    that knows them saves that time, and must be right.
    """
    if not COMPILED:
        return function
    types = tuple(_numba.typeof(example) for example in examples)
    return cast("Callable[P, R]", cast("Any", function).compile(types))


def c_function(function: Callable[..., Any], signature: Any) -> Any:
    """A function compiled at once, or read from disk; it has an ``address`` for as long as it is kept."""
    try:
        with suppress(OSError):
            _forget_stale(Path(_caching.FunctionCache(function).cache_path), function)
        return _numba.cfunc(signature, cache=True, **_OPTIONS)(function)
    except RuntimeError:
        # There is no folder to keep it in.
        return _numba.cfunc(signature, **_OPTIONS)(function)


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
    """Remove a kernel's compiled files when a source that is part of it has changed.

    Numba looks at the kernel's own file only. Here all files of the engine count, and for a kernel of a bot
    the files of bots that its module imports, directly or through others.
    """
    source = Path(function.__code__.co_filename)
    name = f"{source.stem}.{function.__qualname__}"
    stamp, digest = folder / f"{name}.stamp", _digest(source)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest:
        return
    for old in folder.glob(f"{name}-*.nb[ic]"):
        old.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest, encoding="utf-8")


@cache
def _digest(source: Path) -> str:
    """A checksum of all files that a kernel in this file is made of."""
    engine = Path(__file__).parent
    files = set(engine.glob("*.py"))
    if source.parent != engine and source.is_relative_to(engine.parent):
        _add_imports(source, engine.parent, files)
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _add_imports(source: Path, package: Path, files: set[Path]) -> None:
    """Add a file, and the files in its part of the package (such as bots) that it imports."""
    files.add(source)
    part = source.relative_to(package).parts[0]
    for node in ast.walk(ast.parse(source.read_bytes())):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(f"tamaya.{part}"):
            continue
        for name in (f"{node.module}.{each.name}" for each in node.names):
            path = package.parent.joinpath(*name.split("."))
            # The name of a module, or a name in a module, or in a package.
            places = (path.with_suffix(".py"), path.parent.with_suffix(".py"), path.parent / "__init__.py")
            found = next((place for place in places if place.exists()), source)
            if found not in files:
                _add_imports(found, package, files)


class _Announcer(event.Listener):
    """Says once that kernels are being compiled; a user's own functions that call them are not announced."""

    def __init__(self) -> None:
        self.said = False
        self.depth = 0

    def on_start(self, happening: Any) -> None:
        function = getattr(happening.data["dispatcher"], "py_func", None)
        if self.depth == 0 and not self.said and getattr(function, "__module__", "").startswith("tamaya."):
            self.said = True
            reader = Reader(os.environ.get("TAMAYA_LANGUAGE", "en"))
            sys.stderr.write(f"tamaya: {say('fast.compiling', reader)}\n")
            sys.stderr.flush()
        self.depth += 1

    def on_end(self, happening: Any) -> None:
        self.depth -= 1


class _Counter(event.Listener):
    """Tells after each function how many have been compiled."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell = tell
        self._count = 0

    def on_start(self, happening: Any) -> None:
        """Only the end counts."""

    def on_end(self, happening: Any) -> None:
        self._count += 1
        self._tell(self._count)


_ANNOUNCER: Final = _Announcer()
_event.register("numba:compile", _ANNOUNCER)


@contextmanager
def counting(tell: Callable[[int], None]) -> Iterator[None]:
    """Tell the caller how many functions have been compiled so far, in place of the notice to the user."""
    counter = _Counter(tell)
    said, _ANNOUNCER.said = _ANNOUNCER.said, True
    _event.register("numba:compile", counter)
    try:
        yield
    finally:
        _event.unregister("numba:compile", counter)
        _ANNOUNCER.said = said
