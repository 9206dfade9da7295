"""What a player can work out about their own cards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tamaya.engine import Game
from tamaya.knowledge import Knowledge, know
from tamaya.rules import Card, ImpossibleTable, Seat, UnknownName
from tests.helpers import table


def ann(game: Game) -> Knowledge:
    return know(game.view("Ann"))


def listed(faces: tuple[str, ...]) -> str:
    return " ".join(faces)


def test_a_colour_and_a_value_tell_a_card() -> None:
    """T2."""
    game = table("Ann r3 w1", turn="Bob")
    game.clue("Ann", "red")
    assert listed(ann(game).told(1)) == "r1 r2 r3 r4 r5"
    game.clue("Bob", 1)
    game.clue("Ann", 3)
    assert ann(game).identity(1) == "r3"
    assert ann(game).identity(2) is None


def test_what_a_clue_misses_is_known_too() -> None:
    """T2."""
    game = table("Ann r3 w1", turn="Bob")
    game.clue("Ann", 3)
    assert "3" not in {card[1] for card in ann(game).told(2)}


def test_black_shows_by_what_no_colour_touches() -> None:
    """B2: it is touched by no colour, so five colours that miss a card tell it."""
    game = table("Ann k3 w1 r1 b1 y1", rules="deluxe+black-powder+clues=9", turn="Bob")
    for colour in ("white", "red", "blue", "yellow"):
        game.clue("Ann", colour)
        game.clue("Bob", 1)
    game.clue("Ann", "green")
    assert listed(ann(game).told(1)) == "k1 k2 k3 k4 k5"


def test_every_colour_touches_the_avalanche() -> None:
    """A1: two colours on one card make it multicolour."""
    game = table("Ann m3 w1 r1", rules="deluxe+avalanche", turn="Bob")
    game.clue("Ann", "white")
    assert listed(ann(game).told(1)) == "w1 w2 w3 w4 w5 m1 m2 m3 m4 m5"
    game.clue("Bob", 1)
    game.clue("Ann", "red")
    assert listed(ann(game).told(1)) == "m1 m2 m3 m4 m5"
    assert listed(ann(game).told(2)) == "w1 w2 w3 w4 w5"


def test_cards_in_sight_are_not_ones_own() -> None:
    """C2: the one r5 is in Bob's hand, two of three w1 are discarded and one is laid."""
    game = table("displays w1", "Ann y1", "Bob r5", discards="w1 w1")
    assert not {"r5", "w1"} & set(ann(game).possible(1))


def test_own_cards_count_each_other_out() -> None:
    """Two cards that are both one of two single ones: no third card is either, whatever clues leave open."""
    game = table("Ann r5 w5 y1", "Bob b5 g5", discards="y5", turn="Bob")
    game.clue("Ann", 5)
    known = ann(game)
    assert listed(known.possible(1)) == listed(known.possible(2)) == "w5 r5"
    assert known.chances(1) == {"w5": Fraction(1, 2), "r5": Fraction(1, 2)}
    assert known.surely_indispensable(1)
    assert known.chance_playable(1) == 0
    game = table("Ann r5 w5 y1", "Bob b5 g5 w4 w4 w3", discards="y5 w1 w1 w1 w2 w2 w3", turn="Bob")
    game.clue("Ann", 5)
    assert "w" not in {card[0] for card in ann(game).possible(3)}


def test_all_unknown_cards_are_alike() -> None:
    """S1: of 45 unseen cards, three are a w1 if Bob has none."""
    game = table("Ann y1 y2 y3 y4 y5", "Bob r1 r2 r3 r4 r5")
    known = ann(game)
    assert {slot: known.chances(slot)[Card("w1")] for slot in range(1, 6)} == dict.fromkeys(
        range(1, 6), Fraction(3, 45)
    )
    assert known.chance_playable(1) == Fraction(4 * 3 + 2, 45)
    assert known.chance_indispensable(1) == Fraction(4, 45)
    assert known.chance_dead(1) == 0
    assert known.chance(1, lambda card: card.rank == 2) == Fraction(4 * 2 + 1, 45)


def test_what_is_sure() -> None:
    """C2."""
    game = table("displays w1 r1 b1 y1 g1", "Ann w2 w1", turn="Bob")
    game.clue("Ann", 2)
    assert ann(game).surely_playable(1)
    assert not ann(game).surely_dead(1)
    game = table("displays w1 r1 b1 y1 g1", "Ann w1 w2", turn="Bob")
    game.clue("Ann", 1)
    assert ann(game).surely_dead(1)
    assert not ann(game).surely_playable(1)


def test_a_card_that_went_back_is_none_that_was_held_then() -> None:
    """L6: of Ann's cards only the one that she draws after the r5 went into the deck may be it."""
    game = table("displays b4", "Ann b5 w1", discards="r5", rules="deluxe+flamboyants", tiles="back")
    assert not any("r5" in ann(game).possible(slot) for slot in range(1, 6))
    game.play(1)
    game.back("r5")
    assert [slot for slot in range(1, 6) if "r5" in ann(game).possible(slot)] == [5]
    assert ann(game).chances(5)[Card("r5")] == Fraction(1, game.state.deck_size + 1)


def test_a_card_that_went_back_may_be_played_straight_from_the_deck() -> None:
    """L6: once the y1 has come and gone again, the other two may be anywhere."""
    rules = "deluxe+flamboyants+deck-play=yes"
    game = table("displays r4", "Ann y1 y1", deck="r5.", discards="y1", rules=rules, tiles="back")
    game.play(0)
    game.back("y1")
    assert ann(game).chances(1)[Card("y1")] == Fraction(2, 5)
    game.play(0)
    assert game.state.deck_size == 0
    assert ann(game).chances(1)[Card("y1")] == Fraction(2, 5)


@pytest.mark.parametrize("slot", [0, 6, -1])
def test_there_is_no_such_slot(slot: int) -> None:
    with pytest.raises(UnknownName, match="slot"):
        ann(table()).possible(slot)


def test_a_spectator_has_no_cards() -> None:
    with pytest.raises(UnknownName, match="there are none"):
        know(table().spectate(hands=True)).chances(1)


def test_nobody_sits_there() -> None:
    with pytest.raises(ImpossibleTable, match="there is no seat 2"):
        ann(table()).empathy(Seat(2))
