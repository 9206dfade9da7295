"""What the solver answers."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.words import Message


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best score found from a position, a line that reaches it, and what is proven."""

    score: int
    """Reached by the line."""
    line: tuple[str, ...]
    """Actions in notation, from the given position to the end of the game."""
    bound: int
    """Proven: no line reaches more."""
    how: Message
    """How it was decided."""
    seconds: float
    perfect: int
    """The score of a perfect game by these rules."""
    won: bool
    """Whether the line completes every display."""

    @property
    def proven(self) -> bool:
        """Whether the score is the best there is."""
        return self.score == self.bound

    @property
    def winnable(self) -> bool | None:
        """Whether a perfect game can be reached; None if that is not known."""
        if self.won:
            return True
        return False if self.bound < self.perfect else None

    def plain(self) -> dict[str, object]:
        """The same as JSON has it."""
        return {
            "score": self.score,
            "line": list(self.line),
            "bound": self.bound,
            "proven": self.proven,
            "winnable": self.winnable,
            "how": self.how.plain(),
            "seconds": round(self.seconds, 4),
        }
