"""A guest's games: search, filters, pages, statistics, and what removing one does."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, update

from tamaya.records.history import Ending, Loss, PlayedGame, statistics
from tamaya.review import Hindsight, MoveReview, Reach, Review
from tamaya.rules import Seat
from tamaya.server.database import now
from tamaya.server.schema import ENTRIES, GAMES, MEMBERS, STUDIES, TABLES
from tamaya.server.settings import Settings
from tamaya.words import Message
from tests.server.conftest import Postgres, Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, people, play_on
from tests.server.servers import serving

pytestmark = pytest.mark.anyio

RANDOM = {"kind": "bot", "bot": "random"}


async def listed(person: Person, **query: str) -> dict[str, Any]:
    answer = await person.get("/api/games", **query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(games: dict[str, Any]) -> list[str]:
    return [row["id"] for row in games["rows"]]


async def show(person: Person, rules: str = "deluxe", **more: object) -> str:
    """A game of two bots, to its end."""
    table = await person.set_up(start=True, rules=rules, seats=[CAREFUL, RANDOM], **more)
    await person.join(table)
    await person.until(lambda: person.over)
    return table


async def finish(person: Person, rules: str = "deluxe", **more: object) -> str:
    """A game against a bot, to its end."""
    table = await person.set_up(start=True, rules=rules, seats=[OPEN, CAREFUL], **more)
    await person.join(table)
    await play_on([person])
    return table


async def test_a_finished_game_is_listed_with_its_result(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await finish(ann)
        [row] = (await listed(ann))["rows"]
        assert (row["id"], row["source"], row["seat"]) == (table, "played", 0)
        assert row["names"][0] == "Ann"
        assert row["bots"] == ["", "careful"]
        assert row["outcome"] in ("perfect", "counted", "lost")
        assert ann.view is not None
        assert (row["score"], row["strikes"]) == (ann.view["result"]["score"], ann.view["strikes"])
        assert row["points"] == 25


async def test_the_list_follows_a_running_game(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL])
        [row] = (await listed(ann))["rows"]
        assert (row["outcome"], row["score"], row["strikes"]) == ("playing", None, None)
        await ann.join(table)
        await play_on([ann])
        [row] = (await listed(ann))["rows"]
        assert row["outcome"] in ("perfect", "counted", "lost")


async def test_games_are_searched_by_names_rules_deal_and_tags(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        one = await finish(ann, deal="Monday 100%")
        two = await show(ann, "deluxe+black-powder")
        (await ann.http.put(f"/api/games/{two}/tags", json={"tags": ["to learn", "x_y"]})).raise_for_status()
        assert ids(await listed(ann, search="monday")) == [one]
        assert ids(await listed(ann, search="BLACK")) == [two]
        assert ids(await listed(ann, search="to-learn")) == [two]
        assert ids(await listed(ann, search="learn x_y")) == [two]
        assert ids(await listed(ann, search="100%")) == [one]
        assert ids(await listed(ann, search="1_0")) == []
        assert ids(await listed(ann, search="nowhere")) == []
        assert (await listed(ann, search="learn"))["rows"][0]["tags"] == ["to-learn", "x_y"]


async def test_games_are_filtered(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        shown = await show(ann)
        both = await ann.set_up(rules="rnr", seats=[OPEN, OPEN, RANDOM])
        await gather(both, [ann, bob])
        await play_on([ann, bob])
        games = await listed(ann)
        assert (games["editions"], games["players"]) == (["deluxe", "rnr"], [2, 3])
        assert "Bob" in games["partners"]
        assert "[random]" in games["partners"]
        assert "Ann" not in games["partners"]
        assert ids(await listed(ann, edition="rnr")) == [both]
        assert ids(await listed(ann, players="2")) == [shown]
        assert ids(await listed(ann, partner="Bob")) == [both]
        assert ids(await listed(ann, partner="[careful]")) == [shown]
        assert set(ids(await listed(ann, result="finished"))) == {both, shown}
        assert ids(await listed(ann, result="playing")) == []
        assert ids(await listed(ann, source="imported")) == []
        assert ids(await listed(bob)) == [both]


async def test_a_filter_that_does_not_exist_is_refused(server: Table) -> None:
    async with people(server.base, "Ann", "") as [ann, stranger]:
        for query in ({"sort": "wildest"}, {"page": "0"}, {"players": "1"}, {"result": "x"}):
            assert (await ann.get("/api/games", **query)).status_code == 422
        assert (await stranger.get("/api/games")).status_code == 403
        assert (await ann.get("/api/games", search="\0")).status_code == 200


async def test_thousands_of_games_come_in_pages_by_an_index(server: Table) -> None:
    """One fold for each game that was played; the list itself reads rows."""
    async with people(server.base, "Ann") as [ann]:
        table = await show(ann)
        await listed(ann)
        await _copy_game(server, table, 3000)
        games = await listed(ann, sort="oldest")
        assert (games["total"], games["pages"], len(games["rows"])) == (3001, 121, 25)
        last = await listed(ann, sort="oldest", page="121")
        assert len(last["rows"]) == 1
        beyond = await listed(ann, sort="oldest", page="999")
        assert (beyond["page"], ids(beyond)) == (121, ids(last))
        seen = [one for page in range(1, 5) for one in ids(await listed(ann, sort="best", page=str(page)))]
        assert len(set(seen)) == len(seen) == 100
        async with server.store.engine.connect() as connection:
            plan = await connection.exec_driver_sql(
                "EXPLAIN QUERY PLAN SELECT * FROM members JOIN games ON games.table_id = members.table_id "
                "JOIN tables ON tables.id = games.table_id WHERE members.guest_id = 'x'"
            )
            steps: list[Any] = list(plan)
            assert not [step for step in steps if " SCAN " in f" {step[3]} "]


async def _copy_game(server: Table, table: str, times: int) -> None:
    """Many games of the same guest with the same result."""
    async with server.store.begin() as connection:
        for source, key in ((TABLES, "id"), (MEMBERS, "table_id"), (GAMES, "table_id")):
            row = (await connection.execute(select(source).where(source.c[key] == table))).mappings().one()
            copies = [{**row, key: f"copy{number}"} for number in range(times)]
            await connection.execute(insert(source), copies)


# Sources.


async def test_an_import_that_stops_midway_is_unfinished(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await show(ann)
        record = (await ann.get(f"/api/tables/{table}/record")).json()
        record["actions"] = " ".join(record["actions"].split()[:3])
        record["result"] = None
        brought = (await ann.post("/api/records", record)).json()["id"]
        games = await listed(ann, result="unfinished")
        assert ids(games) == [brought]
        assert games["rows"][0]["source"] == "saved"
        [row] = [row for row in (await ann.get("/api/tables")).json()["yours"] if row["id"] == brought]
        assert row["uploaded"]
        assert ids(await listed(ann, result="playing")) == []


async def test_a_record_of_another_program_is_an_import(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await show(ann)
        export = (await ann.get(f"/api/tables/{table}/record", format="hanablive")).json()
        brought = (await ann.post("/api/records", export)).json()["id"]
        assert ids(await listed(ann, source="imported")) == [brought]
        assert ids(await listed(ann, source="played")) == [table]


# Removing.


async def test_a_game_of_ones_own_is_deleted_with_its_log(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await finish(ann)
        assert (await listed(ann))["rows"][0]["removal"] == "delete"
        answer = await ann.http.delete(f"/api/games/{table}")
        assert answer.json() == {"removal": "delete"}
        assert ids(await listed(ann)) == []
        assert (await ann.get("/api/tables")).json()["yours"] == []
        assert (await ann.get(f"/api/tables/{table}/record")).status_code == 404
        async with server.store.engine.connect() as connection:
            for kept in (ENTRIES, MEMBERS, GAMES, TABLES):
                assert await connection.scalar(select(func.count()).select_from(kept)) == 0


async def test_a_game_with_others_is_only_hidden_from_ones_own_list(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await gather(table, [ann, bob])
        await play_on([ann, bob])
        answer = await ann.http.delete(f"/api/games/{table}")
        assert answer.json() == {"removal": "hide-others"}
        assert ids(await listed(ann)) == []
        assert (await ann.get("/api/tables")).json()["yours"] == []
        assert ids(await listed(bob)) == [table]
        assert (await bob.get(f"/api/tables/{table}/record")).status_code == 200


async def test_a_line_that_another_guest_kept_keeps_the_game(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as [ann, bob]:
        table = await show(ann)
        line = {"turn": 0, "actions": ["p1"]}
        assert (await bob.post(f"/api/tables/{table}/branches", line)).status_code == 201
        assert (await ann.http.delete(f"/api/games/{table}")).json() == {"removal": "hide-others"}


async def test_a_named_deal_is_hidden_so_that_its_cards_are_not_played_twice(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        table = await finish(ann, deal="monday")
        assert (await ann.http.delete(f"/api/games/{table}")).json() == {"removal": "hide-deal"}
        again = {"rules": "deluxe", "seats": [OPEN, CAREFUL], "deal": "monday"}
        assert (await ann.post("/api/tables?start=true", again)).status_code == 409


async def test_a_stranger_removes_nothing(server: Table) -> None:
    async with people(server.base, "Ann", "Eve", "") as [ann, eve, stranger]:
        table = await show(ann)
        assert (await eve.http.delete(f"/api/games/{table}")).status_code == 404
        assert (await eve.http.put(f"/api/games/{table}/tags", json={"tags": ["mine"]})).status_code == 404
        assert (await stranger.http.delete(f"/api/games/{table}")).status_code == 403
        assert ids(await listed(ann)) == [table]


async def test_a_running_game_that_is_deleted_ends_for_those_who_watch(server: Table) -> None:
    async with people(server.base, "Ann", "Eve") as [ann, eve]:
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL])
        await eve.join(table)
        assert (await ann.http.delete(f"/api/games/{table}")).json() == {"removal": "delete"}
        assert await eve.wait_closed() == 1008
        assert (await ann.get(f"/api/tables/{table}/moments/0")).status_code == 404


async def test_other_processes_let_go_of_a_deleted_table(postgres: Postgres) -> None:
    settings = Settings(postgres.fresh(), bot_delay=0, changes_a_second=100_000)
    async with (
        serving(settings) as (_, one),
        serving(settings) as (_, two),
        people(one, "Ann") as [ann],
        people(two, "") as [eve],
    ):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL])
        await eve.join(table)
        assert (await ann.http.delete(f"/api/games/{table}")).status_code == 200
        assert await eve.wait_closed() == 1008
        assert (await eve.get(f"/api/tables/{table}/moments/0")).status_code == 404
        assert ids(await listed(ann)) == []


async def test_lists_work_on_postgres(postgres: Postgres) -> None:
    settings = Settings(postgres.fresh(), bot_delay=0, changes_a_second=100_000)
    async with serving(settings) as (_, base), people(base, "Ann") as [ann]:
        table = await finish(ann, deal="Monday")
        for sort in ("latest", "oldest", "best", "worst", "longest", "shortest"):
            assert ids(await listed(ann, search="mon", partner="[careful]", sort=sort)) == [table]
        assert (await ann.get("/api/games/statistics")).json()["statistics"]["games"] == 1
        assert (await ann.http.delete(f"/api/games/{table}")).json() == {"removal": "hide-deal"}


# Statistics.


async def test_statistics_count_ones_own_finished_games(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        await show(ann)  # Two bots: not a game of hers.
        await finish(ann)
        await ann.set_up(start=True, rules="rnr", seats=[OPEN, CAREFUL])
        found = (await ann.get("/api/games/statistics")).json()["statistics"]
        assert found["games"] == 1
        [edition] = found["editions"]
        assert ann.view is not None
        best = ann.view["result"]["score"]
        assert (edition["key"], edition["games"], edition["best"]) == ("deluxe", 1, best)
        assert [tally["key"] for tally in found["players"]] == ["2"]
        assert [tally["key"] for tally in found["partners"]] == ["[careful]"]
        assert (found["reviewed"], found["not_reviewed"], found["losses"]) == (0, 1, [])
        assert found["days"] == {"now": 1, "best": 1}
        none = (await ann.get("/api/games/statistics", edition="rnr")).json()["statistics"]
        assert (none["games"], none["total"]) == (0, [])


def review_of(*hindsights: Hindsight | None) -> Review:
    """A review with one move for each of these, by two seats in turn."""
    nothing = MoveReview(
        turn=1, seat=Seat(0), name="Ann", action="p1", words=(), gone=0, pace=None, efficiency=None,
        risk=None, told=None, advice=None, estimate=None, played=None, better=None, later=(), hindsight=None,
    )  # fmt: skip
    moves = [
        replace(nothing, turn=number + 1, seat=Seat(number % 2), hindsight=hindsight)
        for number, hindsight in enumerate(hindsights)
    ]
    return Review(
        rules="deluxe", names=("Ann", "Bob"), first=Seat(0), outcome="counted", score=20, most=25,
        ending=Message("x"), seed=1, rollouts=0, total=len(moves), stopped=False, notes=(),
        moves=tuple(moves), end=None, deal=None,
    )  # fmt: skip


async def plant_review(server: Table, table: str, review: Review) -> None:
    row = {"table_id": table, "kind": "review", "turn": 0, "version": "v", "state": "done", "worker": "w"}
    values = {"changed": now(), "done": 1, "total": 1, "answer": json.dumps(review.plain())}
    async with server.store.begin() as connection:
        await connection.execute(delete(STUDIES))
        await connection.execute(insert(STUDIES).values({**row, **values}))


async def test_losses_come_from_the_reviews_that_were_made(server: Table) -> None:
    all_known = Reach(25, 25)
    async with people(server.base, "Ann") as [ann]:
        table = await finish(ann)

        async def found() -> dict[str, Any]:
            answer: dict[str, Any] = (await ann.get("/api/games/statistics")).json()["statistics"]
            return answer

        await plant_review(server, table, review_of(None, None))
        without = await found()
        assert (without["reviewed"], without["not_reviewed"], without["losses"]) == (0, 1, [])
        mine = Hindsight(all_known, Reach(23, 23), 2, "discard")
        theirs = Hindsight(Reach(23, 23), Reach(22, 22), 1, "misplay")
        await plant_review(server, table, review_of(mine, theirs))
        seen = await found()
        assert (seen["reviewed"], seen["not_reviewed"]) == (1, 0)
        assert seen["losses"] == [
            {"kind": "discard", "moves": 1, "points": 2, "yours": 2},
            {"kind": "misplay", "moves": 1, "points": 1, "yours": 0},
        ]
        async with server.store.begin() as connection:
            await connection.execute(update(STUDIES).values(answer="{"))
        assert (await found())["losses"] == seen["losses"], "a review is read once"


DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


def game(
    outcome: str, score: int | None, *, day: int = 0, losses: tuple[Loss, ...] | None = None
) -> PlayedGame:
    ending = Ending(outcome, score, 25, 0, None)  # type: ignore[arg-type]
    return PlayedGame("deluxe", ("Ann", "Bob"), ("", ""), 0, ending, DAY + timedelta(days=day), losses)


def test_streaks_are_counted_in_the_order_of_the_games() -> None:
    games = [
        game("perfect", 25, day=0),
        game("perfect", 25, day=1),
        game("lost", 0, day=2),
        game("perfect", 25, day=4),
        game("counted", 20, day=5),
        game("playing", None, day=6),
    ]
    found = statistics(reversed(games), UTC, date(2026, 5, 7))
    assert (found.perfect.now, found.perfect.best) == (0, 2)
    assert (found.unbroken.now, found.unbroken.best) == (2, 2)
    assert (found.days.now, found.days.best) == (2, 3)
    assert statistics(games, UTC, date(2026, 5, 8)).days.now == 0
    [total] = found.total
    assert (total.games, total.mean, total.best, total.share, total.perfect, total.lost) == (
        5,
        19.0,
        25,
        0.76,
        3,
        1,
    )


def test_a_game_that_was_not_reviewed_counts_as_such_and_never_as_zero() -> None:
    reviewed = game(
        "counted", 20, losses=(Loss(0, "discard", 2), Loss(1, "discard", 1), Loss(-1, "unplaced", 1))
    )
    found = statistics([reviewed, game("counted", 18)])
    assert (found.reviewed, found.not_reviewed) == (1, 1)
    assert [(loss.kind, loss.moves, loss.points, loss.yours) for loss in found.losses] == [
        ("discard", 2, 3, 2),
        ("unplaced", 1, 1, 0),
    ]


def test_a_race_has_no_score_and_no_mean() -> None:
    found = statistics([game("won", None)])
    assert (found.total[0].mean, found.total[0].best, found.total[0].share) == (None, None, None)
    assert found.not_reviewed == 0


async def test_days_begin_where_the_guest_lives(server: Table) -> None:
    async with people(server.base, "Ann") as [ann]:
        for _ in range(2):
            await finish(ann)
        await listed(ann)
        noon = now().replace(hour=12, minute=0)
        async with server.store.begin() as connection:
            tables = (await connection.execute(select(GAMES.c.table_id))).scalars().all()
            late, early = noon.replace(hour=23) - timedelta(days=1), noon.replace(hour=1)
            for table, ended in zip(tables, (late, early), strict=True):
                await connection.execute(update(GAMES).where(GAMES.c.table_id == table).values(ended=ended))
        utc = (await ann.get("/api/games/statistics", offset="0")).json()["statistics"]
        ahead = (await ann.get("/api/games/statistics", offset="120")).json()["statistics"]
        assert (utc["days"]["best"], ahead["days"]["best"]) == (2, 1)
        assert (await ann.get("/api/games/statistics", offset="5000")).status_code == 422
