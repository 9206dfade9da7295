"""After the game: what if, branches, reviews and verdicts, for those who may see the cards."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.records import Record, game_kind
from tamaya.review import worker
from tamaya.rules import Seat
from tamaya.server import jobs
from tamaya.server.branches import MOST_OF_A_GUEST
from tamaya.server.database import sqlite_url
from tamaya.server.settings import Settings
from tamaya.server.store import Store
from tests.server.conftest import Postgres, Table
from tests.server.driver import OPEN, PATIENCE, Message, Person, gather, people
from tests.server.odd_studies import odd
from tests.server.servers import ServerProcess, serving

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("kernels")]

RULES = "deluxe+strikes=1"


@pytest.fixture
async def both(database: str) -> AsyncIterator[Table]:
    """A server on each kind of database."""
    async with serving(Settings(database, bot_delay=0, changes_a_second=100_000)) as (app, base):
        yield Table(base, app)


async def finish(ann: Person, bob: Person, **setup: Any) -> str:
    """A game of two that ends with the first card that does not fit."""
    table = await ann.set_up(rules=RULES, first=0, seats=[OPEN, OPEN], **setup)
    await gather(table, [ann, bob])
    await blunder(ann, bob)
    return table


async def blunder(*persons: Person) -> None:
    """Play slot 1 until that ends the game."""
    while not all(person.over for person in persons):
        mover = next(person for person in persons if person.my_turn)
        seq = await mover.act("p1")
        for person in persons:
            await person.until_seq(seq)


def record_of(rules: str = "deluxe", *actions: str, players: int = 2) -> Record:
    kind = game_kind(rules)
    return Record.make(kind, ("Ann", "Bob", "Cleo")[:players], kind.shuffle(7), Seat(0), actions)


async def bring(person: Person, record: Record) -> str:
    answer = await person.http.post("/api/records", content=str(record))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def line(person: Person, table: str, turn: int, *actions: str, **wish: Any) -> Message:
    answer = await person.post(f"/api/tables/{table}/line", {"turn": turn, "actions": list(actions), **wish})
    assert answer.status_code == 200, answer.text
    moment: Message = answer.json()
    return moment


# What if.


async def test_a_finished_game_can_go_on_otherwise(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await finish(ann, bob)
        start = await line(bob, table, 0)
        assert start["turn"] == 0
        assert all(held["card"] for hand in start["view"]["hands"] for held in hand)
        assert "p1" in start["view"]["actions"]
        clue = next(action for action in start["view"]["actions"] if action.startswith("cB"))
        told = await line(bob, table, 0, clue)
        assert (told["turn"], told["view"]["turn"], told["view"]["clues"]) == (1, 1, 7)
        assert [[event["kind"] for event in turn] for turn in told["turns"]] == [["clued"]]


async def test_a_line_tells_the_same_as_the_time_machine(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of("deluxe", "cB1", "d1", "p2", "cA1"))
        for turn in range(5):
            moment = (await ann.get(f"/api/tables/{table}/moments/{turn}")).json()
            along = await line(ann, table, 0, *["cB1", "d1", "p2", "cA1"][:turn])
            assert {**along["view"], "actions": []} == {**moment["view"], "actions": []}
            assert along["turns"][-1:] == moment["turns"]
            assert len(along["turns"]) == turn


async def test_a_line_may_lead_to_an_end_that_shows_the_deck(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await finish(ann, bob)
        whole = (await ann.get(f"/api/tables/{table}/record")).json()
        end = await line(ann, table, 0, *whole["actions"].split())
        assert end["view"]["result"]["outcome"] == "lost"
        assert end["view"]["deck"]
        assert end["view"]["actions"] == []


@pytest.mark.parametrize(
    ("turn", "actions", "status", "why"),
    [
        (99, [], 404, "the game has 2 actions"),
        (0, ["d1"], 409, "nothing to gain by discarding"),
        (0, ["cAr"], 409, ""),
        (0, ["x9"], 422, "cannot read"),
        (0, ["p1"] * 401, 422, "actions"),
        (-1, [], 422, "turn"),
        (0, [""], 422, "actions"),
    ],
)
async def test_a_line_that_cannot_be_says_why(
    server: Table, turn: int, actions: list[str], status: int, why: str
) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of("deluxe", "cB1", "d1"))
        answer = await ann.post(f"/api/tables/{table}/line", {"turn": turn, "actions": actions})
        assert (answer.status_code, why in answer.json()["sentence"]) == (status, True), answer.text


async def test_a_bot_goes_on_and_says_why(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of("deluxe", "cB1", "d1"))
        actions: list[str] = []
        for _ in range(3):
            answer = await ann.post(
                f"/api/tables/{table}/line/bot", {"turn": 1, "actions": actions, "bot": "partner"}
            )
            assert answer.status_code == 200, answer.text
            move = answer.json()
            assert move["reason"]
            actions.append(move["action"])
            assert move["moment"] == await line(ann, table, 1, *actions)


@pytest.mark.parametrize(("bot", "status"), [("unknown", 422), ("greedy", 422)])
async def test_only_a_bot_of_this_game_goes_on(server: Table, bot: str, status: int) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of("deluxe", "cB1"))
        answer = await ann.post(f"/api/tables/{table}/line/bot", {"turn": 1, "bot": bot})
        assert answer.status_code == status
        names = (await ann.get(f"/api/tables/{table}/studio")).json()["bots"]
        assert names[0] == "partner"
        assert bot not in names


async def test_nobody_goes_on_after_the_end(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await finish(ann, bob)
        turns = len((await bob.get(f"/api/tables/{table}/record")).json()["actions"].split())
        answer = await ann.post(f"/api/tables/{table}/line/bot", {"turn": turns})
        assert (answer.status_code, answer.json()["sentence"]) == (409, "the game is over")


async def test_andrewz_goes_on_otherwise_too(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of("andrewz", "pass", players=3))
        there = await line(ann, table, 0)
        assert all(there["view"]["hands"])
        assert "pass" in there["view"]["actions"]
        answer = await ann.post(f"/api/tables/{table}/line/bot", {"turn": 0, "bot": "greedy"})
        assert answer.json()["moment"]["turn"] == 1


# What no guest may see yet.


def requests(table: str) -> list[tuple[str, str, Any]]:
    here = f"/api/tables/{table}"
    return [
        ("GET", f"{here}/studio", None),
        ("POST", f"{here}/line", {"turn": 0, "actions": []}),
        ("POST", f"{here}/line/bot", {"turn": 0}),
        ("POST", f"{here}/branches", {"turn": 0, "actions": ["p1"]}),
        ("DELETE", f"{here}/branches/abc", None),
        ("GET", f"{here}/studies/review", None),
        ("POST", f"{here}/studies/review", None),
        ("DELETE", f"{here}/studies/review", None),
        ("GET", f"{here}/studies/verdict", None),
        ("POST", f"{here}/studies/verdict", None),
        ("POST", f"{here}/studies/verdict?turn=1", None),
    ]


async def refusals(person: Person, table: str) -> set[tuple[int, str]]:
    found = set()
    for method, path, body in requests(table):
        answer = await person.http.request(method, path, json=body)
        found.add((answer.status_code, answer.json()["sentence"]))
    return found


async def test_a_running_game_refuses_all_of_it(server: Table) -> None:
    """A guest who could try other moves, or hear what is best, would know the cards."""
    async with people(server.base, "Ann", "Bob", "Zoe") as [ann, bob, zoe]:
        table = await ann.set_up(rules=RULES, first=0, seats=[OPEN, OPEN], spectators="hands")
        assert {status for status, _ in await refusals(ann, table)} == {403}
        await gather(table, [ann, bob])
        for person in (ann, bob, zoe):
            assert await refusals(person, table) == {(403, "other moves are tried when the game is over")}


async def test_a_named_deal_stays_closed_to_whoever_plays_it_elsewhere(server: Table) -> None:
    async with people(server.base, "Ann", "Bob", "Zoe", "Yan") as [ann, bob, zoe, yan]:
        over = await finish(ann, bob, deal="moon")
        kept = await ann.post(f"/api/tables/{over}/branches", {"turn": 0, "actions": ["p1"]})
        assert kept.status_code == 201
        table = await zoe.set_up(rules=RULES, first=0, seats=[OPEN, OPEN], deal="moon")
        await gather(table, [zoe, yan])
        for person in (zoe, yan):
            assert {status for status, _ in await refusals(person, over)} == {403}
            assert "elsewhere" in next(iter(await refusals(person, over)))[1]
        assert (await bob.get(f"/api/tables/{over}/studio")).status_code == 200
        await blunder(zoe, yan)
        assert len((await zoe.get(f"/api/tables/{over}/studio")).json()["branches"]) == 1


# Branches.


async def test_a_branch_is_kept_for_everybody_and_removed_by_its_maker(both: Table) -> None:
    async with people(both.base, "Ann", "Bob", "") as [ann, bob, guest]:
        table = await bring(ann, record_of("deluxe", "cB1", "d1"))
        wish = {"turn": 1, "actions": ["p1", "p1"], "title": "  bolder   so "}
        made = await ann.post(f"/api/tables/{table}/branches", wish)
        assert made.status_code == 201, made.text
        expected = {"id": made.json()["id"], "turn": 1, "actions": ["p1", "p1"], "title": "bolder so"}
        for person, yours in ((ann, True), (bob, False), (guest, False)):
            seen = (await person.get(f"/api/tables/{table}/studio")).json()["branches"]
            assert seen == [{**expected, "name": "Ann", "yours": yours}]
        here = f"/api/tables/{table}/branches/{expected['id']}"
        assert (await guest.http.delete(here)).status_code == 403
        assert (await bob.http.delete(here)).status_code == 403
        assert (await ann.http.delete(here)).status_code == 204
        assert (await ann.http.delete(here)).status_code == 404
        assert (await bob.get(f"/api/tables/{table}/studio")).json()["branches"] == []


async def test_branches_travel_with_the_record(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await bring(ann, record_of("deluxe", "cB1", "d1"))
        for title in ("bolder", ""):
            wish = {"turn": 1, "actions": ["p1", "p1"], "title": title}
            assert (await ann.post(f"/api/tables/{table}/branches", wish)).status_code == 201
        text = (await bob.get(f"/api/tables/{table}/record")).text
        assert [(each.turn, each.title) for each in Record.parse(text).branches] == [(1, "bolder"), (1, "")]
        again = await bring(bob, Record.parse(text))
        seen = (await ann.get(f"/api/tables/{again}/studio")).json()["branches"]
        assert [(each["title"], each["name"], each["actions"]) for each in seen] == [
            ("bolder", "Bob", ["p1", "p1"]),
            ("", "Bob", ["p1", "p1"]),
        ]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"turn": 1, "actions": []}, 422),
        ({"turn": 0, "actions": ["d1"]}, 409),
        ({"turn": 5, "actions": ["p1"]}, 404),
        ({"turn": 0, "actions": ["p1"], "title": "x" * 81}, 422),
        ({"turn": 0, "actions": ["p1"], "title": "a\0b"}, 422),
    ],
)
async def test_a_branch_that_cannot_be_is_not_kept(server: Table, wish: Message, status: int) -> None:
    async with people(server.base, "Ann", "") as [ann, guest]:
        table = await bring(ann, record_of("deluxe", "cB1", "d1"))
        answer = await ann.post(f"/api/tables/{table}/branches", wish)
        assert (answer.status_code, bool(answer.json()["sentence"])) == (status, True)
        assert (await guest.post(f"/api/tables/{table}/branches", wish)).status_code in (403, 422)
        assert (await ann.get(f"/api/tables/{table}/studio")).json()["branches"] == []


async def test_branches_have_their_limit(both: Table) -> None:
    async with people(both.base, "Ann", "Bob") as [ann, bob]:
        table = await bring(ann, record_of("deluxe", "cB1"))
        wish = {"turn": 0, "actions": ["p1"]}
        for _ in range(MOST_OF_A_GUEST):
            assert (await ann.post(f"/api/tables/{table}/branches", wish)).status_code == 201
        more = await ann.post(f"/api/tables/{table}/branches", wish)
        assert (more.status_code, "remove one first" in more.json()["sentence"]) == (413, True)
        assert (await bob.post(f"/api/tables/{table}/branches", wish)).status_code == 201


# Reviews and verdicts.

SMALL = "deluxe+suits=red,yellow"
BASE = "/api/tables"


async def study(person: Person, table: str, kind: str = "verdict", turn: int = 0) -> Message:
    answer = await person.get(f"{BASE}/{table}/studies/{kind}", turn=str(turn))
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


async def start(person: Person, table: str, kind: str = "verdict", turn: int = 0) -> Message:
    answer = await person.post(f"{BASE}/{table}/studies/{kind}?turn={turn}")
    assert answer.status_code == 202, answer.text
    found: Message = answer.json()
    return found


async def stop(person: Person, table: str, kind: str = "verdict") -> int:
    return (await person.http.delete(f"{BASE}/{table}/studies/{kind}")).status_code


async def until(person: Person, table: str, *states: str, kind: str = "verdict", turn: int = 0) -> Message:
    async with asyncio.timeout(4 * PATIENCE):
        while (found := await study(person, table, kind, turn))["state"] not in states:
            await asyncio.sleep(0.1)
    return found


async def test_a_deal_that_can_be_won_is_told_with_a_line_that_wins_it(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await bring(ann, record_of(SMALL, "cB1", "d1"))
        assert (await study(bob, table))["state"] == "none"
        assert (await start(ann, table))["state"] in ("waiting", "working")
        found = (await until(bob, table, "done"))["verdict"]
        assert (found["winnable"], found["score"], found["perfect"]) == (True, 10, 10)
        end = await line(bob, table, 0, *found["line"])
        assert end["view"]["result"]["outcome"] == "perfect"
        assert (await start(bob, table))["verdict"] == found


async def test_what_could_still_follow_from_a_turn_is_asked_for_itself(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        # Ann discards the only red 5.
        table = await bring(ann, record_of("deluxe", "cB1", "cA1", "d2"))
        await start(ann, table, turn=3)
        found = (await until(ann, table, "done", turn=3))["verdict"]
        assert (found["winnable"], found["bound"]) == (False, 24)
        assert (await line(ann, table, 3, *found["line"]))["view"]["result"]["score"] == found["score"]
        assert (await study(ann, table))["state"] == "none"


async def test_a_review_tells_every_move_and_is_made_once(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await bring(ann, record_of(SMALL, "cB1", "d1", "p2", "cA1"))
        await start(ann, table, "review")
        found = await until(bob, table, "done", "failed", kind="review")
        assert found["state"] == "done", found
        review = found["review"]
        assert [(move["turn"], move["action"]) for move in review["moves"]] == list(
            enumerate(["cB1", "d1", "p2", "cA1"], start=1)
        )
        assert review["most"] == 10
        assert (await start(bob, table, "review"))["review"] == review


async def test_andrewz_is_not_studied(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of("andrewz", "pass", players=3))
        why = (await ann.get(f"{BASE}/{table}/studio")).json()["review"]["text"]
        answer = await ann.post(f"{BASE}/{table}/studies/review")
        assert (answer.status_code, answer.json()["sentence"]) == (409, why)
        assert "race" in why


async def test_who_has_no_name_may_look_and_not_start(server: Table) -> None:
    async with people(server.base, "Ann", "") as [ann, guest]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        assert (await study(guest, table))["state"] == "none"
        assert (await guest.post(f"{BASE}/{table}/studies/verdict")).status_code == 403
        assert (await ann.post(f"{BASE}/{table}/studies/verdict?turn=2")).status_code == 404
        assert (await ann.post(f"{BASE}/{table}/studies/gossip")).status_code == 422


async def test_a_server_says_what_it_lacks(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        before = jobs.version()
        monkeypatch.setitem(sys.modules, "numba", None)
        monkeypatch.setitem(sys.modules, "pysat", None)
        lacking = [one["text"] for one in (await ann.get(f"{BASE}/{table}/studio")).json()["lacking"]]
        assert len(lacking) == 1
        assert "numba" in lacking[0]
        assert "pip install" not in lacking[0]
        assert jobs.version() != before
        refused = await ann.post(f"{BASE}/{table}/studies/verdict")
        assert (refused.status_code, refused.json()["sentence"]) == (409, lacking[0])


# ReviewJobs that do not go as they should.


async def test_a_study_is_stopped_by_those_whose_it_is(both: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("endless"))
    async with people(both.base, "Ann", "Bob", "Cleo") as [ann, bob, cleo]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        await start(bob, table, "review")
        async with asyncio.timeout(PATIENCE):
            while (found := await study(cleo, table, "review"))["done"] == 0:
                await asyncio.sleep(0.05)
        assert (found["state"], found["done"], found["total"]) == ("working", 3, 8)
        assert (await start(cleo, table, "review"))["state"] == "working"
        assert await stop(cleo, table, "review") == 403
        assert await stop(bob, table, "review") == 204
        assert (await study(cleo, table, "review"))["state"] == "none"
        await start(bob, table, "review")
        assert await stop(ann, table, "review") == 204


async def test_one_is_worked_on_and_a_few_wait(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("endless"))
    monkeypatch.setattr(jobs, "MOST_STUDIES", 2)
    async with people(server.base, "Ann") as [ann]:
        first, second, third = [await bring(ann, record_of(SMALL, "cB1")) for _ in range(3)]
        await start(ann, first, "review")
        await until(ann, first, "working", kind="review")
        assert (await start(ann, second, "review"))["state"] == "waiting"
        refused = await ann.post(f"{BASE}/{third}/studies/review")
        assert (refused.status_code, refused.json()["code"]) == (429, "busy")
        assert await stop(ann, second, "review") == 204
        assert (await study(ann, second, "review"))["state"] == "none"
        await start(ann, second, "review")
        assert await stop(ann, first, "review") == 204
        await until(ann, second, "working", kind="review")


async def test_a_study_whose_process_dies_has_failed_and_can_be_tried_again(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("dying"))
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        await start(ann, table)
        assert (await until(ann, table, "failed"))["fault"]["text"] == "something went wrong here"
        monkeypatch.setattr(worker, "COMMAND", odd("quick"))
        await start(ann, table)
        assert (await until(ann, table, "done"))["verdict"]["score"] == 0


async def test_a_study_is_done_when_its_answer_can_be_read(
    server: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the answer is being written, however long that takes, the study is still under way."""
    monkeypatch.setattr(worker, "COMMAND", odd("quick"))
    begin = Store.begin

    @asynccontextmanager
    async def begin_slowly(self: Store) -> AsyncIterator[AsyncConnection]:
        async with begin(self) as connection:
            yield connection
            await asyncio.sleep(0.3)

    monkeypatch.setattr(Store, "begin", begin_slowly)
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        await start(ann, table)
        assert (await until(ann, table, "done"))["verdict"]["score"] == 0


