"""Reviews and verdicts: long thoughts about finished games, in processes of their own, kept once done.

A study is a row under (table, kind, turn). While somebody works on it the row says who and how far, so that
every process of a server can tell; a row whose worker has gone counts for nothing, and the study can be
started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import multiprocessing
import os
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from multiprocessing.connection import Connection
from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, and_, delete, or_, select, update

from tamaya import __version__
from tamaya.engine import State
from tamaya.records import Record
from tamaya.rules import TamayaError
from tamaya.server.decide import Guest, Refused
from tamaya.server.store import STUDIES, Store, new_id
from tamaya.server.table import Table
from tamaya.server.workers import end_with_the_server

log = logging.getLogger("tamaya.studies")

Kind: TypeAlias = Literal["review", "verdict"]
Phase: TypeAlias = Literal["none", "waiting", "working", "done", "failed"]

HELPERS = {
    "numba": "Without numba there are no winning chances and no verdicts: pip install 'tamaya[fast]'.",
    "pysat": "Without python-sat less can be proved: pip install 'tamaya[review]'.",
}
"""Packages that a study is better with, and what it lacks without them."""
MOST_STUDIES = 6
"""Under way and waiting in this process."""
LONGEST = {"review": 900.0, "verdict": 90.0}
"""Seconds after which a process that does not come to an end is ended."""
VERDICT_SECONDS = 10.0
BEAT = 2.0
BROKEN = "something went wrong here"
SILENCE = 20.0
"""Seconds after which a worker that says nothing has gone."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be found out: about a game, or about all that could follow from a turn of it."""

    table: str
    kind: Kind
    turn: int = 0

    @property
    def row(self) -> ColumnElement[bool]:
        """Where its row is."""
        return and_(
            STUDIES.c.table_id == self.table, STUDIES.c.kind == self.kind, STUDIES.c.turn == self.turn
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a study is, and what came of it."""

    state: Phase
    done: int = 0
    total: int = 0
    sentence: str = ""
    """Why it failed."""
    data: str = ""
    """What was found out, as JSON."""


@dataclass(eq=False, slots=True)
class _Job:
    question: Question
    asker: str
    record: str
    state: Phase
    done: int = 0
    total: int = 0
    begun: bool = False
    stopped: bool = False
    task: asyncio.Task[None] | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def standing(self) -> Standing:
        return Standing(self.state, self.done, self.total)

    def stop(self) -> None:
        """A job that waits ends at once, one that works within a moment."""
        self.stopped = True
        if self.task is not None and not self.begun:
            self.task.cancel()


class Studies:
    """The studies of this process, and the shelf that all processes share."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = new_id()
        self._jobs: dict[Question, _Job] = {}
        self._slots = {"review": asyncio.Semaphore(1), "verdict": asyncio.Semaphore(1)}
        """One of each kind is worked on at a time."""

    async def look(self, question: Question) -> Standing:
        """How far a study is."""
        if question in self._jobs:
            return self._jobs[question].standing
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(select(STUDIES).where(question.row))).first()
        if row is None or row.version != version():
            return Standing("none")
        if row.state == "done":
            return Standing("done", row.done, row.total, data=row.data)
        if row.state == "failed":
            return Standing("failed", sentence=row.data)
        return Standing(row.state, row.done, row.total) if self._is_alive(row) else Standing("none")

    async def start(self, question: Question, record: Record, guest: Guest) -> Standing:
        """Begin a study, unless it is done or under way."""
        standing = await self.look(question)
        if standing.state not in ("none", "failed") or question in self._jobs:
            return await self.look(question)
        if len(self._jobs) >= MOST_STUDIES:
            raise Refused("busy", "other games are being studied: try again in a few minutes")
        state: Phase = "waiting" if self._slots[question.kind].locked() else "working"
        job = self._jobs[question] = _Job(question, guest.id, str(record), state)
        claimed = False
        try:
            claimed = await self._claim(job)
        finally:
            if not claimed:
                del self._jobs[question]
                job.ended.set()
        if not claimed:
            return await self.look(question)
        job.task = asyncio.create_task(self._run(job), name=f"tamaya {question.kind}")
        return job.standing

    async def stop(self, question: Question, guest: Guest, *, host: bool) -> None:
        """End a study that is under way; those who started it may, and those whose game it is."""
        job = self._jobs.get(question)
        if job is not None:
            if job.asker != guest.id and not host:
                raise Refused("forbidden", "only whoever started this may stop it")
            job.stop()
            await job.ended.wait()
            return
        # Perhaps another process works on it, which looks at its row now and then.
        place = and_(question.row, STUDIES.c.state.in_(("waiting", "working")))
        async with self._store.begin() as connection:
            asker = await connection.scalar(select(STUDIES.c.data).where(place))
            if asker is not None and asker != guest.id and not host:
                raise Refused("forbidden", "only whoever started this may stop it")
            await connection.execute(delete(STUDIES).where(place))

    async def close(self) -> None:
        """End all that is under way."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.stop()
        await asyncio.gather(*(job.task for job in jobs if job.task), return_exceptions=True)

    def _is_alive(self, row: Any) -> bool:
        changed = row.changed if row.changed.tzinfo else row.changed.replace(tzinfo=UTC)
        return self._store.is_postgres and changed > _now() - timedelta(seconds=SILENCE)

    async def _claim(self, job: _Job) -> bool:
        """Write the row, unless another process was faster."""
        question = job.question
        key = {"table_id": question.table, "kind": question.kind, "turn": question.turn}
        values = self._values(job, job.asker)
        free = or_(STUDIES.c.state == "failed", STUDIES.c.version != version())
        if self._store.is_postgres:
            left = and_(STUDIES.c.state != "done", STUDIES.c.changed < _now() - timedelta(seconds=SILENCE))
        else:
            left = STUDIES.c.state != "done"
        query = self._store.insert(STUDIES).values({**key, **values})
        query = query.on_conflict_do_update(index_elements=list(key), set_=values, where=or_(free, left))
        async with self._store.begin() as connection:
            claimed = await connection.execute(query.returning(STUDIES.c.worker))
            return claimed.first() is not None

    async def _run(self, job: _Job) -> None:
        """Wait for our turn, work, and put what was found out on the shelf."""
        beating = asyncio.create_task(self._beat(job))
        standing = Standing("none")
        try:
            async with self._slots[job.question.kind]:
                job.state, job.begun = "working", True
                standing = await asyncio.to_thread(_work, job)
        except asyncio.CancelledError:
            job.stopped = True
        except Exception:
            log.exception("a study failed")
            standing = Standing("failed", sentence=BROKEN)
        finally:
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating
            try:
                await self._put(job, standing)
            except Exception:
                log.exception("a study could not be kept")
            finally:
                self._jobs.pop(job.question, None)
                job.ended.set()

    async def _put(self, job: _Job, standing: Standing) -> None:
        mine = and_(job.question.row, STUDIES.c.worker == self._worker)
        async with self._store.begin() as connection:
            if job.stopped or standing.state == "none":
                await connection.execute(delete(STUDIES).where(mine))
            else:
                # The job goes on to say "working" until what it found out can be read.
                found = standing.data or standing.sentence
                values = {**self._values(job, found), "state": standing.state}
                await connection.execute(update(STUDIES).where(mine).values(values))

    async def _beat(self, job: _Job) -> None:
        """Say now and then how far we are, and stop when the row has gone."""
        mine = and_(job.question.row, STUDIES.c.worker == self._worker)
        while True:
            await asyncio.sleep(BEAT)
            async with self._store.begin() as connection:
                changed = await connection.execute(
                    update(STUDIES)
                    .where(mine)
                    .values(self._values(job, job.asker))
                    .returning(STUDIES.c.worker)
                )
                gone = changed.first() is None
            if gone:
                job.stop()
                return

    def _values(self, job: _Job, data: str) -> dict[str, object]:
        return {
            "version": version(),
            "state": job.state,
            "worker": self._worker,
            "changed": _now(),
            "done": job.done,
            "total": job.total,
            "data": data,
        }


def version() -> str:
    """What another version found out, or this one with less at hand, is found out anew."""
    helpers = "".join("+" if find_spec(name) else "-" for name in HELPERS)
    return f"{__version__}/1{helpers}"


def why_not(kind: Kind, table: Table) -> str:
    """Why a game cannot be studied in this way on this server; empty if it can."""
    if table.kind.rules is None:
        return "only co-operative games are studied, and andrewz is a race"
    return HELPERS["numba"] if kind == "verdict" and find_spec("numba") is None else ""


def lacking() -> tuple[str, ...]:
    """What studies lack on this server, and how to get it."""
    return tuple(sentence for name, sentence in HELPERS.items() if find_spec(name) is None)


def _work(job: _Job) -> Standing:
    """Runs in a thread: start a process, and listen to it until it has found something out or is stopped."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    question = job.question
    process = context.Process(
        target=study, args=(there, question.kind, job.record, question.turn), daemon=True
    )
    process.start()
    there.close()
    began = time.monotonic()
    try:
        while not job.stopped:
            if time.monotonic() - began > LONGEST[question.kind]:
                return Standing("failed", sentence="this took too long, and was given up")
            if not here.poll(0.1):
                continue
            what, *rest = here.recv()
            if what == "at":
                job.done, job.total = rest
            elif what == "done":
                return Standing("done", data=rest[0])
            elif what == "refused":
                return Standing("failed", sentence=rest[0])
            else:
                log.error("a %s failed\n%s", question.kind, rest[0])
                return Standing("failed", sentence=BROKEN)
        return Standing("none")
    except EOFError:
        log.warning("the process of a %s has gone", question.kind)
        return Standing("failed", sentence=BROKEN)
    finally:
        process.kill()
        process.join()
        here.close()


