"""The coach in the terminal: line by line, on a full screen, and at a server."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tamaya.engine import Clue
from tamaya.records import Record, load
from tamaya.rules import Seat, TamayaError
from tamaya.table.commands import AllowCoach, ChooseCoach, CoachLevel
from tamaya.tui.app import TableApp
from tamaya.tui.launch import Wanted, play_plain
from tamaya.tui.local import LocalSession
from tamaya.tui.remote import RemoteSession
from tamaya.tui.replay import RecordSession
from tamaya.tui.saved_games import GameFile
from tamaya.tui.screens.coached_table import CoachScreen
from tamaya.tui.seating import Seating, resume, with_coach
from tests.server.servers import ServerProcess
from tests.tui.stage import LARGE, SMALL, part_text, press_at_once, screen_text, table_of, until


def sit(
    *lines: str, coach: CoachLevel | None = None, people: str | None = None, save: Path | None = None
) -> list[str]:
    """Play by typing lines, beside partner, and return what the terminal said."""
    said: list[str] = []
    typed = iter(lines)

    def ask(_prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    wanted = Wanted(*("deluxe", 3, "Ann", people, "partner", "coach"), first="A", coach=coach, save=save)
    play_plain(wanted, ask=ask, show=said.append)
    return said


# Line by line.


def test_the_word_coach_shows_moves_and_says_that_it_is_used() -> None:
    said = sit("coach", "coach")
    assert said.count("  You may ask the coach from now on.") == 1
    assert said.count("  You use the coach.") == 1
    shown = [line for line in said if line.startswith(("   c", "   p"))]
    assert len(shown) == 2
    assert shown[0].count("\n") == 2
    assert "will read: play slot" in shown[0]


def test_with_always_the_moves_stand_there() -> None:
    said = sit(coach="always")
    assert any("will read: play slot" in line for line in said)


def test_before_a_clue_is_given_its_reading_stands_there_and_it_can_be_taken_back() -> None:
    said = sit("clue Hana 1", "no", "clue Hana 1", "yes", coach="always")
    readings = [line for line in said if line.startswith("  Hana will ")]
    assert len(readings) == 2
    assert sum(line.startswith("  You tell Hana") for line in said) == 1


def test_who_may_ask_gives_clues_as_always_unless_they_have_asked() -> None:
    said = sit("clue Hana 1", coach="ask")
    assert any(line.startswith("  You tell Hana") for line in said)
    said = sit("coach", "clue Hana 1", coach="ask")
    assert not any(line.startswith("  You tell Hana") for line in said)


def test_levels_are_typed_and_refused_in_words() -> None:
    said = sit("coach always", "coach always", "coach refuse", "coach off")
    assert "  You play with the coach on every turn from now on." in said
    assert "No: you have as much help as that already." in said
    assert "No: you are the only person here: choose no help instead." in said
    assert "  You play without the coach from now on." in said


def test_one_of_several_people_may_refuse() -> None:
    said = sit("", "coach refuse", "coach", "coach allow", people="Ann,Ben", coach="ask")
    assert "  You have refused the coach: it is off for all." in said
    assert "No: Ann has refused the coach." in said
    assert "  You allow the coach again." in said


def test_a_saved_game_says_who_was_coached(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    sit("coach", save=path)
    assert load(path).coached == (0,)
    _, table, keep = resume(GameFile(path), 1, "partner")
    keep.let_go()
    assert table.coached == {0}


# On a full screen.


def coached(level: CoachLevel, people: tuple[str, ...] = ("Ann",)) -> LocalSession:
    seating = replace(Seating.of("deluxe", people=people, players=3, bot="partner"), first=Seat(0))
    table = with_coach(seating.deal("coach"), seating, {0: level} if level != "off" else {})
    return LocalSession(seating, table, delay=1000.0)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_key_asks_and_takes_up_the_moves(size: tuple[int, int]) -> None:
    async def play() -> None:
        session = coached("ask")
        app = TableApp(session)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert not app.screen.query_one("#review").display
            await pilot.press("h")
            await until(lambda: "will read: play" in part_text(app, "facts"), "the moves")
            assert "You use the coach." in part_text(app, "lines")
            first = (await session.coach()).suggestions[0].action
            await pilot.press("h")
            assert table_of(app).interaction.command == str(first)
            assert isinstance(first, Clue)
            await until(lambda: "h again" not in part_text(app, "facts"), "the reading")
            assert "will" in part_text(app, "facts")
            await pilot.press("enter")
            await until(lambda: session.scene.turns == 1, "the clue")
            await pilot.pause()
            assert not app.screen.query_one("#review").display

    asyncio.run(play())


def test_with_always_the_moves_stand_beside_the_hands_on_every_turn() -> None:
    async def play() -> None:
        app = TableApp(coached("always"))
        async with app.run_test(size=SMALL):
            await until(lambda: "will read: play" in part_text(app, "facts"), "the moves")
            shown = screen_text(app)
            assert "Hana" in shown
            assert "coach" in shown

    asyncio.run(play())


def test_a_player_without_help_chooses_it_on_a_sheet() -> None:
    async def play() -> None:
        session = coached("off")
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("h")
            assert isinstance(app.screen, CoachScreen)
            assert "When I ask" in screen_text(app)
            await pilot.press("2")
            await until(lambda: session.scene.coach == {0: "ask"}, "the level")
            press_at_once(app, "H")
            await until(lambda: isinstance(app.screen, CoachScreen), "the sheet")
            await pilot.press("escape")
            assert session.scene.coach == {0: "ask"}

    asyncio.run(play())


def test_a_game_on_record_has_no_coach() -> None:
    session = RecordSession(Record.parse(str(coached("off").table.record())))
    with pytest.raises(TamayaError):
        asyncio.run(session.coach())
    assert session.scene.no_coach is not None


def test_the_next_game_has_as_much_help() -> None:
    session = coached("always")
    following = asyncio.run(session.again())
    assert following is not None
    assert following.scene.coach == {0: "always"}


def test_one_person_refuses_for_all_at_this_machine() -> None:
    async def play() -> None:
        session = coached("always", people=("Ann", "Ben"))
        session._viewer = Seat(0)
        await session.wish(AllowCoach(allowed=False))
        assert session.scene.coach == {}
        assert session.scene.may_allow_coach
        with pytest.raises(TamayaError, match="Ann has refused the coach"):
            await session.coach()
        await session.wish(AllowCoach(allowed=True))
        await session.wish(ChooseCoach(level="ask"))
        assert (await session.coach()).suggestions

    asyncio.run(play())


# At a server.


def test_a_table_at_a_server_has_the_same_coach(server: ServerProcess) -> None:
    from tests.server.driver import Person

    async def play() -> None:
        ann = Person(server.base)
        await ann.be("Ann")
        bots = [{"kind": "bot", "bot": "partner", "name": name} for name in ("Hana", "Ren")]
        table = await ann.set_up(start=True, rules="deluxe", seats=[{}, *bots], first=0)
        session = RemoteSession(f"{server.base}/table/{table}", name="Ann", coach="always")
        session._guest.cookie = f"tamaya_guest={ann.key}"
        app = TableApp(session)
        async with app.run_test(size=LARGE) as pilot:
            await until(lambda: session.scene.coach == {0: "always"}, "the level")
            await until(lambda: part_text(app, "facts").count("\n") >= 3, "the moves")
            await pilot.press(*"cB1")
            await until(lambda: "Hana will " in part_text(app, "facts"), "the reading")
            assert session.scene.coached == {0}
        await ann.leave()

    asyncio.run(play())
