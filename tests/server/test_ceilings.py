"""What one guest can take up at most: entries, places in lists, studies, and the attention of all others."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tamaya.records import Branch, Record, hanablive
from tamaya.server.live import Client, LiveTable
from tamaya.server.store import LISTED_OF_AN_OWNER
from tamaya.server.tables import MOST_ENTRIES
from tamaya.table.commands import Guest, SeatPlan, Setup
from tamaya.table.opening import open_table
from tests.server.conftest import Table
from tests.server.driver import OPEN, Person, people
from tests.server.test_review import bring, record_of

pytestmark = pytest.mark.anyio

PATIENCE = 30.0


def live_table() -> LiveTable:
    setup = Setup(rules="deluxe", seats=(SeatPlan(), SeatPlan()))
    return LiveTable(open_table("t", setup, Guest("ann", "Ann")).table)


def presences(client: Client) -> list[str]:
    told = [client.queue.get_nowait() for _ in range(client.queue.qsize())]
    return [str(text) for text in told if '"type":"presence"' in str(text)]


async def test_a_crowd_is_told_of_as_a_whole() -> None:
    """Two thousand come within a moment: each of them does not hear of each other."""
    live = live_table()
    first = Client(Guest("ann", "Ann"))
    live.join(first)
    live.tell_presence()
    assert len(presences(first)) == 1
    began = time.thread_time()
    crowd = [Client(Guest(f"g{number}", "Zoe")) for number in range(2_000)]
    for client in crowd:
        live.join(client)
        live.tell_presence()
    assert time.thread_time() - began < 2
    assert presences(first) == []
    async with asyncio.timeout(PATIENCE):
        while not (told := presences(first)):
            await asyncio.sleep(0.01)
    assert '"watching":2000' in told[-1]
    assert len(told) == 1


async def test_who_is_here_is_not_told_again_where_nothing_has_changed() -> None:
    live = live_table()
    ann, again = Client(Guest("ann", "Ann")), Client(Guest("ann", "Ann"))
    live.join(ann)
    live.tell_presence()
    async with asyncio.timeout(PATIENCE):
        while live.telling is not None:
            await asyncio.sleep(0.01)
    assert len(presences(ann)) == 1
    live.join(again)
    live.tell_presence()
    live.part(again)
    async with asyncio.timeout(PATIENCE):
        while live.telling is not None:
            await asyncio.sleep(0.01)
    assert presences(ann) == []
    assert live.here == {"ann": 1}


async def test_several_windows_of_a_guest_are_one_person() -> None:
    live = live_table()
    zoe = Guest("zoe", "Zoe")
    for client in (Client(zoe), Client(zoe), Client(None), Client(None), Client(Guest("ann", "Ann"))):
        live.join(client)
        live.join(client)
    live.tell_presence()
    assert live.told is not None
    assert (live.told.watching, live.told.online) == (3, (True, False))


async def test_a_guest_writes_no_more_than_people_can_say(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.server.socket.BURST", 100_000)
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        for person in (ann, bob):
            await person.join(table)
        await bob.do("sit", seat=1)
        codes = [(await ann.ask("say", text="Hello"))["type"] for _ in range(MOST_ENTRIES + 60)]
        assert codes[:MOST_ENTRIES] == ["done"] * MOST_ENTRIES
        assert "error" in codes[MOST_ENTRIES:]
        await bob.do("say", text="Others go on.")


async def test_one_guest_does_not_fill_the_list_of_tables(server: Table) -> None:
    async with people(server.base, "Hog", "Ann", "Bob") as (pest, ann, bob):
        shown = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], listed=True)
        for _ in range(25):
            await pest.set_up(rules="deluxe", seats=[OPEN, OPEN], listed=True)
        listed = [row["id"] for row in (await bob.get("/api/tables")).json()["listed"]]
        assert len(listed) == 1 + LISTED_OF_AN_OWNER
        assert shown in listed


async def test_one_guest_has_few_studies_at_a_time(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the first one of another guest comes before the rest of them."""
    order: list[str] = []
    going = asyncio.Event()

    async def study(job: object) -> dict[str, str]:
        order.append(job.asker)  # type: ignore[attr-defined]
        await going.wait()
        return {"state": "failed", "fault": '{"code": "refused.something-wrong", "fields": {}}'}

    async def in_thread(_work: object, job: object) -> dict[str, str]:
        return await study(job)

    monkeypatch.setattr("tamaya.server.jobs.asyncio.to_thread", in_thread)
    async with people(server.base, "Hog", "Ann") as (pest, ann):
        tables = [await brought(person) for person in (pest, pest, pest, pest, ann)]
        codes = [
            (await person.post(f"/api/tables/{table}/studies/review")).status_code
            for person, table in zip((pest, pest, pest, pest, ann), tables, strict=True)
        ]
        assert codes == [202, 202, 202, 429, 202]
        going.set()
        async with asyncio.timeout(PATIENCE):
            while len(order) < 4:
                await asyncio.sleep(0.02)
        assert order[0] == order[2] == order[3] != order[1]


