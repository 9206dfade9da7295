"""Decide what can be reached from a position: count, try, prove."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tamaya.engine import Outcome, State, parse_action
from tamaya.review.solver.board import Board
from tamaya.review.solver.counting import bound as count
from tamaya.review.solver.exploring import Explorer
from tamaya.review.solver.formula import Step
from tamaya.review.solver.proving import Proof, available, expressible
from tamaya.review.solver.realising import realise
from tamaya.review.solver.verdict import Verdict
from tamaya.rules import Deal, ImpossibleTable, Rules, Seat

if TYPE_CHECKING:
    from tamaya.review.solver.screen import Screen

Stop = Callable[[], bool]

FIRST_TRIES: Final = 400
"""Tries before the first proof is sought."""
TRIES_AT_ONCE: Final = 200
"""Tries between two looks at the clock."""
FEW_CARDS: Final = 16
"""With so many cards in the deck or fewer, positions are looked at one by one where nothing else helps."""
MANY_POSITIONS: Final = 300_000
"""More are not kept in memory."""
POSITIONS_AT_ONCE: Final = 50
"""Positions between two looks at the clock."""
_START = Seat(0)


def solve_deal(
    rules: Rules | str,
    players: int,
    deal: Deal,
    first: Seat = _START,
    seconds: float = 1.0,
    seed: int = 0,
    stop: Stop | None = None,
) -> Verdict:
    """What can be reached from a deal."""
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    return solve(State.start(house, players, deal=deal, first=first), seconds, seed, stop)


def solve(state: State, seconds: float = 1.0, seed: int = 0, stop: Stop | None = None) -> Verdict:
    """The best score that can be reached from a position, a line to it, and what is proven.

    It takes about the given time at most, and less if the question is decided before or ``stop``, which is
    asked now and then, says yes. The same position and seed try the same lines.
    """
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ImpossibleTable(f"the solver thinks for a number of seconds from 0 on, not for {seconds}")
    if state.result is not None:
        score, won = state.result.score, state.result.outcome is Outcome.PERFECT
        return Verdict(score, (), score, "the game is over", 0.0, state.tables.most, won)
    screen = _screen(state, seed)
    # Compiling, which happens once, is over when the clock begins to run.
    search = _Search(state, screen, _Clock(seconds, stop))
    search.run()
    return search.verdict()


@dataclass(slots=True)
class _Clock:
    """When to stop."""

    seconds: float
    stop: Stop | None
    begin: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begin

    def over(self) -> bool:
        return self.spent >= self.seconds or (self.stop is not None and self.stop())


class _Search:
    """The search from one position."""

    def __init__(self, state: State, screen: Screen, clock: _Clock) -> None:
        self.state = state
        self.screen = screen
        self.clock = clock
        self.board = Board.of(state)
        self.bound = count(self.board)
        self.proof = "counting"
        self.score = -sys.maxsize
        self.line: tuple[str, ...] = ()
        self.found = ""
        self.won = False

    def run(self) -> None:
        # There is an answer even where there is no time: the first try always goes to the end.
        self._try(1)
        while not self._decided() and self.screen.tries < FIRST_TRIES:
            self._try(TRIES_AT_ONCE)
        provable = expressible(self.board) and available()
        explorer = Explorer(self.state, self.score)
        while not self._decided():
            if provable and self.bound > 0:
                provable = self._prove(self.bound)
                continue
            if len(self.board.deck) <= FEW_CARDS and len(explorer.seen) < MANY_POSITIONS:
                self._explore(explorer)
            self._try(TRIES_AT_ONCE)

    def _explore(self, explorer: Explorer) -> None:
        explorer.look(POSITIONS_AT_ONCE)
        if explorer.score > self.score:
            self._take(explorer.line, "looking at every position")
        if explorer.finished:
            self.bound, self.proof = self.score, "looking at every position"

    def _decided(self) -> bool:
        return self.score >= self.bound or self.clock.over()

    def _try(self, tries: int) -> None:
        self.screen.run(tries, self.bound)
        if self.screen.score > self.score:
            self._take(self.screen.line(), "a greedy line")

    def _take(self, line: tuple[str, ...], found: str) -> None:
        """Keep a line that the engine confirms and that is better than what there was."""
        end = replay(self.state, line).result
        if end is not None and end.score > self.score:
            self.score, self.line, self.found = end.score, line, found
            self.won = end.outcome is Outcome.PERFECT

    def _prove(self, score: int) -> bool:
        """Try to reach a score, or to prove that nobody can; whether that was decided."""
        proof = Proof(self.board, score)
        try:
            while not (proof.exhausted or self._decided()):
                answer = proof.go_on()
                if answer is False:
                    # F2: perfect or nothing.
                    self.bound = 0 if self.state.rules.flourish else score - 1
                    self.proof = "SAT"
                    return True
                if isinstance(answer, list):
                    self._realise(answer)
                else:
                    self._try(TRIES_AT_ONCE)
        finally:
            proof.close()
        return False

    def _realise(self, steps: list[Step]) -> None:
        real = realise(self.state, steps)
        if real is None:
            return
        reached, line = real
        if reached.over:
            self._take(line, "SAT")
            return
        # Final Flourish: the rest is to be played out.
        rest = _screen(reached, 0)
        rest.run(TRIES_AT_ONCE, self.bound)
        self._take((*line, *rest.line()), "SAT")

    def verdict(self) -> Verdict:
        spent = self.clock.spent
        most = self.state.tables.most
        return Verdict(self.score, self.line, self.bound, self._how(), spent, most, self.won)

    def _how(self) -> str:
        if self.score < self.bound:
            tries = self.screen.tries
            lines = f"{tries:,} greedy line{'' if tries == 1 else 's'}"
            more = "" if available() else " (python-sat can prove more: pip install 'tamaya[review]')"
            return f"unproven after {self.clock.spent:.1f} s and {lines}: found by {self.found}{more}"
        if self.score == self.state.tables.most:
            return f"found by {self.found}"
        return f"found by {self.found}, proved by {self.proof}"


def replay(state: State, line: tuple[str, ...]) -> State:
    """Where a line leads, by the readable engine."""
    for action in line:
        state = state.apply(parse_action(action))
    return state


def _screen(state: State, seed: int) -> Screen:
    try:
        from tamaya.review.solver.screen import Screen
    except ImportError:
        raise ImpossibleTable("the solver needs numba and numpy: pip install 'tamaya[fast]'") from None
    return Screen(state, seed)
