"""A database with as many games as wanted, for what has to be fast however many there are."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path

from tamaya.bots import Choice, find_bot
from tamaya.server.database import dump_entry, sqlite_url
from tamaya.server.readiness import prepare
from tamaya.table.commands import Act, Actor, BotSeat, Command, Guest, SeatPlan, Setup
from tamaya.table.decide import Chance, decide
from tamaya.table.opening import open_table, start_at_once
from tamaya.table.table import Table

ANN = Guest("ann", "Ann")
SETUP = Setup(rules="deluxe", seats=(SeatPlan(), SeatPlan(kind="bot", bot="careful")), first=0)
BEGIN = datetime(2025, 1, 1, tzinfo=UTC)


def fill(path: Path, *, finished: int = 0, abandoned: int = 0, due: int = 0, moves: int = 20) -> None:
    """Make a database. An abandoned game waits for its person after ``moves`` actions; where a bot is due,
    there is one action more. The latest game is the last one."""
    asyncio.run(prepare(sqlite_url(path)))
    logs = {"over": _log(quickly=True), "left": _log(moves - moves % 2), "due": _log(moves - moves % 2 + 1)}
    kinds = chain(["over"] * finished, ["left"] * abandoned, ["due"] * due)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        connection.execute(
            "INSERT INTO guests (id, name, restore_hash, created) VALUES (?, ?, ?, ?)",
            (ANN.id, ANN.name, ANN.id, _at(0)),
        )
        for number, kind in enumerate(kinds):
            table, at = f"{kind}{number}", _at(number)
            connection.execute(
                "INSERT INTO tables (id, created, changed, listed, phase, deal) VALUES (?, ?, ?, 0, ?, '')",
                (table, at, at, "over" if kind == "over" else "playing"),
            )
            connection.execute("INSERT INTO members (table_id, guest_id) VALUES (?, ?)", (table, ANN.id))
            rows = [(table, seq, at, data) for seq, data in enumerate(logs[kind], start=1)]
            connection.executemany("INSERT INTO entries (table_id, seq, at, data) VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")


def _log(moves: int = 1000, *, quickly: bool = False) -> list[str]:
    """The log of a game after so many actions, or of one that is lost as quickly as can be."""
    chance = Chance(deal=lambda table: table.kind.shuffle("a game"), first=lambda _: 0)
    entries, table = start_at_once(open_table("t", SETUP, ANN), chance)
    log = [dump_entry(entry) for entry in entries]
    while table.turn is not None and len(table.actions) < moves:
        entry, table = decide(table, *_move(table, quickly=quickly))
        log.append(dump_entry(entry))
    return log


def _move(table: Table, *, quickly: bool) -> tuple[Actor, Command]:
    assert table.turn is not None
    careful = find_bot("careful", "hanabi").sit(len(table.setup.seats))
    action = table.kind.parse_action("p1") if quickly else careful(table.seat_view(table.turn))
    if table.turn == 0:
        return ANN, Act(action=str(action), seq=table.seq)
    return BotSeat(table.turn), Choice(action)


def _at(number: int) -> str:
    return f"{BEGIN + timedelta(seconds=number):%Y-%m-%d %H:%M:%S.%f}"
