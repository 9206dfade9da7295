"""The end of the game: E1 to E6."""

import pytest

from tamaya.engine import Ended, Game, LastRound, Outcome, Result
from tamaya.rules import EDITIONS, IllegalAction, Rules
from tests.helpers import NAMES, deck, discards, displays, hand, kinds, table

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


def result(game: Game) -> Result:
    assert game.result is not None
    return game.result


@EVERY_EDITION
def test_the_third_strike_loses_the_game_at_once(edition: str) -> None:
    """E1."""
    game = table("displays r3", "Ann r5", strikes=2, rules=edition)
    game.play(1)
    assert (game.over, game.turn, game.strikes) == (True, None, 3)
    assert result(game).outcome is Outcome.LOST


def test_the_second_strike_does_not() -> None:
    """E1."""
    game = table("displays r3", "Ann r5", strikes=1)
    game.play(1)
    assert (game.over, game.turn, game.strikes) == (False, "Bob", 2)


@EVERY_EDITION
def test_a_lost_game_scores_nothing(edition: str) -> None:
    """E1."""
    game = table("displays r4 w3", "Ann w5", strikes=2, rules=edition)
    game.play(1)
    assert result(game).score == 0


def test_what_would_have_been_counted_can_still_be_looked_at() -> None:
    """E1."""
    game = table("displays r4 w3", "Ann w5", strikes=2)
    game.play(1)
    assert (result(game).counted, game.score, displays(game)) == (7, 7, "w3 r4")


def test_the_look_back_takes_off_the_missing_black_cards() -> None:
    """E1, B4."""
    game = table("displays r4 w3 k4", "Ann w5", strikes=2, rules="deluxe+black-powder")
    game.play(1)
    assert (result(game).score, result(game).counted) == (0, 7 - 3)


@pytest.mark.parametrize(
    ("edition", "grade"), [("deluxe", None), ("rnr", None), ("abacus", "Oh dear"), ("original", None)]
)
def test_a_lost_game_has_a_grade_only_where_it_counts_as_zero_points(edition: str, grade: str | None) -> None:
    """E1."""
    game = table("displays r4 w3", "Ann w5", strikes=2, rules=edition)
    game.play(1)
    found = result(game).grade(game.rules)
    assert (None if found is None else str(found.name)) == grade


def test_nothing_is_drawn_after_the_third_strike() -> None:
    """E1, E2."""
    game = table("Ann w5 w1 w2 w3 w4", strikes=2)
    game.play(1)
    assert hand(game, "Ann") == "w1 w2 w3 w4"
    assert kinds(game) == ["Played", "Ended"]


def test_the_third_strike_loses_in_the_last_round_too() -> None:
    """E1, E3."""
    game = table("displays r4", "Ann w5", strikes=2, deck=".", turns_left=1)
    game.play(1)
    assert (result(game).outcome, result(game).score) == (Outcome.LOST, 0)


def test_after_the_end_nobody_acts() -> None:
    """E1."""
    game = table("Ann w5", strikes=2)
    game.play(1)
    assert game.state.actions() == ()
    for action in ("p1", "d1", "cA1", "oA12345"):
        with pytest.raises(IllegalAction, match="over"):
            game.do(action)


@EVERY_EDITION
def test_the_last_display_ends_the_game_at_once_with_all_points(edition: str) -> None:
    """E2."""
    game = table("displays w5 b5 y5 g5 r4", "Ann r5", rules=edition)
    game.play(1)
    assert result(game) == Result(Outcome.PERFECT, 25, 25, result(game).why)
    assert game.turn is None


@pytest.mark.parametrize("rules", ["deluxe+avalanche", "rnr+variant-1", "rnr+variant-2", "rnr+variant-3"])
def test_six_suits_make_thirty_points(rules: str) -> None:
    """E2."""
    game = table("displays w5 b5 y5 g5 m5 r4", "Ann r5", rules=rules)
    game.play(1)
    assert result(game).score == game.rules.tables.most == 30


def test_five_of_six_displays_do_not_end_the_game() -> None:
    """E2."""
    game = table("displays w5 b5 y5 g5 m4 r4", "Ann r5", rules="rnr+variant-1")
    game.play(1)
    assert not game.over


