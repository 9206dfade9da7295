"""What a player wants to do, and the compact notation for it.

p3        play slot 3 (p0 plays the last card straight from the deck, where a table allows it)
d1        discard slot 1
cBr cB1   tell seat B about red; about its ones
oA21345   seat A puts its hand in another order: the old slots, from left to right
fBr       a free clue from a bonus tile
br3       the discarded r3 goes back into the deck
er3       an encore for the discarded r3
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from tamaya.rules import Card, Seat, Unreadable, parse_seat, seat_letter


@dataclass(frozen=True, slots=True)
class Play:
    """Play the card in a slot of one's own hand; slots count from 1 on the left, the oldest card."""

    slot: int

    def __str__(self) -> str:
        return f"p{self.slot}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card in a slot of one's own hand."""

    slot: int

    def __str__(self) -> str:
        return f"d{self.slot}"


@dataclass(frozen=True, slots=True)
class Clue:
    """Tell a teammate about one colour, by its letter, or one value."""

    receiver: Seat
    clue: str

    def __str__(self) -> str:
        return f"c{seat_letter(self.receiver)}{self.clue}"


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Put one's own hand in another order: the old slots, from left to right (T9)."""

    seat: Seat
    order: tuple[int, ...]

    def __str__(self) -> str:
        # Ten cards are the most a hand can hold; the tenth slot is written 0.
        return f"o{seat_letter(self.seat)}{_digits(self.order)}"


@dataclass(frozen=True, slots=True)
class FreeClue:
    """The clue that a *colour* or *value* tile grants (L4, L5)."""

    receiver: Seat
    clue: str

    def __str__(self) -> str:
        return f"f{seat_letter(self.receiver)}{self.clue}"


@dataclass(frozen=True, slots=True)
class Back:
    """Shuffle a discarded card into the deck (L6)."""

    card: Card

    def __str__(self) -> str:
        return f"b{self.card}"


@dataclass(frozen=True, slots=True)
class Encore:
    """Put a discarded card into play (L7)."""

    card: Card

    def __str__(self) -> str:
        return f"e{self.card}"


BonusChoice: TypeAlias = FreeClue | Back | Encore
"""What a player decides for a bonus tile (L8)."""
Action: TypeAlias = Play | Discard | Clue | Rearrange | FreeClue | Back | Encore
"""What a player wants to do."""

_NOTATION = re.compile(
    r"(?P<slot>[pd])(?P<number>10|[0-9])|(?P<clue>[cf])(?P<receiver>[A-J])(?P<told>[a-z1-9])"
    r"|o(?P<seat>[A-J])(?P<order>[0-9]{1,10})|(?P<bonus>[be])(?P<card>[a-z][1-9])",
    re.ASCII,
)


def _digits(order: object) -> str:
    """The slots of an order; what is no slot is written as a question mark."""
    slots = order if isinstance(order, tuple | list) else [order]
    return "".join(str(slot % 10) if isinstance(slot, int) else "?" for slot in slots)


def parse_action(text: str) -> Action:
    """Read the compact notation; whether the action is allowed now is another question."""
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise Unreadable(text, "read.action")
    if kind := match["slot"]:
        return (Play if kind == "p" else Discard)(int(match["number"]))
    if kind := match["clue"]:
        return (Clue if kind == "c" else FreeClue)(parse_seat(match["receiver"]), match["told"])
    if kind := match["bonus"]:
        return (Back if kind == "b" else Encore)(Card(match["card"]))
    return Rearrange(parse_seat(match["seat"]), tuple(int(digit) or 10 for digit in match["order"]))
