"""Taking moves back through the socket: with bots at once, among people when all agree."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tamaya.bots import Choice
from tamaya.engine import Discard, Play
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, people

pytestmark = pytest.mark.anyio

RULES = "deluxe+strikes=10"


async def alone_with_bots(ann: Person, bots: int = 2, **setup: Any) -> str:
    table = await ann.set_up(
        start=True, **{"rules": RULES, "seats": [OPEN, *[CAREFUL] * bots], "first": 0, "undo": True, **setup}
    )
    await ann.join(table)
    return table


async def settled_at(person: Person, actions: int) -> None:
    """Read until the table has so many actions, as its last word says."""
    await person.until(lambda: len(person.table["actions"]) == actions)


async def test_one_wish_leads_back_to_the_own_turn(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        await alone_with_bots(ann)
        assert ann.table["undo_to"] is None
        before = ann.view
        await ann.act("p1")
        assert await ann.until_my_turn()
        assert ann.messages[-1]["undo_to"] == 0
        await ann.do("undo", wish="ask", to=0)
        await ann.look()
        assert (ann.table["actions"], ann.view) == ([], before)
        assert (ann.table["undo_to"], ann.table["reasons"]) == (None, {})
        [news] = ann.table["news"]
        assert (news["turn"], news["message"]["code"]) == (0, "news.took-back")
        assert news["message"]["fields"]["moves"] == 3
        assert ann.table["taken_back"] == 3


async def test_a_second_click_does_not_take_back_a_second_move(server: Table) -> None:
    """Nor does one in another window."""
    async with people(server.base, "Ann") as (ann,):
        table = await alone_with_bots(ann)
        window = Person(server.base, key=ann.key)
        try:
            await window.join(table)
            for _ in range(2):
                await ann.act("p1")
                assert await ann.until_my_turn()
            assert ann.messages[-1]["undo_to"] == 3
            await ann.do("undo", wish="ask", to=3)
            assert (await ann.refusal("undo", wish="ask", to=3))[0] == "late"
            assert (await window.refusal("undo", wish="ask", to=3))[0] == "late"
            await settled_at(window, 3)
            await window.do("undo", wish="ask", to=0)
            await settled_at(ann, 0)
        finally:
            await window.leave()


async def test_what_a_bot_thought_about_a_move_that_is_gone_is_dropped(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes back after the move was taken back, and even after another one was made."""
    asked, answers = asyncio.Queue[int](), asyncio.Queue[Any]()

    async def think(_seated: Any, view: Any, _asker: Any) -> Any:
        await asked.put(len(view.history))
        return await answers.get()

    monkeypatch.setattr(server.hub.bots, "act", think)
    async with people(server.base, "Ann") as (ann,):
        await alone_with_bots(ann, bots=1)
        await ann.act("p1")
        first = await asked.get()
        await ann.do("undo", wish="ask", to=0)
        await ann.act("cB1")
        await answers.put(Choice(Discard(1), "about the move that is gone"))
        assert await asked.get() != first
        await answers.put(Choice(Play(2), "about the clue"))
        assert await ann.until_my_turn()
        await ann.look()
        assert ann.table["actions"] == ["cB1", "p2"]
        [reason] = ann.table["reasons"].values()
        assert "about the clue" in str(reason)
        assert not any("about the move that is gone" in str(message) for message in ann.messages)


async def test_who_comes_back_in_between_finds_the_game_without_the_move(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await alone_with_bots(ann)
        await ann.act("p1")
        assert await ann.until_my_turn()
        seen = ann.seq
        await ann.hang_up()
        other = Person(server.base, key=ann.key)
        try:
            await other.join(table)
            await other.do("undo", wish="ask")
        finally:
            await other.leave()
        await ann.join(table, seen=seen)
        assert (ann.table["actions"], ann.messages[-1]["turns"]) == ([], [])
        # What the move was tried with before it went cannot be asked for either.
        assert (await ann.get(f"/api/tables/{table}/moments/1")).status_code == 404
        assert (await ann.refusal("act", action="p1", seq=seen))[0] == "late"


async def test_a_named_deal_is_never_taken_back(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        await alone_with_bots(ann, deal="monday")
        assert (ann.table["setup"]["undo"], ann.table["undo_to"]) == (False, None)
        await ann.act("p1")
        code, sentence = await ann.refusal("undo", wish="ask")
        assert code == "forbidden"
        assert sentence == "others play the same cards: in a named deal no move is taken back"


async def test_the_result_and_the_record_say_that_moves_were_taken_back(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await alone_with_bots(ann, rules="deluxe+strikes=1")
        await ann.act("cB1")
        assert await ann.until_my_turn()
        await ann.do("undo", wish="ask", to=0)
        await settled_at(ann, 0)
        while await ann.until_my_turn():
            await ann.act("p5")
        row = (await ann.get("/api/tables")).json()["yours"][0]
        assert row["taken_back"] == ann.table["taken_back"] > 0
        record = (await ann.get(f"/api/tables/{table}/record")).json()
        assert sum(taken["moves"] for taken in record["taken_back"]) == row["taken_back"]
        assert (await ann.refusal("undo", wish="ask"))[0] == "illegal"


async def test_among_people_the_asker_withdraws_and_the_others_answer(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        table = await ann.set_up(rules=RULES, seats=[OPEN] * 3, first=0, undo=True)
        await gather(table, [ann, bob, cid])
        await ann.act("p1")
        await ann.do("undo", wish="ask")
        assert (await bob.refusal("undo", wish="withdraw"))[0] == "forbidden"
        await ann.do("undo", wish="withdraw")
        await ann.do("undo", wish="ask")
        await bob.do("undo", wish="agree")
        await cid.do("undo", wish="refuse")
        await ann.look()
        assert (ann.table["undo"], ann.table["actions"]) == (None, ["p1"])
        [news] = ann.table["news"]
        assert news["message"]["code"] == "news.undo-refused"
        assert news["message"]["fields"] == {"who": {"seat": 2}, "asker": {"seat": 0}}
        # A watcher reads the same.
        assert (ann.table["taken_back"], cid.table["taken_back"]) == (0, 0)


async def test_a_watcher_has_nothing_to_take_back(server: Table) -> None:
    async with people(server.base, "Ann", "Zoe") as (ann, zoe):
        table = await alone_with_bots(ann)
        await zoe.join(table)
        await ann.act("p1")
        await zoe.next("moved")
        assert zoe.messages[-1]["undo_to"] is None
        assert (await zoe.refusal("undo", wish="ask"))[0] == "forbidden"
