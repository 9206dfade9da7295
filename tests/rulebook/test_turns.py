"""Turns: T1 to T9."""

import pytest

from tamaya.engine import Clued, Completed, Discarded, Drew, Game, Play, Played, Rearranged, parse_action
from tamaya.rules import EDITIONS, Card, IllegalAction, Rules
from tests.helpers import NAMES, choices, deck, discards, displays, hand, kinds, marks, table

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_play_goes_clockwise(players: int) -> None:
    """T1."""
    game = Game(NAMES[:players], seed=2, first="Bob")
    order = []
    for _ in range(players + 1):
        order.append(game.turn)
        game.do(game.state.actions()[-1])
    assert order == [NAMES[(1 + step) % players] for step in range(players + 1)]


@pytest.mark.parametrize("action", ["p1", "d1", "cB1"])
def test_a_turn_is_one_action(action: str) -> None:
    """T1."""
    game = table("Ann w1", "Bob r1", clues=4)
    game.do(action)
    assert game.turn == "Bob"


def test_there_are_clues_discards_and_plays_and_no_pass() -> None:
    """T1."""
    game = table("Bob r1 r1 r2 r2 b1", clues=4)
    assert choices(game) == "p1 p2 p3 p4 p5 d1 d2 d3 d4 d5 cBw cBr cBb cBy cBg cB1 cB2 cB3 cB4 cB5"


def test_nobody_acts_twice_in_a_row() -> None:
    """T1."""
    game = Game(["Ann", "Bob"], seed=1)
    game.play(1)
    assert game.state.turn == 1
    assert all(action.receiver == 0 for action in game.state.actions() if hasattr(action, "receiver"))


def test_a_clue_costs_a_token() -> None:
    """T2."""
    game = table("Bob r1", clues=3)
    game.clue("Bob", 1)
    assert game.clues == 2


def test_without_tokens_there_is_no_clue() -> None:
    """T2."""
    game = table("Bob r1", clues=0)
    with pytest.raises(IllegalAction, match="no clue token"):
        game.clue("Bob", 1)
    assert "c" not in choices(game)


def test_the_last_token_can_be_spent() -> None:
    """T2."""
    game = table("Bob r1", clues=1)
    game.clue("Bob", "red")
    assert game.clues == 0


def test_nobody_informs_themselves() -> None:
    """T2."""
    game = table("Ann r1")
    with pytest.raises(IllegalAction, match="yourself"):
        game.clue("Ann", 1)


def test_a_clue_goes_to_any_one_teammate() -> None:
    """T2."""
    game = table("Cid r1 w1 w2 w3 w4", players=3)
    game.clue("Cid", "red")
    assert marks(game, "Cid")[0] == ("r", "")
    assert marks(game, "Bob") == [("", "")] * 5


def test_a_colour_clue_marks_all_cards_of_that_colour() -> None:
    """T2."""
    game = table("Bob r1 w1 r3 b1 r5")
    assert game.clue("Bob", "red") == Clued("Ann", "Bob", "r", (1, 3, 5))
    assert marks(game, "Bob") == [("r", ""), ("", "r"), ("r", ""), ("", "r"), ("r", "")]


def test_a_value_clue_marks_all_cards_of_that_value() -> None:
    """T2."""
    game = table("Bob r1 w1 r3 b1 r5")
    assert game.clue("Bob", 1) == Clued("Ann", "Bob", "1", (1, 2, 4))
    assert marks(game, "Bob") == [("1", ""), ("1", ""), ("", "1"), ("1", ""), ("", "1")]


def test_a_clue_is_one_colour_or_one_value_and_not_both() -> None:
    """T2."""
    game = table("Bob r1")
    for clue in ("r1", "rb", "12", "", "red and blue"):
        with pytest.raises(IllegalAction, match="cannot be named"):
            game.clue("Bob", clue)


def test_marks_gather_on_a_card() -> None:
    """T2."""
    game = table("Bob r1 w2", "Ann w1 w3")
    for receiver, clue in [("Bob", "r"), ("Ann", "w"), ("Bob", "1")]:
        game.clue(receiver, clue)
    assert marks(game, "Bob")[:2] == [("r1", ""), ("", "r1")]


def test_the_same_clue_may_be_given_again_and_adds_no_mark() -> None:
    """T2."""
    game = table("Bob r1 w2", "Ann w1 w3")
    for receiver in ("Bob", "Ann", "Bob"):
        game.clue(receiver, 1)
    assert marks(game, "Bob")[:2] == [("1", ""), ("", "1")]
    assert game.clues == 5


