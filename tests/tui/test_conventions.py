"""The book of conventions at a table of the terminal: chosen at the start, told to the players, and kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Select, Static

from tamaya.bots.partner.styles import BOOKS, DEFAULT
from tamaya.records import load
from tamaya.rules import UnknownName
from tamaya.tui.app import TableApp
from tamaya.tui.launch import Wanted, play_plain
from tamaya.tui.local import LocalSession
from tamaya.tui.remote import RemoteSession
from tamaya.tui.saved_games import GameFile
from tamaya.tui.screens.start import Offer
from tamaya.tui.screens.waiting import LobbyScreen
from tamaya.tui.seating import Seating, resume
from tests.server.driver import OPEN, Person
from tests.server.servers import ServerProcess
from tests.tui.stage import SMALL, screen_text, table_of, until


def told(wanted: Wanted, *lines: str) -> list[str]:
    """What a plain table says while a person types some lines and leaves."""
    said: list[str] = []
    typed = iter(lines)

    def ask(_prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    play_plain(wanted, ask=ask, show=said.append)
    return said


def test_a_table_plays_by_the_usual_book_unless_the_user_says_so() -> None:
    assert Seating.of("deluxe", people=("Ann",), players=2).deal("x").conventions == DEFAULT
    seating = Seating.of("deluxe", people=("Ann",), players=2, conventions="plain")
    assert seating.deal("x").conventions == "plain"
    assert {seating.seated_bot(seating.deal("x").first).row.conventions} == {"plain"}


def test_a_race_has_none() -> None:
    assert Seating.of("andrewz", people=("Ann",), players=2, conventions="plain").deal("x").conventions == ""


def test_an_unknown_book_is_refused() -> None:
    with pytest.raises(UnknownName, match="known are plain, tamaya"):
        Seating.of("deluxe", people=("Ann",), players=2, conventions="mine")


def test_a_plain_table_tells_its_conventions_at_the_start_and_with_the_rules() -> None:
    said = told(Wanted("deluxe", 2, "Ann", seed="x", first="A", conventions="plain"), "rules")
    line = "Conventions\n  Plain words: Clues mean their words, and nothing more."
    assert [text for text in said if text == line] == [line, line]


def test_a_plain_race_tells_of_none() -> None:
    assert not any("Conventions" in text for text in told(Wanted("andrewz", 2, "Ann", seed="x"), "rules"))


def test_a_game_goes_on_by_the_book_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    wanted = Wanted("deluxe", 2, "Ann", seed="x", first="A", save=file, conventions="h-group-2")
    told(wanted, "cB1", "cB2")
    assert load(file).conventions == "h-group-2"
    seating, table, keep = resume(GameFile(file), 1)
    keep.let_go()
    assert (seating.conventions, table.conventions) == ("h-group-2", "h-group-2")


def test_the_first_screen_asks_for_the_conventions() -> None:
    async def choose() -> tuple[list[object], str, str, str]:
        app = TableApp(offer=Offer(people=("Ann", "Bob"), delay=1000, keeping=False))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            select = app.screen.query_one("#conventions", Select)
            offered, usual = [value for _, value in select._options], select.value
            select.value = "plain"
            await pilot.pause()
            words = str(app.screen.query_one("#bot-summary", Static).render())
            await pilot.press("ctrl+s")
            await pilot.pause()
            session = table_of(app).session
            assert isinstance(session, LocalSession)
            return offered, str(usual), words, session.table.conventions

    offered, usual, words, chosen = asyncio.run(choose())
    assert (offered, usual, chosen) == ([*BOOKS], DEFAULT, "plain")
    assert "Clues mean their words, and nothing more." in words


def test_the_first_screen_lists_bots_with_a_book_of_their_own_last() -> None:
    async def look() -> list[object]:
        app = TableApp(offer=Offer(keeping=False))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            return [value for _, value in app.screen.query_one("#bot", Select)._options]

    assert tuple(asyncio.run(look())[-len(BOOKS) :]) == BOOKS


def test_the_next_deal_keeps_the_book() -> None:
    async def again() -> str:
        seating = Seating.of("deluxe", people=("Ann",), players=2, conventions="tamaya")
        following = await LocalSession(seating, seating.deal()).again()
        assert isinstance(following, LocalSession)
        return following.table.conventions

    assert asyncio.run(again()) == "tamaya"


def test_a_table_at_a_server_tells_its_conventions_in_the_lobby(server: ServerProcess) -> None:
    async def look() -> None:
        bob = Person(server.base)
        await bob.be("Bob")
        table = await bob.set_up(rules="deluxe", seats=[OPEN, OPEN], conventions="h-group-4")
        app = TableApp(RemoteSession(f"{server.base}/table/{table}", name="Ann"))
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: isinstance(app.screen, LobbyScreen), "the lobby")
            await pilot.pause()
            assert "Conventions  H-Group, level 4: A clue is about" in screen_text(app)
            await pilot.press("r")
            await pilot.pause()
            await pilot.press(*["pagedown"] * 20)
            await pilot.pause()
            assert "H-Group, level 4" in screen_text(app)
        await bob.leave()

    asyncio.run(look())
