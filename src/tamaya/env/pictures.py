"""A game as text and as SVG, with all hands face up: for whoever watches a training run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from tamaya.fast import Facts
from tamaya.rules import Card, Rules, Suit

_COLOURS = {
    "r": "#c62828", "y": "#f2c200", "g": "#2e7d32", "b": "#1565c0", "w": "#f5f5f5", "m": "#ab47bc",
    "k": "#212121", "p": "#6a1b9a", "t": "#00838f", "i": "#ec7fa9", "n": "#795548", "o": "#ff8f00",
}  # fmt: skip
"""letter: the colour of its cards; all others are grey."""
_OTHER = "#9e9e9e"
_DARK_INK = frozenset("ywio")

_FONT = 'font-family="sans-serif" font-size="15"'
_CARD_WIDTH, _CARD_HEIGHT, _GAP, _LEFT, _LINE = 46, 60, 8, 120, 22


@dataclass(frozen=True, slots=True)
class Spot:
    """A card on the table, and the small print under it."""

    card: Card
    note: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """What both forms show: lines of cards with a heading, then lines of words."""

    suits: tuple[Suit, ...]
    lines: tuple[tuple[str, tuple[Spot, ...]], ...]
    words: tuple[str, ...]

    def text(self) -> str:
        """The picture in plain characters; clues that touched a card follow it: ``r3/3``."""
        width = max(len(heading) for heading, _ in self.lines)
        rows = [
            f"{heading:>{width}}: {' '.join(_written(spot) for spot in spots)}".rstrip()
            for heading, spots in self.lines
        ]
        return "\n".join([*rows, *self.words])

    def svg(self) -> str:
        """The picture as an SVG document."""
        most = max(len(spots) for _, spots in self.lines)
        width = _LEFT + max(most * (_CARD_WIDTH + _GAP), 8 * max(map(len, self.words), default=0))
        step = _CARD_HEIGHT + _LINE
        height = len(self.lines) * step + (len(self.words) + 1) * _LINE
        symbols = {suit.letter: suit.symbol for suit in self.suits}
        size = f'width="{width}" height="{height}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} {_FONT}>',
            f'<rect {size} fill="#eceff1"/>',
        ]
        for row, (heading, spots) in enumerate(self.lines):
            y = row * step + _GAP
            parts.append(_label(_GAP, y + _CARD_HEIGHT // 2 + 5, heading))
            for place, spot in enumerate(spots):
                parts += _card(_LEFT + place * (_CARD_WIDTH + _GAP), y, spot, symbols)
        bottom = len(self.lines) * step + _LINE
        parts += [_label(_GAP, bottom + line * _LINE, words) for line, words in enumerate(self.words)]
        return "\n".join([*parts, "</svg>\n"])


def picture(facts: Facts, rules: Rules, names: Sequence[str], score: int) -> Picture:
    """The co-operative game."""
    hands = [
        (_marked(names[seat], seat == facts.turn), tuple(map(Spot, hand, told)))
        for seat, (hand, told) in enumerate(zip(facts.hands, facts.touched, strict=True))
    ]
    tops = tuple(
        Spot(Card(f"{suit.letter}{suit.order[laid - 1] if laid else 0}"))
        for suit, laid in zip(rules.suits, facts.displays, strict=True)
    )
    return Picture(rules.suits, (*hands, ("displays", tops)), tuple(_words(facts, rules, score)))


def _words(facts: Facts, rules: Rules, score: int) -> Iterable[str]:
    strikes = f"{facts.strikes}/{rules.strikes}"
    yield f"clues {facts.clues}   strikes {strikes}   deck {len(facts.deck)}   score {score}"
    yield f"discards: {' '.join(facts.discards) or '-'}"
    if facts.tile:
        yield f"bonus tile: {facts.tile.words}"
    if facts.turns_left is not None and not facts.outcome:
        yield f"turns left: {facts.turns_left}"
    if facts.outcome:
        yield f"the game is over: {facts.outcome}"


def _marked(name: str, on_turn: bool) -> str:
    return f"> {name}" if on_turn else name


def _written(spot: Spot) -> str:
    return f"{spot.card}/{spot.note}" if spot.note else str(spot.card)


def _label(x: int, y: int, words: str, ink: str = "#263238", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}">{escape(words)}</text>'


def _card(x: int, y: int, spot: Spot, symbols: dict[str, str]) -> list[str]:
    letter = spot.card.suit
    ink = "#212121" if letter in _DARK_INK else "#ffffff"
    middle = x + _CARD_WIDTH // 2
    place = f'x="{x}" y="{y}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="6"'
    return [
        f'<rect {place} fill="{_COLOURS.get(letter, _OTHER)}" stroke="#455a64"/>',
        _label(middle, y + 24, symbols.get(letter, ""), ink, "middle"),
        _label(middle, y + 48, spot.card, ink, "middle"),
        _label(middle, y + _CARD_HEIGHT + 15, spot.note, anchor="middle"),
    ]
