"""The database: what is written stays, once, whatever else happens at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, event, func, insert, inspect, select
from sqlalchemy import Table as SqlTable

from tamaya.server import keys, migrations
from tamaya.server.database import open_engine, sqlite_url
from tamaya.server.log_writer import Append, Conflict
from tamaya.server.migrations import migrate
from tamaya.server.schema import ENTRIES, GUESTS, KEYS, MEMBERS, SECRETS, STUDIES, TABLES, metadata
from tamaya.server.store import Store
from tamaya.table.commands import SeatPlan, Setup
from tamaya.table.entries import Acted, Arranged, Created, Entry, Said, Sat
from tamaya.table.opening import Opening
from tests.server.conftest import Postgres

pytestmark = pytest.mark.anyio

SETUP = Setup(rules="deluxe", seats=(SeatPlan(), SeatPlan()))


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = Store(database)
    await migrate(store.engine)
    store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    async with opened(database) as opened_store:
        yield opened_store


async def new_table(store: Store, table: str = "t1", **setup: Any) -> str:
    guest, _ = await store.add_guest("Ann")
    created = Created(setup=replace(SETUP, **setup), owner=guest.id)
    await store.create(Opening.of(table, created))
    return guest.id


def said(text: str) -> Said:
    return Said(guest="g", name="Ann", seat=0, text=text)


def texts(entries: list[Any]) -> list[str]:
    return [entry.text for entry in entries if isinstance(entry, Said)]


# Logs.


async def test_a_log_reads_back_in_order(store: Store) -> None:
    await new_table(store)
    for seq in range(2, 6):
        await store.append(Append("t1", seq, said(str(seq)), "gathering"))
    assert texts(await store.load("t1")) == ["2", "3", "4", "5"]


async def test_a_log_is_read_from_where_one_left_off(store: Store) -> None:
    await new_table(store)
    for seq in range(2, 6):
        await store.append(Append("t1", seq, said(str(seq)), "gathering"))
    assert texts(await store.load("t1", after=3)) == ["4", "5"]


async def test_an_unknown_table_has_no_log(store: Store) -> None:
    assert await store.load("nowhere") == []


async def test_of_two_entries_with_one_number_the_second_is_refused(store: Store) -> None:
    await new_table(store)
    await store.append(Append("t1", 2, said("first"), "gathering"))
    with pytest.raises(Conflict):
        await store.append(Append("t1", 2, said("second"), "gathering"))
    assert texts(await store.load("t1")) == ["first"]


async def test_of_many_entries_at_once_with_one_number_one_is_taken(store: Store) -> None:
    await new_table(store)
    appends = [store.append(Append("t1", 2, said(str(each)), "gathering")) for each in range(20)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(result) for result in results].count(Conflict) == 19
    assert len(texts(await store.load("t1"))) == 1


async def test_a_conflict_leaves_its_neighbours_in_the_batch_alone(store: Store) -> None:
    await new_table(store, "t1")
    await new_table(store, "t2")
    await store.append(Append("t1", 2, said("first"), "gathering"))
    late, fine = await asyncio.gather(
        store.append(Append("t1", 2, said("second"), "gathering")),
        store.append(Append("t2", 2, said("fine"), "gathering")),
        return_exceptions=True,
    )
    assert isinstance(late, Conflict)
    assert fine is None
    assert texts(await store.load("t2")) == ["fine"]


async def test_entries_that_arrive_together_are_committed_together(store: Store) -> None:
    commits: list[object] = []
    event.listen(store.engine.sync_engine, "commit", commits.append)
    for number in range(30):
        await new_table(store, f"t{number}")
    commits.clear()
    await asyncio.gather(
        *(store.append(Append(f"t{number}", 2, said("x"), "gathering")) for number in range(30))
    )
    assert len(commits) <= 2


async def test_an_entry_is_on_disk_when_append_returns(store: Store, database: str) -> None:
    await new_table(store)
    await store.append(Append("t1", 2, said("kept"), "gathering"))
    other = open_engine(database)
    async with other.connect() as connection:
        query = select(func.count()).select_from(ENTRIES).where(ENTRIES.c.seq == 2)
        assert await connection.scalar(query) == 1
    await other.dispose()


async def test_an_entry_for_a_table_that_does_not_exist_is_an_error(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.append(Append("nowhere", 1, said("x"), "gathering"))


async def test_after_an_error_the_writer_goes_on(store: Store) -> None:
    await new_table(store)
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.append(Append("nowhere", 1, said("x"), "gathering"))
    await store.append(Append("t1", 2, said("fine"), "gathering"))
    assert texts(await store.load("t1")) == ["fine"]


async def test_closing_writes_what_is_waiting(database: str) -> None:
    async with opened(database) as store:
        await new_table(store)
        waiting = asyncio.gather(
            *(store.append(Append("t1", 2 + n, said("x"), "gathering")) for n in range(50))
        )
        await asyncio.sleep(0)
    await waiting
    async with opened(database) as store:
        assert len(texts(await store.load("t1"))) == 50


async def test_a_sender_who_has_gone_does_not_stop_the_writer(store: Store) -> None:
    await new_table(store)
    gone = asyncio.create_task(store.append(Append("t1", 2, said("gone"), "gathering")))
    await asyncio.sleep(0)
    gone.cancel()
    await store.append(Append("t1", 3, said("here"), "gathering"))
    assert texts(await store.load("t1")) == ["gone", "here"]


async def test_a_batch_is_written_in_one_order_everywhere(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that write to the same tables in different orders would wait for each other."""
    written: list[str] = []
    commit = store._commit

    async def note(batch: list[Append]) -> list[Exception | None]:
        written.extend(append.table for append in batch)
        return await commit(batch)

    monkeypatch.setattr(store, "_commit", note)
    tables = [f"t{number}" for number in (5, 1, 4, 2, 3)]
    for table in tables:
        await new_table(store, table)
    await asyncio.gather(*(store.append(Append(table, 2, said("x"), "gathering")) for table in tables))
    assert written == sorted(tables)


