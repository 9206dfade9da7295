"""What version 0.1.0 has kept is opened by this one: records, saved games, reviews, a server's database."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tamaya import andrewz, engine
from tamaya.records import Record, load, loads
from tamaya.review import Review
from tamaya.tui.local import LocalSession
from tamaya.tui.remote import RemoteSession
from tamaya.tui.saved_games import GameFile, Unfinished, unfinished
from tamaya.tui.seating import resume
from tamaya.tui.session import Open
from tests.server.driver import CAREFUL, OPEN, PATIENCE, Person
from tests.server.servers import ServerProcess

Facts: TypeAlias = dict[str, Any]

SAVED = Path(__file__).parent / "v0_1_0"
STRANGER = ""
"""A guest without a key, in the facts about a server's tables."""


def facts_of(name: str) -> Facts:
    found: Facts = json.loads((SAVED / name).read_text(encoding="utf-8"))
    return found


RECORDS = facts_of("records.json")
TERMINAL = facts_of("terminal.json")
REVIEWS = facts_of("reviews.json")
SERVER = facts_of("server/facts.json")
TABLES: dict[str, Facts] = SERVER["tables"]


def ids_with(*fields: str) -> list[str]:
    return [name for name, table in TABLES.items() if all(field in table for field in fields)]


# Records.


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_leads_to_the_same_end(name: str) -> None:
    assert end_of(load(SAVED / "records" / name)) == RECORDS[name]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_can_be_written_again(name: str) -> None:
    record = load(SAVED / "records" / name)
    assert loads(str(record)) == record


def test_the_records_hold_actions_of_every_kind() -> None:
    records = [load(SAVED / "records" / name) for name in RECORDS]
    cooperative = {
        action[0] for record in records if record.kind.game == "hanabi" for action in record.actions
    }
    assert cooperative == set("pdcofbe")
    assert any(record.branches for record in records)


def end_of(record: Record) -> Facts:
    """All that the facts say about a record: what it is, and how the table looks after the last action."""
    view = record.positions()[-1].spectate(hands=True, names=record.names)
    known: Facts = {
        "rules": record.rules,
        "players": list(record.names),
        "first": record.first,
        "actions": len(record.actions),
        "branches": [[branch.turn, len(branch.actions), branch.title] for branch in record.branches],
        "turn": view.turn,
        "deck": view.deck_size,
        "discards": " ".join(view.discards),
    }
    if isinstance(view, engine.View):
        ended = view.result and {"outcome": view.result.outcome.value, "score": view.result.score}
        return known | {
            "hands": [" ".join(str(held.card) for held in hand) for hand in view.hands],
            "displays": list(view.displays),
            "clues": view.clues,
            "strikes": view.strikes,
            "tiles": view.tiles_left,
            "result": ended,
        }
    assert isinstance(view, andrewz.View)
    won = view.result and {"outcome": view.result.outcome.value, "winner": view.result.winner}
    return known | {
        "hands": [" ".join(hand or ()) for hand in view.hands],
        "piles": [" ".join(pile) for pile in view.piles],
        "result": won,
    }


# Games that the terminal saved.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with the games that the terminal has kept there."""
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    shutil.copytree(SAVED / "terminal", tmp_path / "terminal")
    return tmp_path


def test_the_terminal_offers_its_unfinished_games(home: Path) -> None:
    offered = [
        {
            "file": game.path.name,
            "people": game.people,
            "bot": game.bot,
            "rules": game.record.rules,
            "players": list(game.record.names),
            "actions": " ".join(game.record.actions),
        }
        for game in unfinished()
    ]
    assert offered == TERMINAL["unfinished"]


@pytest.mark.parametrize("sort", ["given up", "finished"])
def test_the_terminal_does_not_offer_what_was_given_up_or_finished(home: Path, sort: str) -> None:
    file = home / "terminal" / TERMINAL[sort]["file"]
    assert file not in [game.path for game in unfinished()]
    assert " ".join(load(file).actions) == TERMINAL[sort]["actions"]


@pytest.mark.parametrize("file", [row["file"] for row in TERMINAL["unfinished"]])
def test_an_unfinished_game_goes_on_in_the_terminal(home: Path, file: str) -> None:
    """Everybody moves once, people and bots."""
    game = next(game for game in unfinished() if game.path.name == file)
    asyncio.run(play_a_round(game))
    before, after = game.record, load(game.path)
    assert after.actions[: len(before.actions)] == before.actions
    assert len(after.actions) >= len(before.actions) + len(before.names)


