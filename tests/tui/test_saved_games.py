"""Every move is saved, and a game that was cut off can go on."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tamaya.records import load
from tamaya.rules import ImpossibleTable, Seat
from tamaya.tui.app import TableApp
from tamaya.tui.local import LocalSession
from tamaya.tui.plain import PlainTable
from tamaya.tui.saved_games import GameFile, games_folder, give_up, unfinished
from tamaya.tui.screens.start import StartScreen
from tamaya.tui.seating import Seating, resume
from tests.tui.stage import SMALL, screen_text, send, table_of, until


def kept(people: tuple[str, ...] = ("Ann",), players: int = 2) -> LocalSession:
    seating = replace(Seating.of("deluxe", people=people, players=players), first=Seat(0))
    return LocalSession(seating, seating.deal("kept"), GameFile.new(len(people), seating.bot), delay=0)


def play_a_little(session: LocalSession) -> None:
    async def play() -> None:
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await send(app, "p1")
            await until(lambda: session.scene.turns >= 2, "the bot")

    asyncio.run(play())


def test_a_game_is_on_disk_after_every_move() -> None:
    session = kept()
    play_a_little(session)
    assert session.keep is not None
    assert load(session.keep.path).actions == session.table.actions


def test_a_game_that_was_left_is_offered_and_goes_on() -> None:
    session = kept()
    play_a_little(session)
    before = session.table.actions

    async def play() -> None:
        app = TableApp()
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert "A game waits for you" in screen_text(app)
            assert "deluxe: Ann, Hana" in screen_text(app)
            await pilot.press("enter")
            await until(lambda: len(app.screen_stack) == 3, "the table")
            taken_up = table_of(app).session
            assert isinstance(taken_up, LocalSession)
            assert taken_up.table.actions == before
            await pilot.press("q")
            await pilot.pause()
            assert isinstance(app.screen, StartScreen)

    asyncio.run(play())


def test_a_game_can_be_forgotten() -> None:
    play_a_little(kept())
    give_up(unfinished()[0])
    assert unfinished() == []


def test_what_cannot_be_read_is_not_offered() -> None:
    session = kept()
    play_a_little(session)
    path = games_folder() / "20260101-000000-000000-1p-careful.json"
    path.write_text("{", encoding="utf-8")
    assert len(unfinished()) == 1


def test_a_game_that_is_open_elsewhere_is_not_offered() -> None:
    session = kept()
    asyncio.run(session.act(session.position.actions()[0]))
    assert unfinished() == []
    session.close()
    assert len(unfinished()) == 1
    game = unfinished()[0]
    one = LocalSession(*resume(GameFile(game.path), game.people, game.bot))
    assert unfinished() == []
    one.close()


def test_a_game_that_is_played_line_by_line_is_not_offered() -> None:
    seating = replace(Seating.of("deluxe", people=("Ann",), players=2), first=Seat(0))
    lines = iter(["p1"])

    def ask(_prompt: str) -> str:
        assert unfinished() == []
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    table = PlainTable(
        seating, seating.deal("kept"), GameFile.new(1, seating.bot), ask=ask, show=lambda _: None
    )
    table.run()
    table.close()
    assert len(unfinished()) == 1


def test_a_game_in_use_is_refused() -> None:
    session = kept()
    asyncio.run(session.act(session.position.actions()[0]))
    assert session.keep is not None
    with pytest.raises(ImpossibleTable):
        resume(GameFile(session.keep.path), session.seating.people)
    session.close()


def test_a_disk_that_is_full_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has happened if it could not be saved."""
    session = kept()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tamaya.tui.saved_games.save", full)

    async def play() -> None:
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("p", "1", "enter")
            await pilot.pause()
            assert "No space left" in screen_text(app)
            assert session.scene.turns == 0

    asyncio.run(play())


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_a_crash_loses_nothing(home: Path) -> None:
    """kill -9 in the middle of a game; the next start offers it, with every move that was made."""
    code = "from tamaya.cli import main; main()"
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code, "play", "deluxe", "--name", "Ann", "--seed", "crash", "--first", "A"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONPATH": "src"},
        start_new_session=True,
    )
    os.close(slave)
    os.set_blocking(master, False)

    drawn = b""

    def saved() -> int:
        nonlocal drawn
        # What the application draws has to be read, or it stops drawing.
        with suppress(BlockingIOError):
            drawn += os.read(master, 1 << 20)
        found = list((home / "terminal").glob("*.json")) if (home / "terminal").exists() else []
        return len(load(found[0]).actions) if found else 0

    def wait(condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    try:
        wait(lambda: saved() == 0 and b"Your turn" in drawn)
        os.write(master, b"p1\r")
        wait(lambda: saved() >= 2)
        moves = saved()
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        os.close(master)
    games = unfinished()
    assert len(games) == 1
    assert len(games[0].record.actions) >= moves
    assert games[0].people == 1
