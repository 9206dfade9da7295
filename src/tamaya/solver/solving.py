"""Decide what can be reached from a position, by counting, trying and proving."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tamaya.capabilities import ENGINE
from tamaya.engine import Outcome, State, parse_action
from tamaya.rules import Deal, ImpossibleTable, Rules, Seat
from tamaya.solver.board import Board
from tamaya.solver.counting import bound as count
from tamaya.solver.exhaustive import Explorer
from tamaya.solver.formula import PlanStep
from tamaya.solver.line_from_plan import realise
from tamaya.solver.sat import Proof, available, expressible
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.solver.greedy import GreedyTries

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

COUNTING: Final = Message("solver.by.counting")
GREEDY: Final = Message("solver.by.greedy")
EVERY_POSITION: Final = Message("solver.by.every-position")
SAT: Final = Message("solver.by.sat")


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
        raise ImpossibleTable("solver.seconds", seconds=seconds)
    if state.result is not None:
        score, won = state.result.score, state.result.outcome is Outcome.PERFECT
        return Verdict(score, (), score, Message("solver.game-over"), 0.0, state.tables.most, won)
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

    def __init__(self, state: State, screen: GreedyTries, clock: _Clock) -> None:
        self.state = state
        self.screen = screen
        self.clock = clock
        self.board = Board.of(state)
        self.bound = count(self.board)
        self.proof = COUNTING
        self.score = -sys.maxsize
        self.line: tuple[str, ...] = ()
        self.found = GREEDY
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
            self._take(explorer.line, EVERY_POSITION)
        if explorer.finished:
            self.bound, self.proof = self.score, EVERY_POSITION

    def _decided(self) -> bool:
        return self.score >= self.bound or self.clock.over()

    def _try(self, tries: int) -> None:
        self.screen.run(tries, self.bound)
        if self.screen.score > self.score:
            self._take(self.screen.line(), GREEDY)

    def _take(self, line: tuple[str, ...], found: Message) -> None:
        """Keep a line that the engine confirms and that is better than what there was."""
        end = replay(self.state, line).result
        if end is not None and end.score > self.score:
            self.score, self.line, self.found = end.score, line, found
            self.won = end.outcome is Outcome.PERFECT

    def _prove(self, score: int) -> bool:
        """Try to reach a score, or to prove that it cannot be reached; returns whether that was decided."""
        proof = Proof(self.board, score)
        try:
            while not (proof.exhausted or self._decided()):
                answer = proof.go_on()
                if answer is False:
                    # F2: perfect or nothing.
                    self.bound = 0 if self.state.rules.flourish else score - 1
                    self.proof = SAT
                    return True
                if isinstance(answer, list):
                    self._realise(answer)
                else:
                    self._try(TRIES_AT_ONCE)
        finally:
            proof.close()
        return False

    def _realise(self, steps: list[PlanStep]) -> None:
        real = realise(self.state, steps)
        if real is None:
            return
        reached, line = real
        if reached.over:
            self._take(line, SAT)
            return
        # Final Flourish: the rest is to be played out.
        rest = _screen(reached, 0)
        rest.run(TRIES_AT_ONCE, self.bound)
        self._take((*line, *rest.line()), SAT)

    def verdict(self) -> Verdict:
        spent = self.clock.spent
        most = self.state.tables.most
        return Verdict(self.score, self.line, self.bound, self._how(), spent, most, self.won)

    def _how(self) -> Message:
        if self.score < self.bound:
            return Message(
                "solver.unproven",
                seconds=self.clock.spent,
                tries=self.screen.tries,
                by=self.found,
                sat="yes" if available() else "no",
            )
        if self.score == self.state.tables.most:
            return Message("solver.found", by=self.found)
        return Message("solver.proved", by=self.found, proof=self.proof)


def replay(state: State, line: tuple[str, ...]) -> State:
    """Where a line leads, by the readable engine."""
    for action in line:
        state = state.apply(parse_action(action))
    return state


def _screen(state: State, seed: int) -> GreedyTries:
    try:
        from tamaya.solver.greedy import GreedyTries
    except ImportError:
        raise ImpossibleTable("solver.needs-engine", cure=ENGINE.cure) from None
    return GreedyTries(state, seed)
