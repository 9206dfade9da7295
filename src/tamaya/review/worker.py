"""Reviews and verdicts in a process of their own: an order goes in as a line, and answers come out as lines.

A process of the same kind compiles what reviews and bots need, in the background.

The process ends with what it has found so far when its input is closed, and at once when its parent has gone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import TypeAdapter

from tamaya.engine import State
from tamaya.records import Record
from tamaya.review import kernels
from tamaya.review.pipeline import ROLLOUTS, SECONDS, review
from tamaya.rules import TamayaError
from tamaya.solver import Verdict, solve
from tamaya.wire.schema import AsObject
from tamaya.words import Message

Kind: TypeAlias = Literal["review", "verdict"]

COMMAND: Sequence[str] = (sys.executable, "-P", "-m", "tamaya.review.worker")
VERDICT_SECONDS = 10.0
_TICKS = 4
"""How often in a second a verdict says how much of its time has passed."""
_WATCH_SECONDS = 0.5
NICE = {"review": 5, "verdict": 5, "preparation": 10}
"""By how much a process steps back: players at a table come first, and then those who wait for a review."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a process is to find out: about a game, or about all that could follow from a turn of it."""

    kind: Kind | Literal["preparation"]
    record: str = ""
    """None is needed for a preparation, which compiles all that reviews and bots need."""
    turn: int = 0
    seconds: float = SECONDS
    rollouts: int = ROLLOUTS


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Preparing:
    """How far it is with compiling, which comes first, once on a machine."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out: a review as its ``plain`` has it, or the fields of a verdict."""

    data: object


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing was found out."""

    message: Message | None = None
    """Why it cannot be; None where something went wrong."""
    trace: str = ""
    """What went wrong, for a log."""


Answer: TypeAlias = Preparing | Progress | Found | Failed


class Worker:
    """A process that carries an order out."""

    def __init__(self, order: Order) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(f"{json.dumps(asdict(order))}\n".encode())
            self.process.stdin.flush()

    def answers(self) -> Iterator[Answer]:
        """Wait for each answer, until the process has gone; the last one is what came of the order.

        A process that was killed, or died, may leave without an answer.
        """
        assert self.process.stdout is not None
        try:
            yield from map(_read, self.process.stdout)
        finally:
            self.kill()
            # Closing what a process no longer reads fails, which is of no interest.
            with suppress(OSError), self.process:
                pass

    def stop(self) -> None:
        """Let the process end with what it has found so far."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()


def _read(line: bytes) -> Answer:
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    match answer:
        case ["at", int(done), int(total)]:
            return Progress(done, total)
        case ["preparing", int(done), int(total)]:
            return Preparing(done, total)
        case ["found", data]:
            return Found(data)
        case ["failed", None, str(trace)]:
            return Failed(trace=trace)
        case ["failed", dict() as message, ""]:
            return Failed(Message.read(message))
        case _:
            return Failed(trace=f"an answer cannot be read: {line[:200]!r}")


# In the process.


def main() -> None:
    """Read an order, and answer."""
    with open(0, "rb", buffering=0, closefd=False) as orders:
        order = Order(**json.loads(orders.readline()))
        with suppress(AttributeError):
            # Not every system knows this.
            os.nice(NICE[order.kind])
        stopped = threading.Event()

        def watch() -> None:
            parent = os.getppid()
            while orders.read(1024):
                pass
            stopped.set()
            while os.getppid() == parent:
                time.sleep(_WATCH_SECONDS)
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
        try:
            send("found", find_out(order, stopped.is_set))
        except TamayaError as error:
            send("failed", error.message.plain(), "")
        except BrokenPipeError:
            # The parent no longer listens.
            os._exit(1)
        except Exception:
            send("failed", None, traceback.format_exc())


def find_out(order: Order, stop: Callable[[], bool]) -> object:
    """Carry an order out, once what it needs is compiled."""
    if order.kind == "preparation":
        kernels.prepare(progress=_send_preparing)
        return None
    record = Record.parse(order.record)
    # Without the engine a review says itself what is off.
    with suppress(ImportError):
        kernels.prepare(kernels.REVIEWS, _send_preparing)
    if order.kind == "review":
        found = review(
            record, seconds=order.seconds, rollouts=order.rollouts, progress=_send_progress, stop=stop
        )
        return found.plain()
    position = record.positions()[order.turn]
    assert isinstance(position, State)
    verdict = solve(position, seconds=VERDICT_SECONDS, stop=_ticking(stop))
    return TypeAdapter(Annotated[Verdict, AsObject()]).dump_python(verdict, mode="json")


def send(*answer: object) -> None:
    """Answer the parent with a line."""
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


def _send_preparing(done: int, total: int) -> None:
    send("preparing", done, total)


def _send_progress(done: int, total: int) -> None:
    send("at", done, total)


def _ticking(stop: Callable[[], bool]) -> Callable[[], bool]:
    """The same question for a search that asks it now and then; says how much of its time has passed."""
    began = time.monotonic()
    said = -1

    def ask() -> bool:
        nonlocal said
        passed = int((time.monotonic() - began) * _TICKS)
        if passed > said:
            said = passed
            total = int(VERDICT_SECONDS * _TICKS)
            _send_progress(min(passed, total), total)
        return stop()

    return ask


if __name__ == "__main__":
    main()
