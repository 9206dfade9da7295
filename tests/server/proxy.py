"""A proxy in front of PostgreSQL that cuts connections at the worst moments."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from urllib.parse import parse_qs, urlsplit

from sqlalchemy import make_url

Cut: TypeAlias = Literal["before", "meanwhile", "after"]
"""Before a commit reaches the database, when the database has not answered yet, or before its answer."""
COMMIT = b"Q\x00\x00\x00\x0cCOMMIT;\x00"


@dataclass
class Proxy:
    """Where clients connect, and what happens to them."""

    database: str
    cuts: Iterator[Cut | None]
    """What happens at each commit from now on; nothing once there are no more."""
    refuses: bool = False
    """Whether new connections are refused."""
    done: list[Cut] = field(default_factory=list)
    """The cuts that were made."""
    closed_after: bool = False
    """Whether after a cut all further connections are refused."""
    address: str = ""
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client."""
        self._writers.add(writer)
        try:
            if self.refuses:
                return
            there, back = await self._connect()
            self._writers.add(back)
            answers = asyncio.create_task(_pass(there, writer))
            try:
                await self._forward(reader, back, writer, answers)
            finally:
                answers.cancel()
                back.close()
                self._writers.discard(back)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        back: asyncio.StreamWriter,
        writer: asyncio.StreamWriter,
        answers: asyncio.Task[None],
    ) -> None:
        while data := await reader.read(65536):
            cut = next(self.cuts, None) if COMMIT in data else None
            if cut is None:
                back.write(data)
                await back.drain()
                continue
            self.done.append(cut)
            self.refuses = self.closed_after
            answers.cancel()
            with suppress(asyncio.CancelledError):
                await answers
            if cut == "before":
                return
            if cut == "meanwhile":
                writer.transport.abort()
                await asyncio.sleep(0.1)
            back.write(data)
            await back.drain()
            # The database has the commit, and time to carry it out; the client never hears of it.
            await asyncio.sleep(0.1)
            return

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        split = urlsplit(self.database)
        folder = parse_qs(split.query).get("host", [""])[0]
        if folder.startswith("/"):
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{split.port or 5432}")
        return await asyncio.open_connection(split.hostname, split.port or 5432)

    def cut_all(self) -> None:
        """Break every connection now."""
        for writer in list(self._writers):
            writer.transport.abort()


async def _pass(there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await there.read(65536):
            writer.write(data)
            await writer.drain()
        writer.transport.abort()


@asynccontextmanager
async def proxied(database: str, cuts: Iterator[Cut | None] | None = None) -> AsyncIterator[Proxy]:
    """A proxy in front of a database."""
    proxy = Proxy(database, cuts or iter(()))
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    url = make_url(database).set(host="127.0.0.1", port=port, query={})
    proxy.address = url.render_as_string(hide_password=False)
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut_all()
