"""Arrays as bare pointers, for kernels.

Numba counts references to every array, slice and argument, and lets every index count from the end if it is
negative. Both cost more than the step of a game. Kernels therefore look at arrays through pointers, which
are indexed like arrays and own nothing; the caller of the kernel holds the arrays. Without compiling, they
are views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped,unused-ignore]
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from tamaya.fast.jit import COMPILED, Row

_types: Any = types
_arrays: Any = arrayobj
_cgutils: Any = cgutils
_ir: Any = ir

SCRATCH_WORDS: Final = 256
_LANES: Final = 32


def _items(typing_context: Any, array: Any) -> Any:  # noqa: ARG001 - numba's signature, here and below
    """Type and code of ``items``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _arrays.make_array(signature.args[0])(context, builder, arguments[0]).data

    return _types.CPointer(array.dtype)(array), generate


def _row_of(typing_context: Any, rows: Any, words: Any, index: Any) -> Any:  # noqa: ARG001
    """Type and code of ``row_of``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        rows, words, index = arguments
        return builder.gep(rows, [builder.mul(words, index)])

    return rows(rows, words, index), generate


def _bytes_from(typing_context: Any, row: Any, word: Any) -> Any:  # noqa: ARG001
    """Type and code of ``bytes_from``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = builder.gep(arguments[0], [arguments[1]])
        return builder.bitcast(start, context.get_value_type(signature.return_type))

    return _types.CPointer(_types.uint8)(row, word), generate


def _scratch(typing_context: Any) -> Any:  # noqa: ARG001
    """Type and code of ``scratch``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        word = context.get_value_type(_types.uint64)
        return _cgutils.alloca_once(builder, word, size=SCRATCH_WORDS)

    return _types.CPointer(_types.uint64)(), generate


def _spread(typing_context: Any, out: Any, at: Any, word: Any) -> Any:  # noqa: ARG001
    """Type and code of ``spread_word``: the compiler knows how to make a vector of a mask, on any machine."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        out, at, word = arguments
        entry = context.get_value_type(signature.args[0].dtype)
        for half in (0, _LANES):
            part = builder.trunc(builder.lshr(word, word.type(half)), _ir.IntType(_LANES))
            mask = builder.bitcast(part, _ir.VectorType(_ir.IntType(1), _LANES))
            lanes = _ir.VectorType(entry, _LANES)
            made = builder.zext if isinstance(entry, _ir.IntType) else builder.uitofp
            place = builder.gep(out, [builder.add(at, at.type(half))])
            place = builder.bitcast(place, lanes.as_pointer())
            builder.store(made(mask, lanes), place, align=context.get_abi_sizeof(entry))
        return context.get_dummy_value()

    return _types.none(out, at, word), generate


def _plain_items(array: npt.NDArray[Any]) -> Any:
    return array.reshape(-1)


def _plain_row_of(rows: Any, words: int, index: int) -> Any:
    return rows[words * index : words * (index + 1)]


def _plain_bytes_from(row: Any, word: int) -> Any:
    return row[word:].view(np.uint8)


def _plain_scratch() -> Any:
    return np.zeros(SCRATCH_WORDS, np.uint64)


def _plain_spread(out: Any, at: int, word: Any) -> None:
    out[at : at + 64] = np.unpackbits(np.array([word], np.uint64).view(np.uint8), bitorder="little")


def _made(code: Any, plain: Any) -> Any:
    return intrinsic(code) if COMPILED else plain


items: Callable[[npt.NDArray[Any]], Row] = _made(_items, _plain_items)
"""The items of a contiguous array, axis after axis."""
row_of: Callable[[Row, int, int], Row] = _made(_row_of, _plain_row_of)
"""``row_of(rows, words, index)``: a row, from the items of an array with so many words in a row."""
bytes_from: Callable[[Row, int], Row] = _made(_bytes_from, _plain_bytes_from)
"""``bytes_from(row, word)``: the row from a word on, as bytes."""
scratch: Callable[[], Row] = _made(_scratch, _plain_scratch)
"""SCRATCH_WORDS words that last as long as the call of the kernel."""
spread_word: Callable[[Row, int, int], None] = _made(_spread, _plain_spread)
"""``spread_word(out, at, word)``: the bits of a word as 64 bytes or floats, the lowest first."""
