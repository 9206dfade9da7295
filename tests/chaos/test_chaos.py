"""A little chaos on each database; `make chaos` runs as much of it as you like."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tamaya.server.database import sqlite_url
from tests.chaos.checks import check_all, read_notes
from tests.chaos.run import Chaos, Plan
from tests.server.conftest import Postgres

pytestmark = pytest.mark.anyio


async def test_nothing_is_lost_or_doubled_in_chaos_on_the_embedded_database(tmp_path: Path) -> None:
    report = await Chaos(Plan(seed="test", moves=100, kills=2, groups=8), tmp_path).run()
    assert report.wrong == []
    assert report.counts["acknowledged"] >= 100
    assert report.counts["told"] > 100


async def test_nothing_is_lost_or_doubled_in_chaos_on_postgres(tmp_path: Path, postgres: Postgres) -> None:
    plan = Plan(seed="test", database="postgres", servers=2, moves=100, kills=2, groups=8)
    report = await Chaos(plan, tmp_path, postgres).run()
    assert report.wrong == []
    assert report.counts["acknowledged"] >= 100
    assert report.counts["told"] > 100


# The checks themselves: what has been tampered with is found.


def forget_the_last_entry(database: sqlite3.Connection) -> None:
    database.execute("DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)")


def leave_a_gap(database: sqlite3.Connection) -> None:
    database.execute("DELETE FROM entries WHERE seq = (SELECT max(seq) - 1 FROM entries)")


def change_a_move(database: sqlite3.Connection) -> None:
    [(table, seq, data)] = database.execute(
        "SELECT table_id, seq, data FROM entries WHERE data LIKE '%acted%' ORDER BY seq DESC LIMIT 1"
    )
    entry = json.loads(data)
    entry["action"] = "p1" if entry["action"] != "p1" else "p2"
    change = "UPDATE entries SET data = ? WHERE table_id = ? AND seq = ?"
    database.execute(change, (json.dumps(entry), table, seq))


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a run without faults leaves behind."""
    folder = tmp_path_factory.mktemp("calm")
    plan = Plan(seed="calm", moves=40, kills=0, groups=1, clients=1, pause=0.2)
    chaos = Chaos(plan, folder)
    chaos.faults = []
    report = await chaos.run()
    assert report.wrong == []
    return folder


@pytest.mark.parametrize("tamper", [forget_the_last_entry, leave_a_gap, change_a_move])
async def test_what_is_missing_or_changed_in_a_log_is_found(
    played: Path, tmp_path: Path, tamper: Callable[[sqlite3.Connection], None]
) -> None:
    with (
        sqlite3.connect(played / "tamaya.sqlite") as source,
        sqlite3.connect(tmp_path / "copy.sqlite") as copy,
    ):
        source.backup(copy)
        tamper(copy)
        copy.commit()
    found = await check_all(sqlite_url(tmp_path / "copy.sqlite"), read_notes(played.glob("notes-*")), 1)
    assert found.wrong


async def test_a_view_that_shows_something_else_is_found(played: Path, tmp_path: Path) -> None:
    [notes] = played.glob("notes-*")
    lines = notes.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith('["saw"') and '"moved"' in line)
    line = json.loads(lines[at])
    line[4] = "another view"
    lines[at] = json.dumps(line)
    (tmp_path / "notes.jsonl").write_text("\n".join(lines))
    found = await check_all(sqlite_url(played / "tamaya.sqlite"), read_notes([tmp_path / "notes.jsonl"]), 1)
    assert any("was not shown" in wrong for wrong in found.wrong)
