"""Reviews and verdicts: long thoughts about finished games, in processes of their own, kept once done.

A study is a row under (table, kind, turn). While a process works on it, the row says how far, so that
every process of a server can tell; a row whose worker has gone counts for nothing, and the study can be
started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, and_, delete, or_, select, update

from tamaya.records import Record
from tamaya.review import Review
from tamaya.review.worker import Failed, Found, Kind, Order, Progress, Worker
from tamaya.server.schema import STUDIES
from tamaya.server.store import Store, new_id
from tamaya.solver import Verdict
from tamaya.table import Guest, Refused, Table
from tamaya.wire.schema import AsObject
from tamaya.words import Message

log = logging.getLogger("tamaya.studies")

Phase: TypeAlias = Literal["none", "waiting", "working", "done", "failed"]

HELPERS = {"numba": Message("study.no-numba"), "pysat": Message("study.no-pysat")}
"""Packages that a study is better with, and what it lacks without them."""
ANALYSIS = "0.1.0/1"
"""Raised when reviews or verdicts come to be worked out in another way; kept with each of them."""
MOST_STUDIES = 6
"""Under way and waiting in this process."""
LONGEST = {"review": 900.0, "verdict": 90.0}
"""Seconds after which a process that does not come to an end is ended."""
BEAT = 2.0
BROKEN = Message("refused.something-wrong")
TOO_LONG = Message("refused.took-too-long")
SILENCE = 20.0
"""Seconds after which a worker that says nothing has gone."""

_VERDICTS: TypeAdapter[Verdict] = TypeAdapter(Annotated[Verdict, AsObject()])


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
    fault: Message | None = None
    """Why it failed."""
    answer: str = ""
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
    process: Worker | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def standing(self) -> Standing:
        return Standing(self.state, self.done, self.total)

    def stop(self) -> None:
        """A job that waits ends at once, one that works within a moment."""
        self.stopped = True
        if self.task is not None and not self.begun:
            self.task.cancel()
        self.kill()

    def kill(self) -> None:
        """End its process, if there is one."""
        if self.process is not None:
            self.process.kill()


class ReviewJobs:
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
            return Standing("done", row.done, row.total, answer=row.answer)
        if row.state == "failed":
            return Standing("failed", fault=_read_fault(row.fault))
        return Standing(row.state, row.done, row.total) if self._is_alive(row) else Standing("none")

    async def start(self, question: Question, record: Record, guest: Guest) -> Standing:
        """Begin a study, unless it is done or under way."""
        standing = await self.look(question)
        if standing.state not in ("none", "failed") or question in self._jobs:
            return await self.look(question)
        if len(self._jobs) >= MOST_STUDIES:
            raise Refused("busy", "refused.jobs-busy")
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
                raise Refused("forbidden", "refused.not-your-job")
            job.stop()
            await job.ended.wait()
            return
        # Perhaps another process works on it, which looks at its row now and then.
        place = and_(question.row, STUDIES.c.state.in_(("waiting", "working")))
        async with self._store.begin() as connection:
            asker = await connection.scalar(select(STUDIES.c.asker).where(place))
            if asker is not None and asker != guest.id and not host:
                raise Refused("forbidden", "refused.not-your-job")
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
        values = {**self._values(job), "asker": job.asker, "answer": "", "fault": ""}
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
                async with asyncio.timeout(LONGEST[job.question.kind]):
                    standing = await asyncio.to_thread(_work, job)
        except TimeoutError:
            job.kill()
            standing = Standing("failed", fault=TOO_LONG)
        except asyncio.CancelledError:
            job.stopped = True
        except Exception:
            log.exception("a study failed")
            standing = Standing("failed", fault=BROKEN)
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
                fault = json.dumps(standing.fault.plain()) if standing.fault else ""
                found = {"state": standing.state, "answer": standing.answer, "fault": fault}
                values = {**self._values(job), **found}
                await connection.execute(update(STUDIES).where(mine).values(values))

    async def _beat(self, job: _Job) -> None:
        """Say now and then how far we are, and stop when the row has gone."""
        mine = and_(job.question.row, STUDIES.c.worker == self._worker)
        while True:
            await asyncio.sleep(BEAT)
            async with self._store.begin() as connection:
                changed = await connection.execute(
                    update(STUDIES).where(mine).values(self._values(job)).returning(STUDIES.c.worker)
                )
                gone = changed.first() is None
            if gone:
                job.stop()
                return

    def _values(self, job: _Job) -> dict[str, object]:
        return {
            "version": version(),
            "state": job.state,
            "worker": self._worker,
            "changed": _now(),
            "done": job.done,
            "total": job.total,
        }


def version() -> str:
    """What is found with other helpers, or by another way of analysis, is not reused."""
    helpers = "".join("+" if find_spec(name) else "-" for name in HELPERS)
    return f"{ANALYSIS}{helpers}"


def why_not(kind: Kind, table: Table) -> Message | None:
    """Why a game cannot be studied in this way on this server; None if it can."""
    if not table.kind.has_review:
        return Message("study.co-operative-only")
    return HELPERS["numba"] if kind == "verdict" and find_spec("numba") is None else None


def lacking() -> tuple[Message, ...]:
    """What studies lack on this server, and how to get it."""
    return tuple(sentence for name, sentence in HELPERS.items() if find_spec(name) is None)


def read_review(text: str) -> Review:
    """A review as it was stored, by version 0.1.0 too."""
    return Review.from_plain(json.loads(text))


def read_verdict(text: str) -> Verdict:
    """A verdict as it was stored. Version 0.1.0 stored whether the deal can be won, and not whether the line
    wins it, which is the same where it is known; and how it was decided as a sentence."""
    data = json.loads(text)
    if isinstance(data["how"], str):
        data["how"] = {"code": data["how"], "fields": {}}
    return _VERDICTS.validate_python({"won": data.get("winnable") is True, **data})


def _read_fault(text: str) -> Message:
    """A fault as it was stored, by version 0.1.0 as a sentence."""
    try:
        return Message.read(json.loads(text))
    except ValueError:
        return Message(text)


def _work(job: _Job) -> Standing:
    """Runs in a thread: start a process, and listen to it until it has found something out or is ended."""
    question = job.question
    job.process = Worker(Order(question.kind, job.record, question.turn))
    if job.stopped:
        job.kill()
    for answer in job.process.answers():
        match answer:
            case Progress(done, total):
                job.done, job.total = done, total
            case Found(data):
                return Standing("done", answer=json.dumps(data))
            case Failed(message, trace):
                if trace:
                    log.error("a %s failed\n%s", question.kind, trace)
                return Standing("failed", fault=message or BROKEN)
    if not job.stopped:
        log.warning("the process of a %s has gone", question.kind)
    return Standing("failed", fault=BROKEN)


def _now() -> datetime:
    return datetime.now(UTC)
