"""How a server comes to its database: it looks at the file, waits for PostgreSQL, and says what is wrong."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy.exc import DatabaseError, OperationalError

from tamaya.server.database import describe, open_engine, sqlite_path, sqlite_url
from tamaya.server.lock import exclusive
from tamaya.server.migrations import migrate, newest_revision
from tamaya.server.trouble import Trouble

log = logging.getLogger("tamaya.store")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between two tries to reach a database."""
MAGIC = b"SQLite format 3\0"


def look(url: str) -> None:
    """See, before a server starts, that its embedded database is there for it alone and can be used."""
    path = sqlite_path(url)
    if path is None:
        return
    with exclusive(url):
        if path.exists():
            check_file(path)


async def prepare(url: str) -> None:
    """Bring a database to the shape of this version, or say what stands in the way."""
    path = sqlite_path(url)
    if path is None:
        await _migrate(url)
        return
    try:
        if path.exists():
            check_file(path)
            await _migrate(url)
        else:
            await _create(path)
    except OperationalError as error:
        raise Trouble("trouble.read-only", file=str(path), cause=_cause(error)) from None
    except DatabaseError as error:
        raise Trouble("trouble.damaged", file=str(path), cause=_cause(error)) from None


async def reach(url: str, opened: Callable[[], Awaitable[None]]) -> None:
    """Bring a PostgreSQL into shape and then do the rest; it may be away for as long as it likes."""
    pause = FIRST_PAUSE
    while True:
        try:
            await prepare(url)
            await opened()
        except Trouble:
            raise
        except Exception as error:
            log.warning("the database is not ready (%s); trying again in %s s", describe(error), pause)
        else:
            return
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def check_file(path: Path) -> None:
    """See that a file is a database of ours that can be read and written."""
    try:
        with path.open("r+b") as file:
            begin = file.read(len(MAGIC))
    except OSError as error:
        raise Trouble("trouble.read-only", file=str(path), cause=error.strerror or str(error)) from None
    if not begin:
        raise Trouble("trouble.empty", file=str(path))
    if begin != MAGIC:
        raise Trouble("trouble.not-ours", file=str(path))
    if not os.access(path.parent, os.W_OK):
        raise Trouble("trouble.read-only", file=str(path.parent), cause=os.strerror(13))
    try:
        with closing(sqlite3.connect(path, timeout=5)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            found = ""
            if "alembic_version" in names:
                [found] = connection.execute("SELECT version_num FROM alembic_version").fetchone() or [""]
    except sqlite3.OperationalError as error:
        raise Trouble("trouble.read-only", file=str(path), cause=str(error)) from None
    except sqlite3.DatabaseError as error:
        raise Trouble("trouble.damaged", file=str(path), cause=str(error)) from None
    if names and "alembic_version" not in names:
        raise Trouble("trouble.not-ours", file=str(path))
    if found > newest_revision():
        raise Trouble("trouble.newer", found=found, known=newest_revision())


async def _create(path: Path) -> None:
    """A new database gets its name when it is whole: one that is empty was emptied by others."""
    new = path.with_name(f"{path.name}.new")
    for leftover in (new, *(new.with_name(f"{new.name}{end}") for end in ("-wal", "-shm", "-journal"))):
        with suppress(FileNotFoundError):
            leftover.unlink()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        await _migrate(sqlite_url(new))
        new.replace(path)
    except OSError as error:
        raise Trouble(
            "trouble.read-only", file=str(path.parent), cause=error.strerror or str(error)
        ) from None


async def _migrate(url: str) -> None:
    engine = open_engine(url)
    try:
        await migrate(engine)
    finally:
        await engine.dispose()


def _cause(error: DatabaseError) -> str:
    return str(error.orig)
