"""Appending to logs: entries that arrive together are committed together, and all processes hear of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from itertools import compress
from typing import Any

from sqlalchemy import Connection, create_engine, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.server.database import Database, deal_hash, dump_entry, now, prepare_sqlite
from tamaya.server.schema import ENTRIES, MEMBERS, TABLES
from tamaya.table.entries import Entry

log = logging.getLogger("tamaya.store")

CHECKPOINT_SECONDS = 5
LISTEN_AGAIN = 1.0
"""Seconds after which a process listens again to a database that has been away."""
CHANNEL = "tamaya_tables"
"""Where processes tell each other that a table has moved."""
GONE = 0
"""The number that is told instead of an entry's when a table was deleted."""


class Conflict(Exception):
    """Another entry has this number: the log has moved on."""


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
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


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
        """Add an entry to a log; when this returns it is on disk. Conflict if the number is taken."""
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
            faults: list[Exception | None]
            try:
                accepted = await self._commit(batch)
                faults = [None if fresh else Conflict() for fresh in accepted]
            except Exception as error:
                faults = [error] * len(batch)
            for append, fault in zip(batch, faults, strict=True):
                self._queue.task_done()
                if append.done.done():
                    continue  # The sender no longer waits.
                if fault is None:
                    append.done.set_result(None)
                else:
                    append.done.set_exception(fault)

    async def _commit(self, batch: list[Append]) -> list[bool]:
        """Write a batch in one transaction, and say which entries found their number free."""
        if self.is_postgres:
            async with self.engine.connect() as connection:
                return await connection.run_sync(self._insert_batch, batch)
        # SQLite has one writer anyway: a thread with its own connection saves a hop for each statement.
        loop = asyncio.get_running_loop()
        async with self.writing:
            return await loop.run_in_executor(self._thread, self._insert_batch_sqlite, batch)

    def _insert_batch_sqlite(self, batch: list[Append]) -> list[bool]:
        with self._sqlite.connect() as connection:
            return self._insert_batch(connection, batch)

    def _insert_batch(self, connection: Connection, batch: list[Append]) -> list[bool]:
        at = now()
        rows = [
            {"table_id": each.table, "seq": each.seq, "at": at, "data": dump_entry(each.entry)}
            for each in batch
        ]
        try:
            with connection.begin():
                connection.execute(insert(ENTRIES), rows)
                for each in batch:
                    self._follow(connection, each, at)
        except IntegrityError:
            with connection.begin():
                query = self.insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.seq)
                accepted = [connection.execute(query, row).first() is not None for row in rows]
                for each in compress(batch, accepted):
                    self._follow(connection, each, at)
            return accepted
        return [True] * len(batch)

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
        self, heard: Callable[[str, int], None], missed: Callable[[], None] = lambda: None
    ) -> AsyncIterator[None]:
        """Tell ``heard`` the table and number whenever any process appends, and ``missed`` when the database
        was away for a while and anything may have happened; without PostgreSQL there is nothing to hear."""
        if not self.is_postgres:
            yield
            return

        def hear(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            table, seq = payload.split()
            heard(table, int(seq))

        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        listener = asyncio.create_task(self._listen(hear, missed, ready), name="tamaya listener")
        try:
            await ready
            yield
        finally:
            listener.cancel()
            await asyncio.wait([listener])

    async def _listen(
        self, hear: Callable[..., None], missed: Callable[[], None], ready: asyncio.Future[None]
    ) -> None:
        while True:
            try:
                async with self.engine.connect() as connection:
                    raw: Any = (await connection.get_raw_connection()).driver_connection
                    gone = asyncio.Event()
                    raw.add_termination_listener(lambda _, gone=gone: gone.set())
                    await raw.add_listener(CHANNEL, hear)
                    if ready.done():
                        missed()
                    else:
                        ready.set_result(None)
                    try:
                        await gone.wait()
                        await connection.invalidate()
                    finally:
                        if not raw.is_closed():
                            await raw.remove_listener(CHANNEL, hear)
            except Exception as error:
                if not ready.done():
                    ready.set_exception(error)
                    return
                log.exception("cannot listen to the database")
            log.warning("the database no longer reports what other processes append; listening again")
            await asyncio.sleep(LISTEN_AGAIN)
