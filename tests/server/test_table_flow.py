"""A table from the first guest to the last card, through the real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tamaya import words
from tamaya.bots import Choice
from tamaya.engine import Action, Game, View
from tamaya.records import Record, hanablive, loads
from tamaya.rules import REMARKS
from tamaya.server.live import CloseCode
from tamaya.table.players import SeatedBot
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, GREEDY, OPEN, Message, Person, choose, gather, people, play_on
from tests.server.servers import ServerProcess

pytestmark = pytest.mark.anyio

GAMES = (
    "deluxe",
    "deluxe+avalanche+black-powder+flamboyants",
    "rnr+variant-3+variant-4",
    "andrewz",
)


TWICE = (
    "you know the cards of this deal already: you have played it, or looked at a game of it; "
    "choose another name for it"
)


@asynccontextmanager
async def two_at_a_table(base: str, **setup: Any) -> AsyncIterator[tuple[Person, Person, str]]:
    """Ann, who set the table up and begins, and Bob, in a game that has started."""
    async with people(base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(**{"rules": "deluxe", "seats": [OPEN, OPEN], "first": 0, **setup})
        await gather(table, [ann, bob])
        yield ann, bob, table


async def together(*persons: Person) -> None:
    """Everybody reads what the server has sent."""
    for person in persons:
        await person.settle()


# Whole games.


@pytest.mark.parametrize("rules", GAMES)
async def test_two_people_play_to_the_end(process: ServerProcess, rules: str) -> None:
    async with two_at_a_table(process.base, rules=rules) as (ann, bob, table):
        moves = await play_on([ann, bob])
        await together(ann, bob)
        assert ann.view == bob.view
        assert ann.phase == "over"
        record = loads((await ann.get(f"/api/tables/{table}/record")).text)
        assert list(record.actions) == ann.table["actions"]
        assert len(record.actions) == moves
        assert record.positions()[-1].over


@pytest.mark.parametrize("rules", GAMES)
async def test_somebody_plays_with_bots_to_the_end(process: ServerProcess, rules: str) -> None:
    bot = GREEDY if rules == "andrewz" else CAREFUL
    async with people(process.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules=rules, seats=[OPEN, bot, bot])
        await ann.join(table)
        assert await play_on([ann]) > 0
        await ann.until(lambda: ann.phase == "over")
        assert [seat["kind"] for seat in ann.table["seats"]] == ["open", "bot", "bot"]


async def test_bots_play_alone_while_somebody_watches(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[CAREFUL, CAREFUL])
        await ann.join(table)
        await ann.until(lambda: ann.phase == "over")
        assert ann.seat is None


async def test_every_move_is_told_with_what_it_caused(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, _):
        seq = await ann.act("cB1")
        moved = await bob.next("moved")
        assert (moved["seq"], moved["action"]) == (seq, "cB1")
        assert [event["kind"] for event in moved["events"]] == ["clued"]
        assert (moved["events"][0]["giver"], moved["events"][0]["receiver"]) == (0, 1)


async def test_a_move_is_told_to_its_sender_too(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, _):
        await ann.send(type="act", action="cB1", seq=ann.seq)
        assert [(await ann.hear())["type"] for _ in range(2)] == ["moved", "done"]


async def test_the_end_is_told_with_the_grade(server: Table) -> None:
    async with two_at_a_table(server.base, rules="deluxe") as (ann, bob, _):
        await play_on([ann, bob])
        assert ann.view is not None
        assert ann.insight is not None
        assert ann.view["result"]["outcome"] in ("counted", "perfect", "lost")
        assert ann.insight["grade"]["name"]


# Guests and tables.


async def test_nobody_sets_a_table_up_without_a_name(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        response = await guest.post("/api/tables", {"rules": "deluxe", "seats": [OPEN, OPEN]})
        assert (response.status_code, response.json()["sentence"]) == (403, "choose a name first")


async def test_nobody_sits_down_without_a_name(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, guest):
        await guest.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        assert (await guest.refusal("sit", seat=1))[0] == "forbidden"


async def test_a_guest_is_known_by_the_cookie(server: Table) -> None:
    async with people(server.base, "Ann", "") as (ann, stranger):
        assert (await ann.get("/api/me")).json() == {"name": "Ann"}
        assert (await stranger.get("/api/me")).json() == {"name": ""}


async def test_a_guest_can_choose_another_name(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        key = ann.key
        await ann.be("  Anna   Lee ")
        assert (await ann.get("/api/me")).json() == {"name": "Anna Lee"}
        assert ann.key == key


@pytest.mark.parametrize("name", ["", " ", "\t", "x" * 25, "a\u0000b", "a\u202eb"])
async def test_a_name_needs_letters(server: Table, name: str) -> None:
    async with people(server.base, "") as (guest,):
        assert (await guest.post("/api/me", {"name": name})).status_code == 422


async def test_who_sets_a_table_up_has_the_first_free_seat(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        await ann.join(await ann.set_up(rules="deluxe", seats=[CAREFUL, OPEN]))
        assert ann.seat == 1
        assert ann.table["owner"]


async def test_an_unknown_table_is_missing(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        await ann.connect("nowhere")
        assert (await ann.hear())["code"] == "missing"
        assert await ann.wait_closed() == CloseCode.NOTHING_HERE


async def test_your_tables_are_listed_for_you_alone(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        (row,) = (await ann.get("/api/tables")).json()["yours"]
        assert (row["id"], row["phase"], row["names"], row["free"]) == (table, "gathering", ["Ann"], 1)
        assert (await bob.get("/api/tables")).json() == {"yours": [], "listed": []}


async def test_a_listed_table_is_shown_to_everybody(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], listed=True)
        assert [row["id"] for row in (await bob.get("/api/tables")).json()["listed"]] == [table]
        assert (await ann.get("/api/tables")).json()["listed"] == []


async def test_the_list_says_whose_turn_it_is(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, _):
        assert (await ann.get("/api/tables")).json()["yours"][0]["your_turn"]
        assert not (await bob.get("/api/tables")).json()["yours"][0]["your_turn"]


# Before the start.


async def test_everybody_sees_who_sits_where(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN, OPEN])
        await ann.join(table)
        await bob.join(table)
        await bob.do("sit", seat=2)
        await ann.settle()
        assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "", "Bob"]
        await bob.do("stand")
        await ann.settle()
        assert [seat["taken"] for seat in ann.table["seats"]] == [True, False, False]


async def test_a_reserved_seat_is_for_whom_it_is_kept(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Cid") as (ann, bob, cid):
        seats = [OPEN, {"kind": "reserved", "name": "Bob"}]
        table = await ann.set_up(rules="deluxe", seats=seats)
        await cid.join(table)
        assert await cid.refusal("sit", seat=1) == ("forbidden", "this seat is kept for Bob")
        await bob.join(table)
        await bob.do("sit", seat=1)


async def test_the_player_count_changes_until_the_start(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN] * 5)
        for person in (ann, bob):
            await person.join(table)
        await bob.do("sit", seat=1)
        setup = {**ann.table["setup"], "seats": [OPEN, OPEN]}
        await ann.do("arrange", setup=setup)
        await ann.do("start")
        await bob.until(lambda: bob.phase == "playing")
        assert bob.view is not None
        assert len(bob.view["hands"]) == 2
        assert (await ann.refusal("arrange", setup=setup))[0] == "late"


async def test_only_the_owner_arranges_and_starts(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await bob.join(table)
        await bob.do("sit", seat=1)
        assert (await bob.refusal("start"))[0] == "forbidden"
        assert (await bob.refusal("arrange", setup=bob.table["setup"]))[0] == "forbidden"


async def test_an_impossible_table_says_why(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        response = await ann.post("/api/tables", {"rules": "deluxe", "seats": [OPEN] * 6})
        assert response.status_code == 409
        problem = response.json()
        assert (problem["code"], problem["sentence"]) == ("illegal", "deluxe is for 2 to 5 players, not 6")
        assert problem["message"]["fields"] == {"rules": "deluxe", "most": 5, "players": 6}


async def test_a_table_with_a_free_seat_does_not_start(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        response = await ann.post("/api/tables?start=true", {"rules": "deluxe", "seats": [OPEN, OPEN]})
        assert response.status_code == 409
        assert (await ann.get("/api/tables")).json()["yours"] == []
        await ann.join(await ann.set_up(rules="deluxe", seats=[OPEN, OPEN]))
        assert (await ann.refusal("start"))[0] == "illegal"


@pytest.mark.parametrize("first", [0, 1])
async def test_the_chosen_player_begins(server: Table, first: int) -> None:
    async with two_at_a_table(server.base, first=first) as (ann, _, _):
        assert ann.view is not None
        assert (ann.view["turn"], ann.view["first"], ann.table["first"]) == (first, first, first)


# Presence.


async def test_everybody_sees_who_is_here(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        await bob.hang_up()
        assert (await ann.next("presence"))["online"] == [True, False]
        await bob.join(table)
        assert (await ann.next("presence"))["online"] == [True, True]


async def test_who_watches_is_counted(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, table), people(server.base, "Cid") as (cid,):
        await cid.join(table)
        assert (await ann.next("presence"))["watching"] == 1


# Talking.


@pytest.mark.parametrize(("talk", "allowed"), [("silent", False), ("remarks", False), ("open", True)])
async def test_free_words_are_for_open_tables(server: Table, talk: str, allowed: bool) -> None:
    """C1."""
    async with two_at_a_table(server.base, rules=f"deluxe+talk={talk}") as (ann, bob, _):
        answer = await ann.ask("say", text="hello")
        assert (answer["type"] == "done") is allowed
        if allowed:
            said = await bob.next("said")
            assert said["said"] == {"name": "Ann", "seat": 0, "text": "hello"}


async def test_fixed_remarks_are_for_tables_with_remarks(server: Table) -> None:
    """C1."""
    async with two_at_a_table(server.base, rules="deluxe+talk=remarks") as (ann, bob, _):
        remark = REMARKS[0]
        await ann.do("say", text=remark)
        assert (await bob.next("said"))["said"]["text"] == remark


async def test_everybody_talks_after_the_end(server: Table) -> None:
    async with (
        two_at_a_table(server.base, rules="deluxe+strikes=1") as (ann, bob, table),
        people(server.base, "Cid") as (cid,),
    ):
        await cid.join(table)
        assert (await cid.refusal("say", text="hello"))[0] == "forbidden"
        await strike_out(ann, bob)
        await cid.do("say", text="well done")
        assert (await bob.next("said"))["said"] == {"name": "Cid", "seat": None, "text": "well done"}


async def test_what_was_said_is_there_for_who_comes_later(server: Table) -> None:
    async with two_at_a_table(server.base, rules="deluxe+talk=open") as (ann, bob, table):
        await ann.do("say", text="hello")
        await bob.join(table)
        assert bob.messages[-1]["said"] == [{"name": "Ann", "seat": 0, "text": "hello"}]


async def strike_out(*persons: Person) -> None:
    """Play whatever does not fit, until the game is lost or over."""
    while not all(person.over for person in persons):
        for person in persons:
            if person.my_turn:
                await person.act("p1")
        for person in persons:
            await person.until_seq(max(other.seq for other in persons))
    await together(*persons)


# Notes.


async def test_a_note_is_private(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        await ann.do("note", card=3, text="keep me")
        for person in (ann, bob):
            await person.join(table)
        assert ann.table["notes"] == {"3": "keep me"}
        assert bob.table["notes"] == {}
        assert not any(b"keep me" in received for received in bob.received)


async def test_a_note_is_removed_when_it_is_empty(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, table):
        await ann.do("note", card=3, text="keep me")
        await ann.do("note", card=3, text="")
        await ann.join(table)
        assert ann.table["notes"] == {}


async def test_a_note_reaches_ones_other_windows_alone(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        second = Person(server.base, key=ann.key)
        await second.join(table)
        await together(ann, bob, second)
        before = len(bob.messages)
        await ann.do("note", card=3, text="keep me")
        await second.next("table")
        assert second.table["notes"] == {"3": "keep me"}
        await bob.settle()
        assert "table" not in [message["type"] for message in bob.messages[before:]]
        await second.hang_up()


async def test_who_watches_takes_no_notes(server: Table) -> None:
    async with two_at_a_table(server.base) as (_, _, table), people(server.base, "Cid") as (cid,):
        await cid.join(table)
        assert (await cid.refusal("note", card=0, text="x"))[0] == "forbidden"


# Taking back.


async def test_moves_stand_unless_the_table_says_otherwise(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, _):
        assert ann.table["setup"]["undo"] is False
        await ann.act("p1")
        assert (await ann.refusal("undo", wish="ask"))[0] == "forbidden"


async def test_a_move_is_taken_back_when_everybody_agrees(server: Table) -> None:
    async with two_at_a_table(server.base, undo=True) as (ann, bob, _):
        before = ann.view
        await ann.act("p1")
        await ann.do("undo", wish="ask")
        await bob.settle()
        assert bob.table["undo"] == {"asker": 0, "agreed": [0]}
        await bob.do("undo", wish="agree")
        await together(ann, bob)
        assert ann.view == before
        assert (ann.table["actions"], ann.table["undo"]) == ([], None)
        await ann.act("cB1")


async def test_one_refusal_keeps_the_move(server: Table) -> None:
    async with two_at_a_table(server.base, undo=True) as (ann, bob, _):
        await ann.act("p1")
        await ann.do("undo", wish="ask")
        await bob.do("undo", wish="refuse")
        await ann.settle()
        assert (ann.table["actions"], ann.table["undo"]) == (["p1"], None)


async def test_bots_always_agree(server: Table) -> None:
    server.hub.bot_delay = 3600
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], undo=True, first=0)
        await ann.join(table)
        await ann.act("p1")
        await ann.do("undo", wish="ask")
        assert ann.table["actions"] == []
        assert ann.my_turn


async def test_ones_own_move_is_taken_back_with_what_bots_did_since(server: Table) -> None:
    server.hub.bot_delay = 0
    async with people(server.base, "Ann") as (ann,):
        seats = [OPEN, CAREFUL, CAREFUL]
        table = await ann.set_up(start=True, rules="deluxe", seats=seats, undo=True, first=1)
        await ann.join(table)
        await ann.until(lambda: ann.my_turn)
        assert (await ann.refusal("undo", wish="ask"))[0] == "illegal"
        await ann.act("p1")
        await ann.until(lambda: not ann.my_turn)
        await ann.until(lambda: ann.my_turn)
        await ann.do("undo", wish="ask")
        assert len(ann.table["actions"]) == 2
        assert ann.my_turn
        await ann.join(table)
        assert len(ann.table["actions"]) == 2


async def test_a_bot_does_not_move_while_somebody_asks(server: Table) -> None:
    server.hub.bot_delay = 0.2
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN, CAREFUL], undo=True, first=1)
        await gather(table, [ann, bob])
        await bob.act("p1")
        await ann.do("undo", wish="ask")
        await asyncio.sleep(0.5)
        await together(ann, bob)
        assert ann.table["actions"] == ["p1"]
        await bob.do("undo", wish="refuse")
        assert (await bob.next("moved"))["view"]["turn"] == 0


# Spectators.


async def test_a_table_may_show_nothing_to_who_watches(server: Table) -> None:
    async with (
        two_at_a_table(server.base, spectators="none") as (ann, bob, table),
        people(server.base, "Cid") as (cid,),
    ):
        await cid.join(table)
        assert cid.view is None
        assert cid.messages[-1]["turns"] == []
        assert cid.insight is None
        await ann.act("cB1")
        await bob.until_seq(ann.seq)
        await cid.settle()
        assert "moved" not in [message["type"] for message in cid.messages]
        assert (await cid.get(f"/api/tables/{table}/moments/0")).status_code == 403


async def test_a_table_may_show_public_facts(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, table), people(server.base, "") as (guest,):
        await guest.join(table)
        assert ann.view is not None
        assert guest.view is not None
        assert cards(guest.view) == {None}
        await ann.act("p1")
        moved = await guest.next("moved")
        assert moved["view"]["turn"] == 1
        assert cards(moved["view"]) == {None}


async def test_a_table_may_show_all_hands(server: Table) -> None:
    async with (
        two_at_a_table(server.base, spectators="hands") as (_, _, table),
        people(server.base, "Cid") as (cid,),
    ):
        await cid.join(table)
        assert cid.view is not None
        assert None not in cards(cid.view)
        assert cid.view["deck"] is None


def cards(view: Message) -> set[str | None]:
    return {held["card"] for hand in view["hands"] for held in hand}


# After the end.


async def test_people_play_again_at_a_new_table(server: Table) -> None:
    async with two_at_a_table(server.base, rules="deluxe+strikes=1", deal="monday") as (ann, bob, table):
        assert (await ann.refusal("again"))[0] == "illegal"
        await strike_out(ann, bob)
        await bob.do("again")
        await ann.settle()
        following = ann.table["following"]
        assert following not in ("", table)
        assert (await ann.refusal("again"))[0] == "late"
        for person in (ann, bob):
            await person.join(following)
        assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Bob"]
        assert (ann.table["owner"], bob.table["owner"]) == (False, True)
        assert (ann.phase, ann.table["setup"]["deal"]) == ("gathering", "")
        await bob.do("start")


async def test_the_new_table_is_everybodys(server: Table) -> None:
    async with two_at_a_table(server.base, rules="deluxe+strikes=1") as (ann, bob, _):
        await strike_out(ann, bob)
        await ann.do("again")
        assert len((await bob.get("/api/tables")).json()["yours"]) == 2


async def test_only_the_players_play_again(server: Table) -> None:
    async with (
        two_at_a_table(server.base, rules="deluxe+strikes=1") as (ann, bob, table),
        people(server.base, "Cid") as (cid,),
    ):
        await strike_out(ann, bob)
        await cid.join(table)
        assert (await cid.refusal("again"))[0] == "forbidden"


async def test_the_record_is_shown_when_the_game_is_over(server: Table) -> None:
    async with two_at_a_table(server.base, rules="deluxe+strikes=1") as (ann, bob, table):
        for format in ("tamaya", "hanablive"):
            response = await ann.get(f"/api/tables/{table}/record", format=format)
            assert (response.status_code, response.json()["code"]) == (403, "forbidden")
        await strike_out(ann, bob)
        record = loads((await ann.get(f"/api/tables/{table}/record")).text)
        assert record.names == ("Ann", "Bob")
        assert list(record.actions) == ann.table["actions"]


async def test_there_is_no_record_before_the_start(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        assert (await ann.get(f"/api/tables/{table}/record")).status_code == 403


async def test_a_record_can_be_brought_back_to_look_at(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        await play_on([ann, bob])
        record = await ann.get(f"/api/tables/{table}/record")
        brought = await bob.http.post("/api/records", content=record.content)
        assert brought.status_code == 201
        await ann.join(brought.json()["id"])
        assert (ann.phase, ann.table["uploaded"], ann.seat) == ("over", True, None)
        again = await ann.get(f"/api/tables/{brought.json()['id']}/record")
        assert again.content == record.content


async def test_a_game_of_hanab_live_can_be_brought_to_look_at(server: Table) -> None:
    async with two_at_a_table(server.base, rules="original") as (ann, bob, table):
        await play_on([ann, bob])
        await together(ann, bob)
        exported = (await ann.get(f"/api/tables/{table}/record", format="hanablive")).json()
        assert hanablive.import_game(exported).names == ("Ann", "Bob")
        brought = await ann.post("/api/records", exported)
        before = ann.view
        await ann.join(brought.json()["id"])
        assert before is not None
        assert ann.view is not None
        assert ann.view["result"] == before["result"]


async def test_hanab_live_does_not_know_andrewz(server: Table) -> None:
    async with two_at_a_table(server.base, rules="andrewz") as (ann, bob, table):
        await play_on([ann, bob])
        response = await ann.get(f"/api/tables/{table}/record", format="hanablive")
        assert (response.status_code, response.json()["code"]) == (409, "illegal")


async def test_a_record_that_is_cut_off_is_refused(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        for text in ("", "{", "[]", "null", '{"format": "tamaya-record"}', "\u00ff"):
            response = await ann.http.post("/api/records", content=text.encode("latin-1"))
            assert (response.status_code, response.json()["code"]) == (422, "unreadable"), text


async def test_a_record_with_names_that_cannot_be_shown_is_refused(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        record = json.loads(str(Record.of(Game(["Ann", "Bob"], seed=16))))
        for name in ("\x1b[31mAnn", "\ud800", "A" * 100_000, ""):
            response = await ann.http.post(
                "/api/records", content=json.dumps({**record, "players": [name, "Bob"]})
            )
            assert (response.status_code, response.json()["code"]) == (422, "unreadable"), name[:20]


async def test_a_seat_cannot_be_given_a_name_that_cannot_be_shown(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        for name in ("\x1b[31mAnn", "\u202eAnn", "Ann\n"):
            seats = [OPEN, {**CAREFUL, "name": name}]
            response = await ann.post("/api/tables", {"rules": "deluxe", "seats": seats})
            assert response.status_code == 422, name


async def test_a_record_of_an_unfinished_game_shows_every_card(server: Table) -> None:
    """A guest who has the record has the deck anyway."""
    async with two_at_a_table(server.base, rules="deluxe+strikes=1") as (ann, bob, table):
        await strike_out(ann, bob)
        record = json.loads((await ann.get(f"/api/tables/{table}/record")).text)
        half = {**record, "actions": "", "result": None}
        brought = (await ann.post("/api/records", half)).json()["id"]
        await ann.join(brought)
        assert ann.view is not None
        assert None not in cards(ann.view)
        assert (await ann.refusal("act", action="p1", seq=ann.seq))[0] == "forbidden"


# Deals.


async def test_a_named_deal_is_the_same_at_every_table(server: Table) -> None:
    async def deck(name: str) -> str:
        async with two_at_a_table(server.base, rules="deluxe+strikes=1", deal=name) as (ann, bob, table):
            await strike_out(ann, bob)
            return str((await ann.get(f"/api/tables/{table}/record")).json()["deck"])

    assert await deck("monday") == await deck(" monday ")
    assert await deck("monday") != await deck("tuesday")
    assert await deck("") != await deck("")


async def test_nobody_plays_a_named_deal_twice(server: Table) -> None:
    async with (
        two_at_a_table(server.base, deal="monday") as (ann, bob, _),
        people(server.base, "Cid") as (cid,),
    ):
        second = await cid.set_up(rules="deluxe", seats=[OPEN, OPEN], deal=" monday")
        await ann.join(second)
        assert await ann.refusal("sit", seat=1) == ("illegal", TWICE)
        body = {"rules": "deluxe", "seats": [OPEN, CAREFUL], "deal": "monday"}
        refused = await bob.post("/api/tables?start=true", body)
        assert (refused.status_code, refused.json()["sentence"]) == (409, TWICE)
        other = await bob.set_up(start=True, **{**body, "deal": "tuesday"})
        await bob.join(other)
        assert bob.view is not None


async def test_a_deal_that_is_named_after_people_sat_down_is_checked_at_the_start(server: Table) -> None:
    async with (
        two_at_a_table(server.base, deal="monday") as (ann, _, __),
        people(server.base, "Cid") as (cid,),
    ):
        plan: dict[str, Any] = {"rules": "deluxe", "seats": [OPEN, OPEN]}
        second = await cid.set_up(**plan)
        await cid.join(second)
        await ann.join(second)
        await ann.do("sit", seat=1)
        await cid.do("arrange", setup={**plan, "deal": "monday"})
        code, sentence = await cid.refusal("start")
        assert (code, sentence) == (
            "illegal",
            "a player here knows the cards of this deal already; choose another name for it",
        )


async def test_nobody_watches_a_named_deal_until_it_is_over(server: Table) -> None:
    plan = {"deal": "monday", "spectators": "hands", "rules": "deluxe+strikes=1"}
    async with two_at_a_table(server.base, **plan) as (ann, bob, table), people(server.base, "Cid") as (cid,):
        await cid.join(table)
        assert (cid.view, cid.table["setup"]["spectators"]) == (None, "none")
        assert (await cid.get(f"/api/tables/{table}/moments/0")).status_code == 403
        await strike_out(ann, bob)
        await cid.until(lambda: cid.view is not None)
        assert cid.view is not None
        assert None not in cards(cid.view)


async def test_a_finished_deal_stays_closed_to_those_who_play_it_elsewhere(server: Table) -> None:
    plan = {"deal": "monday", "rules": "deluxe+strikes=1"}
    async with (
        two_at_a_table(server.base, **plan) as (ann, bob, done),
        two_at_a_table(server.base, **plan) as (cid, dot, running),
        people(server.base, "Eve") as (eve,),
    ):
        await strike_out(ann, bob)
        stranger = httpx.AsyncClient(base_url=server.base, trust_env=False)
        doors = (f"/api/tables/{done}/record", f"/api/tables/{done}/moments/0")
        for door in doors:
            assert [(await who.get(door)).status_code for who in (ann, eve, cid, dot)] == [200, 200, 403, 403]
            assert (await stranger.get(door)).status_code == 403
        await cid.join(done)
        assert cid.view is None
        await cid.join(running)
        await strike_out(cid, dot)
        for door in doors:
            # A guest without a name could play the deal afterwards, so the server must know who looks.
            assert [(await who.get(door)).status_code for who in (cid, stranger)] == [200, 403]
        await stranger.aclose()
        await cid.join(done)
        assert cid.view is not None


# The time machine.


@pytest.mark.parametrize("rules", ["deluxe", "deluxe+flamboyants", "andrewz"])
async def test_every_moment_shows_what_was_seen_then(server: Table, rules: str) -> None:
    async with (
        two_at_a_table(server.base, rules=rules) as (ann, bob, table),
        people(server.base, "Cid") as (cid,),
    ):
        await cid.join(table)
        seen = {person: [person.view] for person in (ann, bob, cid)}
        # In andrewz neither can have laid all six cards by then.
        for _ in range(10):
            mover = ann if ann.my_turn else bob
            await mover.act(choose(mover, [ann, bob]))
            for person, views in seen.items():
                await person.until_seq(mover.seq)
                views.append(person.view)
        for person, views in seen.items():
            for turn, view in enumerate(views):
                moment = (await person.get(f"/api/tables/{table}/moments/{turn}")).json()
                assert moment["turn"] == turn
                assert moment["view"] == view


async def test_a_moment_tells_what_the_action_before_it_caused(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        await ann.act("cB1")
        moved = await bob.next("moved")
        moment = (await bob.get(f"/api/tables/{table}/moments/1")).json()
        assert moment["turns"] == [moved["events"]]
        assert (await bob.get(f"/api/tables/{table}/moments/0")).json()["turns"] == []


async def test_after_the_end_every_moment_shows_every_hand(server: Table) -> None:
    async with two_at_a_table(server.base, rules="deluxe+strikes=1") as (ann, bob, table):
        await strike_out(ann, bob)
        for turn in range(len(ann.table["actions"]) + 1):
            view = (await ann.get(f"/api/tables/{table}/moments/{turn}")).json()["view"]
            assert None not in cards(view)


async def test_the_future_is_not_shown(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, table):
        assert (await ann.get(f"/api/tables/{table}/moments/1")).status_code == 404
        for turn in ("-1", "x", "10000"):
            assert (await ann.get(f"/api/tables/{table}/moments/{turn}")).status_code == 422


# How much a screen shows.


@pytest.mark.parametrize(
    ("table_shows", "screen_asks", "shown"),
    [
        ("deduced", "deduced", "deduced"),
        ("told", "deduced", "told"),
        ("deduced", "nothing", "nothing"),
        ("nothing", "deduced", "nothing"),
    ],
)
async def test_a_screen_shows_at_most_what_the_table_allows(
    server: Table, table_shows: str, screen_asks: str, shown: str
) -> None:
    async with two_at_a_table(server.base, detail=table_shows) as (ann, bob, table):
        await ann.act("cB1")
        await bob.join(table, detail=screen_asks)
        assert bob.view is not None
        assert bob.insight is not None
        held = bob.view["hands"][1][0]
        assert (bob.insight["possible"] is not None) is (shown == "deduced")
        assert not bob.insight["possible"] or all(bob.insight["possible"][1])
        assert bool(held["yes"] + held["no"]) is (shown != "nothing")


# Coming back.


async def test_who_comes_back_is_told_what_was_missed(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        seen = bob.seq
        await bob.hang_up()
        await ann.act("cB1")
        await bob.join(table, seen=seen)
        message = bob.messages[-1] if bob.messages[-1]["type"] == "table" else bob.messages[-2]
        assert [[event["kind"] for event in turn] for turn in message["turns"]] == [["clued"]]
        assert bob.my_turn


async def test_who_has_missed_nothing_is_told_nothing_again(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        await ann.act("cB1")
        await bob.until_seq(ann.seq)
        await bob.join(table, seen=bob.seq)
        assert [message["turns"] for message in bob.messages if message["type"] == "table"][-1] == []
        assert bob.my_turn


async def test_a_move_from_before_is_too_late(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, _):
        old = bob.seq
        await ann.act("cB1")
        await bob.until_seq(ann.seq)
        assert await bob.refusal("act", action="p1", seq=old) == ("late", "the table has moved on")


async def test_a_move_that_is_sent_twice_is_made_once(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, _, _):
        seq = ann.seq
        await ann.do("act", action="cB1", seq=seq)
        assert (await ann.refusal("act", action="cB1", seq=seq))[0] == "late"
        await ann.join(ann.table["id"])
        assert ann.table["actions"] == ["cB1"]


async def test_a_guest_may_have_two_windows(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        other = Person(server.base, key=ann.key)
        await other.join(table)
        assert other.seat == 0
        assert other.view == ann.view
        await other.act("cB1")
        await ann.until_seq(other.seq)
        assert ann.view == other.view
        await other.leave()
        await bob.until(lambda: any(message["type"] == "presence" for message in bob.messages))
        presence = [message for message in bob.messages if message["type"] == "presence"][-1]
        assert presence["online"] == [True, True]


async def test_a_table_is_there_after_the_server_has_been_away(server: Table) -> None:
    async with two_at_a_table(server.base) as (ann, bob, table):
        await ann.act("cB1")
        await bob.until_seq(ann.seq)
        before = bob.view
        await ann.hang_up()
        await bob.hang_up()
        server.hub._tables.clear()
        await bob.join(table)
        assert bob.view == before
        await bob.act("p1")


async def test_a_table_that_is_forgotten_goes_on_for_who_is_there(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory holds a number of tables; a guest who has connected but not yet said hello must not be lost."""
    async with two_at_a_table(server.base) as (ann, bob, table), people(server.base, "Cid") as (cid,):
        await ann.hang_up()
        await bob.hang_up()
        await cid.connect(table)
        await asyncio.sleep(0.05)
        monkeypatch.setattr("tamaya.server.tables.CACHED_TABLES", 1)
        await cid.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        await cid.hello()
        await ann.act("cB1")
        assert (await cid.next("moved"))["action"] == "cB1"


