"""Bots at work in processes of their own, so that a slow one never holds up the table."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from tamaya.bots import Answer, Choice, fallback
from tamaya.records import AnyAction, AnyView
from tamaya.review.preparation import Preparation
from tamaya.server.limits import PAYER
from tamaya.server.turns import Asker, Turns
from tamaya.table import coaching
from tamaya.table.commands import Refused
from tamaya.table.players import MOST_PLAYERS, Players, SeatedBot

log = logging.getLogger("tamaya.bots")

LEAST_LIMIT = 2.0
"""Seconds that a bot may think however many others wait."""

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
        self._turns = Turns(workers, self._hurry)
        self._thinking: set[_Thought] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._homes: OrderedDict[SeatedBot, _Worker] = OrderedDict()
        """bot: the worker that should still have its Player"""

    def is_ready(self, seated: SeatedBot) -> bool:
        """Whether a bot can think at once: what it runs on is compiled, or it needs nothing compiled."""
        return self._preparation.is_over or not seated.row.engine

    async def until_ready(self, seated: SeatedBot) -> None:
        """Wait until a bot can think; no worker is kept from other bots meanwhile."""
        if not self.is_ready(seated):
            await self._preparation.wait()

    async def act(self, seated: SeatedBot, view: AnyView, asker: Asker | None = None) -> Choice[AnyAction]:
        """What a bot does on its turn, and why; ``asker`` says for whom, so that the bots of one guest do not
        hold up those of others."""
        self.waiting += 1
        try:
            await self.until_ready(seated)
            async with self._turns.turn(asker := asker or _payer()):
                worker = self._take(seated)
                try:
                    answer = await self._ask(worker, seated, view, asker)
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
            async with self._turns.turn(asker := _payer()):
                worker = self._idle.pop()
                try:
                    advice = await self._consult(worker, question, asker)
                finally:
                    self._idle.append(worker)
        finally:
            self.waiting -= 1
        for fault in advice.faults:
            log.warning("coach %s", fault)
        return advice

    async def work(self, job: Callable[Given, Got], *given: Given.args, **named: Given.kwargs) -> Got:
        """What a worker makes of something that may take long; refused where it takes too long."""
        # Whoever asked may go away: the worker has its place until it is done.
        task = asyncio.create_task(self._work(job, *given, **named))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _work(self, job: Callable[Given, Got], *given: Given.args, **named: Given.kwargs) -> Got:
        self.waiting += 1
        try:
            async with self._turns.turn(asker := _payer()):
                worker = self._idle.pop()
                try:
                    return await self._pay(self._think(asker, worker.submit(job, *given, **named)))
                except (TimeoutError, BrokenProcessPool):
                    log.warning("%s took longer than %s s, or ended its process", job.__name__, self.limit)
                    worker.restart()
                    raise Refused("busy", "refused.bots-busy") from None
                finally:
                    self._idle.append(worker)
        finally:
            self.waiting -= 1

    async def _consult(self, worker: _Worker, question: coaching.Question, asker: Asker) -> coaching.Advice:
        try:
            return await self._think(asker, worker.submit(coaching.answer, question))
        except TimeoutError:
            log.warning("the coach took longer than %s s", self.limit)
        except Exception:
            log.exception("the coach failed")
        worker.restart()
        return coaching.Advice()

    async def _ask(self, worker: _Worker, seated: SeatedBot, view: AnyView, asker: Asker) -> Answer:
        try:
            return await self._think(asker, worker.submit(think, seated, view))
        except TimeoutError:
            log.warning(
                "bot %s took too long: at most %s s, and less while others wait", seated.bot, self.limit
            )
        except Exception:
            log.exception("bot %s failed", seated.bot)
        worker.restart()
        self.on_fallback()
        return Answer(fallback(view))

    async def _think(self, asker: Asker, answer: Future[Got]) -> Got:
        """Wait for a worker's answer, less long while the work of others has to wait for it."""
        thought = _Thought(asker.owner, asyncio.get_running_loop().time(), asyncio.timeout(self.limit))
        self._thinking.add(thought)
        try:
            async with thought.timeout:
                self._hurry()
                return await asyncio.wrap_future(answer)
        finally:
            self._thinking.discard(thought)

    async def _pay(self, work: Coroutine[None, None, Got]) -> Got:
        """Let whoever asked pay for the time that a worker needs."""
        began = time.monotonic()
        try:
            return await work
        finally:
            if payer := PAYER.get():
                payer.spend(time.monotonic() - began)

    def _hurry(self) -> None:
        """Give all who think less time, the more owners wait for a place, and the more places they have."""
        for thought in self._thinking:
            crowd = 1 + self._turns.others_waiting(thought.owner) * self._turns.places_of(thought.owner)
            most = max(self.limit / crowd, min(self.limit, LEAST_LIMIT))
            due, loop = thought.began + most, asyncio.get_running_loop()
            if (when := thought.timeout.when()) is not None and due < when:
                thought.timeout.reschedule(max(due, loop.time()))

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


@dataclass(eq=False, slots=True)
class _Thought:
    """Work that a worker is at, and until when."""

    owner: str
    began: float
    timeout: asyncio.Timeout


def _payer() -> Asker:
    """For whom work is done that belongs to no table: whoever pays for it."""
    payer = PAYER.get()
    return Asker(payer.payer if payer else "")


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
