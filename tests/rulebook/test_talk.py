"""Talking, and the advice that a good table shows: C1 and C2."""

import pytest

from tamaya.engine import Game
from tamaya.knowledge import know
from tamaya.rules import EDITIONS, REMARKS, SUITS, Card, Rules, Talk, Unreadable
from tamaya.rules.describe import describe
from tamaya.words import Message
from tests.helpers import table


@pytest.mark.parametrize("edition", EDITIONS)
def test_tables_are_silent_unless_they_say_otherwise(edition: str) -> None:
    """C1."""
    assert Rules.parse(edition).talk is Talk.SILENT


@pytest.mark.parametrize("setting", ["silent", "remarks", "open"])
def test_a_table_is_silent_allows_remarks_or_is_open(setting: str) -> None:
    """C1."""
    assert Rules.parse(f"rnr+talk={setting}").talk is Talk(setting)


def test_there_is_no_fourth_way() -> None:
    """C1."""
    assert [talk.value for talk in Talk] == ["silent", "remarks", "open"]
    with pytest.raises(Unreadable, match="silent, remarks, open"):
        Rules.parse("rnr+talk=loud")


def test_the_remarks_are_a_fixed_list() -> None:
    """C1."""
    assert isinstance(REMARKS, tuple)
    assert len(set(REMARKS)) == len(REMARKS) >= 2
    assert any("nothing" in str(Message(remark)) for remark in REMARKS)
    assert any("recall" in remark or "remember" in remark for remark in map(str, map(Message, REMARKS)))


@pytest.mark.parametrize("remark", REMARKS)
def test_no_remark_names_a_colour_a_value_or_a_slot(remark: str) -> None:
    """C1."""
    words = set(str(Message(remark)).lower().strip(".?!").split())
    numbers = {"one", "two", "three", "four", "five", *"123456789"}
    assert not words & {*SUITS, *numbers, "left", "right", "play", "first", "last"}


def test_how_a_table_talks_is_shown_to_everybody() -> None:
    """C1."""
    rules = Rules.parse("deluxe+talk=open")
    lines = [line.code for section in describe(rules) for line in section.lines]
    assert "describe.talk-open" in lines
    # It stands among the manners of the table, and is no house rule.
    assert rules.differences() == ()


def test_information_flows_through_the_player_on_turn_only() -> None:
    """C1, T1."""
    game = Game(["Ann", "Bob", "Cid"], seed=1)
    assert game.view("Ann").actions
    assert game.view("Bob").actions == game.view("Cid").actions == ()


def test_a_table_shows_which_cards_are_indispensable() -> None:
    """C2."""
    knowledge = know(table("displays w1", discards="r3 w1").view("Ann"))
    assert [card for card in ("r3", "r5", "r2", "w1") if knowledge.indispensable(Card(card))] == ["r3", "r5"]


def test_a_table_shows_how_far_a_display_can_still_go() -> None:
    """C2."""
    game = table("displays r1 w2", discards="r3 r3")
    assert dict(zip("wrbyg", know(game.view("Ann")).furthest, strict=True)) == {
        "w": 5,
        "r": 2,
        "b": 5,
        "y": 5,
        "g": 5,
    }


def test_the_discard_pile_says_something_about_ones_own_cards() -> None:
    """C2."""
    game = table("displays r4 w1", "Ann r5", "Bob b5 y5 g5", discards="w5", turn="Bob", clues=8)
    game.clue("Ann", 5)
    assert know(game.view("Ann")).identity(1) == "r5"
