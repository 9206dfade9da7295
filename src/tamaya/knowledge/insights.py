"""What a screen shows beside a view, and how much of it about hidden cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from tamaya.engine.view import SeenCard, View
from tamaya.knowledge.hidden_hands import Faces
from tamaya.knowledge.knowledge import know
from tamaya.rules import Grade, Seat

Detail: TypeAlias = Literal["nothing", "told", "deduced"]
"""How much a screen shows about hidden cards: nothing, what was told, or all that follows."""
DETAILS: Final[tuple[Detail, ...]] = get_args(Detail)
"""From the least to the most."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What a view of the co-operative game implies, as far as every screen shows it."""

    score: int
    """What the displays count now (E4, B4)."""
    best: int
    """See ``Knowledge.best_score``."""
    pace: int | None
    """See ``Knowledge.pace``."""
    grade: Grade | None
    """The band of the edition's scale in which the game has ended (E5)."""
    possible: tuple[tuple[Faces, ...], ...] | None
    """[seat][slot - 1] the faces that a card may have for its owner; None where the screen shows less."""


def insight(view: View, detail: Detail) -> Insight:
    """Work out what a screen shows beside a view."""
    known = know(view)
    deduced = detail == "deduced" and view.result is None
    return Insight(
        score=view.score,
        best=known.best_score,
        pace=known.pace,
        grade=view.result.grade(view.rules) if view.result else None,
        possible=tuple(known.empathy(Seat(seat)) for seat in range(view.players)) if deduced else None,
    )


def without_marks(view: View) -> View:
    """The view for a screen that shows nothing about hidden cards: without what their owners were told."""
    return replace(view, hands=tuple(tuple(map(_bare, hand)) for hand in view.hands))


def _bare(held: SeenCard) -> SeenCard:
    return SeenCard(held.id, held.card, "", "") if held.yes or held.no else held
