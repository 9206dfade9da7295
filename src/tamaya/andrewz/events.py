"""What the table saw: public facts, so never the face of a card that somebody drew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from tamaya.andrewz.pack import COLOURS
from tamaya.andrewz.piles import place_of
from tamaya.andrewz.result import Result
from tamaya.rules import Card, Seat, seat_letter


@dataclass(frozen=True, slots=True)
class Played:
    """A card was laid on the pile of its colour."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was laid in the discard area."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody said pass."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drew:
    """What a pass or a discard took from the deck: ``count`` cards, fewer than due if it held fewer (Z9)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A pile and the discards of its colour, ``count`` cards in all, were shuffled into the deck (Z7)."""

    suit: str
    """The letter of its colour."""
    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    result: Result


Event: TypeAlias = Played | Discarded | Passed | Drew | Closed | Ended


def tell(event: Event, names: Sequence[str] = ()) -> str:
    """An event as a sentence, with the players' names or else the letters of their seats."""
    match event:
        case Played(seat, card):
            return f"{_name(seat, names)} plays {card}"
        case Discarded(seat, card):
            return f"{_name(seat, names)} discards {card}"
        case Passed(seat):
            return f"{_name(seat, names)} passes"
        case Drew(seat, count):
            return f"{_name(seat, names)} draws {count_cards(count)}"
        case Closed(suit, count):
            return f"{COLOURS[place_of(suit)].name} is closed: {count_cards(count)} go back into the deck"
        case Ended(result):
            ending = "nobody" if result.winner is None else _name(result.winner, names)
            return f"{ending} wins: {result.why}"
        case _:
            assert_never(event)


def count_cards(count: int) -> str:
    """A number of cards in words: ``no cards``, ``1 card``, ``2 cards``."""
    return f"{count or 'no'} card{'' if count == 1 else 's'}"


def _name(seat: Seat, names: Sequence[str]) -> str:
    return names[seat] if names else seat_letter(seat)
