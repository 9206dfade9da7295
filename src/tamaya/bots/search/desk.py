"""The desk of a search: how much to search, what was before, what has been imagined and found so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from tamaya.bots.blueprint import mind_at
from tamaya.bots.facts import PerSlot
from tamaya.bots.hat.compiled import HatMind
from tamaya.bots.partner.compiled import PartnerMind
from tamaya.bots.search.room import ACTION_ROOM, PAST_ROOM
from tamaya.fast.jit import Row, inline
from tamaya.fast.structs import places, pointer_to, words_of

ROW_ROOM: Final = 256
"""The most words of a row."""
MIND_ROOM: Final = max(words_of(HatMind), words_of(PartnerMind))
"""The most words of a mind."""
SHARED_ROOM: Final = places(HatMind)["sight"].start
"""The most words of that part of a mind, the same for all seats, which lasts from action to action."""

# Words in a desk, which to a type checker are rows like all others.
if TYPE_CHECKING:
    GameRow: TypeAlias = Row
    MindRow: TypeAlias = Row
    SharedRow: TypeAlias = Row
    Cards: TypeAlias = Sequence[Row]
else:
    GameRow = Annotated[list[int], ROW_ROOM]
    MindRow = Annotated[list[int], MIND_ROOM]
    SharedRow = Annotated[list[int], SHARED_ROOM]
    Cards = Annotated[list[list[int]], 10, 10]
    """[seat][slot] the cards, by their places in the order of drawing; -1 for none."""


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """How much to search, and when to leave the blueprint."""

    samples: int = 120
    """Imagined games for each action, at most."""
    interval: int = 20
    """Imagined games between two looks at how the actions do."""
    threshold: int = 2
    """Hundredths of a point by which an action must do better than the blueprint's own."""
    bonus: int = 50
    """Hundredths of a point that a perfect game counts more."""
    trust: int = 20
    """Tenths of a standard error by which an action must be behind to be given up."""
    clearly: int = 20
    """Twelfths of a standard error by which an action must be better than the blueprint's own."""
    fewest: int = 0
    """Imagined games without which the blueprint's own action is taken."""
    doubt: int = 20
    """How much less likely a hand is for each action of others that does not fit it."""
    tries: int = 100
    """Hands imagined at most until one is believed."""
    backwards: int = 20
    """How many actions of others are looked at, the last one first; 0 for none."""
    chance: int = 25
    """Per cent of chance to fit below which a play is not tried."""
    lies: int = 20
    """Per cent of the imagined games in which an action may mislead a teammate; only for blueprints with a
    reading for each seat."""


@dataclass(slots=True)
class Trial:
    """How an action does, in hundredths of a point compared with the blueprint's own."""

    alive: bool
    """Whether it is still tried."""
    gain: int
    """The sum of what it does better."""
    squares: int
    """The sum of the squares of that."""
    better: int
    """In how many games it does better."""
    lies: int
    """In how many games it misleads a teammate."""
    lost: int
    """How many games are lost with it."""
    perfect: int
    """How many are perfect."""


@dataclass(slots=True)
class PastMove:
    """What was before an action."""

    action: int
    """Or below 0 a hand put in another order, as ``blueprint.packed_order`` has it."""
    seat: int
    cards: Cards
    row: GameRow
    mind: SharedRow
    """What the mind remembered, if that was the same for all seats."""


@dataclass(slots=True)
class Desk:
    """Room for one search after another, and what they have found."""

    terms: SearchTerms
    usual: int
    """The blueprint's own action."""
    alive: int
    """Actions that are still tried."""
    games: int
    """Imagined games so far, for each action."""
    misled: int
    """Cards of this game that were not what all took them for."""
    rollouts: int
    """Games played to their ends, in all searches."""
    surprises: int
    """Positions for which there was no hand, in all searches."""
    steps: int
    """Actions so far, hands put in another order included."""
    least: int
    """The fewest actions of others that did not fit an imagined hand, in this search."""
    trials: Annotated[list[Trial], ACTION_ROOM]
    """[action]"""
    start: GameRow
    """The game before the first action."""
    dealt: Cards
    """The cards then."""
    guess: GameRow
    """The game as the seat sees it, with a hand and deck that may yet be doubted."""
    row: GameRow
    """The same with a hand and deck that are believed."""
    mind: MindRow
    """What the seats remember there, if each has a reading of its own."""
    strangers: int
    """Set of seats that take clues at their word there."""
    meant: Annotated[list[int], 10]
    """[seat] the slot that a clue has touched alone since the seat's last turn, or -1; in a game that is
    played to its end."""
    tried_row: GameRow
    """One that is played to its end, or a moment of the past."""
    tried_mind: MindRow
    cards: Cards
    believed: PerSlot
    """[slot] set of faces that the seat on turn takes its card for."""
    returned: int
    """The face of the card that a bonus tile put back into the deck (L6); NO_FACE for none."""
    drawn_before: int
    """How many cards had been drawn by then: only later ones can be the card that was put back."""
    spare: int
    """How many cards with its face were in hands or in the deck by then, less those that have left hands."""
    faces: Annotated[list[int], 256]
    """[card] the face of a card that has left a hand."""
    past: Annotated[list[PastMove], PAST_ROOM]
    """[step]"""


desk_at = pointer_to(Desk)


@inline
def copy_words(source: Row, target: Row, words: int) -> None:
    """Copy the first words of a row."""
    for word in range(words):
        target[word] = source[word]


@inline
def copy_lasting(source: Row, target: Row) -> None:
    """Copy what a mind remembers from action to action."""
    copy_words(source, target, mind_at(source, 0).lasting_words)
