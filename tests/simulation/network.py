"""A network in the simulation: messages take their time, keep their order, and are lost when it is cut."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocketDisconnect

DELAY = (0.0005, 0.08)


class Cut(ConnectionError):
    """The connection is gone."""


@dataclass(eq=False)
class Wire:
    """One direction of a connection."""

    rng: random.Random
    arrived: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    last: float = 0.0
    cut: bool = False

    def send(self, text: str | None) -> None:
        """Send a message, or the end; it arrives after those that were sent before."""
        loop = asyncio.get_running_loop()
        self.last = max(self.last + 1e-6, loop.time() + self.rng.uniform(*DELAY))
        loop.call_at(self.last, self._arrive, text)

    def _arrive(self, text: str | None) -> None:
        if not self.cut:
            self.arrived.put_nowait(text)

    def cut_off(self) -> None:
        """What is under way is lost; the end is noticed after a while."""
        self.cut = True
        loop = asyncio.get_running_loop()
        loop.call_later(self.rng.uniform(*DELAY), self.arrived.put_nowait, None)


class Connection:
    """A socket between a person and a server; this is the person's end."""

    def __init__(self, rng: random.Random) -> None:
        self.up = Wire(rng)
        self.down = Wire(rng)

    def send(self, text: str) -> None:
        """Send a message to the server."""
        self.up.send(text)

    async def receive(self) -> str:
        """The next message of the server."""
        text = await self.down.arrived.get()
        if text is None:
            raise Cut
        return text

    def cut(self) -> None:
        """Break it in both directions."""
        self.up.cut_off()
        self.down.cut_off()


class ServerEnd:
    """The other end, as the application sees it: the part of ``WebSocket`` that it uses."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._open = True
        self.scope: dict[str, Any] = {}

    async def accept(self) -> None:
        """Take the connection."""

    async def receive(self) -> dict[str, Any]:
        """The next message of the person, or their end."""
        text = await self._connection.up.arrived.get()
        if text is None:
            self._open = False
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        """Send a message to the person."""
        if not self._open or self._connection.down.cut:
            raise WebSocketDisconnect
        self._connection.down.send(text)
        await asyncio.sleep(0)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """End it."""
        if self._open:
            self._open = False
            self._connection.down.send(None)
