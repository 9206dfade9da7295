"""Databases and servers for the tests of the table server."""

from __future__ import annotations

import asyncio
import subprocess
import warnings
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import insert

from tamaya.server.hub import Hub
from tamaya.server.migrations import migrate
from tamaya.server.settings import Settings, async_address
from tamaya.server.store import SECRETS, Store, sqlite_url
from tests.server.servers import ServerProcess, serving


KEY = b"a server's key for named deals.."
"""Of 32 bytes. A named deal is the same in every run."""


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
    def hub(self) -> Hub:
        """All its tables."""
        hub: Hub = self.app.state.hub
        return hub

    @property
    def store(self) -> Store:
        """Its database."""
        return self.hub.store


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Table]:
    """A server in this process, on an embedded database, with bots that do not dawdle."""
    database = sqlite_url(tmp_path / "tamaya.sqlite")
    settings = Settings(database, bot_delay=0, changes_a_second=100_000)
    async with serving(settings) as (app, base):
        app.state.hub.key = KEY
        yield Table(base, app)


async def choose_key(database: str) -> None:
    """Make named deals the same in every run of the tests."""
    store = Store(database)
    await migrate(store.engine)
    async with store.engine.begin() as connection:
        await connection.execute(insert(SECRETS).values(name="named-deals", value=KEY.hex()))
    await store.close()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The real server in a process of its own, on an embedded database, for a whole module."""
    running = ServerProcess(tmp_path_factory.mktemp("home"))
    try:
        asyncio.run(choose_key(sqlite_url(running.home / "tamaya.sqlite")))
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()


class Postgres:
    """A real PostgreSQL, with a fresh database for whoever asks."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            # Where there is no XDG_RUNTIME_DIR, it says so.
            warnings.simplefilter("ignore")
            from pgserver import get_server

            self._server = get_server(folder, cleanup_mode="delete")
        # Nobody pulls the plug here, and dozens of databases take their time to be flushed.
        self._server.psql("ALTER SYSTEM SET fsync = off")
        self._server.psql("SELECT pg_reload_conf()")
        self._numbers = count(1)

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"test{next(self._numbers)}"
        self._server.psql(f"CREATE DATABASE {name}")
        return async_address(self._server.get_uri(name))

    def close(self) -> None:
        """Stop it and remove its files."""
        import time
        a=time.time()
        self._server.cleanup()
        open("/tmp/pgclose.txt","a").write(f"{time.time()-a}\n")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """PostgreSQL for a whole run: it takes seconds to start."""
    try:
        running = Postgres(tmp_path_factory.mktemp("pg"))
    except subprocess.SubprocessError:
        # On a machine that is busy with other servers the first start may take too long.
        running = Postgres(tmp_path_factory.mktemp("pg"))
    try:
        yield running
    finally:
        running.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "tamaya.sqlite")
    fresh: str = request.getfixturevalue("postgres").fresh()
    return fresh
