"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tamaya.rules import Grade, Rules
from tamaya.words import Message


class Outcome(Enum):
    """The three ways to end."""

    PERFECT = "perfect"
    """Every display is complete (E2)."""
    COUNTED = "counted"
    """The last round is over and the displays are counted (E3)."""
    LOST = "lost"
    """Too many strikes (E1), or a Final Flourish that can no longer be perfect (F1)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game."""

    outcome: Outcome
    score: int
    """The official score; 0 when lost (E1)."""
    counted: int
    """What the displays show, also when lost (E1, B4)."""
    why: Message
    """What ended it."""
    accolades: tuple[str, ...] = ()
    """What the result may add to its name, such as 'black powder' (B4); nothing when lost."""

    def grade(self, rules: Rules) -> Grade | None:
        """The band on the edition's scale. A Final Flourish has none (F2), and a lost game only where the
        edition counts it as 0 points (E1)."""
        lost = self.outcome is Outcome.LOST
        return None if lost and not rules.box.grades_lost else rules.grade(self.score)
