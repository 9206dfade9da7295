"""What one seat, or somebody beside the table, may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from tamaya.andrewz.actions import Action
from tamaya.andrewz.events import Ended, Event, count_cards, tell
from tamaya.andrewz.pack import COLOURS
from tamaya.andrewz.piles import place_of, top
from tamaya.andrewz.result import Result
from tamaya.rules import Card, Seat

ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class View:
    """A copy of the facts that may be known: everybody sees their own hand and nobody else's (Z1)."""

    seat: Seat | None
    """Whose view it is; nobody's beside the table."""
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
        """The table in a few lines; a star stands before the player on turn."""
        lines = [self._line(Seat(seat)) for seat in range(self.players)]
        lines.append(f"piles: {self._tops()}   discards: {_cards(self.discards)}   deck {self._deck()}")
        if self.result is not None:
            lines.append(tell(Ended(self.result), self.names))
        return "\n".join(lines)

    def _line(self, seat: Seat) -> str:
        star = "*" if seat == self.turn else " "
        name = self.names[seat].rjust(max(map(len, self.names)))
        hand = self.hands[seat]
        return f"{star}{name}: {' '.join(hand) if hand else count_cards(self.hand_sizes[seat])}"

    def _tops(self) -> str:
        piles = zip(COLOURS, self.piles, strict=True)
        return " ".join(f"{suit.letter}{top(pile) or '-'}" for suit, pile in piles)

    def _deck(self) -> str:
        return f"{self.deck_size}: {' '.join(self.deck)}" if self.deck else str(self.deck_size)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(cards) or "-"
