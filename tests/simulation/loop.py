"""An event loop in which time is only a number: it moves on when nothing is left to do, and never by itself.

What runs on it depends on nothing but the seeds that it is given, so a failure is found again by its seed.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")


class Stalled(AssertionError):
    """Everything waits, and nothing will ever happen."""


class _Selector(selectors.SelectSelector):
    """Reports what is ready; where it would wait, it lets time pass instead."""

    passed: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise Stalled("nothing will ever happen")
            self.passed(timeout)
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """See the module."""

    def __init__(self) -> None:
        self._at = 0.0
        selector = _Selector()
        selector.passed = self._pass
        super().__init__(selector)
        self.set_task_factory(_owned_task)

    def time(self) -> float:
        """Seconds since the simulation began."""
        return self._at

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """What would run in a thread runs at once: threads are not repeated by a seed."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def _pass(self, seconds: float) -> None:
        self._at += seconds


class Machine:
    """A process in the simulation: its tasks end at once when it is killed, whatever they were doing."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.running = True
        self.tasks: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start something in this process."""
        token = _MACHINE.set(self)
        try:
            return asyncio.get_running_loop().create_task(work)
        finally:
            _MACHINE.reset(token)

    def kill(self) -> None:
        """End it. What its tasks still do while they are cancelled reaches neither store nor network."""
        self.running = False
        for task in list(self.tasks):
            task.cancel()


_MACHINE: ContextVar[Machine | None] = ContextVar("machine", default=None)


def _owned_task(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    """A task belongs to the process of the task that starts it."""
    task = asyncio.Task(work, loop=loop, **options)
    machine = _MACHINE.get()
    if machine is not None:
        machine.tasks.add(task)
        task.add_done_callback(machine.tasks.discard)
    return task


def simulate(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something to its end in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(work())
