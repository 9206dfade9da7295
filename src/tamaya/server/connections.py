"""The connections of a process: how many there are, and how long each may keep the server waiting.

uvicorn reads HTTP and WebSocket. What it leaves to others is here: a request that never ends, a client that
does not read what it has asked for, and more connections than there is room for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from math import inf
from typing import Any, Literal, Protocol, TypeAlias, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState

from tamaya.server import metrics
from tamaya.server.addresses import Proxies, household
from tamaya.words import Message

LONGEST_HEAD = 32_768
"""Bytes of a request's first line and headers together."""
UNREAD_SECONDS = 30.0
"""How long a client may leave unread what was sent to it."""
LAST_SECONDS = 10.0
"""How long a connection that is being closed may take to let go of its last bytes."""
GLANCE = 1.0
"""Seconds between two looks at all connections."""
LINE = "tamaya.line"
"""Where the application finds the connection of a socket, by which messages go out at once."""
Reason: TypeAlias = Literal["full", "address", "head", "body", "unread"]


class Watched(Protocol):
    """A connection as those who watch it see it."""

    transport: asyncio.Transport
    due: float
    """When it has kept the server waiting for too long; never, if it does not."""

    def give_up(self) -> None:
        """End it, because it was due."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How much connections may ask for."""

    most: int
    """All together; 0 for any number."""
    most_an_address: int
    head_seconds: float
    body_seconds: float


class Connections:
    """All open connections of a process: lets them in, and looks at them once in a while."""

    def __init__(self, limits: ConnectionLimits, proxies: Proxies) -> None:
        self.limits = limits
        self._proxies = proxies
        self._visitors: dict[Watched, str] = {}
        self._count: Counter[str] = Counter()
        self._closing: dict[Watched, float] = {}
        self._glance: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many are open."""
        return len(self._visitors)

    def admit(self, connection: Watched, address: str, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether there is room for one more; then it is watched from now on."""
        visitor = "" if self._proxies.trust(address) else household(address)
        if self.limits.most and len(self) >= self.limits.most:
            return self._refuse("full")
        if visitor and 0 < self.limits.most_an_address <= self._count[visitor]:
            return self._refuse("address")
        self._visitors[connection] = visitor
        self._count[visitor] += 1
        if self._glance is None:
            self._glance = loop.call_later(GLANCE, self._look, loop)
        return True

    def hand_over(self, connection: Watched, successor: Watched) -> None:
        """Watch another protocol on the same transport."""
        self._visitors[successor] = self._visitors.pop(connection)

    def forget(self, connection: Watched) -> None:
        """A connection has gone."""
        self._closing.pop(connection, None)
        visitor = self._visitors.pop(connection, None)
        if visitor is not None:
            self._count[visitor] -= 1
            if not self._count[visitor]:
                del self._count[visitor]

    def _refuse(self, reason: Reason) -> bool:
        metrics.CUT.labels(reason).inc()
        return False

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in tuple(self._visitors):
            if connection.transport.is_closing():
                if now - self._closing.setdefault(connection, now) > LAST_SECONDS:
                    connection.transport.abort()
            elif now >= connection.due:
                connection.give_up()
        self._glance = loop.call_later(GLANCE, self._look, loop) if self._visitors else None


class HttpConnection(H11Protocol):
    """A connection on which requests come, each in its time."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.due = inf
        self._part: Literal["head", "body"] | None = None
        self._began: object = None
        self._has_spoken = False
        self._unread = False
        self._all = _connections(config)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or tell it that there is no room."""
        super().connection_made(transport)
        if not self._all.admit(self, self.client[0] if self.client else "", self.loop):
            transport.write(_answer(HTTPStatus.SERVICE_UNAVAILABLE, "refused.too-many-connections"))
            transport.close()
            return
        self._wait_for("head", None)

    def data_received(self, data: bytes) -> None:
        """Read, and see what is still to come."""
        self._has_spoken = True
        # h11 measures what it has not understood yet: a head that comes all at once has the same limit.
        step = LONGEST_HEAD // 2 if self.conn.their_state is h11.IDLE else len(data)
        for begin in range(0, len(data), step):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[begin : begin + step])
        match self.conn.their_state:
            case h11.IDLE:
                # What came last is the beginning of a head, which counts from there.
                self._wait_for("head", self.cycle)
            case h11.SEND_BODY:
                self._wait_for("body", self.cycle)
            case _:
                self._wait_for(None, None)

    def _wait_for(self, part: Literal["head", "body"] | None, began: object) -> None:
        if part is self._part and began is self._began:
            return
        self._part, self._began = part, began
        self._set_due()

    def _set_due(self) -> None:
        limits = self._all.limits
        seconds = inf
        if self._unread:
            seconds = UNREAD_SECONDS
        elif self._part:
            seconds = limits.head_seconds if self._part == "head" else limits.body_seconds
        self.due = self.loop.time() + (seconds or inf)

    def pause_writing(self) -> None:
        """The client does not read what it was sent."""
        super().pause_writing()
        self._unread = True
        self._set_due()

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._unread = False
        self._set_due()

    def give_up(self) -> None:
        """End it: with a word if it has begun a request, and was not answered yet."""
        if self._unread:
            metrics.CUT.labels("unread").inc()
            self.transport.abort()
            return
        metrics.CUT.labels(self._part).inc()
        asked = self._part == "body"
        if self._has_spoken and not (asked and self.cycle.response_started):
            self.transport.write(_answer(HTTPStatus.REQUEST_TIMEOUT, "refused.request-too-slow"))
        if asked:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or its head is too long."""
        metrics.CUT.labels("head").inc()
        super().send_400_response(msg)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket."""
        self.due = inf
        super().handle_websocket_upgrade(event)
        self._all.hand_over(self, cast(SocketConnection, self.transport.get_protocol()))

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        super().connection_lost(exc)
        self._all.forget(self)


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket. Whether the other side is still there, uvicorn asks it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.due = inf
        self._all = _connections(config)

    async def run_asgi(self) -> None:
        """Serve it; the application may send by the connection itself."""
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[LINE] = {"line": self}
        await super().run_asgi()

    @property
    def unsent(self) -> int:
        """How many bytes wait because the client does not read them."""
        return self.transport.get_write_buffer_size()

    def push(self, text: str) -> bool:
        """Send a message at once; whether the socket is open. A message by way of the application's task
        costs ten times as much, and a table sends each move to many."""
        if not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        """Read; what comes first is a whole request, and if it cannot be read, there will be no socket."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(_answer(HTTPStatus.BAD_REQUEST, "refused.bad-request"))
            self.transport.close()

    def pause_writing(self) -> None:
        """The client does not read what it was sent."""
        super().pause_writing()
        self.due = self.loop.time() + UNREAD_SECONDS

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.due = inf

    def give_up(self) -> None:
        """End it."""
        metrics.CUT.labels("unread").inc()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        super().connection_lost(exc)
        self._all.forget(self)


def _connections(config: Config) -> Connections:
    """Those of the application that uvicorn serves."""
    found: Connections = config.loaded_app.state.connections
    return found


@cache
def _answer(status: HTTPStatus, code: str) -> bytes:
    """A whole answer, for a request that no application will see."""
    body = f"{Message(code)}\n".encode()
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
        "",
        "",
    )
    return "\r\n".join(lines).encode() + body
