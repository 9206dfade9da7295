"""A server that compiles in the background: what waits for it, what does not, and when it does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tamaya.review import kernels, worker
from tamaya.server import jobs
from tamaya.server.database import sqlite_url
from tamaya.server.settings import Settings
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, PATIENCE, Message, Person, people
from tests.server.odd_studies import odd
from tests.server.servers import serving

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("kernels")]

GRANDMASTER = {"kind": "bot", "bot": "grandmaster", "name": "Hana"}


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file; until it is there, everything is being compiled."""
    done = tmp_path / "compiled"
    monkeypatch.setattr(worker, "COMMAND", odd("preparing", str(done)))
    monkeypatch.setattr(kernels, "are_ready", lambda *_parts: done.exists())
    return done


@pytest.fixture
async def cold(compiled: Path, tmp_path: Path) -> AsyncIterator[Table]:
    """A server that has just been started for the first time on its machine."""
    settings = Settings(sqlite_url(tmp_path / "tamaya.sqlite"), bot_delay=0, changes_a_second=100_000)
    async with serving(settings, prepare=True) as (app, base):
        yield Table(base, app)


async def test_a_bot_that_thinks_ahead_waits_and_the_table_says_so(cold: Table, compiled: Path) -> None:
    """Also to those who come later, and after a change at the table; other tables do not wait."""
    async with people(cold.base, "Ann", "Bob") as (ann, bob):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, GRANDMASTER], first=1)
        await ann.join(table)
        assert await ann.next("thinking") == {"type": "thinking", "seat": 1, "preparing": True}
        await bob.join(table)
        assert (await bob.next("thinking"))["preparing"] is True
        other = await bob.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=1)
        await bob.join(other)
        assert await bob.until_my_turn()
        assert ann.table["actions"] == []
        compiled.touch()
        assert await ann.until_my_turn()
        assert [one["preparing"] for one in ann.messages if one["type"] == "thinking"][-1] is False


async def test_a_review_waits_and_then_goes_on_by_itself(cold: Table, compiled: Path) -> None:
    async with people(cold.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe+strikes=1", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        while not ann.over:
            if await ann.until_my_turn():
                await ann.act("p1")
        await ask(ann, table)
        found = await until(ann, table, "preparing")
        assert (found["done"], found["total"]) == (90, 270)
        compiled.touch()
        found = await until(ann, table, "done")
        assert found["summary"]["weighed"] == len(found["review"]["moves"])


async def test_compiling_does_not_count_as_thinking(
    cold: Table, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A study is given up after some time, which begins again as long as something is compiled."""
    monkeypatch.setitem(jobs.LONGEST, "verdict", 15.0)
    postponed: list[float] = []
    reschedule = asyncio.Timeout.reschedule

    def note(limit: asyncio.Timeout, when: float | None) -> None:
        assert when is not None
        postponed.append(when)
        reschedule(limit, when)

    monkeypatch.setattr(asyncio.Timeout, "reschedule", note)
    async with people(cold.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe+strikes=1", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        while not ann.over:
            if await ann.until_my_turn():
                await ann.act("p1")
        postponed.clear()
        await ask(ann, table, "verdict")
        await until(ann, table, "preparing", "verdict")
        async with asyncio.timeout(PATIENCE):
            while len(postponed) < 3:
                await asyncio.sleep(0.02)
        assert (await ann.http.delete(f"/api/tables/{table}/studies/verdict")).status_code == 204


async def test_a_preparation_ends_with_its_server(compiled: Path, tmp_path: Path) -> None:
    settings = Settings(sqlite_url(tmp_path / "tamaya.sqlite"))
    async with serving(settings, prepare=True) as (app, _):
        preparation = app.state.services.tables.bots._preparation
        assert not preparation.is_over
        process = preparation._worker.process
    assert await asyncio.to_thread(process.wait, PATIENCE) != 0


@pytest.mark.parametrize(("prepare", "done"), [(False, False), (True, True)], ids=["switched off", "warm"])
async def test_no_process_is_started(prepare: bool, done: bool, compiled: Path, tmp_path: Path) -> None:
    if done:
        compiled.touch()
    settings = Settings(sqlite_url(tmp_path / "tamaya.sqlite"))
    async with serving(settings, prepare=prepare) as (app, _):
        preparation = app.state.services.tables.bots._preparation
        assert preparation.is_over
        assert preparation._worker is None


def test_the_environment_switches_it_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    monkeypatch.delenv("TAMAYA_PREPARE", raising=False)
    assert Settings.from_environment().prepare
    monkeypatch.setenv("TAMAYA_PREPARE", "0")
    assert not Settings.from_environment().prepare


async def ask(person: Person, table: str, kind: str = "review") -> None:
    assert (await person.post(f"/api/tables/{table}/studies/{kind}")).status_code == 202


async def until(person: Person, table: str, state: str, kind: str = "review") -> Message:
    """Ask again and again until a study has come so far."""
    async with asyncio.timeout(2 * PATIENCE):
        while True:
            found: Message = (await person.get(f"/api/tables/{table}/studies/{kind}")).json()
            assert found["state"] != "failed", found
            if found["state"] == state:
                return found
            await asyncio.sleep(0.05)
