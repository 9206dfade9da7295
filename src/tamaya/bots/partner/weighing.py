"""Sensible moves of a seat beside the best one, each for something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tamaya.bots.coach_words import ClueReading
from tamaya.bots.coaching import AnyClue
from tamaya.bots.partner.foretelling import read_clue
from tamaya.bots.partner.mind import Mind
from tamaya.engine.actions import Action, Clue, Discard, FreeClue, Play

FAR_BEHIND = 3.0
"""A move that is so many points worse than the best one is not sensible."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """Weighs the moves of a seat, and reads its clues, each once."""

    mind: Mind
    _readings: dict[AnyClue, ClueReading] = field(default_factory=dict)

    def read(self, clue: AnyClue) -> ClueReading:
        """How a clue will be read."""
        if clue not in self._readings:
            self._readings[clue] = read_clue(self.mind, clue)
        return self._readings[clue]

    def purpose(self, action: Action) -> object:
        """What a move is for."""
        match action:
            case Clue() | FreeClue():
                return self.read(action).purpose
            case Discard():
                return "discard"
            case _:
                return action

    def sensible(self, best: Action) -> Iterator[Action]:
        """The best move, then the next best ones that are for something else."""
        worths = {action: self.mind.worth(action) for action in self.mind.view.actions}
        near = [action for action in worths if worths[action] > worths[best] - FAR_BEHIND]
        purposes: set[object] = set()
        for action in (best, *sorted(near, key=lambda action: -worths[action])):
            if action != best and not self._may_work(action):
                continue
            purpose = self.purpose(action)
            if purpose not in purposes:
                yield action
            purposes.add(purpose)

    def useful_clue(self) -> bool:
        """Whether a proper clue gets a new card played or saved, and no card played wrongly."""
        for action in self.mind.view.actions:
            if isinstance(action, Clue):
                reading = self.read(action)
                gets = reading.plays or reading.waits or reading.steps or reading.unsure
                if (gets or reading.keep) and not reading.improper and not reading.goes_wrong:
                    return True
        return False

    def _may_work(self, action: Action) -> bool:
        """Whether a move can go well: not a play that cannot fit, nor a clue that calls for a strike."""
        match action:
            case Play(slot) if slot:
                return self.mind.chance(slot, self.mind.table.playable) > 0
            case Clue() | FreeClue():
                return not self.read(action).goes_wrong
            case _:
                return True
