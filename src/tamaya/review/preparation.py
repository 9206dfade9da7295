"""Compiling in the background, for programs that must not wait: the table server and the terminal."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from tamaya.review import kernels

if TYPE_CHECKING:
    from tamaya.review.worker import Worker


class Preparation:
    """The process that compiles what reviews and bots need; if all is there already, none is started."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._over = asyncio.Event()
        self._over.set()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to wait for: it is done, it failed, or it was never begun."""
        return self._over.is_set()

    def begin(self, over: Callable[[], None] = lambda: None) -> None:
        """Start it, unless there is nothing to compile; ``over`` is called when it has ended."""
        from tamaya.review.worker import Order, Worker

        if not self.is_over or kernels.are_ready():
            return
        # If no process can be started, whoever needs the kernels compiles them.
        with suppress(OSError):
            self._worker = Worker(Order("preparation"))
            self._over.clear()
            arguments = (self._worker, asyncio.get_running_loop(), over)
            threading.Thread(target=self._listen, args=arguments, daemon=True).start()

    async def wait(self) -> None:
        """Wait until it is over."""
        await self._over.wait()

    def close(self) -> None:
        """End it. What is compiled already stays; the rest is for the next time."""
        if self._worker is not None:
            self._worker.kill()

    def _listen(self, worker: Worker, loop: asyncio.AbstractEventLoop, over: Callable[[], None]) -> None:
        """Runs in a thread: read what the process says until it has gone."""
        for _ in worker.answers():
            pass

        def end() -> None:
            self._over.set()
            over()

        # A closed event loop takes no more calls.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(end)
