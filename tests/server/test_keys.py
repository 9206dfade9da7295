"""Who a guest is, on several devices: keys, links that work once, restore codes, and signing out."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import MetaData, insert, inspect, select, update
from sqlalchemy import Table as SqlTable

from tamaya.server import keys
from tamaya.server.database import key_hash, now, open_engine, sqlite_url
from tamaya.server.keys import COOKIE, guess_device
from tamaya.server.limits import FREE_GUESSES, LONGEST_WAIT, GrowingDelay
from tamaya.server.migrations import migrate
from tamaya.server.schema import GUESTS, HANDOVERS, KEYS
from tamaya.server.settings import Settings
from tamaya.table.commands import Refused
from tests.server.conftest import Table
from tests.server.driver import OPEN, Person, gather, people
from tests.server.servers import serving
from tests.server.test_store import _downgrade_to, _upgrade_to

pytestmark = pytest.mark.anyio


async def link(person: Person) -> str:
    """The secret of a link for one more device."""
    response = await person.post("/api/me/handover", {})
    assert response.status_code == 200, response.text
    return str(response.json()["secret"])


async def take(person: Person, secret: str, **more: object) -> httpx.Response:
    """Use a link."""
    return await person.post("/api/me/handover/take", {"secret": secret, **more})


async def code_of(person: Person) -> str:
    """A new restore code."""
    return str((await person.post("/api/me/restore-code", {})).json()["code"])


# A link for one more device.


async def test_a_link_makes_a_second_device_the_same_guest_and_both_keep_their_seat(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "") as (ann, bob, phone):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await gather(table, [ann, bob])
        assert (await take(phone, await link(ann))).json() == {"name": "Ann"}
        await phone.join(table)
        assert (phone.seat, ann.seat) == (0, 0)
        assert phone.key != ann.key
        await ann.look()
        assert ann.seat == 0


async def test_a_link_works_once(server: Table) -> None:
    async with people(server.base, "Ann", "", "") as (ann, phone, stranger):
        secret = await link(ann)
        await take(phone, secret)
        answer = await take(stranger, secret)
        assert (answer.status_code, answer.json()["message"]["code"]) == (403, "refused.link-used-up")
        assert "set-cookie" not in answer.headers


async def test_a_link_ends_after_ten_minutes(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, phone):
        secret = await link(ann)
        async with server.store.begin() as connection:
            until = select(HANDOVERS.c.until)
            left = (await connection.execute(until)).scalar_one() - now().replace(tzinfo=None)
            assert timedelta(minutes=9) < left <= timedelta(minutes=10)
            await connection.execute(update(HANDOVERS).values(until=now()))
        assert (await take(phone, secret)).status_code == 403


async def test_a_new_link_ends_the_one_before(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, phone):
        before, after = await link(ann), await link(ann)
        assert (await take(phone, before)).status_code == 403
        assert (await take(phone, after)).status_code == 200


async def test_looking_at_a_link_says_whose_it_is_and_does_not_use_it_up(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, phone):
        secret = await link(ann)
        for _ in range(2):
            answer = await phone.post("/api/me/handover/look", {"secret": secret})
            assert answer.json() == {"name": "Ann", "mine": False, "here": "", "tables": 0}
        assert (await take(phone, secret)).status_code == 200


async def test_a_guest_who_sits_somewhere_is_replaced_only_if_that_was_said(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        await bob.set_up(rules="deluxe", seats=[OPEN, OPEN])
        secret, before = await link(ann), bob.key
        answer = await bob.post("/api/me/handover/look", {"secret": secret})
        assert answer.json() == {"name": "Ann", "mine": False, "here": "Bob", "tables": 1}
        refused = await take(bob, secret)
        assert (refused.status_code, refused.json()["message"]["code"]) == (409, "refused.guest-here")
        assert (await bob.get("/api/me")).json() == {"name": "Bob"}
        assert (await take(bob, secret, replace=True)).json() == {"name": "Ann"}
        assert (await bob.get("/api/me")).json() == {"name": "Ann"}
        assert await keys.find(server.store, before) is None


async def test_a_device_that_is_the_guests_already_uses_no_link_up(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, phone):
        secret, before = await link(ann), ann.key
        assert (await take(ann, secret)).status_code == 200
        assert ann.key == before
        assert (await take(phone, secret)).status_code == 200


async def test_no_secret_is_stored_or_logged(server: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with people(server.base, "Ann", "") as (ann, phone):
        secret, code = await link(ann), await code_of(ann)
        async with server.store.engine.connect() as connection:
            rows = [(await connection.execute(select(table))).all() for table in (GUESTS, KEYS, HANDOVERS)]
        await phone.post("/api/me/handover/look", {"secret": secret})
        await take(phone, secret)
        await phone.post("/api/me/restore", {"code": code})
    bare = code.replace("-", "")
    logged = [f"{record.__dict__}" for record in caplog.records if record.name.startswith("tamaya")]
    for hidden in (secret, code, bare, ann.key):
        assert hidden not in repr(rows)
        assert not any(hidden in line for line in logged)


async def test_links_are_not_made_without_end(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        codes = {(await ann.post("/api/me/handover", {})).status_code for _ in range(15)}
        assert codes == {200, 429}


# A code that gives a guest back.


async def test_a_restore_code_gives_the_seat_back_after_the_cookie_was_lost(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "") as (ann, bob, again):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await gather(table, [ann, bob])
        code = await code_of(ann)
        typed = code.lower().replace("-", " ")
        assert (await again.post("/api/me/restore", {"code": typed})).json() == {"name": "Ann"}
        await again.join(table)
        assert again.seat == 0


async def test_a_new_code_ends_the_one_before(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, again):
        before = await code_of(ann)
        assert (await ann.get("/api/me/devices")).json()["code_made"]
        await code_of(ann)
        answer = await again.post("/api/me/restore", {"code": before})
        assert answer.json()["message"]["code"] == "refused.wrong-code"


async def test_a_guest_without_a_code_is_not_restored_by_their_id(server: Table) -> None:
    async with people(server.base, "Ann", "") as (_, stranger):
        async with server.store.engine.connect() as connection:
            guest = await connection.scalar(select(GUESTS.c.id))
        assert (await stranger.post("/api/me/restore", {"code": str(guest)})).status_code == 403


async def test_wrong_codes_tell_nothing_and_have_to_wait(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, thief):
        code = await code_of(ann)
        close = code[:-1] + ("2" if code[-1] != "2" else "3")
        answers = [await thief.post("/api/me/restore", {"code": wrong}) for wrong in (close, "?", close, "A")]
        assert len({answer.text for answer in answers}) == 1
        late = await thief.post("/api/me/restore", {"code": code})
        assert late.status_code == 429
        assert late.json()["message"]["code"] == "refused.guess-later"
        assert "set-cookie" not in late.headers


async def test_a_code_replaces_another_guest_only_if_that_was_said(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        code = await code_of(ann)
        assert (await bob.post("/api/me/restore", {"code": code})).status_code == 409
        assert (await bob.post("/api/me/restore", {"code": code, "replace": True})).json() == {"name": "Ann"}


def test_the_wait_after_wrong_guesses_doubles_up_to_an_hour() -> None:
    at = 0.0
    delay = GrowingDelay(clock=lambda: at)
    for _ in range(FREE_GUESSES):
        guess_wrong(delay)
    waits = []
    for _ in range(14):
        with pytest.raises(Refused) as refused, delay.attempt("a"):
            pass
        [seconds] = refused.value.message.fields.values()
        waits.append(seconds)
        at += float(str(seconds))
        guess_wrong(delay)
    assert waits[:4] == [2, 4, 8, 16]
    assert waits[-2:] == [LONGEST_WAIT, LONGEST_WAIT]


def test_a_right_guess_takes_back_itself_only() -> None:
    delay = GrowingDelay(clock=lambda: 0.0)
    for _ in range(FREE_GUESSES - 1):
        guess_wrong(delay)
    with delay.attempt("a"):
        pass
    guess_wrong(delay)
    with pytest.raises(Refused), delay.attempt("a"):
        pass
    with delay.attempt("b"):
        pass


def guess_wrong(delay: GrowingDelay) -> None:
    """One wrong guess of the address a."""
    with suppress(KeyError), delay.attempt("a"):
        raise KeyError


# Devices.


async def test_devices_are_listed_and_the_others_signed_out(server: Table) -> None:
    async with people(server.base, "Ann", "", "") as (ann, phone, tablet):
        await take(phone, await link(ann))
        await take(tablet, await link(ann))
        listed = (await ann.get("/api/me/devices")).json()["devices"]
        assert [device["here"] for device in listed].count(True) == 1
        assert len(listed) == 3
        assert (await ann.http.delete("/api/me/devices")).json() == {"count": 2}
        assert [(await person.get("/api/me")).json()["name"] for person in (ann, phone, tablet)] == [
            "Ann",
            "",
            "",
        ]


async def test_one_device_is_signed_out_and_its_window_is_closed(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, phone):
        await take(phone, await link(ann))
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await phone.join(table)
        listed = (await ann.get("/api/me/devices")).json()["devices"]
        [other] = [device["id"] for device in listed if not device["here"]]
        assert (await ann.http.delete(f"/api/me/devices/{other}")).json() == {"count": 1}
        assert await phone.wait_closed() == 1013
        assert (await phone.get("/api/me")).json() == {"name": ""}


async def test_another_guests_device_cannot_be_signed_out(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        [device] = (await bob.get("/api/me/devices")).json()["devices"]
        assert (await ann.http.delete(f"/api/me/devices/{device['id']}")).status_code == 404
        assert (await bob.get("/api/me")).json() == {"name": "Bob"}


async def test_a_link_ends_when_devices_are_signed_out(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, phone):
        secret = await link(ann)
        await ann.http.delete("/api/me/devices")
        assert (await take(phone, secret)).status_code == 403


@pytest.mark.parametrize(
    ("description", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari · iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Python-urllib/3.11", "Terminal"),
        ("curl/8", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(description: str, name: str) -> None:
    assert guess_device(description) == name


# The cookie.


async def test_two_servers_on_one_host_do_not_share_a_cookie(tmp_path: Path) -> None:
    first, second = (Settings(sqlite_url(tmp_path / name)) for name in ("a.sqlite", "b.sqlite"))
    async with serving(first) as (_, one), serving(second) as (_, two), httpx.AsyncClient() as browser:
        await browser.post(f"{one}/api/me", json={"name": "Ann"})
        await browser.post(f"{two}/api/me", json={"name": "Bob"})
        assert (await browser.get(f"{one}/api/me")).json() == {"name": "Ann"}
        assert (await browser.get(f"{two}/api/me")).json() == {"name": "Bob"}


async def test_a_server_keeps_the_name_of_its_cookie(tmp_path: Path) -> None:
    settings = Settings(sqlite_url(tmp_path / "a.sqlite"))
    names = []
    for _ in range(2):
        async with serving(settings) as (app, _):
            names.append(app.state.services.cookie)
    assert names[0] == names[1]
    assert names[0].startswith(f"{COOKIE}_")


async def test_a_cookie_from_before_is_taken_and_gets_the_new_name(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, old):
        old.http.cookies.set(COOKIE, ann.key, domain="127.0.0.1")
        assert (await old.get("/api/me")).json() == {"name": "Ann"}
        assert dict(old.http.cookies) == {server.hub.cookie: ann.key}
        assert "set-cookie" not in (await old.get("/api/me")).headers


# The database.


async def test_keys_come_and_go_with_their_revision(database: str) -> None:
    """Revision 0007: the key that a guest had is still theirs, on the way back too."""
    engine, at = open_engine(database), now()
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade_to, "0005")
        old = await connection.run_sync(lambda sync: SqlTable("guests", MetaData(), autoload_with=sync))
        for name in ("ann", "bob"):
            row = {"id": name, "name": name, "key_hash": key_hash(name), "created": at}
            await connection.execute(insert(old).values(row))
    await migrate(engine)
    async with engine.begin() as connection:
        rows = (
            await connection.execute(select(KEYS.c.hash, KEYS.c.guest_id).order_by(KEYS.c.guest_id))
        ).all()
        assert [tuple(row) for row in rows] == [(key_hash(name), name) for name in ("ann", "bob")]
        assert (await connection.execute(select(GUESTS.c.restore_made))).scalars().all() == [None, None]
        await connection.run_sync(_downgrade_to, "0005")
    async with engine.begin() as connection:
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        hashes = (await connection.execute(select(old.c.key_hash).order_by(old.c.id))).scalars().all()
        assert "keys" not in tables
        assert hashes == [key_hash("ann"), key_hash("bob")]
    await migrate(engine)
    await engine.dispose()
