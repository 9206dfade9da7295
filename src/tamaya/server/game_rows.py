"""The rows by which games are listed: each is worked out from a table's log when a list is asked for, and
again when the log has moved on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, or_, select, update
from sqlalchemy.sql import Select

from tamaya.bots import DEFAULT_BOTS
from tamaya.records.history import Ending, Loss, PlayedGame, ending_of
from tamaya.review import Review
from tamaya.server.log_reader import BrokenLog, StoredEntry, fold_entries, read_log
from tamaya.server.schema import ENTRIES, GAMES, MEMBERS, STUDIES, TABLES
from tamaya.server.store import Store
from tamaya.server.workers import BotPool
from tamaya.table.entries import Acted, Created
from tamaya.words import LANGUAGES, Reader, say

BATCH = 10
"""Logs that are read and worked out at once."""
FEW_REVIEWS = 2
FEW_ENTRIES = 300
"""So much is worked out at once; a worker works out more."""
UNPLACED = "unplaced"
"""A loss that is proven for several moves together."""


def tables_of_guest(guest: str) -> Select[tuple[str]]:
    """The ids of a guest's tables."""
    return select(MEMBERS.c.table_id).where(MEMBERS.c.guest_id == guest)


async def refresh(store: Store, desk: BotPool, which: ColumnElement[bool]) -> None:
    """Bring the rows of some tables up to date; ``which`` is a condition on ``TABLES``."""
    stale = or_(GAMES.c.table_id.is_(None), GAMES.c.changed != TABLES.c.changed)
    query = (
        select(TABLES.c.id, TABLES.c.changed)
        .outerjoin(GAMES, GAMES.c.table_id == TABLES.c.id)
        .where(which, stale)
    )
    async with store.engine.connect() as connection:
        found = {row.id: row.changed for row in await connection.execute(query)}
    for part in _batches(sorted(found)):
        logs = await _logs(store, part)
        changed: dict[str, tuple[datetime, Sequence[Any]]] = {
            table: (found[table], logs[table]) for table in logs
        }
        if sum(map(len, logs.values())) < FEW_ENTRIES:
            rows = await asyncio.to_thread(game_rows, changed)
        else:
            rows = await desk.work(game_rows, changed)
        async with store.begin() as connection:
            for row in rows:
                values = {key: value for key, value in row.items() if key != "table_id"}
                insert = store.insert(GAMES).values(row)
                upsert = insert.on_conflict_do_update(index_elements=[GAMES.c.table_id], set_=values)
                # A table that was deleted meanwhile gets no row.
                there = await connection.scalar(select(TABLES.c.id).where(TABLES.c.id == row["table_id"]))
                if there:
                    await connection.execute(upsert)


async def refresh_losses(store: Store, desk: BotPool, which: ColumnElement[bool]) -> None:
    """Take what reviews found out about lost points into the rows of their games; ``which`` is a condition on
    ``GAMES``."""
    news = or_(GAMES.c.studied.is_(None), GAMES.c.studied != STUDIES.c.changed)
    done = and_(STUDIES.c.table_id == GAMES.c.table_id, STUDIES.c.kind == "review", STUDIES.c.state == "done")
    query = select(GAMES.c.table_id).join(STUDIES, done).where(which, news)
    async with store.engine.connect() as connection:
        found = sorted((await connection.execute(query)).scalars())
    for part in _batches(found):
        answers = select(STUDIES.c.table_id, STUDIES.c.changed, STUDIES.c.answer).where(
            STUDIES.c.table_id.in_(part), STUDIES.c.kind == "review", STUDIES.c.state == "done"
        )
        async with store.engine.connect() as connection:
            rows = (await connection.execute(answers)).all()
        found_answers = [row.answer for row in rows]
        if len(rows) <= FEW_REVIEWS:
            losses = await asyncio.to_thread(read_losses, found_answers)
        else:
            losses = await desk.work(read_losses, found_answers)
        async with store.begin() as connection:
            for row, found_losses in zip(rows, losses, strict=True):
                change = update(GAMES).where(GAMES.c.table_id == row.table_id)
                await connection.execute(change.values(losses=found_losses, studied=row.changed))