async def play_a_round(game: Unfinished) -> None:
    """Take the game up, and move for the people while the bots move for themselves."""
    changed = asyncio.Event()
    session = LocalSession(*resume(GameFile(game.path), game.people, game.bot), delay=0)
    following = asyncio.create_task(session.follow(changed.set))
    until = len(game.record.actions) + len(game.record.names)
    try:
        async with asyncio.timeout(PATIENCE):
            while session.scene.turns < until:
                if session.scene.curtain is not None:
                    await session.wish(Open())
                view = session.scene.view
                assert view is not None
                if view.my_turn:
                    await session.act(view.actions[-1])
                else:
                    changed.clear()
                    await changed.wait()
    finally:
        session.close()
        following.cancel()


# Reviews.


@pytest.mark.parametrize("name", REVIEWS)
def test_a_review_is_read_again(name: str) -> None:
    text = gzip.decompress((SAVED / "reviews" / name).read_bytes()).decode()
    review = Review.from_plain(json.loads(text))
    found = {
        "rules": review.rules,
        "players": list(review.names),
        "outcome": review.outcome,
        "score": review.score,
        "most": review.most,
        "rollouts": review.rollouts,
        "actions": " ".join(move.action for move in review.moves),
        "notes": len(review.notes),
        "advice": [move.advice and move.advice.action for move in review.moves],
        "last reason": " ".join(map(str, [move.advice.reason for move in review.moves if move.advice][-1])),
        "lost": [move.lost for move in review.moves],
        "deal": review.deal
        and {"score": review.deal.score, "bound": review.deal.bound, "line": len(review.deal.line)},
        "end": review.end and review.end.score,
        "winnable": review.winnable,
        "graph": [point.score for point in review.graph],
        "costly": [move.turn for move in review.costly],
        "missed": [move.turn for move in review.missed],
    }
    assert found == REVIEWS[name]
    assert Review.from_plain(review.plain()) == review
    assert review.html()


# The database of a server.


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """Async tests run on asyncio, like the server."""
    return "asyncio"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on a copy of the database, for tests that look and change nothing."""
    yield from serve(tmp_path_factory.mktemp("found"))


@pytest.fixture(scope="module")
def going_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on another copy, for tests that go on at a table, each at its own."""
    yield from serve(tmp_path_factory.mktemp("going-on"))


def serve(home: Path) -> Iterator[ServerProcess]:
    database = gzip.decompress((SAVED / "server" / "tamaya.sqlite.gz").read_bytes())
    (home / "tamaya.sqlite").write_bytes(database)
    running = ServerProcess(home)
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()


@asynccontextmanager
async def guests(server: ServerProcess, *names: str) -> AsyncIterator[list[Person]]:
    """Guests of the old server, each with the cookie that they got there; STRANGER has none."""
    persons = [Person(server.base, key=SERVER["guests"].get(name, "")) for name in names]
    try:
        yield persons
    finally:
        for person in persons:
            await person.leave()


def table_id(name: str) -> str:
    return str(TABLES[name]["id"])


def path_of(name: str, *more: object) -> str:
    return "/".join(["/api/tables", table_id(name), *map(str, more)])


@pytest.mark.anyio
@pytest.mark.parametrize("name", SERVER["guests"])
async def test_a_guest_is_known_by_an_old_cookie(found: ServerProcess, name: str) -> None:
    async with guests(found, name) as [guest]:
        assert (await guest.get("/api/me")).json()["name"] == name


@pytest.mark.anyio
@pytest.mark.parametrize("name", TABLES)
async def test_a_table_is_as_it_was_left(found: ServerProcess, name: str) -> None:
    for viewer, seen in TABLES[name]["seen"].items():
        async with guests(found, viewer) as [person]:
            await person.join(table_id(name))
            message = person.messages[-1]
            assert message["type"] == "table"
            assert shown(message["table"]) == {key: TABLES[name][key] for key in shown(message["table"])}
            assert seen_by(message) == seen