async def test_a_study_that_does_not_end_is_given_up(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("endless"))
    monkeypatch.setitem(jobs.LONGEST, "verdict", 0.2)
    async with people(server.base, "Ann") as [ann]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        await start(ann, table)
        assert "too long" in (await until(ann, table, "failed"))["fault"]["text"]


async def test_two_processes_share_their_studies(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("endless"))
    monkeypatch.setattr(jobs, "BEAT", 0.1)
    settings = Settings(postgres.fresh(), bot_delay=0, changes_a_second=100_000)
    async with (
        serving(settings) as (_, here),
        serving(settings) as (_, there),
        people(here, "Ann", "Cleo") as [ann, cleo],
    ):
        away, far = Person(there, key=ann.key), Person(there, key=cleo.key)
        table = await bring(ann, record_of(SMALL, "cB1"))
        await start(cleo, table)
        async with asyncio.timeout(PATIENCE):
            while (await study(away, table))["done"] != 3:
                await asyncio.sleep(0.05)
        assert (await start(away, table))["state"] == "working"
        assert await stop(far, table) == 204
        await until(ann, table, "none")
        monkeypatch.setattr(worker, "COMMAND", odd("quick"))
        await start(away, table)
        assert (await until(ann, table, "done"))["verdict"]["score"] == 0
        await away.leave()
        await far.leave()


