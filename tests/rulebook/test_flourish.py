"""Final Flourish of deluxe and variant 4 of rnr: F1 to F4."""

from itertools import combinations

import pytest

from tamaya.engine import Game, Outcome, Passed, Result
from tamaya.rules import ImpossibleRules, Rules
from tests.helpers import choices, deck, discards, displays, hand, kinds, table

FLOURISH = pytest.mark.parametrize("rules", ["deluxe+final-flourish", "rnr+variant-4"])
ALMOST = "displays w5 r5 b5 y5 g3"


def result(game: Game) -> Result:
    assert game.result is not None
    return game.result


@FLOURISH
def test_the_game_does_not_end_with_the_deck(rules: str) -> None:
    """F1."""
    game = table(ALMOST, "Ann w1 w2 w3 w4 g4", "Bob r1 r2 r3 r4 g5", clues=4, deck="b1 .", rules=rules)
    for _ in range(4):
        game.discard(1)
    assert (hand(game, "Ann"), hand(game, "Bob")) == ("w3 w4 g4 b1", "r3 r4 g5")
    assert not game.over
    assert game.state.turns_left is None
    assert "LastRound" not in kinds(game)


@FLOURISH
def test_it_goes_on_until_all_displays_are_complete(rules: str) -> None:
    """F1."""
    game = table(ALMOST, "Ann g4 .", "Bob w1 w1 g5 .", clues=0, deck=".", rules=rules)
    game.play(1)
    game.play(3)
    assert result(game).outcome is Outcome.PERFECT


@FLOURISH
def test_the_third_strike_defeats(rules: str) -> None:
    """F1."""
    game = table(ALMOST, "Ann w1", strikes=2, rules=rules)
    game.play(1)
    assert (result(game).outcome, game.strikes) == (Outcome.LOST, 3)


@FLOURISH
def test_discarding_an_indispensable_card_defeats(rules: str) -> None:
    """F1."""
    game = table(ALMOST, "Ann g5", clues=4, rules=rules)
    game.discard(1)
    assert (result(game).outcome, str(result(game).why)) == (Outcome.LOST, "the last g5 is gone")


@FLOURISH
def test_a_failed_play_of_an_indispensable_card_defeats(rules: str) -> None:
    """F1."""
    game = table(ALMOST, "Ann g5", rules=rules)
    game.play(1)
    assert (result(game).outcome, game.strikes) == (Outcome.LOST, 1)
    assert str(result(game).why) == "the last g5 is gone"


def test_the_last_copy_is_indispensable_and_the_one_before_is_not() -> None:
    """F1."""
    game = table("displays g1", "Ann g3", "Bob g3", clues=0, rules="deluxe+final-flourish")
    game.discard(1)
    assert not game.over
    game.discard(1)
    assert str(result(game).why) == "the last g3 is gone"


def test_a_card_that_its_display_already_has_may_go() -> None:
    """F1."""
    game = table("displays g3", "Ann g3", discards="", clues=0, rules="deluxe+final-flourish")
    game.discard(1)
    assert not game.over


def test_all_ones_may_go_but_the_last() -> None:
    """F1."""
    game = table("Ann w1", "Bob w1", discards="w1", clues=0, rules="deluxe+final-flourish")
    game.discard(1)
    assert not game.over
    game.discard(1)
    assert result(game).outcome is Outcome.LOST


def test_without_the_flourish_the_last_copy_may_go() -> None:
    """F1."""
    game = table("displays g1", "Ann g5", clues=0)
    game.discard(1)
    assert not game.over


def test_the_last_copy_of_a_black_card_is_indispensable_until_black_has_passed_it() -> None:
    """F1, B1."""
    rules = "deluxe+black-powder+final-flourish"
    for displays_text, card, pile, lost in (
        ("displays k4", "k1", "", True),
        ("displays k5", "k4", "k4", True),
        ("displays k4", "k4", "", False),
        ("displays k3", "k5", "k5", False),
    ):
        game = table(displays_text, f"Ann {card}", discards=pile, clues=0, rules=rules)
        game.discard(1)
        assert game.over is lost


def test_defeat_does_nothing_further() -> None:
    """F1, E2."""
    game = table("Ann g5 w1 w1 w1 w2", clues=4, rules="deluxe+final-flourish")
    game.discard(1)
    assert hand(game, "Ann") == "w1 w1 w1 w2"
    assert kinds(game) == ["Discarded", "Ended"]


@FLOURISH
def test_the_score_is_all_or_nothing(rules: str) -> None:
    """F2."""
    won = table("displays w5 r5 b5 y5 g4", "Ann g5", rules=rules)
    won.play(1)
    assert result(won).score == 25
    lost = table("displays w5 r5 b5 y5 g4", "Ann g5", clues=0, rules=rules)
    lost.discard(1)
    assert (result(lost).score, result(lost).counted) == (0, 24)


@FLOURISH
def test_there_are_no_grades(rules: str) -> None:
    """F2."""
    game = table("displays w5 r5 b5 y5 g4", "Ann g5", rules=rules)
    game.play(1)
    assert result(game).grade(game.rules) is None
    assert {game.rules.grade(score) for score in range(-5, 31)} == {None}