def shown(table: Facts) -> Facts:
    """What everybody sees of a table; of a game that is closed to a viewer, version 0.1.0 told the moves."""
    names = {row["id"]: name for name, row in TABLES.items()}
    known = {
        "id": table["id"],
        "phase": table["phase"],
        "setup": {key: table["setup"][key] for key in TABLES["running"]["setup"]},
        "rules": table["rules"]["text"],
        "seats": [[seat["kind"], seat["name"], seat["bot"], seat["taken"]] for seat in table["seats"]],
        "first": table["first"],
        "actions": " ".join(table["actions"]),
        "undo": table["undo"],
        "following": names.get(table["following"], table["following"]),
        "uploaded": table["uploaded"],
        "reasons": {turn: " ".join(one["text"] for one in said) for turn, said in table["reasons"].items()},
    }
    if table["hidden"] is not None:
        assert (known.pop("actions"), known.pop("reasons")) == ("", {})
    return known


def seen_by(message: Facts) -> Facts:
    """What one viewer sees of it."""
    return {
        "seat": message["table"]["seat"],
        "owner": message["table"]["owner"],
        "notes": message["table"]["notes"],
        "said": [[said["name"], said["seat"], said["text"]] for said in message["said"]],
        "view": message["view"] and position_in(message),
    }


def position_in(message: Facts) -> Facts:
    """The position as a view shows it, in the form of the facts."""
    view = message["view"]
    known = {"turn": view["turn"], "deck": view["deck_size"]}
    known |= {key: " ".join(view[key]) for key in ("discards", "actions")}
    if view["game"] == "hanabi":
        known |= {key: view[key] for key in ("displays", "clues", "strikes", "tiles_left", "tile")}
        known["score"] = message["insight"]["score"]
        known["hands"] = [" ".join(held["card"] or "??" for held in hand) for hand in view["hands"]]
        known["told"] = [" ".join(held["yes"] or "-" for held in hand) for hand in view["hands"]]
        result = ("outcome", "score", "counted")
    else:
        known["hands"] = [None if hand is None else " ".join(hand) for hand in view["hands"]]
        known["piles"] = [" ".join(pile) for pile in view["piles"]]
        result = ("outcome", "winner", "standings")
    return known | {"result": view["result"] and {key: view["result"][key] for key in result}}


@pytest.mark.anyio
@pytest.mark.parametrize("guest", SERVER["guests"])
async def test_the_lists_hold_the_same_tables(found: ServerProcess, guest: str) -> None:
    names = {row["id"]: name for name, row in TABLES.items()}
    columns = ("rules", "phase", "names", "free", "your_turn", "score", "points")
    async with guests(found, guest) as [person]:
        lists = (await person.get("/api/tables")).json()
    assert SERVER["lists"][guest] == {
        sort: {names[row["id"]]: [row[column] for column in columns] for row in lists[sort]}
        for sort in ("yours", "listed")
    }


@pytest.mark.anyio
async def test_the_bots_of_all_tables_can_still_be_chosen(found: ServerProcess) -> None:
    async with guests(found, STRANGER) as [stranger]:
        catalogue = (await stranger.get("/api/catalogue")).json()
    known = {(row["game"], row["name"]) for row in catalogue["bots"]}
    seated = {
        ("andrewz" if table["rules"] == "andrewz" else "hanabi", bot)
        for table in TABLES.values()
        for _, _, bot, _ in table["seats"]
        if bot
    }
    assert len(seated) >= 9
    assert seated <= known


@pytest.mark.anyio
@pytest.mark.parametrize(
    "name", [name for name, table in TABLES.items() if table["phase"] == "over" or table["uploaded"]]
)
async def test_the_record_of_an_old_game_is_handed_out(found: ServerProcess, name: str) -> None:
    table = TABLES[name]
    viewer, seen = next(iter(table["seen"].items()))
    async with guests(found, viewer) as [person]:
        answer = await person.get(path_of(name, "record"))
        moment = (await person.get(path_of(name, "moments", 1))).json()
    record = loads(answer.text)
    assert record.rules == table["rules"]
    assert list(record.names) == [seat[1] for seat in table["seats"]]
    assert " ".join(record.actions) == table["actions"]
    assert [(branch.turn, " ".join(branch.actions), branch.title) for branch in record.branches] == [
        (kept["turn"], kept["actions"], kept["title"]) for kept in table.get("branches", [])
    ]
    result = seen["view"]["result"]
    end = end_of(record)["result"]
    assert end == (result and {key: result[key] for key in end})
    assert moment["turn"] == 1
    assert moment["turns"]


