"""The review of a finished game, which a process of its own works out while somebody looks at the table."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tamaya.records import Record
from tamaya.rules import TamayaError

if TYPE_CHECKING:
    from tamaya.review import Review

State: TypeAlias = Literal["new", "working", "stopping", "done", "failed"]
Process: TypeAlias = "subprocess.Popen[bytes]"

BROKEN = "the review broke off"
GIVEN_UP = "the review was given up"
_COMMAND = (sys.executable, "-P", "-m", "tamaya.tui.studying")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a review may think."""

    seconds: float
    rollouts: int


class Study:
    """The review of a record: not begun, under way, or there."""

    def __init__(self, record: Record, budget: Budget | None = None) -> None:
        from tamaya.review.reviewing import QUICK_ROLLOUTS, QUICK_SECONDS, check_reviewable

        check_reviewable(record)
        self._record = replace(record, branches=())
        self._budget = budget or Budget(QUICK_SECONDS, QUICK_ROLLOUTS)
        self._process: Process | None = None
        self._changed: Callable[[], None] = lambda: None
        self.state: State = "new"
        self.done = 0
        self.total = 0
        """Steps; 0 until the first one is done."""
        self.review: Review | None = None
        self.sentence = ""
        """Why it failed."""

    @property
    def is_busy(self) -> bool:
        """Whether it is under way."""
        return self.state in ("working", "stopping")

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to do."""
        return self.review is not None and not self.review.stopped

    def begin(self, changed: Callable[[], None]) -> None:
        """Begin, or begin anew; ``changed`` is called in this event loop whenever there is news."""
        self.close()
        self._changed = changed
        self.state, self.done, self.total, self.sentence = "working", 0, 0, ""
        try:
            self._process = _start(self._record, self._budget)
        except OSError as error:
            self._fail(f"the review could not be started ({error})")
        else:
            loop = asyncio.get_running_loop()
            threading.Thread(target=_listen, args=(self._process, self._hear, loop), daemon=True).start()
        changed()

    def stop(self) -> None:
        """Let it end with what is done; who asks twice has it ended at once, with nothing."""
        if self.state == "working":
            self.state = "stopping"
            _hang_up(self._process)
        elif self.state == "stopping":
            self._fail(GIVEN_UP)
        self._changed()

    def close(self) -> None:
        """End it, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _hear(self, process: Process, line: bytes) -> None:
        """Take an answer; an empty one says that there will be no more."""
        if process is not self._process:
            return
        try:
            self._take(json.loads(line or b"null"))
        except (ValueError, TamayaError):
            self._fail(BROKEN)
        self._changed()

    def _take(self, answer: Any) -> None:
        match answer:
            case {"at": [done, total]}:
                self.done, self.total = done, total
            case {"review": data}:
                from tamaya.review import Review

                self.review, self.state = Review.from_plain(data), "done"
                self.close()
            case {"refused": sentence}:
                self._fail(sentence)
            case _:
                self._fail(BROKEN)

    def _fail(self, sentence: str) -> None:
        self.state, self.sentence = "failed", sentence
        self.close()


def _start(record: Record, budget: Budget) -> Process:
    process = subprocess.Popen(
        _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    order = {"record": str(record), "seconds": budget.seconds, "rollouts": budget.rollouts}
    with suppress(BrokenPipeError):
        process.stdin.write(f"{json.dumps(order)}\n".encode())
        process.stdin.flush()
    return process


def _listen(
    process: Process, hear: Callable[[Process, bytes], None], loop: asyncio.AbstractEventLoop
) -> None:
    """Runs in a thread: pass on what a process says, until it has gone."""
    assert process.stdout is not None
    # An event loop that is closed has nobody who waits, and a process that is gone takes no order.
    with suppress(RuntimeError, OSError), process:
        for line in process.stdout:
            loop.call_soon_threadsafe(hear, process, line)
        loop.call_soon_threadsafe(hear, process, b"")


def _hang_up(process: Process | None) -> None:
    """A process ends its review when nothing more can be asked of it."""
    if process is not None and process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def main() -> None:
    """Runs in a process of its own: read a line that says what to review, and answer in lines.

    The review stops when the other end closes its side, or is gone.
    """
    with suppress(AttributeError):
        # Whoever looks at the table comes first. Not every system knows this.
        os.nice(5)
    with open(0, "rb", buffering=0, closefd=False) as orders:
        order = json.loads(orders.readline())
        gone = threading.Event()

        def listen() -> None:
            while orders.read(1024):
                pass
            gone.set()

        threading.Thread(target=listen, daemon=True).start()
        try:
            _say({"review": _find(order, gone.is_set)})
        except TamayaError as error:
            _say({"refused": str(error)})
        except BrokenPipeError:
            # Nobody listens any more.
            os._exit(1)


def _find(order: dict[str, Any], stop: Callable[[], bool]) -> object:
    from tamaya.review import review

    found = review(
        Record.parse(order["record"]),
        seconds=order["seconds"],
        rollouts=order["rollouts"],
        progress=lambda done, total: _say({"at": [done, total]}),
        stop=stop,
    )
    return found.plain()


def _say(answer: dict[str, object]) -> None:
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
