"""A bot as a coach: what the player on a seat could do, and how a clue will be read.

A bot may name two functions beside ``Bot.reader``: ``adviser(view, count)`` and ``foreteller(view, clue)``.
Both take the view of the seat that asks, and their answers are for that seat alone, so they may use all that
it sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tamaya.engine.actions import Action, Clue, FreeClue
from tamaya.engine.view import View
from tamaya.words import Message

SUGGESTIONS = 3
"""How many moves a coach shows."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A sensible move, with what it is good for and how sure that is, said to the player on the seat."""

    action: Action
    reason: tuple[Message, ...]


AnyClue: TypeAlias = Clue | FreeClue
"""A clue, by a token or by a bonus tile."""
Adviser: TypeAlias = Callable[[View, int], tuple[Suggestion, ...]]
"""Sensible moves for the seat of a view, so many at most, the best first."""
Foreteller: TypeAlias = Callable[[View, AnyClue], tuple[Message, ...]]
"""How the receiver will read a clue that the seat of a view is about to give."""
