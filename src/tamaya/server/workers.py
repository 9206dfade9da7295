"""Bots at work in processes of their own, so that a slow one never holds up the table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from tamaya.bots import Answer, Choice, fallback
from tamaya.records import AnyAction, AnyView
from tamaya.review.preparation import Preparation
from tamaya.table import coaching
from tamaya.table.commands import Refused
from tamaya.table.players import MOST_PLAYERS, Players, SeatedBot

log = logging.getLogger("tamaya.bots")

Given = ParamSpec("Given")
Got = TypeVar("Got")


class BotPool:
    """A few processes that think. For a bot that takes too long, raises or answers nonsense a plain choice is
    made, and the fault is logged."""

    def __init__(self, workers: int = 1, limit: float = 10.0, preparation: Preparation | None = None) -> None:
        self.limit = limit
        self._preparation = preparation or Preparation()
        self.waiting = 0
        """How many moves are being waited for."""
        self.on_fallback: Callable[[], None] = lambda: None
        """Is called when a move is made for a bot; the bots' processes count nothing themselves."""
        self._workers = [_Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(workers)
        self._homes: OrderedDict[SeatedBot, _Worker] = OrderedDict()
        """bot: the worker that should still have its Player"""

    def is_ready(self, seated: SeatedBot) -> bool:
        """Whether a bot can think at once: what it runs on is compiled, or it needs nothing compiled."""
        return self._preparation.is_over or not seated.row.engine

    async def until_ready(self, seated: SeatedBot) -> None:
        """Wait until a bot can think; no worker is kept from other bots meanwhile."""
        if not self.is_ready(seated):
            await self._preparation.wait()

    async def act(self, seated: SeatedBot, view: AnyView) -> Choice[AnyAction]:
        """What a bot does on its turn, and why."""
        self.waiting += 1
        try:
            await self.until_ready(seated)
            async with self._free:
                worker = self._take(seated)
                try:
                    answer = await self._ask(worker, seated, view)
                finally:
                    self._idle.append(worker)
        finally:
            self.waiting -= 1
        if answer.fault:
            self.on_fallback()
            log.warning("bot %s", answer.fault)
        return answer.choice

    async def coach(self, question: coaching.Question) -> coaching.Advice:
        """What the coach answers; a coach that takes too long or breaks down has nothing to say."""
        self.waiting += 1
        try:
            async with self._free:
                worker = self._idle.pop()
                try:
                    advice = await self._consult(worker, question)
                finally:
                    self._idle.append(worker)
        finally:
            self.waiting -= 1
        for fault in advice.faults:
            log.warning("coach %s", fault)
        return advice

    async def work(self, job: Callable[Given, Got], *given: Given.args, **named: Given.kwargs) -> Got:
        """What a worker makes of something that may take long; refused where it takes too long."""
        self.waiting += 1
        try:
            async with self._free:
                worker = self._idle.pop()
                try:
                    thinking = asyncio.wrap_future(worker.submit(job, *given, **named))
                    return await asyncio.wait_for(thinking, self.limit)
                except (TimeoutError, BrokenProcessPool):
                    log.warning("%s took longer than %s s, or ended its process", job.__name__, self.limit)
                    worker.restart()
                    raise Refused("busy", "refused.bots-busy") from None
                finally:
                    self._idle.append(worker)
        finally:
            self.waiting -= 1

    async def _consult(self, worker: _Worker, question: coaching.Question) -> coaching.Advice:
        try:
            thinking = asyncio.wrap_future(worker.submit(coaching.answer, question))
            return await asyncio.wait_for(thinking, self.limit)
        except TimeoutError:
            log.warning("the coach took longer than %s s", self.limit)
        except Exception:
            log.exception("the coach failed")
        worker.restart()
        return coaching.Advice()

    async def _ask(self, worker: _Worker, seated: SeatedBot, view: AnyView) -> Answer:
        try:
            thinking = asyncio.wrap_future(worker.submit(think, seated, view))
            return await asyncio.wait_for(thinking, self.limit)
        except TimeoutError:
            log.warning("bot %s took longer than %s s", seated.bot, self.limit)
        except Exception:
            log.exception("bot %s failed", seated.bot)
        worker.restart()
        self.on_fallback()
        return Answer(fallback(view))

    def _take(self, seated: SeatedBot) -> _Worker:
        """The idle worker that holds this bot's Player; otherwise the one that was busy last, so that the
        others are started only when needed."""
        home = self._homes.pop(seated, None)
        worker = home if home in self._idle else self._idle[-1]
        self._idle.remove(worker)
        self._homes[seated] = worker
        if len(self._homes) > MOST_PLAYERS * len(self._workers):
            self._homes.popitem(last=False)
        return worker

    def close(self) -> None:
        """End all processes, and wait until they have gone: a server that ended before would leave their
        semaphores behind."""
        for worker in self._workers:
            worker.stop(wait=True)


class _Worker:
    """A process that can be started again."""

    def __init__(self) -> None:
        self.pool = self._start()

    def submit(self, work: Callable[Given, Got], *given: Given.args, **named: Given.kwargs) -> Future[Got]:
        try:
            return self.pool.submit(work, *given, **named)
        except BrokenProcessPool:  # It ended while it was idle.
            self.restart()
            return self.pool.submit(work, *given, **named)

    def restart(self) -> None:
        self.stop()
        self.pool = self._start()

    def stop(self, *, wait: bool = False) -> None:
        for process in list((self.pool._processes or {}).values()):
            process.kill()
        self.pool.shutdown(wait, cancel_futures=True)

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


_PLAYERS = Players()
"""Those of this worker; a new one has none, and builds each again from the view that it is given."""


def think(seated: SeatedBot, view: AnyView) -> Answer:
    """Runs in a worker: ask the bot."""
    return _PLAYERS.ask(seated, view)
