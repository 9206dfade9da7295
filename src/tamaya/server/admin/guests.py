"""Guests as administrators see them: other names, bans, and everything about a person forgotten."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select, update

from tamaya.rules.names import is_name
from tamaya.server.admin.office import Office
from tamaya.server.log_reader import BrokenLog
from tamaya.server.log_writer import NOTICE_SECONDS, Notice
from tamaya.server.schema import BRANCHES, ENTRIES, GAMES, GUESTS, KNOWN_DEALS, MEMBERS, NOTES, STUDIES
from tamaya.server.trouble import Trouble
from tamaya.table.commands import NAME_LENGTH, Guest
from tamaya.table.decide import free_name, rename

FORMER = "Former guest"
"""What a person is called in the games of others who wished to be forgotten."""
UNSAID = "…"
"""What stands in the place of their words."""


@dataclass(frozen=True, slots=True)
class Row:
    """A guest in a list."""

    id: str
    name: str
    created: str
    tables: int
    banned: bool


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was done so that nothing is left of a person."""

    guest: str
    deleted: int
    """Games that were theirs alone."""
    changed: int
    """Games of others, in which they have a neutral name now."""


async def guests(office: Office, limit: int, search: str, *, banned: bool) -> list[Row]:
    """Guests, the latest first."""
    count = select(func.count()).where(MEMBERS.c.guest_id == GUESTS.c.id).correlate(GUESTS).scalar_subquery()
    query = select(GUESTS, count.label("tables")).order_by(GUESTS.c.created.desc()).limit(limit)
    if search:
        query = query.where(func.lower(GUESTS.c.name).contains(search.lower(), autoescape=True))
    if banned:
        query = query.where(GUESTS.c.banned)
    async with office.store.engine.connect() as connection:
        return [
            Row(row.id, row.name, row.created.isoformat(), row.tables, row.banned)
            for row in await connection.execute(query)
        ]


async def give_name(office: Office, guest: Guest, name: str) -> Guest:
    """Call a guest by another name, here and where their games are not over."""
    name = " ".join(name.split())
    if not is_name(name) or len(name) > NAME_LENGTH:
        raise Trouble("trouble.bad-name", most=NAME_LENGTH)
    renamed = Guest(guest.id, name)
    async with office.store.begin() as connection:
        await connection.execute(update(GUESTS).where(GUESTS.c.id == guest.id).values(name=name))
        await office.store.tell_server(connection, Notice("guest", guest.id))
        await office.note(connection, "rename guest", guest.id)
    for table in await office.store.unfinished_tables_of(guest.id):
        try:
            await office.append(table, lambda folded: rename(folded, renamed))
        except BrokenLog:
            continue
    return renamed


async def ban(office: Office, guest: Guest, *, banned: bool) -> None:
    """Let a guest do nothing but watch, or let them play again."""
    async with office.store.begin() as connection:
        await connection.execute(update(GUESTS).where(GUESTS.c.id == guest.id).values(banned=banned))
        await office.store.tell_server(connection, Notice("guest", guest.id))
        await office.note(connection, "ban guest" if banned else "unban guest", guest.id)


