"""Dataclasses in kernels: the same text reads and writes them as plain Python does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Annotated

import pytest

pytest.importorskip("numba")

import numpy as np

from tamaya.bots.bits import lowest, size
from tamaya.bots.compilable import compilable, compile_marked
from tamaya.fast.jit import passing_kernel
from tamaya.fast.layout import Words
from tamaya.fast.pointers import items
from tamaya.fast.structs import pack, places, pointer_to, words_of


@dataclass(slots=True)
class Purse:
    coins: Annotated[list[int], 4]
    heavy: bool = False


@dataclass(slots=True)
class Traveller:
    steps: int
    speed: float
    purse: Purse
    heights: Annotated[list[float], 3] = field(default_factory=lambda: [0.0, 0.0])
    rests: bool = True
    map: Annotated[list[list[int]], 3, 2] = field(default_factory=lambda: [[0, 0], [0, 0]])
    bags: Annotated[list[Purse], 2] = field(default_factory=lambda: [Purse([1, 2]), Purse([3, 4], True)])


@compilable
def travel(traveller: Traveller, steps: int) -> int:
    """Touches every kind of field."""
    for step in range(steps):
        traveller.steps += 1
        traveller.heights[step % 2] += traveller.speed * pace(step)
        traveller.purse.coins[step % 4] |= 1 << step
        traveller.map[step % 2][1] += step
        traveller.bags[1].coins[step % 2] -= 1
    traveller.rests = not traveller.rests
    traveller.bags[0].heavy = traveller.map[1][1] > 9
    traveller.purse.heavy = size(traveller.purse.coins[1]) > 1
    if traveller.rests:
        return -1
    return lowest(traveller.purse.coins[2])


@compilable(inline=True)
def pace(step: int) -> float:
    return 0.5 if step > 3 else 1.0


compile_marked()
_traveller_at = pointer_to(Traveller)


@passing_kernel
def _travel(rows: Words, start: int, steps: int) -> int:
    return travel(_traveller_at(items(rows), start), steps)


def test_a_kernel_does_with_words_what_python_does_with_objects() -> None:
    traveller = Traveller(2, 1.5, Purse([0, 0, 8, 0]))
    row = np.concatenate([np.full(3, 77), pack(traveller)])
    for steps in (7, 5, 0):
        assert _travel(row, 3, steps) == travel(traveller, steps)
        assert (row[3:] == pack(traveller)).all()
    assert (row[:3] == 77).all()


def test_places_are_consecutive_words() -> None:
    assert words_of(Traveller) == 27
    assert [place.start for place in places(Traveller).values()] == [0, 1, 2, 7, 10, 11, 17]


def test_a_list_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Purse.coins: 5 items, 4 at most"):
        pack(Purse([0] * 5))


def test_a_field_that_is_no_number_is_refused() -> None:
    @dataclass
    class Diary:
        pages: list[int]

    with pytest.raises(TypeError, match=r"Diary\.pages"):
        places(Diary)


def test_kernels_without_compiling_do_the_same() -> None:
    test = test_a_kernel_does_with_words_what_python_does_with_objects.__name__
    code = f"from tests.fast.test_structs import {test}; {test}()"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_marking_a_function_needs_no_numba() -> None:
    code = "import sys, tamaya.bots.bits; assert not {'numba', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