def test_the_move_that_ends_a_game_does_nothing_further() -> None:
    """E2."""
    game = table(
        "displays w5 b5 y5 g5 r4", "Ann r5 w1 w1 b1 b1", clues=3, tiles="clue", rules="deluxe+flamboyants"
    )
    before = deck(game)
    game.play(1)
    assert (game.clues, hand(game, "Ann"), deck(game)) == (3, "w1 w1 b1 b1", before)
    assert len(game.state.tiles) == 6
    assert kinds(game) == ["Played", "Completed", "Ended"]


def test_the_last_display_returns_no_token() -> None:
    """E2."""
    game = table("displays w5 b5 y5 g5 r4", "Ann r5", clues=3)
    game.play(1)
    assert game.clues == 3


def test_the_show_may_be_perfect_in_the_last_round() -> None:
    """E2."""
    game = table("displays w5 b5 y5 g5 r4", "Ann r5", deck=".", turns_left=2)
    game.play(1)
    assert (result(game).outcome, result(game).score) == (Outcome.PERFECT, 25)


def test_with_two_strikes_the_show_is_still_perfect() -> None:
    """E2."""
    game = table("displays w5 b5 y5 g5 r4", "Ann r5", strikes=2)
    game.play(1)
    assert result(game).score == 25


@EVERY_EDITION
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_after_the_last_draw_everybody_has_one_more_turn_the_drawer_included(
    edition: str, players: int
) -> None:
    """E3."""
    game = table("Ann w1", players=players, clues=0, rules=edition, deck="b1 .")
    game.discard(1)
    assert game.history[-1] == LastRound("Ann")
    order = []
    while game.turn:
        order.append(game.turn)
        game.discard(1)
    assert order == [*NAMES[1:players], "Ann"]
    assert result(game).outcome is Outcome.COUNTED


def test_the_round_begins_with_the_last_card_and_not_before() -> None:
    """E3."""
    game = table("Ann w1", "Bob w2", clues=0, deck="b1 b2 .")
    game.discard(1)
    assert game.state.turns_left is None
    game.discard(1)
    assert game.state.turns_left == 2


def test_the_drawn_card_can_be_played_in_the_last_round() -> None:
    """E3."""
    game = table("Ann w1", clues=4, deck="b1 .")
    game.play(1)
    game.clue("Ann", 1)
    game.play(5)
    assert displays(game) == "w1 b1"
    assert result(game).score == 2


def test_nothing_is_drawn_in_the_last_round() -> None:
    """E3."""
    game = table("Ann w1 w2 w3 w4 w5", deck=".", turns_left=2)
    game.play(1)
    assert hand(game, "Ann") == "w2 w3 w4 w5"
    assert kinds(game) == ["Played"]


def test_a_clue_is_a_turn_of_the_last_round() -> None:
    """E3."""
    game = table("Bob w1", deck=".", turns_left=1)
    game.clue("Bob", 1)
    assert result(game).outcome is Outcome.COUNTED


def test_rearranging_is_no_turn_of_the_last_round() -> None:
    """E3, T9."""
    game = table("Bob w1", deck=".", turns_left=2)
    game.clue("Bob", 1)
    game.rearrange("Bob", [5, 4, 3, 2, 1])
    assert (game.state.turns_left, game.turn) == (1, "Bob")


def test_everybody_sees_that_the_last_round_runs() -> None:
    """E3."""
    game = table(deck=".", turns_left=2)
    assert all("last round: 2 turns left" in str(game.view(name)) for name in game.names)


def test_the_score_is_the_sum_of_the_highest_values() -> None:
    """E4."""
    game = table("displays w1 r2 b3 y4 g5", "Ann w5", clues=0, deck=".", turns_left=1)
    assert game.score == 15
    game.discard(1)
    assert result(game) == Result(Outcome.COUNTED, 15, 15, result(game).why)
    assert game.history[-1] == Ended(result(game))


def test_an_empty_table_scores_nothing() -> None:
    """E4."""
    game = table(clues=0, deck=".", turns_left=1)
    game.discard(1)
    assert (result(game).score, result(game).outcome) == (0, Outcome.COUNTED)


