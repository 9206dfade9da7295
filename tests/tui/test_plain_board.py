"""What the table says line by line, and what may be typed there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tamaya.engine import Clue, FreeClue, Game
from tamaya.rules import Seat, UnknownName
from tamaya.tui.interaction import Interaction, press
from tamaya.tui.launch import Wanted, play_plain
from tamaya.tui.notation import notation_of
from tamaya.tui.plain import board
from tamaya.tui.session import Scene
from tamaya.words import Reader
from tests.helpers import table


def shown(game: Game, language: str = "en") -> str:
    return board(game.view("Ann"), Reader(language, ("Ann", "Bob"), 0))


def test_last_copies_are_named() -> None:
    """C2."""
    game = table("Ann w1", discards="r3 g1 g1 b5")
    assert "Last copies: g1, r3\n" in shown(game)
    assert "Letzte Exemplare: g1, r3\n" in shown(game, "de")


def test_blocked_displays_are_named() -> None:
    """C2."""
    game = table("Ann w1", discards="b5 y1 y1 y1")
    said = shown(game)
    assert "Blocked: blue ends at 4\n" in said
    assert "Blocked: yellow can lay no card any more\n" in said


def test_nothing_is_said_where_nothing_is_lost() -> None:
    said = shown(table("Ann w1"))
    assert "Last copies" not in said
    assert "Blocked" not in said
    assert "missing" not in said


def test_a_score_below_zero_is_explained() -> None:
    """B4."""
    said = shown(table("Ann w1", rules="deluxe+black-powder"))
    assert "Score -5 of 25" in said
    assert "5 missing black cards cost 5 points." in said
    assert "1 missing black card costs a point." in shown(
        table("displays k2", "Ann w1", rules="deluxe+black-powder")
    )


def test_the_choice_of_back_and_encore_is_said() -> None:
    """L6."""
    game = table(
        "displays r4",
        "Ann r5",
        discards="g2",
        tiles="back",
        rules="deluxe+flamboyants+final-flourish",
        deck=".",
    )
    game.play(1)
    assert "encore and a card to put it into play instead" in shown(game)


def test_a_tile_with_a_full_deck_says_nothing_of_an_encore() -> None:
    game = table("displays r4", "Ann r5", discards="g2", tiles="back", rules="deluxe+flamboyants")
    game.play(1)
    assert "instead" not in shown(game)


@pytest.mark.parametrize(
    "typed", ["cB1", "cb1", "c B 1", "c b 1", "clue Bob 1", "clue B 1", "c Bob 1", "c1", "c 1", "clue 1"]
)
def test_a_clue_can_be_typed_in_all_these_ways(typed: str) -> None:
    view = table("Bob r1 w2", "Ann w1").view("Ann")
    assert notation_of(view).read(typed) == Clue(Seat(1), "1")


@pytest.mark.parametrize(("typed", "clue"), [("cr", "r"), ("cg", "g"), ("cBb", "b"), ("c blue", "b")])
def test_an_only_teammate_need_not_be_named(typed: str, clue: str) -> None:
    view = table("Bob r1 w2", "Ann w1").view("Ann")
    assert notation_of(view).read(typed) == Clue(Seat(1), clue)


def test_a_tile_s_clue_need_not_name_the_only_teammate_either() -> None:
    game = table("displays r4", "Ann r5", "Bob g1", tiles="colour", rules="deluxe+flamboyants")
    game.play(1)
    assert notation_of(game.view("Ann")).read("fg") == FreeClue(Seat(1), "g")


def test_among_three_the_teammate_must_be_named() -> None:
    view = Game(["Ann", "Bob", "Cid"], seed=1).view("Ann")
    assert notation_of(view).explain("c1") is None
    assert notation_of(view).read("c C 1") == Clue(Seat(2), "1")
    with pytest.raises(UnknownName):
        notation_of(view).read("c D 1")


def test_the_full_screen_offers_the_clues_at_once_where_there_is_one_teammate() -> None:
    view = table("Bob r1 w2", "Ann w1").view("Ann")
    scene = Scene(kind=None, names=view.names, phase="playing", view=view)
    typed = press("c", "c", Interaction(), scene, view)
    assert typed is not None
    assert typed.command == "c"
    assert "cB1" in notation_of(view).steps("c")
    assert notation_of(view).explain("c1") is not None


def leave(_prompt: str) -> str:
    raise EOFError


def test_nothing_is_called_kept_before_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said: list[str] = []
    play_plain(Wanted("deluxe", 2, "Ann", save=file, first="Ann"), ask=leave, show=said.append)
    assert said[-1] == "\nThe game stops here."
    assert not file.exists()


def test_what_is_written_is_called_kept(tmp_path: Path) -> None:
    file, lines = tmp_path / "game.json", iter(["p1"])
    said: list[str] = []

    def ask(_prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    play_plain(Wanted("deluxe", 2, "Ann", save=file, first="Ann"), ask=ask, show=said.append)
    assert "kept in" in said[-1]
    assert file.exists()
