"""Colour Avalanche: A1."""

import pytest

from tamaya.engine import Clued, parse_action
from tamaya.rules import Deal, IllegalAction, Rules
from tests.helpers import choices, displays, table

RULES = "deluxe+avalanche"


def test_the_avalanche_adds_ten_multicolour_cards() -> None:
    """A1."""
    deck = Deal.shuffle(Rules.parse(RULES), seed=1).deck
    assert len(deck) == 60
    assert sorted(card.rank for card in deck if card.suit == "m") == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]


def test_the_sixth_display_rises_from_one_to_five() -> None:
    """A1."""
    game = table("displays m3 r3", "Ann m4 m5", "Bob w1", rules=RULES)
    for _ in range(2):
        game.play(1)
        game.clue("Ann", 1)
    assert displays(game) == "r3 m5"


def test_the_maximum_is_thirty() -> None:
    """A1."""
    assert Rules.parse(RULES).tables.most == 30


@pytest.mark.parametrize("letter", list("wrbyg"))
def test_every_colour_touches_it(letter: str) -> None:
    """A1."""
    game = table("Bob m1 m2 m3 m4 m5", rules=RULES)
    assert game.clue("Bob", letter) == Clued("Ann", "Bob", letter, (1, 2, 3, 4, 5))


@pytest.mark.parametrize("name", ["m", "multicolour", "rainbow"])
def test_it_is_never_named(name: str) -> None:
    """A1."""
    game = table("Bob m1 m2", rules=RULES)
    with pytest.raises(IllegalAction, match="cannot be named"):
        game.clue("Bob", name)
    assert "cBm" not in choices(game)


def test_it_is_not_named_to_say_that_there_is_none_either() -> None:
    """A1, T3."""
    game = table("Bob r1 r2 r3 r4 r5", rules=RULES)
    assert game.state.is_legal(parse_action("cBw"))
    assert not game.state.is_legal(parse_action("cBm"))


def test_a_value_clue_touches_it_as_usual() -> None:
    """A1."""
    game = table("Bob m1 m2 r2 m4 m5", rules=RULES)
    assert game.clue("Bob", 2) == Clued("Ann", "Bob", "2", (2, 3))


def test_completing_it_returns_a_token() -> None:
    """A1, T7."""
    game = table("displays m4", "Ann m5", clues=3, rules=RULES)
    game.play(1)
    assert game.clues == 4
