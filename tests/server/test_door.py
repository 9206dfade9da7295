"""The edge of the server: clients that dawdle or never end, names, proxies, and what is logged."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tamaya.server.addresses import KnownNames, Proxies, host_name, household
from tamaya.server.connections import LONGEST_HEAD, SocketConnection
from tamaya.server.database import sqlite_url
from tamaya.server.keys import COOKIE
from tamaya.server.settings import Settings
from tests.server.driver import OPEN, gather, people
from tests.server.servers import ServerProcess, serving

pytestmark = pytest.mark.anyio

PATIENCE = 30.0
"""Seconds after which something that should have happened will not happen."""


class Wire:
    """A client that says exactly what it is told to say."""

    def __init__(self, base: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.host = urlsplit(base).netloc
        self.reader = reader
        self.writer = writer

    async def say(self, text: str | bytes) -> None:
        self.writer.write(text.encode() if isinstance(text, str) else text)
        await self.writer.drain()

    async def rest(self) -> bytes:
        """All that comes until the server hangs up."""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                return await self.reader.read()
        return b""

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """One answer; the connection stays open."""
        async with asyncio.timeout(PATIENCE):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {
                name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:-2])
            }
            return (
                int(head[0].split()[1]),
                headers,
                await self.reader.readexactly(int(headers["content-length"])),
            )


@asynccontextmanager
async def wire(base: str) -> AsyncIterator[Wire]:
    address = urlsplit(base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        yield Wire(base, reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts the real server with variables of the environment."""
    running: list[ServerProcess] = []

    def start(**environment: str) -> ServerProcess:
        process = ServerProcess(tmp_path, **environment)
        running.append(process)
        process.start()
        process.wait()
        return process

    yield start
    for process in running:
        process.clean_up()


def settings(folder: Path, **wishes: Any) -> Settings:
    return Settings(sqlite_url(folder / "tamaya.sqlite"), bot_delay=0, **wishes)


def ask(path: str = "/health", host: str = "127.0.0.1", *, method: str = "GET", **headers: str) -> str:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""])


# Requests that never end.


async def test_an_endless_header_is_cut_off_and_holds_nobody_up(process: ServerProcess) -> None:
    async with (
        wire(process.base) as client,
        httpx.AsyncClient(base_url=process.base, trust_env=False) as other,
    ):
        await client.say("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
        sent = 0
        with suppress(ConnectionError):
            while sent < 50_000_000 and not client.reader.at_eof():
                await client.say(b"a" * 65_536)
                sent += 65_536
                await asyncio.sleep(0)
        assert sent < 50_000_000
        assert (await other.get("/health", timeout=5)).status_code == 200
        answer = await client.rest()
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    "part",
    ["X-A: " + "a" * 2 * LONGEST_HEAD, "\r\n".join(f"X-{number}: a" for number in range(LONGEST_HEAD))],
)
async def test_a_head_has_a_length(process: ServerProcess, part: str) -> None:
    async with wire(process.base) as client:
        with suppress(ConnectionError):
            await client.say(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n{part}\r\n\r\n")
        answer = await client.rest()
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


async def test_a_head_that_dawdles_is_given_up(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, head_seconds=0.5)) as (_, base), wire(base) as client:
        await client.say("GET /health HTTP/1.1\r\n")

        async def trickle() -> None:
            with suppress(ConnectionError):
                while True:
                    await client.say("X-A: a\r\n")
                    await asyncio.sleep(0.1)

        trickling = asyncio.create_task(trickle())
        assert (await client.rest()).startswith(b"HTTP/1.1 408")
        trickling.cancel()


async def test_a_connection_that_says_nothing_is_closed(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, head_seconds=0.5)) as (_, base), wire(base) as client:
        assert await client.rest() == b""


async def test_a_second_request_that_dawdles_is_given_up(tmp_path: Path) -> None:
    """What has come of it keeps uvicorn from counting the connection as idle."""
    async with serving(settings(tmp_path, head_seconds=0.5)) as (_, base), wire(base) as client:
        await client.say(ask())
        assert (await client.answer())[0] == 200
        await client.say("GET /hea")
        assert (await client.rest()).startswith(b"HTTP/1.1 408")


