"""The database: logs of tables, guests, notes. SQLite in a file, or PostgreSQL for several processes."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tamaya.server.entries import Created, Entry, Sat, entry

log = logging.getLogger("tamaya.store")

metadata = MetaData()

GUESTS = Table(
    "guests",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("key_hash", String(64), nullable=False, unique=True),
    Column("created", DateTime(timezone=True), nullable=False),
)
TABLES = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("deal", String(64), nullable=False, server_default="", index=True),
    Index("tables_listed", "listed", "phase", "changed"),
)
"""A row for each table: what lists of tables are sorted and picked by. All else is in the log."""
ENTRIES = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("data", Text, nullable=False),
)
"""The logs. The key doubles as optimistic lock: of two entries with one number, the second is refused."""
MEMBERS = Table(
    "members",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest_id", ForeignKey("guests.id"), primary_key=True),
    Index("members_guest", "guest_id"),
)
"""Whose tables they are: everybody who set one up or took a seat."""
NOTES = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest_id", ForeignKey("guests.id"), primary_key=True),
    Column("card", Integer, primary_key=True),
    Column("text", String(200), nullable=False),
)
SECRETS = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(128), nullable=False),
)
"""What the server alone knows, such as the key of named deals."""


BRANCHES = Table(
    "branches",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("guest_id", ForeignKey("guests.id"), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("title", String(80), nullable=False),
    Index("branches_table", "table_id", "created"),
)
"""How finished games could have gone on from some turn: see ``branches.py``."""
STUDIES = Table(
    "studies",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("version", String(40), nullable=False),
    Column("state", String(10), nullable=False),
    Column("worker", String(22), nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""Reviews and verdicts of finished games, under way or done: see ``studies.py``."""


