"""Suits composed from properties, and the catalogue of named ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from tamaya.rules.errors import ImpossibleRules, Unreadable
from tamaya.rules.values import read_choice, read_digits, read_switch, write_value


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

    def __post_init__(self) -> None:
        if not self.symbol:
            object.__setattr__(self, "symbol", self.letter.upper())
        _check(self)

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
            raise Unreadable(text, "a suit begins with its name in small letters")
        changes: dict[str, Any] = {}
        for item in properties:
            key, _, value = item.partition("=")
            if key not in _PROPERTIES:
                raise Unreadable(text, f"a suit has no property {key!r}, only {', '.join(_PROPERTIES)}")
            if key in changes:
                raise Unreadable(text, f"{key} is given twice")
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
        raise ImpossibleRules(culprit, f"its letter must be one of a to z, not {suit.letter!r}")
    if not 1 <= len(suit.copies) <= 9:
        raise ImpossibleRules(culprit, "it needs one to nine values")
    for rank, copies in enumerate(suit.copies, start=1):
        if copies < 1:
            raise ImpossibleRules(culprit, f"it has no {rank}, so its display can never be completed")
    if suit.named and suit.colours is Touch.NONE:
        raise ImpossibleRules(culprit, "no colour clue touches it, so none may name it (named=no)")
    if not suit.named and suit.colours is Touch.OWN:
        raise ImpossibleRules(
            culprit, "it may not be named, so no clue of its own can touch it (colours=none)"
        )


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
        Suit("red", "r", "▲"),
        Suit("yellow", "y", "■"),
        Suit("green", "g", "♣"),
        Suit("blue", "b", "◆"),
        Suit("white", "w", "●"),
        # M1: an ordinary sixth colour.
        Suit("multicolour", "m", "✦"),
        # A1, M3: the same cards, touched by every colour and never named.
        Suit("rainbow", "m", "✦", colours=Touch.ALL, named=False),
        # B1-B5: colourless, built downwards, three of the 5 that starts it.
        Suit(
            "black", "k", "✖", Touch.NONE, named=False,
            copies=ORDINARY[::-1], builds=Builds.DOWN, scores=Scores.MISSING,
        ),
        # What no box holds, and other tables play with.
        Suit("purple", "p", "♥"),
        Suit("teal", "t", "♠"),
        Suit("pink", "i", "✿", values=Touch.ALL),
        Suit("brown", "n", "▼", values=Touch.NONE),
        Suit("colourless", "c", "○", Touch.NONE, named=False),
        Suit("omni", "o", "◎", Touch.ALL, named=False, values=Touch.ALL),
        Suit("null", "u", "∅", Touch.NONE, named=False, values=Touch.NONE),
        Suit("muddy", "d", "≈", Touch.ALL, named=False, values=Touch.NONE),
        Suit("light", "l", "☆", Touch.NONE, named=False, values=Touch.ALL),
    )
}  # fmt: skip
"""The named suits. Their order is the order of a new deck, so that a seed deals alike in every edition."""
