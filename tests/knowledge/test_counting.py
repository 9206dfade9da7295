"""Counting against writing all the ways down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tamaya.knowledge.counting import bits, narrow, weigh

Pools = tuple[list[int], list[int]]


@st.composite
def pools(draw: st.DrawFn) -> Pools:
    """Up to four slots and nine cards of up to four kinds."""
    supply = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda counts: sum(counts) <= 9))
    kinds = st.integers(0, (1 << len(supply)) - 1)
    return draw(st.lists(kinds, max_size=4)), supply


def fillings(slots: list[int], supply: list[int]) -> Iterator[tuple[int, ...]]:
    """The kinds in the slots, for every way to put different cards into them."""
    cards = [kind for kind, count in enumerate(supply) for _ in range(count)]
    for chosen in permutations(cards, len(slots)):
        if all(slot >> kind & 1 for slot, kind in zip(slots, chosen, strict=True)):
            yield chosen


@given(pools())
def test_weights_are_the_number_of_ways(pool: Pools) -> None:
    slots, supply = pool
    written = list(fillings(slots, supply))
    ways = weigh(slots, supply)
    assert ways.total == len(written)
    assert ways.holding == tuple(Counter(filling[slot] for filling in written) for slot in range(len(slots)))


@given(pools())
def test_narrowed_slots_hold_what_some_way_puts_there(pool: Pools) -> None:
    slots, supply = pool
    written = list(fillings(slots, supply))
    assert [set(bits(slot)) for slot in narrow(slots, supply)] == [
        {filling[slot] for filling in written} for slot in range(len(slots))
    ]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=30), st.integers(1, 10), st.data())
def test_large_pools_agree_with_themselves(supply: list[int], size: int, data: st.DataObject) -> None:
    """Where the ways are too many to list: each slot holds something, and no kind more than there is."""
    kinds = st.integers(1, (1 << len(supply)) - 1)
    slots = data.draw(st.lists(kinds, min_size=size, max_size=size))
    ways = weigh(slots, supply)
    assert [sum(holding.values()) for holding in ways.holding] == [ways.total] * size
    assert [set(bits(slot)) for slot in narrow(slots, supply)] == [set(holding) for holding in ways.holding]
    for kind, count in enumerate(supply):
        assert sum(holding.get(kind, 0) for holding in ways.holding) <= count * ways.total


def test_unknown_slots_are_alike() -> None:
    """Five of 45 cards: each is any of them."""
    ways = weigh([0b111] * 5, [40, 4, 1])
    assert ways.total == 45 * 44 * 43 * 42 * 41
    one_card = ways.total // 45
    assert ways.holding == ({0: 40 * one_card, 1: 4 * one_card, 2: one_card},) * 5


def test_two_slots_use_two_kinds_up() -> None:
    assert narrow([0b011, 0b011, 0b111], [1, 1, 2]) == [0b011, 0b011, 0b100]


def test_a_slot_takes_what_others_can_pass_on_in_a_circle() -> None:
    assert narrow([0b011, 0b110, 0b101], [1, 1, 1]) == [0b011, 0b110, 0b101]
