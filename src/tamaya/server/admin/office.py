"""A database that an administrator works on, beside a running server or alone; whatever they do is noted."""

from __future__ import annotations

import getpass
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.server.database import DATABASE_FAULTS, describe, now, open_engine, sqlite_path
from tamaya.server.lock import is_held
from tamaya.server.log_reader import fold_log
from tamaya.server.log_writer import Append, Conflict, Notice, NotStored
from tamaya.server.migrations import newest_revision, revision_of
from tamaya.server.readiness import check_file
from tamaya.server.schema import ACTS, GUESTS
from tamaya.server.store import Store
from tamaya.server.trouble import Trouble
from tamaya.table.commands import Guest
from tamaya.table.decide import Decision
from tamaya.table.table import Table

log = logging.getLogger("tamaya.admin")

TRIES = 20
"""How often an entry is tried at a table at which others act meanwhile."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that an administrator did."""

    at: str
    by: str
    act: str
    subject: str
    detail: str


@dataclass(frozen=True, slots=True)
class Office:
    """A store with what administrators do to it."""

    store: Store
    path: Path | None
    """The file of an embedded database."""

    @property
    def beside_server(self) -> bool:
        """Whether a server runs on the embedded database."""
        return self.path is not None and is_held(self.path)

    async def note(self, connection: AsyncConnection, act: str, subject: str, detail: str = "") -> None:
        """Note an act, in the transaction that does it."""
        row = {"at": now(), "by": operator(), "act": act, "subject": subject, "detail": detail}
        await connection.execute(insert(ACTS).values(row))
        log.info("%s", act, extra={"subject": subject, "detail": detail, "by": operator()})

    async def acts(self, limit: int) -> list[Act]:
        """What was done last, the latest first."""
        async with self.store.engine.connect() as connection:
            rows = await connection.execute(select(ACTS).order_by(ACTS.c.id.desc()).limit(limit))
            return [Act(row.at.isoformat(), row.by, row.act, row.subject, row.detail) for row in rows]

    async def table(self, table: str) -> Table:
        """A table by its id."""
        stored = await self.store.log(table)
        if not stored:
            raise Trouble("trouble.no-such-table", table=table)
        return fold_log(table, stored)

    async def append(self, table: str, decide: Callable[[Table], Decision | None]) -> bool:
        """Let something happen at a table where others may act, too; whether there was anything to do."""
        for _ in range(TRIES):
            decision = decide(await self.table(table))
            if decision is None:
                return False
            after = decision.table
            try:
                await self.store.append(
                    Append(table, after.seq, decision.entry, after.phase, deal=after.deal_key)
                )
            except Conflict:
                continue
            except NotStored as error:
                raise Trouble("trouble.not-stored", cause=str(error)) from None
            if not self.store.is_postgres:  # There the writer tells it.
                async with self.store.begin() as connection:
                    await self.store.tell_server(connection, Notice("table", table, after.seq))
            return True
        raise Trouble("trouble.table-busy", table=table)

    async def find_guest(self, name: str) -> Guest:
        """A guest by id, or by a name that only one guest has."""
        query = select(GUESTS.c.id, GUESTS.c.name).where((GUESTS.c.id == name) | (GUESTS.c.name == name))
        async with self.store.engine.connect() as connection:
            rows = (await connection.execute(query.limit(20))).all()
        exact = [row for row in rows if row.id == name] or rows
        if not exact:
            raise Trouble("trouble.no-such-guest", guest=name)
        if len(exact) > 1:
            raise Trouble("trouble.several-guests", guest=name, ids=tuple(row.id for row in exact))
        return Guest(exact[0].id, exact[0].name)


@asynccontextmanager
async def office(url: str) -> AsyncIterator[Office]:
    """Open a database that has the shape of this version."""
    path = sqlite_path(url)
    if path is not None:
        if not path.exists():
            raise Trouble("trouble.no-database", file=str(path))
        check_file(path)
    await _check_revision(url)
    store = Store(url)
    store.open()
    try:
        yield Office(store, path)
    finally:
        await store.close()


async def _check_revision(url: str) -> None:
    engine = open_engine(url)
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(revision_of)
    except DATABASE_FAULTS as error:
        raise Trouble("trouble.no-answer", cause=describe(error)) from None
    finally:
        await engine.dispose()
    if found is None or found < newest_revision():
        raise Trouble("trouble.older", found=found or "0", known=newest_revision())
    if found > newest_revision():
        raise Trouble("trouble.newer", found=found, known=newest_revision())


def operator() -> str:
    """Who works here, as the system knows them."""
    try:
        return getpass.getuser()[:60]
    except (KeyError, OSError):  # A container may have no name for its user.
        return "?"
