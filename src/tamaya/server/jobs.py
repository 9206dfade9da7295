"""Reviews and verdicts of finished games: each is worked out in a process of its own, and kept once done.

A study is a row under (table, kind, turn). While a process works on it, the row says how far, so that
every process of a server can tell; a row whose worker has gone counts for nothing, and the study can be
started again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Any

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, and_, delete, or_, select, update

from tamaya.capabilities import CAPABILITIES, ENGINE
from tamaya.records import Kind as GameKind
from tamaya.records import Record
from tamaya.review import Review
from tamaya.review.worker import Failed, Found, Kind, Order, Preparing, Progress, Worker
from tamaya.server import metrics
from tamaya.server.database import new_id, now
from tamaya.server.messages import StudyInfo
from tamaya.server.schema import STUDIES
from tamaya.server.store import Store
from tamaya.server.turns import Asker, Turns
from tamaya.solver import Verdict
from tamaya.table.commands import Guest, Refused
from tamaya.wire.schema import AsObject
from tamaya.words import Message

log = logging.getLogger("tamaya.studies")

ANALYSIS = "0.1.0/1"
"""Raised when reviews or verdicts come to be worked out in another way; kept with each of them."""
MOST_STUDIES = 30
"""Under way and waiting in this process."""
MOST_OF_A_GUEST = 3
"""Of them those that one guest has asked for; others come before the second of them."""
LONGEST = {"review": 900.0, "verdict": 90.0}
"""Seconds after which a process that does not come to an end is ended."""
BEAT = 2.0
BROKEN = Message("refused.something-wrong")
TOO_LONG = Message("refused.took-too-long")
SILENCE = timedelta(seconds=20)
"""After so long, a worker that says nothing has gone."""

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


@dataclass(eq=False, slots=True)
class _Job:
    """A study that this process works on or is about to."""

    question: Question
    asker: str
    record: str
    info: StudyInfo
    task: asyncio.Task[None] = field(init=False)
    process: Worker | None = None
    stopped: bool = False
    postpone: Callable[[], None] = lambda: None
    """Gives it all its time again: compiling, which comes first, does not count."""

    def kill(self) -> None:
        """End its process, or see that it ends when it begins."""
        self.stopped = True
        if self.process is not None:
            self.process.kill()


class ReviewJobs:
    """The studies of this process, and the rows that all processes share."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = new_id()
        self._jobs: dict[Question, _Job] = {}
        self._starting = asyncio.Lock()
        self._slots = {"review": Turns(1), "verdict": Turns(1)}
        """One of each kind is worked on at a time, in turn for those who asked."""

    async def look(self, question: Question) -> StudyInfo:
        """How far a study is, and what came of it."""
        if question in self._jobs:
            return self._jobs[question].info
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(select(STUDIES).where(question.row))).first()
        if row is None or row.version != version():
            return StudyInfo(state="none")
        if row.state == "done":
            return _read_answer(question.kind, row)
        if row.state == "failed":
            return StudyInfo(state="failed", fault=_read_fault(row.fault))
        # Without PostgreSQL there is no other process that could be at work on it.
        if self._store.is_postgres and row.changed > now() - SILENCE:
            return StudyInfo(state=row.state, done=row.done, total=row.total)
        return StudyInfo(state="none")

    async def done_among(self, kind: Kind, tables: Sequence[str]) -> str | None:
        """One of these tables for which a study of the whole game is done; None if there is none."""
        query = select(STUDIES.c.table_id).where(
            STUDIES.c.table_id.in_(tables),
            STUDIES.c.kind == kind,
            STUDIES.c.turn == 0,
            STUDIES.c.state == "done",
            STUDIES.c.version == version(),
        )
        async with self._store.engine.connect() as connection:
            return await connection.scalar(query.order_by(STUDIES.c.changed).limit(1))

    async def start(self, question: Question, record: Record, guest: Guest) -> StudyInfo:
        """Begin a study, unless it is done or under way."""
        async with self._starting:
            found = await self.look(question)
            if found.state not in ("none", "failed"):
                return found
            if len(self._jobs) >= MOST_STUDIES:
                raise Refused("busy", "refused.jobs-busy")
            if sum(job.asker == guest.id for job in self._jobs.values()) >= MOST_OF_A_GUEST:
                raise Refused("busy", "refused.your-jobs", most=MOST_OF_A_GUEST)
            waits = self._slots[question.kind].is_full
            info = StudyInfo(state="waiting" if waits else "working")
            job = _Job(question, guest.id, str(record), info)
            if not await self._claim(job):
                return await self.look(question)
            job.task = asyncio.create_task(self._run(job), name=f"tamaya {question.kind}")
            job.task.add_done_callback(lambda _: self._jobs.pop(question))
            self._jobs[question] = job
            return job.info

    async def stop(self, question: Question, guest: Guest, *, host: bool) -> None:
        """End a study that is under way; those who started it may, and those whose game it is."""
        place = and_(question.row, STUDIES.c.state.in_(("waiting", "preparing", "working")))
        async with self._store.begin() as connection:
            asker = await connection.scalar(select(STUDIES.c.asker).where(place))
            if asker is not None and asker != guest.id and not host:
                raise Refused("forbidden", "refused.not-your-job")
            # If another process works on it, that one misses its row at the next beat.
            await connection.execute(delete(STUDIES).where(place))
        if question in self._jobs:
            await _cancel(self._jobs[question].task)

    async def close(self) -> None:
        """End all that is under way."""
        for job in list(self._jobs.values()):
            await _cancel(job.task)

    async def _claim(self, job: _Job) -> bool:
        """Write the row, unless another process was faster."""
        question = job.question
        key = {"table_id": question.table, "kind": question.kind, "turn": question.turn}
        values = {**self._values(job), "asker": job.asker, "answer": "", "fault": ""}
        left = STUDIES.c.state != "done"
        if self._store.is_postgres:
            left = and_(left, STUDIES.c.changed < now() - SILENCE)
        free = or_(STUDIES.c.state == "failed", STUDIES.c.version != version(), left)
        query = self._store.insert(STUDIES).values({**key, **values})
        query = query.on_conflict_do_update(index_elements=list(key), set_=values, where=free)
        async with self._store.begin() as connection:
            claimed = await connection.execute(query.returning(STUDIES.c.worker))
            return claimed.first() is not None

    async def _run(self, job: _Job) -> None:
        """Wait for a slot, work, and keep what was found out."""
        kind = job.question.kind
        beating = asyncio.create_task(self._beat(job))
        found: dict[str, str] = {}
        try:
            async with self._slots[kind].turn(Asker(job.asker)):
                job.info = StudyInfo(state="working")
                async with asyncio.timeout(LONGEST[kind]) as limit:
                    job.postpone = _postponing(limit, LONGEST[kind])
                    found = await asyncio.to_thread(_work, job)
        except TimeoutError:
            found = _failed(TOO_LONG)
        except asyncio.CancelledError:
            pass
        except Exception:
            log.exception("a study failed")
            found = _failed(BROKEN)
        job.kill()
        metrics.STUDIES.labels(kind, found.get("state", "stopped")).inc()
        await _cancel(beating)
        try:
            await self._put(job, found)
        except Exception:
            log.exception("a study could not be kept")

    async def _put(self, job: _Job, found: dict[str, str]) -> None:
        mine = and_(job.question.row, STUDIES.c.worker == self._worker)
        change = update(STUDIES).where(mine).values({**self._values(job), **found})
        async with self._store.begin() as connection:
            # The job goes on to say "working" until what it found out can be read.
            await connection.execute(change if found else delete(STUDIES).where(mine))

    async def _beat(self, job: _Job) -> None:
        """Write every few seconds how far the job is, and stop it when its row has gone."""
        mine = and_(job.question.row, STUDIES.c.worker == self._worker)
        gone = False
        while not gone:
            await asyncio.sleep(BEAT)
            async with self._store.begin() as connection:
                query = update(STUDIES).where(mine).values(self._values(job))
                gone = (await connection.execute(query)).rowcount == 0
        job.task.cancel()

    def _values(self, job: _Job) -> dict[str, object]:
        return {
            "version": version(),
            "worker": self._worker,
            "changed": now(),
            **job.info.model_dump(include={"state", "done", "total"}),
        }


