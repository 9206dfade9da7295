"""How a game ended, and in which order (Z8, Z9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tamaya.rules import Seat
from tamaya.words import Message


class Outcome(Enum):
    """The two ways in which a game ends."""

    WON = "won"
    """A player has no cards left (Z8)."""
    BLOCKED = "blocked"
    """The deck is empty and a full round of passes has changed nothing (Z9)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands at the end."""

    place: int
    """From 1; equal hands share a place and the next ones are left out: 1, 2, 2, 4."""
    seat: Seat
    cards: int
    """How many it still holds."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    outcome: Outcome
    winner: Seat | None
    standings: tuple[Standing, ...]
    """The best first; who share a place stand in the order of their seats."""

    @property
    def why(self) -> Message:
        """What ended the game."""
        return Message(f"end.andrewz-{self.outcome.value}")

    def place(self, seat: Seat) -> int:
        """The place of a seat."""
        return next(standing.place for standing in self.standings if standing.seat == seat)


def rank_seats(held: Sequence[int]) -> tuple[Standing, ...]:
    """The standings by cards held, fewest first, ties shared (Z9)."""
    seats = sorted(range(len(held)), key=lambda seat: held[seat])
    return tuple(
        Standing(place=1 + sum(other < held[seat] for other in held), seat=Seat(seat), cards=held[seat])
        for seat in seats
    )
