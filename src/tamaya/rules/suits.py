"""Suits composed from properties, and the catalogue of named ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeVar

from tamaya.rules.errors import ImpossibleRules, Unreadable
from tamaya.rules.values import read_choice, read_digits, read_switch, write_value
from tamaya.words import Message


class Touch(Enum):
    """Which clues of one sort, colours or values, touch the cards of a suit."""

    OWN = "own"
    ALL = "all"
    NONE = "none"


class Builds(Enum):
    """The direction in which a display grows."""

    UP = "up"
    DOWN = "down"


class Scores(Enum):
    """How a display counts."""

    CARDS = "cards"
    """A point for each card: on a rising display that is its highest value (E4)."""
    MISSING = "missing"
    """A point off for each card that is missing (B4)."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a suit, as CSS writes them."""

    lit: str
    """On a dark background."""
    body: str
    """The paper of its cards, at the top ..."""
    deep: str
    """... and at the bottom."""
    ink: str
    """What is printed on the paper."""
    stripes: tuple[str, ...] = ()
    """The paper of a suit of several colours, instead of body and deep."""


PLAIN_PALETTE = Palette("#d7dcf5", "#aab2d6", "#7a83b0", "#15183a")
_RAINBOW = ("#ffb3ad", "#ffe08a", "#b6ecb0", "#a9d5ff", "#dcb8ff")
_MUDDY = ("#d59a86", "#d9be7c", "#a8b98a", "#93a5b4", "#b09ac0")

