"""Listening to what other processes append, by PostgreSQL's LISTEN."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tamaya.server.database import Database
from tamaya.server.log_writer import CHANNEL

log = logging.getLogger("tamaya.store")

LISTEN_AGAIN = 1.0
"""Seconds after which a process listens again to a database that has been away."""


@asynccontextmanager
async def listening(
    database: Database, heard: Callable[[str, int], None], missed: Callable[[], None] = lambda: None
) -> AsyncIterator[None]:
    """Tell ``heard`` the table and number whenever any process appends, and ``missed`` when the database was
    away for a while and anything may have happened; without PostgreSQL there is nothing to hear."""
    if not database.is_postgres:
        yield
        return
    ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    listener = asyncio.create_task(_listen(database, heard, missed, ready), name="tamaya listener")
    try:
        await ready
        yield
    finally:
        listener.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listener


async def _listen(
    database: Database,
    heard: Callable[[str, int], None],
    missed: Callable[[], None],
    ready: asyncio.Future[None],
) -> None:
    def hear(_connection: object, _pid: int, _channel: str, payload: str) -> None:
        table, seq = payload.split()
        heard(table, int(seq))

    while True:
        try:
            async with database.engine.connect() as connection:
                raw: Any = (await connection.get_raw_connection()).driver_connection
                gone = asyncio.Event()
                raw.add_termination_listener(lambda _, gone=gone: gone.set())
                await raw.add_listener(CHANNEL, hear)
                if ready.done():
                    missed()
                else:
                    ready.set_result(None)
                try:
                    await gone.wait()
                    await connection.invalidate()
                finally:
                    if not raw.is_closed():
                        await raw.remove_listener(CHANNEL, hear)
        except Exception as error:
            if not ready.done():
                ready.set_exception(error)
                return
            log.exception("cannot listen to the database")
        log.warning("the database no longer reports what other processes append; listening again")
        await asyncio.sleep(LISTEN_AGAIN)