async def test_processes_that_write_to_the_same_tables_do_not_block_each_other(postgres: Postgres) -> None:
    database = postgres.fresh()
    async with opened(database) as one, opened(database) as two:
        tables = [f"t{number}" for number in range(12)]
        for table in tables:
            await new_table(one, table)
        for seq in range(2, 22):
            results = await asyncio.gather(
                *(one.append(Append(table, seq, said("one"), "gathering")) for table in tables),
                *(two.append(Append(table, seq, said("two"), "gathering")) for table in reversed(tables)),
                return_exceptions=True,
            )
            assert {type(result) for result in results} == {type(None), Conflict}
            assert [type(result) for result in results].count(Conflict) == len(tables)


# New tables.


async def test_a_new_table_has_all_its_first_entries(store: Store) -> None:
    guest, _ = await store.add_guest("Ann")
    more: list[Entry] = [Sat(seat=0, guest=guest.id, name="Ann"), said("hello")]
    await store.create(Opening.of("t1", Created(setup=SETUP, owner=guest.id), *more))
    assert [entry.kind for entry in await store.load("t1")] == ["created", "sat", "said"]


async def test_a_table_is_created_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.create(Opening.of("t1", Created(setup=SETUP, owner="nobody"), said("x")))
    assert await store.load("t1") == []
    async with store.engine.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(TABLES)) == 0


async def test_a_table_is_created_once(store: Store) -> None:
    await new_table(store)
    with pytest.raises(Exception, match=r"(?i)unique"):
        await new_table(store)


async def test_everybody_who_sits_at_a_new_table_finds_it_again(store: Store) -> None:
    ann, _ = await store.add_guest("Ann")
    bob, _ = await store.add_guest("Bob")
    more = [Sat(seat=0, guest=ann.id, name="Ann"), Sat(seat=1, guest=bob.id, name="Bob")]
    await store.create(Opening.of("t1", Created(setup=SETUP, owner=ann.id), *more))
    assert [table for table, _ in await store.tables_of(bob.id)] == ["t1"]


# Lists of tables.


async def test_a_guest_who_sits_down_finds_the_table_again(store: Store) -> None:
    await new_table(store)
    bob, _ = await store.add_guest("Bob")
    assert await store.tables_of(bob.id) == []
    await store.append(Append("t1", 2, Sat(seat=1, guest=bob.id, name="Bob"), "gathering"))
    assert [table for table, _ in await store.tables_of(bob.id)] == ["t1"]


async def test_sitting_down_twice_makes_one_row_in_the_list(store: Store) -> None:
    await new_table(store)
    bob, _ = await store.add_guest("Bob")
    for seq in (2, 3):
        await store.append(Append("t1", seq, Sat(seat=1, guest=bob.id, name="Bob"), "gathering"))
    assert [table for table, _ in await store.tables_of(bob.id)] == ["t1"]


async def test_the_table_that_changed_last_stands_first(store: Store) -> None:
    guest, _ = await store.add_guest("Ann")
    for table in ("t1", "t2"):
        await store.create(Opening.of(table, Created(setup=SETUP, owner=guest.id)))
    await store.append(Append("t1", 2, said("x"), "gathering"))
    assert [table for table, _ in await store.tables_of(guest.id)] == ["t1", "t2"]


async def test_only_listed_tables_are_listed(store: Store) -> None:
    await new_table(store, "t1", listed=False)
    await new_table(store, "t2", listed=True)
    assert [table for table, _ in await store.listed_tables()] == ["t2"]


