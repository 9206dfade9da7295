"""A wire between two processes that can be cut, held up, or cut after the next words have passed."""

from __future__ import annotations

import asyncio
import random
import socket
from contextlib import suppress

CHUNK = 65_536


class Proxy:
    """Passes connections on to an address, and breaks them when it is told to."""

    def __init__(self, to: tuple[str, int] | str) -> None:
        """``to`` is where to connect: a host and a port, or the path of a local socket."""
        self._to = to
        self._server: asyncio.Server | None = None
        self._pairs: set[_Pair] = set()
        self.held = asyncio.Event()
        self.held.set()
        """Clear while nothing passes."""

    async def open(self, port: int = 0) -> int:
        """Listen on a port of this machine; which one."""
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Break all connections, and take no more."""
        self.held.set()
        for pair in list(self._pairs):
            pair.cut()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        while self._pairs:
            await asyncio.sleep(0.01)

    def cut(self, share: float, rng: random.Random) -> int:
        """Break a share of the connections without a word; how many."""
        chosen = [pair for pair in list(self._pairs) if rng.random() < share]
        for pair in chosen:
            pair.cut()
        return len(chosen)

    def cut_answers(self, share: float, rng: random.Random) -> int:
        """Break a share of the connections once more words have passed to the server, so that what was asked
        is done and the answer is lost."""
        chosen = [pair for pair in list(self._pairs) if rng.random() < share]
        for pair in chosen:
            pair.deaf = True
        return len(chosen)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to = self._to
        try:
            if isinstance(to, str):
                up_reader, up_writer = await asyncio.open_unix_connection(to)
            else:
                up_reader, up_writer = await asyncio.open_connection(*to)
        except OSError:
            _reset(writer)
            return
        pair = _Pair(writer, up_writer)
        self._pairs.add(pair)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pump(reader, up_writer, pair, answers=False))
                group.create_task(self._pump(up_reader, writer, pair, answers=True))
        except* OSError:
            pass
        finally:
            self._pairs.discard(pair)
            pair.cut()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pair: _Pair, *, answers: bool
    ) -> None:
        while data := await reader.read(CHUNK):
            await self.held.wait()
            if answers and pair.deaf:
                raise ConnectionResetError
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError


class _Pair:
    """The two ends of a connection."""

    def __init__(self, *writers: asyncio.StreamWriter) -> None:
        self._writers = writers
        self.deaf = False
        """Whether the next answer breaks the connection."""

    def cut(self) -> None:
        for writer in self._writers:
            _reset(writer)


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a connection as a machine does that has died."""
    with suppress(OSError, AttributeError):
        end = writer.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    with suppress(RuntimeError):
        writer.transport.abort()