SCALES = {
    "deluxe": ("Pathetic", "Mediocre", "Decent", "Excellent", "Extraordinary", "Legendary"),
    "rnr": ("Horrible", "Mediocre", "Honorable", "Excellent", "Amazing", "Legendary"),
    "abacus": ("Oh dear", "Poor", "OK", "Good", "Very good", "Legendary"),
    "original": ("Horrible", "Mediocre", "Honourable", "Excellent", "Amazing", "Legendary"),
}
BANDS = ((0, 5), (6, 10), (11, 15), (16, 20), (21, 24), (25, 25))


def grade(rules: str, score: int) -> str | None:
    band = Rules.parse(rules).grade(score)
    return str(band.name) if band else None


@pytest.mark.parametrize(
    ("edition", "band", "name"),
    [
        (edition, band, name)
        for edition, names in SCALES.items()
        for band, name in zip(BANDS, names, strict=True)
    ],
)
def test_each_band_of_each_edition_has_its_grade(edition: str, band: tuple[int, int], name: str) -> None:
    """E5."""
    low, high = band
    assert {grade(edition, score) for score in range(low, high + 1)} == {name}


@EVERY_EDITION
def test_a_counted_game_earns_its_grade(edition: str) -> None:
    """E5."""
    game = table("displays w1 r2 b3 y4 g5", clues=0, deck=".", turns_left=1, rules=edition)
    game.discard(1)
    earned = result(game).grade(game.rules)
    assert earned is not None
    assert str(earned.name) == SCALES[edition][2]


@EVERY_EDITION
def test_a_perfect_game_is_legendary(edition: str) -> None:
    """E5."""
    game = table("displays w5 b5 y5 g5 r4", "Ann r5", rules=edition)
    game.play(1)
    earned = result(game).grade(game.rules)
    assert earned is not None
    assert str(earned.name) == "Legendary"


@pytest.mark.parametrize("rules", ["deluxe+avalanche", "deluxe+avalanche+black-powder"])
def test_deluxe_with_six_scoring_suits_is_divine_at_thirty(rules: str) -> None:
    """E5."""
    assert {grade(rules, score) for score in range(25, 30)} == {"Legendary"}
    assert grade(rules, 30) == "Divine"


@pytest.mark.parametrize("variant", ["variant-1", "variant-2", "variant-3"])
def test_rnr_with_six_suits_has_nothing_above_legendary(variant: str) -> None:
    """E5."""
    assert {grade(f"rnr+{variant}", score) for score in range(25, 31)} == {"Legendary"}


def test_black_powder_alone_never_becomes_divine() -> None:
    """E5, B4."""
    rules = Rules.parse("deluxe+black-powder")
    assert rules.tables.most == 25
    assert grade("deluxe+black-powder", rules.tables.most) == "Legendary"


@EVERY_EDITION
def test_a_score_below_zero_stands_in_the_lowest_band(edition: str) -> None:
    """E5, B4."""
    assert {grade(edition, score) for score in (-5, -1)} == {SCALES[edition][0]}


@pytest.mark.parametrize(
    ("edition", "name"),
    [
        ("deluxe", "International Firework Display Federation"),
        ("rnr", "Artisan League Of Fireworks Technicians"),
        ("abacus", "International Association of Pyrotechnics"),
        ("original", "Firework Manufacturers International Federation"),
    ],
)
def test_each_edition_has_its_federation(edition: str, name: str) -> None:
    """E5."""
    assert str(EDITIONS[edition].federation) == name


@EVERY_EDITION
def test_every_grade_has_its_applause(edition: str) -> None:
    """E5."""
    applause = [str(band.applause) for band in EDITIONS[edition].scale]
    assert all(applause)
    assert len(set(applause)) == len(applause)


def test_the_example_of_rnr_adds_up_to_seventeen() -> None:
    """E6."""
    game = table("displays w5 r3 b4 y1 g1 m3", clues=0, deck=".", turns_left=1, rules="rnr+variant-1")
    game.discard(1)
    assert result(game).score == 17
    assert grade("rnr", 17) == grade("rnr", 16) == "Excellent"


def test_the_discard_of_the_last_turn_still_lies_open() -> None:
    """E3, T8."""
    game = table("Ann w5", clues=0, deck=".", turns_left=1)
    game.discard(1)
    assert discards(game).endswith("w5")
