"""The review of a recorded game, move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias, cast

from tamaya.engine import Action, Clue, Clued, Drew, FreeClue, Rearrange, State, View
from tamaya.engine.story import action_label, event_message, result_message
from tamaya.knowledge import know
from tamaya.records import Record
from tamaya.review import move_facts
from tamaya.review.belief import Beliefs
from tamaya.review.hindsight import Reaches, gone, seen
from tamaya.review.model import Advice, Better, Estimate, MoveReview, Review, Solved, Told, Touched
from tamaya.review.rollouts import Worlds, difference, estimate_of, no_engine
from tamaya.review.rollouts import objection as no_rollouts
from tamaya.rules import ImpossibleTable, TamayaError
from tamaya.words import Message

Progress: TypeAlias = Callable[[int, int], None]
Stop: TypeAlias = Callable[[], bool]

SECONDS = 6.0
ROLLOUTS = 100
QUICK_SECONDS, QUICK_ROLLOUTS = 2.0, 40
"""For a user who waits."""
SCREENING = 4
"""Every move is tried in a quarter as many worlds first; the best of them meets the move made in new ones."""
DOUBT = 2.0
"""How many standard errors a better move must be better by."""


class _Stopped(Exception):
    """The caller asked the review to stop."""


def review(
    record: Record,
    *,
    seconds: float = SECONDS,
    rollouts: int = ROLLOUTS,
    seed: int = 0,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Review:
    """Review a game of the co-operative kind.

    ``rollouts`` is how many imagined games each estimate stands on; 0 leaves estimates out. ``seconds`` is
    how long the solver may think about the whole game, for what is marked as hindsight; 0 leaves that out.
    The same seed gives the same review, but for what the solver finds in its time.

    ``progress(done, total)`` is called after each step. When ``stop()`` says so, the review ends with what is
    done and says so too.
    """
    states = _states(record)
    work = _Work(
        record, states, seed, rollouts, progress or (lambda _done, _total: None), stop or (lambda: False)
    )
    notes: list[Message] = []
    if (rollouts or seconds > 0) and (off := no_engine()):
        notes.append(off)
        work, seconds = replace(work, rollouts=0), 0.0
    elif rollouts and (why := no_rollouts(states[0].rules, states[0].players)):
        notes.append(Message("review.no-chances", cause=why))
        work = replace(work, rollouts=0)
    moves: list[MoveReview] = []
    end: Estimate | None = None
    stopped = False
    try:
        for turn in range(1, len(states)):
            moves.append(work.move(turn))
            work.progress(turn, 2 * len(record.actions))
        end = work.end()
    except _Stopped:
        stopped = True
    deal: Solved | None = None
    if seconds > 0 and not stopped:
        try:
            moves, deal = work.look_back(moves, seconds)
        except TamayaError as error:
            notes.append(Message("review.no-hindsight", cause=error.message))
        stopped = work.stop()
    if not stopped:
        work.progress(2 * len(record.actions), 2 * len(record.actions))
    last = states[-1]
    return Review(
        rules=record.rules,
        names=record.names,
        first=record.first,
        outcome=last.result.outcome.value if last.result else "",
        score=last.result.score if last.result else last.score,
        most=last.tables.most,
        ending=result_message(last.result, last.rules) if last.result else Message("review.not-over"),
        seed=seed,
        rollouts=work.rollouts,
        total=len(record.actions),
        stopped=stopped,
        notes=tuple(notes),
        moves=tuple(moves),
        end=end,
        deal=deal,
    )


def review_move(record: Record, turn: int, *, rollouts: int = ROLLOUTS, seed: int = 0) -> MoveReview:
    """Review one move alone, by its number from 1; what is marked as hindsight is left out."""
    states = _states(record)
    if not 1 <= turn < len(states):
        raise ImpossibleTable("review.no-such-move", count=len(states) - 1)
    if rollouts and (no_engine() or no_rollouts(states[0].rules, states[0].players)):
        rollouts = 0
    return _Work(record, states, seed, rollouts, lambda _done, _total: None, lambda: False).move(turn)


def check_reviewable(record: Record) -> None:
    """Refuse a game that has no review."""
    if not record.kind.has_review:
        raise ImpossibleTable("review.andrewz")


def _states(record: Record) -> Sequence[State]:
    check_reviewable(record)
    return cast("Sequence[State]", record.positions())


@dataclass(frozen=True)
class _Work:
    """All that the review of a move needs."""

    record: Record
    states: Sequence[State]
    seed: int
    rollouts: int
    progress: Progress
    stop: Stop

    def move(self, turn: int) -> MoveReview:
        """Review one move by what its player could know."""
        before, after = self.states[turn - 1], self.states[turn]
        action = cast("Action", self.record.kind.parse_action(self.record.actions[turn - 1]))
        seat = action.seat if isinstance(action, Rearrange) else before.turn
        assert seat is not None
        self._heed()
        view = before.view(seat, self.record.names)
        free = isinstance(action, Rearrange)
        advice = None if free else move_facts.advise(view, action, conventions=self.record.conventions)
        estimate, played, better = (None, None, None) if free else self._estimate(view, action, advice)
        told, later = self._clue(before, after, view, action, turn)
        return MoveReview(
            turn=turn,
            seat=seat,
            name=self.record.names[seat],
            action=str(action),
            words=self._words(before, after),
            gone=gone(before, after),
            pace=know(view).pace,
            efficiency=move_facts.efficiency(view),
            risk=move_facts.risk_of(Beliefs(view), action),
            told=told,
            advice=advice,
            estimate=estimate,
            played=played,
            better=better,
            later=later,
            hindsight=None,
        )

    def end(self) -> Estimate | None:
        """How a game that was not over stood."""
        last = self.states[-1]
        if last.turn is None or not self.rollouts:
            return None
        view = last.view(last.turn, self.record.names)
        worlds = Worlds.of(view, self._chance(len(self.states), "end"), self.rollouts)
        return estimate_of(worlds.finish()) if worlds else None

    def look_back(self, moves: Sequence[MoveReview], seconds: float) -> tuple[list[MoveReview], Solved]:
        """Add what only those know who see all cards."""
        reaches = Reaches(self.states, self.record.actions)
        done = len(moves)
        reaches.narrow(
            seconds, self.seed, self.stop, lambda settled: self.progress(done + min(settled, done), 2 * done)
        )
        return [replace(move, hindsight=reaches.of_move(move.turn)) for move in moves], reaches.deal

    def _estimate(
        self, view: View, action: Action, advice: Advice | None
    ) -> tuple[Estimate | None, Estimate | None, Better | None]:
        if not self.rollouts:
            return None, None, None
        turn = len(view.history)
        worlds = Worlds.of(view, self._chance(turn, "judge"), self.rollouts)
        if worlds is None:
            return None, None, None
        made = worlds.finish(action)
        rival = self._rival(view, action, advice)
        better = None
        if rival is not None:
            gain, error, win_gain = difference(worlds.finish(rival), made)
            if gain > DOUBT * error and gain > 0:
                better = Better(
                    action=str(rival),
                    words=action_label(rival, view.rules),
                    gain=move_facts.rounded(gain),
                    error=move_facts.rounded(error),
                    win_gain=move_facts.rounded(win_gain),
                    reason=_reason(view, rival, advice),
                )
        return estimate_of(worlds.finish()), estimate_of(made), better

    def _rival(self, view: View, action: Action, advice: Advice | None) -> Action | None:
        """The move that does best in worlds of its own, besides the one made."""
        worlds = Worlds.of(
            view, self._chance(len(view.history), "screen"), max(4, self.rollouts // SCREENING)
        )
        if worlds is None:
            return None
        advised = advice.action if advice else ""
        best: tuple[float, bool] = (float("-inf"), False)
        rival: Action | None = None
        for other in view.actions:
            self._heed()
            if other == action:
                continue
            worth = float(worlds.finish(other)[:, 0].mean()), str(other) == advised
            if worth > best:
                best, rival = worth, other
        return rival

    def _clue(
        self, before: State, after: State, giver: View, action: Action, turn: int
    ) -> tuple[Told | None, tuple[Touched, ...]]:
        if not isinstance(action, Clue | FreeClue):
            return None, ()
        clued = next(event for event in seen(before, after) if isinstance(event, Clued))
        names, receiver = self.record.names, action.receiver
        told = move_facts.told_by(before.view(receiver, names), after.view(receiver, names), clued)
        following = [
            (later, seen(self.states[later - 1], self.states[later]))
            for later in range(turn + 1, len(self.states))
        ]
        return told, move_facts.fates(giver, clued, following)

    @staticmethod
    def _words(before: State, after: State) -> tuple[Message, ...]:
        told = [event for event in seen(before, after) if not isinstance(event, Drew)]
        return tuple(event_message(event, after.rules) for event in told)

    def _chance(self, turn: int, use: str) -> Random:
        return Random(f"{self.seed}/{turn}/{use}")

    def _heed(self) -> None:
        if self.stop():
            raise _Stopped


def _reason(view: View, action: Action, advice: Advice | None) -> tuple[Message, ...]:
    if advice is not None and advice.action == str(action) and advice.reason:
        return advice.reason
    return move_facts.reason_for(view, action)
