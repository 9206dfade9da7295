"""Hindsight: what could be reached at every moment by those who know all cards, and which move lost it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tamaya.engine import Discarded, Event, Outcome, Played, State
from tamaya.knowledge import know, outlook
from tamaya.review.model import Hindsight, Loss, Reach, Solved
from tamaya.words import Message

SHARES = (0.1, 0.3, 1.0)
"""Of the time, how much one position may take at most: little at first, all of it in the end."""
GAME_ITSELF = Message("solver.game-itself")


@dataclass
class Reaches:
    """The best reachable scores at all positions of a game, narrowed down until time is up.

    What can be reached never grows: so what is reached later could be reached before, and a limit now is a
    limit from now on. Where a later position can still reach all that an earlier one could, nothing was lost
    between them, and the solver is not asked.
    """

    states: Sequence[State]
    actions: Sequence[str]
    score: list[int] = field(init=False)
    bound: list[int] = field(init=False)
    line: tuple[str, ...] = ()
    how: Message = GAME_ITSELF
    best: int = field(init=False)

    def __post_init__(self) -> None:
        last = self.states[-1]
        self.bound = [know(state.spectate()).best_score for state in self.states]
        lowest = last.result.score if last.result else min(0, self.bound[-1])
        self.score = [lowest] * len(self.states)
        self.line = tuple(self.actions) if last.over else ()
        self.best = lowest if last.over else lowest - 1
        self._spread()

    def narrow(
        self, seconds: float, seed: int, stop: Callable[[], bool], progress: Callable[[int], None]
    ) -> None:
        """Ask the solver about the deal and the end, then wherever something was lost, halving the game.

        The last move gets a look of its own, since it may be the last strike. What stays open is asked about
        again with more time, as long as there is any.
        """
        last = len(self.states) - 1
        # A first glance, before the clock runs: it may be the one that compiles the solver.
        self._ask(0, 0.0, seed, stop)
        deadline = time.monotonic() + seconds
        for share in SHARES:
            for place in (0, last, max(0, last - 1)):
                self._ask(place, min(seconds * share, deadline - time.monotonic()), seed, stop)
            waiting = deque([(0, max(0, last - 1)), (max(0, last - 1), last)])
            while waiting:
                left = deadline - time.monotonic()
                if stop() or left <= 0:
                    return
                progress(self.settled)
                begin, end = waiting.popleft()
                if end - begin < 2 or self.score[end] == self.bound[begin]:
                    continue
                middle = (begin + end) // 2
                self._ask(middle, min(left, seconds * share), seed, stop)
                waiting += [(begin, middle), (middle, end)]

    @property
    def settled(self) -> int:
        """At how many positions the best reachable score is known."""
        return sum(score == bound for score, bound in zip(self.score, self.bound, strict=True))

    @property
    def deal(self) -> Solved:
        """What the deal allowed."""
        return Solved(self.score[0], self.bound[0], self.line, self.how)

    def of_move(self, turn: int) -> Hindsight:
        """What the move with this number gave away."""
        before, after = self._reach(turn - 1), self._reach(turn)
        lost = max(0, before.score - after.bound)
        kind = _kind(self.states[turn - 1], self.states[turn]) if lost else ""
        return Hindsight(before, after, lost, kind)

    def _reach(self, place: int) -> Reach:
        return Reach(self.score[place], self.bound[place])

    def _ask(self, place: int, seconds: float, seed: int, stop: Callable[[], bool]) -> None:
        from tamaya.solver import solve

        state = self.states[place]
        if state.over or self.score[place] == self.bound[place] or seconds < 0:
            return
        verdict = solve(state, seconds=seconds, seed=seed, stop=stop)
        self.score[place] = max(self.score[place], verdict.score)
        self.bound[place] = min(self.bound[place], verdict.bound)
        if verdict.score > self.best or (place == 0 and verdict.score == self.best):
            self.best, self.how = verdict.score, verdict.how
            self.line = (*self.actions[:place], *verdict.line)
        self._spread()

    def _spread(self) -> None:
        for place in range(1, len(self.bound)):
            self.bound[place] = min(self.bound[place], self.bound[place - 1])
        for place in range(len(self.score) - 2, -1, -1):
            self.score[place] = max(self.score[place], self.score[place + 1])


def gone(before: State, after: State) -> int:
    """The points that a move put out of reach for all to see: by cards that are gone, or by losing."""
    best = know(before.spectate()).best_score
    if after.result is not None and after.result.outcome is Outcome.LOST:
        return max(0, best)
    if after.rules.flourish:
        return 0
    left = outlook(after.tables, after.displays, after.discards).best_score
    return max(0, best - left)


def seen(before: State, after: State) -> tuple[Event, ...]:
    """What the table saw of a move."""
    return after.history[len(before.history) :]


def _kind(before: State, after: State) -> Loss:
    if after.result is not None and after.result.outcome is Outcome.LOST and after.strikes > before.strikes:
        return "strikes" if after.strikes >= after.rules.strikes else "misplay"
    for event in seen(before, after):
        match event:
            case Played(fits=False):
                return "misplay"
            case Discarded() if gone(before, after):
                return "discard"
            case _:
                pass
    return "tempo"
