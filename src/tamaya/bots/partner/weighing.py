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
LAST = (2, 0, 0)
"""Where moves come that are not weighed."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """Weighs the moves of a seat, and reads its clues, each once."""

    mind: Mind
    _worths: dict[Action, float] = field(default_factory=dict)
    _readings: dict[AnyClue, ClueReading] = field(default_factory=dict)

    @property
    def worths(self) -> dict[Action, float]:
        """What each move is worth; of equals the first is taken, as ``choose.best`` does."""
        if not self._worths:
            actions = sorted(self.mind.view.actions, key=self._place)
            self._worths.update((action, self.mind.worth(action)) for action in actions)
        return self._worths

    def best(self) -> Action | None:
        """The move that is worth most: what ``choose.best`` finds; None if there is nothing to weigh."""
        worths = {action: worth for action, worth in self.worths.items() if self._place(action) != LAST}
        return max(worths, key=lambda action: worths[action], default=None)

    def _place(self, action: Action) -> tuple[int, ...]:
        """Where ``choose.best`` comes upon a move."""
        match action:
            case Play(slot) if slot:
                return (0, slot, 0)
            case Discard(slot):
                return (0, slot, 1)
            case Clue(receiver, clue):
                step = (receiver - self.mind.seat) % self.mind.view.players
                return (1, step, self.mind.view.rules.tables.clues.index(clue))
            case _:
                return LAST

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
        worths = self.worths
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
