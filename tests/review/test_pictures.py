"""Tables as pictures for notebooks: they show what their viewer may see."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

from tamaya.engine import Game
from tamaya.engine.pictures import picture_of
from tamaya.rules import Seat
from tests.helpers import ALL_RULES, Seed
from tests.laws.strategies import another_truth

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_an_own_hand_is_shown_by_its_backs() -> None:
    """S4."""
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    shown = texts(game.view("Bob")._repr_svg_())
    assert shown.count("?") == 5
    assert "> Bob" in shown
    assert "g2" in shown
    assert "r1" not in shown
    assert "r1" in texts(game.state._repr_svg_())


@pytest.mark.parametrize("rules", ALL_RULES[::5])
def test_pictures_do_not_depend_on_what_is_hidden(rules: str) -> None:
    """S4."""
    rng = random.Random(1)
    for state in list(Seed(rules, 2, 3, 3, 0.9).moments())[::7]:
        for seat in (Seat(0), Seat(1)):
            other = another_truth(state, [seat], rng)
            assert state.view(seat)._repr_svg_() == other.view(seat)._repr_svg_()


def test_a_game_shows_what_everybody_may_know_until_it_is_over() -> None:
    """S4."""
    game = Game(["Ann & Co", "<Bob>"], "deluxe+strikes=1", seed=16)
    assert texts(game._repr_svg_()).count("?") == 10
    game.play(1)
    assert game.over
    shown = texts(game._repr_svg_())
    assert "?" not in shown
    assert "the game is over: lost" in shown
    assert "Ann & Co" in shown


def test_the_text_of_a_picture_hides_the_same() -> None:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    assert "> Bob: ?? ?? ??/1 ?? ??" in picture_of(game.view("Bob")).text()