async def test_what_was_found_out_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("quick"))
    settings = Settings(sqlite_url(tmp_path / "tamaya.sqlite"), changes_a_second=100_000)
    async with serving(settings) as (_, base), people(base, "Ann") as [ann]:
        table = await bring(ann, record_of(SMALL, "cB1"))
        await ann.post(f"{BASE}/{table}/branches", {"turn": 0, "actions": ["p1"]})
        await start(ann, table, turn=1)
        await until(ann, table, "done", turn=1)
    async with serving(settings) as (_, base), people(base, "") as [guest]:
        assert (await study(guest, table, turn=1))["verdict"]["score"] == 1
        assert len((await guest.get(f"{BASE}/{table}/studio")).json()["branches"]) == 1


async def test_a_study_that_a_killed_server_left_can_be_started_again(tmp_path: Path) -> None:
    running = ServerProcess(tmp_path)
    try:
        running.start()
        running.wait()
        async with people(running.base, "Ann") as [ann]:
            table = await bring(ann, record_of("deluxe", "cB1", "d1"))
            await start(ann, table, "review")
            running.kill()
            running.start()
            running.wait()
            assert (await study(ann, table, "review"))["state"] == "none"
            await start(ann, table, "review")
            assert await stop(ann, table, "review") == 204
        assert running.terminate() in (0, -15)
        async with asyncio.timeout(PATIENCE):
            while running.has_left_something():
                await asyncio.sleep(0.1)
    finally:
        running.clean_up()
