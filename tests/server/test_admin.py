"""What administrators do, on both kinds of database, and what other processes hear of it."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from tamaya.server import keys
from tamaya.server.admin import copies, games, guests, logs
from tamaya.server.admin.guests import FORMER, UNSAID, neutral_log
from tamaya.server.admin.office import Office, office
from tamaya.server.database import dump_entry, now, sqlite_url
from tamaya.server.log_writer import Append, Notice
from tamaya.server.readiness import prepare
from tamaya.server.schema import BRANCHES, HANDOVERS, KEYS, KNOWN_DEALS, MEMBERS, NOTES
from tamaya.server.settings import Settings
from tamaya.server.trouble import Trouble
from tamaya.table.commands import Guest, SeatPlan, Setup
from tamaya.table.entries import Created, Entry, Renamed, Said, Sat, StoodUp
from tests.server.conftest import Postgres
from tests.server.driver import OPEN, people
from tests.server.servers import serving
from tests.server.test_store import new_table, said

pytestmark = pytest.mark.anyio


@pytest.fixture
async def here(database: str) -> AsyncIterator[Office]:
    await prepare(database)
    async with office(database) as opened:
        yield opened


async def test_a_guest_is_banned_and_unbanned(here: Office) -> None:
    guest, _ = await here.store.add_guest("Ann")
    await guests.ban(here, guest, banned=True)
    assert await here.store.banned() == {guest.id}
    await guests.ban(here, guest, banned=False)
    assert await here.store.banned() == frozenset()


async def test_a_server_hears_what_administrators_do(here: Office, database: str) -> None:
    heard: asyncio.Queue[Notice] = asyncio.Queue()
    ann = await new_table(here.store, "t1")
    async with office(database) as other, here.store.listening(heard.put_nowait):
        await guests.ban(other, Guest(ann, "Ann"), banned=True)
        await games.set_talk(other, "t1", closed=True)
        await games.remove(other, "t1")
        async with asyncio.timeout(20):
            notices = [await heard.get() for _ in range(3)]
    assert notices == [Notice("guest", ann), Notice("table", "t1", 2), Notice("table", "t1", 0)]


async def test_a_person_is_forgotten_on_either_database(
    here: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "NOTICE_SECONDS", 0)
    ann = await new_table(here.store, "alone")
    await new_table(here.store, "shared")
    await here.store.append(Append("shared", 2, Sat(seat=0, guest=ann, name="Ann"), "gathering"))
    done = await guests.forget(here, Guest(ann, "Ann"))
    assert (done.deleted, done.changed) == (1, 1)
    [_, sat] = await here.store.load("shared")
    assert sat == Sat(seat=0, guest=ann, name=FORMER)
    assert await here.store.guest(ann) is None


async def test_no_row_about_a_forgotten_person_is_left(here: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "NOTICE_SECONDS", 0)
    ann = await new_table(here.store, "alone")
    await keys.open_link(here.store, Guest(ann, "Ann"))
    async with here.store.begin() as connection:
        known = {"deal": "monday", "guest_id": ann, "table_id": "alone", "since": now()}
        await connection.execute(insert(KNOWN_DEALS).values(known))
    await guests.forget(here, Guest(ann, "Ann"))
    async with here.store.engine.connect() as connection:
        for kept in (KNOWN_DEALS, KEYS, HANDOVERS, MEMBERS, NOTES, BRANCHES):
            rows = await connection.execute(select(kept).where(kept.c.guest_id == ann))
            assert rows.all() == [], kept.name


async def test_old_games_are_pruned_on_either_database(here: Office) -> None:
    await new_table(here.store, "t1")
    found = await games.prune(here, timedelta(days=1), "all", _silent, dry=False)
    assert found.tables == 0
    found = await games.prune(here, timedelta(0), "all", _silent, dry=False)
    assert found.tables == 1
    assert not await here.store.has_table("t1")


async def test_logs_are_verified_and_repaired_on_either_database(here: Office, tmp_path: Path) -> None:
    await new_table(here.store, "t1")
    for seq in (2, 4):
        await here.store.append(Append("t1", seq, said(str(seq)), "gathering"))
    report = await logs.verify(here, _silent)
    [broken] = report.broken
    assert (broken.table, broken.entry) == ("t1", 3)
    kept = logs.Kept(tmp_path)
    await logs.repair(here, broken, kept)
    kept.close()
    assert (await logs.verify(here, _silent)).is_good
    assert [json.loads(line)["entry"] for line in kept.path.read_text().splitlines()] == [1, 2, 4]


async def test_an_entry_of_an_administrator_finds_its_place_among_others(here: Office) -> None:
    """People go on while an administrator's entry is tried."""
    await new_table(here.store, "t1")

    async def talk() -> None:
        for seq in range(2, 12):
            await here.store.append(Append("t1", seq, said(str(seq)), "gathering"))

    talking = asyncio.create_task(talk())
    await games.set_talk(here, "t1", closed=True)
    await asyncio.gather(talking, return_exceptions=True)
    assert (await here.table("t1")).talk_closed


