"""A server and its database: one server at a time, a database that is away, and files that are not as they
should be."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import httpx
import pytest

from benchmarks.stored_games import fill
from tamaya.server import readiness, tables
from tamaya.server.database import open_engine, sqlite_url
from tamaya.server.lock import exclusive, is_held, lock_path
from tamaya.server.migrations import newest_revision
from tamaya.server.readiness import prepare
from tamaya.server.settings import Settings
from tamaya.server.trouble import Trouble
from tests.server.conftest import Postgres
from tests.server.driver import CAREFUL, OPEN, people
from tests.server.proxy import proxied
from tests.server.servers import ServerProcess, free_port, serving

pytestmark = pytest.mark.anyio


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.05)


# One at a time.


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path / "tamaya.sqlite")
    with exclusive(database):
        with pytest.raises(Trouble) as trouble, exclusive(database):
            pass
        assert str(trouble.value) == (
            f"another Tamaya is using {tmp_path} (process {os.getpid()}): stop it first, or name another"
            " folder with --data"
        )
        assert is_held(tmp_path / "tamaya.sqlite")
    with exclusive(database):
        pass
    assert not is_held(tmp_path / "tamaya.sqlite")


def test_two_folders_are_two_servers(tmp_path: Path) -> None:
    with exclusive(sqlite_url(tmp_path / "one.sqlite")), exclusive(sqlite_url(tmp_path / "two.sqlite")):
        pass


def test_servers_on_postgres_share_it() -> None:
    with exclusive("postgresql+asyncpg://h/d"), exclusive("postgresql+asyncpg://h/d"):
        pass


async def test_the_lock_ends_with_its_process_and_not_with_its_bots(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    try:
        server.start()
        server.wait()
        async with people(server.base, "Ann") as (ann,):
            table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
            await ann.join(table)
            await ann.act("cB1")
            await ann.until_my_turn()
        assert is_held(tmp_path / "tamaya.sqlite")
        assert lock_path(tmp_path / "tamaya.sqlite").read_text() == str(server.pid)
        os.kill(server.pid, signal.SIGSTOP)
        assert is_held(tmp_path / "tamaya.sqlite")
        server.kill()
        assert not is_held(tmp_path / "tamaya.sqlite")
    finally:
        server.clean_up()


async def test_a_second_server_process_does_not_start(tmp_path: Path) -> None:
    one, two = ServerProcess(tmp_path), ServerProcess(tmp_path)
    try:
        one.start()
        one.wait()
        two.start()
        code = await asyncio.to_thread(two.ended)
        assert code not in (0, None)
        assert "another Tamaya is using" in two.log.read_text()
        async with people(one.base, "Ann") as (ann,):
            await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
    finally:
        one.clean_up()
        two.clean_up()


# Files that are not as they should be.


async def refused(path: Path) -> str:
    with pytest.raises(Trouble) as trouble:
        await prepare(sqlite_url(path))
    return str(trouble.value)


async def test_a_new_database_is_made_whole(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "tamaya.sqlite"
    await prepare(sqlite_url(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (
            newest_revision(),
        )
    assert [each.name for each in path.parent.iterdir()] == ["tamaya.sqlite"]


async def test_what_a_start_that_was_cut_off_left_behind_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    for end in (".new", ".new-wal", ".new-shm"):
        path.with_name(path.name + end).write_bytes(b"half of it")
    await prepare(sqlite_url(path))
    assert [each.name for each in tmp_path.iterdir()] == ["tamaya.sqlite"]


async def test_an_empty_file_is_not_taken_for_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    path.touch()
    assert (await refused(path)).startswith(f"the database {path} is empty, and Tamaya never leaves it so")
    assert path.stat().st_size == 0


async def test_a_file_that_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    path.write_text("Dear diary, today we played Hanabi.")
    assert await refused(path) == f"{path} is not a database of Tamaya"


async def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert await refused(path) == f"{path} is not a database of Tamaya"


async def test_a_damaged_database_is_said_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    await prepare(sqlite_url(path))
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * 4000 + content[4100:])
    sentence = await refused(path)
    assert sentence.startswith(f"the database {path} is damaged (")
    assert "tamaya admin restore" in sentence


async def test_a_database_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    await prepare(sqlite_url(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert (await refused(path)).startswith(
        f"this database was written by a newer Tamaya (revision 9999; this one knows {newest_revision()})"
    )


async def test_a_newer_database_on_postgres_is_said_to_be_newer(postgres: Postgres) -> None:
    database = postgres.fresh()
    await prepare(database)
    engine = open_engine(database)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await engine.dispose()
    with pytest.raises(Trouble, match="newer Tamaya"):
        await prepare(database)


async def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tamaya.sqlite"
    await prepare(sqlite_url(path))
    opening = Path.open

    def protected(self: Path, mode: str = "r", *args: object, **named: object) -> object:
        if self == path and mode == "r+b":
            raise PermissionError(13, "Permission denied", str(self))
        return opening(self, mode, *args, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", protected)
    assert (await refused(path)).startswith(f"{path} cannot be written (Permission denied)")


def test_a_folder_that_cannot_be_written_is_named() -> None:
    """The super-user may write everywhere but there."""
    with (
        pytest.raises(Trouble, match="cannot be written"),
        exclusive(sqlite_url(Path("/proc/tamaya/x.sqlite"))),
    ):
        pass


# A database that is away.


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LONGEST_PAUSE", 0.5)
    monkeypatch.setattr("tamaya.server.app.START_SECONDS", 0.2)
    monkeypatch.setattr("tamaya.server.log_writer.LISTEN_SECONDS", 0.2)
    monkeypatch.setattr("tamaya.server.log_writer.LISTEN_AGAIN", 0.3)


@pytest.mark.usefixtures("quick")
async def test_a_server_waits_for_its_database_and_says_so(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async with proxied(postgres.fresh()) as proxy:
        proxy.refuses = True
        async with serving(Settings(proxy.address)) as (_, base), httpx.AsyncClient(base_url=base) as http:
            ready = await http.get("/ready")
            assert (ready.status_code, ready.json()["status"]) == (503, "not ready")
            tables_there = await http.get("/api/tables")
            assert (tables_there.status_code, tables_there.json()["code"]) == (503, "away")
            assert tables_there.json()["sentence"].startswith("the server is waiting for its database")
            await until(lambda: caplog.text.count("the database is not ready") >= 2)
            proxy.refuses = False
            async with asyncio.timeout(30):
                while (await http.get("/ready")).status_code != 200:
                    await asyncio.sleep(0.05)
            async with people(base, "Ann") as (ann,):
                await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
    waits = [record for record in caplog.records if "the database is not ready" in record.getMessage()]
    assert all(record.exc_info is None and "\n" not in record.getMessage() for record in waits)


@pytest.mark.usefixtures("quick")
async def test_a_server_that_waits_can_be_stopped(postgres: Postgres) -> None:
    async with proxied(postgres.fresh()) as proxy:
        proxy.refuses = True
        begun = time.monotonic()
        async with serving(Settings(proxy.address)):
            pass
        assert time.monotonic() - begun < 20


@pytest.mark.usefixtures("quick")
async def test_what_was_missed_before_others_were_heard_is_read(postgres: Postgres) -> None:
    """A server whose ear comes later than its tables."""
    database = postgres.fresh()
    async with (
        proxied(database) as proxy,
        serving(Settings(proxy.address)) as (_, one),
        serving(Settings(database)) as (_, two),
        people(one, "Ann") as (ann,),
        people(two, "Bob") as (bob,),
    ):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        proxy.refuses = True
        proxy.cut_all()
        await bob.join(table)
        await bob.do("sit", seat=1)
        proxy.refuses = False
        await ann.until(lambda: ann.table["seats"][1]["taken"])


@contextmanager
def workers(database: str, home: Path, count: int) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """``tamaya serve`` with several processes: the process, its address and its log."""
    port, log = free_port(), home / "workers.log"
    command = [
        sys.executable,
        "-c",
        "from tamaya.cli import main; main()",
        "serve",
        "--no-browser",
        "--json-logs",
    ]
    environment = {**os.environ, "TAMAYA_DATABASE": database, "TAMAYA_HOME": str(home), "TAMAYA_PREPARE": "0"}
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*command, "--port", str(port), "--workers", str(count)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        yield process, f"http://127.0.0.1:{port}", log
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(20)


def children(process: subprocess.Popen[bytes]) -> set[int]:
    """The workers of a server that serve."""
    text = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    lines = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in text.split()}
    return {pid for pid, line in lines.items() if b"spawn_main" in line}


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
async def test_a_worker_that_restarts_while_the_database_is_away_ends_no_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with proxied(postgres.fresh()) as proxy:
        with workers(proxy.address, tmp_path, 2) as (process, base, log):
            async with httpx.AsyncClient(base_url=base, timeout=20) as http:
                await answering(http)
                before = children(process)
                assert len(before) == 2
                proxy.refuses = True
                proxy.cut_all()
                victim, survivor = before
                os.kill(victim, signal.SIGKILL)
                await until(lambda: "the database is not ready" in log.read_text())
                now = children(process)
                assert survivor in now
                assert len(now) == 2
                assert process.poll() is None
                proxy.refuses = False
                await until(lambda: "the database is not ready" in log.read_text())
                await answering(http)
                assert survivor in children(process)
                process.terminate()
                assert await asyncio.to_thread(process.wait, 40) in (0, -signal.SIGTERM)
            assert "Traceback" not in log.read_text()


async def answering(http: httpx.AsyncClient) -> None:
    """Wait until all processes behind one address are well: they take turns in answering."""
    well = 0
    async with asyncio.timeout(60):
        while well < 10:
            try:
                response = await http.get("/ready", headers={"Connection": "close"})
                well = well + 1 if response.status_code == 200 else 0
            except httpx.TransportError:
                well = 0
            await asyncio.sleep(0.1)


# Many games.


@asynccontextmanager
async def served(path: Path) -> AsyncIterator[tuple[tables.LiveTables, str]]:
    async with serving(Settings(sqlite_url(path), bot_delay=0)) as (app, base):
        yield app.state.services.tables, base


async def test_a_bot_that_is_due_moves_after_a_start(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    await asyncio.to_thread(fill, path, abandoned=5, due=1)
    async with served(path) as (hub, _):
        [before] = [len(await hub.store.log(table)) for table in ("due5",)]
        async with asyncio.timeout(60):
            while len(await hub.store.log("due5")) == before:
                await asyncio.sleep(0.05)


async def test_games_in_which_no_bot_is_due_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SWEEP_PAUSE", 0)
    path = tmp_path / "tamaya.sqlite"
    await asyncio.to_thread(fill, path, abandoned=30, due=2)
    async with served(path) as (hub, _):
        await until(lambda: not [task for task in hub._tasks if "_wake_all" in repr(task)])
        assert set(hub._tables) == {"due30", "due31"}


async def test_a_start_does_not_wait_for_the_games_that_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SWEEP_PAUSE", 3600)
    path = tmp_path / "tamaya.sqlite"
    await asyncio.to_thread(fill, path, abandoned=300)
    async with served(path) as (hub, base), httpx.AsyncClient(base_url=base) as http:
        assert (await http.get("/health")).status_code == 200
        assert len(hub._tables) == 0


async def test_the_latest_games_are_looked_at_first_and_each_once(tmp_path: Path) -> None:
    path = tmp_path / "tamaya.sqlite"
    await asyncio.to_thread(fill, path, abandoned=450)
    async with served(path) as (hub, _):
        found = [table async for table in hub.store.running_tables()]
    assert found == [f"left{number}" for number in reversed(range(450))]
