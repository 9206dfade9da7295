"""Kernels that call functions without containing them, so that what is called is compiled once, by itself.

A kernel that contains another one has it optimised again, which takes many seconds each time. The step of a
game is called by a symbol. Functions of bots are called by their addresses: so a search can also follow one
bot or another without being compiled for each. All of them are kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, Final

from llvmlite import binding, ir  # type: ignore[import-untyped,unused-ignore]
from numba.core import cgutils, types
from numba.extending import intrinsic

from tamaya.fast.jit import COMPILED, Row, c_function
from tamaya.fast.kernels import step_row

_types: Any = types
_cgutils: Any = cgutils
_ir: Any = ir
_binding: Any = binding
_intrinsic: Any = intrinsic

_SYMBOL: Final = "tamaya_step_row"
_WORDS: Final = _types.CPointer(_types.int64)
_SIGNATURE: Final = _types.int64(_WORDS, _WORDS, _WORDS, _types.int64, _types.int64)
_LOCK: Final = Lock()
_provided: list[Any] = []
"""The compiled step, kept as long as kernels may call it."""
_PLAIN: Final[list[Callable[..., int]]] = []
"""[address] functions, without compiling."""


def provide_step() -> None:
    """Compile the step, unless it is; it must be there when a kernel that calls ``step_game`` is loaded."""
    with _LOCK:
        if COMPILED and not _provided:
            compiled = c_function(_step, _types.void(_WORDS, _WORDS, _types.int64))
            _binding.add_symbol(_SYMBOL, compiled.address)
            _provided.append(compiled)


def _step(row: Row, t: Row, action: int) -> None:
    step_row(row, t, action)


def address_of(function: Callable[[Row, Row, Row, int, int], int]) -> int:
    """Where a function lies that ``call`` may call; it is compiled the first time, and stays there.

    It may call ``step_game``.
    """
    if COMPILED:
        return int(_compiled(function).address)
    if function not in _PLAIN:
        _PLAIN.append(function)
    return _PLAIN.index(function)


@cache
def _compiled(function: Callable[[Row, Row, Row, int, int], int]) -> Any:
    provide_step()
    return c_function(function, _SIGNATURE)


def _step_game(_context: Any, row: Any, t: Any, _action: Any) -> Any:
    """Type and code of ``step_game``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        taken = [context.get_value_type(kind) for kind in signature.args]
        function = _ir.FunctionType(_ir.VoidType(), taken)
        builder.call(_cgutils.get_or_insert_function(builder.module, function, _SYMBOL), arguments)
        return context.get_dummy_value()

    return _types.none(row, t, _types.int64), generate


def _call(_context: Any, _address: Any, row: Any, tables: Any, words: Any, _first: Any, _second: Any) -> Any:
    """Type and code of ``call``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        taken = [context.get_value_type(kind) for kind in signature.args[1:]]
        kind = _ir.FunctionType(context.get_value_type(signature.return_type), taken)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        return builder.call(function, arguments[1:])

    number = _types.int64
    return number(number, row, tables, words, number, number), generate


def _plain_call(address: int, row: Row, tables: Row, words: Row, first: int, second: int) -> int:
    return _PLAIN[address](row, tables, words, first, second)


step_game: Callable[[Row, Row, int], None] = _intrinsic(_step_game) if COMPILED else step_row
"""``step_game(row, t, action)``: let the seat on turn act, and list what is legal then."""
call: Callable[[int, Row, Row, Row, int, int], int] = _intrinsic(_call) if COMPILED else _plain_call
"""``call(address, row, tables, words, first, second)``: call a function by its address."""
