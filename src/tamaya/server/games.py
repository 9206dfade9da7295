"""A guest's games: the list with search, filters and pages, statistics, tags, and removal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, Row, and_, func, or_, select, update

from tamaya.records.history import FINISHED, Statistics, statistics
from tamaya.server import messages
from tamaya.server.database import now
from tamaya.server.game_rows import played_game, refresh, refresh_losses, tables_of_guest
from tamaya.server.schema import BRANCHES, GAMES, MEMBERS, TABLES
from tamaya.server.store import Store
from tamaya.server.workers import BotPool
from tamaya.table.commands import Guest, Refused

PAGE = 25
"""Games on a page."""
Sorting: TypeAlias = Literal["latest", "oldest", "best", "worst", "longest", "shortest"]

_SHARE = (GAMES.c.score * 1.0) / func.coalesce(func.nullif(GAMES.c.points, 0), 1)
_ORDERS: dict[Sorting, Any] = {
    "latest": TABLES.c.changed.desc(),
    "oldest": TABLES.c.changed.asc(),
    "best": _SHARE.desc().nulls_last(),
    "worst": _SHARE.asc().nulls_last(),
    "longest": GAMES.c.turns.desc(),
    "shortest": GAMES.c.turns.asc(),
}

_ROW: tuple[Any, ...] = (TABLES.c.deal, TABLES.c.phase)
"""What the row of a table says, whatever its log comes to."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which of a guest's games are wanted; what is empty or None does not matter."""

    search: str = ""
    """Words that all have to be found, in names, rules, the named deal or the guest's tags."""
    edition: str = ""
    players: int | None = None
    partner: str = ""
    """A name, or a bot in brackets."""
    result: Literal["", "perfect", "counted", "lost", "finished", "unfinished", "playing"] = ""
    source: Literal["", "played", "imported", "saved"] = ""

    def conditions(self) -> list[ColumnElement[bool]]:
        """What a row has to fulfil."""
        found: list[ColumnElement[bool]] = []
        for word in self.search.casefold().split():
            pattern = f"%{_escaped(word)}%"
            tagged = func.lower(MEMBERS.c.tags).like(pattern, escape="\\")
            found.append(or_(GAMES.c.search.like(pattern, escape="\\"), tagged))
        if self.edition:
            found.append(GAMES.c.edition == self.edition)
        if self.players is not None:
            found.append(GAMES.c.players == self.players)
        if self.partner:
            bot = self.partner.startswith("[") and self.partner.endswith("]")
            column, name = (GAMES.c.bots, self.partner[1:-1]) if bot else (GAMES.c.names, self.partner)
            found.append(column.like(f"%{_escaped(json.dumps(name))}%", escape="\\"))
        if self.source:
            found.append(GAMES.c.source == self.source)
        if self.result:
            found.append(GAMES.c.outcome.in_(_outcomes(self.result)))
        return found


