"""A table as text and as SVG: lines of cards, and a few words below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from tamaya.rules import Card, Rules, Suit, Tile
from tamaya.words.columns import right, widest

if TYPE_CHECKING:
    from tamaya.engine.view import View

_BACK, _BACK_INK = "#607d8b", "#ffffff"

_FONT = 'font-family="sans-serif" font-size="15"'
_CARD_WIDTH, _CARD_HEIGHT, _GAP, _LEFT, _LINE = 46, 60, 8, 120, 22


@dataclass(frozen=True, slots=True)
class Spot:
    """A card on the table, or the back of one, and the small print under it."""

    card: Card | None
    note: str = ""


Line: TypeAlias = tuple[str, tuple[Spot, ...]]
"""Cards with a heading."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What both forms show: lines of cards with a heading, then lines of words."""

    suits: tuple[Suit, ...]
    lines: tuple[Line, ...]
    words: tuple[str, ...]

    def text(self) -> str:
        """The picture in plain characters; clues that touched a card follow it: ``r3/3``."""
        width = widest(heading for heading, _ in self.lines)
        rows = [
            f"{right(heading, width)}: {' '.join(_written(spot) for spot in spots)}".rstrip()
            for heading, spots in self.lines
        ]
        return "\n".join([*rows, *self.words])

    def svg(self) -> str:
        """The picture as an SVG document."""
        most = max(len(spots) for _, spots in self.lines)
        width = _LEFT + max(most * (_CARD_WIDTH + _GAP), 8 * max(map(len, self.words), default=0))
        step = _CARD_HEIGHT + _LINE
        height = len(self.lines) * step + (len(self.words) + 1) * _LINE
        places = {suit.letter: place for place, suit in enumerate(self.suits)}
        size = f'width="{width}" height="{height}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} {_FONT}>',
            f'<rect {size} fill="#eceff1"/>',
        ]
        for row, (heading, spots) in enumerate(self.lines):
            y = row * step + _GAP
            parts.append(_label(_GAP, y + _CARD_HEIGHT // 2 + 5, heading))
            for place, spot in enumerate(spots):
                suit = places.get(spot.card.suit) if spot.card else None
                parts += self._card(_LEFT + place * (_CARD_WIDTH + _GAP), y, spot, suit)
        bottom = len(self.lines) * step + _LINE
        parts += [_label(_GAP, bottom + line * _LINE, words) for line, words in enumerate(self.words)]
        return "\n".join([*parts, "</svg>\n"])

    def _card(self, x: int, y: int, spot: Spot, suit: int | None) -> list[str]:
        """A card of a suit, or the back of one."""
        paper, ink, symbol = _BACK, _BACK_INK, ""
        if suit is not None:
            palette = self.suits[suit].palette
            paper, ink, symbol = palette.body, palette.ink, self.suits[suit].symbol
        middle = x + _CARD_WIDTH // 2
        place = f'x="{x}" y="{y}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="6"'
        return [
            f'<rect {place} fill="{paper}" stroke="#455a64"/>',
            _label(middle, y + 24, symbol, ink, "middle"),
            _label(middle, y + 48, spot.card or "?", ink, "middle"),
            _label(middle, y + _CARD_HEIGHT + 15, spot.note, anchor="middle"),
        ]


def picture_of(view: View) -> Picture:
    """The table as a viewer sees it: hidden cards are backs, with what was told of them."""
    return table_picture(
        view.rules,
        view.names,
        turn=view.turn,
        hands=[[Spot(held.card, held.yes) for held in hand] for hand in view.hands],
        displays=view.displays,
        clues=view.clues,
        strikes=view.strikes,
        deck=view.deck_size,
        score=view.result.score if view.result else view.score,
        discards=view.discards,
        tile=view.tile,
        turns_left=view.turns_left,
        outcome=view.result.outcome.value if view.result else "",
    )


def table_picture(
    rules: Rules,
    names: Sequence[str],
    *,
    turn: int | None,
    hands: Sequence[Iterable[Spot]],
    displays: Sequence[int],
    clues: int,
    strikes: int,
    deck: int,
    score: int,
    discards: Sequence[Card],
    tile: Tile | None,
    turns_left: int | None,
    outcome: str,
) -> Picture:
    """A table of the co-operative game: hands, the top of each display, and what can be counted."""
    tops = [
        Spot(Card(f"{suit.letter}{suit.order[laid - 1] if laid else 0}"))
        for suit, laid in zip(rules.suits, displays, strict=True)
    ]
    words = [
        f"clues {clues}   strikes {strikes}/{rules.strikes}   deck {deck}   score {score}",
        f"discards: {' '.join(discards) or '-'}",
    ]
    if tile:
        words.append(f"bonus tile: {tile.effect}")
    if outcome:
        words.append(f"the game is over: {outcome}")
    elif turns_left is not None:
        words.append(f"turns left: {turns_left}")
    return Picture(rules.suits, (*hand_lines(names, hands, turn), ("displays", tuple(tops))), tuple(words))


def hand_lines(names: Sequence[str], hands: Iterable[Iterable[Spot]], turn: int | None) -> Iterable[Line]:
    """A line for each hand; a mark stands before the player who is to act."""
    for seat, (name, hand) in enumerate(zip(names, hands, strict=True)):
        yield f"> {name}" if seat == turn else name, tuple(hand)


def _written(spot: Spot) -> str:
    card = spot.card or "??"
    return f"{card}/{spot.note}" if spot.note else str(card)


def _label(x: int, y: int, words: str, ink: str = "#263238", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}">{escape(words)}</text>'