async def forget(office: Office, guest: Guest) -> Forgotten:
    """Delete all that is stored about a person. Games with others stay, with a neutral name in them and
    without their words."""
    if office.store.is_postgres or office.beside_server:
        # What a server has in memory must not write their name again.
        await ban(office, guest, banned=True)
        await asyncio.sleep(2 * NOTICE_SECONDS)
    async with office.store.begin() as connection:
        if not office.store.is_postgres:
            await connection.exec_driver_sql("PRAGMA secure_delete=ON")
        theirs = select(MEMBERS.c.table_id).where(MEMBERS.c.guest_id == guest.id)
        others = select(MEMBERS.c.table_id).where(MEMBERS.c.guest_id != guest.id)
        lines = select(BRANCHES.c.table_id).where(BRANCHES.c.guest_id != guest.id)
        alone = theirs.except_(others, lines)
        deleted = list((await connection.execute(alone)).scalars())
        await office.store.delete_tables(connection, deleted)
        # Those who watch may speak, too, and have no part in the table otherwise.
        spoke = select(ENTRIES.c.table_id).where(ENTRIES.c.data.contains(guest.id, autoescape=True))
        changed = sorted(set((await connection.execute(theirs.union(spoke))).scalars()))
        for table in changed:
            await _make_neutral(connection, table, guest.id)
        for kept in (NOTES, BRANCHES, MEMBERS, KNOWN_DEALS):
            await connection.execute(delete(kept).where(kept.c.guest_id == guest.id))
        await connection.execute(update(STUDIES).where(STUDIES.c.asker == guest.id).values(asker=""))
        await connection.execute(delete(GUESTS).where(GUESTS.c.id == guest.id))
        for table in (*deleted, *changed):
            await office.store.tell_server(connection, Notice("table", table))
        await office.store.tell_server(connection, Notice("guest", guest.id))
        await office.note(connection, "forget guest", guest.id)
    return Forgotten(guest.id, len(deleted), len(changed))


async def _make_neutral(connection: Any, table: str, guest: str) -> None:
    """Rewrite the entries of a log that tell of a person, and drop what was worked out from it."""
    query = select(ENTRIES.c.seq, ENTRIES.c.data).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.seq)
    rows = (await connection.execute(query)).all()
    for seq, data in neutral_log([(row.seq, row.data) for row in rows], guest):
        place = (ENTRIES.c.table_id == table, ENTRIES.c.seq == seq)
        await connection.execute(update(ENTRIES).where(*place).values(data=data))
    for kept in (GAMES, STUDIES):
        await connection.execute(delete(kept).where(kept.c.table_id == table))


def neutral_log(log: Sequence[tuple[int, str]], guest: str) -> list[tuple[int, str]]:
    """The entries of a log that have to be written otherwise so that it names a person no more; it need not
    be readable as a whole."""
    found: list[tuple[int, str]] = []
    names: set[str] = set()
    for _, data in log:
        names |= _names_of(_read(data), guest)
    seats: dict[int, str] = {}
    for seq, data in log:
        entry = _read(data)
        kind = entry.get("kind")
        if kind == "sat":
            seats = {seat: sitter for seat, sitter in seats.items() if sitter != entry["guest"]}
            seats[entry["seat"]] = entry["guest"]
        elif kind == "stood":
            seats.pop(entry["seat"], None)
        after = _neutral(entry, guest, seats, names)
        if after != entry:
            found.append((seq, json.dumps(after, ensure_ascii=False, separators=(",", ":"))))
    return found


def _names_of(entry: dict[str, Any], guest: str) -> set[str]:
    return {entry["name"]} if entry.get("guest") == guest and "name" in entry else set()


def _neutral(entry: dict[str, Any], guest: str, seats: dict[int, str], names: set[str]) -> dict[str, Any]:
    match entry:
        case {"kind": "sat", "guest": whose} if whose == guest:
            return entry | {"name": FORMER}
        case {"kind": "said", "guest": whose} if whose == guest:
            return entry | {"name": FORMER, "text": UNSAID}
        case {"kind": "renamed", "seat": seat} if seats.get(seat) == guest:
            return entry | {"name": FORMER}
        case {"kind": "started", "names": [*given]}:
            return entry | {"names": _neutral_names(given, guest, seats)}
        case {"kind": "created" | "arranged", "setup": {"seats": [*plans]} as setup}:
            # A seat may have been kept for them by their name.
            after = [plan | {"name": ""} if plan.get("name") in names else plan for plan in plans]
            return entry | {"setup": setup | {"seats": after}}
        case _:
            return entry


def _neutral_names(given: list[str], guest: str, seats: dict[int, str]) -> list[str]:
    others = {name for seat, name in enumerate(given) if seats.get(seat) != guest}
    return [
        free_name(FORMER, others) if seats.get(seat) == guest else name for seat, name in enumerate(given)
    ]


def _read(data: str) -> dict[str, Any]:
    """An entry as it is written; one that cannot be read at all is left as it is."""
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
