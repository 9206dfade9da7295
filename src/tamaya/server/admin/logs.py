"""Whether all logs can be read, and what is done about those that cannot."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from sqlalchemy import delete, func, select, update

from tamaya.server.admin.copies import Progress, integrity
from tamaya.server.admin.office import Office
from tamaya.server.database import deal_hash
from tamaya.server.log_reader import BrokenLog, StoredEntry, fold_log
from tamaya.server.log_writer import Notice
from tamaya.server.schema import ENTRIES, TABLES
from tamaya.table.table import Table

PAGE = 200


@dataclass(frozen=True, slots=True)
class Broken:
    """A table that cannot be read, the entry at which it breaks, and why."""

    table: str
    entry: int
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and what is wrong."""

    tables: int
    entries: int
    broken: tuple[Broken, ...]
    faults: tuple[str, ...]
    """Of the embedded database itself."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.broken and not self.faults


@dataclass(frozen=True, slots=True)
class Repair:
    """What was done to a table: its log cut after so many entries, or the table set aside."""

    table: str
    done: Literal["cut", "set-aside"]
    kept: int
    lost: int


async def verify(office: Office, progress: Progress) -> Report:
    """Read and fold every log; a server may go on meanwhile."""
    async with office.store.engine.connect() as connection:
        total = await connection.scalar(select(func.count()).select_from(TABLES)) or 0
    tables = entries = 0
    broken: list[Broken] = []
    async for table, hollow in _all_tables(office):
        stored = await office.store.log(table)
        tables, entries = tables + 1, entries + len(stored)
        # Of a named deal that was pruned only the knowledge is left that its players have.
        if stored or not hollow:
            try:
                fold_log(table, stored)
            except BrokenLog as error:
                # One that was deleted since is not broken.
                if await office.store.has_table(table):
                    broken.append(Broken(table, error.seq, error.why))
        progress(tables, max(total, tables))
    faults = await _faults(office)
    return Report(tables, entries, tuple(broken), tuple(faults))


async def repair(office: Office, broken: Broken, keep: Callable[[dict[str, object]], None]) -> Repair:
    """Cut a log where it breaks; a table of which nothing would be left is set aside. All entries are handed
    to ``keep`` before."""
    stored = await office.store.log(broken.table)
    for entry in stored:
        keep({"table": broken.table, "entry": entry.seq, "data": entry.data})
    good, table = _good_part(broken.table, stored)
    async with office.store.begin() as connection:
        place = ENTRIES.c.table_id == broken.table
        row = update(TABLES).where(TABLES.c.id == broken.table)
        if table is None:
            await connection.execute(row.values(phase="over", listed=False))
            done = Repair(broken.table, "set-aside", 0, len(stored))
        else:
            await connection.execute(delete(ENTRIES).where(place, ENTRIES.c.seq > good))
            deal = "" if table.phase == "gathering" else deal_hash(table.deal_key)
            phase = "over" if table.uploaded else table.phase
            await connection.execute(row.values(phase=phase, listed=table.setup.listed, deal=deal))
            done = Repair(broken.table, "cut", good, len(stored) - good)
        await office.store.tell_server(connection, Notice("table", broken.table))
        detail = f"{done.done}, {done.kept} entries kept, {done.lost} lost"
        await office.note(connection, "repair", broken.table, detail)
    return done


class Kept:
    """A file beside the database that holds what a repair takes away: a line of JSON for each entry."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"tamaya-repair-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.jsonl"
        self._file = os.fdopen(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w")

    def __call__(self, row: dict[str, object]) -> None:
        """Keep an entry; it is on disk before anything is taken away."""
        self._file.write(json.dumps(row) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """No more is coming."""
        self._file.close()


def _good_part(table: str, stored: list[StoredEntry]) -> tuple[int, Table | None]:
    """How many entries of a log can be read, and the table after them; None if there is no table yet."""
    good = len(stored)
    while good > 0:
        try:
            return good, fold_log(table, stored[:good])
        except BrokenLog as broken:
            good = min(good, broken.seq) - 1
    return 0, None


async def _all_tables(office: Office) -> AsyncIterator[tuple[str, bool]]:
    """The ids of all tables, each with whether it may be without a log."""
    last = ""
    while True:
        query = select(TABLES.c.id, TABLES.c.deal).where(TABLES.c.id > last).order_by(TABLES.c.id).limit(PAGE)
        async with office.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        for row in rows:
            yield row.id, bool(row.deal)
        if len(rows) < PAGE:
            return
        last = rows[-1].id


async def _faults(office: Office) -> list[str]:
    if office.path is None:
        return []
    try:
        with closing(sqlite3.connect(office.path, timeout=30)) as connection:
            return integrity(connection)
    except sqlite3.DatabaseError as error:
        return [str(error)]
