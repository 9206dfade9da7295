"""A table whose log cannot be read harms only itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select, update

from tamaya.server.database import sqlite_url
from tamaya.server.log_reader import LOOK_AGAIN, BrokenLog, Quarantine, StoredEntry, fold_log
from tamaya.server.schema import ENTRIES, TABLES
from tamaya.server.settings import Settings
from tamaya.server.store import Store
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, Person, people
from tests.server.servers import serving

pytestmark = pytest.mark.anyio

SAYS = "this game cannot be read; the people who run this server know which one it is"


async def spoil(store: Store, table: str, seq: int, data: str = '{"kind": "unheard-of"}') -> None:
    """Put something else in the place of an entry."""
    place = (ENTRIES.c.table_id == table, ENTRIES.c.seq == seq)
    async with store.begin() as connection:
        await connection.execute(update(ENTRIES).where(*place).values(data=data))


async def started(person: Person, **setup: object) -> str:
    return await person.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0, **setup)


@asynccontextmanager
async def served_again(
    folder: Path, damage: str = '{"kind": "unheard-of"}'
) -> AsyncIterator[tuple[str, str, str, str, Store]]:
    """A server that starts with two listed tables, the second of which is broken: its address, the tables,
    the key of their owner, and the store."""
    settings = Settings(sqlite_url(folder / "tamaya.sqlite"), bot_delay=0)
    async with serving(settings) as (app, base), people(base, "Ann") as (ann,):
        whole, broken = [await started(ann, listed=True) for _ in range(2)]
        await spoil(app.state.services.tables.store, broken, 2, damage)
        key = ann.key
    async with serving(settings) as (app, base):
        yield base, whole, broken, key, app.state.services.tables.store


DAMAGES = {
    "an unknown kind": '{"kind": "unheard-of"}',
    "no JSON": "{",
    "an action before the start": '{"kind": "acted", "action": "p1"}',
    "a name for an empty seat": '{"kind": "renamed", "seat": 7, "name": "Bob"}',
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
async def test_the_server_starts_and_lists_the_others(tmp_path: Path, damage: str) -> None:
    async with served_again(tmp_path, damage) as (base, whole, broken, key, _):
        ann = Person(base, key=key)
        try:
            response = await ann.get("/api/tables")
            assert response.status_code == 200
            assert [row["id"] for row in response.json()["yours"]] == [whole]
            assert [row["id"] for row in (await ann.get("/api/games")).json()["rows"]] == [whole]
            async with people(base, "Bob") as (bob,):
                listed = (await bob.get("/api/tables")).json()["listed"]
                assert [row["id"] for row in listed] == [whole]
            await ann.join(whole)
            await ann.act("cB1")
            response = await ann.get(f"/api/tables/{broken}/moments/0")
            assert (response.status_code, response.json()["code"]) == (500, "damaged")
            assert response.json()["sentence"] == SAYS
        finally:
            await ann.leave()


async def test_its_page_is_told_that_it_cannot_be_read(tmp_path: Path) -> None:
    async with served_again(tmp_path) as (base, _, broken, key, _):
        ann = Person(base, key=key)
        await ann.connect(broken)
        answer = await ann.next("error")
        assert (answer["code"], answer["sentence"]) == ("damaged", SAYS)
        assert await ann.wait_closed() == 1008
        await ann.leave()


async def test_it_is_logged_once_and_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with served_again(tmp_path) as (base, _, broken, key, _):
        ann = Person(base, key=key)
        for _ in range(3):
            await ann.get(f"/api/tables/{broken}/moments/0")
            await ann.get("/api/tables")
        metrics = (await ann.get("/metrics")).text
        await ann.leave()
    told = [record.getMessage() for record in caplog.records if broken in record.getMessage()]
    assert told == [f"the log of table {broken} is broken at entry 2: entry: union_tag_invalid"]
    [counted] = [line for line in metrics.splitlines() if line.startswith("tamaya_broken_logs_total")]
    assert float(counted.split()[1]) >= 1


async def test_what_it_holds_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    secret = {
        "kind": "started",
        "names": ["Ann", "Bob"],
        "first": 0,
        "deck": "r1 zz",
        "tiles": "",
        "salt": "0",
    }
    async with served_again(tmp_path, json.dumps(secret)) as (base, _, broken, key, _):
        ann = Person(base, key=key)
        assert (await ann.get(f"/api/tables/{broken}/moments/0")).json()["code"] == "damaged"
        await ann.leave()
    text = "\n".join(record.getMessage() for record in caplog.records)
    assert broken in text
    assert "r1" not in text
    assert "zz" not in text


async def test_its_owner_can_choose_another_name(tmp_path: Path) -> None:
    async with served_again(tmp_path) as (base, whole, _, key, _):
        ann = Person(base, key=key)
        assert (await ann.post("/api/me", {"name": "Anna"})).status_code == 200
        await ann.join(whole)
        assert ann.table["seats"][0]["name"] == "Anna"
        await ann.leave()


async def test_those_who_are_there_are_told_when_it_breaks(server: Table) -> None:
    """Another process may write what this one cannot read."""
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        async with server.store.begin() as connection:
            entries = select(ENTRIES).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.seq.desc())
            last = (await connection.execute(entries.limit(1))).one()
            row = dict(last._mapping) | {"seq": last.seq + 1, "data": '{"kind": "unheard-of"}'}
            await connection.execute(ENTRIES.insert().values(row))
        assert (await ann.refusal("stand"))[0] == "damaged"
        assert await ann.wait_closed() == 1008


async def test_a_log_with_a_gap_is_broken_where_the_gap_is(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await started(ann)
        await ann.join(table)
        await ann.act("cB1")
        async with server.store.begin() as connection:
            place = (ENTRIES.c.table_id == table, ENTRIES.c.seq == 3)
            await connection.execute(delete(ENTRIES).where(*place))
        stored = await server.store.log(table)
        with pytest.raises(BrokenLog, match="cannot be read") as broken:
            fold_log(table, stored)
        assert (broken.value.seq, broken.value.why) == (
            3,
            f"entry 3 is missing: the next one is {stored[2].seq}",
        )


async def test_a_log_that_was_repaired_is_read_again() -> None:
    now = 0.0
    quarantine = Quarantine(lambda: now)
    quarantine.add(BrokenLog("t", 2, "x"))
    with pytest.raises(BrokenLog):
        quarantine.check("t")
    now = LOOK_AGAIN
    quarantine.check("t")


async def test_a_log_that_was_released_is_read_at_once() -> None:
    quarantine = Quarantine()
    quarantine.add(BrokenLog("t", 2, "x"))
    quarantine.release("t")
    quarantine.check("t")


async def test_an_empty_log_is_broken_at_its_first_entry() -> None:
    with pytest.raises(BrokenLog) as broken:
        fold_log("t", [StoredEntry(1, '{"kind": "stood", "seat": 0}')])
    assert broken.value.seq == 1


async def test_a_broken_table_stays_stored(tmp_path: Path) -> None:
    async with served_again(tmp_path) as (_, _, broken, _, store), store.engine.connect() as connection:
        query = select(func.count()).select_from(TABLES).where(TABLES.c.id == broken)
        assert await connection.scalar(query) == 1