async def brought(person: Person) -> str:
    """A record to look at."""
    return await bring(person, record_of("deluxe", "cB1", "d1"))


LONG = "A" * 900_000


@pytest.mark.parametrize("format", ["tamaya", "hanablive"])
async def test_every_text_of_a_record_has_its_limit(server: Table, format: str) -> None:
    """Names, titles, rules, results and what no reader asks for: a long one is refused in a sentence."""
    async with people(server.base, "Ann") as (ann,):
        game = full_game()
        if format == "hanablive":
            actions = tuple(map(game.kind.parse_action, game.actions))
            assert game.kind.rules is not None
            whole: Any = hanablive.export_game(
                game.names,
                game.kind.rules,
                game.deal,
                game.first,
                actions,  # type: ignore[arg-type]
            )
        else:
            whole = json.loads(str(game))
        assert (await ann.post("/api/records", whole)).status_code == 201
        for place in texts_of(whole):
            for text in (LONG, "\ud800"):
                body = json.dumps(replaced(whole, place, text))
                answer = await ann.http.post("/api/records", content=body)
                assert answer.status_code in (413, 422), (place, text[:1])
                assert len(answer.text) < 5_000, place


def full_game() -> Record:
    game = record_of("deluxe", "cB1", "d1")
    return replace(game, branches=(Branch(1, ("p1",), "title"),), conventions="h-group-1")


def texts_of(value: object, place: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Where texts stand in a JSON value; of a long list the first few."""
    match value:
        case str():
            yield place
        case dict():
            for key, inner in value.items():
                yield from texts_of(inner, (*place, key))
        case list():
            for at, inner in enumerate(value[:2]):
                yield from texts_of(inner, (*place, at))
        case _:
            pass


def replaced(value: Any, place: tuple[object, ...], text: str) -> Any:
    """A copy with another text in one place."""
    if not place:
        return text
    first, *rest = place
    copy: Any = list(value) if isinstance(value, list) else dict(value)
    copy[first] = replaced(value[first], tuple(rest), text)
    return copy


async def test_every_text_that_a_guest_sends_has_its_limit(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        seats = [OPEN, OPEN]
        table = await ann.set_up(rules="deluxe", seats=seats)
        kept = {"kind": "reserved", "name": LONG}
        for path, body in (
            ("/api/me", {"name": LONG}),
            ("/api/tables", {"rules": LONG, "seats": seats}),
            ("/api/tables", {"rules": "deluxe", "seats": [OPEN, kept]}),
            ("/api/tables", {"rules": "deluxe", "seats": [OPEN, {"kind": "bot", "bot": LONG}]}),
            ("/api/tables", {"rules": "deluxe", "seats": seats, "deal": LONG}),
            ("/api/tables", {"rules": "deluxe", "seats": seats, "conventions": LONG}),
            (f"/api/tables/{table}/coach", {"seq": 1, "clue": LONG}),
            (f"/api/tables/{table}/line", {"turn": 0, "actions": [LONG]}),
            (f"/api/tables/{table}/branches", {"turn": 0, "actions": ["p1"], "title": LONG}),
            ("/api/lesson/see", {"action": LONG}),
        ):
            answer = await ann.post(path, body)
            assert answer.status_code in (403, 422), (path, answer.status_code)
            assert len(answer.text) < 5_000, path
