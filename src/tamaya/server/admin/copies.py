"""Copies of a database: made while a server runs, checked, and put in the place of another one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import make_url

from tamaya.server.database import sqlite_path
from tamaya.server.lock import exclusive
from tamaya.server.migrations import newest_revision
from tamaya.server.readiness import MAGIC
from tamaya.server.trouble import Trouble

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much is done, and how much there is to do."""

STEP = 512
"""Pages that are copied between two tellings."""
COUNTED = ("tables", "entries", "guests")
ENDS = ("", "-wal", "-shm")
"""The files of a database."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that was checked."""

    file: str
    bytes: int
    revision: str
    tables: int
    entries: int
    guests: int
    replaced: str = ""
    """Where the database is that was there before."""


def backup(url: str, target: Path, progress: Progress, *, force: bool = False) -> Copy:
    """Copy a database into one file, whatever a server does meanwhile, and check the copy."""
    if target.exists() and not force:
        raise Trouble("trouble.exists", file=str(target))
    source = sqlite_path(url)
    new = target.with_name(f"{target.name}.new")
    try:
        if source is None:
            return _dump(url, target, new)
        if not source.exists():
            raise Trouble("trouble.no-database", file=str(source))
        with _reading(source) as connection:
            # One transaction holds what is copied still while others write.
            connection.execute("BEGIN")
            counted = _counts(connection)
            _copy(connection, new, progress)
        copy = check(new)
        if (copy.tables, copy.entries, copy.guests) != counted:
            raise Trouble("trouble.bad-copy", file=str(new))
        _settle(new, target)
    except OSError as error:
        raise Trouble("trouble.read-only", file=str(target), cause=error.strerror or str(error)) from None
    finally:
        with suppress(OSError):
            new.unlink()
    return replace(copy, file=str(target))


def restore(url: str, source: Path, progress: Progress, *, force: bool = False) -> Copy:
    """Put a copy in the place of the database; what was there before is kept beside it."""
    target = sqlite_path(url)
    if target is None:
        raise Trouble("trouble.use-pg-restore", file=str(source))
    check(source)
    with exclusive(url):
        if target.exists() and not force:
            raise Trouble("trouble.exists", file=str(target))
        new = target.with_name(f"{target.name}.new")
        try:
            with _reading(source) as connection:
                _copy(connection, new, progress)
            copy = check(new)
            before = _set_aside(target)
            _settle(new, target)
        except OSError as error:
            raise Trouble("trouble.read-only", file=str(target), cause=error.strerror or str(error)) from None
        finally:
            with suppress(OSError):
                new.unlink()
    return replace(copy, file=str(target), replaced=before)


def check(file: Path) -> Copy:
    """See that a file is a whole database of ours."""
    try:
        with file.open("rb") as opened:
            begin = opened.read(len(MAGIC))
    except OSError as error:
        raise Trouble("trouble.unreadable", file=str(file), cause=error.strerror or str(error)) from None
    if begin != MAGIC:
        raise Trouble("trouble.not-ours", file=str(file))
    try:
        with _reading(file) as connection:
            faults = integrity(connection)
            if faults:
                raise Trouble("trouble.damaged", file=str(file), cause=faults[0])
            revision = _revision(connection, file)
            tables, entries, guests = _counts(connection)
    except sqlite3.DatabaseError as error:
        raise Trouble("trouble.damaged", file=str(file), cause=str(error)) from None
    if revision > newest_revision():
        raise Trouble("trouble.newer", found=revision, known=newest_revision())
    return Copy(str(file), file.stat().st_size, revision, tables, entries, guests)


def integrity(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the pages of a database, and rows that hang on none."""
    faults = [line for (line,) in connection.execute("PRAGMA integrity_check(20)") if line != "ok"]
    lost = connection.execute("PRAGMA foreign_key_check").fetchmany(20)
    return faults + [f"a row of {row[0]} belongs to no row of {row[2]}" for row in lost]


def _revision(connection: sqlite3.Connection, file: Path) -> str:
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"alembic_version", *COUNTED} <= names:
        raise Trouble("trouble.not-ours", file=str(file))
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise Trouble("trouble.not-ours", file=str(file))
    return str(row[0])


def _counts(connection: sqlite3.Connection) -> tuple[int, int, int]:
    tables, entries, guests = (
        int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in COUNTED
    )
    return tables, entries, guests


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as connection:
        yield connection


def _copy(source: sqlite3.Connection, file: Path, progress: Progress) -> None:
    with suppress(FileNotFoundError):
        file.unlink()
    # What a database holds, such as the keys of named deals, is for its owner.
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with _reading(file) as target:
        source.backup(
            target, pages=STEP, progress=lambda _status, left, total: progress(total - left, total), sleep=0
        )
        # One file, without a log beside it.
        target.execute("PRAGMA journal_mode=DELETE")


def _settle(new: Path, target: Path) -> None:
    """Give a copy its name once it is on disk."""
    with new.open("rb") as file:
        os.fsync(file.fileno())
    new.replace(target)


def _set_aside(target: Path) -> str:
    """Rename the database that is there, with its log; its new name."""
    if not target.exists():
        return ""
    aside = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
    for end in ENDS:
        with suppress(FileNotFoundError):
            Path(f"{target}{end}").replace(f"{aside}{end}")
    return str(aside)


def _dump(url: str, target: Path, new: Path) -> Copy:
    """A copy of a PostgreSQL by its own program."""
    program = shutil.which("pg_dump")
    if program is None:
        raise Trouble("trouble.needs-pg-dump")
    address = make_url(url).set(drivername="postgresql")
    # A password in the arguments could be read by all on this machine.
    environment = {**os.environ, **({"PGPASSWORD": str(address.password)} if address.password else {})}
    plain = address.set(password=None).render_as_string(hide_password=False)
    ran = subprocess.run(
        [program, "--format=custom", f"--file={new}", f"--dbname={plain}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode != 0:
        lines = ran.stderr.strip().splitlines()
        raise Trouble("trouble.pg-dump", cause=lines[-1] if lines else str(ran.returncode))
    new.chmod(0o600)
    _settle(new, target)
    return Copy(str(target), target.stat().st_size, newest_revision(), -1, -1, -1)
