"""What one guest can take up at most: entries, places in lists, studies, and the attention of all others."""

from __future__ import annotations

import asyncio
import time

import pytest

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
