"""The book of conventions at a server: who may choose it, who is told, and who goes by it."""

from __future__ import annotations

from typing import Any

import pytest

from tamaya.bots import BOTS
from tamaya.bots.partner.styles import BOOKS, DEFAULT
from tamaya.engine import Clue, State
from tamaya.rules import Seat
from tests.server.conftest import Table
from tests.server.driver import OPEN, Person, people

pytestmark = pytest.mark.anyio

PARTNER = {"kind": "bot", "bot": "partner", "name": "Hana"}
OWN_BOOK = {"kind": "bot", "bot": "plain", "name": "Ren"}


async def set_up(person: Person, *seats: Any, **wishes: Any) -> str:
    setup = {"rules": "deluxe+strikes=10", "seats": [OPEN, *seats], "first": 0, **wishes}
    table = await person.set_up(start=OPEN not in seats, **setup)
    await person.join(table)
    return table


async def state_of(server: Table, table: str) -> State:
    state = (await server.hub.live(table)).table.position
    assert isinstance(state, State)
    return state


async def test_the_catalogue_lists_the_books_and_who_keeps_to_them(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        catalogue = (await ann.get("/api/catalogue")).json()
    assert [book["name"] for book in catalogue["books"]] == [*BOOKS]
    assert [book["name"] for book in catalogue["books"] if book["usual"]] == [DEFAULT]
    assert all(book["title"]["text"] and book["words"]["text"] for book in catalogue["books"])
    plays_by = {bot["name"]: bot["plays_by"] for bot in catalogue["bots"]}
    assert {name for name, by in plays_by.items() if by == "own"} == {*BOOKS}
    assert {name for name, by in plays_by.items() if by == "table"} == {
        "partner",
        "grandmaster",
        "grandmaster-4s",
    }


async def test_a_table_that_names_none_plays_by_the_usual_book(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        await set_up(ann, OPEN)
        assert (ann.table["setup"]["conventions"], ann.table["conventions"]) == (DEFAULT, DEFAULT)


async def test_an_unknown_book_is_refused_with_a_sentence(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        refused = await ann.post(
            "/api/tables", {"rules": "deluxe", "seats": [OPEN, OPEN], "conventions": "mine"}
        )
        assert refused.status_code == 422
        assert refused.json()["sentence"] == (
            f"unknown book of conventions 'mine': known are {', '.join(BOOKS)}"
        )
        await set_up(ann, OPEN)
        wish = {**ann.table["setup"], "conventions": "mine"}
        assert (await ann.refusal("arrange", setup=wish))[0] == "unreadable"


async def test_the_host_changes_the_book_in_the_lobby_and_all_are_told(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "") as (ann, bob, watcher):
        table = await set_up(ann, OPEN, conventions="plain")
        for other in (bob, watcher):
            await other.join(table)
            assert other.table["conventions"] == "plain"
        wish = {**ann.table["setup"], "conventions": "h-group-2"}
        assert (await bob.refusal("arrange", setup=wish))[0] == "forbidden"
        await ann.do("arrange", setup=wish)
        for person in (ann, bob, watcher):
            await person.look()
            assert person.table["conventions"] == "h-group-2"
        await bob.do("sit", seat=1)
        await ann.do("start")
        assert (await ann.refusal("arrange", setup=ann.table["setup"]))[0] == "late"
        await watcher.look()
        assert watcher.table["conventions"] == "h-group-2"


@pytest.mark.parametrize("book", ["plain", "h-group-1"])
async def test_a_bot_moves_by_the_table_s_book(server: Table, book: str) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await set_up(ann, PARTNER, conventions=book)
        await ann.act("cB1")
        await ann.until_my_turn()
        live = (await server.hub.live(table)).table
        view = live.seat_view(Seat(1), 1)
        expected = BOTS["partner"].under(book).sit("seat 1").choose(view)
        assert (live.actions[1], live.reasons[2][0]) == (str(expected.action), expected.reason)


async def test_the_coach_reads_by_the_receiver_s_book(server: Table) -> None:
    """A person's is the table's; a bot may have one of its own."""
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await set_up(ann, OPEN, OWN_BOOK, conventions="h-group-1")
        await bob.join(table)
        await bob.do("sit", seat=1)
        await ann.do("start")
        await ann.do("coach", level="ask")
        view = (await state_of(server, table)).view(Seat(0), ("Ann", "Bob", "Ren"))
        coaches = {1: BOTS["partner"].under("h-group-1"), 2: BOTS["plain"]}
        for clue in [action for action in view.actions if isinstance(action, Clue)]:
            body = {"seq": ann.seq, "clue": str(clue)}
            told = (await ann.post(f"/api/tables/{table}/coach", body)).json()["reading"]
            codes = [message["code"] for message in told]
            expected = [message.code for message in coaches[clue.receiver].foretell(view, clue)]
            assert codes == [*expected, *(["coach.condition-book"] if clue.receiver == 1 else [])]


async def test_a_record_brings_its_book_back(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await set_up(ann, PARTNER, rules="deluxe+strikes=1", conventions="tamaya")
        while await ann.until_my_turn():
            await ann.act("p1")
        record = (await ann.get(f"/api/tables/{table}/record")).json()
        assert record["conventions"] == "tamaya"
        brought = (await ann.post("/api/records", record)).json()["id"]
        await ann.join(brought)
        assert ann.table["conventions"] == "tamaya"


async def test_the_bot_of_a_line_goes_by_the_table_s_book(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await set_up(ann, PARTNER, rules="deluxe+strikes=1", conventions="plain")
        while await ann.until_my_turn():
            await ann.act("p1")
        move = (await ann.post(f"/api/tables/{table}/line/bot", {"turn": 0, "actions": ["cB1"]})).json()
        before = (await server.hub.live(table)).table.at(0)
        assert isinstance(before, State)
        view = before.apply(Clue(Seat(1), "1")).view(Seat(1), ("Ann", "Hana"))
        assert move["action"] == str(BOTS["partner"].under("plain").sit("seat 1").choose(view).action)
