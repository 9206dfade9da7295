"""What the table saw: public facts, so never the face of a card that a player drew.

``kind`` tells events apart where they are written as JSON, those of the co-operative game included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, assert_never

from tamaya.andrewz.pack import COLOURS
from tamaya.andrewz.piles import place_of
from tamaya.andrewz.result import Result
from tamaya.rules import Card, Seat
from tamaya.words import Message, Who


@dataclass(frozen=True, slots=True)
class Played:
    """A card was laid on the pile of its colour."""

    kind: ClassVar[Literal["andrewz-played"]] = "andrewz-played"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was laid in the discard area."""

    kind: ClassVar[Literal["andrewz-discarded"]] = "andrewz-discarded"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed."""

    kind: ClassVar[Literal["andrewz-passed"]] = "andrewz-passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """What a pass or a discard took from the deck: ``count`` cards, fewer than due if it held fewer (Z9)."""

    kind: ClassVar[Literal["andrewz-drew"]] = "andrewz-drew"
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A pile and the discards of its colour, ``count`` cards in all, were shuffled into the deck (Z7)."""

    kind: ClassVar[Literal["andrewz-closed"]] = "andrewz-closed"
    suit: str
    """The letter of its colour."""
    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    kind: ClassVar[Literal["andrewz-ended"]] = "andrewz-ended"
    result: Result


Event: TypeAlias = Played | Discarded | Passed | Drew | Closed | Ended
"""What all players saw."""


def event_message(event: Event) -> Message:
    """An event for any reader."""
    match event:
        case Played(seat, card):
            return Message("event.andrewz-played", who=Who(seat), card=card)
        case Discarded(seat, card):
            return Message("event.andrewz-discarded", who=Who(seat), card=card)
        case Passed(seat):
            return Message("event.andrewz-passed", who=Who(seat))
        case Drew(seat, count):
            return Message("event.andrewz-drew", who=Who(seat), count=count)
        case Closed(suit, count):
            return Message("event.andrewz-closed", suit=COLOURS[place_of(suit)].label, count=count)
        case Ended(result):
            if result.winner is None:
                return Message("end.andrewz-no-winner", cause=result.why)
            return Message("end.andrewz-winner", who=Who(result.winner), cause=result.why)
        case _:
            assert_never(event)
