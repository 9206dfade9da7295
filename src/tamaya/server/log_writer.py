"""Appending to logs: entries that arrive together are committed together, and all processes hear of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import compress
from typing import Any, Literal

from sqlalchemy import Connection, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.server import metrics
from tamaya.server.database import (
    Database,
    deal_hash,
    describe,
    dump_entry,
    new_token,
    now,
    prepare_sqlite,
)
from tamaya.server.schema import ENTRIES, MEMBERS, NOTICES, TABLES
from tamaya.table.entries import Entry

log = logging.getLogger("tamaya.store")

CHECKPOINT_SECONDS = 5
LISTEN_AGAIN = 1.0
"""Seconds after which a process listens again to a database that has been away."""
PATIENCE = 5.0
"""Seconds for which entries whose connection broke are written again."""
COMMIT_SECONDS = 10.0
"""After so many, a transaction counts as broken."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
_DEFINITE = (IntegrityError, ProgrammingError, DataError)
"""What a statement may be refused with, however often it is tried."""
LONGEST_LISTEN_PAUSE = 10.0
LISTEN_SECONDS = 2.0
"""How long a start waits until others are heard."""
CHANNEL = "tamaya_tables"
"""Where processes tell each other that a table has moved."""
GUEST_CHANNEL = "tamaya_guests"
"""Where they are told that a guest was changed."""
NOTICE_SECONDS = 1.0
"""Between two looks at what other programs have changed in an embedded database."""
NOTICES_KEPT = timedelta(days=1)
GONE = 0
"""The number that is told instead of an entry's when a table was deleted."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What a process of a server is told by another, or by an administrator's command."""

    subject: Literal["table", "guest"]
    name: str
    """Its id."""
    seq: int = GONE
    """The number of a table's latest entry; GONE if the table was deleted, or its whole log changed."""


class Conflict(Exception):
    """Another entry has this number: the log has moved on."""


class NotStored(Exception):
    """The database could not store an entry, which is not in the log."""


class NotKnown(Exception):
    """The connection broke while an entry was being committed, and the database does not answer: whether the
    entry is in the log is not known."""


