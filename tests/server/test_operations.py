"""What the operator of a server looks at: health, metrics, logs."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tamaya import __version__
from tamaya.records import data_folder
from tamaya.rules import ImpossibleTable
from tamaya.server.run import ServerPlan
from tamaya.server.settings import Settings, async_address
from tests.server.conftest import Postgres, Table
from tests.server.driver import CAREFUL, OPEN, Person, gather, people, play_on
from tests.server.servers import ServerProcess, serving

pytestmark = pytest.mark.anyio


# Health.


async def test_a_healthy_server_says_so(process: ServerProcess) -> None:
    async with people(process.base, "") as (guest,):
        response = await guest.get("/health")
        assert (response.status_code, response.json()) == (200, {"status": "ok", "version": __version__})


async def test_a_server_without_its_database_lives_and_is_not_ready(
    server: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone() -> None:
        raise ConnectionRefusedError("postgresql://user:password@host")

    monkeypatch.setattr(server.store, "begin", gone)
    async with people(server.base, "") as (guest,):
        assert (await guest.get("/health")).status_code == 200
        response = await guest.get("/ready")
        assert (response.status_code, response.json()["status"]) == (503, "not ready")
        assert "password" not in response.text


async def test_what_breaks_inside_stays_inside(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(server.store, "tables_of", broken)
    async with people(server.base, "Ann") as (ann,):
        response = await ann.get("/api/tables")
        assert response.status_code == 500
        problem = response.json()
        assert (problem["code"], problem["sentence"]) == ("broken", "something went wrong here")
        assert problem["message"]["code"] == "refused.something-wrong"


# Numbers.


async def numbers(person: Person) -> dict[str, float]:
    response = await person.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain")
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


async def test_moves_connections_and_refusals_are_counted(process: ServerProcess) -> None:
    async with people(process.base, "Ann", "Bob") as (ann, bob):
        before = await numbers(ann)
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], first=0)
        await gather(table, [ann, bob])
        await ann.act("cB1")
        await ann.refusal("act", action="p9", seq=ann.seq)
        after = await numbers(ann)

    def grown(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert grown("tamaya_moves_total") == 1
    assert grown("tamaya_connections") == 2
    assert grown("tamaya_refused_total illegal") == 1
    assert grown("tamaya_append_seconds_count") == 3  # Bob sat down, Ann started and moved.


async def test_the_numbers_name_no_table(process: ServerProcess) -> None:
    async with people(process.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        assert table not in (await ann.get("/metrics")).text


# Logs.


@pytest.fixture
async def log_of_a_game(process: ServerProcess) -> tuple[str, list[str]]:
    """What the server logs during a whole game with all that goes with it, and what it must not log."""
    async with people(process.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN, CAREFUL], deal="monday")
        await gather(table, [ann, bob])
        await ann.do("say", text="private words")
        await ann.do("note", card=1, text="private note")
        await ann.refusal("act", action="p9", seq=ann.seq)
        await ann.get(f"/api/tables/{table}/moments/0")
        await ann.get(f"/api/tables/{table}/record")
        await ann.get(f"/table/{table}")
        await play_on([ann, bob])
        record = (await ann.get(f"/api/tables/{table}/record")).json()
        secrets = [
            table,
            ann.key,
            bob.key,
            record["deck"][:40],
            "private words",
            "private note",
            "Bob",
            "monday",
        ]
    return process.log.read_text(), secrets


async def test_the_logs_hold_no_secrets(log_of_a_game: tuple[str, list[str]]) -> None:
    log, secrets = log_of_a_game
    assert not [secret for secret in secrets if secret in log]


async def test_the_logs_are_lines_of_json(log_of_a_game: tuple[str, list[str]]) -> None:
    lines = log_of_a_game[0].splitlines()
    assert lines
    for line in lines:
        assert {"at", "level", "from", "say"} <= json.loads(line).keys()


async def test_an_error_of_the_database_does_not_log_the_deal(
    server: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """An entry that could not be written holds the deck."""
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await ann.join(table)
        await bob.join(table)
        await bob.do("sit", seat=1)
        async with server.store.engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE entries RENAME TO away")
        assert (await ann.refusal("start"))[0] == "away"
        async with server.store.engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE away RENAME TO entries")
        await ann.do("start")
    faults = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert faults
    text = "\n".join(logging.Formatter().format(record) for record in faults)
    assert "no such table" in text
    assert not re.search(r"([a-z][1-5] ){4}", text)


# How a server is set up.


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("postgres://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
        ("postgresql://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql+psycopg://h/d", "postgresql+asyncpg://h/d"),
        ("sqlite:///file", "sqlite+aiosqlite:///file"),
        ("mysql://h/d", "mysql://h/d"),
    ],
)
async def test_an_address_gets_the_driver_that_we_use(written: str, used: str) -> None:
    assert async_address(written) == used


async def test_the_environment_says_where_the_data_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAMAYA_DATABASE", raising=False)
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TAMAYA_BOT_DELAY", "0.25")
    settings = Settings.from_environment()
    assert data_folder() == tmp_path / "home"
    assert settings.database == f"sqlite+aiosqlite:///{tmp_path}/home/tamaya.sqlite"
    assert settings.bot_delay == 0.25


async def test_without_a_wish_data_goes_where_data_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAMAYA_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "tamaya"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "tamaya"


@pytest.mark.parametrize(
    ("host", "private"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("example.org", False)],
)
async def test_only_loopback_is_private(host: str, private: bool) -> None:
    assert ServerPlan(host=host, port=1, workers=1).is_private is private


async def test_a_server_on_postgres_works_like_any_other(postgres: Postgres) -> None:
    settings = Settings(postgres.fresh(), bot_delay=0)
    async with serving(settings) as (_, base), people(base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN])
        await gather(table, [ann, bob])
        await play_on([ann, bob])
        assert [row["id"] for row in (await bob.get("/api/tables")).json()["yours"]] == [table]


# Settings.


@pytest.mark.parametrize("name", ["TAMAYA_BOT_DELAY", "TAMAYA_BOT_LIMIT", "TAMAYA_CHANGES_A_SECOND"])
@pytest.mark.parametrize("value", ["soon", "-1", "nan", "inf"])
async def test_a_setting_that_is_no_number_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("TAMAYA_DATABASE", "sqlite:///x")
    monkeypatch.setenv(name, value)
    with pytest.raises(ImpossibleTable, match=f"{name} must be a number, 0 or more, not '{value}'"):
        Settings.from_environment()
