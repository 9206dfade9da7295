"""What one seat knows beyond what all know: it sees the other hands, and counts."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.bots.hat.book import lowest, sole
from tamaya.bots.hat.public import Copies, Public
from tamaya.bots.hat.sums import LOSS, WASTE

ALSO_HELD = 50
KNOWN_COPY = 30
KNOWN_WASTE = 1_500
KNOWN_LOSS = 100_000
"""What it costs to discard a useful card: one that may be in another hand too; one that surely is; one that
surely is not; the last copy. A card that is unknown costs between nothing, WASTE and LOSS."""


@dataclass(slots=True)
class Sight:
    """A seat on turn."""

    public: Public
    seat: int
    hands: dict[int, list[int]]
    """seat: the faces of every other hand"""
    turns_left: int | None
    unseen: Copies
    """Neither on the table nor in another hand, nor known in one's own."""
    own: list[int]
    """[slot] set of faces that the card may be."""

    @classmethod
    def of(cls, public: Public, seat: int, hands: dict[int, list[int]], turns_left: int | None) -> Sight:
        """Look around."""
        unseen = public.hidden.copy()
        for faces in hands.values():
            for face in faces:
                unseen.take(1 << face)
        own = list(public.masks[seat])
        for may_be in own:
            if sole(may_be):
                unseen.take(may_be)
        again = True
        while again:
            again = False
            for slot, may_be in enumerate(own):
                left = may_be & unseen.left
                if not sole(may_be) and left and left != may_be:
                    own[slot] = left
                    if sole(left):
                        unseen.take(left)
                        again = True
        return cls(public, seat, hands, turns_left, unseen, own)

    @property
    def seen(self) -> int:
        """Set of faces: what the others hold."""
        seen = 0
        for faces in self.hands.values():
            for face in faces:
                seen |= 1 << face
        return seen

    @property
    def sure(self) -> list[int]:
        """The slots that surely fit."""
        return [slot for slot, may_be in enumerate(self.own) if not may_be & ~self.public.wanted]

    def best_play(self) -> int | None:
        """The sure play that lets most others follow."""
        return max(self.sure, key=self._worth, default=None)

    def _worth(self, slot: int) -> int:
        if not sole(self.own[slot]):
            return 0
        after = self.public.book.after[lowest(self.own[slot])]
        if not after:
            return 5
        return 10 * sum(after >> face & 1 for faces in self.hands.values() for face in faces)

    def cheapest(self) -> tuple[int, int]:
        """The slot whose loss is expected to cost least, and what it costs."""
        costs = [self._cost(may_be) for may_be in self.own]
        least = min(costs, default=0)
        return (costs.index(least) if costs else 0), least

    def _cost(self, may_be: int) -> int:
        public, seen, weigh = self.public, self.seen, self.unseen.weigh
        if not may_be & public.useful:
            return 0
        if sole(may_be):
            if may_be & seen:
                return KNOWN_COPY
            return KNOWN_LOSS if may_be & public.critical else KNOWN_WASTE
        copies = weigh(may_be)
        if copies == 0:
            return WASTE
        spare = may_be & public.useful & ~public.critical
        cost = weigh(may_be & public.critical) * LOSS
        cost += weigh(spare & ~seen) * WASTE + weigh(spare & seen) * ALSO_HELD
        return cost // copies

    def likeliest(self) -> int:
        """The slot that is likeliest to fit."""
        best, fits, copies = 0, -1, 1
        for slot, may_be in enumerate(self.own):
            fit, of_all = self.unseen.weigh(may_be & self.public.wanted), max(self.unseen.weigh(may_be), 1)
            if fit * copies > fits * of_all:
                best, fits, copies = slot, fit, of_all
        return best
