"""A card face as text: a suit's letter and a rank."""

from __future__ import annotations

from tamaya.rules.errors import Unreadable


class Card(str):
    """A card face, written as its suit's letter and its rank: ``Card.parse("r3")``.

    A card *is* its text, so it prints, compares, hashes and travels as JSON like one.
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card such as ``r3``; whether a deck holds it is for its rules to say."""
        if len(text) == 2 and text.isascii() and text[0].islower() and text[1] in "123456789":
            return cls(text)
        raise Unreadable(text, "read.card")

    @property
    def suit(self) -> str:
        """The letter of its suit."""
        return self[0]

    @property
    def rank(self) -> int:
        """Its value, 1 to 5 on the usual cards."""
        return int(self[1])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces."""
    return tuple(Card.parse(word) for word in text.split())
