"""What a table's log is made of: the truth, from which everything else is folded."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from tamaya.rules import Deal, Tile, parse_cards
from tamaya.server.messages import Setup, Strict


class Created(Strict):
    """Somebody set a table up."""

    kind: Literal["created"] = "created"
    setup: Setup
    owner: str
    """The guest's id; empty for a record that was brought to look at."""
    uploaded: bool = False


class Arranged(Strict):
    """The owner changed the setup before the start."""

    kind: Literal["arranged"] = "arranged"
    setup: Setup


class Sat(Strict):
    """A guest took a seat."""

    kind: Literal["sat"] = "sat"
    seat: int
    guest: str
    name: str


class StoodUp(Strict):
    """A guest gave a seat back."""

    kind: Literal["stood"] = "stood"
    seat: int


class Started(Strict):
    """The cards were dealt. The deal is a secret while the game runs."""

    kind: Literal["started"] = "started"
    names: tuple[str, ...]
    first: int
    deck: str
    tiles: str
    salt: str

    @classmethod
    def of(cls, names: tuple[str, ...], first: int, deal: Deal) -> Started:
        """The entry of a deal."""
        tiles = " ".join(tile.value for tile in deal.tiles)
        return cls(names=names, first=first, deck=" ".join(deal.deck), tiles=tiles, salt=f"{deal.salt:x}")

    @property
    def deal(self) -> Deal:
        """The deal of the entry."""
        tiles = tuple(Tile(word) for word in self.tiles.split())
        return Deal(parse_cards(self.deck), tiles, int(self.salt, 16))


class Acted(Strict):
    """A seat acted; a bot may say why."""

    kind: Literal["acted"] = "acted"
    action: str
    reason: str = ""
    """For everybody, at once."""
    secret: str = ""
    """For everybody, once the game is over."""


class Said(Strict):
    """Somebody said something."""

    kind: Literal["said"] = "said"
    guest: str
    name: str
    seat: int | None
    text: str


class UndoAsked(Strict):
    """A seat asks to take the last move of a person back, with what bots have done since."""

    kind: Literal["undo-asked"] = "undo-asked"
    seat: int


class UndoAnswered(Strict):
    """A seat agrees or does not; when all have agreed, the move is gone."""

    kind: Literal["undo-answered"] = "undo-answered"
    seat: int
    agrees: bool


class Continued(Strict):
    """People went on at another table."""

    kind: Literal["continued"] = "continued"
    table: str


Entry: TypeAlias = Annotated[
    Created | Arranged | Sat | StoodUp | Started | Acted | Said | UndoAsked | UndoAnswered | Continued,
    Field(discriminator="kind"),
]
entry: TypeAdapter[Entry] = TypeAdapter(Entry)
