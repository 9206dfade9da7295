"""Named deals: each guest plays the cards once, before seeing them, and nothing tells of them meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import delete, select

from tamaya.bots import Choice
from tamaya.records import game_kind
from tamaya.server.schema import KNOWN_DEALS
from tamaya.server.settings import Settings
from tamaya.table.players import SeatedBot
from tamaya.words import Message
from tests.server.conftest import Postgres, Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, people, play_on
from tests.server.servers import serving

pytestmark = pytest.mark.anyio

KNOWN = "you know the cards of this deal already"
SHORT = "deluxe+strikes=1+talk=open"


async def alone(person: Person, deal: str = "monday", rules: str = SHORT) -> str:
    """A game with a bot."""
    table = await person.set_up(start=True, rules=rules, seats=[OPEN, CAREFUL], first=0, deal=deal)
    await person.join(table)
    return table


async def strike(*persons: Person) -> None:
    """Play what does not fit until the game is lost."""
    while not all(person.over for person in persons):
        for person in persons:
            if person.my_turn and not person.over:
                await person.act("p1")
            await person.settle()
        await asyncio.sleep(0.01)


async def tries_to_start(person: Person, deal: str = "monday") -> Any:
    return await person.post(
        "/api/tables?start=true", {"rules": SHORT, "seats": [OPEN, CAREFUL], "deal": deal}
    )


# Beside a running game.


async def talk(_seated: SeatedBot, view: Any, *_: object) -> Choice[Any]:
    """A bot that gives a clue, and says what it sees."""
    clue = next(action for action in view.actions if str(action)[0] == "c")
    return Choice(clue, (Message(f"Slot 3 can be {view.hands[0][2].card}"),), conventions=("save",))


async def test_who_is_shown_nothing_reads_no_reason_of_a_bot(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's reasons name cards, so they are as secret as the cards."""
    monkeypatch.setattr(server.hub.bots, "act", talk)
    heard: list[list[bytes]] = []
    for seed in (1, 2):
        dealt = game_kind("deluxe").shuffle(seed)
        monkeypatch.setattr("tamaya.server.tables.deal", lambda *_, dealt=dealt: dealt)
        async with people(server.base, "Ann", "Zoe", "") as [ann, zoe, nameless]:
            seats = [OPEN, CAREFUL]
            table = await ann.set_up(start=True, rules="deluxe", seats=seats, first=0, deal="monday")
            await ann.join(table)
            for _ in range(3):
                assert ann.view is not None
                await ann.act(next(each for each in ann.view["actions"] if each[0] == "c"))
                assert await ann.until_my_turn()
            await ann.look()
            assert ann.table["reasons"]
            assert ann.table["cited"]
            for person in (zoe, nameless):
                await person.join(table)
                assert person.table["actions"] == []
                assert person.table["hidden"]["code"] == "refused.deal-runs"
                for moment in (0, 2, 99):
                    await person.get(f"/api/tables/{table}/moments/{moment}")
                await person.settle()
                heard.append([data.replace(table.encode(), b"") for data in person.received[person is zoe :]])
    assert heard[:2] == heard[2:]
    assert not any(b"Slot 3" in data for said in heard for data in said)


