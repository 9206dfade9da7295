"""Branches: lines of finished games that guests keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from textwrap import shorten

from sqlalchemy import delete, insert, select

from tamaya import records
from tamaya.records.record import MOST_BRANCH_ACTIONS, MOST_BRANCHES
from tamaya.server.messages import TITLE_LENGTH
from tamaya.server.schema import BRANCHES, GUESTS, TABLES
from tamaya.server.store import Store, new_id
from tamaya.table import Guest, Refused

MOST_AT_A_TABLE = MOST_BRANCHES
MOST_OF_A_GUEST = 20
"""At one table."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line that is kept: the game up to a turn, and then these actions."""

    id: str
    guest: str
    name: str
    turn: int
    actions: tuple[str, ...]
    title: str


async def branches_of(store: Store, table: str) -> list[Branch]:
    """All branches of a table, the oldest first."""
    query = (
        select(BRANCHES, GUESTS.c.name)
        .join(GUESTS, GUESTS.c.id == BRANCHES.c.guest_id)
        .where(BRANCHES.c.table_id == table)
        .order_by(BRANCHES.c.created, BRANCHES.c.id)
    )
    async with store.engine.connect() as connection:
        return [
            Branch(row.id, row.guest_id, row.name, row.turn, tuple(row.actions.split()), row.title)
            for row in await connection.execute(query)
        ]


async def keep(
    store: Store, table: str, guest: Guest, turn: int, actions: tuple[str, ...], title: str
) -> Branch:
    """Keep a line that was played through, as far as there is room."""
    branch = Branch(new_id(), guest.id, guest.name, turn, actions, title)
    async with store.begin() as connection:
        # Another request to keep a line at the same table waits here, so that the counts are right.
        await connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
        query = select(BRANCHES.c.guest_id, BRANCHES.c.actions).where(BRANCHES.c.table_id == table)
        there = (await connection.execute(query)).all()
        if len(there) >= MOST_AT_A_TABLE:
            raise Refused("too-much", "refused.too-many-branches", most=MOST_AT_A_TABLE)
        if [row.guest_id for row in there].count(guest.id) >= MOST_OF_A_GUEST:
            raise Refused("too-much", "refused.your-branches", most=MOST_OF_A_GUEST)
        if sum(len(row.actions.split()) for row in there) + len(actions) > MOST_BRANCH_ACTIONS:
            raise Refused("too-much", "refused.branch-actions")
        await connection.execute(insert(BRANCHES).values(_row(table, branch, datetime.now(UTC))))
    return branch


async def bring(store: Store, table: str, guest: Guest, found: Sequence[records.Branch]) -> None:
    """Keep the branches with which a record was brought; as many as a record may have."""
    now = datetime.now(UTC)
    rows = [
        _row(
            table,
            Branch(new_id(), guest.id, guest.name, each.turn, each.actions, _title(each.title)),
            now + timedelta(microseconds=number),
        )
        for number, each in enumerate(found)
    ]
    if rows:
        async with store.begin() as connection:
            await connection.execute(insert(BRANCHES), rows)


def _title(text: str) -> str:
    """A title that fits, whatever stands in a record."""
    return shorten("".join(char for char in text if char.isprintable()), TITLE_LENGTH)


def _row(table: str, branch: Branch, now: datetime) -> dict[str, object]:
    row = {"id": branch.id, "table_id": table, "guest_id": branch.guest, "created": now}
    return row | {"turn": branch.turn, "actions": " ".join(branch.actions), "title": branch.title}


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
