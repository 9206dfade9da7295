"""Colours, and the small pieces that everything is drawn with; a card has a symbol and a letter besides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from textual.color import Color
from textual.content import Content
from textual.style import Style

from tamaya.rules import Suit
from tamaya.words.columns import cut

INK = "#0b0e16"
PALE = "#c9d1e0"
FAINT = "#76809a"
BRIGHT = "#ffd866"
BACK = "#2b3350"
"""The back of a card."""
CHOSEN = "#4a5685"
REFUSED = "#ff9b9b"


@lru_cache(maxsize=512)
def style(ink: str = "", back: str = "", *, bold: bool = False, press: str = "") -> Style:
    """A way to write; ``press`` is the action that a click on it runs, as a key binding's does."""
    made = Style(
        foreground=Color.parse(ink) if ink else None,
        background=Color.parse(back) if back else None,
        bold=bold or None,
    )
    return made + Style.from_meta({"press": press}) if press else made


def suit_colour(suit: Suit) -> str:
    """The colour of a suit on a dark screen."""
    return suit.palette.lit


def faded(colour: str) -> str:
    """A colour that steps back."""
    return Color.parse(colour).blend(Color.parse("#151a2b"), 0.62).hex


def write(text: str, ink: str = "", back: str = "", **how: Any) -> Content:
    """A piece of text."""
    return Content.styled(text, style(ink, back, **how))


def row(*pieces: Content | str) -> Content:
    """Pieces beside each other."""
    return Content("").join([Content(piece) if isinstance(piece, str) else piece for piece in pieces])


def stack(lines: Iterable[Content | str]) -> Content:
    """Lines below each other."""
    return Content("\n").join([Content(line) if isinstance(line, str) else line for line in lines])


def fit(text: str, width: int) -> str:
    """A text cut to a width."""
    return cut(text, width)


def spread(left: Content, right: Content, width: int) -> Content:
    """Two pieces at the two ends of a line; the left one gives way."""
    room = max(0, width - right.cell_length - 1)
    if left.cell_length > room:
        left = left.truncate(room, ellipsis=True)
    return row(left, " " * max(1, width - left.cell_length - right.cell_length), right)


def fact(name: str, value: str) -> Content:
    """A number and what it counts."""
    return row(write(f"{name} ", FAINT), write(value, PALE, bold=True))


def button(label: str, press: str, *, key: str = "", ink: str = INK, back: str = PALE) -> Content:
    """Something to click, with the key that does the same."""
    pieces = [write(f" {key} ", BRIGHT, BACK, bold=True, press=press)] if key else []
    return row(*pieces, write(f" {label} ", ink, back, press=press), " ")
