"""The six bonus tiles of 5 Flamboyants."""

from enum import Enum


class Tile(Enum):
    """A bonus tile and what it does (L2-L7)."""

    CLUE = "clue"
    REPAIR = "repair"
    COLOUR = "colour"
    VALUE = "value"
    BACK = "back"
    ENCORE = "encore"

    @property
    def words(self) -> str:
        """Its effect in words."""
        return _WORDS[self]


_WORDS = {
    Tile.CLUE: "one clue token comes back",
    Tile.REPAIR: "one strike is undone, and one clue token comes back",
    Tile.COLOUR: "give a teammate of your choice a colour clue for free",
    Tile.VALUE: "give a teammate of your choice a value clue for free",
    Tile.BACK: "shuffle a card of your choice from the discard pile into the deck",
    Tile.ENCORE: "put a card of your choice from the discard pile into play",
}
