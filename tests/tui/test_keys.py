"""Keys and notation: what is typed, how it goes on, what it means."""

from __future__ import annotations

import asyncio

import pytest

from tamaya.engine import Clue, View
from tamaya.records import game_kind
from tamaya.rules import Seat
from tamaya.tui.app import TableApp
from tamaya.tui.interaction import Interaction, press
from tamaya.tui.notation import notation_of
from tamaya.tui.session import Scene
from tamaya.tui.speech import viewer_of
from tamaya.words import say
from tests.helpers import table
from tests.tui.stage import SMALL, on_stage, part_text, screen_text, table_of

KIND = game_kind("deluxe")


@pytest.fixture
def view() -> View:
    return table("Ann r1", "Bob r1 w1 r2 b3 g4", "Cid y1 y2 y3 y4 y5", clues=5).view("Ann")


def scene(view: View) -> Scene:
    return Scene(kind=KIND, names=view.names, phase="playing", view=view, turns=3)


def after(view: View, *keys: str, interaction: Interaction | None = None) -> Interaction:
    """The interaction after some keys."""
    found = interaction or Interaction()
    for key in keys:
        found = press(key, key if len(key) == 1 else None, found, scene(view), view) or found
    return found


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("cbr", "cBr"), ("cBr", "cBr"), ("o21345", "oA21345"), ("p3", "p3"), ("clue Bob red", "clue Bob red")],
)
def test_a_seat_need_not_be_a_capital(view: View, typed: str, meant: str) -> None:
    assert notation_of(view).tidy(typed) == meant


def test_words_and_notation_mean_the_same(view: View) -> None:
    read = notation_of(view).read
    assert read("cbr") == read("clue Bob red") == Clue(Seat(1), "r")


def test_a_clue_in_mind_is_explained(view: View) -> None:
    assert explained("cBr", view) == "tell Bob about red: touches slots 1, 3"
    assert explained("cCr", view).endswith("touches no card, “you have none of these”")
    assert notation_of(view).explain("cB") is None


@pytest.mark.parametrize(("rules", "text"), [("deluxe", "bz3"), ("deluxe", "ez3"), ("andrewz", "pz3")])
def test_a_card_of_no_suit_is_not_explained(rules: str, text: str) -> None:
    assert notation_of(game_kind(rules).start(2, seed=1).view(Seat(0), ("Ann", "Bob"))).explain(text) is None


def explained(text: str, view: View) -> str:
    message = notation_of(view).explain(text)
    assert message is not None
    return say(message, viewer_of(view, "en"))


def test_ways_on_are_what_is_legal(view: View) -> None:
    assert list(notation_of(view).steps("c")) == ["cB", "cC"]
    assert list(notation_of(view).steps("cB").values()) == [*"wrbyg12345"]
    assert list(notation_of(view).steps("d").values()) == [*"12345"]
    assert notation_of(view).steps("x") == {}


def test_tab_goes_through_what_is_possible(view: View) -> None:
    assert notation_of(view).next_step("c") == "cB"
    assert notation_of(view).next_step("cB") == "cC"
    assert notation_of(view).next_step("cC") == "cB"
    assert notation_of(view).next_step("cBr") == "cBb"
    assert notation_of(view).next_step("d") == "d1"


def test_tab_goes_through_the_cards_of_andrewz() -> None:
    notation = notation_of(game_kind("andrewz").start(2, seed=1).view(Seat(0), ("Ann", "Bob")))
    first = notation.next_step("p")
    ways = [first]
    while (way := notation.next_step(ways[-1])) != first:
        ways.append(way)
    assert ways == [text for text in notation.legal if text.startswith("p")]


def test_the_keys_of_the_browser(view: View) -> None:
    assert after(view, "3").slot == 3
    assert after(view, "3", "p").command == "p3"
    assert after(view, "3", "3").slot is None
    assert after(view, "c", "B", "r").command == "cBr"
    assert after(view, "c", "B", "backspace", "backspace").command is None
    assert after(view, "c", "escape").command is None
    assert after(view, "tab").command == "cB"
    assert after(view, "left").turn == 2
    assert after(view, "home").turn == 0
    assert after(view, "home", "right").turn == 1
    assert after(view, "home", "end").turn is None
    assert after(view, "home", "escape").turn is None
    assert after(view, "v").owners
    assert after(view, "k").detail == "told"
    assert after(view, "9").slot is None


def test_nothing_is_begun_out_of_turn() -> None:
    game = table("Ann r1", "Bob r1")
    assert after(game.view("Bob"), "p").command is None
    assert after(game.view("Bob"), "c").command is None


def test_while_something_is_typed_other_keys_do_nothing(view: View) -> None:
    typing = after(view, "c")
    assert after(view, "left", "home", "f5", interaction=typing) == typing


def test_nonsense_gets_a_sentence_and_stays_to_be_corrected() -> None:
    async def play() -> None:
        app = TableApp(on_stage(table("Ann r1", "Bob r1", clues=8)))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("p", "9", "enter")
            assert "No: " in part_text(app, "prompt")
            assert table_of(app).interaction.command == "p9"
            await pilot.press("escape")
            await pilot.press("d")
            assert table_of(app).interaction.command is None, "all clue tokens are there"

    asyncio.run(play())


def test_the_mouse_does_it_too() -> None:
    """A teammate's card, a colour, the same colour once more."""

    async def play() -> None:
        session = on_stage(table("Ann r1", "Bob r1 w1 b1 y1 g1"))
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            lines = screen_text(app).split("\n")
            y = next(at for at, line in enumerate(lines) if "▲r1" in line)
            await pilot.click(offset=(lines[y].index("▲r1"), y))
            assert table_of(app).interaction.command == "cB"
            lines = screen_text(app).split("\n")
            await pilot.click(offset=(lines[21].index("▲r"), 21))
            assert table_of(app).interaction.command == "cBr"
            lines = screen_text(app).split("\n")
            await pilot.click(offset=(lines[22].index("Send"), 22))
            assert session.table.actions == ("cBr",)

    asyncio.run(play())


def test_own_card_play_and_notes_by_mouse_and_key() -> None:
    async def play() -> None:
        session = on_stage(table("Ann r1 w1 b1 y1 g1"))
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            lines = screen_text(app).split("\n")
            y = next(at for at, line in enumerate(lines) if "??" in line)
            await pilot.click(offset=(lines[y].index("??"), y))
            assert table_of(app).interaction.slot == 1
            await pilot.press("n", *"five", "enter")
            await pilot.pause()
            assert list(session.scene.notes.values()) == ["five"]
            assert "“five”" in part_text(app, "prompt")
            await pilot.press("p", "enter")
            assert "You play r1" in part_text(app, "prompt")

    asyncio.run(play())


def test_taking_a_move_back() -> None:
    async def play() -> None:
        session = on_stage(table("Ann r1 w1 b1 y1 g1"))
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("p", "1", "enter", "u")
            await pilot.pause()
            assert session.scene.turns == 0
            assert "You took back 1 move. 1 card had been shown." in part_text(app, "prompt")
            await pilot.press("u")
            await pilot.pause()
            assert "no move of yours" in part_text(app, "prompt")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("key", "words"), [("question_mark", "Keys"), ("r", "The rules"), ("w", "Why"), ("l", "What happened")]
)
def test_texts_open_and_close(key: str, words: str) -> None:
    async def play() -> None:
        app = TableApp(on_stage(table("Ann r1")))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press(key)
            assert words in screen_text(app)
            await pilot.press("escape")
            assert app.screen is table_of(app)

    asyncio.run(play())
