"""What displays and discards say about every face: playable, dead or indispensable, and how far it can go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tamaya.rules import Card, Tables, UnknownName


@dataclass(frozen=True, slots=True)
class Face:
    """The public facts about one face."""

    card: Card
    left: int
    """Copies that are neither discarded nor laid: in a hand or in the deck."""
    playable: bool
    """It is next on its display (T5, T6, B1)."""
    dead: bool
    """It can never be laid: it is laid already, or every copy of a card before it is gone (C2)."""
    indispensable: bool
    """It is the last copy of a card that its display still needs and can still reach (C2, F1)."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can still be reached, by the cards that are gone.

    A discarded card counts as gone, also where a bonus tile might yet bring it back (L6, L7): no player knows
    which tiles lie face down. Once a tile has brought a card back, it counts again.
    """

    tables: Tables
    displays: tuple[int, ...]
    """[suit] how many cards are laid."""
    furthest: tuple[int, ...]
    """[suit] how many cards can be laid at best."""
    faces: Mapping[Card, Face]

    @property
    def missing(self) -> int:
        """How many cards have yet to be laid for the best that can be reached."""
        return sum(self.furthest) - sum(self.displays)

    @property
    def best_score(self) -> int:
        """What the displays count when each has come as far as it can (E4, B4)."""
        return self.tables.score(self.furthest)

    def face(self, card: Card) -> Face:
        """The facts about one face."""
        if card not in self.faces:
            raise UnknownName("card", card, self.tables.cards)
        return self.faces[card]


@lru_cache(maxsize=4096)
def outlook(tables: Tables, displays: tuple[int, ...], discards: tuple[Card, ...]) -> Outlook:
    """Work the facts out from the laid and the discarded cards; all views of one table share the work.

    >>> from tamaya.rules import Rules
    >>> tables = Rules.parse("original").tables
    >>> now = outlook(tables, (0, 1, 0, 0, 0), (Card("w5"), Card("r2")))
    >>> now.best_score, now.face(Card("r2"))
    (24, Face(card='r2', left=1, playable=True, dead=False, indispensable=True))
    """
    left = dict(tables.supply)
    for card in discards:
        left[card] -= 1
    furthest: list[int] = []
    faces: dict[Card, Face] = {}
    for suit, laid in zip(tables.suits, displays, strict=True):
        order = [Card(f"{suit.letter}{rank}") for rank in suit.order]
        end = next((step for step in range(laid, len(order)) if not left[order[step]]), len(order))
        furthest.append(end)
        for step, card in enumerate(order):
            copies = left[card] - (step < laid)
            needed = laid <= step < end
            faces[card] = Face(
                card=card,
                left=copies,
                playable=tables.fits(displays, card),
                dead=not needed,
                indispensable=needed and copies == 1,
            )
    return Outlook(tables, displays, tuple(furthest), faces)