@dataclass(frozen=True, slots=True)
class Append:
    """An entry on its way to the log, with what the lists of tables need to know."""

    table: str
    seq: int
    entry: Entry
    phase: str
    touch: bool = True
    """Whether the table's row in lists is due to be written as well."""
    deal: str = ""
    """Which named deal is played, if one is."""
    token: str = field(default_factory=new_token)
    """By which this entry is known again, should the connection break."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


@dataclass(slots=True)
class _Attempt:
    """A transaction that may break off."""

    again: bool = False
    """Whether the same entries may be in the log already."""
    sent: bool = False
    """Whether the database has been asked to commit."""


class LogWriter(Database):
    """A database with the one writer of logs in this process."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        if not self.is_postgres:
            self._sqlite = create_engine(self.engine.url.set(drivername="sqlite"), hide_parameters=True)
            event.listen(self._sqlite, "connect", prepare_sqlite)
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="tamaya writer")
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start to write."""
        self._tasks = [asyncio.create_task(self._write(), name="tamaya writer")]
        if not self.is_postgres:
            self._tasks.append(asyncio.create_task(self._checkpoint(), name="tamaya checkpoint"))

    async def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        if self._tasks:
            await self._queue.join()
        for task in self._tasks:
            task.cancel()
        if not self.is_postgres:
            self._thread.shutdown()
            self._sqlite.dispose()
        await self.engine.dispose()

    async def append(self, append: Append) -> None:
        """Add an entry to a log; when this returns it is on disk.

        Conflict if the number is taken, NotStored if the entry is not in the log, NotKnown if nothing can be
        said about it.
        """
        await self._queue.put(append)
        await append.done

    async def append_within(self, connection: AsyncConnection, append: Append) -> None:
        """Add an entry to a log within a transaction of the caller's. Conflict if the number is taken."""
        at = now()
        row = {"table_id": append.table, "seq": append.seq, "at": at, "data": dump_entry(append.entry)}
        query = self.insert(ENTRIES).values(row).on_conflict_do_nothing().returning(ENTRIES.c.seq)
        if (await connection.execute(query)).first() is None:
            raise Conflict
        await connection.run_sync(self._follow, append, at)

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < 200:
                batch.append(self._queue.get_nowait())
            # In one order everywhere, so that processes never wait for each other in a circle.
            batch.sort(key=lambda append: append.table)
            try:
                faults = await self._commit(batch)
            except Exception as error:
                log.exception("entries could not be written")
                faults = [NotKnown(describe(error))] * len(batch)
            for append, fault in zip(batch, faults, strict=True):
                self._queue.task_done()
                if append.done.done():
                    continue  # The sender no longer waits.
                if fault is None:
                    append.done.set_result(None)
                else:
                    append.done.set_exception(fault)

    async def _commit(self, batch: list[Append]) -> list[Exception | None]:
        """Write a batch in one transaction, and say what became of each entry; None if it is in the log."""
        write = self._write_postgres if self.is_postgres else self._write_sqlite
        attempt = _Attempt()
        try:
            accepted = await write(batch, attempt)
            return [None if fresh else Conflict() for fresh in accepted]
        except Exception as error:
            if isinstance(error, _DEFINITE) and not attempt.sent and len(batch) > 1:
                # What cannot be stored, such as an entry of a table that was deleted, takes no other along.
                return [fault for each in batch for fault in await self._commit([each])]
            metrics.DATABASE_FAULTS.inc()
            log.warning("entries could not be stored: %s", describe(error))
            if attempt.sent:
                metrics.UNCERTAIN.inc(len(batch))
                return [NotKnown(describe(error))] * len(batch)
            return [NotStored(describe(error))] * len(batch)

    async def _write_postgres(self, batch: list[Append], attempt: _Attempt) -> list[bool]:
        """Try until the transaction is known to have been committed, or for a while.

        To write an entry again is harmless: where the broken transaction was committed, the number is taken
        by an entry with our token, and while it is still going on, PostgreSQL waits for its end.
        """
        deadline, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while True:
            try:
                async with asyncio.timeout(COMMIT_SECONDS), self.engine.connect() as connection:
                    return await connection.run_sync(self._insert_batch, batch, attempt)
            except Exception as error:
                attempt.again = attempt.sent
                if isinstance(error, _DEFINITE) and not attempt.sent:
                    raise
                if time.monotonic() > deadline:
                    raise
                log.warning("the database broke off; trying again: %s", describe(error))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _write_sqlite(self, batch: list[Append], attempt: _Attempt) -> list[bool]:
        # SQLite has one writer anyway: a thread with its own connection saves a hop for each statement.
        loop = asyncio.get_running_loop()
        async with self.writing:
            try:
                return await loop.run_in_executor(self._thread, self._insert_batch_sqlite, batch, attempt)
            except Exception as error:
                if not attempt.sent:
                    raise
                # No other process can be at work on what broke: what is there now is what there is.
                ours = await loop.run_in_executor(self._thread, self._ours_sqlite, batch)
                if not any(ours):
                    attempt.sent = False
                    raise
                log.warning("the database broke off after it had stored: %s", describe(error))
                return ours

    def _insert_batch_sqlite(self, batch: list[Append], attempt: _Attempt) -> list[bool]:
        with self._sqlite.connect() as connection:
            return self._insert_batch(connection, batch, attempt)

    def _ours_sqlite(self, batch: list[Append]) -> list[bool]:
        with self._sqlite.connect() as connection:
            return [self._is_ours(connection, each) for each in batch]

    def _insert_batch(self, connection: Connection, batch: list[Append], attempt: _Attempt) -> list[bool]:
        """Write entries, and say which of them are in the log now."""
        at = now()
        rows = [
            {
                "table_id": each.table,
                "seq": each.seq,
                "at": at,
                "data": dump_entry(each.entry),
                "token": each.token,
            }
            for each in batch
        ]
        if not attempt.again:
            with contextlib.suppress(IntegrityError):
                with connection.begin():
                    connection.execute(insert(ENTRIES), rows)
                    for each in batch:
                        self._follow(connection, each, at)
                    attempt.sent = True
                return [True] * len(batch)
        with connection.begin():
            query = self.insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.seq)
            accepted = [connection.execute(query, row).first() is not None for row in rows]
            for each in compress(batch, accepted):
                self._follow(connection, each, at)
            if attempt.again:
                accepted = [
                    fresh or self._is_ours(connection, each)
                    for fresh, each in zip(accepted, batch, strict=True)
                ]
            attempt.sent = True
        return accepted

    def _is_ours(self, connection: Connection, append: Append) -> bool:
        place = (ENTRIES.c.table_id == append.table, ENTRIES.c.seq == append.seq)
        return connection.scalar(select(ENTRIES.c.token).where(*place)) == append.token

    def _follow(self, connection: Connection, append: Append, at: datetime) -> None:
        """What goes with an entry: the row of its table, its members, and word to other processes."""
        entry = append.entry
        if append.touch:
            changes: dict[str, object] = {"changed": at, "phase": append.phase}
            if entry.kind == "arranged":
                changes["listed"] = entry.setup.listed
            if entry.kind == "started":
                changes["deal"] = deal_hash(append.deal)
            connection.execute(update(TABLES).where(TABLES.c.id == append.table).values(changes))
        if entry.kind == "sat":
            member = self.insert(MEMBERS).values(table_id=append.table, guest_id=entry.guest)
            connection.execute(member.on_conflict_do_nothing())
        if self.is_postgres:
            connection.execute(select(func.pg_notify(CHANNEL, f"{append.table} {append.seq}")))

    async def tell_gone(self, connection: AsyncConnection, table: str) -> None:
        """Tell other processes, once the transaction is committed, that a table was deleted."""
        if self.is_postgres:
            await connection.execute(select(func.pg_notify(CHANNEL, f"{table} {GONE}")))

    async def tell_server(self, connection: AsyncConnection, notice: Notice) -> None:
        """Tell the processes of a server, from another program, what it changes in this transaction."""
        if self.is_postgres:
            payload = f"{notice.name} {notice.seq}" if notice.subject == "table" else notice.name
            channel = CHANNEL if notice.subject == "table" else GUEST_CHANNEL
            await connection.execute(select(func.pg_notify(channel, payload)))
            return
        at = now()
        await connection.execute(delete(NOTICES).where(NOTICES.c.at < at - NOTICES_KEPT))
        row = {"at": at, "subject": notice.subject, "name": notice.name, "seq": notice.seq}
        await connection.execute(insert(NOTICES).values(row))

    async def _checkpoint(self) -> None:
        """Move the write-ahead log into the database now and then, beside the writer and not in its way."""
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            await asyncio.to_thread(self._checkpoint_sqlite)

    def _checkpoint_sqlite(self) -> None:
        with self._sqlite.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    @contextlib.asynccontextmanager
    async def listening(
        self, heard: Callable[[Notice], None], missed: Callable[[], None] = lambda: None
    ) -> AsyncIterator[None]:
        """Tell ``heard`` whenever another process appends or an administrator changes something, and
        ``missed`` when the database was away for a while and anything may have happened."""
        ready = asyncio.Event()
        listen = self._listen(heard, missed, ready) if self.is_postgres else self._poll(heard, ready)
        listener = asyncio.create_task(listen, name="tamaya listener")
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ready.wait(), LISTEN_SECONDS)
            yield
        finally:
            listener.cancel()
            await asyncio.wait([listener])

    async def _poll(self, heard: Callable[[Notice], None], ready: asyncio.Event) -> None:
        """Look again and again for what other programs have changed in the embedded database."""
        last: int | None = None
        while True:
            try:
                async with self.engine.connect() as connection:
                    if last is None:
                        last = await connection.scalar(select(func.max(NOTICES.c.id))) or 0
                        ready.set()
                    query = select(NOTICES).where(NOTICES.c.id > last).order_by(NOTICES.c.id)
                    rows = (await connection.execute(query)).all()
            except SQLAlchemyError as error:
                log.warning("cannot hear other programs (%s)", describe(error))
                rows = []
            for row in rows:
                last = row.id
                heard(Notice(row.subject, row.name, row.seq))
            await asyncio.sleep(NOTICE_SECONDS)

    async def _listen(
        self, heard: Callable[[Notice], None], missed: Callable[[], None], ready: asyncio.Event
    ) -> None:
        def hear(_connection: object, _pid: int, channel: str, payload: str) -> None:
            if channel == GUEST_CHANNEL:
                heard(Notice("guest", payload))
                return
            table, seq = payload.split()
            heard(Notice("table", table, int(seq)))

        pause = LISTEN_AGAIN
        while True:
            try:
                async with self.engine.connect() as connection:
                    raw: Any = (await connection.get_raw_connection()).driver_connection
                    gone = asyncio.Event()
                    raw.add_termination_listener(lambda _, gone=gone: gone.set())
                    for channel in (CHANNEL, GUEST_CHANNEL):
                        await raw.add_listener(channel, hear)
                    missed()
                    ready.set()
                    pause = LISTEN_AGAIN
                    try:
                        await gone.wait()
                        await connection.invalidate()
                    finally:
                        if not raw.is_closed():
                            for channel in (CHANNEL, GUEST_CHANNEL):
                                await raw.remove_listener(channel, hear)
                reason = "the connection has gone"
            except Exception as error:
                metrics.DATABASE_FAULTS.inc()
                reason = describe(error)
            log.warning("cannot hear other processes (%s); listening again in %s s", reason, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_LISTEN_PAUSE)
