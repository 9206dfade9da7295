"""Named deals compared: what each table made of the same cards. Only those who have played a deal to its end
get to see it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row, select

from tamaya.records import game_kind
from tamaya.records.history import FINISHED
from tamaya.server import messages
from tamaya.server.database import deal_hash
from tamaya.server.game_rows import refresh
from tamaya.server.jobs import Question, ReviewJobs, why_not
from tamaya.server.schema import GAMES, TABLES
from tamaya.server.store import Store
from tamaya.server.workers import BotPool
from tamaya.table.commands import Guest, Refused
from tamaya.table.table import deal_key

MOST_ROWS = 500
"""The tables that a comparison shows at most, the best first."""


async def compare(
    store: Store, desk: BotPool, jobs: ReviewJobs, guest: Guest, rules: str, players: int, name: str
) -> messages.DealComparison:
    """The results of a named deal, for a guest who has finished it. All others are refused in the same words,
    whether the deal exists or not."""
    kind = game_kind(rules)
    key = deal_key(kind, players, name)
    own = await store.tables_with_deal(key, guest.id)
    if not key or "over" not in own.values() or "playing" in own.values():
        raise Refused("forbidden", "refused.deal-closed")
    chosen = TABLES.c.deal == deal_hash(key)
    await refresh(store, desk, chosen)
    query = (
        select(GAMES)
        .join(TABLES, TABLES.c.id == GAMES.c.table_id)
        .where(chosen, GAMES.c.outcome.in_(FINISHED))
        .order_by(GAMES.c.score.desc().nulls_last(), GAMES.c.turns, GAMES.c.table_id)
    )
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    # A member may have given the seat back before the start, or only set the table up.
    mine = next((row for row in rows if guest.id in json.loads(row.seats)), None)
    if mine is None:
        raise Refused("forbidden", "refused.deal-closed")
    shown = [row for row in rows[:MOST_ROWS] if row is not mine]
    return messages.DealComparison(
        rules=kind.text,
        players=players,
        name=name.strip(),
        points=mine.points,
        yours=mine.table_id,
        rows=tuple(_row(row, mine) for row in sorted([*shown, mine], key=rows.index)),
        ceiling=await _ceiling(jobs, rows, mine),
        obstacle=why_not("verdict", kind),
    )


async def _ceiling(jobs: ReviewJobs, rows: Any, mine: Row[Any]) -> messages.StudyInfo:
    """What the solver found out about the deal; a deal that another seat begins is another puzzle."""
    same = [row.table_id for row in rows if row.first == mine.first]
    found = await jobs.done_among("verdict", same)
    return await jobs.look(Question(found or mine.table_id, "verdict"))


def _row(row: Row[Any], mine: Row[Any]) -> messages.DealRow:
    return messages.DealRow(
        id=row.table_id,
        names=tuple(json.loads(row.names)),
        bots=tuple(json.loads(row.bots)),
        outcome=row.outcome,
        score=row.score,
        turns=row.turns,
        strikes=row.strikes,
        winner=row.winner,
        ended=row.ended.isoformat(),
        same_start=row.first == mine.first,
    )