async def test_a_table_can_be_listed_later(store: Store) -> None:
    await new_table(store, "t1", listed=False)
    setup = replace(SETUP, listed=True)
    await store.append(Append("t1", 2, Arranged(setup=setup), "gathering"))
    assert [table for table, _ in await store.listed_tables()] == ["t1"]


async def test_a_game_that_is_over_is_not_listed(store: Store) -> None:
    await new_table(store, "t1", listed=True)
    await store.append(Append("t1", 2, Acted(action="p1"), "over"))
    assert await store.listed_tables() == []


async def test_the_games_that_go_on_are_known(store: Store) -> None:
    for table in ("t1", "t2", "t3"):
        await new_table(store, table)
    await store.append(Append("t2", 2, Acted(action="p1"), "playing"))
    await store.append(Append("t3", 2, Acted(action="p1"), "over"))
    assert [table async for table in store.running_tables()] == ["t2"]


# Guests.


async def test_a_guest_is_found_by_the_key(store: Store) -> None:
    guest, key = await store.add_guest("Ann")
    holder = await keys.find(store, key)
    assert holder is not None
    assert holder.guest == guest


async def test_a_key_that_nobody_was_given_finds_nobody(store: Store) -> None:
    _, key = await store.add_guest("Ann")
    assert await keys.find(store, key[:-1]) is None
    assert await keys.find(store, "") is None


async def test_two_guests_of_one_name_are_two_guests(store: Store) -> None:
    one, one_key = await store.add_guest("Ann")
    two, two_key = await store.add_guest("Ann")
    assert one.id != two.id
    assert one_key != two_key


async def test_a_key_is_not_stored(store: Store) -> None:
    _, key = await store.add_guest("Ann")
    async with store.engine.connect() as connection:
        rows = [*await connection.execute(select(GUESTS)), *await connection.execute(select(KEYS))]
    assert key not in repr(rows)


async def test_a_key_cannot_be_guessed(store: Store) -> None:
    """256 bits."""
    _, key = await store.add_guest("Ann")
    assert len(key) >= 43


async def test_a_guest_can_be_renamed(store: Store) -> None:
    guest, key = await store.add_guest("Ann")
    await store.rename_guest(guest.id, "Anna")
    found = await keys.find(store, key)
    assert found is not None
    assert (found.guest.id, found.guest.name) == (guest.id, "Anna")


# Notes and secrets.


async def test_a_note_is_kept(store: Store) -> None:
    guest = await new_table(store)
    await store.set_note("t1", guest, 7, "red?")
    assert await store.notes("t1", guest) == {"7": "red?"}


async def test_a_note_is_replaced(store: Store) -> None:
    guest = await new_table(store)
    await store.set_note("t1", guest, 7, "red?")
    await store.set_note("t1", guest, 7, "blue")
    assert await store.notes("t1", guest) == {"7": "blue"}


async def test_an_empty_note_is_none(store: Store) -> None:
    guest = await new_table(store)
    await store.set_note("t1", guest, 7, "red?")
    await store.set_note("t1", guest, 7, "")
    assert await store.notes("t1", guest) == {}


async def test_notes_are_private_to_guest_and_table(store: Store) -> None:
    ann, bob = await new_table(store, "t1"), await new_table(store, "t2")
    await store.set_note("t1", ann, 7, "red?")
    assert await store.notes("t1", bob) == {}
    assert await store.notes("t2", ann) == {}


async def test_a_secret_stays_the_same(store: Store) -> None:
    assert await store.secret("one") == await store.secret("one")
    assert len(await store.secret("one")) == 32


async def test_secrets_differ(store: Store) -> None:
    assert await store.secret("one") != await store.secret("two")


async def test_a_secret_survives_the_process(database: str) -> None:
    async with opened(database) as store:
        secret = await store.secret("one")
    async with opened(database) as store:
        assert await store.secret("one") == secret


# Between processes.


async def test_other_processes_hear_of_an_entry(postgres: Postgres) -> None:
    database = postgres.fresh()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    async with opened(database) as one, opened(database) as two:
        await new_table(one)
        async with two.listening(lambda notice: heard.put_nowait((notice.name, notice.seq))):
            await one.append(Append("t1", 2, said("x"), "gathering"))
            async with asyncio.timeout(10):
                assert await heard.get() == ("t1", 2)


async def test_a_refused_entry_is_not_told(postgres: Postgres) -> None:
    heard: list[tuple[str, int]] = []
    async with opened(postgres.fresh()) as store:
        await new_table(store)
        await store.append(Append("t1", 2, said("x"), "gathering"))
        async with store.listening(lambda notice: heard.append((notice.name, notice.seq))):
            with pytest.raises(Conflict):
                await store.append(Append("t1", 2, said("y"), "gathering"))
            await store.append(Append("t1", 3, said("z"), "gathering"))
            async with asyncio.timeout(10):
                while not heard:
                    await asyncio.sleep(0.01)
    assert heard == [("t1", 3)]