def test_a_clue_draws_nothing_and_moves_no_card() -> None:
    """T2."""
    game = table("Ann w1 w2 w3 w4 w5", "Bob r1 r2 r3 r4 r5")
    before = deck(game)
    game.clue("Bob", 5)
    assert (hand(game, "Ann"), hand(game, "Bob"), deck(game)) == ("w1 w2 w3 w4 w5", "r1 r2 r3 r4 r5", before)


def test_a_new_card_carries_no_marks() -> None:
    """T2."""
    game = table("Ann w1 w2", turn="Bob")
    game.clue("Ann", "white")
    game.play(1)
    assert marks(game, "Ann")[-1] == ("", "")


@pytest.mark.parametrize(
    ("edition", "allowed"), [("deluxe", True), ("abacus", True), ("rnr", False), ("original", False)]
)
@pytest.mark.parametrize("clue", ["cBw", "cB5"])
def test_a_clue_that_matches_no_card(edition: str, allowed: bool, clue: str) -> None:
    """T3."""
    game = table("Bob r1 r1 r2 r2 b1", rules=edition)
    assert game.state.is_legal(parse_action(clue)) is allowed
    assert (clue in choices(game)) is allowed


@pytest.mark.parametrize("edition", ["rnr", "original"])
def test_where_one_must_point_an_empty_clue_is_refused(edition: str) -> None:
    """T3."""
    game = table("Bob r1 r1 r2 r2 b1", rules=edition)
    with pytest.raises(IllegalAction, match="must match a card"):
        game.clue("Bob", "white")
    assert game.clues == 8


def test_an_empty_clue_marks_every_card_as_missed() -> None:
    """T3."""
    game = table("Bob r1 r1 r2 r2 b1", clues=2)
    assert game.clue("Bob", "white") == Clued("Ann", "Bob", "w", ())
    assert marks(game, "Bob") == [("", "w")] * 5
    assert game.clues == 1


@pytest.mark.parametrize(
    ("rules", "allowed"), [("deluxe+empty=no", False), ("rnr+empty=yes", True), ("original+empty=yes", True)]
)
def test_a_table_may_decide_otherwise_about_empty_clues(rules: str, allowed: bool) -> None:
    """T3."""
    game = table("Bob r1 r1 r2 r2 b1", rules=rules)
    assert game.state.is_legal(parse_action("cBw")) is allowed


def test_nobody_is_told_about_an_empty_hand() -> None:
    """T3."""
    game = table(
        "displays w4 r5 b5 y5 g5", "Ann w1 w2 .", "Bob .", "Cid w5 .", rules="deluxe+final-flourish", deck="."
    )
    with pytest.raises(IllegalAction, match="holds no card"):
        game.clue("Bob", "white")
    assert choices(game).split() == [*["p1", "p2"], *(f"cC{clue}" for clue in "wrbyg12345")]


@EVERY_EDITION
def test_a_discard_brings_a_token_back(edition: str) -> None:
    """T4."""
    game = table("Ann r3 w1", clues=4, rules=edition)
    game.discard(1)
    assert game.clues == 5


def test_a_discard_lies_face_up_on_the_pile() -> None:
    """T4."""
    game = table("Ann r3 w1", clues=4, discards="y1")
    event = game.discard(2)
    assert isinstance(event, Discarded)
    assert (event.seat, event.slot, event.card) == ("Ann", 2, "w1")
    assert discards(game) == "y1 w1"
    assert game.view("Ann").discards == ("y1", "w1")


def test_who_discards_draws() -> None:
    """T4."""
    game = table("Ann r3 w1 w2 w3 w4", clues=4, deck="b1 b2")
    game.discard(2)
    assert hand(game, "Ann") == "r3 w2 w3 w4 b1"
    assert deck(game).startswith("b2")


@EVERY_EDITION
def test_with_all_tokens_nobody_may_discard(edition: str) -> None:
    """T4."""
    game = table(rules=edition, clues=8)
    with pytest.raises(IllegalAction, match="8 of 8 clue tokens"):
        game.discard(1)
    assert "d" not in choices(game)


@EVERY_EDITION
def test_with_no_tokens_one_may_discard_also_in_deluxe(edition: str) -> None:
    """T4."""
    game = table(rules=edition, clues=0)
    game.discard(1)
    assert game.clues == 1


def test_a_discard_is_no_strike_and_builds_nothing() -> None:
    """T4."""
    game = table("Ann r1", clues=4)
    game.discard(1)
    assert (game.strikes, displays(game)) == (0, "")


def test_a_fitting_card_joins_its_display() -> None:
    """T5."""
    game = table("displays r2 b4", "Ann r3")
    event = game.play(1)
    assert isinstance(event, Played)
    assert (event.card, event.fits) == ("r3", True)
    assert (displays(game), discards(game), game.strikes) == ("r3 b4", "", 0)


