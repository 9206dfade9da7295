"""Games as administrators see them: lists without cards, talk, deletion, and how long games are kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from sqlalchemy import ColumnElement, delete, select, true, update

from tamaya.server.admin.copies import Progress
from tamaya.server.admin.office import Office
from tamaya.server.database import now
from tamaya.server.log_reader import BrokenLog, fold_log
from tamaya.server.log_writer import Notice
from tamaya.server.schema import BRANCHES, ENTRIES, GAMES, GUESTS, MEMBERS, NOTES, STUDIES, TABLES
from tamaya.server.trouble import Trouble
from tamaya.table.decide import close_talk
from tamaya.table.table import Table

Which: TypeAlias = Literal["finished", "unfinished", "all"]
AT_ONCE = 200
_AGE = re.compile(r"(\d{1,5})([dhw]?)")
_UNITS = {"d": "days", "h": "hours", "w": "weeks", "": "days"}


@dataclass(frozen=True, slots=True)
class Row:
    """A table in a list."""

    id: str
    changed: str
    phase: str
    """gathering, playing, over; damaged if its log cannot be read, and pruned if it has none any more."""
    rules: str = ""
    names: tuple[str, ...] = ()
    uploaded: bool = False
    listed: bool = False
    talk_closed: bool = False


@dataclass(frozen=True, slots=True)
class Details:
    """A table with those who have a part in it, and what they said; no card of it."""

    table: Row
    entries: int
    actions: int
    members: tuple[tuple[str, str], ...]
    """Ids and names."""
    said: tuple[tuple[str, str], ...]
    """Names and words."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was deleted, or would be."""

    tables: int
    kept_deals: int
    """Tables of named deals: nothing is left but that their players know the cards."""
    dry: bool


async def tables(office: Office, limit: int, which: Which, *, uploaded: bool) -> list[Row]:
    """The tables that changed last."""
    query = select(TABLES).where(_phase(which)).order_by(TABLES.c.changed.desc())
    found: list[Row] = []
    async with office.store.engine.connect() as connection:
        rows = (await connection.execute(query if uploaded else query.limit(limit))).all()
    for row in rows:
        line = await _row(office, row.id, row.changed, listed=row.listed)
        if line.uploaded or not uploaded:
            found.append(line)
        if len(found) == limit:
            break
    return found


async def show(office: Office, table: str) -> Details:
    """One table."""
    async with office.store.engine.connect() as connection:
        row = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).first()
        members = select(GUESTS.c.id, GUESTS.c.name).join(MEMBERS, MEMBERS.c.guest_id == GUESTS.c.id)
        people = (await connection.execute(members.where(MEMBERS.c.table_id == table))).all()
    if row is None:
        raise Trouble("trouble.no-such-table", table=table)
    line = await _row(office, table, row.changed, listed=row.listed)
    stored = await office.store.log(table)
    folded = None if line.phase in ("damaged", "pruned") else fold_log(table, stored)
    return Details(
        line,
        len(stored),
        len(folded.actions) if folded else 0,
        tuple((each.id, each.name) for each in people),
        tuple((said.name, said.text) for said in folded.said) if folded else (),
    )


async def remove(office: Office, table: str) -> None:
    """Delete a table, whoever has a part in it."""
    async with office.store.begin() as connection:
        if await connection.scalar(select(TABLES.c.id).where(TABLES.c.id == table)) is None:
            raise Trouble("trouble.no-such-table", table=table)
        await office.store.delete_tables(connection, [table])
        await office.store.tell_server(connection, Notice("table", table))
        await office.note(connection, "delete table", table)


async def set_talk(office: Office, table: str, *, closed: bool) -> bool:
    """Close the talk at a table, or open it again; whether that changed anything."""
    changed = await office.append(table, lambda folded: close_talk(folded, closed=closed))
    if changed:
        async with office.store.begin() as connection:
            await office.note(connection, "close talk" if closed else "open talk", table)
    return changed


async def prune(office: Office, age: timedelta, which: Which, progress: Progress, *, dry: bool) -> Pruned:
    """Delete the tables at which nothing has happened for so long."""
    # PostgreSQL compares times with zones; SQLite keeps them all in UTC.
    old = (TABLES.c.changed < now() - age, _phase(which))
    async with office.store.engine.connect() as connection:
        has_log = select(ENTRIES.c.seq).where(ENTRIES.c.table_id == TABLES.c.id).exists()
        query = select(TABLES.c.id, TABLES.c.deal).where(*old, has_log).order_by(TABLES.c.id)
        rows = (await connection.execute(query)).all()
    deals = [row.id for row in rows if row.deal]
    if not dry:
        for begin in range(0, len(rows), AT_ONCE):
            part = rows[begin : begin + AT_ONCE]
            await _prune(
                office, [row.id for row in part if not row.deal], [row.id for row in part if row.deal]
            )
            progress(begin + len(part), len(rows))
        async with office.store.begin() as connection:
            await office.note(connection, "prune", which, f"{len(rows)} tables older than {age.days} days")
    return Pruned(len(rows), len(deals), dry)


def read_age(text: str) -> timedelta:
    """An age such as 365d, 12h or 8w."""
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise Trouble("trouble.bad-age", text=text)
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


async def _prune(office: Office, tables: Sequence[str], deals: Sequence[str]) -> None:
    async with office.store.begin() as connection:
        await office.store.delete_tables(connection, tables)
        # Whoever knows the cards of a named deal must not play them again: that much stays.
        for kept in (STUDIES, BRANCHES, NOTES, GAMES, ENTRIES):
            await connection.execute(delete(kept).where(kept.c.table_id.in_(deals)))
        hidden = update(MEMBERS).where(MEMBERS.c.table_id.in_(deals))
        await connection.execute(hidden.values(hidden=True, tags=""))
        over = update(TABLES).where(TABLES.c.id.in_(deals))
        await connection.execute(over.values(phase="over", listed=False))
        for table in (*tables, *deals):
            await office.store.tell_server(connection, Notice("table", table))


async def _row(office: Office, table: str, changed: datetime, *, listed: bool) -> Row:
    stored = await office.store.log(table)
    if not stored:
        return Row(table, changed.isoformat(), "pruned")
    try:
        folded = fold_log(table, stored)
    except BrokenLog:
        return Row(table, changed.isoformat(), "damaged", listed=listed)
    return Row(
        table,
        changed.isoformat(),
        "over" if folded.uploaded else folded.phase,
        folded.kind.text,
        _names(folded),
        folded.uploaded,
        listed,
        folded.talk_closed,
    )


def _names(table: Table) -> tuple[str, ...]:
    if table.names:
        return table.names
    return tuple(sitter.name for _, sitter in sorted(table.sitters.items()))


def _phase(which: Which) -> ColumnElement[bool]:
    match which:
        case "finished":
            return TABLES.c.phase == "over"
        case "unfinished":
            return TABLES.c.phase != "over"
        case "all":
            return true()
