"""The players of a table as a company: who is stood in for or has left, what they vote on, and whether they
pause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tamaya.table.commands import VoteMatter


@dataclass(frozen=True, slots=True)
class Vote:
    """A question that all have to agree on who were here when it was asked."""

    matter: VoteMatter
    asker: int
    about: int | None
    """The seat that a bot would play for."""
    bot: str
    """Which one."""
    voters: tuple[int, ...]
    agreed: tuple[int, ...]

    @property
    def passes(self) -> bool:
        """Whether all have agreed."""
        return set(self.voters) <= set(self.agreed)


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot that plays for a player who is away; the seat stays theirs."""

    bot: str
    since: int
    """After how many actions it began."""


@dataclass(frozen=True, slots=True)
class Company:
    """How it stands among the players of a running game."""

    stand_ins: Mapping[int, StandIn] = field(default_factory=dict)
    """seat: who plays for its guest"""
    gone: frozenset[int] = frozenset()
    """The seats of guests who have left the game; they may come back."""
    paused_by: int | None = None
    nudged_by: int | None = None
    """Who has reminded the player on turn; the next move ends it."""
    vote: Vote | None = None
    ended: bool = False
    """Whether the players have agreed to end the game before its end."""
    changes: int = 0
    """How often players have asked, paused, reminded or left."""

    def changed(self) -> Company:
        """The company with one more change counted."""
        return replace(self, changes=self.changes + 1)

    def without_bot(self, seat: int) -> Company:
        """The company in which no bot plays for the guest of a seat, and none is about to."""
        about = self.vote is not None and self.vote.about == seat
        return replace(
            self,
            stand_ins={at: stand_in for at, stand_in in self.stand_ins.items() if at != seat},
            vote=None if about else self.vote,
        )

    def with_bot(self, seat: int, stand_in: StandIn) -> Company:
        """The company in which a bot plays for the guest of a seat."""
        others = self.without_bot(seat)
        return replace(others, stand_ins={**others.stand_ins, seat: stand_in}, nudged_by=None)