@pytest.mark.parametrize("card", ["r2", "r4", "r1", "b2", "w5"])
def test_a_misfit_is_a_strike_and_lies_on_the_discard_pile(card: str) -> None:
    """T5."""
    game = table("displays r2", f"Ann {card}")
    event = game.play(1)
    assert isinstance(event, Played)
    assert not event.fits
    assert (displays(game), discards(game), game.strikes) == ("r2", card, 1)


@pytest.mark.parametrize("card", ["r1", "r2"])
def test_who_plays_draws_either_way(card: str) -> None:
    """T5."""
    game = table(f"Ann w1 {card} w2 w3 w4", deck="b1 b2")
    game.play(2)
    assert hand(game, "Ann") == "w1 w2 w3 w4 b1"
    assert kinds(game) == ["Played", "Drew"]


def test_the_drawn_card_is_known_by_its_place_in_the_order_of_drawing() -> None:
    """T5."""
    game = Game(["Ann", "Bob"], seed=1)
    game.play(1)
    assert game.history[-1] == Drew("Ann", 10)


def test_a_play_costs_and_brings_no_token() -> None:
    """T5."""
    game = table("Ann r1 r3", "Bob w5", clues=4)
    game.play(1)
    game.play(1)
    assert game.clues == 4


@EVERY_EDITION
def test_a_display_rises_from_one_to_five(edition: str) -> None:
    """T6."""
    game = table("Ann r1 r2 r3 r4 r5", rules=edition)
    for rank in range(1, 6):
        game.play(1)
        assert displays(game) == f"r{rank}"
        game.do(Play(1) if not game.state.clues else game.state.actions()[-1])


def test_each_suit_has_one_display_and_each_value_its_one_place() -> None:
    """T6."""
    tables = Rules.parse("deluxe").tables
    for laid in range(6):
        fitting = [card for card in tables.cards if tables.fits((laid,) * 5, card)]
        assert fitting == ([Card(f"{letter}{laid + 1}") for letter in "wrbyg"] if laid < 5 else [])


def test_a_second_card_of_the_same_value_does_not_fit() -> None:
    """T6."""
    game = table("displays r1", "Ann r1")
    game.play(1)
    assert (game.strikes, displays(game)) == (1, "r1")


def test_completing_a_display_returns_a_clue() -> None:
    """T7."""
    game = table("displays r4", "Ann r5", clues=2)
    game.play(1)
    assert game.clues == 3
    assert Completed("Ann", "r", token=True) in game.history


def test_with_all_tokens_the_bonus_is_lost() -> None:
    """T7."""
    game = table("displays r4", "Ann r5", clues=8)
    game.play(1)
    assert game.clues == 8
    assert Completed("Ann", "r", token=False) in game.history


def test_other_cards_bring_no_token() -> None:
    """T7."""
    game = table("displays r3", "Ann r4", clues=2)
    game.play(1)
    assert game.clues == 2
    assert "Completed" not in kinds(game)


def test_a_five_that_does_not_fit_brings_no_token() -> None:
    """T7."""
    game = table("displays r3", "Ann r5", clues=2)
    game.play(1)
    assert (game.clues, game.strikes) == (2, 1)


def test_who_completes_a_display_still_draws() -> None:
    """T7."""
    game = table("displays r4", "Ann r5 w1 w2 w3 w4", deck="b1")
    game.play(1)
    assert hand(game, "Ann") == "w1 w2 w3 w4 b1"


def test_everybody_may_look_through_the_discard_pile() -> None:
    """T8."""
    game = table(discards="r1 r1 w5 b3", players=3)
    views = [*map(game.view, game.names), game.spectate()]
    assert [view.discards for view in views] == [("r1", "r1", "w5", "b3")] * 4
    assert all("discards: b3 r1 r1 w5" in str(view) for view in views)


def test_who_has_been_informed_may_rearrange() -> None:
    """T9."""
    game = table("Bob r1 w1 r3 b1 r5")
    game.clue("Bob", "red")
    assert game.rearrange("Bob", [2, 4, 1, 3, 5]) == Rearranged("Bob", (2, 4, 1, 3, 5))
    assert hand(game, "Bob") == "w1 b1 r1 r3 r5"


def test_rearranging_costs_no_turn_and_nothing_else() -> None:
    """T9."""
    game = table("Bob r1 w1 r3 b1 r5", players=3, clues=5)
    game.clue("Cid", 1)
    game.rearrange("Cid", [5, 4, 3, 2, 1])
    game.rearrange("Cid", [2, 1, 3, 4, 5])
    assert (game.turn, game.clues, game.strikes) == ("Bob", 4, 0)


