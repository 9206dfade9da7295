"""How ``partner`` reads the table, for those who ask (``tamaya.bots.reading``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tamaya.bots.partner.history import hand_of, public_knowledge
from tamaya.bots.partner.state import Public, face_of
from tamaya.bots.reading import Meaning
from tamaya.engine.actions import Clue
from tamaya.engine.view import View
from tamaya.knowledge import Knowledge, know
from tamaya.rules import Card, Seat


def read_table(view: View) -> PartnerReading:
    """What partner concludes on the seat of a view."""
    return PartnerReading(view)


@dataclass(frozen=True)
class PartnerReading:
    """What the whole table knows by partner's conventions. It has no word for what depends on what one seat
    sees, and does not remember how it read earlier moves."""

    view: View

    def taken_for(self, seat: Seat, slot: int, /) -> frozenset[Card]:
        """What the table takes a card for."""
        faces = self._public.taken_for[hand_of(self._public, seat)[slot - 1]]
        rules = self.view.rules
        return frozenset(card for card in rules.tables.cards if faces >> face_of(rules, card) & 1)

    def possible(self, seat: Seat, slot: int, /) -> frozenset[Card]:
        """What the holder can think that a card is, without conventions."""
        return frozenset(self._known.empathy(seat)[slot - 1])

    def is_promised(self, _seat: Seat, _slot: int, /) -> bool | None:
        """No answer."""
        return None

    def is_kept(self, _seat: Seat, _slot: int, /) -> bool | None:
        """No answer."""
        return None

    def is_useless(self, seat: Seat, slot: int, /) -> bool:
        """Whether a card is of no use, whatever the table takes it for."""
        return all(map(self._known.dead, self.taken_for(seat, slot)))

    def meaning(self, _number: int, /) -> Meaning | Literal[""] | None:
        """No answer."""
        return None

    def is_proper(self, _clue: Clue, /) -> bool | None:
        """No answer."""
        return None

    def saves(self, _seat: Seat, /) -> tuple[Clue, ...] | None:
        """No answer."""
        return None

    @cached_property
    def _public(self) -> Public:
        return public_knowledge(self.view)

    @cached_property
    def _known(self) -> Knowledge:
        return know(self.view)