async def test_a_ban_reaches_all_workers(postgres: Postgres) -> None:
    database = postgres.fresh()
    async with (
        serving(Settings(database)) as (_, one),
        serving(Settings(database)) as (app, two),
        people(one, "Ann") as (ann,),
        people(two, "Ben") as (ben,),
    ):
        async with office(database) as here:
            await guests.ban(here, await here.find_guest("Ben"), banned=True)
        async with asyncio.timeout(20):
            while not app.state.services.tables._banned:
                await asyncio.sleep(0.05)
        setup = {"rules": "deluxe", "seats": [OPEN, OPEN]}
        assert (await ben.post("/api/tables", setup)).status_code == 403
        assert (await ann.post("/api/tables", setup)).status_code == 201


async def test_a_ban_is_known_after_a_start(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path / "tamaya.sqlite")
    await prepare(database)
    async with office(database) as here:
        guest, _ = await here.store.add_guest("Ann")
        await guests.ban(here, guest, banned=True)
    async with serving(Settings(database)) as (app, _):
        assert app.state.services.tables._banned == {guest.id}


# Names in logs.


def log_of(*entries: Entry) -> list[tuple[int, str]]:
    return [(seq, dump_entry(entry)) for seq, entry in enumerate(entries, start=1)]


def test_only_what_tells_of_the_person_is_rewritten() -> None:
    setup = Setup(rules="deluxe", seats=(SeatPlan(kind="reserved", name="Ann"), SeatPlan()))
    log = log_of(
        Created(setup=setup, owner="ann"),
        Sat(seat=0, guest="ann", name="Ann"),
        Sat(seat=1, guest="bob", name="Bob"),
        Said(guest="ann", name="Ann", seat=0, text="I am Ann"),
        Said(guest="bob", name="Bob", seat=1, text="hello"),
        Renamed(seat=0, name="Anna"),
        Renamed(seat=1, name="Bobby"),
    )
    after = dict(neutral_log(log, "ann"))
    assert sorted(after) == [1, 2, 4, 6]
    assert json.loads(after[1])["setup"]["seats"][0]["name"] == ""
    assert json.loads(after[2])["name"] == FORMER
    assert (json.loads(after[4])["name"], json.loads(after[4])["text"]) == (FORMER, UNSAID)
    assert json.loads(after[6])["name"] == FORMER


def test_who_takes_the_seat_later_keeps_their_name() -> None:
    log = log_of(
        Sat(seat=0, guest="ann", name="Ann"),
        StoodUp(seat=0),
        Sat(seat=0, guest="bob", name="Bob"),
        Renamed(seat=0, name="Bobby"),
    )
    assert [seq for seq, _ in neutral_log(log, "ann")] == [1]


def test_two_who_are_forgotten_have_two_names() -> None:
    names = '{"kind":"started","names":["Ann","Bob"]}'
    log = [*log_of(Sat(seat=0, guest="ann", name="Ann"), Sat(seat=1, guest="bob", name="Bob")), (3, names)]
    log = [(seq, dict(neutral_log(log, "ann")).get(seq, data)) for seq, data in log]
    after = dict(neutral_log(log, "bob"))
    assert json.loads(after[3])["names"] == [FORMER, f"{FORMER} 2"]


# Copies of PostgreSQL.


async def test_postgres_is_copied_by_its_own_program(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, target = postgres.fresh(), tmp_path / "copy.dump"
    await prepare(database)
    program = postgres.programs / "pg_dump"
    monkeypatch.setattr(shutil, "which", lambda _name: str(program))
    copy = copies.backup(database, target, _silent)
    assert copy.file == str(target)
    assert target.read_bytes()[:5] == b"PGDMP"
    with pytest.raises(Trouble, match="pg_restore --clean --if-exists"):
        copies.restore(database, target, _silent)


def test_without_its_program_postgres_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(Trouble, match="pg_dump, which is not installed here"):
        copies.backup("postgresql+asyncpg://h/d", tmp_path / "copy", _silent)


async def test_a_database_that_does_not_answer_is_said_not_to() -> None:
    with pytest.raises(Trouble, match="the database does not answer"):
        async with office("postgresql+asyncpg://127.0.0.1:1/d"):
            pass


def _silent(_done: int, _total: int) -> None:
    pass
