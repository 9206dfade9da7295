"""Styles: the books of conventions by which ``partner`` can play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tamaya.bots.conventions.state import H_GROUP, PLAIN, TAMAYA
from tamaya.bots.partner.weights import Weights
from tamaya.rules import UnknownName
from tamaya.words import Message


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play."""

    name: str
    book: int
    """As in ``conventions.state``."""
    weights: Weights
    trust: int = 70
    """How much each is trusted at first to keep to the book, as in ``conventions.trust``."""
    agreed: bool = True
    """Whether all are supposed to know every convention of the book."""

    @property
    def public(self) -> bool:
        """Whether only what all can conclude is read."""
        return self.book < H_GROUP


H_GROUP_WEIGHTS: Final = Weights(
    out_of_turn=1.5,
    second_call=2.0,
    touch_twin=1.0,
    blind=0.1,
    blind_again=0.5,
    layer=0.5,
    blind_receiver=0.5,
    left_to_others=0.3,
)

STYLES: Final = {
    style.name: style
    for style in (
        Style("plain", PLAIN, Weights()),
        Style("tamaya", TAMAYA, Weights()),
        *(Style(f"h-group-{level}", H_GROUP + level, H_GROUP_WEIGHTS) for level in range(1, 6)),
    )
}
DEFAULT: Final = "h-group-5"


BOOKS: Final = tuple(STYLES)
"""The books of conventions by their names, among which a table chooses."""


def check_book(name: str) -> None:
    """Refuse the name of a book that does not exist."""
    if name not in STYLES:
        raise UnknownName("book of conventions", name, BOOKS)


def known_book(name: str) -> str:
    """The book of that name; the usual one where there is none, as in records that do not say it."""
    return name if name in STYLES else DEFAULT


def book_title(name: str) -> Message:
    """What a book is called."""
    return Message(f"book.{name}")


def book_words(name: str) -> Message:
    """What clues mean by a book, in a sentence."""
    return Message(f"book-words.{name}")


def with_strangers(style: Style) -> Style:
    """A style for a table at which nothing has been agreed: teammates have to prove that they know it."""
    return replace(style, agreed=False)


PARTNER: Final = with_strangers(STYLES[DEFAULT])
"""How ``partner`` plays unless its table has chosen another style."""
