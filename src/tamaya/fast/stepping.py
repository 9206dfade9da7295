"""The step of a game for kernels in which it is a small part, as in those of bots.

A kernel that contains the step has it optimised again, which takes many seconds each time. These kernels call
it by a symbol instead: it is compiled once by itself and kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final, ParamSpec, TypeVar

from llvmlite import binding, ir  # type: ignore[import-untyped,unused-ignore]
from numba.core import cgutils, types
from numba.extending import intrinsic

from tamaya.fast.jit import COMPILED, Row, c_function, kernel
from tamaya.fast.kernels import step_row

P = ParamSpec("P")
R = TypeVar("R")

_types: Any = types
_cgutils: Any = cgutils
_ir: Any = ir
_binding: Any = binding

_SYMBOL: Final = "tamaya_step_row"
_WORDS: Final = _types.CPointer(_types.int64)
_LOCK: Final = Lock()
_provided: list[Any] = []
"""The compiled step, kept as long as kernels may call it."""


def _step(row: Row, t: Row, action: int) -> None:
    step_row(row, t, action)


def provide_step() -> None:
    """Compile the step, unless it is; it must be there when a kernel that calls ``step_game`` is loaded."""
    with _LOCK:
        if COMPILED and not _provided:
            compiled = c_function(_step, _types.void(_WORDS, _WORDS, _types.int64))
            _binding.add_symbol(_SYMBOL, compiled.address)
            _provided.append(compiled)


def game_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that may call ``step_game``."""
    compiled = kernel(function)

    @wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        provide_step()
        return compiled(*arguments, **named)

    return call


def _step_game(typing_context: Any, row: Any, t: Any, action: Any) -> Any:  # noqa: ARG001 - numba's signature
    """Type and code of ``step_game``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        taken = [context.get_value_type(kind) for kind in signature.args]
        function = _ir.FunctionType(_ir.VoidType(), taken)
        builder.call(_cgutils.get_or_insert_function(builder.module, function, _SYMBOL), arguments)
        return context.get_dummy_value()

    return _types.none(row, t, _types.int64), generate


_intrinsic: Any = intrinsic
step_game: Callable[[Row, Row, int], None] = _intrinsic(_step_game) if COMPILED else step_row
"""``step_game(row, t, action)``: let the seat on turn act, and list what is legal then."""
