"""What the suits of a game imply, worked out once, as plain tuples that every engine reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from tamaya.rules.cards import Card
from tamaya.rules.suits import SUITS, Scores, Suit, Touch

MISFIT = -1
"""Where the display automaton has no way on."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The derived facts of a list of suits, one object for each list. Axes are named in brackets."""

    suits: tuple[Suit, ...]
    ranks: int
    cards: tuple[Card, ...]
    """[face] every different card, suit by suit, from 1 upwards."""
    copies: tuple[int, ...]
    """[face] how many of it the deck holds."""
    clues: tuple[str, ...]
    """[clue] the letters of the colours that may be named, then the values."""
    touch: tuple[tuple[bool, ...], ...]
    """[clue][face] whether the clue touches the card."""
    advance: tuple[tuple[tuple[int, ...], ...], ...]
    """[suit][cards laid][rank - 1] the cards laid afterwards, or MISFIT."""
    points: tuple[tuple[int, ...], ...]
    """[suit][cards laid] what the display counts."""
    closing: tuple[int, ...]
    """[suit] the rank that completes the display."""

    # The same facts by name, for the readable engine.
    place: dict[Card, tuple[int, int]] = field(repr=False, compare=False)
    """card: (its suit's index, its rank)"""
    supply: dict[Card, int] = field(repr=False, compare=False)
    """card: how many of it the deck holds"""
    touched_by: dict[Card, frozenset[str]] = field(repr=False, compare=False)
    """card: the clues that touch it"""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour clues."""
        return self.clues[: -self.ranks]

    @property
    def values(self) -> tuple[str, ...]:
        """The value clues."""
        return self.clues[-self.ranks :]

    @property
    def most(self) -> int:
        """The highest possible score."""
        return sum(points[-1] for points in self.points)

    @property
    def least(self) -> int:
        """The score of a table without a card on it: below 0 where missing cards cost points (B4)."""
        return sum(points[0] for points in self.points)

    def fits(self, displays: Sequence[int], card: Card) -> bool:
        """Whether a card is next on its display (T5, T6, B1)."""
        suit, rank = self.place[card]
        return self.advance[suit][displays[suit]][rank - 1] != MISFIT

    def score(self, displays: Sequence[int]) -> int:
        """The counted score (E4, B4)."""
        return sum(points[laid] for points, laid in zip(self.points, displays, strict=True))

    def complete(self, displays: Sequence[int]) -> bool:
        """Whether every display is complete (E2)."""
        return all(laid == self.ranks for laid in displays)


@cache
def tables_for(suits: tuple[Suit, ...]) -> Tables:
    """Derive the tables of a list of suits with equally many values."""
    ranks = len(suits[0].copies)
    faces = [(index, suit, rank) for index, suit in enumerate(suits) for rank in range(1, ranks + 1)]
    cards = tuple(Card(f"{suit.letter}{rank}") for _, suit, rank in faces)
    copies = tuple(suit.copies[rank - 1] for _, suit, rank in faces)
    clues = (
        *(suit.letter for suit in suits if suit.named),
        *(str(rank) for rank in range(1, ranks + 1)),
    )
    touch = tuple(tuple(touches(clue, suit, rank) for _, suit, rank in faces) for clue in clues)
    return Tables(
        suits=suits,
        ranks=ranks,
        cards=cards,
        copies=copies,
        clues=clues,
        touch=touch,
        advance=tuple(_automaton(suit) for suit in suits),
        points=tuple(_points(suit) for suit in suits),
        closing=tuple(suit.order[-1] for suit in suits),
        place={card: (index, rank) for card, (index, _, rank) in zip(cards, faces, strict=True)},
        supply=dict(zip(cards, copies, strict=True)),
        touched_by={
            card: frozenset(clue for clue, row in zip(clues, touch, strict=True) if row[face])
            for face, card in enumerate(cards)
        },
    )


def touches(clue: str, suit: Suit, rank: int) -> bool:
    """Whether a clue, a colour's letter or a value, touches a card: the one place that decides it."""
    if clue.isdigit():
        return suit.values is Touch.ALL or (suit.values is Touch.OWN and clue == str(rank))
    return suit.colours is Touch.ALL or (suit.colours is Touch.OWN and clue == suit.letter)


@cache
def new_deck(suits: tuple[Suit, ...]) -> tuple[Card, ...]:
    """All cards of the suits, unshuffled, in the order of the catalogue, which is not the edition's own."""
    names = list(SUITS)
    known = sorted((suit for suit in suits if suit.name in SUITS), key=lambda suit: names.index(suit.name))
    others = [suit for suit in suits if suit.name not in SUITS]
    return tuple(
        Card(f"{suit.letter}{rank}")
        for suit in (*known, *others)
        for rank, copies in enumerate(suit.copies, start=1)
        for _ in range(copies)
    )


def _automaton(suit: Suit) -> tuple[tuple[int, ...], ...]:
    ranks = range(1, len(suit.copies) + 1)
    rows = [
        tuple(laid + 1 if rank == wanted else MISFIT for rank in ranks)
        for laid, wanted in enumerate(suit.order)
    ]
    return (*rows, (MISFIT,) * len(ranks))


def _points(suit: Suit) -> tuple[int, ...]:
    most = len(suit.copies)
    start = 0 if suit.scores is Scores.CARDS else -most
    return tuple(range(start, start + most + 1))
