"""The review of a finished game, which a process of its own works out while the user looks at the table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from tamaya.records import Record
from tamaya.rules import TamayaError
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.review import Review
    from tamaya.review.worker import Answer, Worker

State: TypeAlias = Literal["new", "working", "stopping", "done", "failed"]

BROKEN = Message("review.broke-off")
GIVEN_UP = Message("review.given-up")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a review may think."""

    seconds: float
    rollouts: int


class Study:
    """The review of a record: not begun, under way, or there."""

    def __init__(self, record: Record, budget: Budget | None = None) -> None:
        from tamaya.review.pipeline import QUICK_ROLLOUTS, QUICK_SECONDS, check_reviewable

        check_reviewable(record)
        self._record = replace(record, branches=())
        self._budget = budget or Budget(QUICK_SECONDS, QUICK_ROLLOUTS)
        self._worker: Worker | None = None
        self._changed: Callable[[], None] = lambda: None
        self.state: State = "new"
        self.done = 0
        self.total = 0
        """Steps; 0 until the first one is done."""
        self.prepared: float | None = None
        """How much is compiled of what it runs on, as a share, while it waits for that; once on a machine."""
        self.review: Review | None = None
        self.cause = BROKEN
        """Why it failed, if it has."""

    @property
    def is_busy(self) -> bool:
        """Whether it is under way."""
        return self.state in ("working", "stopping")

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to do."""
        return self.review is not None and not self.review.stopped

    def begin(self, changed: Callable[[], None]) -> None:
        """Begin, or begin again; ``changed`` is called in this event loop whenever there is news."""
        from tamaya.review.worker import Order, Worker

        self.close()
        self._changed = changed
        self.state, self.prepared, self.done, self.total = "working", None, 0, 0
        budget = self._budget
        order = Order("review", str(self._record), seconds=budget.seconds, rollouts=budget.rollouts)
        try:
            self._worker = Worker(order)
        except OSError as error:
            self._fail(Message("review.not-started", cause=str(error)))
        else:
            arguments = (self._worker, asyncio.get_running_loop())
            threading.Thread(target=self._listen, args=arguments, daemon=True).start()
        changed()

    def stop(self) -> None:
        """Let it end with what is done; a second call, or one before anything is done, ends it at once."""
        if self.prepared is not None:
            self._fail(GIVEN_UP)
        elif self.state == "working" and self._worker is not None:
            self.state = "stopping"
            self._worker.stop()
        elif self.state == "stopping":
            self._fail(GIVEN_UP)
        self._changed()

    def close(self) -> None:
        """End it, whatever it does."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()

    def _listen(self, worker: Worker, loop: asyncio.AbstractEventLoop) -> None:
        """Runs in a thread: pass on what a process answers, and that it has gone."""
        # A closed event loop takes no more calls.
        with suppress(RuntimeError):
            for answer in chain(worker.answers(), [None]):
                loop.call_soon_threadsafe(self._hear, worker, answer)

    def _hear(self, worker: Worker, answer: Answer | None) -> None:
        """Take an answer; None says that there will be no more."""
        if worker is not self._worker:
            return
        try:
            self._take(answer)
        except TamayaError:
            self._fail(BROKEN)
        self._changed()

    def _take(self, answer: Answer | None) -> None:
        from tamaya.review import Review
        from tamaya.review.worker import Failed, Found, Preparing, Progress

        match answer:
            case Preparing(done, total):
                self.prepared = done / total
            case Progress(done, total):
                self.prepared, self.done, self.total = None, done, total
            case Found(data):
                self.review, self.state = Review.from_plain(data), "done"
                self.close()
            case Failed(message):
                self._fail(message or BROKEN)
            case None:
                self._fail(BROKEN)

    def _fail(self, cause: Message) -> None:
        self.state, self.cause, self.prepared = "failed", cause, None
        self.close()
