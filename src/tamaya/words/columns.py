"""How much room a text takes in a terminal, where a Japanese character is two columns wide."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import combining, east_asian_width


def columns(text: str) -> int:
    """How many columns a text takes.

    >>> columns("Ann"), columns("花子")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def widest(texts: Iterable[str]) -> int:
    """How many columns the widest of some texts takes; 0 if there is none."""
    return max(map(columns, texts), default=0)


def left(text: str, width: int) -> str:
    """A text at the left edge of so many columns."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """A text at the right edge of so many columns."""
    return " " * (width - columns(text)) + text


def centred(text: str, width: int) -> str:
    """A text in the middle of so many columns, as ``str.center`` puts it."""
    room = max(0, width - columns(text))
    before = room // 2 + (room & width & 1)
    return " " * before + text + " " * (room - before)


def cut(text: str, width: int) -> str:
    """As much of a text as so many columns can hold, with an ellipsis where something is missing.

    >>> cut("花子さん", 6), cut("Ann", 3)
    ('花子…', 'Ann')
    """
    if columns(text) <= width:
        return text
    kept = ""
    for sign in text:
        if columns(kept + sign) > width - 1:
            break
        kept += sign
    return f"{kept}…"
