"""Kernels that call functions by their addresses, so that what is called is compiled once, by itself.

A kernel that contains another one has it optimised again, which takes many seconds. By an address, a search
can also follow one bot or another without being compiled for each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped,unused-ignore]
from numba.core import types
from numba.extending import intrinsic

from tamaya.fast.jit import COMPILED, Row, c_function
from tamaya.fast.stepping import provide_step

_types: Any = types
_ir: Any = ir
_intrinsic: Any = intrinsic
_WORDS: Final = _types.CPointer(_types.int64)
_SIGNATURE: Final = _types.int64(_WORDS, _WORDS, _WORDS, _types.int64, _types.int64)
_PLAIN: Final[list[Callable[..., int]]] = []
"""[address] functions, without compiling."""


def address_of(function: Callable[[Row, Row, Row, int, int], int]) -> int:
    """Where a function lies that ``call`` may call; it is compiled the first time, and stays there."""
    if COMPILED:
        return int(_compiled(function).address)
    if function not in _PLAIN:
        _PLAIN.append(function)
    return _PLAIN.index(function)


@cache
def _compiled(function: Callable[[Row, Row, Row, int, int], int]) -> Any:
    provide_step()
    return c_function(function, _SIGNATURE)


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


call: Callable[[int, Row, Row, Row, int, int], int] = _intrinsic(_call) if COMPILED else _plain_call
"""``call(address, row, tables, words, first, second)``: call a function by its address."""
