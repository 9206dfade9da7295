"""House options: what a table may change, and that everybody sees it."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tamaya.engine import Clued, Game, Outcome, Played, parse_action
from tamaya.rules import (
    EDITIONS,
    OPTIONS,
    PARTS,
    SUITS,
    Deal,
    IllegalAction,
    ImpossibleRules,
    ImpossibleTable,
    Rules,
    Scores,
    Seat,
)
from tests.helpers import ALL_RULES, choices, deck, discards, displays, hand, kinds, marks, table

RULES_PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
PARTS_TABLE = RULES_PAGE.partition("| part | meaning | clause |")[2].partition("\n\n")[0]
FIRST_COLUMN = "".join(line.split("|")[1] for line in PARTS_TABLE.splitlines() if line.startswith("| `"))
PROMISED = re.findall(r"`([^`]+)`", FIRST_COLUMN)


@pytest.mark.parametrize("part", PROMISED)
def test_what_the_rules_page_promises_can_be_written(part: str) -> None:
    edition = "rnr" if part.startswith("variant") else "deluxe"
    assert Rules.parse(f"{edition}+{part}").edition == edition


@pytest.mark.parametrize("name", [*PARTS, *OPTIONS])
def test_what_can_be_written_stands_on_the_rules_page(name: str) -> None:
    assert name in {part.partition("=")[0] for part in PROMISED}


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_differs_from_itself_in_nothing(edition: str) -> None:
    assert Rules.parse(edition).differences() == ()


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("deluxe+hand=6", "cards in each hand: 6"),
        ("deluxe+clues=5", "clue tokens: 5"),
        ("deluxe+strikes=4", "strikes that end the game: 4"),
        ("deluxe+empty=no", "clues that match no card: no"),
        ("rnr+empty=yes", "clues that match no card: yes"),
        ("deluxe+rearrange=always", "rearranging one's own hand: always"),
        ("deluxe+seats=6", "most players: 6"),
        ("deluxe+discard-full=yes", "discarding while all clue tokens are available: yes"),
        ("deluxe+deck-play=yes", "playing the last card straight from the deck: yes"),
        ("deluxe+suits=red,blue", "suits of the deck: red,blue"),
    ],
)
def test_what_the_house_changes_is_shown_to_everybody_and_recorded(rules: str, shown: str) -> None:
    game = Game(["Ann", "Bob"], rules)
    assert tuple(map(str, game.rules.differences())) == (shown,)
    assert tuple(map(str, game.view("Bob").rules.differences())) == (shown,)
    assert str(game.view("Bob").rules) == rules


@pytest.mark.parametrize(
    "rules", ["deluxe+empty=yes", "deluxe+clues=8", "rnr+empty=no", "rnr+strikes=3+talk=silent"]
)
def test_what_is_as_in_the_edition_is_no_change(rules: str) -> None:
    edition = rules.partition("+")[0]
    assert Rules.parse(rules) == Rules.parse(edition)
    assert str(Rules.parse(rules)) == edition


@pytest.mark.parametrize(
    ("rules", "part"), [("abacus+black-powder", "Black Powder"), ("original+variant-4", "Variant 4")]
)
def test_a_part_from_another_box_is_a_house_rule(rules: str, part: str) -> None:
    (shown,) = map(str, Rules.parse(rules).differences())
    assert part in shown


def test_the_order_of_the_parts_does_not_matter() -> None:
    one, two = (
        Rules.parse(f"deluxe+{text}")
        for text in ("flamboyants+hand=4+avalanche", "avalanche+flamboyants+hand=4")
    )
    assert one == two
    assert hash(one) == hash(two)
    assert str(one) == str(two)


def test_capitals_and_blanks_around_a_rules_text_do_not_matter() -> None:
    assert Rules.parse("  Deluxe+Black-Powder\n") == Rules.parse("deluxe+black-powder")


@pytest.mark.parametrize("text", ALL_RULES)
def test_the_rules_of_these_tests_can_be_read_back(text: str) -> None:
    rules = Rules.parse(text)
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hand_size_holds_for_every_number_of_players(players: int) -> None:
    """S2."""
    assert Rules.parse("deluxe+hand=6").hand_size(players) == 6


@pytest.mark.parametrize(("clues", "start"), [(0, 0), (3, 3), (20, 20)])
def test_a_table_may_have_other_numbers_of_tokens(clues: int, start: int) -> None:
    """S3."""
    assert Game(["Ann", "Bob"], f"deluxe+clues={clues}").clues == start


def test_the_number_of_tokens_is_also_the_most_there_can_be() -> None:
    """T4, T7."""
    game = table("displays r4", "Ann r5", clues=5, rules="deluxe+clues=5")
    with pytest.raises(IllegalAction, match="5 of 5"):
        game.discard(1)
    game.play(1)
    assert game.clues == 5


def test_without_clue_tokens_one_can_only_play() -> None:
    """T2, T4."""
    assert choices(Game(["Ann", "Bob"], "deluxe+clues=0")) == "p1 p2 p3 p4 p5"


def test_without_clue_tokens_a_complete_display_returns_none() -> None:
    """T7."""
    game = table("displays r4", "Ann r5", rules="deluxe+clues=0")
    game.play(1)
    assert game.clues == 0


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_the_strike_with_the_chosen_number_loses(limit: int) -> None:
    """S3, E1."""
    game = table("Ann r5", strikes=limit - 1, rules=f"deluxe+strikes={limit}")
    game.play(1)
    assert game.result is not None
    assert game.result.outcome is Outcome.LOST


def test_a_table_may_discard_with_all_tokens_and_gains_none() -> None:
    """T4."""
    game = table("Ann r5 w1 w2 w3 w4", deck="b1", rules="deluxe+discard-full=yes")
    game.discard(1)
    assert (game.clues, discards(game), hand(game, "Ann")) == (8, "r5", "w1 w2 w3 w4 b1")


def test_a_table_may_play_the_very_last_card_from_the_deck() -> None:
    """T5."""
    game = table("Ann w2 w3 w4 w5 b5", deck="w1 .", rules="deluxe+deck-play=yes")
    event = game.play(0)
    assert isinstance(event, Played)
    assert (event.slot, event.card, event.fits) == (0, "w1", True)
    assert (displays(game), hand(game, "Ann"), deck(game)) == ("w1", "w2 w3 w4 w5 b5", "")


def test_the_last_card_played_from_the_deck_begins_the_last_round() -> None:
    """E3."""
    game = table("Ann w2", deck="w1 .", rules="deluxe+deck-play=yes")
    game.play(0)
    assert game.state.turns_left == 2
    assert kinds(game)[-1] == "LastRound"


def test_a_misfit_from_the_deck_is_a_strike() -> None:
    """T5."""
    game = table("Ann w2", deck="w3 .", rules="deluxe+deck-play=yes")
    game.play(0)
    assert (game.strikes, discards(game).split()[-1]) == (1, "w3")


def test_only_the_very_last_card_may_be_played_from_the_deck() -> None:
    """T5."""
    game = table(deck="w1 w2 .", rules="deluxe+deck-play=yes")
    with pytest.raises(IllegalAction, match="very last card"):
        game.play(0)
    assert "p0" not in choices(game)


def test_other_tables_do_not_play_from_the_deck() -> None:
    """T5."""
    game = table(deck="w1 .")
    with pytest.raises(IllegalAction, match="no slot 0"):
        game.play(0)


def test_a_table_may_seat_more_than_five() -> None:
    """S1."""
    game = Game(["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"], "abacus+seats=6+hand=3")
    assert [len(held) for held in game.state.hands] == [3] * 6


@pytest.mark.parametrize("players", [6, 8, 10])
def test_more_than_five_hold_four_cards_unless_the_table_says_otherwise(players: int) -> None:
    """S2."""
    assert Rules.parse("deluxe+seats=10").hand_size(players) == 4


def test_a_table_may_seat_fewer_than_five() -> None:
    """S1."""
    with pytest.raises(ImpossibleTable, match="2 to 3 players"):
        Rules.parse("deluxe+seats=3").hand_size(4)


def test_a_deal_that_takes_the_whole_deck_begins_with_the_last_round() -> None:
    """E3."""
    game = Game(["Ann", "Bob", "Cid", "Dee", "Eve"], "deluxe+hand=10")
    assert (game.state.deck_size, game.state.turns_left) == (0, 5)


def test_own_suits_are_the_whole_deck() -> None:
    """S1."""
    rules = Rules.parse("deluxe+suits=red,teal")
    assert Counter(card.suit for card in Deal.shuffle(rules).deck) == {"r": 10, "t": 10}
    assert rules.tables.most == 10


def test_a_suit_nobody_has_heard_of_is_an_ordinary_colour() -> None:
    """S1."""
    game = table("displays v1", "Ann v2", rules="deluxe+suits=red,violet")
    game.play(1)
    assert displays(game) == "v2"
    assert parse_action("cAv") in game.state.actions()


TOUCH = {
    "pink": ("i", "12345"),
    "brown": ("n", ""),
    "colourless": ("", "3"),
    "omni": ("rb", "12345"),
    "null": ("", ""),
    "muddy": ("rb", ""),
    "light": ("", "12345"),
    "rainbow": ("rb", "3"),
    "black": ("", "3"),
    "purple": ("p", "3"),
}


@pytest.mark.parametrize("name", TOUCH)
def test_which_clues_touch_a_suit(name: str) -> None:
    """T2."""
    suit = SUITS[name]
    tables = Rules.parse(f"deluxe+suits=red,blue,{name}").tables
    card = next(card for card in tables.cards if card.suit == suit.letter and card.rank == 3)
    colours, values = TOUCH[name]
    assert tables.touched_by[card] == {*colours, *values}
    assert (suit.letter in tables.clues) is suit.named


def test_a_null_hand_cannot_be_told_anything_where_one_must_point() -> None:
    """T3."""
    game = table("Bob u1 u1 u2 u3 u4", rules="rnr+suits=red,blue,null")
    assert choices(game) == "p1 p2 p3 p4 p5"


def test_an_omni_card_is_touched_by_everything() -> None:
    """T2."""
    game = table("Bob o1 r1 o2 b2 b3", rules="rnr+suits=red,blue,omni")
    assert game.clue("Bob", 5) == Clued("Ann", "Bob", "5", (1, 3))
    assert marks(game, "Bob")[0] == ("5", "")


def test_a_reversed_suit_falls_and_scores_by_its_cards() -> None:
    """B1, E4."""
    rules = "deluxe+suits=red,green:builds=down"
    game = table("Ann g5 g4", "Bob r1", rules=rules)
    game.play(1)
    game.play(1)
    game.play(1)
    assert displays(game) == "r1 g4"
    assert game.score == 1 + 2


def test_a_suit_may_have_fewer_values() -> None:
    """S1, T6."""
    game = table("displays r2 b3", "Ann r3", rules="deluxe+suits=red:copies=321,blue:copies=321+hand=2")
    assert game.rules.tables.clues == ("r", "b", "1", "2", "3")
    game.play(1)
    assert game.result is not None
    assert (game.result.outcome, game.result.score) == (Outcome.PERFECT, 6)


def test_a_suit_can_cost_points_like_black() -> None:
    """B4."""
    rules = Rules.parse("deluxe+suits=red,blue:scores=missing")
    assert rules.suits[1].scores is Scores.MISSING
    assert (rules.tables.score((5, 2)), rules.tables.most) == (2, 5)


def test_the_same_seed_deals_alike_whatever_the_order_of_the_displays() -> None:
    """S1."""
    one, two = (Deal.shuffle(Rules.parse(text), seed=7).deck for text in ("deluxe", "abacus"))
    assert one == two


def test_the_window_of_rearranging_can_be_named() -> None:
    """T9."""
    assert Rules.parse("deluxe+rearrange=clued") == Rules.parse("deluxe")


def test_what_cannot_work_names_the_part_to_change() -> None:
    with pytest.raises(ImpossibleRules) as refusal:
        Rules.parse("rnr+variant-1+variant-3")
    assert refusal.value.culprit == "variant-3"


@pytest.mark.parametrize(
    ("rules", "score", "name"),
    [("deluxe+suits=red,blue", 10, "Mediocre"), ("abacus+avalanche", 30, "Legendary")],
)
def test_the_bands_stay_where_they_are_printed_whatever_the_maximum(
    rules: str, score: int, name: str
) -> None:
    """E5."""
    house = Rules.parse(rules)
    grade = house.grade(score)
    assert house.tables.most == score
    assert grade is not None
    assert str(grade.name) == name


def test_when_house_suits_use_up_the_tiles_a_token_comes_back() -> None:
    """L1, T7."""
    rules = "deluxe+suits=a,b,c,d,e,f,g,h+flamboyants"
    game = table("displays a5 b5 c5 d5 e5 f5 g4", "Ann g5", clues=3, tiles=".", rules=rules)
    game.play(1)
    assert game.clues == 4
    assert "Revealed" not in kinds(game)


def test_a_table_that_rearranges_always_waits_for_nobody() -> None:
    """T9."""
    game = Game(["Ann", "Bob", "Cid"], "rnr+rearrange=always")
    assert all(game.state.may_rearrange(Seat(seat)) for seat in range(3))
