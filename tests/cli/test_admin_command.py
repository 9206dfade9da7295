"""``tamaya admin``: copies, repairs, people and games, beside a running server or without one."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest

from benchmarks.stored_games import fill
from tamaya.server.database import sqlite_url
from tamaya.server.lock import exclusive
from tamaya.server.migrations import newest_revision
from tests.cli.conftest import Command
from tests.server.driver import CAREFUL, OPEN, Person, people
from tests.server.servers import ServerProcess


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("TAMAYA_HOME", str(folder))
    monkeypatch.delenv("TAMAYA_DATABASE", raising=False)
    return folder


@pytest.fixture
def database(home: Path) -> Path:
    """Two finished games, one abandoned, one at which a bot is due."""
    path = home / "tamaya.sqlite"
    fill(path, finished=2, abandoned=1, due=1)
    return path


@pytest.fixture
def server(home: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(home)
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()


def ask(path: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(query, values).fetchall()
        connection.commit()
    return found


def done(answer: tuple[object, str, str]) -> Any:
    code, out, err = answer
    assert code == 0, (code, out, err)
    return json.loads(out)


# Copies.


def test_a_copy_holds_everything_and_is_one_file(tamaya: Command, database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    copy = done(tamaya("admin", "backup", str(target), "--json"))
    assert (copy["tables"], copy["guests"], copy["revision"]) == (4, 1, newest_revision())
    assert copy["entries"] == ask(database, "SELECT count(*) FROM entries")[0][0]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.sqlite", "home"]
    assert ask(target, "SELECT * FROM entries") == ask(database, "SELECT * FROM entries")
    assert oct(target.stat().st_mode)[-3:] == "600"


def test_a_copy_replaces_nothing_unless_it_is_told_to(
    tamaya: Command, database: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_text("dear to me")
    code, _, _ = tamaya("admin", "backup", str(target))
    assert code == f"tamaya: {target} is there already: choose another name, or say --force"
    assert target.read_text() == "dear to me"
    code, out, _ = tamaya("admin", "backup", str(target), "--force")
    assert code == 0
    assert out.startswith(f"{target}: 4 tables, ")
    assert database.exists()


def test_a_copy_of_a_running_server_has_what_was_acknowledged(
    tamaya: Command, server: ServerProcess, home: Path, tmp_path: Path
) -> None:
    async def play(times: int) -> str:
        async with people(server.base, "Ann") as (ann,):
            table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
            await ann.join(table)
            for _ in range(times):
                await ann.act("cB1")
                await ann.until_my_turn()
            return table

    table = asyncio.run(play(2))
    done(tamaya("admin", "backup", str(tmp_path / "copy.sqlite"), "--json"))
    query = "SELECT seq, data FROM entries WHERE table_id = ? ORDER BY seq"
    assert ask(tmp_path / "copy.sqlite", query, table) == ask(home / "tamaya.sqlite", query, table)


def test_a_copy_is_put_back_and_what_was_there_is_kept(
    tamaya: Command, database: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.sqlite"
    done(tamaya("admin", "backup", str(target), "--json"))
    ask(database, "DELETE FROM entries WHERE table_id = 'over0'")
    code, _, _ = tamaya("admin", "restore", str(target))
    assert "is there already" in str(code)
    restored = done(tamaya("admin", "restore", str(target), "--force", "--json"))
    assert ask(database, "SELECT count(*) FROM entries WHERE table_id = 'over0'")[0][0] > 0
    assert ask(Path(restored["replaced"]), "SELECT count(*) FROM entries WHERE table_id = 'over0'") == [(0,)]


def test_a_copy_is_put_where_there_is_nothing(tamaya: Command, database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    done(tamaya("admin", "backup", str(target), "--json"))
    other = tmp_path / "other"
    restored = done(tamaya("admin", "restore", str(target), "--data", str(other), "--json"))
    assert (restored["file"], restored["replaced"]) == (str(other / "tamaya.sqlite"), "")
    assert ask(other / "tamaya.sqlite", "SELECT count(*) FROM tables") == [(4,)]
    assert database.exists()


@pytest.mark.parametrize("harm", ["text", "cut", "foreign", "newer"])
def test_what_is_no_whole_copy_is_not_put_back(
    tamaya: Command, database: Path, tmp_path: Path, harm: Literal["text", "cut", "foreign", "newer"]
) -> None:
    target = tmp_path / "copy.sqlite"
    done(tamaya("admin", "backup", str(target), "--json"))
    match harm:
        case "text":
            target.write_text("nothing")
        case "cut":
            target.write_bytes(target.read_bytes()[: target.stat().st_size // 2])
        case "foreign":
            target.unlink()
            ask(target, "CREATE TABLE recipes (name TEXT)")
        case "newer":
            ask(target, "UPDATE alembic_version SET version_num = '9999'")
    before = database.read_bytes()
    code, _, _ = tamaya("admin", "restore", str(target), "--force")
    assert str(code).startswith("tamaya: ")
    assert database.read_bytes() == before


@pytest.mark.parametrize("order", [["restore", "COPY", "--force"], ["repair", "--yes"], ["migrate"]])
def test_what_needs_the_database_for_itself_waits_for_no_server(
    tamaya: Command, database: Path, tmp_path: Path, order: list[str]
) -> None:
    target = tmp_path / "copy.sqlite"
    done(tamaya("admin", "backup", str(target), "--json"))
    with exclusive(sqlite_url(database)):
        code, _, _ = tamaya("admin", *[str(target) if word == "COPY" else word for word in order])
    assert f"another Tamaya is using {database.parent} (process {os.getpid()})" in str(code)


def test_where_there_is_no_database_that_is_said(tamaya: Command, home: Path) -> None:
    code, _, _ = tamaya("admin", "verify")
    assert str(code).startswith(f"tamaya: there is no database of Tamaya at {home / 'tamaya.sqlite'}")


# Logs.


def test_a_good_database_is_found_good(tamaya: Command, database: Path) -> None:
    code, out, _ = tamaya("admin", "verify")
    assert code == 0
    assert out.startswith("4 tables, ")
    assert out.endswith("all can be read.\n")
    assert database.exists()


def break_logs(database: Path) -> None:
    ask(database, "UPDATE entries SET data = '{' WHERE table_id = 'left2' AND seq = 9")
    ask(database, "DELETE FROM entries WHERE table_id = 'over0' AND seq = 4")
    ask(
        database,
        'UPDATE entries SET data = \'{"kind":"stood","seat":0}\' WHERE table_id = \'over1\' AND seq = 1',
    )


def test_all_logs_that_cannot_be_read_are_named(tamaya: Command, database: Path) -> None:
    break_logs(database)
    code, out, _ = tamaya("admin", "verify", "--json")
    report = json.loads(out)
    assert (code, report["good"], report["tables"]) == (1, False, 4)
    assert {each["table"]: each["entry"] for each in report["broken"]} == {"left2": 9, "over0": 4, "over1": 1}
    code, out, _ = tamaya("admin", "verify")
    assert code == 1
    assert "left2  entry 9: " in out


def test_a_repair_cuts_them_and_keeps_a_copy(tamaya: Command, database: Path) -> None:
    before = dict(ask(database, "SELECT table_id, count(*) FROM entries GROUP BY table_id"))
    break_logs(database)
    repaired = done_with(tamaya("admin", "repair", "--yes", "--json"))
    assert {each["table"]: (each["done"], each["kept"]) for each in repaired["repaired"]} == {
        "left2": ("cut", 8),
        "over0": ("cut", 3),
        "over1": ("set-aside", 0),
    }
    kept = [json.loads(line) for line in Path(repaired["kept"]).read_text().splitlines()]
    assert len(kept) == before["left2"] + before["over0"] - 1 + before["over1"]
    phases = dict(ask(database, "SELECT id, phase FROM tables"))
    assert (phases["left2"], phases["over0"]) == ("playing", "playing")
    code, out, _ = tamaya("admin", "verify", "--json")
    assert [each["table"] for each in json.loads(out)["broken"]] == ["over1"]
    assert code == 1


def done_with(answer: tuple[object, str, str]) -> Any:
    """The last JSON of an answer."""
    return done(answer)


def test_without_a_terminal_a_repair_wants_a_yes(tamaya: Command, database: Path) -> None:
    break_logs(database)
    code, _, _ = tamaya("admin", "repair")
    assert code == "tamaya: this cannot be undone: say --yes"
    assert ask(database, "SELECT count(*) FROM entries WHERE table_id = 'left2'")[0][0] > 8


# The shape of the database.


def test_a_database_goes_down_to_a_revision_and_up_again(tamaya: Command, database: Path) -> None:
    entries = ask(database, "SELECT table_id, seq, at, data FROM entries")
    moved = done(tamaya("admin", "migrate", "0004", "--yes", "--json"))
    assert (moved["before"], moved["after"]) == (newest_revision(), "0004")
    assert ask(Path(moved["copy"]), "SELECT version_num FROM alembic_version") == [(newest_revision(),)]
    assert ask(database, "SELECT version_num FROM alembic_version") == [("0004",)]
    code, _, _ = tamaya("admin", "verify")
    assert "has the shape of an older version" in str(code)
    moved = done(tamaya("admin", "migrate", "--json"))
    assert (moved["before"], moved["after"]) == ("0004", newest_revision())
    assert ask(database, "SELECT table_id, seq, at, data FROM entries") == entries
    assert tamaya("admin", "verify")[0] == 0


def test_a_revision_that_is_none_is_refused(tamaya: Command, database: Path) -> None:
    code, _, _ = tamaya("admin", "migrate", "1234", "--yes")
    assert "there is no revision 1234: there are 0001, " in str(code)
    assert database.exists()


# Retention.


def test_old_games_are_counted_and_deleted(tamaya: Command, database: Path) -> None:
    found = done(tamaya("admin", "prune", "--older-than", "30d", "--dry-run", "--json"))
    assert found == {"tables": 2, "kept_deals": 0, "dry": True}
    assert ask(database, "SELECT count(*) FROM tables") == [(4,)]
    assert done(tamaya("admin", "prune", "--older-than", "30d", "--yes", "--json"))["tables"] == 2
    assert ask(database, "SELECT id FROM tables ORDER BY id") == [("due3",), ("left2",)]
    assert done(tamaya("admin", "prune", "--older-than", "30d", "--all", "--yes", "--json"))["tables"] == 2
    for table in ("tables", "entries", "members"):
        assert ask(database, f"SELECT count(*) FROM {table}") == [(0,)]


def test_unfinished_games_can_be_pruned_alone(tamaya: Command, database: Path) -> None:
    done(tamaya("admin", "prune", "--older-than", "1d", "--unfinished", "--yes", "--json"))
    assert ask(database, "SELECT id FROM tables ORDER BY id") == [("over0",), ("over1",)]


def test_young_games_stay(tamaya: Command, database: Path) -> None:
    ask(database, "UPDATE tables SET changed = '2999-01-01 00:00:00.000000'")
    assert done(tamaya("admin", "prune", "--older-than", "1h", "--all", "--yes", "--json"))["tables"] == 0


def test_of_a_pruned_named_deal_it_stays_known_who_has_seen_it(tamaya: Command, database: Path) -> None:
    ask(database, "UPDATE tables SET deal = 'a deal' WHERE id = 'over0'")
    found = done(tamaya("admin", "prune", "--older-than", "30d", "--yes", "--json"))
    assert (found["tables"], found["kept_deals"]) == (2, 1)
    assert ask(database, "SELECT phase FROM tables WHERE id = 'over0'") == [("over",)]
    assert ask(database, "SELECT hidden FROM members WHERE table_id = 'over0'") == [(1,)]
    assert ask(database, "SELECT count(*) FROM entries WHERE table_id = 'over0'") == [(0,)]
    assert tamaya("admin", "verify")[0] == 0
    assert done(tamaya("admin", "prune", "--older-than", "30d", "--yes", "--json"))["tables"] == 0


@pytest.mark.parametrize("age", ["soon", "-3d", "3y", ""])
def test_an_age_that_is_none_is_refused(tamaya: Command, database: Path, age: str) -> None:
    code, _, _ = tamaya("admin", "prune", f"--older-than={age}", "--yes")
    assert "an age is written as 365d, 12h or 8w" in str(code)
    assert ask(database, "SELECT count(*) FROM tables") == [(4,)]


# Tables.


def test_tables_are_listed_without_cards(tamaya: Command, database: Path) -> None:
    rows = done(tamaya("admin", "tables", "list", "--json"))
    assert [(row["id"], row["phase"]) for row in rows] == [
        ("due3", "playing"),
        ("left2", "playing"),
        ("over1", "over"),
        ("over0", "over"),
    ]
    code, out, _ = tamaya("admin", "tables", "show", "left2")
    assert code == 0
    assert "ann  Ann" in out
    code, out, _ = tamaya("admin", "tables", "show", "left2", "--json", "--talk")
    deck = json.loads(ask(database, "SELECT data FROM entries WHERE table_id = 'left2' AND seq = 3")[0][0])
    assert deck["deck"][:20] not in out


def test_a_table_is_deleted_and_its_windows_close(tamaya: Command, server: ServerProcess) -> None:
    async def watch() -> None:
        async with people(server.base, "Ann") as (ann,):
            table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
            await ann.join(table)
            assert (await asyncio.to_thread(run, tamaya, "tables", "delete", table, "--yes"))[
                "deleted"
            ] == table
            assert await ann.wait_closed() == 1008
            assert (await ann.get(f"/api/tables/{table}/record")).status_code == 404
            assert (await ann.get("/api/tables")).json()["yours"] == []

    asyncio.run(watch())


def test_the_talk_at_a_table_is_closed_and_opened_again(tamaya: Command, server: ServerProcess) -> None:
    async def talk() -> None:
        async with people(server.base, "Ann") as (ann,):
            table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN])
            await ann.join(table)
            await ann.do("say", text="hello")
            await asyncio.to_thread(run, tamaya, "tables", "close-talk", table)
            await ann.until(lambda: bool(ann.table["news"]))
            assert ann.table["news"][0]["message"]["code"] == "news.talk-closed"
            assert await ann.refusal("say", text="again") == (
                "forbidden",
                "the people who run this server have closed the talk at this table",
            )
            await asyncio.to_thread(run, tamaya, "tables", "open-talk", table)
            await ann.until(lambda: len(ann.table["news"]) == 2)
            await ann.do("say", text="again")

    asyncio.run(talk())


def run(tamaya: Command, *words: str) -> Any:
    return done(tamaya("admin", *words, "--json"))


# Guests.


def test_guests_are_listed(tamaya: Command, database: Path) -> None:
    [row] = done(tamaya("admin", "guests", "list", "--json"))
    assert (row["id"], row["name"], row["tables"], row["banned"]) == ("ann", "Ann", 4, False)
    assert tamaya("admin", "guests", "list", "--search", "bob") == (0, "Nothing fits.\n", "")
    assert database.exists()


def test_a_guest_who_is_banned_may_only_watch(tamaya: Command, server: ServerProcess) -> None:
    async def play() -> None:
        async with people(server.base, "Ann", "Bob") as (ann, bob):
            table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], first=0)
            await ann.join(table)
            await bob.join(table)
            await bob.do("sit", seat=1)
            await ann.until(lambda: ann.table["seats"][1]["taken"])
            await ann.do("start")
            await asyncio.to_thread(run, tamaya, "guests", "ban", "Ann")
            await banned(ann)
            sentence = "the people who run this server have banned you: you may watch, and do nothing else"
            assert await ann.refusal("act", action="cB1", seq=ann.seq) == ("forbidden", sentence)
            for path, body in (
                ("/api/tables", {"rules": "deluxe", "seats": [OPEN, OPEN]}),
                ("/api/records", {}),
                ("/api/me", {"name": "Anna"}),
            ):
                answer = await ann.post(path, body)
                assert (answer.status_code, answer.json()["sentence"]) == (403, sentence)
            assert (await ann.get("/api/tables")).status_code == 200
            await ann.look()
            await asyncio.to_thread(run, tamaya, "guests", "unban", "Ann")
            async with asyncio.timeout(20):
                while (await ann.ask("act", action="cB1", seq=ann.seq))["type"] == "error":
                    await asyncio.sleep(0.1)

    asyncio.run(play())


async def banned(person: Person) -> None:
    """Wait until the server has heard of it."""
    async with asyncio.timeout(20):
        while (await person.post("/api/records", {})).status_code != 403:
            await asyncio.sleep(0.1)


def test_a_guest_is_called_otherwise_at_tables_and_in_windows(tamaya: Command, server: ServerProcess) -> None:
    async def play() -> None:
        async with people(server.base, "Rude") as (ann,):
            table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
            await ann.join(table)
            await asyncio.to_thread(run, tamaya, "guests", "rename", "Rude", "Ann")
            await ann.until(lambda: ann.table["seats"][0]["name"] == "Ann")
            assert (await ann.get("/api/me")).json()["name"] == "Ann"

    asyncio.run(play())


def test_nothing_is_left_of_a_person_who_is_forgotten(
    tamaya: Command, server: ServerProcess, home: Path
) -> None:
    async def play() -> tuple[str, str]:
        async with people(server.base, "Zacharias", "Bob") as (ann, bob):
            alone = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL])
            shared = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN], first=0)
            await ann.join(shared)
            await bob.join(shared)
            await bob.do("sit", seat=1)
            await ann.until(lambda: ann.table["seats"][1]["taken"])
            await ann.do("start")
            await ann.do("say", text="my secret")
            await ann.do("note", card=1, text="my note")
            await ann.act("cB1")
            done_ = await asyncio.to_thread(run, tamaya, "guests", "forget", "Zacharias", "--yes")
            assert (done_["deleted"], done_["changed"]) == (1, 1)
            assert await ann.wait_closed() is not None
            assert (await ann.get("/api/me")).json()["name"] == ""
            await bob.join(shared)
            assert [seat["name"] for seat in bob.table["seats"]] == ["Former guest", "Bob"]
            await bob.act("cA1")
            return alone, shared

    alone, _ = asyncio.run(play())
    path = home / "tamaya.sqlite"
    assert ask(path, "SELECT count(*) FROM tables WHERE id = ?", alone) == [(0,)]
    assert ask(path, "SELECT name FROM guests") == [("Bob",)]
    assert ask(path, "SELECT count(*) FROM notes") == [(0,)]
    text = repr(ask(path, "SELECT data FROM entries")) + repr(ask(path, "SELECT * FROM acts"))
    assert "Zacharias" not in text
    assert "my secret" not in text
    assert tamaya("admin", "verify")[0] == 0


def test_a_name_that_several_guests_have_needs_an_id(tamaya: Command, database: Path) -> None:
    row = "('ann2', 'Ann', 'x', '2025-01-01')"
    ask(database, f"INSERT INTO guests (id, name, restore_hash, created) VALUES {row}")
    code, _, _ = tamaya("admin", "guests", "ban", "Ann")
    assert str(code) == "tamaya: several guests are called Ann: say which one, ann or ann2"
    assert tamaya("admin", "guests", "ban", "nobody")[0] == "tamaya: there is no guest nobody"
    assert done(tamaya("admin", "guests", "ban", "ann2", "--json")) == {"banned": "ann2"}


def test_everything_that_is_done_is_noted(tamaya: Command, database: Path) -> None:
    done(tamaya("admin", "guests", "ban", "ann", "--json"))
    done(tamaya("admin", "tables", "delete", "over0", "--yes", "--json"))
    done(tamaya("admin", "prune", "--older-than", "30d", "--yes", "--json"))
    acts = done(tamaya("admin", "log", "--json"))
    assert [(act["act"], act["subject"]) for act in acts] == [
        ("prune", "finished"),
        ("delete table", "over0"),
        ("ban guest", "ann"),
    ]
    assert all(act["by"] for act in acts)
    assert database.exists()


# The command itself.


@pytest.mark.parametrize("path", [["admin"], ["admin", "tables"], ["admin", "guests"]])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_commands_below_are_told(tamaya: Command, path: list[str], language: str) -> None:
    _, out, err = tamaya("--language", language, *path, "--help")
    assert {"en": "Commands:", "de": "Befehle:"}[language] in out + err


def test_names_do_not_command_the_terminal(tamaya: Command, database: Path) -> None:
    ask(database, "UPDATE guests SET name = ?", "Ann\x1b[2J")
    _, out, _ = tamaya("admin", "guests", "list")
    assert "\x1b" not in out
