"""Players who are away, over real sockets: stand-ins, pauses, reminders, leaving, and an early end."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from tamaya.server.database import now
from tamaya.server.live import RESTING
from tamaya.server.schema import TABLES
from tamaya.server.settings import Settings
from tests.server.conftest import Postgres, Table
from tests.server.driver import OPEN, Message, Person, gather, people
from tests.server.servers import serving

pytestmark = pytest.mark.anyio

RULES = "deluxe+strikes=10"


async def three(server: Table, ann: Person, bob: Person, cid: Person, **setup: Any) -> str:
    """A running game of three, begun by Ann, which Cid has just left for a while."""
    table = await ann.set_up(rules=RULES, seats=[OPEN] * 3, first=0, **setup)
    await gather(table, [ann, bob, cid])
    await cid.hang_up()
    await ann.until(lambda: away(ann, 2))
    await bob.until(lambda: away(bob, 2))
    return table


def away(person: Person, seat: int) -> bool:
    """Whether a person has heard that a player is away."""
    heard = [message for message in person.messages if message["type"] == "presence"]
    return bool(heard) and not heard[-1]["online"][seat]


def seat(person: Person, at: int) -> Message:
    """A seat as a person has heard of it."""
    found: Message = person.table["seats"][at]
    return found


def codes(person: Person) -> list[str]:
    """What has happened at the table besides the game."""
    return [news["message"]["code"] for news in person.table["news"]]


async def vote_in(asker: Person, other: Person, wish: str, about: int | None = None) -> None:
    """One asks and the other agrees."""
    await asker.do("vote", wish=wish, seat=about)
    await other.until(lambda: other.table["vote"] is not None)
    seq = await other.do("vote", wish="agree")
    await asker.until_seq(seq)


# A bot for a player who is away.


async def test_a_bot_plays_for_a_player_who_is_away_until_they_are_back(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await three(server, ann, bob, cid)
        await vote_in(ann, bob, "stand-in", 2)
        assert seat(ann, 2)["stand_in"] == "partner"
        await ann.act("cBr")
        await bob.until_my_turn()
        await bob.act("p1")
        await ann.until(lambda: ann.my_turn)
        moved = [message for message in ann.messages if message["type"] == "moved"]
        assert moved[-1]["stand_in"] == "partner"
        await cid.join(table)
        await cid.until(lambda: seat(cid, 2)["stand_in"] == "")
        assert cid.seat == 2
        assert cid.table["stood_in"] == {"3": "partner"}
        assert codes(cid)[-1] == "news.came-back"


async def test_a_player_who_is_here_cannot_be_replaced(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 3, first=0)
        await gather(table, [ann, bob, cid])
        assert await ann.refusal("vote", wish="stand-in", seat=2) == ("illegal", "Cid is here")


async def test_a_player_who_comes_back_while_the_bot_thinks_makes_the_move(server: Table) -> None:
    server.hub.bot_delay = 30
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await three(server, ann, bob, cid)
        await vote_in(ann, bob, "stand-in", 2)
        await ann.act("cBr")
        await bob.until_my_turn()
        await bob.act("p1")
        await cid.join(table)
        await cid.until(lambda: cid.my_turn and seat(cid, 2)["stand_in"] == "")
        await cid.act("p1")
        await cid.look()
        assert cid.table["stood_in"] == {}


async def test_a_stand_in_is_restored_after_a_restart(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await three(server, ann, bob, cid)
        await vote_in(ann, bob, "stand-in", 2)
        await ann.hang_up()
        await bob.hang_up()
        server.hub.forget(table)
        await ann.join(table)
        assert seat(ann, 2)["stand_in"] == "partner"


async def test_by_the_setup_a_bot_begins_by_itself_where_others_wait(server: Table) -> None:
    server.hub.minute = timedelta(seconds=0.2)
    server.hub.absence_seconds = 0.05
    # The watch has begun with the usual pace.
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        await three(server, ann, bob, cid, stand_in="after", stand_in_minutes=1)
        await ann.act("cBr")
        await bob.until_my_turn()
        await bob.act("p1")
        await ann.until(lambda: ann.my_turn)
        await ann.look()
        assert ann.table["stood_in"] == {"3": "partner"}


async def test_where_nobody_waits_no_bot_begins(server: Table) -> None:
    server.hub.minute = timedelta(0)
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await three(server, ann, bob, cid, stand_in="after", stand_in_minutes=1)
        await ann.hang_up()
        await bob.hang_up()
        live = await server.hub.live(table)
        async with asyncio.timeout(10):
            while live.present:
                await asyncio.sleep(0.01)
        await server.hub._stand_in(live)
        assert live.table.company.stand_ins == {}
        await bob.join(table)
        await server.hub._stand_in(live)
        assert list(live.table.company.stand_ins) == [0]


async def test_a_player_at_another_process_is_not_replaced(postgres: Postgres) -> None:
    settings = Settings(postgres.fresh(), bot_delay=0.5, changes_a_second=1000)
    async with (
        serving(settings) as (_, one),
        serving(settings) as (_, two),
        people(one, "Ann", "Bob") as (ann, bob),
    ):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 2, first=1)
        await gather(table, [ann, bob])
        elsewhere = Person(two, key=bob.key)
        try:
            await elsewhere.join(table)
            await bob.hang_up()
            await ann.until(lambda: away(ann, 1))
            # The process of Ann does not know that Bob is at the other one, which gives him the seat back.
            await ann.do("vote", wish="stand-in", seat=1)
            await ann.until(lambda: "news.came-back" in codes(ann))
            await elsewhere.until(lambda: "news.came-back" in codes(elsewhere))
            assert elsewhere.table["stood_in"] == {}
            await elsewhere.act("p1")
            await ann.until_my_turn()
        finally:
            await elsewhere.leave()


# Pauses and reminders.


async def test_a_paused_game_stands_still_until_any_player_goes_on(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 2, first=0)
        await gather(table, [ann, bob])
        await bob.do("pause", paused=True)
        await ann.until(lambda: ann.table["paused"] == 1)
        assert (await ann.refusal("act", action="p1", seq=ann.seq))[1] == "the game is paused by Bob"
        assert not (await ann.get("/api/tables")).json()["yours"][0]["your_turn"]
        await ann.do("pause", paused=False)
        await ann.act("p1")


async def test_a_player_is_reminded_at_most_once_a_minute(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 2, first=0)
        await gather(table, [ann, bob])
        await bob.do("nudge")
        await ann.until(lambda: ann.table["nudged"] == 1)
        assert (await bob.refusal("nudge"))[0] == "busy"
        await ann.act("p1")
        await bob.until_my_turn()
        await ann.look()
        assert ann.table["nudged"] is None


# The end of a game that is not finished.


async def test_a_game_ends_early_when_all_who_are_here_agree(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await three(server, ann, bob, cid)
        await vote_in(ann, bob, "end")
        assert (ann.phase, ann.table["ended_early"]) == ("over", True)
        assert ann.view is not None
        assert (ann.view["turn"], ann.view["result"]) == (None, None)
        assert all(card["card"] for hand in ann.view["hands"] for card in hand)
        [row] = (await cid.get("/api/tables")).json()["yours"]
        assert (row["phase"], row["ended_early"], row["your_turn"], row["score"]) == (
            "over",
            True,
            False,
            None,
        )
        [game] = (await cid.get("/api/games")).json()["rows"]
        assert game["outcome"] == "unfinished"
        record = (await ann.get(f"/api/tables/{table}/record")).json()
        assert record["ended"] == "early"
        assert (await ann.get(f"/api/tables/{table}/studio")).status_code == 200
        assert (await ann.get(f"/api/tables/{table}/moments/0")).status_code == 200


async def test_a_person_alone_with_bots_ends_the_game_at_once(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        bot = {"kind": "bot", "bot": "careful"}
        table = await ann.set_up(start=True, rules=RULES, seats=[OPEN, bot], first=0)
        await ann.join(table)
        await ann.do("vote", wish="end", seat=None)
        await ann.until(lambda: ann.phase == "over")


async def test_after_an_early_end_the_group_goes_on_without_those_who_left(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await three(server, ann, bob, cid)
        await cid.join(table)
        await cid.do("stand")
        await vote_in(ann, bob, "end")
        await ann.do("again")
        await ann.until(lambda: bool(ann.table["following"]))
        await bob.join(ann.table["following"])
        assert [info["name"] for info in bob.table["seats"]] == ["Ann", "Bob", ""]


# Lists, and what is not played any more.


async def test_who_has_left_is_not_called_to_the_table(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 2, first=0)
        await gather(table, [ann, bob])
        await ann.do("stand")
        [row] = (await ann.get("/api/tables")).json()["yours"]
        assert (row["gone"], row["your_turn"]) == (True, False)
        await ann.do("hand-back", seat=0)
        [row] = (await ann.get("/api/tables")).json()["yours"]
        assert (row["gone"], row["your_turn"]) == (False, True)


async def test_a_game_without_a_move_for_a_month_rests(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 2, first=0)
        await gather(table, [ann, bob])
        for age, resting in ((RESTING - timedelta(hours=1), False), (RESTING + timedelta(hours=1), True)):
            async with server.store.begin() as connection:
                await connection.execute(update(TABLES).values(changed=now() - age))
            [row] = (await ann.get("/api/tables")).json()["yours"]
            assert row["resting"] is resting


async def test_the_owner_closes_a_table_that_has_not_started(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 3)
        await bob.join(table)
        await bob.do("sit", seat=1)
        assert (await bob.http.delete(f"/api/games/{table}")).json() == {"removal": "hide-others"}
        assert (await ann.http.delete(f"/api/games/{table}")).json() == {"removal": "delete"}
        assert await bob.wait_closed() == 1008
        assert (await bob.get("/api/tables")).json()["yours"] == []


# Names.


async def test_a_watcher_with_the_name_of_a_player_is_told_apart_in_talk(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Ann") as (ann, bob, other):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN] * 2, first=0)
        await gather(table, [ann, bob])
        await other.join(table)
        await vote_in(ann, bob, "end")
        await other.do("say", text="well played")
        assert (await ann.next("said"))["said"]["name"] == "Ann 2"
