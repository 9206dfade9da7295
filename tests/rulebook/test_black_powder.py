"""Black Powder: B1 to B5."""

import pytest

from tamaya.engine import Clued, Completed, Game, Outcome, Result
from tamaya.rules import Deal, IllegalAction, Rules
from tests.helpers import choices, displays, marks, table

RULES = "deluxe+black-powder"
BOTH = pytest.mark.parametrize("rules", [RULES, "deluxe+avalanche+black-powder"])


def counted(game: Game) -> Result:
    """The result after a last turn that changes nothing."""
    game.clue("Bob", 1)
    assert game.result is not None
    return game.result


def test_black_powder_adds_ten_cards() -> None:
    """B1."""
    rules = Rules.parse(RULES)
    assert rules.deck_size == 60
    assert [suit.name for suit in rules.suits if suit not in Rules.parse("deluxe").suits] == ["black"]


def test_its_display_falls_from_five_to_one() -> None:
    """B1."""
    game = table("Ann k5 k4 k3 k2 k1", "Bob w1", clues=8, rules=RULES)
    for rank in (5, 4, 3, 2, 1):
        game.play(1)
        assert displays(game) == f"k{rank}"
        game.clue("Ann", 1)
    assert game.strikes == 0


@pytest.mark.parametrize(("top", "card"), [("", "k1"), ("", "k4"), ("k5", "k5"), ("k4", "k5"), ("k4", "k2")])
def test_out_of_order_it_is_a_strike(top: str, card: str) -> None:
    """B1, T5."""
    game = table(f"displays {top}", f"Ann {card}", rules=RULES)
    game.play(1)
    assert (game.strikes, displays(game)) == (1, top)


def test_the_table_shows_the_lowest_card_of_black() -> None:
    """B1."""
    view = table("displays r2 k4", rules=RULES).view("Ann")
    assert "displays: w0 r2 b0 y0 g0 k4" in str(view)
    assert [view.top(suit) for suit in range(6)] == [0, 2, 0, 0, 0, 4]


@pytest.mark.parametrize("letter", list("wrbyg"))
def test_no_colour_touches_black(letter: str) -> None:
    """B2."""
    game = table("Bob k5 k4 k3 k2 k1", rules=RULES)
    assert game.clue("Bob", letter) == Clued("Ann", "Bob", letter, ())
    assert marks(game, "Bob") == [("", letter)] * 5


@pytest.mark.parametrize("name", ["k", "black"])
def test_black_cannot_be_named(name: str) -> None:
    """B2."""
    game = table("Bob k5 k4 r1 r2 r3", rules=RULES)
    with pytest.raises(IllegalAction, match="cannot be named"):
        game.clue("Bob", name)


def test_black_is_not_named_even_to_say_that_there_is_none() -> None:
    """B2, T3."""
    game = table("Bob r1 r2 r3 r4 r5", rules=RULES)
    with pytest.raises(IllegalAction, match="cannot be named"):
        game.clue("Bob", "k")
    assert "cBk" not in choices(game)


def test_a_value_clue_touches_black_as_usual() -> None:
    """B2."""
    game = table("Bob k5 r4 k4 r5 k1", rules=RULES)
    assert game.clue("Bob", 5) == Clued("Ann", "Bob", "5", (1, 4))


def test_where_one_must_point_a_black_hand_can_be_told_values_only() -> None:
    """B2, T3."""
    game = table("Bob k5 k4 k3 k2 k1", rules="deluxe+black-powder+empty=no")
    assert choices(game).split()[5:] == ["cB1", "cB2", "cB3", "cB4", "cB5"]


def test_its_completion_by_the_one_returns_a_token() -> None:
    """B3."""
    game = table("displays k2", "Ann k1", clues=3, rules=RULES)
    game.play(1)
    assert game.clues == 4
    assert Completed("Ann", "k", token=True) in game.history


def test_a_black_five_completes_nothing_and_returns_nothing() -> None:
    """B3."""
    game = table("Ann k5", clues=3, rules=RULES)
    game.play(1)
    assert (game.clues, displays(game)) == (3, "k5")


def test_with_all_tokens_the_bonus_of_black_is_lost_too() -> None:
    """B3, T7."""
    game = table("displays k2", "Ann k1", clues=8, rules=RULES)
    game.play(1)
    assert game.clues == 8


def test_the_example_eighteen_and_black_down_to_three_make_sixteen() -> None:
    """B4."""
    game = table("displays w5 r5 b4 y4 k3", "Bob w1", deck=".", turns_left=1, rules=RULES)
    assert counted(game).score == 16


@BOTH
@pytest.mark.parametrize(("top", "off"), [("", 5), ("k5", 4), ("k4", 3), ("k3", 2), ("k2", 1), ("k1", 0)])
def test_each_missing_black_card_takes_a_point_off(rules: str, top: str, off: int) -> None:
    """B4."""
    assert table(f"displays r5 w3 {top}", rules=rules).score == 8 - off


def test_the_maximum_stays_twenty_five_and_thirty_with_the_avalanche() -> None:
    """B4."""
    assert Rules.parse("deluxe+black-powder").tables.most == 25
    assert Rules.parse("deluxe+avalanche+black-powder").tables.most == 30


def test_a_perfect_show_needs_black_too() -> None:
    """B4, E2."""
    game = table("displays w5 r5 b5 y5 g4 k2", "Ann g5", "Bob k1", rules=RULES)
    game.play(1)
    assert not game.over
    game.play(1)
    assert game.result is not None
    assert (game.result.outcome, game.result.score) == (Outcome.PERFECT, 25)


def test_a_counted_score_may_fall_below_zero() -> None:
    """B4."""
    game = table("displays r1", "Bob w1", deck=".", turns_left=1, rules=RULES)
    result = counted(game)
    assert (result.outcome, result.score, result.counted) == (Outcome.COUNTED, -4, -4)
    assert result.grade(game.rules) == game.rules.box.scale[-1]
    assert str(game.rules.box.scale[-1].name) == "Pathetic"


def test_a_lost_game_is_zero_and_not_less() -> None:
    """B4, E1."""
    game = table("Ann k1", strikes=2, rules=RULES)
    game.play(1)
    assert game.result is not None
    assert (game.result.score, game.result.counted) == (0, -5)


@BOTH
def test_the_result_carries_an_accolade(rules: str) -> None:
    """B4."""
    assert Rules.parse(rules).accolades == ("black powder",)


@pytest.mark.parametrize("rules", ["deluxe", "deluxe+avalanche+flamboyants", "rnr+variant-3"])
def test_other_shows_carry_none(rules: str) -> None:
    """B4."""
    assert Rules.parse(rules).accolades == ()


def test_there_are_three_of_the_black_five_and_one_of_the_black_one() -> None:
    """B5."""
    deck = Deal.shuffle(Rules.parse(RULES), seed=1).deck
    assert sorted((card.rank for card in deck if card.suit == "k"), reverse=True) == [
        5,
        5,
        5,
        4,
        4,
        3,
        3,
        2,
        2,
        1,
    ]
