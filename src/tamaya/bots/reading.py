"""How a bot reads the table: what it takes cards for, and what it takes moves to mean.

A bot may name a function ``reader(view) -> TableReading`` (``Bot.reader``). The examiner asks it beside the
bot's moves, so that a bot that does the right thing for a wrong reason is found out.
"""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

from tamaya.engine.actions import Clue
from tamaya.rules import Card, Seat

Meaning: TypeAlias = Literal["play", "save", "stall", "chop move", "fix", "reveal", "mistake"]
"""How a move is read: it calls for a card, keeps one with a clue, passes the time, keeps one without a clue,
corrects what a card was taken for, tells what a card is, or breaks the conventions."""


class TableReading(Protocol):
    """What the seat of a view concludes by the conventions. A question without an answer is answered by None.

    Slots count from 1, the oldest card. Cards of the own hand and of the others may be asked for.
    """

    def taken_for(self, seat: Seat, slot: int, /) -> frozenset[Card] | None:
        """What the holder takes a card for, by the conventions."""

    def possible(self, seat: Seat, slot: int, /) -> frozenset[Card] | None:
        """What the holder can think that a card is, by the words of the clues and by counting alone."""

    def is_promised(self, seat: Seat, slot: int, /) -> bool | None:
        """Whether the holder will have to play a card that no clue has touched, now or when it fits."""

    def is_kept(self, seat: Seat, slot: int, /) -> bool | None:
        """Whether a card that no clue has touched must not be discarded any more (a chop move)."""

    def is_useless(self, seat: Seat, slot: int, /) -> bool | None:
        """Whether the holder knows that a card may go."""

    def meaning(self, number: int, /) -> Meaning | Literal[""] | None:
        """How the move ``view.history[number]`` is read; empty if it means nothing beyond its words."""

    def is_proper(self, clue: Clue, /) -> bool | None:
        """Whether the seat of the view may give a clue now, by the conventions; it need not be the best."""

    def saves(self, seat: Seat, /) -> tuple[Clue, ...] | None:
        """The proper clues by which the seat of the view can keep the next discard of another seat now."""
