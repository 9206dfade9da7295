"""The four co-operative editions: their scale and what they allow; the catalogue has their words."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.rules.suits import SUITS, Suit
from tamaya.words import Message, knows


@dataclass(frozen=True, slots=True)
class Grade:
    """A band of an edition's scale (E5): from this score upwards."""

    edition: str
    at_least: int

    @property
    def name(self) -> Message:
        """What the edition calls it."""
        return Message(f"edition.{self.edition}.grade.{self.at_least}")

    @property
    def applause(self) -> Message:
        """How the audience takes it."""
        return Message(f"edition.{self.edition}.applause.{self.at_least}")


@dataclass(frozen=True, slots=True)
class Tokens:
    """How pages draw what an edition has for clues and strikes (S3).

    Each names a drawing of ``web/src/ui/tokens.ts``; a page that has no such drawing shows a disc.
    """

    clue: str = "disc"
    strike: str = "disc"


@dataclass(frozen=True, slots=True)
class Edition:
    """One published box of rules."""

    id: str
    suits: tuple[Suit, ...]
    empty: bool
    """Whether a clue may match no card (T3)."""
    bands: tuple[int, ...]
    """The lowest score of each band of its scale, from the highest down; the last takes every score below."""
    tokens: Tokens = Tokens()
    grades_lost: bool = False
    """Whether a game lost by strikes earns 0 points, and with them the lowest grade (E1)."""

    @property
    def scale(self) -> tuple[Grade, ...]:
        """The bands with their names."""
        return tuple(Grade(self.id, least) for least in self.bands)

    @property
    def title(self) -> Message:
        """Its name on the box."""
        return self._words("title")

    @property
    def starts(self) -> Message:
        """Who begins, as the document has it (S5)."""
        return self._words("starts")

    @property
    def federation(self) -> Message:
        """Whose scale it is."""
        return self._words("federation")

    @property
    def remark(self) -> Message | None:
        """What its document adds about strikes, if anything."""
        return self._words("remark") if knows(f"edition.{self.id}.remark") else None

    def clue(self, count: int = 1) -> Message:
        """What it calls clue tokens (S3)."""
        return Message(f"edition.{self.id}.clue", count=count)

    def strike(self, count: int = 1) -> Message:
        """What it calls strikes (S3)."""
        return Message(f"edition.{self.id}.strike", count=count)

    def hint(self, count: int = 1) -> Message:
        """What it calls clues."""
        return Message(f"edition.{self.id}.hint", count=count)

    def firework(self, count: int = 1) -> Message:
        """What it calls displays."""
        return Message(f"edition.{self.id}.firework", count=count)

    @property
    def give(self) -> Message:
        """What it calls giving a clue (T2)."""
        return self._words("give")

    @property
    def struck(self) -> Message:
        """What happens to its tokens at a strike (T5)."""
        return self._words("struck")

    def _words(self, key: str) -> Message:
        return Message(f"edition.{self.id}.{key}")


def _suits(names: str) -> tuple[Suit, ...]:
    return tuple(SUITS[name] for name in names.split())


_COLOURS = _suits("white red blue yellow green")
_BANDS = (25, 21, 16, 11, 6, 0)

EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for edition in (
        Edition("deluxe", _COLOURS, empty=True, bands=(30, *_BANDS), tokens=Tokens("spark", "tile")),
        Edition("rnr", _COLOURS, empty=False, bands=_BANDS, tokens=Tokens("clock", "fuse")),
        Edition(
            "abacus",
            _suits("red yellow green blue white"),
            empty=True,
            bands=_BANDS,
            tokens=Tokens("note", "storm"),
            grades_lost=True,
        ),
        Edition("original", _COLOURS, empty=False, bands=_BANDS),
    )
}
"""The editions, by id."""
