"""What is expected of a bot in a position: one class for each kind, which is written in short as notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tamaya.bots import Meaning
from tamaya.engine import Action, Clue
from tamaya.rules import Card, Seat, seat_letter

How: TypeAlias = Literal["blind", "clue", "known", "order"]
"""How a card is called: without a clue on it; by a clue; as one known to fit; as the first of several."""

ANY = "*"
"""Stands for anything in a pattern."""


@dataclass(frozen=True, slots=True)
class ActionPattern:
    """Some actions in notation; a star stands for anything: ``p3``, ``d*``, ``cB*``, ``c**``.

    >>> ActionPattern("cB*").matches(Clue(Seat(1), "r")), ActionPattern("c*2").matches(Clue(Seat(1), "r"))
    (True, False)
    """

    text: str

    def matches(self, action: Action) -> bool:
        """Whether an action is one of these."""
        told = str(action)
        if self.text[0] != told[0]:
            return False
        if isinstance(action, Clue):
            return all(want in (ANY, have) for want, have in zip(self.text, told, strict=True))
        return self.text[1:] in (ANY, told[1:])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class DoesOneOf:
    """``action``: seat A does one of these."""

    any: tuple[ActionPattern, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.any))


@dataclass(frozen=True, slots=True)
class DoesNoneOf:
    """``not_action``: seat A does none of these."""

    none: tuple[ActionPattern, ...]

    def __str__(self) -> str:
        return " ".join(f"!{way}" for way in self.none)


@dataclass(frozen=True, slots=True)
class SavesBy:
    """``save_choice``: if seat A clues that seat, then by one of these."""

    seat: Seat
    any: tuple[ActionPattern, ...]

    def __str__(self) -> str:
        return f"c{seat_letter(self.seat)}{ANY}: {' | '.join(map(str, self.any))}"


@dataclass(frozen=True, slots=True)
class IsCalled:
    """``called``: the holder plays one of these slots at its next turn."""

    seat: Seat
    slots: tuple[int, ...]
    how: tuple[How, ...]
    wait: int
    """How many seats act before."""

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}: {' | '.join(f'p{slot}' for slot in self.slots)}"


@dataclass(frozen=True, slots=True)
class HoldsBack:
    """``hold``: the holder does not play a card now, or none at all."""

    seat: Seat
    slot: int | None

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}: !p{self.slot or ANY}"


@dataclass(frozen=True, slots=True)
class IsKept:
    """``kept``: no clue has touched the card, and the holder does not discard it any more."""

    seat: Seat
    slot: int

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}: !d{self.slot}"


@dataclass(frozen=True, slots=True)
class CanBe:
    """``inferred`` and ``possible``: what a card is taken for, and what it can be by counting alone."""

    kind: Literal["inferred", "possible"]
    seat: Seat
    slot: int
    by: Seat | None
    """The seat that thinks so; None for all."""
    cards: frozenset[Card] | None
    """None for more than one card."""

    def __str__(self) -> str:
        cards = ">1" if self.cards is None else " ".join(sorted(self.cards))
        return f"{seat_letter(self.seat)}{self.slot} = {cards}"


@dataclass(frozen=True, slots=True)
class IsKnown:
    """``promised``: to be played without a clue once it fits. ``useless``: its holder knows it may go."""

    kind: Literal["promised", "useless"]
    seat: Seat
    slot: int

    def __str__(self) -> str:
        return f"{seat_letter(self.seat)}{self.slot}"


@dataclass(frozen=True, slots=True)
class NoSave:
    """``no_save``: seat A has no proper save for that seat."""

    seat: Seat

    def __str__(self) -> str:
        return f"!c{seat_letter(self.seat)}{ANY}"


@dataclass(frozen=True, slots=True)
class ClueIsProper:
    """``clue_ok``: seat A may give this clue now; it need not be the best."""

    clue: Clue

    def __str__(self) -> str:
        return str(self.clue)


@dataclass(frozen=True, slots=True)
class IsRead:
    """``reading``: how the action with this number is read."""

    of: int
    reading: Meaning

    def __str__(self) -> str:
        return f"#{self.of} = {self.reading}"


Expectation: TypeAlias = (
    DoesOneOf
    | DoesNoneOf
    | SavesBy
    | IsCalled
    | HoldsBack
    | IsKept
    | CanBe
    | IsKnown
    | NoSave
    | ClueIsProper
    | IsRead
)