def played_game(row: Row[Any], guest: str) -> PlayedGame:
    """A row of ``GAMES`` as a game in the history of a guest."""
    losses = None if row.losses is None else tuple(Loss(*loss) for loss in json.loads(row.losses))
    return PlayedGame(
        edition=row.edition,
        names=tuple(json.loads(row.names)),
        bots=tuple(json.loads(row.bots)),
        seat=json.loads(row.seats).get(guest),
        ending=Ending(row.outcome, row.score, row.points, row.strikes, row.winner),
        ended=row.ended,
        losses=losses,
    )


def losses_of(review: Review) -> tuple[Loss, ...] | None:
    """The points that moves gave away; None where the review did not look at the game with all cards seen."""
    if not any(move.hindsight for move in review.moves):
        return None
    placed = [
        Loss(move.seat, move.hindsight.kind, move.lost)
        for move in review.moves
        if move.hindsight and move.lost
    ]
    return (*placed, *(Loss(-1, UNPLACED, span.points) for span in review.unplaced))


def _batches(tables: Sequence[str]) -> Iterator[Sequence[str]]:
    for begin in range(0, len(tables), BATCH):
        yield tables[begin : begin + BATCH]


async def _logs(store: Store, tables: Sequence[str]) -> dict[str, list[Any]]:
    query = (
        select(ENTRIES.c.table_id, ENTRIES.c.seq, ENTRIES.c.at, ENTRIES.c.data)
        .where(ENTRIES.c.table_id.in_(tables))
        .order_by(ENTRIES.c.table_id, ENTRIES.c.seq)
    )
    logs: dict[str, list[Any]] = {}
    async with store.engine.connect() as connection:
        for row in await connection.execute(query):
            logs.setdefault(row.table_id, []).append(row)
    return logs


def game_rows(logs: dict[str, tuple[datetime, Sequence[Any]]]) -> list[dict[str, Any]]:
    """Runs in a thread or a worker: folding a log takes some milliseconds, or many."""
    rows = []
    for table, (changed, log) in logs.items():
        # A table that cannot be read is in no list; a guest who opens it is told.
        with suppress(BrokenLog):
            rows.append(_game_row(table, changed, log))
    return rows


def _game_row(table_id: str, changed: datetime, log: Sequence[Any]) -> dict[str, Any]:
    entries = read_log(table_id, [StoredEntry(row.seq, row.data) for row in log])
    table = fold_entries(table_id, entries)
    created = entries[0]
    assert isinstance(created, Created)
    kind, setup = table.kind, table.setup
    ending = ending_of(kind, table.position, imported=table.uploaded or table.ended_early)
    moves = [row.at for row, entry in zip(log, entries, strict=True) if isinstance(entry, Acted)]
    names = table.names or tuple(
        table.sitters[seat].name if seat in table.sitters else plan.name
        for seat, plan in enumerate(setup.seats)
    )
    usual = DEFAULT_BOTS[kind.game]
    titles = [say(kind.title, Reader(language)) for language in LANGUAGES]
    deal = "" if table.uploaded else setup.deal.strip()
    return {
        "table_id": table_id,
        "changed": changed,
        "ended": max(moves, default=log[0].at) if not table.uploaded else log[0].at,
        "source": _source(created),
        "rules": kind.text,
        "edition": kind.rules.edition if kind.rules else kind.text,
        "deal_name": deal,
        "players": len(setup.seats),
        "names": json.dumps(names),
        "bots": json.dumps([(plan.bot or usual) if plan.kind == "bot" else "" for plan in setup.seats]),
        "seats": json.dumps({sitter.id: seat for seat, sitter in table.sitters.items()}),
        "owner": table.owner,
        "first": table.first,
        "outcome": ending.outcome,
        "score": ending.score,
        "points": ending.points,
        "strikes": ending.strikes,
        "winner": ending.winner,
        "turns": len(table.actions),
        "search": " ".join((*names, kind.text, *titles, deal)).casefold(),
    }


def _source(created: Created) -> str:
    """Where a game comes from: played here, a record that Tamaya saved, or one of another program."""
    if not created.uploaded:
        return "played"
    return "imported" if created.origin == "hanab.live" else "saved"


def read_losses(answers: list[str]) -> list[str | None]:
    """Runs in a thread or a worker: a review is long."""
    return [_dump_losses(answer) for answer in answers]


def _dump_losses(answer: str) -> str | None:
    losses = losses_of(Review.from_plain(json.loads(answer)))
    return None if losses is None else json.dumps([[loss.seat, loss.kind, loss.points] for loss in losses])
