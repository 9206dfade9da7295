"""Bots at work in processes of their own, so that a slow one never holds up the table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor

from tamaya.andrewz import View as RaceView
from tamaya.bots import Answer, Choice, ask, fallback, find_bot
from tamaya.records import AnyView

log = logging.getLogger("tamaya.bots")


class BotPool:
    """A few processes that think. For a bot that takes too long, raises or answers nonsense a plain choice is
    made, and the fault is logged."""

    def __init__(self, workers: int = 1, limit: float = 10.0) -> None:
        self.limit = limit
        # The one that was busy last is asked first, so that the others are started only when needed.
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._workers = [_Worker() for _ in range(workers)]
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def act(self, name: str, seed: str, view: AnyView) -> Choice:
        """What a bot does on its turn, and why."""
        worker = await self._idle.get()
        try:
            thinking = asyncio.wrap_future(worker.pool.submit(think, name, seed, view))
            answer = await asyncio.wait_for(thinking, self.limit)
        except TimeoutError:
            log.warning("bot %s took longer than %s s", name, self.limit)
            worker.restart()
            return fallback(view)
        except Exception:
            log.exception("bot %s failed", name)
            worker.restart()
            return fallback(view)
        finally:
            self._idle.put_nowait(worker)
        if answer.fault:
            log.warning("bot %s", answer.fault)
        return answer.choice

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.stop()


class _Worker:
    def __init__(self) -> None:
        self.pool = self._start()

    def restart(self) -> None:
        self.stop()
        self.pool = self._start()

    def stop(self) -> None:
        for process in list((self.pool._processes or {}).values()):
            process.kill()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=end_with_the_server)


def end_with_the_server() -> None:
    """Runs in a worker: a server that was killed cannot end its workers, so each of them watches."""
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def think(name: str, seed: str, view: AnyView) -> Answer:
    """Runs in a worker: ask the bot."""
    return ask(find_bot(name, "andrewz" if isinstance(view, RaceView) else "hanabi").sit(seed), view)
