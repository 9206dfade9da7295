"""The card that went from the discard pile back into the deck (L6): unseen again, but not just anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tamaya.engine.events import Discarded, Drew, Event, Played, WentBack
from tamaya.engine.view import SeenCard, View
from tamaya.rules import Card


@dataclass(frozen=True, slots=True)
class Returned:
    """A card that went back. There is one such tile in a game (L1), so there is at most one such card."""

    card: Card
    since: int
    """The first id drawn afterwards: no card with a lower one can be it."""
    shown: int
    """How many cards of its face, drawn since, have been played or discarded. It may be any of them."""

    def among(self, cards: Iterable[SeenCard]) -> int:
        """How many of some visible cards it may be."""
        return sum(held.card == self.card and held.id >= self.since for held in cards)


def find_returned(view: View) -> Returned | None:
    """The card that went back, if one did."""
    if not view.rules.bonus:
        return None
    events = iter(view.history)
    card = next((event.card for event in events if isinstance(event, WentBack)), None)
    if card is None:
        return None
    later = list(events)
    since = next(_draws(later), view.rules.deck_size + 1)
    shown = [event for event in later if isinstance(event, Played | Discarded) and event.id >= since]
    return Returned(card, since, sum(event.card == card for event in shown))


def _draws(events: Iterable[Event]) -> Iterator[int]:
    for event in events:
        match event:
            case Drew(id=card_id) | Played(id=card_id, slot=0):
                yield card_id
            case _:
                pass