async def test_what_players_say_in_the_game_is_for_those_who_see_it(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Zoe") as [ann, bob, zoe]:
        table = await ann.set_up(rules=SHORT, seats=[OPEN, OPEN], first=0, deal="monday")
        await ann.join(table)
        await ann.do("say", text="Hello all")
        await zoe.join(table)
        await gather(table, [ann, bob])
        await ann.do("say", text="Your fourth card is red")
        await bob.settle()
        assert [said["text"] for said in (await bob.hello())["said"]] == [
            "Hello all",
            "Your fourth card is red",
        ]
        await zoe.settle()
        assert [said["text"] for said in (await zoe.hello())["said"]] == ["Hello all"]
        assert not any(b"fourth card" in data for data in zoe.received)


async def test_a_host_without_a_seat_is_not_told_what_came_of_a_named_deal(server: Table) -> None:
    async with people(server.base, "Eve", "Cleo", "Dan") as [eve, cleo, dan]:
        table = await eve.set_up(rules=SHORT, seats=[OPEN, OPEN], deal="monday")
        await eve.join(table)
        await eve.do("stand")
        for seat, person in enumerate((cleo, dan)):
            await person.join(table)
            await person.do("sit", seat=seat)
        await eve.do("start")
        await cleo.until(lambda: cleo.phase == "playing")
        await dan.until(lambda: dan.phase == "playing")
        await eve.hang_up()
        await strike(cleo, dan)
        [row] = (await eve.get("/api/tables")).json()["yours"]
        assert (row["id"], row["score"]) == (table, None)
        assert (await eve.get("/api/games")).json()["rows"] == []
        assert (await eve.get("/api/games/statistics")).json()["statistics"]["games"] == 0
        [row] = (await cleo.get("/api/games")).json()["rows"]
        assert row["score"] is not None
        assert (await tries_to_start(eve)).status_code == 201, "the host has not seen the cards"


async def test_a_deal_that_is_named_while_a_guest_watches_is_closed_to_them_too(server: Table) -> None:
    """Also after the end, to a guest who plays the same cards elsewhere by then."""
    async with people(server.base, "Ann", "Zoe") as [ann, zoe]:
        plan: dict[str, Any] = {"rules": SHORT, "seats": [OPEN, CAREFUL], "first": 0}
        table = await ann.set_up(**plan)
        await ann.join(table)
        await zoe.join(table)
        await ann.do("arrange", setup={**plan, "deal": "monday"})
        await ann.do("start")
        await ann.until(lambda: ann.phase == "playing")
        assert (await tries_to_start(zoe)).status_code == 201
        await strike(ann)
        await zoe.until(lambda: zoe.phase == "over")
        await zoe.settle()
        assert zoe.view is None
        assert zoe.table["hidden"]["code"] == "refused.played-elsewhere"
        assert not any(b'"hands":' in data for data in zoe.received)


# Once for each guest.


async def start_twice(ones: tuple[Person, Person], deal: str) -> list[int]:
    """One guest starts a deal at two processes at once; what each of them answers."""
    answers = await asyncio.gather(*(tries_to_start(person, deal) for person in ones))
    return sorted(answer.status_code for answer in answers)


async def test_one_guest_cannot_start_a_deal_at_two_processes_at_once(postgres: Postgres) -> None:
    settings = Settings(postgres.fresh(), bot_delay=0, changes_a_second=100_000)
    async with serving(settings) as (_, one), serving(settings) as (_, two), people(one, "Ann") as [ann]:
        elsewhere = Person(two, key=ann.key)
        try:
            for number in range(15):
                assert await start_twice((ann, elsewhere), f"deal {number}") == [201, 409]
        finally:
            await elsewhere.leave()


async def test_two_who_sit_at_two_tables_of_a_deal_start_it_once(postgres: Postgres) -> None:
    """Each of them owns one of the tables, and both are started at once, at two processes."""
    settings = Settings(postgres.fresh(), bot_delay=0, changes_a_second=100_000)
    async with (
        serving(settings) as (_, one),
        serving(settings) as (_, two),
        people(one, "Ann") as [ann],
        people(two, "Bob") as [bob],
    ):
        persons = [Person(two, key=ann.key), Person(one, key=bob.key)]
        try:
            for number in range(8):
                tables = [
                    await host.set_up(rules=SHORT, seats=[OPEN, OPEN], deal=f"deal {number}")
                    for host in (ann, bob)
                ]
                for host, guest, table in zip((ann, bob), reversed(persons), tables, strict=True):
                    await guest.join(table)
                    await guest.do("sit", seat=1)
                    await host.join(table)
                answers = await asyncio.gather(*(host.ask("start") for host in (ann, bob)))
                assert sorted(answer["type"] for answer in answers) == ["done", "error"], answers
        finally:
            for person in persons:
                await person.leave()


async def test_who_has_looked_at_a_game_of_a_deal_cannot_play_it(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid", "Dot", "Eve") as [ann, bob, cid, dot, eve]:
        table = await alone(ann)
        await strike(ann)
        assert (await tries_to_start(eve)).status_code == 201, "who has seen nothing may play"
        assert (await bob.get(f"/api/tables/{table}/record")).status_code == 200
        assert (await cid.get(f"/api/tables/{table}/moments/0")).status_code == 200
        await dot.join(table)
        assert dot.view is not None
        for person in (bob, cid, dot):
            refused = await tries_to_start(person)
            assert (refused.status_code, refused.json()["sentence"].startswith(KNOWN)) == (409, True)
            other = await eve.set_up(rules=SHORT, seats=[OPEN, OPEN], deal="monday")
            await person.join(other)
            code, sentence = await person.refusal("sit", seat=1)
            assert (code, sentence.startswith(("you know", "a player here knows"))) == ("illegal", True)
            assert (await tries_to_start(person, "tuesday")).status_code == 201


async def test_who_watched_a_named_deal_knows_it_from_its_end_on(server: Table) -> None:
    async with people(server.base, "Ann", "Zoe") as [ann, zoe]:
        table = await alone(ann)
        await zoe.join(table)
        await strike(ann)
        await zoe.until(lambda: zoe.view is not None)
        assert (await tries_to_start(zoe)).status_code == 409


async def test_a_guest_without_a_name_sees_no_named_deal(server: Table) -> None:
    """They could choose a name and play it afterwards."""
    async with people(server.base, "Ann", "") as [ann, nameless]:
        table = await alone(ann)
        await strike(ann)
        answer = await nameless.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["message"]["code"]) == (403, "refused.deal-name-first")
        await nameless.join(table)
        assert (nameless.view, nameless.table["hidden"]["code"]) == (None, "refused.deal-name-first")


async def test_a_seat_cannot_be_left_and_taken_again_to_play_a_deal_twice(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        await alone(ann)
        table = await bob.set_up(rules=SHORT, seats=[OPEN, OPEN], deal="monday")
        await ann.join(table)
        assert (await ann.refusal("sit", seat=1))[1].startswith(KNOWN)
        for type in ("stand", "start"):
            await ann.refusal(type)
        assert ann.view is None


async def test_a_start_that_is_refused_leaves_nobody_marked(server: Table) -> None:
    """Bob may play the deal elsewhere when Ann, who knows it, kept them from starting."""
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        plan: dict[str, Any] = {"rules": SHORT, "seats": [OPEN, OPEN]}
        table = await bob.set_up(**plan)
        await ann.join(table)
        await ann.do("sit", seat=1)
        await alone(ann)
        await bob.join(table)
        await bob.do("arrange", setup={**plan, "deal": "monday"})
        assert (await bob.refusal("start"))[0] == "illegal"
        assert (await tries_to_start(bob)).status_code == 201


async def test_guests_of_an_older_database_know_the_deals_that_they_played(server: Table) -> None:
    """The migration reads from the tables who had a part in which deal."""
    from importlib import import_module

    from sqlalchemy import text

    fill = import_module("tamaya.server.migrations.versions.0006_known_deals")._FILL
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        await alone(ann)
        await alone(bob, rules="deluxe")
        async with server.store.begin() as connection:
            before = set((await connection.execute(select(KNOWN_DEALS.c.deal, KNOWN_DEALS.c.guest_id))).all())
            await connection.execute(delete(KNOWN_DEALS))
            for playing in (True, False):
                await connection.execute(text(fill), {"playing": playing})
            after = set((await connection.execute(select(KNOWN_DEALS.c.deal, KNOWN_DEALS.c.guest_id))).all())
        assert len(before) == 2
        assert after == before


async def test_a_whole_named_deal_is_played_and_compared_as_before(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        for person in (ann, bob):
            await alone(person)
            await play_on([person])
        found = await ann.get("/api/deals", rules=SHORT, players="2", name="monday")
        assert len(found.json()["rows"]) == 2
