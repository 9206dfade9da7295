"""The connection to the database, SQLite in a file or PostgreSQL for several processes, and how values are
written in it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from sqlalchemy import Table, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tamaya.table.entries import Entry

DATABASE_FAULTS = (SQLAlchemyError, OSError)
"""What a database is not there by, or cannot do; a connection that is refused is an OSError."""
CONNECT_SECONDS = 5
IDLE_SECONDS = 20
"""After so long PostgreSQL ends a transaction in which nothing happens."""

_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


class Database:
    """An engine, and how this kind of database is written to."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.writing = asyncio.Lock()
        """SQLite has one writer at a time; those who wait for it here are served in their order."""

    @property
    def is_postgres(self) -> bool:
        """Whether several processes may serve the same tables."""
        return self.engine.dialect.name == "postgresql"

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        turn = contextlib.nullcontext() if self.is_postgres else self.writing
        async with turn, self.engine.begin() as connection:
            yield connection

    def insert(self, table: Table) -> Any:
        """An insert that knows ON CONFLICT, which both databases spell alike."""
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)


def open_engine(url: str) -> AsyncEngine:
    """An engine for a database address such as sqlite+aiosqlite:///file or postgresql+asyncpg://..."""
    if url.startswith("sqlite"):
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
        return engine
    return create_async_engine(
        url,
        pool_size=10,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={
            "timeout": CONNECT_SECONDS,
            # A transaction whose client has gone without a word must not keep others waiting.
            "server_settings": {"idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s"},
        },
    )


def sqlite_url(path: Path) -> str:
    """The address of a database in a file."""
    return f"sqlite+aiosqlite:///{path.resolve()}"


def sqlite_path(url: str) -> Path | None:
    """The file of an embedded database; None for any other."""
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database or found.database == ":memory:":
        return None
    return Path(found.database)


def prepare_sqlite(connection: Any, _record: object) -> None:
    """Make a new connection durable, and let it wait for others."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        # A checkpoint within a commit would hold all writers up: see LogWriter._checkpoint.
        "wal_autocheckpoint=100000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def read_entry(text: str) -> Entry:
    """An entry from its JSON, told apart by ``kind``."""
    return _ENTRY.validate_json(text)


def dump_entry(entry: Entry) -> str:
    """An entry as JSON, with every field."""
    return _ENTRY.dump_json(entry).decode()


def new_token() -> str:
    """64 bits by which the process that has written an entry knows it again."""
    return secrets.token_urlsafe(8)


def describe(error: BaseException) -> str:
    """What is wrong with the database, in a line for the log, without what was being written."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def new_id() -> str:
    """128 unguessable bits: a link that cannot be found by trying."""
    return secrets.token_urlsafe(16)


def now() -> datetime:
    """The time at which something is written."""
    return datetime.now(UTC)


def deal_hash(deal: str) -> str:
    """A named deal as the tables' row holds it; empty for a fresh shuffle."""
    return key_hash(deal) if deal else ""


def key_hash(key: str) -> str:
    """A key as it is stored, so that the database does not tell it."""
    return hashlib.sha256(key.encode()).hexdigest()
