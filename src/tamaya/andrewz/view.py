"""What one seat or a spectator may know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar

from tamaya.andrewz.actions import Action
from tamaya.andrewz.events import Ended, Event, event_message
from tamaya.andrewz.pack import COLOURS
from tamaya.andrewz.piles import place_of, top
from tamaya.andrewz.result import Result
from tamaya.rules import Card, Seat
from tamaya.words import ENGLISH, Reader, say

ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class View:
    """A copy of the facts that may be known: each player sees their own hand and no other (Z1)."""

    game: ClassVar[Literal["andrewz"]] = "andrewz"
    seat: Seat | None
    """The seat that sees it; None for a spectator."""
    names: tuple[str, ...]
    first: Seat
    """Who began (Z2)."""
    turn: Seat | None
    hands: tuple[tuple[Card, ...] | None, ...]
    """[seat] its cards in the order in which they were drawn, where they may be seen."""
    hand_sizes: tuple[int, ...]
    """[seat] how many cards it holds."""
    piles: tuple[tuple[Card, ...], ...]
    """[colour] its cards from the bottom, in the order of COLOURS; none while the colour is not in play."""
    discards: tuple[Card, ...]
    """In the order in which they were laid."""
    deck_size: int
    deck: tuple[Card, ...] | None
    """From the top, once everything is revealed."""
    actions: tuple[Action, ...]
    """What the seat may do now; nothing while it is not on turn."""
    history: tuple[Event, ...]
    result: Result | None

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hand_sizes)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to act."""
        return self.turn is not None and self.turn == self.seat

    @property
    def my_hand(self) -> tuple[Card, ...]:
        """The viewer's own cards; empty beside the table."""
        return () if self.seat is None else self.hands[self.seat] or ()

    def pile(self, colour: str) -> tuple[Card, ...]:
        """The pile of a colour's letter."""
        return self.piles[place_of(colour)]

    def first_legal(self, kind: type[ActionT]) -> ActionT | None:
        """The first of the viewer's legal actions of one kind."""
        return next((action for action in self.actions if isinstance(action, kind)), None)

    def __str__(self) -> str:
        """The table in a few lines of English; a star stands before the player on turn."""
        return self.text()

    def text(self, reader: Reader = ENGLISH) -> str:
        """The table in a few lines, in the reader's language."""
        lines = [self._line(Seat(seat), reader) for seat in range(self.players)]
        piles, discards = self._tops(), _cards(self.discards)
        lines.append(say("view.piles", reader, piles=piles, discards=discards, deck=self._deck()))
        if self.result is not None:
            lines.append(say(event_message(Ended(self.result)), replace(reader, names=self.names)))
        return "\n".join(lines)

    def _line(self, seat: Seat, reader: Reader) -> str:
        star = "*" if seat == self.turn else " "
        name = self.names[seat].rjust(max(map(len, self.names)))
        hand = self.hands[seat]
        held = " ".join(hand) if hand else say("andrewz.card-count", reader, count=self.hand_sizes[seat])
        return f"{star}{name}: {held}"

    def _tops(self) -> str:
        piles = zip(COLOURS, self.piles, strict=True)
        return " ".join(f"{suit.letter}{top(pile) or '-'}" for suit, pile in piles)

    def _deck(self) -> str:
        return f"{self.deck_size}: {' '.join(self.deck)}" if self.deck else str(self.deck_size)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(cards) or "-"
