"""Functions of bots that run as plain Python and compiled, from one text.

``@compilable`` marks a function and changes nothing about it, so bots start fast and need no numba. A module
that plays compiled games calls ``compile_marked`` once at its top; from then on kernels may call every marked
function. What such a function may use: numbers, loops, tuples, other marked functions, constants of modules,
and objects of dataclasses that ``tamaya.fast.structs`` can lay out.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")

_MARKED: Final[list[tuple[Callable[..., Any], bool, str]]] = []
"""Functions that kernels cannot call yet: the function, whether to inline it, the compiled one instead."""


@overload
def compilable(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def compilable(*, inline: bool = False, instead: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def compilable(
    function: Callable[P, R] | None = None, /, *, inline: bool = False, instead: str = ""
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function that kernels may call.

    ``inline`` is for small ones that are called often. ``instead`` names a compiled function that kernels
    call in place of this one, as ``module:function``, where plain Python has a way that numba does not know.
    """

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        _MARKED.append((function, inline, instead))
        return function

    return mark if function is None else mark(function)


def compile_marked() -> None:
    """Let kernels call the functions that have been marked so far."""
    from tamaya.fast.jit import callable_from_kernels

    while _MARKED:
        function, inline, instead = _MARKED.pop()
        module, _, name = instead.partition(":")
        compiled = getattr(import_module(module), name) if instead else function
        callable_from_kernels(function, compiled, inline=inline)
