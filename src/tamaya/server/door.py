"""What every request and every socket passes: who asks, by which name and how much; safe headers; the log."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

from fastapi.responses import PlainTextResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from tamaya import words
from tamaya.server import logs, metrics
from tamaya.server.addresses import KnownNames, Proxies, household
from tamaya.server.compression import is_public
from tamaya.server.dependencies import check_origin
from tamaya.server.limits import Allowances
from tamaya.server.problems import problem
from tamaya.table.commands import Refused

log = logging.getLogger("tamaya.http")

LONGEST_BODY = 1_000_000
LONGEST_NAME = 60
"""How much of an unknown name an answer repeats."""
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
LEFT = 499
"""What the log says where the client left before its answer."""


@dataclass(frozen=True, slots=True)
class House:
    """What the door must know: our names, the proxies we trust, and how much each visitor may do."""

    names: KnownNames
    proxies: Proxies
    allowances: Allowances
    sockets: SocketCount
    log_addresses: bool = False


class SocketCount:
    """The sockets of each visitor who comes through a proxy, whose connections are not counted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    @contextmanager
    def one_more(self, visitor: str) -> Iterator[None]:
        """While a visitor has one more; Refused if that is too many."""
        if 0 < self._most <= self._open.get(visitor, 0):
            raise Refused("busy", "refused.too-many-connections")
        self._open[visitor] = self._open.get(visitor, 0) + 1
        try:
            yield
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


class Door:
    """Lets requests and sockets in."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or one socket for as long as it is open."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        visit = self._announce(scope)
        answer = _Answer(scope, send, visit.request)
        token = logs.REQUEST.set(visit.request)
        try:
            await self._serve(visit, scope, receive, answer)
        finally:
            logs.REQUEST.reset(token)
            self._note(visit, scope, answer.status, time.perf_counter() - began)

    def _announce(self, scope: Scope) -> Visit:
        """Who comes, and by which way; what a trusted proxy says takes its place in the scope."""
        peer = scope["client"][0] if scope.get("client") else ""
        if not self._house.proxies.trust(peer):
            self._warn_of_strange_proxy(scope)
            return Visit(secrets.token_hex(8), peer, through_proxy=False)
        headers = Headers(scope=scope)
        client = self._house.proxies.client(",".join(headers.getlist("x-forwarded-for"))) or peer
        scope["client"] = (client, 0)
        scheme = _last(headers, "x-forwarded-proto").lower()
        if scheme in ("http", "https"):
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")
        if host := _last(headers, "x-forwarded-host"):
            scope["headers"] = [
                *((name, value) for name, value in scope["headers"] if name != b"host"),
                (b"host", host.encode("latin-1")),
            ]
        named = headers.get("x-request-id", "")
        request = named if REQUEST_ID.fullmatch(named) else secrets.token_hex(8)
        return Visit(request, client, through_proxy=True)

    def _warn_of_strange_proxy(self, scope: Scope) -> None:
        """Tell an operator who has forgotten it, once, that a proxy must be named."""
        if not self._has_warned and "x-forwarded-for" in Headers(scope=scope):
            self._has_warned = True
            log.warning("a request with X-Forwarded-For came from no trusted proxy; --proxy names those")

    async def _serve(self, visit: Visit, scope: Scope, receive: Receive, answer: _Answer) -> None:
        try:
            if (host := Headers(scope=scope).get("host")) is not None and not self._house.names.knows(host):
                await _misdirected(scope, host)(scope, receive, answer)
            elif scope["type"] == "http":
                self._check_request(visit, HTTPConnection(scope))
                await self._app(scope, receive, answer)
            elif visit.through_proxy:
                with self._house.sockets.one_more(household(visit.address)):
                    await self._app(scope, receive, answer)
            else:
                await self._app(scope, receive, answer)
        except Refused as refused:
            await problem(refused.code, refused.message)(scope, receive, answer)
        except (ClientDisconnect, WebSocketDisconnect):
            answer.status = answer.status or LEFT
        except Exception:
            log.exception("a request broke")
            if answer.status == 0:
                sorry = problem("broken", words.Message("refused.something-wrong"))
                await sorry(scope, receive, answer)
            elif scope["type"] == "http":
                # Half an answer must not look like a whole one.
                raise

    def _check_request(self, visit: Visit, request: HTTPConnection) -> None:
        """Where a request that changes something comes from, and how long it is."""
        method = request.scope["method"]
        if method in ("POST", "PUT", "PATCH", "DELETE"):
            check_origin(request)
            if not self._house.allowances.take(household(visit.address)):
                raise Refused("busy", "refused.too-many-requests")
        if method in ("POST", "PUT", "PATCH"):
            length = request.headers.get("content-length", "")
            if not length.isdecimal() or int(length) > LONGEST_BODY:
                raise Refused("too-much", "refused.body-length", most=LONGEST_BODY)

    def _note(self, visit: Visit, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "")
        if scope["type"] == "http":
            metrics.REQUEST_SECONDS.labels(route, f"{status // 100}xx").observe(seconds)
            if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                metrics.SERVER_ERRORS.labels(route).inc()
        facts = {
            "request": visit.request,
            "method": scope.get("method", "SOCKET"),
            "route": route,
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        if self._house.log_addresses:
            facts["address"] = visit.address
        log.info("request", extra=facts)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request or one socket, and who came with it."""

    request: str
    """A name for it, by which the log and the client can talk about it."""
    address: str
    through_proxy: bool


class _Answer:
    """An answer on its way out: it gets the headers that all of them have, and its status is remembered."""

    def __init__(self, scope: Scope, send: Send, request: str) -> None:
        self._scope = scope
        self._send = send
        self._request = request
        self.status = 0
        """0 before anything was sent."""

    async def __call__(self, message: Message) -> None:
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                self.status = message["status"]
                self._complete(MutableHeaders(scope=message))
            case "websocket.accept":
                self.status = HTTPStatus.SWITCHING_PROTOCOLS
                message.setdefault("headers", [])
                MutableHeaders(scope=message)["X-Request-ID"] = self._request
            case "websocket.close" if self.status == 0:
                self.status = HTTPStatus.FORBIDDEN
        await self._send(message)

    def _complete(self, headers: MutableHeaders) -> None:
        headers.update(HEADERS)
        headers["X-Request-ID"] = self._request
        # What one guest may know stays in no cache, on no shared machine.
        headers.setdefault("Cache-Control", "no-store")
        path = self._scope["path"]
        if path.startswith("/api/") and not is_public(path):
            headers.add_vary_header("Cookie")


def _last(headers: Headers, name: str) -> str:
    """What the nearest proxy says, where each may have added its own."""
    found = headers.getlist(name)
    return found[-1].rpartition(",")[2].strip() if found else ""


def _misdirected(scope: Scope, host: str) -> ASGIApp:
    """The answer to a request by a name that is none of ours."""
    message = words.Message("refused.unknown-name", name=host[:LONGEST_NAME])
    if scope["type"] == "http" and not scope["path"].startswith("/api/"):
        return PlainTextResponse(f"{message}\n", HTTPStatus.MISDIRECTED_REQUEST)
    return problem("forbidden", message, HTTPStatus.MISDIRECTED_REQUEST)
