"""What bots look up and count at every turn: the facts of a game that never change, and copies of faces.

Faces and clues are numbered as in ``tamaya.rules.Tables``. A set of faces, clues or slots is the bits of an
integer. Seats and slots count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from tamaya.bots.bits import size
from tamaya.bots.compilable import compilable
from tamaya.rules import Card, Rules

# Lists, named by what they are indexed by; the numbers are the room that compiled games have for them.
PerFace: TypeAlias = Annotated[list[int], 64]
PerClue: TypeAlias = Annotated[list[int], 32]
PerSlot: TypeAlias = Annotated[list[int], 10]

BEYOND: Final = 6
"""The most copies of a card beyond three."""
PLANES: Final = 3 + BEYOND
PerCopy: TypeAlias = Annotated[list[int], BEYOND]
PerPlane: TypeAlias = Annotated[list[int], PLANES]

# Kinds of action.
PLAY: Final = 0
DISCARD: Final = 1
CLUE: Final = 2
BACK: Final = 3
ENCORE: Final = 4
"""What a bonus tile lets a seat do with a discarded card (L6, L7)."""

NO_SLOT: Final = -1
UNSEEN: Final = -1
"""The face of a card that a seat does not see."""


@dataclass(frozen=True, slots=True)
class BookFacts:
    """What the rules say."""

    players: int
    hand: int
    """Cards in a full hand."""
    deck: int
    """Cards in the deck after dealing."""
    suits: int
    ranks: int
    faces: int
    colours: int
    """How many of the clues are colours; they come first."""
    clues: int
    """How many different clues there are."""
    most_clues: int
    """Clue tokens."""
    most_strikes: int
    flourish: bool
    """F1: the game goes on without a deck until it is perfect or lost."""
    empty: bool
    """T3: clues may match no card, so that every clue can always be given."""
    discard_full: bool
    """A seat may discard while all clue tokens are available."""
    every: int
    """Set of all faces."""
    opening: int
    """Set of faces: what fits at the start."""
    copies: PerFace
    touch: PerClue
    """[clue] set of faces."""
    suit_of: PerFace
    step_of: PerFace
    """[face] how many cards are laid on its display before it."""
    after: PerFace
    """[face] set of faces: what fits next, empty if it completes its display."""


@lru_cache(maxsize=64)
def facts_of(rules: Rules, players: int) -> BookFacts:
    """The facts of a table."""
    tables = rules.tables
    numbers = {card: face for face, card in enumerate(tables.cards)}
    chains = [[numbers[Card(f"{suit.letter}{rank}")] for rank in suit.order] for suit in tables.suits]
    step_of = {face: step for chain in chains for step, face in enumerate(chain)}
    after = {face: set_of(chain[step + 1 : step + 2]) for chain in chains for step, face in enumerate(chain)}
    hand = rules.hand_size(players)
    return BookFacts(
        players=players,
        hand=hand,
        deck=rules.deck_size - players * hand,
        suits=len(tables.suits),
        ranks=tables.ranks,
        faces=len(numbers),
        colours=len(tables.colours),
        clues=len(tables.clues),
        most_clues=rules.clues,
        most_strikes=rules.strikes,
        flourish=rules.flourish,
        empty=rules.empty,
        discard_full=rules.discard_full,
        every=(1 << len(numbers)) - 1,
        opening=set_of(chain[0] for chain in chains),
        copies=list(tables.copies),
        touch=[set_of(face for face, touched in enumerate(row) if touched) for row in tables.touch],
        suit_of=[tables.place[card][0] for card in tables.cards],
        step_of=[step_of[face] for face in range(len(numbers))],
        after=[after[face] for face in range(len(numbers))],
    )


def set_of(members: Iterable[int]) -> int:
    """A set from its members."""
    return sum(1 << member for member in members)


@dataclass(slots=True)
class Copies:
    """How many copies of each face are left: sets of faces with at least so many."""

    one: int
    two: int
    three: int
    more: PerCopy = field(default_factory=lambda: [0] * BEYOND)
    """[n] set of faces with at least n + 4; empty in all boxes, where no card has more than three copies."""


def all_copies(copies: PerFace) -> Copies:
    """The copies of a whole deck."""
    one, two, three, *more = (
        set_of(face for face, most in enumerate(copies) if most > count) for count in range(PLANES)
    )
    return Copies(one, two, three, more)


@compilable(inline=True)
def weigh(copies: Copies, faces: int) -> int:
    """How many copies are left of the faces of a set."""
    count = size(faces & copies.one) + size(faces & copies.two) + size(faces & copies.three)
    if copies.more[0]:
        count += _weigh_more(copies, faces)
    return count


@compilable
def _weigh_more(copies: Copies, faces: int) -> int:
    """How many copies beyond three are left of the faces of a set."""
    count = 0
    for beyond in range(BEYOND):
        count += size(faces & copies.more[beyond])
    return count


@compilable(inline=True)
def plane_of(copies: Copies, plane: int) -> int:
    """Set of faces with more than so many copies left."""
    if plane == 0:
        return copies.one
    if plane == 1:
        return copies.two
    return copies.three if plane == 2 else copies.more[plane - 3]


@compilable(inline=True)
def take(copies: Copies, card: int) -> None:
    """One copy less of a face, given as a set."""
    if copies.more[0] & card:
        _take_more(copies, card)
    elif copies.three & card:
        copies.three &= ~card
    elif copies.two & card:
        copies.two &= ~card
    else:
        copies.one &= ~card


@compilable
def _take_more(copies: Copies, card: int) -> None:
    """One copy less of a face that has more than three."""
    highest = 0
    for beyond in range(BEYOND):
        if copies.more[beyond] & card:
            highest = beyond
    copies.more[highest] &= ~card


@compilable
def give(copies: Copies, card: int) -> None:
    """One copy more of a face, given as a set."""
    if not copies.one & card:
        copies.one |= card
    elif not copies.two & card:
        copies.two |= card
    elif not copies.three & card:
        copies.three |= card
    else:
        beyond = 0
        while copies.more[beyond] & card:
            beyond += 1
        copies.more[beyond] |= card


@compilable(inline=True)
def begin_count(copies: Copies, other: Copies) -> None:
    """Begin to count with what is left elsewhere."""
    copies.one = other.one
    copies.two = other.two
    copies.three = other.three
    if copies.more[0] | other.more[0]:
        _begin_more(copies, other)


@compilable
def _begin_more(copies: Copies, other: Copies) -> None:
    for beyond in range(BEYOND):
        copies.more[beyond] = other.more[beyond]