def version() -> str:
    """What is found with other capabilities, or by another way of analysis, is not reused."""
    return ANALYSIS + "".join("+" if capability.works else "-" for capability in CAPABILITIES)


def why_not(kind: Kind, game: GameKind) -> Message | None:
    """Why games of a kind cannot be studied in this way on this server; None if they can."""
    if not game.has_review:
        return Message("study.co-operative-only")
    return ENGINE.off if kind == "verdict" and not ENGINE.works else None


def lacking() -> tuple[Message, ...]:
    """What is off in studies on this server. Without the engine there is nothing to prove."""
    return tuple(capability.off for capability in CAPABILITIES if not capability.works)[:1]


def _read_answer(kind: Kind, row: Any) -> StudyInfo:
    """What was found out as it was stored, by version 0.1.0 too."""
    data = json.loads(row.answer)
    if kind == "review":
        review = Review.from_plain(data)
        return StudyInfo(state="done", done=row.done, total=row.total, review=review, summary=review.summary)
    # Version 0.1.0 stored whether the deal can be won, and not whether the line wins it, which is the same
    # where it is known; and how it was decided as a sentence.
    if isinstance(data["how"], str):
        data["how"] = {"code": data["how"], "fields": {}}
    verdict = _VERDICTS.validate_python({"won": data.get("winnable") is True, **data})
    return StudyInfo(state="done", done=row.done, total=row.total, verdict=verdict)


def _read_fault(text: str) -> Message:
    """A fault as it was stored, by version 0.1.0 as a sentence."""
    try:
        return Message.read(json.loads(text))
    except ValueError:
        return Message(text)


def _failed(fault: Message) -> dict[str, str]:
    """A failure as it is stored."""
    return {"state": "failed", "fault": json.dumps(fault.plain())}


def _work(job: _Job) -> dict[str, str]:
    """Runs in a thread: start a process, and listen to it until it has found something out or is ended."""
    kind = job.question.kind
    job.process = Worker(Order(kind, job.record, job.question.turn))
    if job.stopped:
        job.kill()
    for answer in job.process.answers():
        match answer:
            case Preparing(done, total):
                job.postpone()
                job.info = StudyInfo(state="preparing", done=done, total=total)
            case Progress(done, total):
                job.info = StudyInfo(state="working", done=done, total=total)
            case Found(data):
                return {"state": "done", "answer": json.dumps(data)}
            case Failed(message, trace):
                if trace:
                    log.error("a %s failed\n%s", kind, trace)
                return _failed(message or BROKEN)
    if not job.stopped:
        log.warning("the process of a %s has gone", kind)
    return _failed(BROKEN)


def _postponing(limit: asyncio.Timeout, seconds: float) -> Callable[[], None]:
    """A function for other threads that lets a limit begin again."""
    loop = asyncio.get_running_loop()

    def begin_again() -> None:
        # A limit that has passed already cannot be moved.
        with suppress(RuntimeError):
            limit.reschedule(loop.time() + seconds)

    def postpone() -> None:
        loop.call_soon_threadsafe(begin_again)

    return postpone


async def _cancel(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait until it has ended, however it ends."""
    task.cancel()
    await asyncio.wait([task])
