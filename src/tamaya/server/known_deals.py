"""Which guests know the cards of which named deals: a guest plays a deal once, before seeing it.

A row under (deal, guest) says at which table a guest came to know the cards. It is written in the transaction
in which the cards are dealt, or before they are shown, so that of two processes one is refused.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.server.database import DATABASE_FAULTS, Database, deal_hash, describe, now
from tamaya.server.log_writer import Append, LogWriter, NotKnown
from tamaya.server.schema import KNOWN_DEALS, TABLES
from tamaya.table.commands import Refused
from tamaya.table.table import Table


async def check(database: Database, table: Table, guest: str) -> None:
    """Refuse a seat to a guest who knows the cards of a table, or if another player there knows them."""
    players = {guest, *(sitter.id for sitter in table.sitters.values())}
    query = select(KNOWN_DEALS.c.guest_id).where(
        KNOWN_DEALS.c.deal == deal_hash(table.deal_key), KNOWN_DEALS.c.guest_id.in_(players)
    )
    async with database.engine.connect() as connection:
        _refuse((await connection.execute(query)).scalars().all(), guest)


async def start(writer: LogWriter, table: Table, append: Append) -> None:
    """Append the start of a table with a named deal, if none of its players knows the cards. NotKnown if the
    database failed: the start may have been committed."""
    try:
        async with writer.begin() as connection:
            await claim(writer, connection, table)
            await writer.append_within(connection, append)
    except DATABASE_FAULTS as error:
        raise NotKnown(describe(error)) from error


async def claim(database: Database, connection: AsyncConnection, table: Table) -> None:
    """Note, where the cards are dealt, that the players of a table know them from now on; refused, and so
    not dealt, if one of them knew them before."""
    # In one order everywhere, so that two starts never wait for each other in a circle.
    players = sorted(sitter.id for sitter in table.sitters.values())
    known = [guest for guest in players if not await _note(database, connection, table, guest)]
    _refuse(known, table.owner)


async def see(database: Database, table: Table, guest: str) -> bool:
    """Let a guest without a seat see the cards of a finished table, unless they play them elsewhere at this
    moment. That they know them is noted before."""
    query = (
        select(TABLES.c.phase)
        .select_from(KNOWN_DEALS)
        .outerjoin(TABLES, TABLES.c.id == KNOWN_DEALS.c.table_id)
        .where(and_(KNOWN_DEALS.c.deal == deal_hash(table.deal_key), KNOWN_DEALS.c.guest_id == guest))
    )
    async with database.engine.connect() as connection:
        found = (await connection.execute(query)).first()
    if found is None:
        async with database.begin() as connection:
            await _note(database, connection, table, guest)
            # A start elsewhere may have been faster.
            found = (await connection.execute(query)).one()
    return bool(found.phase != "playing")


async def _note(database: Database, connection: AsyncConnection, table: Table, guest: str) -> bool:
    """Write the row of a guest; whether it is new. A transaction that writes the same row is waited for."""
    row = {"deal": deal_hash(table.deal_key), "guest_id": guest, "table_id": table.id, "since": now()}
    query = database.insert(KNOWN_DEALS).values(row).on_conflict_do_nothing()
    return (await connection.execute(query.returning(KNOWN_DEALS.c.guest_id))).first() is not None


def _refuse(known: Collection[str], asker: str) -> None:
    if known:
        raise Refused("illegal", "refused.you-know-deal" if asker in known else "refused.deal-known")
