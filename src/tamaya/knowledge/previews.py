"""What a clue would touch, before it is given."""

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.engine.view import SeenCard
from tamaya.rules import Seat, Tables, UnknownName


@dataclass(frozen=True, slots=True)
class Preview:
    """What a clue would touch."""

    receiver: Seat
    clue: str
    slots: tuple[int, ...]
    """All that match (T2)."""
    fresh: tuple[int, ...]
    """Those that no clue has touched before."""


def preview(tables: Tables, receiver: Seat, hand: Sequence[SeenCard], clue: str) -> Preview:
    """Try a clue on a hand of visible cards."""
    if clue not in tables.clues:
        raise UnknownName("clue", clue, tables.clues)
    slots = [
        slot
        for slot, held in enumerate(hand, start=1)
        if held.card is not None and clue in tables.touched_by[held.card]
    ]
    fresh = [slot for slot in slots if not hand[slot - 1].yes]
    return Preview(receiver, clue, tuple(slots), tuple(fresh))
