"""The coach at a server: who may ask, what they get, and that it reaches them alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tamaya.bots import find_bot
from tamaya.engine import State
from tamaya.rules import Seat
from tamaya.server.limits import MOST_QUESTIONS, Allowances, CoachLimits
from tamaya.table.coaching import Advice, Question
from tamaya.table.commands import Guest, Refused
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, Person, people

pytestmark = pytest.mark.anyio

RULES = "deluxe+strikes=10"
PARTNER = {"kind": "bot", "bot": "partner", "name": "Hana"}


async def begin(ann: Person, *others: Any, **setup: Any) -> str:
    wishes = {"rules": RULES, "seats": [OPEN, *others], "first": 0, "undo": True, **setup}
    table = await ann.set_up(start=OPEN not in others, **wishes)
    await ann.join(table)
    return table


async def ask(person: Person, table: str, clue: str | None = None, seq: int | None = None) -> Any:
    answer = await person.post(
        f"/api/tables/{table}/coach", {"seq": person.seq if seq is None else seq, "clue": clue}
    )
    return answer.status_code, answer.json()


async def test_a_player_on_turn_is_shown_moves_with_reasons(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, PARTNER)
        await ann.do("coach", level="ask")
        status, answer = await ask(ann, table)
        assert status == 200
        state = (await server.hub.live(table)).table.position
        assert isinstance(state, State)
        expected = find_bot("partner", "hanabi").advise(state.view(Seat(0), ("Ann", "Hana")))
        assert [row["action"] for row in answer["suggestions"]] == [str(row.action) for row in expected]
        codes = [message["code"] for message in answer["suggestions"][0]["reason"]]
        assert codes == [message.code for message in expected[0].reason]
        assert answer["reading"] == []


async def test_before_a_clue_the_giver_reads_how_it_will_be_read(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, PARTNER)
        await ann.do("coach", level="always")
        status, answer = await ask(ann, table, "cB1")
        assert status == 200
        assert answer["suggestions"] == []
        assert answer["reading"][0]["code"].startswith("coach.")
        assert answer["reading"][0]["fields"]["who"] == {"seat": 1}
        status, answer = await ask(ann, table, "p1")
        assert (status, answer["code"]) == (409, "illegal")
        status, answer = await ask(ann, table, "nonsense-of-any-length")
        assert (status, answer["code"]) == (422, "unreadable")


async def test_all_read_who_uses_the_coach_and_no_other_hears_the_answer(server: Table) -> None:
    async with people(server.base, "Ann", "Ben", "Zoe") as (ann, ben, zoe):
        table = await begin(ann, OPEN, PARTNER)
        await ben.join(table)
        await ben.do("sit", seat=1)
        await ann.do("start")
        await zoe.join(table)
        await ann.do("coach", level="ask")
        await ann.look()
        before = (await server.hub.live(table)).table.seq
        for _ in range(2):
            assert (await ask(ann, table))[0] == 200
        assert (await server.hub.live(table)).table.seq == before + 1
        for person in (ann, ben, zoe):
            await person.look()
            told = [item["message"]["code"] for item in person.table["news"]]
            assert told == ["news.coach-level", "news.coach-used"]
            seats = [(seat["coach"], seat["coached"]) for seat in person.table["seats"]]
            assert seats == [("ask", True), ("off", False), ("off", False)]
        heard = b"".join(ben.received + zoe.received)
        assert b"suggestions" not in heard
        assert b"coach.discard" not in heard
        assert b"coach.read" not in heard
        stored = await server.store.load(table)
        assert all("suggest" not in repr(entry) for entry in stored)
        row = (await ann.get("/api/tables")).json()["yours"][0]
        assert row["coached"] is True


async def test_only_the_seat_on_turn_may_ask(server: Table) -> None:
    async with people(server.base, "Ann", "Ben", "Zoe") as (ann, ben, zoe):
        table = await begin(ann, OPEN)
        await ben.join(table)
        await ben.do("sit", seat=1)
        await ann.do("start")
        await ann.look()
        await ben.look()
        status, answer = await ask(ann, table)
        assert (status, answer["code"]) == (403, "forbidden")
        assert answer["sentence"] == "choose how much help you want first"
        await ben.do("coach", level="always")
        await ben.look()
        assert (await ask(ben, table))[1]["sentence"] == "it is not your turn"
        assert (await ask(zoe, table, seq=99))[1]["sentence"] == "you have no seat at this table"
        stranger = Person(server.base)
        try:
            assert (await ask(stranger, table, seq=99))[1]["sentence"] == "choose a name first"
        finally:
            await stranger.leave()
        assert (await ask(ann, "nowhere", seq=1))[0] == 404


async def test_a_question_about_a_game_that_has_gone_on_is_refused(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, CAREFUL)
        await ann.do("coach", level="ask")
        before = ann.seq
        await ann.act("p1")
        assert await ann.until_my_turn()
        status, answer = await ask(ann, table, seq=before)
        assert (status, answer["sentence"]) == (409, "the table has moved on")
        assert (await ask(ann, table))[0] == 200


async def test_an_answer_that_comes_too_late_is_dropped(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answers = asyncio.Queue[Question](), asyncio.Queue[Advice]()

    async def think(question: Question) -> Advice:
        await asked.put(question)
        return await answers.get()

    monkeypatch.setattr(server.hub.bots, "coach", think)
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, CAREFUL)
        await ann.do("coach", level="ask")
        question = asyncio.create_task(ask(ann, table))
        assert (await asyncio.wait_for(asked.get(), 30)).view.seat == 0
        status, answer = await ask(ann, table)
        assert (status, answer["code"]) == (429, "busy")
        assert answer["sentence"] == "the coach is still thinking about your last question"
        await ann.look()
        await ann.act("p1")
        await answers.put(Advice())
        status, answer = await question
        assert (status, answer["code"]) == (409, "late")


async def test_a_coach_that_breaks_down_has_nothing_to_say(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.table.coaching.answer", broken)
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, PARTNER)
        await ann.do("coach", level="ask")
        assert await ask(ann, table) == (200, {"suggestions": [], "reading": []})
        monkeypatch.undo()
        assert (await ask(ann, table))[1]["suggestions"]


def broken(_question: Question) -> Advice:
    raise RuntimeError("no idea")


async def test_the_table_may_refuse(server: Table) -> None:
    async with people(server.base, "Ann", "Ben") as (ann, ben):
        table = await begin(ann, OPEN)
        await ben.join(table)
        await ben.do("sit", seat=1)
        await ann.do("start")
        await ann.do("coach", level="always")
        await ben.do("allow-coach", allowed=False)
        await ann.look()
        assert ann.table["coach_refused"] == 1
        assert ann.table["no_coach"]["code"] == "refused.coach-refused"
        assert ann.table["seats"][0]["coach"] == "off"
        assert (await ask(ann, table))[1]["sentence"] == "Ben has refused the coach"
        assert (await ann.refusal("allow-coach", allowed=True))[0] == "forbidden"
        await ben.do("allow-coach", allowed=True)
        await ann.do("coach", level="ask")
        await ann.look()
        assert (await ask(ann, table))[0] == 200


async def test_a_named_deal_says_why_there_is_no_coach(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, PARTNER, deal="monday")
        assert ann.table["no_coach"]["code"] == "refused.coach-named-deal"
        assert (await ann.refusal("coach", level="ask"))[0] == "forbidden"
        assert (await ask(ann, table))[0] == 403


@pytest.mark.parametrize("body", [{}, {"seq": -1}, {"seq": "1"}, {"seq": 1, "seat": 1}, [], "p1", None])
async def test_bad_questions_get_a_sentence(server: Table, body: object) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await begin(ann, PARTNER)
        await ann.do("coach", level="ask")
        answer = await ann.post(f"/api/tables/{table}/coach", body)
        assert answer.status_code in (413, 422)
        assert answer.json()["sentence"]


def test_a_guest_asks_one_question_at_a_time_and_not_too_many() -> None:
    now = 0.0
    limits = CoachLimits(Allowances(1.0, MOST_QUESTIONS, clock=lambda: now))
    ann, ben = Guest("a", "Ann"), Guest("b", "Ben")
    with limits.question(ann):
        with pytest.raises(Refused, match="still thinking"), limits.question(ann):
            pass
        with limits.question(ben):
            pass
    for _ in range(MOST_QUESTIONS - 1):
        with limits.question(ann):
            pass
    with pytest.raises(Refused, match="too often"), limits.question(ann):
        pass
    now = 1.0
    with limits.question(ann):
        pass