def study(pipe: Connection, kind: Kind, text: str, turn: int) -> None:
    """Runs in a process of its own: find something out, and say how far it is."""
    end_with_the_server()
    with contextlib.suppress(AttributeError):
        # Whoever plays comes first. Not every system knows this.
        os.nice(5)

    def progress(done: int, total: int) -> None:
        pipe.send(("at", done, total))

    try:
        find_out = _review if kind == "review" else _verdict
        pipe.send(("done", json.dumps(find_out(Record.parse(text), turn, progress))))
    except TamayaError as error:
        pipe.send(("refused", str(error)))
    except Exception:
        pipe.send(("broken", traceback.format_exc()))


def _review(record: Record, _turn: int, progress: Callable[[int, int], None]) -> Any:
    from tamaya.review import review

    return review(record, progress=progress).plain()


def _verdict(record: Record, turn: int, progress: Callable[[int, int], None]) -> Any:
    from tamaya.review.solver import solve

    position = record.positions()[turn]
    assert isinstance(position, State)
    found = solve(position, seconds=VERDICT_SECONDS, stop=_tick(progress))
    return {**found.plain(), "perfect": found.perfect}


def _tick(progress: Callable[[int, int], None]) -> Callable[[], bool]:
    """For a search that asks now and then whether to stop: says how much of its time has passed."""
    began = time.monotonic()
    said = -1

    def stop() -> bool:
        nonlocal said
        passed = int((time.monotonic() - began) * 4)
        if passed > said:
            said = passed
            progress(min(passed, int(VERDICT_SECONDS * 4)), int(VERDICT_SECONDS * 4))
        return False

    return stop


def _now() -> datetime:
    return datetime.now(UTC)