async def test_a_body_that_never_ends_is_given_up_without_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(settings(tmp_path, body_seconds=0.5)) as (_, base), wire(base) as client:
        await client.say(ask("/api/me", method="POST", Content_Type="application/json", Content_Length="99"))
        await client.say('{"name": ')
        assert (await client.rest()).startswith(b"HTTP/1.1 408")
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_request_in_its_time_is_answered_however_often(tmp_path: Path) -> None:
    wanted = settings(tmp_path, head_seconds=0.5, body_seconds=0.5)
    async with serving(wanted) as (_, base), wire(base) as client:
        for _ in range(4):
            await client.say(ask())
            assert (await client.answer())[0] == 200
            await asyncio.sleep(0.4)


async def test_who_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.server.connections.UNREAD_SECONDS", 0.5)
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_bytes(b"x" * 30_000_000)
    monkeypatch.setattr("tamaya.server.front_end.STATIC", folder)
    async with serving(settings(tmp_path)) as (_, base):
        address = urlsplit(base)
        with socket.create_connection((address.hostname, address.port)) as client:
            client.sendall(ask("/").encode())
            async with asyncio.timeout(PATIENCE):
                while cut_because(await fetch(base, "/metrics"), "unread") == 0:
                    await asyncio.sleep(0.1)


