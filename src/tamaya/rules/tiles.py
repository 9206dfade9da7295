"""The bonus tiles of 5 Flamboyants, as rows of what they bring."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tamaya.words import Message

MOST_TILES = 8
"""The compiled engine keeps room for so many."""


class TileDecision(Enum):
    """What a tile lets the player on turn decide."""

    COLOUR_CLUE = "colour clue"
    """A colour clue for free (L4)."""
    VALUE_CLUE = "value clue"
    """A value clue for free (L5)."""
    BACK = "back"
    """A discarded card goes back into the deck (L6)."""
    ENCORE = "encore"
    """A discarded card is put into play (L7)."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One bonus tile. A further tile is a further row; a new sort of decision needs code in both engines."""

    id: str
    clues: int = 0
    """Clue tokens that come back (L2, L3)."""
    repairs: int = 0
    """Strikes that are undone (L3)."""
    decision: TileDecision | None = None

    @property
    def effect(self) -> Message:
        """What it does, in words."""
        return Message(f"tile.{self.id}")

    def __str__(self) -> str:
        return self.id


TILES: dict[str, Tile] = {
    tile.id: tile
    for tile in (
        Tile("clue", clues=1),
        Tile("repair", clues=1, repairs=1),
        Tile("colour", decision=TileDecision.COLOUR_CLUE),
        Tile("value", decision=TileDecision.VALUE_CLUE),
        Tile("back", decision=TileDecision.BACK),
        Tile("encore", decision=TileDecision.ENCORE),
    )
}
"""Each tile is in the box once."""