def test_everybody_sees_it() -> None:
    """T9."""
    game = table("Bob r1 w1 r3 b1 r5", players=3)
    game.clue("Bob", "red")
    game.rearrange("Bob", [5, 4, 3, 2, 1])
    ids = [held.id for held in game.state.hands[1]]
    for name in game.names:
        view = game.view(name)
        assert view.history[-1] == Rearranged(1, (5, 4, 3, 2, 1))
        assert [seen.id for seen in view.hands[1]] == ids


def test_the_marks_travel_with_the_cards() -> None:
    """T9."""
    game = table("Bob r1 w1 r3 b1 r5")
    game.clue("Bob", "red")
    game.rearrange("Bob", [2, 4, 1, 3, 5])
    assert marks(game, "Bob") == [("", "r"), ("", "r"), ("r", ""), ("r", ""), ("r", "")]


@EVERY_EDITION
def test_without_information_nobody_rearranges(edition: str) -> None:
    """T9."""
    game = table(rules=edition)
    for name in ("Ann", "Bob"):
        assert not game.state.may_rearrange(game.seat(name))
        with pytest.raises(IllegalAction, match="from a clue"):
            game.rearrange(name, [5, 4, 3, 2, 1])


def test_the_giver_does_not_rearrange() -> None:
    """T9."""
    game = table("Bob r1", players=3)
    game.clue("Bob", 1)
    assert game.view("Ann").may_rearrange == (False, True, False)


def test_a_clue_that_touches_no_card_lets_one_rearrange_too() -> None:
    """T9."""
    game = table("Bob r1 w1 r3 b1 r5")
    game.clue("Bob", "yellow")
    game.rearrange("Bob", [5, 4, 3, 2, 1])
    assert hand(game, "Bob") == "r5 b1 r3 w1 r1"


def test_the_window_stays_open_through_the_turns_of_others() -> None:
    """T9."""
    game = table("Cid r1", players=3)
    game.clue("Cid", 1)
    game.play(1)
    assert game.view("Cid").may_rearrange == (False, False, True)


def test_the_window_closes_when_ones_next_turn_is_done() -> None:
    """T9."""
    game = table("Bob r1")
    game.clue("Bob", 1)
    assert game.turn == "Bob"
    assert game.state.may_rearrange(game.seat("Bob"))
    game.play(1)
    assert not game.state.may_rearrange(game.seat("Bob"))
    with pytest.raises(IllegalAction, match="from a clue"):
        game.rearrange("Bob", [5, 4, 3, 2, 1])


def test_giving_a_clue_is_a_turn_and_closes_ones_own_window() -> None:
    """T9."""
    game = table("Ann w1", "Bob r1")
    game.clue("Bob", 1)
    game.clue("Ann", 1)
    assert game.view("Ann").may_rearrange == (True, False)


def test_after_the_end_nobody_rearranges() -> None:
    """T9."""
    game = table("Ann w5", "Bob r1", "Cid g3", strikes=2, turn="Bob")
    game.clue("Cid", 3)
    game.clue("Ann", 5)
    game.play(1)
    assert game.over
    assert game.view("Ann").may_rearrange == (False, False, False)
    with pytest.raises(IllegalAction, match="over"):
        game.rearrange("Cid", [5, 4, 3, 2, 1])


@pytest.mark.parametrize(
    "order", [(), (1, 2, 3, 4), (1, 2, 3, 4, 4), (0, 1, 2, 3, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 5)]
)
def test_an_order_names_each_slot_once(order: tuple[int, ...]) -> None:
    """T9."""
    game = table("Bob r1")
    game.clue("Bob", 1)
    with pytest.raises(IllegalAction, match="once"):
        game.rearrange("Bob", order)


def test_an_empty_hand_has_no_order() -> None:
    """T9."""
    game = table(
        "displays w4 r5 b5 y5 g5", "Ann w1 .", "Bob .", "Cid w5 .",
        rules="deluxe+final-flourish+rearrange=always", deck=".",
    )  # fmt: skip
    with pytest.raises(IllegalAction, match="empty"):
        game.rearrange("Bob", [])


def test_a_table_may_always_rearrange() -> None:
    """T9."""
    game = table("Ann w1 w2 w3 w4 w5", "Bob r1 r2 r3 r4 r5", rules="deluxe+rearrange=always")
    game.rearrange("Bob", [5, 4, 3, 2, 1])
    game.rearrange("Ann", [5, 4, 3, 2, 1])
    assert (hand(game, "Ann"), hand(game, "Bob"), game.turn) == ("w5 w4 w3 w2 w1", "r5 r4 r3 r2 r1", "Ann")


def test_a_table_may_never_rearrange() -> None:
    """T9."""
    game = table("Bob r1", rules="deluxe+rearrange=never")
    game.clue("Bob", 1)
    with pytest.raises(IllegalAction, match="not rearranged"):
        game.rearrange("Bob", [5, 4, 3, 2, 1])