@FLOURISH
def test_hands_shrink(rules: str) -> None:
    """F3."""
    game = table(ALMOST, "Ann w1 w1 g4", "Bob g5", clues=0, deck=".", rules=rules)
    game.discard(1)
    assert len(game.state.hands[0]) == 4


@FLOURISH
def test_who_has_no_card_and_no_token_is_passed_over(rules: str) -> None:
    """F3."""
    game = table(ALMOST, "Ann g4 .", "Bob .", "Cid g5 .", clues=0, deck=".", rules=rules)
    game.play(1)
    assert Passed("Bob") in game.history
    assert game.turn == "Cid"


def test_who_has_no_card_and_nothing_to_point_at_is_passed_over() -> None:
    """F3, T3."""
    game = table(
        "displays r5 u3", "Ann u4 u5 .", "Bob .", clues=7, deck=".", rules="rnr+suits=red,null+variant-4"
    )
    game.play(1)
    assert game.history[-1] == Passed("Bob")
    assert game.turn == "Ann"
    assert choices(game) == "p1 d1"


def test_several_in_a_row_are_passed_over() -> None:
    """F3."""
    game = table(
        ALMOST, "Ann g4 g5 .", "Bob .", "Cid .", "Dee .", clues=0, deck=".", rules="deluxe+final-flourish"
    )
    game.play(1)
    assert game.history[-3:] == (Passed("Bob"), Passed("Cid"), Passed("Dee"))
    game.play(1)
    assert result(game).outcome is Outcome.PERFECT


def test_who_has_no_card_but_a_clue_to_give_must_give_it() -> None:
    """F3."""
    game = table(ALMOST, "Ann g4 .", "Bob .", "Cid g5 .", clues=1, deck=".", rules="deluxe+final-flourish")
    game.play(1)
    assert game.turn == "Bob"
    assert "Passed" not in kinds(game)
    assert {type(action).__name__ for action in game.state.actions()} == {"Clue"}


def test_there_is_no_other_pass() -> None:
    """F3, T1."""
    game = table(ALMOST, "Ann g4 .", "Bob w1 .", clues=0, deck=".", rules="deluxe+final-flourish")
    game.play(1)
    assert game.turn == "Bob"


def test_a_small_hand_draws_one_card_and_no_more() -> None:
    """F3."""
    game = table(ALMOST, "Ann w1 g4 .", "Bob w1 g5 .", clues=0, deck="w2 .", rules="deluxe+final-flourish")
    game.discard(1)
    assert hand(game, "Ann") == "g4 w2"
    assert deck(game) == ""


@pytest.mark.parametrize("variant", ["variant-1", "variant-2", "variant-3"])
def test_variant_4_goes_with_any_one_other_variant(variant: str) -> None:
    """F4."""
    rules = Rules.parse(f"rnr+{variant}+variant-4")
    assert rules.flourish
    assert len(rules.suits) == 6
    assert rules.differences() == ()


@pytest.mark.parametrize("pair", list(combinations(["variant-1", "variant-2", "variant-3"], 2)))
def test_two_multicolour_variants_do_not_go_together_even_with_variant_4(pair: tuple[str, str]) -> None:
    """F4."""
    with pytest.raises(ImpossibleRules, match=pair[1]):
        Rules.parse("+".join(("rnr", *pair, "variant-4")))


@pytest.mark.parametrize(
    "add_ons",
    [parts for n in range(4) for parts in combinations(("avalanche", "black-powder", "flamboyants"), n)],
)
def test_final_flourish_goes_with_all_add_ons(add_ons: tuple[str, ...]) -> None:
    """F4."""
    game = Game(["Ann", "Bob"], "+".join(("deluxe", *add_ons, "final-flourish")))
    assert game.rules.flourish
    assert game.rules.differences() == ()


@pytest.mark.parametrize("tile", ["back", "encore"])
def test_defeat_is_immediate_although_a_tile_could_bring_the_card_back(tile: str) -> None:
    """F4."""
    game = table(
        "displays r4", "Ann g5", "Bob r5", clues=0, tiles=tile, rules="deluxe+flamboyants+final-flourish"
    )
    game.discard(1)
    assert (result(game).outcome, game.turn) == (Outcome.LOST, None)


def test_a_card_that_went_back_into_the_deck_is_a_copy_again() -> None:
    """F1, L6."""
    game = table(
        "displays r4", "Ann r5", "Bob g3", "Cid g3", discards="b1",
        clues=0, tiles="back", rules="deluxe+flamboyants+final-flourish",
    )  # fmt: skip
    game.play(1)
    game.back("b1")
    game.discard(1)
    assert (discards(game), game.over) == ("g3", False)


def test_an_encore_that_misfits_defeats_nobody() -> None:
    """F1, L7."""
    game = table(
        "displays r4", "Ann r5", discards="g3", tiles="encore", rules="deluxe+flamboyants+final-flourish"
    )
    game.play(1)
    game.encore("g3")
    assert (game.over, displays(game), discards(game)) == (False, "r5", "g3")
