"""Whatever is thrown at the server: a typed answer, nothing about the inside, and the tables go on."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tamaya.bots import BOTS
from tamaya.records import Record, game_kind
from tamaya.rules import EDITIONS, PARTS, SUITS, Seat, TamayaError
from tamaya.server.app import create_app
from tamaya.server.catalogue import rules_info
from tamaya.server.database import sqlite_url
from tamaya.server.keys import COOKIE
from tamaya.server.limits import Allowance
from tamaya.server.live import MOST_UNSENT, QUEUE_LENGTH, Client, CloseCode
from tamaya.server.messages import server_message
from tamaya.server.settings import Settings
from tamaya.table.commands import Guest, Refused, SeatPlan, Setup
from tamaya.table.decide import check_setup
from tests.server.bad_bots import BAD_BOTS, think
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, key_in, people, play_on
from tests.server.servers import ServerProcess, serving

CODES = {"unreadable", "illegal", "late", "forbidden", "missing", "busy", "too-much"}
"""All but broken."""


# The HTTP API, as its own description says.

schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite+aiosqlite://")).openapi())


@pytest.fixture(scope="module")
def key(process: ServerProcess) -> str:
    response = httpx.post(f"{process.base}/api/me", json={"name": "Sue"}, trust_env=False)
    return key_in(response.cookies)


@schema.parametrize()
@settings(max_examples=settings().max_examples // 3, deadline=None)
def test_no_request_breaks_the_server_or_its_word(
    case: schemathesis.Case[Any], process: ServerProcess, key: str
) -> None:
    case.call_and_validate(
        base_url=process.base,
        cookies={COOKIE: key},
        checks=[
            not_a_server_error,
            checks.status_code_conformance,
            checks.content_type_conformance,
            checks.response_headers_conformance,
            checks.response_schema_conformance,
            checks.negative_data_rejection,
        ],
    )


_words = st.sampled_from(
    [
        *(*EDITIONS, "andrewz", *PARTS, "suits=" + ",".join(list(SUITS)[:3]), "suits=red:copies=1,blue"),
        *(
            "hand=1",
            "hand=10",
            "hand=99",
            "clues=0",
            "strikes=10",
            "talk=open",
            "seats=10",
            "empty=no",
            "",
            "=",
        ),
        *("rearrange=always", "deck-play=yes", "hand=٣", "suits=red:order=5", "ſuits=red", "hand=-1"),
    ]
)
_texts = st.lists(_words, min_size=1, max_size=6).map("+".join) | st.text(max_size=60)


@given(_texts)
def test_any_rules_text_is_explained_or_refused(text: str) -> None:
    with suppress(TamayaError):
        assert rules_info(text).sections


@given(_texts, st.integers(2, 10), st.sampled_from(["careful", "greedy", "", "unknown"]))
def test_any_setup_is_taken_or_refused(text: str, seats: int, bot: str) -> None:
    setup = Setup(
        rules=text,
        seats=(SeatPlan(kind="bot", bot=bot), *[SeatPlan()] * (seats - 1)),
        first=None,
        spectators="public",
    )
    with suppress(Refused):
        assert game_kind(check_setup(setup).rules).most >= 2


@pytest.mark.anyio
@pytest.mark.parametrize(
    "body",
    [b"\xff\xfe", b"[" * 100_000, b"{" * 1000, b'{"name":"\\ud800"}', b'{"\\ud800":1}', b"1" * 9999, b""],
)
@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/records", "/api/lesson/see"])
async def test_a_body_that_cannot_be_read_is_refused(process: ServerProcess, path: str, body: bytes) -> None:
    async with people(process.base, "Ann") as (ann,):
        response = await ann.http.post(path, content=body, headers={"Content-Type": "application/json"})
        assert (response.status_code, response.json()["code"]) == (422, "unreadable")


# Size.


@pytest.mark.anyio
async def test_a_body_has_its_limit(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        response = await ann.http.post("/api/records", content=b" " * 1_000_001)
        assert (response.status_code, response.json()["code"]) == (413, "too-much")


@pytest.mark.anyio
async def test_a_body_says_how_long_it_is(process: ServerProcess) -> None:
    async def endless() -> Any:
        for _ in range(5):
            yield b" " * 1000

    async with people(process.base, "Ann") as (ann,):
        response = await ann.http.post("/api/records", content=endless())
        assert (response.status_code, response.json()["code"]) == (413, "too-much")


@pytest.mark.anyio
async def test_a_record_whose_rules_are_too_long_for_a_table_is_refused(server: Table) -> None:
    suits = ",".join(f"red{letter * 60}:letter={letter}" for letter in "abcdefghijkl")
    kind = game_kind(f"deluxe+suits={suits}")
    record = Record.make(kind, ("Ann", "Bob"), kind.shuffle(1), Seat(0), [])
    async with people(server.base, "Ann") as (ann,):
        response = await ann.http.post("/api/records", content=str(record))
        assert (response.status_code, response.json()["code"]) == (413, "too-much")


@pytest.mark.anyio
async def test_a_record_with_too_many_actions_is_refused(server: Table) -> None:
    kind = game_kind("deluxe+rearrange=always+hand=1")
    record = Record(kind.text, ("Ann", "Bob"), Seat(0), kind.shuffle(1), ("oA1",) * 3000, None)
    async with people(server.base, "Ann") as (ann,):
        response = await ann.http.post("/api/records", content=str(record))
        assert response.status_code in (413, 422)


@pytest.mark.anyio
async def test_one_address_may_not_change_too_much_at_once(tmp_path: Path) -> None:
    wanted = Settings(sqlite_url(tmp_path / "db"), changes_a_second=1)
    async with serving(wanted) as (_, base), people(base, "Ann") as (ann,):
        answers = [await ann.post("/api/me", {"name": f"Ann {number}"}) for number in range(15)]
        statuses = [answer.status_code for answer in answers]
        assert 8 <= statuses.count(200) <= 12
        assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"busy"}
        assert (await ann.get("/api/me")).status_code == 200


# Where requests come from.

FOREIGN = (
    "http://evil.example",
    "null",
    "http://127.0.0.1.evil.example",
    "http://[",
    "",
    "file://",
    "http://127.0.0.1",
)


@pytest.mark.anyio
@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_page_of_another_site_cannot_post(process: ServerProcess, origin: str) -> None:
    async with people(process.base, "Ann") as (ann,):
        response = await ann.post("/api/me", {"name": "Mallory"}, headers={"Origin": origin})
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")
        assert (await ann.get("/api/me")).json() == {"name": "Ann"}


@pytest.mark.anyio
@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_page_of_another_site_cannot_open_a_socket(process: ServerProcess, origin: str) -> None:
    async with people(process.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        with pytest.raises(InvalidStatus) as refused:
            await ann.connect(table, {"Origin": origin})
        assert refused.value.response.status_code == 403


@pytest.mark.anyio
async def test_our_own_pages_and_programs_may(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        own = {"Origin": process.base}
        assert (await ann.post("/api/me", {"name": "Anna"}, headers=own)).status_code == 200
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.connect(table, own)
        await ann.settle()
        await ann.connect(table)
        await ann.settle()


# Cookies, headers, pages.


@pytest.mark.anyio
async def test_the_key_is_out_of_reach_of_scripts_and_other_sites(process: ServerProcess) -> None:
    async with httpx.AsyncClient(base_url=process.base, trust_env=False) as http:
        response = await http.post("/api/me", json={"name": "Ann"})
        cookie = response.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "path=/" in cookie
        assert key_in(http.cookies) not in response.text


@pytest.mark.anyio
async def test_a_key_is_given_once(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        assert "set-cookie" not in (await ann.post("/api/me", {"name": "Anna"})).headers


@pytest.mark.anyio
@pytest.mark.parametrize("key", ["x", "x" * 43, "x" * 5000, "\u00ff", "'; drop table guests; --"])
async def test_a_key_that_nobody_was_given_is_nobodys(process: ServerProcess, key: str) -> None:
    async with httpx.AsyncClient(base_url=process.base, trust_env=False) as http:
        headers = [(b"Cookie", f"{COOKIE}={key}".encode("latin-1"))]
        response = await http.get("/api/me", headers=headers)
        assert (response.status_code, response.json()) == (200, {"name": ""})


@pytest.mark.anyio
@pytest.mark.parametrize(
    "path", ["/", "/table/x", "/api/me", "/api/nothing", "/api/rules", "/health", "/metrics"]
)
async def test_every_answer_says_what_a_browser_may_load(process: ServerProcess, path: str) -> None:
    async with people(process.base, "") as (guest,):
        headers = (await guest.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert (
            "script-src" not in policy or "unsafe" not in policy.partition("script-src")[2].partition(";")[0]
        )
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A front end of our own, with a file beside it that must not be served."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("the page")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "app.js").write_text("script")
    (tmp_path / "secret").write_text("the secret")
    monkeypatch.setattr("tamaya.server.front_end.STATIC", folder)
    return folder


@pytest.mark.anyio
async def test_pages_find_their_own_way(static: Path, tmp_path: Path) -> None:
    async with serving(Settings(sqlite_url(tmp_path / "db"))) as (_, base), people(base, "") as (guest,):
        for path in ("/", "/table/abc", "/learn", "/" + "a" * 300, "/%00"):
            response = await guest.get(path)
            assert (response.status_code, response.text) == (200, "the page"), path
        assert (await guest.get("/icon.svg")).text == "<svg/>"
        assert (await guest.get("/assets/app.js")).text == "script"


@pytest.mark.anyio
@pytest.mark.parametrize(
    "path",
    [
        *("/../secret", "/assets/../../secret", "/..%2fsecret", "/assets/..%2f..%2fsecret", "/%2e%2e/secret"),
        *("/assets/%2e%2e/%2e%2e/secret", "//secret", "/..\\secret", "/assets//../../secret", "/."),
    ],
)
async def test_no_path_leads_out_of_the_front_end(static: Path, tmp_path: Path, path: str) -> None:
    async with serving(Settings(sqlite_url(tmp_path / "db"))) as (_, base):
        answer = await raw_get(base, path)
        assert b"the secret" not in answer
        assert answer.split()[1] in (b"200", b"400", b"404")


async def raw_get(base: str, path: str) -> bytes:
    """Ask for a path exactly as it is written."""
    address = urlsplit(base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


HTML = "<b onclick=x>&"


@pytest.mark.anyio
async def test_names_and_words_are_text(process: ServerProcess) -> None:
    async with people(process.base, HTML) as (ann,):
        me = await ann.get("/api/me")
        assert me.json() == {"name": HTML}
        assert me.headers["content-type"] == "application/json"
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        assert ann.table["seats"][0]["name"] == HTML
        await ann.do("say", text="<script>alert(1)</script>")
        said = [message for message in ann.messages if message["type"] == "said"][-1]
        assert said["said"]["text"] == "<script>alert(1)</script>"


# The socket.

TEMPLATES: tuple[dict[str, Any], ...] = (
    {"type": "hello", "seen": 0, "detail": "told"},
    {"type": "sit", "seat": 1},
    {"type": "stand"},
    {"type": "arrange", "setup": {"rules": "deluxe", "seats": [OPEN, OPEN]}},
    {"type": "start"},
    {"type": "act", "action": "p9", "seq": 9},
    {"type": "say", "text": "hello"},
    {"type": "undo", "wish": "ask"},
    {"type": "note", "card": 1, "text": "x"},
    {"type": "again"},
    {"type": "ping"},
)
VALUES: tuple[object, ...] = (
    *(
        None,
        True,
        False,
        -1,
        0,
        1.0,
        1.5,
        10**30,
        "",
        "1",
        "\x00",
        "\u202e",
        "x" * 3000,
        [],
        [[]],
        {},
        {"a": 1},
    ),
    *("p1", "d1", "cA1", "oA54321", "deluxe+suits=" + "red," * 100, float("inf")),
)
RAW: tuple[str | bytes, ...] = (
    *(
        "",
        " ",
        "{",
        "null",
        "true",
        "[]",
        "[" * 4000,
        '{"a":' * 1000,
        '"hello"',
        "{}",
        '{"type":"hello"',
        "\x00",
    ),
    *(
        '{"type":"nothing"}',
        '{"type":["hello"]}',
        '{"type":null}',
        '{"type":"say","text":"\\ud800"}',
        "\u202e",
    ),
    *(
        '{"type":"ping","type":"start"}',
        '{"type":"act","action":"p1","seq":NaN}',
        "x" * 9000,
        "\U0001f386" * 3000,
    ),
    *(b"", b"\xff\xfe", b'{"type":"ping"}', b"\x00" * 100),
)


def broken_messages(rng: random.Random, count: int) -> Iterator[str | bytes]:
    """Messages that are nearly right, and messages that are not even messages."""
    for _ in range(count):
        if rng.random() < 0.3:
            yield rng.choice(RAW)
            continue
        message = dict(rng.choice(TEMPLATES))
        for _ in range(rng.randint(1, 2)):
            field = rng.choice([*message, "extra"])
            if rng.random() < 0.3:
                message.pop(field, None)
            else:
                message[field] = rng.choice(VALUES)
        yield json.dumps(message)


@pytest.mark.anyio
async def test_broken_messages_get_a_typed_answer_and_the_game_goes_on(
    server: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tamaya.server.socket.BURST", 100_000)
    rng = random.Random(7)
    async with people(server.base, "Ann", "Bob", "Zoe", "") as (ann, bob, zoe, stranger):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN], first=0, undo=True)
        await gather(table, [ann, bob])
        await zoe.join(table)
        await stranger.connect(table)
        # Bob is not on turn; Zoe watches; the stranger has neither a name nor said hello.
        for attacker in (bob, zoe, stranger):
            for message in broken_messages(rng, 150):
                await attacker.send_raw(message)
                await attacker.settle()
        for attacker in (bob, zoe, stranger):
            for answer in attacker.messages:
                server_message.validate_json(json.dumps(answer))
                assert answer["type"] != "error" or answer["code"] in CODES, answer
        await ann.settle()
        if ann.table["undo"]:
            await ann.do("undo", wish="refuse")
        await ann.hello()
        await bob.hello()
        assert ann.table["actions"] == []
        await play_on([ann, bob])
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("message", "place"),
    [
        ({"type": "sit", "seat": True}, "sit.seat"),
        ({"type": "sit", "seat": "1"}, "sit.seat"),
        ({"type": "act", "action": "p1", "seq": 1.0}, "act.seq"),
        ({"type": "act", "action": "p1", "seq": True}, "act.seq"),
        ({"type": "hello", "seen": "0"}, "hello.seen"),
        ({"type": "note", "card": False, "text": ""}, "note.card"),
        ({"type": "ping", "more": 1}, "ping.more"),
        ({"type": "act", "action": "p1"}, "act.seq"),
    ],
)
async def test_types_are_taken_strictly(process: ServerProcess, message: dict[str, Any], place: str) -> None:
    async with people(process.base, "Ann") as (ann,):
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        code, sentence = await ann.refusal(**message)
        assert code == "unreadable"
        assert sentence.startswith(f"{place}: ")


@pytest.mark.anyio
async def test_a_message_has_its_limit(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        await ann.send_raw(" " * 8193)
        assert (await ann.next("error"))["code"] == "too-much"
        await ann.settle()


@pytest.mark.anyio
async def test_who_sends_a_monster_is_cut_off_alone(process: ServerProcess) -> None:
    async with people(process.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        await bob.join(table)
        with suppress(ConnectionClosed):
            await bob.send_raw("x" * 3_000_000)
        assert await bob.wait_closed() == 1009
        await ann.settle()


@pytest.mark.anyio
async def test_who_floods_is_slowed_down_and_then_cut_off(process: ServerProcess) -> None:
    async with people(process.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await gather(table, [ann, bob])
        for _ in range(300):
            await bob.send(type="ping")
        before = len(bob.messages)
        with pytest.raises(ConnectionClosed):
            await bob.until(lambda: False)
        answers = bob.messages[before:]
        types = [answer["type"] for answer in answers]
        assert 60 <= types.count("pong") <= 120
        assert {answer["code"] for answer in answers if answer["type"] == "error"} == {"too-much"}
        await ann.settle()
        await bob.join(table)
        await play_on([ann, bob])


def test_the_allowance_fills_with_time() -> None:
    now = 0.0
    allowance = Allowance(rate=2, burst=3, clock=lambda: now)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [allowance.take() for _ in range(2)] == [True, False]
    now = 100.0
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


class Clogged:
    """A connection whose other end does not read."""

    unsent = MOST_UNSENT + 1

    def push(self, _text: str) -> bool:
        raise AssertionError("nothing more is sent")


@pytest.mark.anyio
async def test_a_connection_with_too_much_unread_is_let_go() -> None:
    client = Client(None, line=Clogged())
    client.send("one more")
    assert client.queue.get_nowait() is CloseCode.COME_BACK
    client.send("nothing is sent to a client that was let go")
    assert client.queue.empty()


@pytest.mark.anyio
async def test_a_client_that_does_not_read_is_let_go() -> None:
    client = Client(Guest("a", "Ann"))
    for number in range(QUEUE_LENGTH + 1):
        client.send(str(number))
    assert client.queue.get_nowait() is CloseCode.COME_BACK
    assert client.queue.empty()


async def is_missing(person: Person, table: str) -> bool:
    try:
        await person.connect(table)
    except InvalidStatus as refused:
        return refused.response.status_code in (403, 404)
    return bool((await person.hear())["code"] == "missing")


@pytest.mark.anyio
@pytest.mark.parametrize("table", ["x", "x" * 3000, "%00", "%ff", "..", "%2e%2e%2f", "'--", "\u0661"])
async def test_a_table_that_nobody_has_set_up_is_missing(process: ServerProcess, table: str) -> None:
    async with people(process.base, "Ann") as (ann,):
        for path in (f"/api/tables/{table}/moments/0", f"/api/tables/{table}/record"):
            assert (await ann.get(path)).status_code in (404, 422)
        assert await is_missing(ann, table)


@pytest.mark.anyio
@pytest.mark.parametrize("table", ["%00", "a%00b", "\u0661"])
async def test_a_strange_table_is_missing_on_postgres_too(postgres: Any, table: str) -> None:
    async with serving(Settings(postgres.fresh())) as (_, base), people(base, "Ann") as (ann,):
        assert await is_missing(ann, table)


@pytest.mark.anyio
async def test_strange_characters_in_notes_do_no_harm_on_postgres(postgres: Any) -> None:
    async with serving(Settings(postgres.fresh())) as (_, base), people(base, "Ann") as (ann,):
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        for text in ("\x00", "\u202e", "\U0001f386", "'; drop table notes; --"):
            answer = await ann.ask("note", card=1, text=text)
            assert answer["type"] == "done" or answer["code"] in CODES, answer


@pytest.mark.anyio
async def test_who_is_not_at_the_table_changes_nothing(process: ServerProcess) -> None:
    async with people(process.base, "Ann", "Bob", "Eve", "") as (ann, bob, eve, nameless):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN], first=0, undo=True)
        await gather(table, [ann, bob])
        await ann.act("cB1")
        for stranger in (eve, nameless):
            await stranger.join(table)
            for message in TEMPLATES:
                if message["type"] not in ("hello", "ping"):
                    code, _ = await stranger.refusal(**message)
                    assert code in ("forbidden", "late", "illegal"), message
        await bob.settle()
        assert (await bob.hello())["table"]["actions"] == ["cB1"]


@pytest.mark.anyio
async def test_a_refusal_is_the_same_whatever_the_cards_are(process: ServerProcess) -> None:
    """More of this in test_hidden_information."""
    async with people(process.base, "Ann", "Bob") as (ann, bob):
        sentences = set()
        for _ in range(3):
            table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], first=0)
            await gather(table, [ann, bob])
            sentences.add(
                str([await bob.refusal("act", action=f"p{slot}", seq=bob.seq) for slot in range(7)])
            )
        assert len(sentences) == 1


# Bots.


@pytest.fixture
async def with_bad_bots(server: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("tamaya.server.workers.think", think)
    for name, bot in BAD_BOTS.items():
        monkeypatch.setitem(BOTS, name, bot)
    return server


@pytest.mark.anyio
@pytest.mark.parametrize("bot", BAD_BOTS)
async def test_a_bad_bot_is_contained_and_its_fault_logged(
    with_bad_bots: Table, caplog: pytest.LogCaptureFixture, bot: str
) -> None:
    with_bad_bots.hub.bots.limit = 6.0 if bot == "hangs" else 30.0
    async with people(with_bad_bots.base, "Ann") as (ann,):
        seats = [OPEN, {"kind": "bot", "bot": bot}]
        table = await ann.set_up(start=True, rules="deluxe", seats=seats, first=0)
        await ann.join(table)
        await ann.act("cB1")
        assert await ann.until_my_turn()
        await ann.act("cB2")
    assert [
        record for record in caplog.records if record.name == "tamaya.bots" and bot in record.getMessage()
    ]


@pytest.mark.anyio
async def test_a_turn_that_could_not_be_written_is_tried_again(
    server: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The database may be away for a moment: the table must not wait for the bot for ever."""
    monkeypatch.setattr("tamaya.server.tables.SECOND_TRY", 0.05)
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        append, failures = server.store.append, [OSError("disk full")] * 3

        async def fail_at_first(*arguments: Any) -> None:
            if ann.table and len(server.hub._tables[table].table.actions) == 1 and failures:
                raise failures.pop()
            await append(*arguments)

        monkeypatch.setattr(server.store, "append", fail_at_first)
        await ann.act("cB1")
        assert await ann.until_my_turn()
        assert not failures


@pytest.mark.anyio
async def test_a_move_that_could_not_be_written_is_not_made(
    server: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)

        async def fail(*_: object) -> None:
            raise OSError("/var/lib/secret/path is full")

        with monkeypatch.context() as patch:
            patch.setattr(server.store, "append", fail)
            code, sentence = await ann.refusal("act", action="cB1", seq=ann.seq)
        assert code == "away"
        assert "secret" not in sentence
        assert (await ann.hello())["table"]["actions"] == []
        await ann.act("cB1")