@pytest.mark.anyio
@pytest.mark.parametrize("name", ids_with("branches"))
async def test_the_branches_are_still_there(found: ServerProcess, name: str) -> None:
    async with guests(found, STRANGER) as [stranger]:
        studio = (await stranger.get(path_of(name, "studio"))).json()
        lines = [
            await stranger.post(path_of(name, "line"), {"turn": kept["turn"], "actions": kept["actions"]})
            for kept in studio["branches"]
        ]
    assert [
        {"turn": kept["turn"], "actions": " ".join(kept["actions"])}
        | {"title": kept["title"], "name": kept["name"]}
        for kept in studio["branches"]
    ] == TABLES[name]["branches"]
    assert [line.status_code for line in lines] == [200] * len(lines)


STUDYING = pytest.mark.skipif(
    find_spec("numba") is None or find_spec("pysat") is None,
    reason="what was found out with more at hand is found out again",
)


@STUDYING
@pytest.mark.anyio
@pytest.mark.parametrize("name", ids_with("review"))
async def test_the_review_is_still_there(found: ServerProcess, name: str) -> None:
    async with guests(found, STRANGER) as [stranger]:
        study = (await stranger.get(path_of(name, "studies", "review"))).json()
    assert study["state"] == "done"
    review, summary, deal = study["review"], study["summary"], study["review"]["deal"]
    assert TABLES[name]["review"] == {
        **{key: review[key] for key in ("outcome", "score", "most", "rollouts")},
        "moves": " ".join(move["action"] for move in review["moves"]),
        "deal": {"score": deal["score"], "bound": deal["bound"], "line": len(deal["line"])},
        **{key: summary[key] for key in ("costly", "missed", "winnable")},
        "graph": len(summary["graph"]),
    }


@STUDYING
@pytest.mark.anyio
@pytest.mark.parametrize("name", ids_with("verdicts"))
async def test_the_verdicts_are_still_there(found: ServerProcess, name: str) -> None:
    for kept in TABLES[name]["verdicts"]:
        async with guests(found, STRANGER) as [stranger]:
            study = (await stranger.get(path_of(name, "studies", "verdict"), turn=str(kept["turn"]))).json()
            assert study["state"] == "done"
            verdict = study["verdict"]
            wish = {"turn": kept["turn"], "actions": verdict["line"]}
            end = (await stranger.post(path_of(name, "line"), wish)).json()["view"]["result"]
        assert kept == {
            "turn": kept["turn"],
            **{key: verdict[key] for key in ("score", "bound", "perfect", "winnable")},
            "line": " ".join(verdict["line"]),
        }
        assert end["score"] == kept["score"]


@pytest.mark.anyio
async def test_a_named_deal_that_is_being_played_stays_hidden(found: ServerProcess) -> None:
    async with guests(found, "Ann", STRANGER) as [ann, stranger]:
        record = await ann.get(path_of("named-deal-played", "record"))
        assert record.json()["deck"] == TABLES["named-deal-played"]["deck"]
        assert (await stranger.get(path_of("named-deal-played", "record"))).status_code == 403


# Going on at the tables of the old server.


@pytest.mark.anyio
async def test_a_running_game_goes_on(going_on: ServerProcess) -> None:
    """Ann agrees to what Bob had asked for, so his last move is gone; then he, the bot and Ann move."""
    before = TABLES["running"]["actions"].split()
    asker = TABLES["running"]["undo"]["asker"]
    async with guests(going_on, "Ann", "Bob") as [ann, bob]:
        for person in (ann, bob):
            await person.join(table_id("running"))
        assert asker == bob.seat
        await ann.do("undo", wish="agree")
        await bob.until(lambda: bob.my_turn)
        left = bob.table["actions"]
        assert left == before[: len(left)]
        assert len(left) < len(before)
        assert bob.table["undo"] is None

        assert bob.view is not None
        clue = next(action for action in bob.view["actions"] if action[0] == "c")
        await bob.act(clue)
        await ann.until(lambda: ann.my_turn)
        moved = [message for message in ann.messages if message["type"] == "moved"][-1]
        assert moved["reason"]
        await ann.act("p1")
        await ann.do("say", text="Here we are again.")

        await bob.join(table_id("running"))
        assert bob.table["actions"] == [*left, clue, moved["action"], "p1"]
        assert bob.messages[-1]["said"][-1]["text"] == "Here we are again."