# Reading.


async def test_the_catalogue_names_everything_that_can_be_chosen(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        catalogue = (await guest.get("/api/catalogue")).json()
        assert {"deluxe", "rnr", "andrewz"} <= {edition["id"] for edition in catalogue["editions"]}
        assert {"careful", "greedy"} <= {bot["name"] for bot in catalogue["bots"]}
        for edition in catalogue["editions"]:
            rules = await guest.get("/api/rules", text=edition["id"])
            assert rules.json()["text"] == edition["id"]


async def test_rules_that_cannot_be_read_say_why(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        response = await guest.get("/api/rules", text="delux")
        assert response.status_code == 422
        assert "did you mean 'deluxe'" in response.json()["sentence"]


async def test_every_step_of_the_lesson_has_a_right_answer(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        for step in (await guest.get("/api/lesson")).json()["steps"]:
            for action in step["right"]:
                answer = await guest.post(f"/api/lesson/{step['id']}", {"action": action})
                assert answer.json()["right"], (step["id"], action)


async def test_a_wrong_answer_in_the_lesson_is_no_error(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        answer = await guest.post("/api/lesson/see", {"action": "p1"})
        assert (answer.status_code, answer.json()["right"]) == (200, False)
        assert (await guest.post("/api/lesson/none", {"action": "p1"})).status_code == 404
        assert (await guest.post("/api/lesson/see", {"action": "d1"})).status_code == 422


# Reasons.


def read_reason(sent: list[dict[str, Any]]) -> str:
    """A reason as a client with the catalogue says it, which is what its English text says."""
    said = " ".join(str(words.Message.read({"code": one["code"], "fields": one["fields"]})) for one in sent)
    assert said == " ".join(one["text"] for one in sent)
    return said


async def test_a_bot_says_why_aloud_at_once_and_its_secrets_at_the_end(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(_seated: SeatedBot, view: View, _asker: object) -> Choice[Action]:
        return Choice(view.actions[0], "I felt like it.", "You hold a 5.")

    monkeypatch.setattr(server.hub.bots, "act", talk)
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe+strikes=2", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        await ann.act("cB1")
        await ann.until(lambda: ann.my_turn)
        moves = [message for message in ann.messages if message["type"] == "moved"]
        assert [read_reason(message["reason"]) for message in moves] == ["", "I felt like it."]
        await ann.join(table)
        assert list(ann.table["reasons"]) == ["2"]
        assert read_reason(ann.table["reasons"]["2"]) == "I felt like it."
        while not ann.over:
            await ann.act("p1")
            await ann.until(lambda: ann.my_turn or ann.over)
        await ann.join(table)
        assert read_reason(ann.table["reasons"]["2"]) == "I felt like it. You hold a 5."
