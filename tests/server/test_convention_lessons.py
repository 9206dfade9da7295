"""Conventions and the lessons about them over HTTP: what a learner gets, and what they must not see."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from tamaya.bots import Choice
from tamaya.bots.guides import guide
from tamaya.bots.partner.styles import BOOKS
from tamaya.engine import Play
from tamaya.exam import ExamPosition
from tamaya.exam.dealing import OURS
from tamaya.exam.teaching import lesson_positions
from tamaya.records import AnyAction
from tamaya.server.convention_routes import show_position
from tamaya.server.workers import BotPool
from tamaya.table.commands import Refused
from tests.lessons import asking, choices, right_answer, wrong_move
from tests.server.bad_bots import hangs
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, people

pytestmark = pytest.mark.anyio

LESSONS = [(book, one.id) for book in ("plain", "tamaya", "h-group-5") for one in guide(book)]


async def test_a_book_tells_its_conventions_in_the_order_of_teaching(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        book = (await guest.get("/api/conventions/h-group-2")).json()
    assert book["books"] == [*BOOKS]
    assert [one["id"] for one in book["conventions"]] == [one.id for one in guide("h-group-2")]
    assert {one["level"] for one in book["conventions"]} == {1, 2}
    assert all(one["title"]["text"] and one["words"]["text"] for one in book["conventions"])


async def test_a_book_says_how_many_positions_there_are_about_each(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        found = (await guest.get("/api/conventions/tamaya/lessons")).json()["positions"]
        lesson = (await guest.get("/api/conventions/tamaya/save")).json()
    assert found["save"] == len(lesson["positions"]) > 1


@pytest.mark.parametrize(
    "path", ["h-group-9", "h-group-1/hidden-finesse", "h-group-1/nothing", "none/lessons", "none/focus"]
)
async def test_what_is_not_taught_is_missing_with_a_sentence(server: Table, path: str) -> None:
    async with people(server.base, "") as (guest,):
        answer = await guest.get(f"/api/conventions/{path}")
    assert answer.status_code == 404
    assert answer.json()["sentence"]


async def test_a_right_answer_is_praised_with_the_board_after_the_move(server: Table) -> None:
    [right] = right_answer("h-group-1", "finesse", 1)
    async with people(server.base, "") as (guest,):
        answer = (await guest.post("/api/conventions/h-group-1/finesse/1", {"answer": right})).json()
    assert answer["judgement"]["grade"] == "right"
    assert answer["judgement"]["reason"]
    assert answer["events"][0]["kind"] == "played"
    assert answer["events"][0]["fits"]
    assert answer["view"]["seat"] == OURS


async def test_a_wrong_answer_says_what_the_bot_would_do(server: Table) -> None:
    wrong = wrong_move("h-group-1", "finesse", 1)
    async with people(server.base, "") as (guest,):
        answer = (await guest.post("/api/conventions/h-group-1/finesse/1", {"answer": wrong})).json()
    assert answer["judgement"]["grade"] == "otherwise"
    assert answer["judgement"]["answer"] == [*right_answer("h-group-1", "finesse", 1)]


async def test_an_answer_that_is_no_move_leaves_the_board_as_it_is(server: Table) -> None:
    rule, number = asking("cards")
    async with people(server.base, "") as (guest,):
        position = (await guest.get(f"/api/conventions/h-group-5/{rule}")).json()["positions"][number - 1]
        assert position["choices"] == [*choices("h-group-5", rule, number)]
        path = f"/api/conventions/h-group-5/{rule}/{number}"
        answer = (await guest.post(path, {"answer": " ".join(position["choices"])})).json()
    assert answer["view"] is None
    assert answer["judgement"]["answer"] == [*right_answer("h-group-5", rule, number)]


async def test_the_same_answer_is_not_worked_out_twice(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with people(server.base, "") as (guest,):
        path, body = "/api/conventions/h-group-1/prompt/1", {"answer": choices("h-group-1", "prompt", 1)[0]}
        first = (await guest.post(path, body)).json()

        async def refuse(*_: object) -> None:
            raise AssertionError("asked again")

        monkeypatch.setattr(BotPool, "work", refuse)
        assert (await guest.post(path, body)).json() == first


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("h-group-1/finesse/1", {"answer": "p9"}, 409),
        ("h-group-1/finesse/1", {"answer": "hello"}, 409),
        ("h-group-1/finesse/1", {"answer": ""}, 422),
        ("h-group-1/finesse/1", {"answer": "p1" * 100}, 422),
        ("h-group-1/finesse/1", {"answer": 5}, 422),
        ("h-group-1/finesse/1", {"answer": "p5", "more": 1}, 422),
        ("h-group-1/finesse/1", {}, 422),
        ("h-group-1/finesse/0", {"answer": "p5"}, 422),
        ("h-group-1/finesse/99", {"answer": "p5"}, 404),
        ("h-group-1/finesse/100", {"answer": "p5"}, 422),
        ("h-group-1/none/1", {"answer": "p5"}, 404),
        ("none/finesse/1", {"answer": "p5"}, 404),
    ],
)
async def test_an_answer_that_makes_no_sense_is_refused_with_a_sentence(
    server: Table, path: str, body: object, status: int
) -> None:
    async with people(server.base, "") as (guest,):
        answer = await guest.post(f"/api/conventions/{path}", body)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"]


async def test_many_learners_at_once_are_asked_to_wait(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state.services.variation_bots, "waiting", 100)
    async with people(server.base, "") as (guest,):
        answer = await guest.post("/api/conventions/h-group-1/chop/1", {"answer": "p3"})
    assert answer.status_code == 429


async def test_work_that_takes_too_long_is_refused_and_the_next_is_done() -> None:
    pool = BotPool(1, limit=3.0)
    try:
        assert await pool.work(abs, -1) == 1
        with pytest.raises(Refused):
            await pool.work(hangs, None)
        assert await pool.work(abs, -2) == 2
    finally:
        pool.close()


def redealt(position: ExamPosition, chance: random.Random) -> ExamPosition:
    """The same position with other cards on seat A, and another deck."""
    state = position.state
    hidden = [held.id for held in state.hands[OURS]] + [*range(state.drawn, len(state.cards))]
    faces = [state.cards[card] for card in hidden]
    chance.shuffle(faces)
    cards = list(state.cards)
    for card, face in zip(hidden, faces, strict=True):
        cards[card] = face
    return replace(position, state=replace(state, cards=tuple(cards)))


@pytest.mark.parametrize(("book", "convention"), LESSONS)
def test_a_position_does_not_show_the_learners_own_cards(book: str, convention: str) -> None:
    """What is sent stays the same when all cards that the learner cannot know are dealt again."""
    chance = random.Random(convention)
    for position in lesson_positions(book, convention):
        sent = show_position(position).model_dump_json()
        assert all(held["card"] is None for held in json.loads(sent)["view"]["hands"][OURS])
        for _ in range(3):
            assert show_position(redealt(position, chance)).model_dump_json() == sent


async def test_the_conventions_of_a_bots_move_come_with_it_and_with_the_table(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(*_: object) -> Choice[AnyAction]:
        return Choice(Play(1), "It fits.", conventions=("finesse",))

    monkeypatch.setattr(BotPool, "act", act)
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe+strikes=9", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        await ann.act("cB1")
        assert await ann.until_my_turn()
        moved = [message for message in ann.messages if message["type"] == "moved"]
        assert [message["conventions"] for message in moved] == [[], ["finesse"]]
        await ann.hello()
        assert ann.table["cited"] == {"2": ["finesse"]}
