"""Where observations are written: buffers, looked at once and then trusted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tamaya.fast.encoding import Encoding
from tamaya.fast.jit import direct
from tamaya.fast.layout import Words
from tamaya.fast.observations import observe_bits, observe_bytes, observe_floats, plan_for
from tamaya.rules import ImpossibleTable

_BYTES: Final = (np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.bool_))
_FLOATS: Final = (np.dtype(np.float32),)
_BITS: Final = (np.dtype(np.uint64), np.dtype(np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A buffer for observations, with the kernel that writes into it."""

    encoding: Encoding | None
    """As it was asked for, like the next two; None for the usual one."""
    packed: bool
    out: npt.NDArray[Any]
    kernel: Callable[..., None]
    plan: Words
    window: npt.NDArray[Any]
    """The memory of ``out``, of the type that the kernel knows."""
    stride: int
    """The items of the window from one game to the next."""

    def observe_part(self, rows: Words, seat: int, part: slice) -> None:
        """Write the observations of some games."""
        window = self.window[part] if len(self.window) > 1 else self.window[:, part.start * self.stride :]
        self.kernel(rows[part], self.plan, window, self.stride, seat)


def aim(
    wish: Encoding | None,
    encoding: Encoding,
    games: int,
    out: npt.NDArray[Any] | None,
    dtype: npt.DTypeLike | None,
    packed: bool,
) -> Target:
    """Look at the buffer that is offered, or make one."""
    if out is not None and not isinstance(out, np.ndarray):
        raise ImpossibleTable("fast.observations-array", kind=type(out).__name__)
    kind = _dtype(encoding, out, dtype, packed)
    width = encoding.length
    if packed:
        width = encoding.words * (8 // kind.itemsize)
    if out is None:
        out = np.empty((games, width), kind)
    _check(out, (games, width), kind)
    kernel, item = _writer(kind, packed)
    plan, whole = plan_for(encoding), out.view(item)
    apart = out.strides[0] if games > 1 else out.nbytes
    if apart % item.itemsize or apart < width * kind.itemsize or not whole.flags.aligned:
        raise ImpossibleTable("fast.observation-rows", item=str(item))
    stride = apart // item.itemsize
    return Target(wish, packed, out, _compiled(kernel, item), plan, _window(whole, stride), stride)


def _writer(kind: np.dtype[Any], packed: bool) -> tuple[Callable[..., None], np.dtype[Any]]:
    """The kernel for a kind of entries, and what it takes them for."""
    if packed:
        return observe_bits, np.dtype(np.uint64)
    if kind in _FLOATS:
        return observe_floats, kind
    return observe_bytes, np.dtype(np.int8)


@cache
def _compiled(kernel: Callable[..., None], item: np.dtype[Any]) -> Callable[..., None]:
    rows, plan, window = np.zeros((1, 1), np.int64), np.zeros(1, np.int64), np.zeros((1, 1), item)
    plan.flags.writeable = False
    return direct(kernel, rows, plan, window, 0, 0)


def _dtype(
    encoding: Encoding, out: npt.NDArray[Any] | None, dtype: npt.DTypeLike | None, packed: bool
) -> np.dtype[Any]:
    allowed = _BITS if packed else _FLOATS if encoding.belief else (*_BYTES, *_FLOATS)
    kind = np.dtype(dtype) if dtype is not None else out.dtype if out is not None else allowed[0]
    if packed and encoding.belief:
        raise ImpossibleTable("fast.packed-beliefs")
    if kind not in allowed:
        raise ImpossibleTable(
            "fast.observation-type",
            what="packed" if packed else "beliefs" if encoding.belief else "plain",
            types=tuple(each.name for each in allowed),
            kind=str(kind),
        )
    return kind


def _check(out: npt.NDArray[Any], shape: tuple[int, int], kind: np.dtype[Any]) -> None:
    if out.shape != shape or out.dtype != kind:
        raise ImpossibleTable(
            "fast.observation-shape",
            kind=str(kind),
            shape=str(shape),
            found_kind=str(out.dtype),
            found_shape=str(out.shape),
        )
    if not out.flags.writeable or out.strides[1] != out.itemsize:
        raise ImpossibleTable("fast.observation-gaps", kind=str(kind), shape=str(shape))


def _window(out: npt.NDArray[Any], stride: int) -> npt.NDArray[Any]:
    """The same memory as one long row where games do not follow each other closely: kernels know no gaps."""
    if out.flags.c_contiguous:
        return out
    span = (out.shape[0] - 1) * stride + out.shape[1]
    return np.lib.stride_tricks.as_strided(out, (1, span), (out.strides[0], out.itemsize))
