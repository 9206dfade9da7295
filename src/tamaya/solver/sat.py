"""Proofs by a SAT solver, a little at a time."""

from __future__ import annotations

from typing import Any, Final

from tamaya.solver.board import Board
from tamaya.solver.formula import Formula, PlanStep

SOLVER: Final = "glucose4"
"""One of those in python-sat that can pause."""
CONFLICTS: Final = 1_000
"""After so many conflicts another formula has its turn."""
MORE: Final = 3
"""The most promising formula gets so many times as much."""
TOP: Final = 0.7
"""Where more of the deck is left out, nothing was ever proven."""
GRAIN: Final = 20
"""How much is left out is found out to this part of the deck."""
STRICT: Final = -1
"""Stands for the strict formula among the numbers of cards left out."""


def available() -> bool:
    """Whether python-sat is installed."""
    try:
        _solver_class()
    except ImportError:
        return False
    return True


def _solver_class() -> Any:
    from pysat import solvers  # type: ignore[import-untyped,unused-ignore]

    return solvers.Solver


def expressible(board: Board) -> bool:
    """Whether formulas can say what may happen: not while tiles may bring cards back (L6, L7).

    Without a card to draw, Final Flourish has no slots to speak of.
    """
    drawing = board.turns_left is None and bool(board.deck)
    return not (board.revivals or board.waiting or (board.rules.flourish and not drawing))


class Proof:
    """The question whether a score can be reached.

    The whole formula finds lines. To prove that there are none, something is left out at the top of the deck:
    the more, the faster the solver, until there is a solution. So the best place lies just before that, and
    is found by halving, while the whole formula has every other turn.
    """

    def __init__(self, board: Board, score: int) -> None:
        self.board = board
        self.cards = score - board.score
        draws = 0 if board.turns_left is not None else len(board.deck)
        self._grain = max(1, draws // GRAIN)
        self._lines: int | None = 0
        """The formula in which lines are sought, as it leaves out so many cards."""
        self._open = 0
        """The most cards that were left out and no solution found."""
        self._solved = int(draws * TOP)
        """The fewest cards that were left out and a solution found."""
        self._paused: set[int] = set()
        self._turns = 0
        self._asked: dict[int, tuple[Formula, Any]] = {}

    @property
    def exhausted(self) -> bool:
        """Whether there is nothing left to ask."""
        return self._lines is None and self._part() is None

    def go_on(self) -> bool | list[PlanStep]:
        """Search for a while: False if the score is impossible, the steps of a line, or True if open."""
        self._turns += 1
        part = self._part()
        since = self._lines if part is None or (self._turns % 2 and self._lines is not None) else part
        assert since is not None
        answer, formula, solver = self._ask(since)
        if answer is None:
            self._paused.add(since)
            self._open = max(self._open, since)
            return True
        if answer is False:
            if since == STRICT:
                self._lines = None
            return since == STRICT
        self._learn_solved(since)
        if since > 0:
            return True
        # In case that this solution cannot be played.
        self._lines = STRICT if since == 0 else None
        return formula.read(solver.get_model())

    def close(self) -> None:
        """Give the memory back."""
        for _, solver in self._asked.values():
            solver.delete()
        self._asked.clear()

    def _part(self) -> int | None:
        """How many cards to leave out next."""
        if self._solved - self._open > self._grain:
            return (self._solved + self._open) // 2
        return self._open or None

    def _learn_solved(self, since: int) -> None:
        """What leaves out more has a solution, too."""
        self._solved = min(self._solved, max(since, 0))
        self._paused = {other for other in self._paused if other < since}
        self._open = max((other for other in self._paused if other > 0), default=0)

    def _ask(self, since: int) -> tuple[bool | None, Formula, Any]:
        if since not in self._asked:
            formula = Formula(self.board, self.cards, max(since, 0), strict=since == STRICT)
            self._asked[since] = formula, _solver_class()(name=SOLVER, bootstrap_with=formula.clauses)
        formula, solver = self._asked[since]
        again = since in self._paused
        solver.conf_budget(CONFLICTS * MORE if again and since == self._open else CONFLICTS)
        return solver.solve_limited(), formula, solver
