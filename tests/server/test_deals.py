"""Named deals compared: open to those who have finished the deal, closed to all others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from tamaya.server.database import now
from tamaya.server.jobs import version
from tamaya.server.schema import STUDIES
from tamaya.server.settings import Settings
from tests.server.conftest import Postgres, Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, people, play_on
from tests.server.servers import serving

pytestmark = pytest.mark.anyio

CLOSED = "this comparison opens when you have played this deal to its end"


async def compare(
    person: Person, name: str = "monday", rules: str = "deluxe", players: int = 2
) -> httpx.Response:
    return await person.get("/api/deals", rules=rules, players=str(players), name=name)


async def start(person: Person, name: str = "monday", rules: str = "deluxe", bots: int = 1) -> str:
    table = await person.set_up(start=True, rules=rules, seats=[OPEN, *[CAREFUL] * bots], deal=name)
    await person.join(table)
    return table


async def finish(person: Person, name: str = "monday", rules: str = "deluxe", bots: int = 1) -> str:
    table = await start(person, name, rules, bots)
    await play_on([person])
    return table


async def test_those_who_have_finished_a_deal_see_all_its_results(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        one, two = await finish(ann), await finish(bob)
        found: dict[str, Any] = (await compare(ann)).json()
        assert found["yours"] == one
        assert {row["id"] for row in found["rows"]} == {one, two}
        assert {row["names"][0] for row in found["rows"]} == {"Ann", "Bob"}
        [row] = [row for row in found["rows"] if row["id"] == one]
        assert ann.view is not None
        assert (row["score"], row["strikes"]) == (ann.view["result"]["score"], ann.view["strikes"])
        assert row["turns"] > 0
        assert [row["score"] for row in found["rows"]] == sorted(
            (row["score"] for row in found["rows"]), reverse=True
        )
        line = await ann.get(f"/api/tables/{two}/moments/0")
        assert line.status_code == 200


@pytest.mark.parametrize("who", ["stranger", "nameless", "playing", "watcher", "host without a seat"])
async def test_the_comparison_is_closed_to_all_others(server: Table, who: str) -> None:
    async with people(server.base, "Ann", "" if who == "nameless" else "Eve") as [ann, eve]:
        table = await finish(ann)
        if who == "playing":
            await start(eve)
        if who == "watcher":
            await eve.join(table)
            assert (await eve.get(f"/api/tables/{table}/record")).status_code == 200
        if who == "host without a seat":
            hosted = await eve.set_up(rules="deluxe", seats=[OPEN, OPEN], deal="monday")
            await eve.join(hosted)
            await eve.do("stand")
            async with people(server.base, "Cleo", "Dan") as [cleo, dan]:
                for seat, person in enumerate((cleo, dan)):
                    await person.join(hosted)
                    await person.do("sit", seat=seat)
                await eve.do("start")
                await cleo.until(lambda: cleo.phase == "playing")
                await dan.until(lambda: dan.phase == "playing")
                await play_on([cleo, dan])
                assert (await compare(cleo)).status_code == 200
        answer = await compare(eve)
        assert answer.status_code == 403
        if who != "nameless":
            assert answer.json()["sentence"].startswith(CLOSED)
            assert (await compare(eve, "no such deal")).content == answer.content, (
                "nothing says that it exists"
            )


async def test_the_comparison_opens_when_the_game_ends(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        await start(ann)
        assert (await compare(ann)).status_code == 403
        await play_on([ann])
        assert (await compare(ann)).status_code == 200


async def test_the_same_name_with_other_rules_or_players_is_another_deal(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await finish(ann)
        other = await finish(ann, rules="rnr")
        assert [row["id"] for row in (await compare(ann)).json()["rows"]] == [table]
        assert [row["id"] for row in (await compare(ann, rules="rnr")).json()["rows"]] == [other]
        assert (await compare(ann, players=3)).status_code == 403
        assert (await compare(ann, "Monday")).status_code == 403
        assert (await compare(ann, "")).status_code == 403
        assert (await compare(ann, rules="nonsense")).status_code == 422


async def test_a_running_game_of_others_is_not_shown(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cleo") as [ann, bob, cleo]:
        table = await finish(ann)
        running = await bob.set_up(rules="deluxe", seats=[OPEN, OPEN], deal="monday")
        await gather(running, [bob, cleo])
        found = (await compare(ann)).text
        assert table in found
        assert running not in found


async def test_a_named_deal_is_begun_by_the_same_seat_everywhere(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cleo", "Dan", "Eve") as persons:
        firsts = set()
        for person in persons:
            await start(person, bots=4)
            firsts.add(person.table["first"])
        assert len(firsts) == 1


async def test_the_ceiling_is_what_the_solver_found_or_not_computed_yet(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        await finish(ann)
        other = await finish(bob)
        assert (await compare(ann)).json()["ceiling"]["state"] == "none"
        verdict = {
            "score": 24,
            "bound": 25,
            "line": [],
            "how": "x",
            "perfect": 25,
            "won": False,
            "seconds": 1.0,
        }
        row = {"table_id": other, "kind": "verdict", "turn": 0, "version": version(), "state": "done"}
        more = {"worker": "w", "changed": now(), "done": 1, "total": 1, "answer": json.dumps(verdict)}
        async with server.store.begin() as connection:
            await connection.execute(insert(STUDIES).values({**row, **more}))
        ceiling = (await compare(ann)).json()["ceiling"]
        assert (ceiling["state"], ceiling["verdict"]["score"], ceiling["verdict"]["bound"]) == (
            "done",
            24,
            25,
        )


async def test_every_process_keeps_the_comparison_closed(postgres: Postgres) -> None:
    """Ann plays at one process; the other one must know at once what she has finished and what not."""
    settings = Settings(postgres.fresh(), bot_delay=0, changes_a_second=100_000)
    async with serving(settings) as (_, one), serving(settings) as (_, two), people(one, "Ann") as [ann]:
        elsewhere = Person(two, key=ann.key)
        try:
            await start(ann)
            assert (await compare(elsewhere)).status_code == 403
            await play_on([ann])
            assert (await compare(elsewhere)).status_code == 200
        finally:
            await elsewhere.leave()
        async with asyncio.timeout(5), people(two, "Eve") as [eve]:
            assert (await compare(eve)).status_code == 403
