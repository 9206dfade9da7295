"""The people around a table: names, watchers, who is away, and the next game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, people

pytestmark = pytest.mark.anyio


def names(person: Person) -> list[str]:
    return [seat["name"] for seat in person.table["seats"]]


# Names.


async def test_two_guests_with_one_name_are_told_apart(server: Table) -> None:
    async with people(server.base, "Ann", "Ann") as (ann, other):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await other.join(table)
        await other.do("sit", seat=1)
        await other.look()
        assert names(other) == ["Ann", "Ann 2"]


async def test_a_number_behind_a_name_stays_when_another_guest_is_renamed(server: Table) -> None:
    async with people(server.base, "Ann", "Ann") as (ann, other):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await gather(table, [ann, other])
        await ann.be("Amy")
        await other.until(lambda: names(other) == ["Amy", "Ann 2"])
        await ann.be("ann")
        await other.until(lambda: names(other) == ["ann", "Ann 2"])


async def test_another_name_reaches_the_lobby_at_once(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        await bob.join(table)
        await bob.do("sit", seat=1)
        await bob.be("Robert")
        await ann.until(lambda: names(ann) == ["Ann", "Robert"])


async def test_another_name_reaches_a_running_game_and_what_is_said_there(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN], first=0)
        await gather(table, [ann, bob])
        seq = ann.seq
        await bob.be("Robert")
        await ann.until(lambda: names(ann) == ["Ann", "Robert"])
        assert [news["message"]["fields"] for news in ann.table["news"]] == [
            {"before": "Bob", "after": "Robert"}
        ]
        # Ann had begun to think before it happened, and need not look again.
        answer = await ann.ask("act", action="p1", seq=seq)
        assert answer["type"] == "done"
        await bob.do("say", text="it is still me")
        said = await ann.next("said")
        assert said["said"]["name"] == "Robert"


async def test_a_game_that_is_over_keeps_the_names_it_ended_with(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe+strikes=1", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        while await ann.until_my_turn():
            await ann.act("p5")
        await ann.be("Anna")
        await ann.look()
        assert names(ann)[0] == "Ann"
        assert (await ann.get(f"/api/tables/{table}/record")).json()["players"][0] == "Ann"


async def test_the_same_name_once_more_is_no_news(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.be("Ann")
        await ann.join(table)
        assert ann.table["news"] == []


# Watchers.


async def test_who_sits_down_no_longer_watches(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        await bob.join(table)
        await ann.until(lambda: ann.messages[-1].get("watching") == 1)
        await bob.do("sit", seat=1)
        await ann.until(lambda: bool(ann.table["seats"][1]["taken"]))
        assert ann.table["watching"] == 0


async def test_a_watcher_who_is_cut_off_is_no_longer_counted(server: Table) -> None:
    async with people(server.base, "Ann", "Zoe") as (ann, zoe):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        await zoe.join(table)
        await ann.until(lambda: ann.messages[-1].get("watching") == 1)
        zoe.cut_off()
        await ann.until(lambda: ann.messages[-1].get("watching") == 0)


async def test_several_windows_are_one_watcher(server: Table) -> None:
    async with people(server.base, "Ann", "Zoe") as (ann, zoe):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        await zoe.join(table)
        window = Person(server.base, key=zoe.key)
        try:
            await window.join(table)
            await window.settle()
            await ann.look()
            assert ann.table["watching"] == 1
        finally:
            await window.leave()


async def test_everybody_sees_since_when_a_player_is_away(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], first=0)
        await gather(table, [ann, bob])
        await ann.look()
        assert [seat["away_since"] for seat in ann.table["seats"]] == [None, None]
        before = datetime.now(UTC)
        await bob.hang_up()
        await ann.until(lambda: ann.messages[-1].get("online") == [True, False])
        since = ann.messages[-1]["away_since"]
        assert since[0] is None
        assert before - timedelta(seconds=1) <= datetime.fromisoformat(since[1]) <= datetime.now(UTC)
        await ann.look()
        assert ann.table["seats"][1]["away_since"] == since[1]
        await bob.join(table)
        await ann.until(lambda: ann.messages[-1].get("online") == [True, True])
        assert ann.messages[-1]["away_since"] == [None, None]


# The next game.


async def test_against_bots_the_next_game_is_dealt_at_once(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        seats = [OPEN, {**CAREFUL, "name": "Hana"}]
        table = await ann.set_up(start=True, rules="deluxe+strikes=1", seats=seats, first=0, undo=True)
        await ann.join(table)
        while await ann.until_my_turn():
            await ann.act("p5")
        await ann.do("again")
        await ann.until(lambda: bool(ann.table["following"]))
        assert ann.table["follower"] == 0
        setup = ann.table["setup"]
        await ann.join(ann.table["following"])
        assert (ann.phase, names(ann)) == ("playing", ["Ann", "Hana"])
        assert ann.table["setup"] == {**setup, "first": None}


async def test_among_people_the_group_meets_in_the_lobby(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe+strikes=1", seats=[OPEN, OPEN], first=0)
        await gather(table, [ann, bob])
        while not ann.over:
            for person in (ann, bob):
                if person.my_turn:
                    await person.act("p5")
                await person.settle()
        await bob.do("again")
        await ann.until(lambda: bool(ann.table["following"]))
        assert ann.table["follower"] == 1
        await bob.join(ann.table["following"])
        assert (bob.phase, names(bob), bob.table["owner"]) == ("gathering", ["Ann", "Bob"], True)
        assert [seat["online"] for seat in bob.table["seats"]] == [False, True]