class Conflict(Exception):
    """Another entry has this number: the log has moved on."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A guest as stored."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Append:
    """An entry on its way to the log, with what the lists of tables need to know."""

    table: str
    seq: int
    entry: Entry
    phase: str
    touch: bool = True
    """Whether the table's row in lists is due to be written as well."""
    member: str | None = None
    """A guest whose table this becomes."""
    deal: str = ""
    """Which named deal is played, if one is."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Store:
    """All access to the database. Appends that arrive together are committed together."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        if not self.is_postgres:
            self._sqlite = create_engine(self.engine.url.set(drivername="sqlite"), hide_parameters=True)
            event.listen(self._sqlite, "connect", _prepare_sqlite)
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="tamaya writer")
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._writing = asyncio.Lock()
        """SQLite has one writer at a time; those who wait for it here are served in their order."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_postgres(self) -> bool:
        """Whether several processes may serve the same tables."""
        return self.engine.dialect.name == "postgresql"

    async def open(self) -> None:
        """Start the writer."""
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

    # Logs.

    async def append(self, append: Append) -> None:
        """Add an entry to a log; when this returns it is on disk. Conflict if the number is taken."""
        await self._queue.put(append)
        await append.done

    async def create(
        self, table: str, created: Created, more: Sequence[Entry], phase: str, deal: str = ""
    ) -> None:
        """Add a table with the first entries of its log, all or nothing."""
        now = _now()
        rows = [
            {"table_id": table, "seq": seq, "at": now, "data": _dump(each)}
            for seq, each in enumerate([created, *more], start=1)
        ]
        async with self.begin() as connection:
            row = {"id": table, "created": now, "changed": now, "phase": phase}
            row |= {"listed": created.setup.listed, "deal": "" if phase == "gathering" else _deal_hash(deal)}
            await connection.execute(insert(TABLES).values(row))
            await connection.execute(insert(ENTRIES), rows)
            members = {created.owner, *(each.guest for each in more if isinstance(each, Sat))} - {""}
            if members:
                rows = [{"table_id": table, "guest_id": guest} for guest in sorted(members)]
                await connection.execute(insert(MEMBERS), rows)

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a log after a number."""
        query = (
            select(ENTRIES.c.data)
            .where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after)
            .order_by(ENTRIES.c.seq)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).scalars().all()
        return [entry.validate_json(row) for row in rows]

    # Lists of tables.

    async def tables_of(self, guest: str, limit: int = 40) -> list[tuple[str, datetime]]:
        """A guest's tables, the latest first."""
        query = (
            select(TABLES.c.id, TABLES.c.changed)
            .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
            .where(MEMBERS.c.guest_id == guest)
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self._rows(query)

    async def listed_tables(self, limit: int = 20) -> list[tuple[str, datetime]]:
        """The tables that are open to everybody, the latest first."""
        query = (
            select(TABLES.c.id, TABLES.c.changed)
            .where(TABLES.c.listed, TABLES.c.phase != "over")
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self._rows(query)

    async def tables_with_deal(self, deal: str, guest: str | None) -> dict[str, str]:
        """The phases of the started tables with a named deal; only those of a guest, if one is named."""
        query = select(TABLES.c.id, TABLES.c.phase).where(TABLES.c.deal == _deal_hash(deal))
        if guest is not None:
            query = query.join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id).where(MEMBERS.c.guest_id == guest)
        async with self.engine.connect() as connection:
            return {row.id: row.phase for row in await connection.execute(query)}

    async def running_tables(self) -> list[str]:
        """Where a game goes on: bots may be waited for there after a restart."""
        query = select(TABLES.c.id, TABLES.c.changed).where(TABLES.c.phase == "playing")
        return [table for table, _ in await self._rows(query)]

    # Guests.

    async def add_guest(self, name: str) -> tuple[GuestRow, str]:
        """A new guest, and the key that proves who they are."""
        guest, key = GuestRow(new_id(), name), secrets.token_urlsafe(32)
        async with self.begin() as connection:
            await connection.execute(
                insert(GUESTS).values(id=guest.id, name=name, key_hash=_hash(key), created=_now())
            )
        return guest, key

    async def find_guest(self, key: str) -> GuestRow | None:
        """The guest of a key. Keys are compared by their hash, so the time it takes tells nothing."""
        query = select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.key_hash == _hash(key))
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return GuestRow(row.id, row.name) if row else None

    async def rename_guest(self, guest: str, name: str) -> None:
        """Call a guest by another name from now on."""
        async with self.begin() as connection:
            await connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(name=name))

    # Notes and secrets.

    async def notes(self, table: str, guest: str) -> dict[str, str]:
        """A guest's private notes at a table, by card id."""
        query = select(NOTES.c.card, NOTES.c.text).where(
            NOTES.c.table_id == table, NOTES.c.guest_id == guest, NOTES.c.text != ""
        )
        async with self.engine.connect() as connection:
            return {str(row.card): row.text for row in await connection.execute(query)}

    async def set_note(self, table: str, guest: str, card: int, text: str) -> None:
        """Write a private note on a card."""
        values = {"table_id": table, "guest_id": guest, "card": card, "text": text}
        async with self.begin() as connection:
            keys = [NOTES.c.table_id, NOTES.c.guest_id, NOTES.c.card]
            query = self.insert(NOTES).values(values)
            await connection.execute(query.on_conflict_do_update(index_elements=keys, set_={"text": text}))

    async def secret(self, name: str) -> bytes:
        """A key of the server's own, made when it is first asked for."""
        async with self.begin() as connection:
            query = self.insert(SECRETS).values(name=name, value=secrets.token_hex(32))
            await connection.execute(query.on_conflict_do_nothing())
            value = await connection.scalar(select(SECRETS.c.value).where(SECRETS.c.name == name))
        return bytes.fromhex(str(value))

    async def check(self) -> None:
        """Raise if the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(select(func.count()).select_from(SECRETS))

    # How it is done.

    async def _write(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < 200:
                batch.append(self._queue.get_nowait())
            # In one order everywhere, so that processes never wait for each other in a circle.
            batch.sort(key=lambda append: append.table)
            try:
                taken = await self._commit(batch)
            except Exception as error:
                for append in batch:
                    _fail(append, error)
            else:
                for append, fresh in zip(batch, taken, strict=True):
                    if fresh and not append.done.done():
                        append.done.set_result(None)
                    else:
                        _fail(append, Conflict(append.table, append.seq))
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _checkpoint(self) -> None:
        """Move the write-ahead log into the database now and then, beside the writer and not in its way."""
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            await asyncio.to_thread(self._checkpoint_sqlite)

    def _checkpoint_sqlite(self) -> None:
        with self._sqlite.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        turn = contextlib.nullcontext() if self.is_postgres else self._writing
        async with turn, self.engine.begin() as connection:
            yield connection

    async def _commit(self, batch: list[Append]) -> list[bool]:
        """Write a batch in one transaction, and say which entries found their number free."""
        if self.is_postgres:
            async with self.engine.connect() as connection:
                return await connection.run_sync(self._insert_batch, batch)
        # SQLite has one writer anyway: a thread with its own connection saves a hop for each statement.
        loop = asyncio.get_running_loop()
        async with self._writing:
            return await loop.run_in_executor(self._thread, self._insert_batch_sqlite, batch)

    def _insert_batch_sqlite(self, batch: list[Append]) -> list[bool]:
        with self._sqlite.connect() as connection:
            return self._insert_batch(connection, batch)

    def _insert_batch(self, connection: Connection, batch: list[Append]) -> list[bool]:
        now = _now()
        rows = [
            {"table_id": each.table, "seq": each.seq, "at": now, "data": _dump(each.entry)} for each in batch
        ]
        try:
            with connection.begin():
                connection.execute(_INSERT, rows)
                self._follow(connection, batch, now)
        except IntegrityError:
            with connection.begin():
                query = self.insert(ENTRIES).on_conflict_do_nothing().returning(ENTRIES.c.seq)
                taken = [connection.execute(query, row).first() is not None for row in rows]
                self._follow(
                    connection, [each for each, fresh in zip(batch, taken, strict=True) if fresh], now
                )
            return taken
        return [True] * len(batch)

    def _follow(self, connection: Connection, batch: list[Append], now: datetime) -> None:
        """What goes with entries: the row of their table, its members, and word to other processes."""
        for each in batch:
            if each.touch:
                changes: dict[str, object] = {"changed": now, "phase": each.phase}
                if each.entry.kind == "arranged":
                    changes["listed"] = each.entry.setup.listed
                if each.entry.kind == "started":
                    changes["deal"] = _deal_hash(each.deal)
                connection.execute(update(TABLES).where(TABLES.c.id == each.table).values(changes))
            if each.member is not None:
                member = self.insert(MEMBERS).values(table_id=each.table, guest_id=each.member)
                connection.execute(member.on_conflict_do_nothing())
            if self.is_postgres:
                connection.execute(select(func.pg_notify(CHANNEL, f"{each.table} {each.seq}")))

    async def _rows(self, query: Any) -> list[tuple[str, datetime]]:
        async with self.engine.connect() as connection:
            return [(row.id, row.changed) for row in await connection.execute(query)]

    def insert(self, table: Table) -> Any:
        """An insert that knows ON CONFLICT, which both databases spell alike."""
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)


_INSERT = insert(ENTRIES)
CHECKPOINT_SECONDS = 5

CHANNEL = "tamaya_tables"
"""Where processes tell each other that a table has moved."""
LISTEN_AGAIN = 1.0
"""Seconds after which one listens anew to a database that has been away."""


@asynccontextmanager
async def listening(
    store: Store, heard: Callable[[str, int], None], missed: Callable[[], None] = lambda: None
) -> AsyncIterator[None]:
    """Tell ``heard`` the table and number whenever any process appends, and ``missed`` when the database was
    away for a while and anything may have happened; without PostgreSQL there is nothing to hear."""
    if not store.is_postgres:
        yield
        return
    ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    listener = asyncio.create_task(_listen(store, heard, missed, ready), name="tamaya listener")
    try:
        await ready
        yield
    finally:
        listener.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listener


async def _listen(
    store: Store, heard: Callable[[str, int], None], missed: Callable[[], None], ready: asyncio.Future[None]
) -> None:
    def hear(_connection: object, _pid: int, _channel: str, payload: str) -> None:
        table, seq = payload.split()
        heard(table, int(seq))

    while True:
        try:
            async with store.engine.connect() as connection:
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
        log.warning("the database has stopped telling what other processes do; listening anew")
        await asyncio.sleep(LISTEN_AGAIN)


def open_engine(url: str) -> AsyncEngine:
    """An engine for a database address such as sqlite+aiosqlite:///file or postgresql+asyncpg://..."""
    if url.startswith("sqlite"):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    return create_async_engine(url, pool_size=10, pool_pre_ping=True, hide_parameters=True)


def sqlite_url(path: Path) -> str:
    """The address of a database in a file."""
    return f"sqlite+aiosqlite:///{path.resolve()}"


def new_id() -> str:
    """128 unguessable bits: a link that nobody finds by trying."""
    return secrets.token_urlsafe(16)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        # A checkpoint within a commit would hold everybody up: see Store._checkpoint.
        "wal_autocheckpoint=100000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _fail(append: Append, error: Exception) -> None:
    if not append.done.done():
        append.done.set_exception(error)


def _dump(value: Entry) -> str:
    return value.model_dump_json(exclude_defaults=False)


def _deal_hash(deal: str) -> str:
    return _hash(deal) if deal else ""


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _now() -> datetime:
    return datetime.now(UTC)
