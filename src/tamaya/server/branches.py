"""Branches: lines of finished games that guests keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from textwrap import shorten
from typing import Any

from sqlalchemy import delete, insert, select

from tamaya import records
from tamaya.records.record import MOST_BRANCHES
from tamaya.server.database import new_id, now
from tamaya.server.messages import TITLE_LENGTH, BranchInfo
from tamaya.server.schema import BRANCHES, GUESTS, TABLES
from tamaya.server.store import Store
from tamaya.table.commands import Guest, Refused

MOST_OF_A_GUEST = 20
"""At one table."""
MOST_BRANCH_ACTIONS = 4_000
"""In all branches of a table."""


async def branches_of(store: Store, table: str, guest: Guest | None) -> tuple[BranchInfo, ...]:
    """All branches of a table as a guest sees them, the oldest first."""
    query = (
        select(BRANCHES, GUESTS.c.name)
        .join(GUESTS, GUESTS.c.id == BRANCHES.c.guest_id)
        .where(BRANCHES.c.table_id == table)
        .order_by(BRANCHES.c.created, BRANCHES.c.id)
    )
    async with store.engine.connect() as connection:
        return tuple(_info(row, guest) for row in (await connection.execute(query)).mappings())


async def keep(store: Store, table: str, guest: Guest, line: records.Branch) -> BranchInfo:
    """Keep a line that was played through, as far as there is room."""
    row = _row(table, guest, line, now())
    async with store.begin() as connection:
        # Another request to keep a line at the same table waits here, so that the counts are right.
        await connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
        query = select(BRANCHES.c.guest_id, BRANCHES.c.actions).where(BRANCHES.c.table_id == table)
        there = (await connection.execute(query)).all()
        if len(there) >= MOST_BRANCHES:
            raise Refused("too-much", "refused.too-many-branches", most=MOST_BRANCHES)
        if [row.guest_id for row in there].count(guest.id) >= MOST_OF_A_GUEST:
            raise Refused("too-much", "refused.your-branches", most=MOST_OF_A_GUEST)
        if sum(len(row.actions.split()) for row in there) + len(line.actions) > MOST_BRANCH_ACTIONS:
            raise Refused("too-much", "refused.branch-actions")
        await connection.execute(insert(BRANCHES).values(row))
    return _info(row | {"name": guest.name}, guest)


async def bring(store: Store, table: str, guest: Guest, lines: Sequence[records.Branch]) -> None:
    """Keep the branches with which a record was brought; as many as a record may have."""
    at = now()
    rows = [
        _row(table, guest, line, at + timedelta(microseconds=number)) for number, line in enumerate(lines)
    ]
    if rows:
        async with store.begin() as connection:
            await connection.execute(insert(BRANCHES), rows)


def _row(table: str, guest: Guest, line: records.Branch, at: datetime) -> dict[str, object]:
    # A title that fits, whatever stands in a record.
    title = shorten("".join(char for char in line.title if char.isprintable()), TITLE_LENGTH)
    row = {"id": new_id(), "table_id": table, "guest_id": guest.id, "created": at}
    return row | {"turn": line.turn, "actions": " ".join(line.actions), "title": title}


def _info(row: Mapping[Any, Any], guest: Guest | None) -> BranchInfo:
    """A row, with the name of its maker, as a guest sees it."""
    return BranchInfo(
        id=row["id"],
        turn=row["turn"],
        actions=tuple(row["actions"].split()),
        title=row["title"],
        name=row["name"],
        yours=guest is not None and row["guest_id"] == guest.id,
    )


async def remove(store: Store, table: str, branch: str, guest: Guest) -> None:
    """Remove a branch; only its maker may."""
    place = (BRANCHES.c.table_id == table, BRANCHES.c.id == branch)
    async with store.begin() as connection:
        maker = await connection.scalar(select(BRANCHES.c.guest_id).where(*place))
        if maker is None:
            raise Refused("missing", "refused.no-such-branch")
        if maker != guest.id:
            raise Refused("forbidden", "refused.not-your-branch")
        await connection.execute(delete(BRANCHES).where(*place))
