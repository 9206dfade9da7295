"""What is stored: logs of tables, lists of tables, guests, notes and secrets."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.server import known_deals
from tamaya.server.database import deal_hash, dump_entry, key_hash, new_id, now
from tamaya.server.log_reader import StoredEntry, read_log
from tamaya.server.log_writer import LogWriter
from tamaya.server.schema import (
    BRANCHES,
    ENTRIES,
    GAMES,
    GUESTS,
    KEYS,
    MEMBERS,
    NOTES,
    SECRETS,
    STUDIES,
    TABLES,
)
from tamaya.table.commands import Guest
from tamaya.table.entries import Entry, Sat
from tamaya.table.opening import Opening

LISTED_OF_AN_OWNER = 3
"""The tables of one guest that all guests are shown at most."""
LOOKED_THROUGH = 500
"""The latest tables among which those that are shown are chosen."""
PAGE = 200
"""Tables that are read at once where there may be many."""


class Store(LogWriter):
    """All access to the database."""

    # Logs.

    async def create(self, opening: Opening) -> None:
        """Add a table with the first entries of its log, all or nothing."""
        entries, table = opening
        # A record that stops midway counts as over, too: nothing more happens at its table.
        phase = "over" if table.uploaded else table.phase
        deal = "" if phase == "gathering" else deal_hash(table.deal_key)
        at = now()
        row = {"id": table.id, "created": at, "changed": at, "phase": phase, "deal": deal}
        logged = [
            {"table_id": table.id, "seq": seq, "at": at, "data": dump_entry(entry)}
            for seq, entry in enumerate(entries, start=1)
        ]
        members = {table.owner, *(entry.guest for entry in entries if isinstance(entry, Sat))}
        async with self.begin() as connection:
            await connection.execute(insert(TABLES).values(row | {"listed": table.setup.listed}))
            await connection.execute(insert(ENTRIES), logged)
            await connection.execute(
                insert(MEMBERS), [{"table_id": table.id, "guest_id": guest} for guest in sorted(members)]
            )
            if deal:
                await known_deals.claim(self, connection, table)

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a log after a number."""
        return read_log(table, await self.log(table, after), after=after)

    async def log(self, table: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a log after a number, as they are stored."""
        query = (
            select(ENTRIES.c.seq, ENTRIES.c.data)
            .where(ENTRIES.c.table_id == table, ENTRIES.c.seq > after)
            .order_by(ENTRIES.c.seq)
        )
        async with self.engine.connect() as connection:
            return [StoredEntry(row.seq, row.data) for row in await connection.execute(query)]

    async def has_table(self, table: str) -> bool:
        """Whether a table is stored; it may have been deleted."""
        async with self.engine.connect() as connection:
            return await connection.scalar(select(TABLES.c.id).where(TABLES.c.id == table)) is not None

    async def delete_tables(self, connection: AsyncConnection, tables: Sequence[str]) -> None:
        """Delete tables with all that hangs on them."""
        for begin in range(0, len(tables), PAGE):
            part = tables[begin : begin + PAGE]
            for kept in (STUDIES, BRANCHES, NOTES, GAMES, MEMBERS, ENTRIES):
                await connection.execute(delete(kept).where(kept.c.table_id.in_(part)))
            await connection.execute(delete(TABLES).where(TABLES.c.id.in_(part)))

    # Lists of tables.

    async def tables_of(self, guest: str, limit: int = 40) -> list[tuple[str, datetime]]:
        """A guest's tables, the latest first, without those that the guest has hidden."""
        own = select(MEMBERS.c.table_id).where(MEMBERS.c.guest_id == guest, MEMBERS.c.hidden.is_(False))
        return await self._latest(TABLES.c.id.in_(own), limit)

    async def unfinished_tables_of(self, guest: str) -> list[str]:
        """The tables of a guest at which the game is not over."""
        own = select(MEMBERS.c.table_id).where(MEMBERS.c.guest_id == guest)
        query = select(TABLES.c.id).where(TABLES.c.id.in_(own), TABLES.c.phase != "over")
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def listed_tables(self, limit: int = 20) -> list[tuple[str, datetime]]:
        """The tables that are open to all guests, the latest first, and only a few of each owner."""
        query = (
            select(TABLES.c.id, TABLES.c.changed, ENTRIES.c.data)
            .join(ENTRIES, and_(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.seq == 1))
            .where(TABLES.c.listed, TABLES.c.phase != "over")
            .order_by(TABLES.c.changed.desc())
        )
        owners: Counter[str] = Counter()
        listed: list[tuple[str, datetime]] = []
        async with self.engine.connect() as connection:
            for row in await connection.execute(query.limit(LOOKED_THROUGH)):
                owner = json.loads(row.data)["owner"]
                owners[owner] += 1
                if owners[owner] <= LISTED_OF_AN_OWNER:
                    listed.append((row.id, row.changed))
        return listed[:limit]

    async def _latest(self, which: ColumnElement[bool], limit: int) -> list[tuple[str, datetime]]:
        query = select(TABLES.c.id, TABLES.c.changed).where(which)
        async with self.engine.connect() as connection:
            rows = await connection.execute(query.order_by(TABLES.c.changed.desc()).limit(limit))
            return [(row.id, row.changed) for row in rows]

    async def tables_with_deal(self, deal: str, guest: str | None) -> dict[str, str]:
        """The phases of the started tables with a named deal; only those of a guest, if one is named."""
        query = select(TABLES.c.id, TABLES.c.phase).where(TABLES.c.deal == deal_hash(deal))
        if guest is not None:
            query = query.join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id).where(MEMBERS.c.guest_id == guest)
        async with self.engine.connect() as connection:
            return {row.id: row.phase for row in await connection.execute(query)}

    async def running_tables(self) -> AsyncIterator[str]:
        """Where a game goes on, the latest first: bots may be waited for there after a restart."""
        query = select(TABLES.c.id, TABLES.c.changed).where(TABLES.c.phase == "playing")
        query = query.order_by(TABLES.c.changed.desc(), TABLES.c.id.desc()).limit(PAGE)
        page = query
        while True:
            async with self.engine.connect() as connection:
                rows = (await connection.execute(page)).all()
            for row in rows:
                yield row.id
            if len(rows) < PAGE:
                return
            id_, at = rows[-1]
            page = query.where(or_(TABLES.c.changed < at, and_(TABLES.c.changed == at, TABLES.c.id < id_)))

    # Guests.

    async def add_guest(self, name: str, device: str = "") -> tuple[Guest, str]:
        """A new guest, and the first key that proves who they are."""
        guest, at = Guest(new_id(), name), now()
        async with self.begin() as connection:
            await connection.execute(
                insert(GUESTS).values(id=guest.id, name=name, restore_hash=guest.id, created=at)
            )
            key = await add_key(connection, guest.id, device, at)
        return guest, key

    async def guest(self, guest: str) -> Guest | None:
        """The guest with an id."""
        query = select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id == guest)
        async with self.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Guest(row.id, row.name) if row else None

    async def banned(self) -> frozenset[str]:
        """The ids of the guests who are banned."""
        async with self.engine.connect() as connection:
            return frozenset((await connection.execute(select(GUESTS.c.id).where(GUESTS.c.banned))).scalars())

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


async def add_key(connection: AsyncConnection, guest: str, device: str, at: datetime) -> str:
    """One more key of a guest; only its hash is stored."""
    key = secrets.token_urlsafe(32)
    row = {"hash": key_hash(key), "id": new_id(), "guest_id": guest, "created": at, "used": at}
    await connection.execute(insert(KEYS).values(**row, device=device))
    return key