@pytest.mark.anyio
async def test_a_running_game_of_andrewz_goes_on(going_on: ServerProcess) -> None:
    before = TABLES["andrewz-running"]["actions"].split()
    async with guests(going_on, "Cid") as [cid]:
        await cid.join(table_id("andrewz-running"))
        assert cid.view is not None
        action = cid.view["actions"][0]
        await cid.act(action)
        assert await cid.until_my_turn()
        await cid.hello()
        assert cid.table["actions"][: len(before) + 1] == [*before, action]
        assert len(cid.table["actions"]) == len(before) + 3


@pytest.mark.anyio
async def test_a_game_can_start_where_people_had_gathered(going_on: ServerProcess) -> None:
    """Cid takes the seat that was kept for him."""
    async with guests(going_on, "Ann", "Bob", "Cid") as [ann, bob, cid]:
        for person in (ann, bob, cid):
            await person.join(table_id("gathering"))
        await cid.do("sit", seat=2)
        await ann.do("start")
        await bob.until(lambda: bob.phase == "playing")
        assert [seat["name"] for seat in bob.table["seats"]][:3] == ["Ann", "Bob", "Cid"]
        assert bob.view is not None
        assert len(bob.view["hands"]) == 4


@pytest.mark.anyio
async def test_those_who_went_on_to_a_new_table_can_start_there(going_on: ServerProcess) -> None:
    async with guests(going_on, "Ann", "Bob") as [ann, bob]:
        await ann.join(table_id("continued"))
        following = ann.table["following"]
        for person in (ann, bob):
            await person.join(following)
        assert (ann.seat, bob.seat) == (1, 0)
        await ann.do("start")
        await bob.until(lambda: bob.phase == "playing")
        assert bob.table["rules"]["text"] == TABLES["continued"]["rules"]


@pytest.mark.anyio
async def test_a_named_deal_still_deals_the_same_cards(going_on: ServerProcess) -> None:
    """And those who have played it cannot play it again."""
    setup = TABLES["named-deal-played"]["setup"]
    wish = {"rules": setup["rules"], "first": 0, "deal": setup["deal"], "seats": [OPEN, CAREFUL]}
    deck = TABLES["named-deal-played"]["deck"].split()
    async with guests(going_on, "Ann", "Cid") as [ann, cid]:
        await cid.join(await cid.set_up(start=True, **wish))
        assert cid.view is not None
        assert sorted(held["card"] for held in cid.view["hands"][1]) == sorted(deck[5:10])
        refused = await ann.post("/api/tables?start=true", wish)
        assert refused.status_code == 409
        assert "you know the cards of this deal already" in refused.json()["sentence"]


@pytest.mark.anyio
async def test_a_branch_is_removed_by_its_maker_alone_and_another_one_kept(going_on: ServerProcess) -> None:
    async with guests(going_on, "Ann", "Bob") as [ann, bob]:
        branches = (await bob.get(path_of("finished", "studio"))).json()["branches"]
        [mine] = [branch for branch in branches if branch["yours"]]
        place = path_of("finished", "branches", mine["id"])
        assert (await ann.http.delete(place)).status_code == 403
        assert (await bob.http.delete(place)).status_code == 204
        wish = {"turn": 1, "actions": ["p2"], "title": "Or so"}
        assert (await bob.post(path_of("finished", "branches"), wish)).status_code == 201
        kept = (await ann.get(path_of("finished", "studio"))).json()["branches"]
    assert sorted(branch["title"] for branch in kept) == ["", "Or so"]


def test_a_terminal_has_its_old_seat_at_the_server(found: ServerProcess, home: Path) -> None:
    """It is known there by the key that it has kept; only the port of the server is another one today."""
    text = (SAVED / "server" / "guest.json").read_text(encoding="utf-8")
    (home / "guest.json").write_text(text.replace(":8484", f":{found.port}"), encoding="utf-8")

    async def visit() -> int | None:
        changed = asyncio.Event()
        session = RemoteSession(f"{found.base}/table/{table_id('from-a-terminal')}", name="Dee")
        following = asyncio.create_task(session.follow(changed.set))
        try:
            async with asyncio.timeout(PATIENCE):
                while session.scene.lobby is None:
                    changed.clear()
                    await changed.wait()
                return session.scene.lobby.seat
        finally:
            session.close()
            following.cancel()

    assert asyncio.run(visit()) == TABLES["from-a-terminal"]["seen"]["Dee"]["seat"]