ORDINARY = (3, 2, 2, 2, 1)
ONE_EACH = (1, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Suit:
    """One suit. A further variant is a further row of these properties."""

    name: str
    letter: str
    symbol: str = field(default="", compare=False)
    """What a person who does not tell colours apart sees beside the letter."""
    colours: Touch = Touch.OWN
    """Which colour clues touch its cards."""
    named: bool = True
    """Whether a colour clue may name it."""
    values: Touch = Touch.OWN
    """Which value clues touch its cards."""
    copies: tuple[int, ...] = ORDINARY
    """How many cards there are of each value, from 1 upwards."""
    builds: Builds = Builds.UP
    scores: Scores = Scores.CARDS
    palette: Palette = field(default=PLAIN_PALETTE, compare=False)

    def __post_init__(self) -> None:
        if not self.symbol:
            object.__setattr__(self, "symbol", self.letter.upper())
        _check(self)

    @property
    def label(self) -> Message | str:
        """Its name for a reader; a suit of the table's own is called what the table calls it."""
        return Message(f"suit.{self.name}") if self.name in SUITS else self.name

    @property
    def order(self) -> tuple[int, ...]:
        """The ranks in the order in which its display takes them."""
        rising = tuple(range(1, len(self.copies) + 1))
        return rising if self.builds is Builds.UP else rising[::-1]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a name, of the catalogue or one's own, and what differs: ``violet:copies=11111``."""
        name, *properties = text.split(":")
        if not (name.isascii() and name.islower() and name.replace("-", "").isalpha()):
            raise Unreadable(text, "read.suit-name")
        changes: dict[str, Any] = {}
        for item in properties:
            key, _, value = item.partition("=")
            if key not in _PROPERTIES:
                raise Unreadable(text, "read.suit-property", property=key, known=tuple(_PROPERTIES))
            if key in changes:
                raise Unreadable(text, "read.property-twice", property=key)
            changes[key] = _PROPERTIES[key](value)
        return replace(_row(name), **changes)

    def __str__(self) -> str:
        """The text that reads back: the name, and what differs from its row of the catalogue."""
        row = _row(self.name)
        differs = [key for key in _PROPERTIES if getattr(self, key) != getattr(row, key)]
        return ":".join([self.name, *(f"{key}={write_value(getattr(self, key))}" for key in differs)])


def _row(name: str) -> Suit:
    return SUITS.get(name) or Suit(name, name[0])


def _check(suit: Suit) -> None:
    culprit = f"suit {suit.name}"
    if len(suit.letter) != 1 or not (suit.letter.isascii() and suit.letter.islower()):
        raise ImpossibleRules(culprit, "rules.suit-letter", letter=suit.letter)
    if not 1 <= len(suit.copies) <= 9:
        raise ImpossibleRules(culprit, "rules.suit-values")
    for rank, copies in enumerate(suit.copies, start=1):
        if copies < 1:
            raise ImpossibleRules(culprit, "rules.suit-rank-missing", rank=rank)
    if suit.named and suit.colours is Touch.NONE:
        raise ImpossibleRules(culprit, "rules.suit-untouched")
    if not suit.named and suit.colours is Touch.OWN:
        raise ImpossibleRules(culprit, "rules.suit-unnamed")


_PROPERTIES: dict[str, Callable[[str], object]] = {
    "letter": str,
    "colours": read_choice(Touch),
    "named": read_switch,
    "values": read_choice(Touch),
    "copies": read_digits,
    "builds": read_choice(Builds),
    "scores": read_choice(Scores),
}

SUITS: dict[str, Suit] = {
    suit.name: suit
    for suit in (
        Suit("red", "r", "▲", palette=Palette("#ff7a70", "#c4202c", "#8b101d", "#fff")),
        Suit("yellow", "y", "■", palette=Palette("#ffdb5c", "#ffd94f", "#eba90c", "#3b2900")),
        Suit("green", "g", "♣", palette=Palette("#8ff0a9", "#5cc97a", "#2fa053", "#04210d")),
        Suit("blue", "b", "◆", palette=Palette("#84b6ff", "#2f6bd6", "#1c418f", "#fff")),
        Suit("white", "w", "●", palette=Palette("#fdf8ea", "#fffcf2", "#e2d9c3", "#362f3f")),
        # M1: an ordinary sixth colour.
        Suit("multicolour", "m", "✦", palette=Palette("#f3c6ff", "#f0d7ff", "#c9b4ff", "#24113d", _RAINBOW)),
        # A1, M3: the same cards, touched by every colour and never named.
        Suit(
            "rainbow", "m", "✦", colours=Touch.ALL, named=False,
            palette=Palette("#f3c6ff", "#f0d7ff", "#c9b4ff", "#24113d", _RAINBOW),
        ),
        # B1-B5: colourless, built downwards, three of the 5 that starts it.
        Suit(
            "black", "k", "✖", Touch.NONE, named=False,
            copies=ORDINARY[::-1], builds=Builds.DOWN, scores=Scores.MISSING,
            palette=Palette("#d9b98c", "#2a2833", "#0c0b12", "#ffd8a0"),
        ),
        # What no box holds, and other tables play with.
        Suit("purple", "p", "♥", palette=Palette("#cda6ff", "#7d45c4", "#4f2489", "#fff")),
        Suit("teal", "t", "♠", palette=Palette("#6fe0dc", "#0f7a7c", "#074d52", "#fff")),
        Suit("pink", "i", "✿", values=Touch.ALL, palette=Palette("#ffadd3", "#ffa3cd", "#ee6aa9", "#45062a")),
        Suit("brown", "n", "▼", values=Touch.NONE, palette=Palette("#e0ae7d", "#8c5a2e", "#5a3617", "#fff")),
        Suit(
            "colourless", "c", "○", Touch.NONE, named=False,
            palette=Palette("#d5dcee", "#dfe5f2", "#a5b0cb", "#1d2540"),
        ),
        Suit(
            "omni", "o", "◎", Touch.ALL, named=False, values=Touch.ALL,
            palette=Palette("#ffe9b8", "#ffe08a", "#dcb8ff", "#1f1236", _RAINBOW),
        ),
        Suit(
            "null", "u", "∅", Touch.NONE, named=False, values=Touch.NONE,
            palette=Palette("#b9bdd0", "#4a4d5e", "#2b2d3a", "#fff"),
        ),
        Suit(
            "muddy", "d", "≈", Touch.ALL, named=False, values=Touch.NONE,
            palette=Palette("#dcc49a", "#d9be7c", "#b09ac0", "#2a1c06", _MUDDY),
        ),
        Suit(
            "light", "l", "☆", Touch.NONE, named=False, values=Touch.ALL,
            palette=Palette("#ffdcea", "#fff0f6", "#f3bfd6", "#4a1230"),
        ),
    )
}  # fmt: skip
"""The named suits. Their order is the order of a new deck, so that a seed deals alike in every edition."""

_SPARE_PALETTES = (
    Palette("#d3f47a", "#c3ec5c", "#8fbf22", "#1f2b00"),
    Palette("#7fe9ff", "#12809f", "#085468", "#fff"),
    Palette("#ff9df4", "#b0289d", "#76136a", "#fff"),
    Palette("#ffb79f", "#f29a7b", "#d06a48", "#3a1203"),
    Palette("#dcd888", "#7a7424", "#4f4a10", "#fff"),
    Palette("#c2cbf2", "#56639a", "#353f6b", "#fff"),
)
_SPARE_SYMBOLS = ("★", "✚", "⬢", "☾", "⬟", "◗")


def dressed(suits: Sequence[Suit]) -> tuple[Suit, ...]:
    """The suits of a deck, those of the table's own with a colour and a sign that no other of them has."""
    rows = SUITS.values()
    palettes = _spare([*_SPARE_PALETTES, *(row.palette for row in rows)], [suit.palette for suit in suits])
    symbols = _spare([*_SPARE_SYMBOLS, *(row.symbol for row in rows)], [suit.symbol for suit in suits])
    return tuple(
        suit
        if suit.name in SUITS
        else replace(
            suit,
            palette=next(palettes) if suit.palette is PLAIN_PALETTE else suit.palette,
            symbol=next(symbols) if suit.symbol == suit.letter.upper() else suit.symbol,
        )
        for suit in suits
    )


_Sign = TypeVar("_Sign", Palette, str)


def _spare(found: Sequence[_Sign], taken: Sequence[_Sign]) -> Iterator[_Sign]:
    """Those that are not taken, each once."""
    return iter([one for one in dict.fromkeys(found) if one not in taken])


def palette_of(suits: Sequence[Suit], index: int) -> Palette:
    """The colours of a suit of a deck."""
    return dressed(suits)[index].palette
