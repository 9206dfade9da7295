"""What is said of a move is true, wherever the connection to the database breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import repeat
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from tamaya.server import log_writer
from tamaya.server.database import sqlite_url
from tamaya.server.log_writer import Append, Conflict, NotKnown, NotStored
from tamaya.server.settings import Settings
from tamaya.server.store import Store
from tamaya.table.entries import Said
from tests.server.conftest import Postgres, Table
from tests.server.driver import OPEN, Person, people
from tests.server.proxy import Cut, proxied
from tests.server.servers import serving
from tests.server.test_store import new_table, opened, said, texts

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_writer, "PATIENCE", 3.0)


def at_random(cuts: int) -> Iterator[Cut | None]:
    rng = random.Random(7)
    for _ in range(cuts):
        yield from repeat(None, rng.randrange(2))
        yield rng.choice(("before", "meanwhile", "after"))


@pytest.mark.parametrize("cut", ["before", "meanwhile", "after"])
async def test_an_entry_whose_commit_breaks_is_stored_once(postgres: Postgres, cut: Cut) -> None:
    database = postgres.fresh()
    async with opened(database) as store:
        await new_table(store)
    async with proxied(database, iter([cut])) as proxy, _started(proxy.address) as store:
        await store.append(Append("t1", 2, said("kept"), "gathering"))
        assert proxy.done == [cut]
        assert texts(await store.load("t1")) == ["kept"]


@pytest.mark.parametrize("cuts", [30, pytest.param(300, marks=pytest.mark.slow)])
async def test_what_is_said_of_an_entry_is_true_however_often_commits_break(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, cuts: int
) -> None:
    database = postgres.fresh()
    done: list[str] = []
    monkeypatch.setattr(log_writer, "PATIENCE", 30.0)
    async with opened(database) as store:
        for table in ("t1", "t2"):
            await new_table(store, table)
    async with proxied(database, at_random(cuts)) as proxy, _started(proxy.address) as store:
        seqs = {"t1": 2, "t2": 2}
        while len(proxy.done) < cuts:
            for table, seq in seqs.items():
                await store.append(Append(table, seq, said(f"{table} {seq}"), "gathering"))
                done.append(f"{table} {seq}")
                seqs[table] = seq + 1
        logs = [*texts(await store.load("t1")), *texts(await store.load("t2"))]
    assert sorted(logs) == sorted(done)


async def test_a_number_that_another_has_taken_meanwhile_is_a_conflict(postgres: Postgres) -> None:
    database = postgres.fresh()
    async with opened(database) as other:
        await new_table(other)

        def overtaken() -> Iterator[Cut | None]:
            yield "before"

        async with proxied(database, overtaken()) as proxy, _started(proxy.address) as store:
            proxy.closed_after = True
            late = asyncio.create_task(store.append(Append("t1", 2, said("late"), "gathering")))
            while not proxy.done:
                await asyncio.sleep(0.01)
            await other.append(Append("t1", 2, said("first"), "gathering"))
            proxy.refuses = False
            with pytest.raises(Conflict):
                await late
            assert texts(await store.load("t1")) == ["first"]


@pytest.mark.parametrize(("cut", "stored"), [("before", []), ("after", ["kept"])])
async def test_where_nothing_can_be_known_that_is_said(
    postgres: Postgres, cut: Cut, stored: list[str]
) -> None:
    database = postgres.fresh()
    async with opened(database) as direct:
        await new_table(direct)
        async with proxied(database, iter([cut])) as proxy, _started(proxy.address) as store:
            proxy.closed_after = True
            with pytest.raises(NotKnown):
                await store.append(Append("t1", 2, said("kept"), "gathering"))
        assert texts(await direct.load("t1")) == stored


async def test_an_entry_that_never_reached_the_database_is_surely_not_stored(postgres: Postgres) -> None:
    database = postgres.fresh()
    async with opened(database) as direct:
        await new_table(direct)
        async with proxied(database) as proxy, _started(proxy.address) as store:
            proxy.refuses = True
            proxy.cut_all()
            with pytest.raises(NotStored):
                await store.append(Append("t1", 2, said("kept"), "gathering"))
            proxy.refuses = False
            await store.append(Append("t1", 2, said("later"), "gathering"))
        assert texts(await direct.load("t1")) == ["later"]


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_at_a_table_it_is_said_that_it_is_not_known_and_then_how_it_stands(
    postgres: Postgres, cut: Cut
) -> None:
    database = postgres.fresh()

    def nothing() -> Iterator[Cut | None]:
        yield None

    async with (
        proxied(database, nothing()) as proxy,
        serving(Settings(proxy.address)) as (app, base),
        people(base, "Ann", "Bob") as (ann, bob),
    ):
        table = await _gathered(ann, bob)
        proxy.cuts = iter([cut])
        proxy.closed_after = True
        code, sentence = await ann.refusal("say", text="hello")
        assert code == "unknown"
        assert "not known yet" in sentence
        live = await app.state.services.tables.live(table)
        assert live.uncertain
        proxy.refuses = False
        # Without another word of hers, the table is told as it is.
        there = ["hello"] if cut == "after" else []
        for person in (ann, bob):
            told = await person.next("table")
            assert [each["text"] for each in told["said"]] == there
        # And it goes on.
        await bob.do("say", text="go on")
        await ann.look()
        assert [entry.text for entry in await _said(app.state.services.tables.store, table)] == [
            *there,
            "go on",
        ]


async def test_while_it_is_not_known_nothing_else_is_taken(postgres: Postgres) -> None:
    database = postgres.fresh()
    async with (
        proxied(database) as proxy,
        serving(Settings(proxy.address)) as (_, base),
        people(base, "Ann", "Bob") as (ann, bob),
    ):
        await _gathered(ann, bob)
        proxy.cuts = iter(["after"])
        proxy.closed_after = True
        assert (await ann.refusal("say", text="hello"))[0] == "unknown"
        assert (await bob.refusal("say", text="hello"))[0] == "away"
        proxy.refuses = False


async def test_an_entry_of_a_deleted_table_takes_no_other_along(database: str) -> None:
    async with opened(database) as store:
        await new_table(store, "t1")
        lost, fine = await asyncio.gather(
            store.append(Append("gone", 2, said("lost"), "gathering")),
            store.append(Append("t1", 2, said("fine"), "gathering")),
            return_exceptions=True,
        )
        assert isinstance(lost, NotStored)
        assert fine is None
        assert texts(await store.load("t1")) == ["fine"]


# SQLite.


async def test_a_full_disk_refuses_and_recovers(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        await _gathered(ann, bob)
        await ann.do("say", text="before")
        with server.store._sqlite.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        # The one connection of the writer's thread: its database may not grow any more.
        limit = await _limit(server.store, pages)
        codes = set()
        for _ in range(40):
            answer = await ann.ask("say", text="x" * 240)
            codes.add(answer.get("code"))
            if answer["type"] == "error":
                assert (
                    answer["sentence"] == "the server cannot store anything at the moment; nothing was done"
                )
                break
        assert "away" in codes
        await _limit(server.store, limit)
        await ann.do("say", text="after")
        await bob.look()
        assert bob.messages[-1]["type"] == "pong"


async def _limit(store: Store, pages: int | None) -> int:
    """Let the writer's database have so many pages at most; how many it was allowed before."""

    def change() -> int:
        with store._sqlite.connect() as connection:
            before = connection.exec_driver_sql("PRAGMA max_page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
            return int(before or 0)

    return await asyncio.get_running_loop().run_in_executor(store._thread, change)


@pytest.mark.parametrize("kept", [True, False])
async def test_where_a_commit_fails_the_embedded_database_is_asked(tmp_path: Path, *, kept: bool) -> None:
    async with opened(sqlite_url(tmp_path / "tamaya.sqlite")) as store:
        await new_table(store)

        def failing(connection: Connection) -> None:
            driver = connection.connection.driver_connection
            assert driver is not None
            if kept:
                driver.commit()
            raise OperationalError("COMMIT", None, Exception("disk I/O error"))

        event.listen(store._sqlite, "commit", failing, once=True)
        entry = store.append(Append("t1", 2, said("x"), "gathering"))
        if kept:
            await entry
        else:
            with pytest.raises(NotStored):
                await entry
        assert texts(await store.load("t1")) == (["x"] if kept else [])
        with suppress(Conflict):
            await store.append(Append("t1", 2, said("next"), "gathering"))
        assert len(await store.load("t1")) == 2


@asynccontextmanager
async def _started(address: str) -> AsyncIterator[Store]:
    """A store on a database that has its shape already."""
    store = Store(address)
    store.open()
    try:
        yield store
    finally:
        await store.close()


async def _gathered(ann: Person, bob: Person) -> str:
    table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN])
    await ann.join(table)
    await bob.join(table)
    await bob.do("sit", seat=1)
    await ann.until(lambda: ann.table["seats"][1]["taken"])
    await bob.settle()
    return table


async def _said(store: Store, table: str) -> list[Said]:
    return [entry for entry in await store.load(table) if isinstance(entry, Said)]
