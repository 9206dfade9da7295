"""Counters, numbers and sets of bits."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from tamaya.fast import bits, randomness
from tamaya.fast.jit import int64, uint64
from tamaya.rules.deal import landing

words = st.integers(0, (1 << 64) - 1)


def signed(word: int) -> int:
    return int64(np.uint64(word).astype(np.int64))


@given(words, st.integers(0, 5), st.integers(0, 100))
def test_a_card_goes_back_to_the_same_place_in_both_engines(salt: int, count: int, size: int) -> None:
    """L6."""
    assert randomness.landing(signed(salt), count, size) == landing(salt, count, size)


def test_numbers_below_a_limit_are_evenly_spread() -> None:
    counts = np.zeros(6)
    for number in range(6000):
        counts[randomness.below(uint64(randomness.random_word(signed(7), number)), 6)] += 1
    assert (abs(counts - 1000) < 120).all()


@given(words)
def test_sets_count_and_find_their_members(word: int) -> None:
    members = [number for number in range(64) if word >> number & 1]
    with np.errstate(over="ignore"):
        assert bits.size(signed(word)) == len(members)
        assert [bits.nth(signed(word), int64(rank)) for rank in range(len(members))] == members
        if members:
            assert bits.lowest(signed(word)) == members[0]
        assert [number for number in range(64) if bits.has(signed(word), number)] == members


def test_the_table_of_bytes_is_right() -> None:
    rng = random.Random(1)
    for _ in range(200):
        word = rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)
        members = [number for number in range(64) if word >> number & 1]
        assert [bits.nth(signed(word), int64(rank)) for rank in range(len(members))] == members
