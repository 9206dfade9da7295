"""What the players of ``hat`` agree on before a game: the facts of the rules as sets, and a few numbers.

A set of faces is a whole number with bit ``face`` set; faces and clues are numbered as in
``tamaya.rules.Tables``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tamaya.rules import Card, Rules


class Terms(NamedTuple):
    """Numbers that were found by trying."""

    hoard: int
    """Clue tokens up to which a useless card is discarded before any clue is given."""
    thrift: int
    """Clue tokens that are kept rather than spent to avoid a discard."""
    dear: int
    """What a discard may cost before a clue is preferred."""
    patience: int
    """The pace at which discards end while somebody can play."""
    watched: int
    """How many players ahead one looks for a discard that would be a loss."""
    late: int
    """Cards in the deck from which on the rest of the game is rehearsed."""
    samples: int
    """Rehearsals for each action."""
    margin: int
    """How much better than usual an action must do in all rehearsals together."""


TERMS = {
    2: Terms(0, 1, 1000, 3, 1, 6, 20, 4),
    3: Terms(4, 0, 100, 2, 0, 9, 20, 4),
    4: Terms(4, 0, 100, 3, 0, 10, 20, 4),
    5: Terms(4, 0, 100, 4, 0, 12, 20, 4),
}
"""players: the terms; more than five play like five."""


@dataclass(frozen=True, slots=True)
class Book:
    """A table of ``hat``."""

    terms: Terms
    players: int
    hand: int
    deck: int
    """Cards in the deck after dealing."""
    most_clues: int
    flourish: bool
    discard_full: bool
    empty: bool
    """T3: whether clues may match no card, so that every clue can always be given."""
    exact: bool
    """Whether every sum can be told, so that a discard proves that no clue was needed."""
    clues: tuple[str, ...]
    colours: int
    """How many of the clues are colours; they come first."""
    face: dict[Card, int]
    copies: tuple[int, ...]
    """[face]"""
    every: int
    """Set of all faces."""
    touch: tuple[int, ...]
    """[clue] set of faces."""
    after: tuple[int, ...]
    """[face] set of faces: what fits next, empty if it completes its display."""
    length: tuple[int, ...]
    """[face] how many cards follow it on its display."""
    opening: int
    """Set of faces: what fits at the start."""

    def others(self, seat: int) -> list[int]:
        """The other seats, in the order of their turns."""
        return [(seat + offset) % self.players for offset in range(1, self.players)]


@lru_cache(maxsize=64)
def book_for(rules: Rules, players: int) -> Book:
    """The book of a table."""
    tables = rules.tables
    face = {card: number for number, card in enumerate(tables.cards)}
    chains = [[face[Card(f"{suit.letter}{rank}")] for rank in suit.order] for suit in rules.suits]
    after, length = [0] * len(face), [0] * len(face)
    for chain in chains:
        for place, number in enumerate(chain):
            after[number] = set_of(chain[place + 1 : place + 2])
            length[number] = len(chain) - place - 1
    hand = rules.hand_size(players)
    return Book(
        terms=TERMS[min(players, 5)],
        players=players,
        hand=hand,
        deck=rules.deck_size - players * hand,
        most_clues=rules.clues,
        flourish=rules.flourish,
        discard_full=rules.discard_full,
        empty=rules.empty,
        exact=rules.empty or _groups_are_apart(rules),
        clues=tables.clues,
        colours=len(tables.colours),
        face=face,
        copies=tables.copies,
        every=(1 << len(face)) - 1,
        touch=tuple(set_of(number for number in face.values() if row[number]) for row in tables.touch),
        after=tuple(after),
        length=tuple(length),
        opening=set_of(chain[0] for chain in chains),
    )


def objection(rules: Rules | None, _players: int) -> str:
    """Why ``hat`` cannot play somewhere."""
    if rules is None:
        return "it plays the co-operative game"
    if rules.bonus:
        return "it makes no decisions on bonus tiles"
    if max(rules.tables.copies) > 3:
        return "it counts no more than three copies of a card"
    return ""


def _groups_are_apart(rules: Rules) -> bool:
    """Whether each card is touched by one colour and by one value, so that clues part a hand into groups."""
    tables = rules.tables
    colours = len(tables.colours)
    return all(
        sum(row[face] for row in part) == 1
        for face in range(len(tables.cards))
        for part in (tables.touch[:colours], tables.touch[colours:])
    )


def set_of(members: Iterable[int]) -> int:
    """A set from its members."""
    return sum(1 << member for member in members)


def members_of(faces: int) -> Iterator[int]:
    """The members of a set, from the lowest."""
    while faces:
        yield lowest(faces)
        faces &= faces - 1


def lowest(faces: int) -> int:
    """The lowest member of a set that is not empty."""
    return (faces & -faces).bit_length() - 1


def sole(faces: int) -> bool:
    """Whether a set that is not empty has one member."""
    return faces & (faces - 1) == 0