async def test_who_does_not_read_a_last_answer_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has closed the connection, and waits in vain for its last bytes to be taken."""
    monkeypatch.setattr("tamaya.server.connections.LAST_SECONDS", 0.5)
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_bytes(b"x" * 30_000_000)
    monkeypatch.setattr("tamaya.server.front_end.STATIC", folder)
    async with serving(settings(tmp_path)) as (app, base):
        address = urlsplit(base)
        with socket.create_connection((address.hostname, address.port)) as client:
            client.sendall(ask("/", Connection="close").encode())
            async with asyncio.timeout(PATIENCE):
                while not len(app.state.connections):
                    await asyncio.sleep(0.01)
                while len(app.state.connections):
                    await asyncio.sleep(0.1)


async def test_a_socket_that_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamaya.server.connections.UNREAD_SECONDS", 0.5)
    async with serving(settings(tmp_path)) as (app, base), people(base, "Ann") as (ann,):
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        (opened,) = [one for one in app.state.connections._visitors if isinstance(one, SocketConnection)]
        # As the transport says when its buffer is full.
        opened.pause_writing()
        assert await ann.wait_closed() == 1006


def cut_because(metrics: httpx.Response, why: str) -> float:
    return sum(
        sample.value
        for family in text_string_to_metric_families(metrics.text)
        for sample in family.samples
        if sample.name == "tamaya_connections_cut_total" and sample.labels["why"] == why
    )


async def fetch(base: str, path: str, **headers: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
        return await client.get(
            path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )


# How many.


@pytest.mark.parametrize("limit", ["connections", "connections_an_address"])
async def test_connections_have_a_ceiling_and_who_leaves_makes_room(tmp_path: Path, limit: str) -> None:
    async with serving(settings(tmp_path, **{limit: 2})) as (_, base):
        async with wire(base) as one, wire(base) as two, wire(base) as three:
            for client in (one, two):
                await client.say(ask())
                assert (await client.answer())[0] == 200
            assert (await three.rest()).startswith(b"HTTP/1.1 503")
        async with asyncio.timeout(PATIENCE):
            while True:
                async with wire(base) as again:
                    with suppress(ConnectionError):
                        await again.say(ask(Connection="close"))
                    if (await again.rest()).startswith(b"HTTP/1.1 200"):
                        break


async def test_a_socket_counts_as_long_as_it_is_open(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, connections_an_address=3)) as (app, base):
        async with people(base, "Ann") as (ann,):
            await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
            assert len(app.state.connections) == 2
        async with asyncio.timeout(PATIENCE):
            while len(app.state.connections):
                await asyncio.sleep(0.01)


async def test_connections_of_a_proxy_are_not_counted_as_one_visitor(tmp_path: Path) -> None:
    wanted = settings(tmp_path, connections_an_address=1, proxies=(ip_network("127.0.0.1"),))
    async with serving(wanted) as (_, base), wire(base) as one, wire(base) as two:
        for client in (one, two):
            await client.say(ask())
            assert (await client.answer())[0] == 200


async def test_behind_a_proxy_the_sockets_of_a_visitor_are_counted(tmp_path: Path) -> None:
    wanted = settings(tmp_path, connections_an_address=1, proxies=(ip_network("127.0.0.1"),))
    async with serving(wanted) as (_, base), people(base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.connect(table, {"X-Forwarded-For": "198.51.100.1"})
        await bob.connect(table, {"X-Forwarded-For": "198.51.100.2"})
        async with people(base, "Cleo") as (cleo,):
            with pytest.raises(InvalidStatus) as refused:
                await cleo.connect(table, {"X-Forwarded-For": "198.51.100.2"})
            assert refused.value.response.status_code == 429
            await bob.hang_up()
            await cleo.connect(table, {"X-Forwarded-For": "198.51.100.2"})


# Sockets that end.


async def test_a_socket_that_ends_without_a_word_leaves_no_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(settings(tmp_path)) as (_, base), people(base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN], first=0)
        await gather(table, [ann, bob])
        for cut in (reset, hang_up):
            watcher = await raw_socket(base, table, ann.key)
            cut(watcher)
            for number in range(5):
                await ann.do("say", text=f"hello {number}")
        await ann.act("cB1")
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


async def raw_socket(base: str, table: str, key: str) -> asyncio.StreamWriter:
    address = urlsplit(base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Cookie": f"{COOKIE}={key}",
    }
    writer.write(ask(f"/api/tables/{table}/socket", **headers).encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    assert head.startswith(b"HTTP/1.1 101")
    text = json.dumps({"type": "hello", "seen": 0, "detail": "told"}).encode()
    writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    await asyncio.wait_for(reader.readexactly(2), PATIENCE)
    return writer


def reset(writer: asyncio.StreamWriter) -> None:
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()


@pytest.mark.parametrize(
    "odd", ["X-A: " + "a" * 20_000, "\r\n".join(f"X-{number}: a" for number in range(500))]
)
async def test_an_odd_handshake_leaves_no_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, odd: str
) -> None:
    async with serving(settings(tmp_path)) as (_, base), wire(base) as client:
        await client.say(
            "GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{odd}\r\n\r\n"
        )
        answer = await client.rest()
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert [record for record in caplog.records if record.exc_info] == []


# Odd requests.


@pytest.mark.parametrize(
    "odd",
    [
        b"GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /%ed%a0%80?text=%ed%a0%80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: tamaya_guest=\xff\xfe\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \xb2\r\n\r\n",
        (
            b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
    ],
)
async def test_an_odd_request_is_answered_or_dropped_without_a_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, odd: bytes
) -> None:
    async with serving(settings(tmp_path, head_seconds=1)) as (_, base), wire(base) as client:
        await client.say(odd)
        client.writer.write_eof()
        answer = await client.rest()
        assert answer == b"" or answer.split()[1][:1] in (b"2", b"4"), answer
    assert [record for record in caplog.records if record.exc_info] == []


async def test_half_a_character_that_nothing_else_has_refused_is_the_fault_of_who_sent_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write(*_: object) -> None:
        "\ud800".encode()

    async with serving(settings(tmp_path)) as (app, base), people(base, "Ann") as (ann,):
        monkeypatch.setattr(app.state.services.store, "tables_of", write)
        response = await ann.get("/api/tables")
        assert (response.status_code, response.json()["code"]) == (422, "unreadable")


# By which name.


OWN = (
    "127.0.0.1",
    "127.0.0.1:8484",
    "localhost:1",
    "LOCALHOST",
    "localhost.",
    "192.168.1.20:8484",
    "[::1]:80",
)
STRANGE = (
    "evil.example",
    "evil.example:8484",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "",
    "a b",
    "@",
)


async def test_a_server_answers_to_its_addresses_and_names(tmp_path: Path) -> None:
    wanted = settings(tmp_path, public_names=("hanabi.example.org",))
    async with serving(wanted) as (_, base):
        for host in (*OWN, "hanabi.example.org", "Hanabi.Example.ORG:443", socket.gethostname()):
            async with wire(base) as client:
                await client.say(ask(host=host))
                assert (await client.answer())[0] == 200, host


@pytest.mark.parametrize("host", STRANGE)
@pytest.mark.parametrize("path", ["/", "/api/me", "/api/catalogue", "/health"])
async def test_a_server_does_not_answer_to_other_names(process: ServerProcess, host: str, path: str) -> None:
    async with wire(process.base) as client:
        await client.say(ask(path, host=host))
        status, headers, body = await client.answer()
        assert status == 421
        assert headers["x-content-type-options"] == "nosniff"
        sentence = json.loads(body)["sentence"] if path.startswith("/api/") else body.decode()
        assert sentence.startswith("this server does not go by the name")
        assert f"--public-name {host}".strip() in sentence


async def test_a_socket_is_not_opened_by_another_name(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        address = f"{process.base.replace('http', 'ws')}/api/tables/{table}/socket"
        port = urlsplit(process.base).port
        with pytest.raises(InvalidStatus) as refused:
            await connect(
                address.replace("127.0.0.1", "evil.example"), host="127.0.0.1", port=port, proxy=None
            )
        assert refused.value.response.status_code == 421
        assert b"evil.example" in refused.value.response.body


async def test_a_program_that_names_no_host_is_served(process: ServerProcess) -> None:
    """No browser does that; some supervisors still speak HTTP/1.0."""
    async with wire(process.base) as client:
        await client.say("GET /health HTTP/1.0\r\n\r\n")
        assert (await client.rest()).startswith(b"HTTP/1.1 200")


async def test_the_machine_is_known_by_its_name_alone_and_in_its_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Shelf.example.org")
    names = KnownNames.of_machine()
    assert [host for host in ("shelf", "shelf.local", "SHELF.example.org:80") if not names.knows(host)] == []
    assert not names.knows("example.org")


async def test_a_host_is_read_with_and_without_a_port() -> None:
    hosts = ("a.b:1", "[2001:db8::1]:1", "[2001:db8::1]", "a:b:c", "[a", "a/b", "a\tb")
    assert [host_name(host) for host in hosts] == [
        "a.b",
        "2001:db8::1",
        "2001:db8::1",
        None,
        None,
        None,
        None,
    ]


# Behind a proxy.

FORGED = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}


async def test_nobody_is_believed_to_be_a_proxy_by_default(process: ServerProcess) -> None:
    async with people(process.base, "") as (guest,):
        response = await guest.post("/api/me", {"name": "Ann"}, headers=FORGED)
        assert response.status_code == 200
        assert "secure" not in response.headers["set-cookie"].lower()


async def test_a_proxy_that_was_not_named_is_told_of_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(settings(tmp_path)) as (_, base):
        for _ in range(3):
            await fetch(base, "/health", X_Forwarded_For="198.51.100.1")
    assert len([record for record in caplog.records if "--proxy names those" in record.getMessage()]) == 1


async def test_a_forged_address_does_not_avoid_the_limit(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, changes_a_second=1)) as (_, base), people(base, "Ann") as (ann,):
        answers = [
            await ann.post("/api/me", {"name": "Anna"}, headers={"X-Forwarded-For": f"198.51.100.{number}"})
            for number in range(15)
        ]
        assert 429 in [answer.status_code for answer in answers]


async def test_a_trusted_proxy_is_believed_scheme_host_and_client(tmp_path: Path) -> None:
    wanted = settings(
        tmp_path,
        changes_a_second=1,
        proxies=(ip_network("127.0.0.0/8"),),
        public_names=("hanabi.example.org",),
    )
    by_proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "hanabi.example.org"}
    async with serving(wanted) as (_, base), people(base, "") as (guest,):
        own = {**by_proxy, "X-Forwarded-For": "198.51.100.1", "Origin": "https://hanabi.example.org"}
        response = await guest.post("/api/me", {"name": "Ann"}, headers=own)
        assert response.status_code == 200
        assert "secure" in response.headers["set-cookie"].lower()
        other_site = {**own, "Origin": "https://evil.example"}
        assert (await guest.post("/api/me", {"name": "Ann"}, headers=other_site)).status_code == 403
        # One who asks too much stops no other; what a client puts before its own address changes nothing.
        busy = [
            await guest.post(
                "/api/me", {"name": "Ann"}, headers={**own, "X-Forwarded-For": f"10.0.0.{n}, 198.51.100.1"}
            )
            for n in range(15)
        ]
        assert 429 in [answer.status_code for answer in busy]
        calm = await guest.post(
            "/api/me", {"name": "Ann"}, headers={**own, "X-Forwarded-For": "198.51.100.2"}
        )
        assert calm.status_code == 200


async def test_the_real_server_believes_the_proxies_that_it_is_told(
    started: Callable[..., ServerProcess],
) -> None:
    server = started(TAMAYA_PROXIES="127.0.0.1, 10.0.0.0/8", TAMAYA_PUBLIC_NAMES="hanabi.example.org")
    forwarded = {
        "X-Forwarded-For": "198.51.100.1",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "hanabi.example.org",
    }
    async with people(server.base, "") as (guest,):
        response = await guest.post("/api/me", {"name": "Ann"}, headers=forwarded)
        assert "secure" in response.headers["set-cookie"].lower()
        refused = await guest.post(
            "/api/me", {"name": "Ann"}, headers={**forwarded, "X-Forwarded-Host": "evil.example"}
        )
        assert refused.status_code == 421


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("198.51.100.1, 10.0.0.3, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("198.51.100.1:5000", "198.51.100.1"),
        ("[2001:db8::1]:5000", "2001:db8::1"),
        ("unknown", None),
        ("198.51.100.1, unknown", None),
        ("", None),
    ],
)
async def test_the_last_address_that_is_no_proxy_asked(forwarded: str, client: str | None) -> None:
    assert Proxies((ip_network("10.0.0.0/8"),)).client(forwarded) == client


async def test_a_mapped_address_is_that_of_the_proxy() -> None:
    assert Proxies((ip_network("10.0.0.0/8"),)).trust("::ffff:10.1.2.3")
    assert household("::ffff:10.1.2.3") == "10.1.2.3"


# The log, and the numbers.


async def lines_of(server: ServerProcess, path: str, **headers: str) -> list[dict[str, Any]]:
    before = len(server.log.read_text())
    response = await fetch(server.base, path, **headers)
    assert response.headers["x-request-id"]
    async with asyncio.timeout(PATIENCE):
        while True:
            found = [json.loads(line) for line in server.log.read_text()[before:].splitlines()]
            mine = [line for line in found if line.get("request") == response.headers["x-request-id"]]
            if mine:
                return mine
            await asyncio.sleep(0.02)


async def test_a_request_has_a_name_a_duration_and_no_address(process: ServerProcess) -> None:
    (line,) = await lines_of(process, "/api/me", X_Request_ID="mine", X_Forwarded_For="198.51.100.1")
    assert (line["say"], line["method"], line["route"], line["status"]) == ("request", "GET", "/api/me", 200)
    assert 0 < line["ms"] < 10_000
    assert re.fullmatch(r"[0-9a-f]{16}", line["request"])
    assert "address" not in line
    assert "127.0.0.1" not in json.dumps(line)


async def test_an_operator_may_have_addresses_and_the_names_that_a_proxy_gives(
    started: Callable[..., ServerProcess],
) -> None:
    server = started(TAMAYA_PROXIES="127.0.0.1", TAMAYA_LOG_ADDRESSES="1")
    (line,) = await lines_of(server, "/api/me", X_Request_ID="abc-1", X_Forwarded_For="198.51.100.1")
    assert (line["request"], line["address"]) == ("abc-1", "198.51.100.1")
    (line,) = await lines_of(server, "/api/me", X_Request_ID='"\tforged', X_Forwarded_For="198.51.100.1")
    assert re.fullmatch(r"[0-9a-f]{16}", line["request"])


async def test_a_socket_is_logged_once_when_it_ends(process: ServerProcess) -> None:
    before = len(process.log.read_text())
    async with people(process.base, "Ann") as (ann,):
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
    async with asyncio.timeout(PATIENCE):
        while True:
            lines = [json.loads(line) for line in process.log.read_text()[before:].splitlines()]
            if sockets := [line for line in lines if line.get("method") == "SOCKET"]:
                break
            await asyncio.sleep(0.02)
    assert [(line["route"], line["status"]) for line in sockets] == [("/api/tables/{table}/socket", 101)]


async def test_requests_are_timed_by_route_and_kind_of_status(process: ServerProcess) -> None:
    async def count(route: str, status: str) -> float:
        return sum(
            sample.value
            for family in text_string_to_metric_families((await fetch(process.base, "/metrics")).text)
            for sample in family.samples
            if sample.name == "tamaya_request_seconds_count"
            and sample.labels == {"route": route, "status": status}
        )

    route = "/api/tables/{table}/record"
    before = await count(route, "4xx")
    await fetch(process.base, "/api/tables/nothing/record")
    assert await count(route, "4xx") == before + 1


async def test_what_breaks_is_counted_and_found_in_the_log_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the inside")

    async with serving(settings(tmp_path)) as (app, base), people(base, "Ann") as (ann,):
        monkeypatch.setattr(app.state.services.store, "tables_of", broken)
        response = await ann.get("/api/tables")
        assert (response.status_code, response.headers["cache-control"]) == (500, "no-store")
        assert response.headers["x-request-id"]
        assert response.headers["x-content-type-options"] == "nosniff"
        assert 'tamaya_server_errors_total{route="/api/tables"}' in (await ann.get("/metrics")).text
    assert len([record for record in caplog.records if record.exc_info]) == 1


# What may be kept where.


async def test_no_cache_keeps_what_depends_on_who_asks(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        for path in (
            "/api/me",
            "/api/tables",
            "/api/here",
            "/api/games",
            f"/api/tables/{table}/record",
            "/api/no",
        ):
            headers = (await ann.get(path)).headers
            assert (headers["cache-control"], headers["vary"]) == ("no-store", "Cookie"), path
        for path in ("/health", "/ready", "/metrics", "/api/catalogue"):
            assert (await ann.get(path)).headers["cache-control"] == "no-store", path
        assert (await ann.get("/")).headers["cache-control"] == "no-cache"


# Whether the server can do its work.


async def test_a_server_that_can_write_is_ready(process: ServerProcess) -> None:
    response = await fetch(process.base, "/ready")
    assert (response.status_code, response.json()["status"]) == (200, "ok")


async def test_a_database_that_takes_no_writes_is_not_ready_and_the_process_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.server.health_routes.FRESH", 0.0)
    async with serving(settings(tmp_path)) as (app, base):
        store = app.state.services.store
        async with store.begin() as connection:
            await connection.exec_driver_sql(
                "CREATE TRIGGER full BEFORE INSERT ON secrets BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            )
        response = await fetch(base, "/ready")
        assert response.status_code == 503
        assert response.json()["status"] == "not ready"
        assert response.json()["sentence"].startswith("the database takes no writes now")
        assert (await fetch(base, "/health")).status_code == 200
        async with store.begin() as connection:
            await connection.exec_driver_sql("DROP TRIGGER full")
        assert (await fetch(base, "/ready")).status_code == 200


async def test_the_question_is_not_asked_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def count() -> None:
        nonlocal asked
        asked += 1

    async with serving(settings(tmp_path)) as (app, base):
        monkeypatch.setattr(app.state.readiness, "_write", count)
        answers = await asyncio.gather(*[fetch(base, "/ready") for _ in range(10)])
        assert {answer.status_code for answer in answers} == {200}
    assert asked == 1
