"""Some earlier positions of a game, so that every one is reached in a few steps."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.records import AnyPosition

MOST_KEPT = 16
SPACING = 8


@dataclass(frozen=True, slots=True)
class Trail:
    """The position after every ``spacing`` actions.

    A position holds the whole history, so a long game would take much memory if all were kept: when there are
    too many, every second one is dropped.
    """

    positions: tuple[AnyPosition, ...]
    """[number] after ``number * spacing`` actions"""
    spacing: int = SPACING

    def extended(self, turn: int, position: AnyPosition) -> Trail:
        """The trail with the position after ``turn`` actions, which is the latest one."""
        if turn % self.spacing:
            return self
        kept = (*self.positions, position)
        if len(kept) <= MOST_KEPT:
            return Trail(kept, self.spacing)
        return Trail(kept[::2], self.spacing * 2)

    def cut(self, turn: int) -> Trail:
        """The trail of a game that has been taken back to ``turn``."""
        return Trail(self.positions[: turn // self.spacing + 1], self.spacing)

    def before(self, turn: int) -> tuple[int, AnyPosition]:
        """The last position that is kept up to a turn, and how many actions led to it."""
        number = min(turn // self.spacing, len(self.positions) - 1)
        return number * self.spacing, self.positions[number]