async def list_games(
    store: Store, desk: BotPool, guest: Guest, which: GameFilter, sort: Sorting, page: int
) -> messages.Games:
    """One page of a guest's games."""
    await refresh(store, desk, TABLES.c.id.in_(tables_of_guest(guest.id)))
    mine = and_(MEMBERS.c.table_id == GAMES.c.table_id, _shown_to(guest))
    fitting = (
        select(GAMES.c.table_id)
        .join(MEMBERS, mine)
        .join(TABLES, TABLES.c.id == GAMES.c.table_id)
        .where(*which.conditions())
    )
    facets = select(GAMES.c.edition, GAMES.c.players, GAMES.c.names, GAMES.c.bots, GAMES.c.seats)
    async with store.engine.connect() as connection:
        total = await connection.scalar(select(func.count()).select_from(fitting.subquery())) or 0
        pages = max(1, -(-total // PAGE))
        page = min(page, pages)
        query = fitting.order_by(_ORDERS[sort], GAMES.c.table_id).limit(PAGE).offset((page - 1) * PAGE)
        wanted = (await connection.execute(query)).scalars().all()
        rows = {row.table_id: row for row in await connection.execute(_details(guest, wanted))}
        kinds = (await connection.execute(facets.join(MEMBERS, mine).distinct())).all()
    listed = tuple(_row(rows[table], guest) for table in wanted)
    return messages.Games(rows=listed, total=total, page=page, pages=pages, **_options(kinds, guest))


async def guest_statistics(
    store: Store, desk: BotPool, guest: Guest, which: GameFilter, offset: int
) -> Statistics:
    """What a guest's finished games come to; ``offset`` is how many minutes the guest's clock is ahead."""
    mine = TABLES.c.id.in_(tables_of_guest(guest.id))
    await refresh(store, desk, mine)
    await refresh_losses(store, desk, GAMES.c.table_id.in_(tables_of_guest(guest.id)))
    query = (
        select(GAMES)
        .join(MEMBERS, MEMBERS.c.table_id == GAMES.c.table_id)
        .where(_shown_to(guest), GAMES.c.source == "played", *which.conditions())
    )
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    zone = timezone(timedelta(minutes=offset))
    return statistics((played_game(row, guest.id) for row in rows), zone, now().astimezone(zone).date())


async def set_tags(store: Store, guest: Guest, table: str, tags: str) -> None:
    """Give one of a guest's games other tags, which only that guest sees."""
    place = and_(MEMBERS.c.table_id == table, MEMBERS.c.guest_id == guest.id)
    async with store.begin() as connection:
        done = await connection.execute(update(MEMBERS).where(place).values(tags=tags))
        if done.rowcount == 0:
            raise Refused("missing", "refused.not-your-game")


async def remove(store: Store, desk: BotPool, guest: Guest, table: str) -> messages.Removal:
    """Delete a game that only its owner has a part in, or else hide it from this guest's list."""
    await refresh(store, desk, TABLES.c.id == table)
    query: Any = (
        select(GAMES.c.owner, GAMES.c.deal_name, *_ROW, _others(guest).label("others"))
        .join(TABLES, TABLES.c.id == GAMES.c.table_id)
        .join(MEMBERS, MEMBERS.c.table_id == GAMES.c.table_id)
        .where(GAMES.c.table_id == table, MEMBERS.c.guest_id == guest.id)
    )
    async with store.begin() as connection:
        # A guest who sits down at the same table meanwhile waits here.
        await connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())
        row = (await connection.execute(query)).first()
        if row is None:
            raise Refused("missing", "refused.not-your-game")
        removal = _removal(row, guest)
        if removal != "delete":
            place = and_(MEMBERS.c.table_id == table, MEMBERS.c.guest_id == guest.id)
            await connection.execute(update(MEMBERS).where(place).values(hidden=True))
            return removal
        await store.delete_tables(connection, [table])
        await store.tell_gone(connection, table)
    return removal


def _details(guest: Guest, tables: Sequence[str]) -> Any:
    """What the rows of a page show."""
    others = _others(guest).label("others")
    return (
        select(GAMES, MEMBERS.c.tags, TABLES.c.changed.label("moved"), *_ROW, others)
        .join(MEMBERS, and_(MEMBERS.c.table_id == GAMES.c.table_id, MEMBERS.c.guest_id == guest.id))
        .join(TABLES, TABLES.c.id == GAMES.c.table_id)
        .where(GAMES.c.table_id.in_(tables))
    )


def _shown_to(guest: Guest) -> ColumnElement[bool]:
    # Who set a table with a named deal up without a seat is not told what came of the cards.
    seated = GAMES.c.seats.like(f"%{_escaped(json.dumps(guest.id))}%", escape="\\")
    told = or_(GAMES.c.deal_name == "", seated, GAMES.c.outcome.not_in(FINISHED))
    return and_(MEMBERS.c.guest_id == guest.id, MEMBERS.c.hidden.is_(False), told)


def _others(guest: Guest) -> Any:
    """How many other guests have a part in a game: a seat, or a line that they kept."""
    other, line = MEMBERS.alias("other"), BRANCHES.alias("line")
    seated = select(func.count()).where(other.c.table_id == GAMES.c.table_id, other.c.guest_id != guest.id)
    kept = select(func.count()).where(line.c.table_id == GAMES.c.table_id, line.c.guest_id != guest.id)
    return seated.correlate(GAMES).scalar_subquery() + kept.correlate(GAMES).scalar_subquery()


def _removal(row: Row[Any], guest: Guest) -> messages.Removal:
    """What becomes of a game that a guest removes."""
    if row.owner == guest.id and row.phase == "gathering":
        return "delete"  # Nothing has been dealt: whoever has a seat loses nothing.
    if row.others:
        return "hide-others"
    if row.owner != guest.id:
        return "hide-not-yours"
    # If it were forgotten that the guest knows these cards, the guest could play them again.
    return "hide-deal" if row.deal or row.deal_name else "delete"


def _row(row: Row[Any], guest: Guest) -> messages.GameRow:
    finished = row.outcome in FINISHED
    seat = json.loads(row.seats).get(guest.id)
    return messages.GameRow(
        id=row.table_id,
        rules=row.rules,
        deal=row.deal_name,
        source=row.source,
        outcome=row.outcome,
        names=tuple(name for name in json.loads(row.names) if name),
        bots=tuple(json.loads(row.bots)),
        seat=seat,
        score=row.score,
        points=row.points,
        strikes=row.strikes if finished else None,
        winner=row.winner,
        turns=row.turns if seat is not None or not row.deal_name else 0,
        tags=tuple(row.tags.split()),
        changed=_iso(row.moved),
        removal=_removal(row, guest),
    )


def _options(rows: Sequence[Any], guest: Guest) -> dict[str, Any]:
    """What the filters offer: all that a guest's games have."""
    partners: set[str] = set()
    for row in rows:
        seat, bots = json.loads(row.seats).get(guest.id), json.loads(row.bots)
        for at, name in enumerate(json.loads(row.names)):
            if at != seat and name:
                partners.add(f"[{bots[at]}]" if bots[at] else name)
    return {
        "editions": tuple(sorted({row.edition for row in rows})),
        "players": tuple(sorted({row.players for row in rows})),
        "partners": tuple(sorted(partners, key=str.casefold)),
    }


def _outcomes(result: str) -> tuple[str, ...]:
    if result == "finished":
        return FINISHED
    return ("playing", "gathering") if result == "playing" else (result,)


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _iso(at: datetime) -> str:
    return at.isoformat()
