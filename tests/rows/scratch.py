"""One suit and one bonus tile more than the catalogue has: a row each, and a line in each language."""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem
from typing import Any

from tamaya.rules import SUITS, TILES, Palette, Suit, Tile, Touch
from tamaya.words.catalogue import catalogue

VIOLET = Suit("violet", "v", "❖", values=Touch.ALL, palette=Palette("#c0f", "#80f", "#40a", "#fff"))
WINDFALL = Tile("windfall", clues=2, repairs=1)
TEXT = "deluxe+flamboyants+suits=white,red,blue,yellow,violet"
WORDS = {
    "en": {
        "suit.violet": "violet",
        "tile.windfall": "two clue tokens come back, and one strike is undone",
    },
    "de": {
        "suit.violet": "violett",
        "tile.windfall": "zwei Hinweismarken kommen zurück, und ein Fehler wird getilgt",
    },
}


def register(set_item: Callable[[dict[Any, Any], Any, Any], None] = setitem) -> None:
    """Add the rows and their words; a test hands in the `setitem` of its monkeypatch."""
    set_item(SUITS, VIOLET.name, VIOLET)
    set_item(TILES, WINDFALL.id, WINDFALL)
    for language, words in WORDS.items():
        texts = catalogue(language).texts
        assert isinstance(texts, dict)
        for code, text in words.items():
            set_item(texts, code, text)
