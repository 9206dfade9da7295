"""Exact counting: the ways in which cards can lie in slots, each of which is open to some kinds of card.

Kinds are numbered; a slot is the set of kinds that it is open to, as the bits of an integer. Cards of one
kind are still different cards, so that after a shuffle all ways to fill the slots are equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial


@dataclass(frozen=True, slots=True)
class Ways:
    """In how many ways all slots can be filled, and in how many of them a slot holds a kind."""

    total: int
    holding: tuple[Mapping[int, int], ...]
    """[slot] kind: ways, if there are any"""


def narrow(slots: Sequence[int], supply: Sequence[int]) -> list[int]:
    """[slot] the kinds that it holds in at least one way to fill all slots at once, if there is any.

    One way is found first. Against it, a slot can take another kind if a card of that kind is left over, if a
    holder of it can make room by moving on, or if holders can move round to what the slot itself gives up.
    """
    filling = _Filling(slots, supply)
    if not filling.complete:
        return [0] * len(slots)
    spare = filling.leading_to(filling.spare)
    within_reach = {
        kind: spare if spare >> kind & 1 else filling.leading_to(filling.spare | 1 << kind)
        for kind in filling.holders
    }
    return [slot & within_reach[kind] for slot, kind in zip(filling.slots, filling.held, strict=True)]


def weigh(slots: Sequence[int], supply: Sequence[int]) -> Ways:
    """Count the ways to fill all slots, and how many of them put each kind into each slot.

    By inclusion and exclusion: let every slot choose among all cards, and take the choices away in which
    slots share a card. The sum runs over all ways to part the slots into blocks that share one; a block of n
    slots counts the cards that all of them are open to, (-1)^(n-1) (n-1)! times. Sets of slots are bits of an
    integer. Fewer than 3^slots steps do it, however many kinds there are.
    """
    takers = [_takers(slots, kind) if count else 0 for kind, count in enumerate(supply)]
    sharing = [_sharing(chosen.bit_count()) for chosen in range(1 << len(slots))]
    in_common = _in_common(takers, supply, len(slots))
    ways = _fillings([sign * cards for sign, cards in zip(sharing, in_common, strict=True)])
    # A card lies in a slot in as many ways as the blocks that share it say: all sets of its takers with that
    # slot among them, each with the ways to fill the slots outside.
    around = [sign * others for sign, others in zip(sharing, reversed(ways), strict=True)]
    within = _sums_over_subsets(around, len(slots))
    holding: list[dict[int, int]] = []
    for index, slot in enumerate(slots):
        found = {kind: within[takers[kind]] - within[takers[kind] & ~(1 << index)] for kind in bits(slot)}
        holding.append({kind: supply[kind] * per_card for kind, per_card in found.items() if per_card})
    return Ways(ways[-1], tuple(holding))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class _Filling:
    """One way to fill all slots, found by augmenting paths."""

    def __init__(self, slots: Sequence[int], supply: Sequence[int]) -> None:
        self.room = list(supply)
        self.spare = sum([1 << kind for kind, count in enumerate(supply) if count])
        """The kinds of which a card is left over."""
        self.slots = [slot & self.spare for slot in slots]
        self.held = [-1] * len(slots)
        """[slot] its kind"""
        self.holders: dict[int, list[int]] = {}
        """kind: its slots"""
        self._tried = 0
        self.complete = all(map(self._place, range(len(slots))))

    def leading_to(self, goal: int) -> int:
        """The kinds of the goal, and those whose holders can move on until one of them has arrived there."""
        exits = {kind: self._exits(kind) for kind in self.holders}
        reached = 0
        while reached != goal:
            reached = goal
            for kind, onward in exits.items():
                if onward & goal:
                    goal |= 1 << kind
        return goal

    def _exits(self, kind: int) -> int:
        onward = 0
        for slot in self.holders[kind]:
            onward |= self.slots[slot]
        return onward

    def _place(self, slot: int) -> bool:
        self._tried = 0
        return self._settle(slot)

    def _settle(self, slot: int) -> bool:
        if at_once := self.slots[slot] & self.spare:
            self._put(slot, (at_once & -at_once).bit_length() - 1)
            return True
        for kind in bits(self.slots[slot]):
            if self._tried >> kind & 1:
                continue
            self._tried |= 1 << kind
            for other in self.holders[kind]:
                if self._settle(other):
                    self.holders[kind].remove(other)
                    self.room[kind] += 1
                    self._put(slot, kind)
                    return True
        return False

    def _put(self, slot: int, kind: int) -> None:
        self.held[slot] = kind
        self.holders.setdefault(kind, []).append(slot)
        self.room[kind] -= 1
        if not self.room[kind]:
            self.spare &= ~(1 << kind)


def _takers(slots: Sequence[int], kind: int) -> int:
    """The slots that are open to a kind."""
    return sum([1 << index for index, slot in enumerate(slots) if slot >> kind & 1])


def _sharing(size: int) -> int:
    return (-1) ** (size - 1) * factorial(size - 1) if size else 0


def _in_common(takers: Sequence[int], supply: Sequence[int], slots: int) -> list[int]:
    """[slots] how many cards all of them are open to."""
    cards = [0] * (1 << slots)
    for chosen, count in zip(takers, supply, strict=True):
        cards[~chosen] += count
    return _sums_over_subsets(cards, slots)[::-1]


def _fillings(blocks: Sequence[int]) -> list[int]:
    """[slots] the ways to fill just these: over all blocks that the first of them may be in."""
    ways = [1] * len(blocks)
    for chosen in range(1, len(blocks)):
        first = chosen & -chosen
        others = with_it = chosen ^ first
        total = blocks[chosen]
        while with_it:
            with_it = (with_it - 1) & others
            total += blocks[with_it | first] * ways[others ^ with_it]
        ways[chosen] = total
    return ways


def _sums_over_subsets(values: Sequence[int], size: int) -> list[int]:
    """[set] the sum of the values of all its subsets."""
    sums = list(values)
    for element in range(size):
        bit = 1 << element
        for chosen in range(len(sums)):
            if chosen & bit:
                sums[chosen] += sums[chosen ^ bit]
    return sums