# Migrations.


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


async def test_an_upgraded_database_has_exactly_the_tables_of_the_code(store: Store) -> None:
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_database_that_is_up_to_date_stays_as_it_is(store: Store) -> None:
    guest = await new_table(store)
    await migrate(store.engine)
    assert [table for table, _ in await store.tables_of(guest)] == ["t1"]


async def test_a_database_that_is_up_to_date_needs_no_upgrade(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def must_not_run(_connection: Connection) -> None:
        raise AssertionError("an upgrade was begun")

    monkeypatch.setattr(migrations, "_upgrade", must_not_run)
    await migrate(store.engine)


def test_the_newest_revision_is_that_of_the_last_file() -> None:
    script = ScriptDirectory(str(migrations.FOLDER))
    assert script.get_heads() == [migrations.newest_revision()]


async def test_an_upgrade_that_was_cut_off_is_made_up_for(database: str) -> None:
    store = Store(database)

    def cut_off(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "CREATE TABLE secrets" in statement:
            raise ConnectionAbortedError

    event.listen(store.engine.sync_engine, "before_cursor_execute", cut_off)
    with pytest.raises(ConnectionAbortedError):
        await migrate(store.engine)
    await store.engine.dispose()
    async with opened(database) as again, again.engine.connect() as connection:
        assert await connection.scalar(select(func.count()).select_from(SECRETS)) == 0


async def test_what_a_study_held_in_one_column_is_moved_to_its_own(database: str) -> None:
    """Revision 0004: until then the asker, the answer and the fault stood in one column."""
    engine, now = open_engine(database), datetime.now(UTC)
    common = {"table_id": "t", "kind": "verdict", "version": "v", "worker": "w", "done": 0, "total": 0}
    before = [("working", "ann"), ("done", "{}"), ("failed", "too long")]
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade_to, "0003")
        old = await connection.run_sync(lambda sync: SqlTable("studies", MetaData(), autoload_with=sync))
        row = {"id": "t", "created": now, "changed": now, "listed": False, "phase": "over"}
        await connection.execute(insert(TABLES).values(row))
        for turn, (state, data) in enumerate(before):
            study = {**common, "turn": turn, "state": state, "data": data, "changed": now}
            await connection.execute(insert(old).values(study))
    await migrate(engine)
    async with engine.connect() as connection:
        columns = (STUDIES.c.asker, STUDIES.c.answer, STUDIES.c.fault)
        rows = (await connection.execute(select(*columns).order_by(STUDIES.c.turn))).all()
    assert [tuple(row) for row in rows] == [("ann", "", ""), ("", "{}", ""), ("", "", "too long")]
    await engine.dispose()


def _upgrade_to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def test_the_embedded_database_is_durable(tmp_path: Path) -> None:
    """WAL with full synchronisation: what is committed survives even a power cut."""
    engine = open_engine(sqlite_url(tmp_path / "tamaya.sqlite"))
    async with engine.connect() as connection:
        journal = await connection.exec_driver_sql("PRAGMA journal_mode")
        synchronous = await connection.exec_driver_sql("PRAGMA synchronous")
        keys = await connection.exec_driver_sql("PRAGMA foreign_keys")
        assert (journal.scalar(), synchronous.scalar(), keys.scalar()) == ("wal", 2, 1)
    await engine.dispose()


async def test_what_guests_keep_of_games_comes_and_goes_with_its_revision(database: str) -> None:
    """Revision 0005: members of before are not hidden and have no tags; the way back leaves them."""
    engine, at = open_engine(database), datetime.now(UTC)
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade_to, "0004")
        old = await connection.run_sync(lambda sync: SqlTable("members", MetaData(), autoload_with=sync))
        row = {"id": "t", "created": at, "changed": at, "listed": False, "phase": "over"}
        await connection.execute(insert(TABLES).values(row))
        guests = await connection.run_sync(lambda sync: SqlTable("guests", MetaData(), autoload_with=sync))
        await connection.execute(insert(guests).values(id="g", name="Ann", key_hash="k", created=at))
        await connection.execute(insert(old).values(table_id="t", guest_id="g"))
    await migrate(engine)
    async with engine.begin() as connection:
        rows = (await connection.execute(select(MEMBERS.c.hidden, MEMBERS.c.tags))).all()
        assert [tuple(row) for row in rows] == [(False, "")]
        await connection.run_sync(_downgrade_to, "0004")
    async with engine.begin() as connection:
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        kept = await connection.run_sync(lambda sync: SqlTable("members", MetaData(), autoload_with=sync))
        assert "games" not in tables
        assert [tuple(row) for row in await connection.execute(select(kept))] == [("t", "g")]
    await migrate(engine)
    await engine.dispose()


def _downgrade_to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    config.attributes["connection"] = connection
    command.downgrade(config, revision)
