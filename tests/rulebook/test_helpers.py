"""The positions of these tests are honest, and say what they seem to say."""

import doctest
from collections import Counter

import pytest

from tamaya.rules import Card
from tamaya.rules.tables import new_deck
from tests import helpers
from tests.helpers import deck, discards, displays, hand, table


def test_the_example_of_the_table_works() -> None:
    assert doctest.testmod(helpers) == (0, 2)


@pytest.mark.parametrize(
    "rules", ["deluxe", "rnr+variant-2", "deluxe+black-powder+flamboyants+final-flourish"]
)
@pytest.mark.parametrize("rest", ["", "r1 .", "."])
def test_every_card_is_somewhere(rules: str, rest: str) -> None:
    game = table("displays w2 r3", "Ann b5 b4", "Bob .", "Cid g1 .", deck=rest, discards="y1 y1", rules=rules)
    laid = "w1 w2 r1 r2 r3"
    everywhere = " ".join([laid, *(hand(game, name) for name in game.names), discards(game), deck(game)])
    assert Counter(map(Card, everywhere.split())) == Counter(new_deck(game.rules.suits))


def test_what_is_written_is_what_stands_there() -> None:
    game = table("displays w2 r3", "Ann b5 b4", "Bob .", deck="g1 g2 .", discards="y1", strikes=1, turn="Bob")
    assert displays(game) == "w2 r3"
    assert hand(game, "Ann").startswith("b5 b4 ")
    assert (len(hand(game, "Ann").split()), hand(game, "Bob"), deck(game)) == (5, "", "g1 g2")
    assert discards(game).endswith("y1")
    assert (game.strikes, game.clues, game.turn) == (1, 8, "Bob")


def test_no_card_is_there_too_often() -> None:
    with pytest.raises(AssertionError, match="r5"):
        table("displays r5", "Ann r5")


def test_a_position_may_lack_cards_when_it_is_told_to() -> None:
    game = table("Ann r5 .", "Bob .", deck=".", honest=False)
    assert (hand(game, "Ann"), discards(game), deck(game)) == ("r5", "", "")
