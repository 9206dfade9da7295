"""5 Flamboyants: L1 to L10."""

from dataclasses import replace
from itertools import combinations

import pytest

from tamaya.engine import (
    Back,
    Clued,
    Completed,
    Drew,
    Encore,
    Encored,
    FreeClue,
    Game,
    LastRound,
    Outcome,
    Revealed,
    WentBack,
)
from tamaya.rules import TILES, Card, Deal, IllegalAction, Rules, Seat
from tests.helpers import choices, deck, discards, displays, hand, kinds, marks, resume, table

RULES = "deluxe+flamboyants"
BLACK = "deluxe+black-powder+flamboyants"
FLOURISH = "deluxe+flamboyants+final-flourish"


def test_there_are_six_tiles_one_of_each_kind() -> None:
    """L1."""
    assert sorted(Game(["Ann", "Bob"], RULES).state.tiles, key=list(TILES.values()).index) == list(
        TILES.values()
    )
    assert len(TILES) == 6


def test_they_are_shuffled() -> None:
    """L1."""
    tops = {Deal.shuffle(Rules.parse(RULES), seed=seed).tiles[0] for seed in range(100)}
    assert tops == set(TILES.values())


def test_they_lie_face_down() -> None:
    """L1, S4."""
    game = Game(["Ann", "Bob"], RULES, seed=1)
    turned = replace(game.state, tiles=game.state.tiles[::-1])
    assert game.state.view(Seat(0)) == turned.view(Seat(0))
    assert game.view("Ann").tiles_left == 6


def test_without_the_add_on_there_are_no_tiles() -> None:
    """L1."""
    assert Game(["Ann", "Bob"]).state.tiles == ()


def test_a_display_completed_with_a_five_reveals_the_top_tile() -> None:
    """L1."""
    game = table("displays r4", "Ann r5", tiles="repair", rules=RULES)
    game.play(1)
    assert Revealed("Ann", TILES["repair"]) in game.history


def test_the_tile_comes_instead_of_the_token() -> None:
    """L1."""
    game = table("displays r4", "Ann r5", "Bob w1", clues=3, tiles="value", rules=RULES)
    game.play(1)
    assert game.clues == 3
    assert Completed("Ann", "r", token=False) in game.history


def test_a_tile_is_spent() -> None:
    """L1."""
    game = table("displays r4 b4", "Ann r5", "Bob b5", tiles="clue repair value", rules=RULES)
    game.play(1)
    assert game.view("Ann").tiles_left == 5
    game.play(1)
    assert [event.tile for event in game.history if isinstance(event, Revealed)] == [
        TILES["clue"],
        TILES["repair"],
    ]
    assert game.view("Ann").tiles_left == 4


def test_the_effect_comes_before_the_draw() -> None:
    """L1."""
    game = table("displays r4", "Ann r5 w1 w2 w3 w4", "Bob b1", deck="b2", tiles="colour", rules=RULES)
    game.play(1)
    assert hand(game, "Ann") == "w1 w2 w3 w4"
    game.clue("Bob", "blue")
    assert hand(game, "Ann") == "w1 w2 w3 w4 b2"
    assert kinds(game) == ["Played", "Completed", "Revealed", "Clued", "Drew"]


def test_a_tile_without_a_decision_also_comes_before_the_draw() -> None:
    """L1."""
    game = table("displays r4", "Ann r5", tiles="clue", rules=RULES)
    game.play(1)
    assert kinds(game) == ["Played", "Completed", "Revealed", "Drew"]


def test_a_lesser_card_reveals_nothing() -> None:
    """L1."""
    game = table("displays r3", "Ann r4", tiles="clue", rules=RULES)
    game.play(1)
    assert game.view("Ann").tiles_left == 6


def test_a_five_that_does_not_fit_reveals_nothing() -> None:
    """L1."""
    game = table("displays r3", "Ann r5", tiles="clue", rules=RULES)
    game.play(1)
    assert (game.view("Ann").tiles_left, game.strikes) == (6, 1)


def test_black_returns_a_token_and_reveals_no_tile() -> None:
    """L1, B3."""
    game = table("displays k2", "Ann k1", clues=3, tiles="repair", rules=BLACK)
    game.play(1)
    assert (game.clues, game.view("Ann").tiles_left) == (4, 6)
    assert Completed("Ann", "k", token=True) in game.history


def test_the_black_five_reveals_no_tile() -> None:
    """L1."""
    game = table("Ann k5", clues=3, tiles="repair", rules=BLACK)
    game.play(1)
    assert (game.clues, game.view("Ann").tiles_left) == (3, 6)


def test_the_last_display_reveals_nothing() -> None:
    """L1, E2."""
    game = table("displays w5 r4 b5 y5 g5", "Ann r5", clues=3, tiles="colour", rules=RULES)
    game.play(1)
    assert game.over
    assert (game.clues, game.view("Ann").tiles_left, game.state.tile) == (3, 6, None)


def test_the_clue_tile_brings_a_token_back() -> None:
    """L2."""
    game = table("displays r4", "Ann r5", clues=3, tiles="clue", rules=RULES)
    game.play(1)
    assert (game.clues, game.turn) == (4, "Bob")


def test_the_repair_tile_undoes_a_strike_and_brings_a_token_back() -> None:
    """L3."""
    game = table("displays r4", "Ann r5", clues=3, strikes=2, tiles="repair", rules=RULES)
    game.play(1)
    assert (game.strikes, game.clues, game.turn) == (1, 4, "Bob")


def test_the_repair_tile_brings_a_token_back_also_without_strikes() -> None:
    """L3."""
    game = table("displays r4", "Ann r5", clues=3, strikes=0, tiles="repair", rules=RULES)
    game.play(1)
    assert (game.strikes, game.clues) == (0, 4)


def test_after_a_repair_there_is_room_for_three_strikes_again() -> None:
    """L3, E1."""
    game = table("displays r4", "Ann r5 g3 g4", "Bob w4 w3", strikes=1, tiles="repair", rules=RULES)
    game.play(1)
    for strikes in (1, 2, 3):
        assert not game.over
        game.play(1)
        assert game.strikes == strikes
    assert game.over


def test_the_colour_word_is_a_free_colour_clue() -> None:
    """L4."""
    game = table("displays r4", "Ann r5", "Bob b1 w1 b2 w2 b3", clues=3, tiles="colour", rules=RULES)
    game.play(1)
    assert game.clue("Bob", "blue") == Clued("Ann", "Bob", "b", (1, 3, 5), free=True)
    assert marks(game, "Bob")[:2] == [("b", ""), ("", "b")]
    assert (game.clues, game.turn) == (3, "Bob")


def test_the_colour_word_works_without_tokens() -> None:
    """L4."""
    game = table("displays r4", "Ann r5", "Bob b1 w1 b2 w2 b3", clues=0, tiles="colour", rules=RULES)
    game.play(1)
    game.clue("Bob", "blue")
    assert game.clues == 0


def test_the_colour_word_goes_to_a_teammate_of_ones_choice() -> None:
    """L4."""
    game = table("displays r4", "Ann r5", players=3, tiles="colour", rules=RULES)
    game.play(1)
    assert choices(game).split() == [f"f{seat}{colour}" for seat in "BC" for colour in "wrbyg"]


def test_the_colour_word_grants_no_value() -> None:
    """L4."""
    game = table("displays r4", "Ann r5", "Bob b1", tiles="colour", rules=RULES)
    game.play(1)
    with pytest.raises(IllegalAction, match="colour clue"):
        game.clue("Bob", 1)


def test_the_colour_word_is_not_for_oneself() -> None:
    """L4, T2."""
    game = table("displays r4", "Ann r5", "Bob b1", tiles="colour", rules=RULES)
    game.play(1)
    with pytest.raises(IllegalAction, match="yourself"):
        game.clue("Ann", "red")


def test_the_value_word_is_a_free_value_clue() -> None:
    """L5."""
    game = table("displays r4", "Ann r5", "Bob b1 w1 b2 w2 b3", clues=3, tiles="value", rules=RULES)
    game.play(1)
    assert game.clue("Bob", 2) == Clued("Ann", "Bob", "2", (3, 4), free=True)
    assert (game.clues, game.turn) == (3, "Bob")


def test_the_value_word_works_without_tokens() -> None:
    """L5."""
    game = table("displays r4", "Ann r5", "Bob b1", clues=0, tiles="value", rules=RULES)
    game.play(1)
    assert choices(game) == "fB1 fB2 fB3 fB4 fB5"
    game.clue("Bob", 1)
    assert game.clues == 0


def test_the_value_word_grants_no_colour() -> None:
    """L5."""
    game = table("displays r4", "Ann r5", "Bob b1", tiles="value", rules=RULES)
    game.play(1)
    with pytest.raises(IllegalAction, match="value clue"):
        game.clue("Bob", "blue")


def test_a_free_clue_opens_the_window_to_rearrange() -> None:
    """L4, T9."""
    game = table("displays r4", "Ann r5", "Bob b1", tiles="colour", rules=RULES)
    game.play(1)
    game.clue("Bob", "blue")
    assert game.view("Bob").may_rearrange == (False, True)


def test_back_to_the_deck_takes_a_card_of_ones_choice() -> None:
    """L6."""
    game = table("displays r4", "Ann r5", discards="w1 b2 w1", tiles="back", rules=RULES)
    size = game.state.deck_size
    game.play(1)
    assert choices(game) == "bw1 bb2"
    assert game.back("b2") == WentBack("Ann", Card("b2"))
    assert discards(game) == "w1 w1"
    assert game.state.deck_size == size + 1 - 1


def test_one_copy_goes_back_and_not_all() -> None:
    """L6."""
    game = table("displays r4", "Ann r5", discards="w1 b2 w1", tiles="back", rules=RULES)
    game.play(1)
    game.back("w1")
    assert discards(game) == "b2 w1"


def test_a_card_that_is_not_discarded_cannot_go_back() -> None:
    """L6."""
    game = table("displays r4", "Ann r5", discards="w1", tiles="back", rules=RULES)
    game.play(1)
    with pytest.raises(IllegalAction, match="not in the discard pile"):
        game.back("w2")


def test_the_card_lands_anywhere_in_the_deck() -> None:
    """L6."""
    places = set()
    for salt in range(200):
        game = table(
            "displays r4", "Ann r5 y1 y2 y3 y4", discards="w5", deck="b1 b2 b3 .", tiles="back", rules=RULES
        )
        resume(game, replace(game.state, salt=salt))
        game.play(1)
        game.back("w5")
        order = [hand(game, "Ann").split()[-1], *deck(game).split()]
        assert [card for card in order if card != "w5"] == ["b1", "b2", "b3"]
        places.add(order.index("w5"))
    assert places == {0, 1, 2, 3}


def test_where_it_lands_is_the_same_when_the_game_is_played_again() -> None:
    """L6."""
    ends = set()
    for _ in range(3):
        game = table("displays r4", "Ann r5", discards="w5", tiles="back", rules=RULES)
        game.play(1)
        game.back("w5")
        ends.add(deck(game))
    assert len(ends) == 1


def test_with_cards_in_the_deck_no_encore_is_offered() -> None:
    """L6."""
    game = table("displays r4 b1", "Ann r5", discards="b2", tiles="back", rules=RULES)
    game.play(1)
    with pytest.raises(IllegalAction, match="says otherwise"):
        game.encore("b2")


@pytest.mark.parametrize("rules", [RULES, FLOURISH])
def test_with_an_empty_deck_both_are_offered(rules: str) -> None:
    """L6."""
    game = table("displays r4", "Ann r5", deck=".", discards="w1 b2", tiles="back", rules=rules)
    game.play(1)
    pile = list(dict.fromkeys(discards(game).split()))
    assert choices(game).split() == [f"b{card}" for card in pile] + [f"e{card}" for card in pile]


def test_with_an_empty_deck_the_encore_plays_the_card() -> None:
    """L6, L7."""
    game = table("displays r4 b1", "Ann r5", deck=".", discards="b2", tiles="back", rules=RULES)
    game.play(1)
    game.encore("b2")
    assert displays(game) == "r5 b2"
    assert deck(game) == ""


def test_in_the_last_round_a_card_that_goes_back_is_not_drawn() -> None:
    """L6, E3."""
    game = table(
        "displays r4", "Ann r5 y1 y2 y3 y4", deck=".", discards="w5", turns_left=2, tiles="back", rules=RULES
    )
    game.play(1)
    game.back("w5")
    assert (hand(game, "Ann"), deck(game)) == ("y1 y2 y3 y4", "w5")
    game.play(1)
    assert deck(game) == "w5"


def test_the_last_round_is_not_restarted() -> None:
    """L6, E3."""
    game = table("displays r4", "Ann r5", deck=".", discards="w5", turns_left=2, tiles="back", rules=RULES)
    game.play(1)
    game.back("w5")
    assert game.state.turns_left == 1
    game.clue("Ann", 1)
    assert game.over


def test_in_a_final_flourish_the_player_draws_the_card() -> None:
    """L6."""
    game = table("displays r4", "Ann r5 y1 .", deck=".", discards="w5", tiles="back", rules=FLOURISH)
    game.play(1)
    game.back("w5")
    assert (hand(game, "Ann"), deck(game)) == ("y1 w5", "")
    assert kinds(game)[-1] == "Drew"


def test_nobody_else_learns_where_the_card_went() -> None:
    """L6, S4."""
    game = table("displays r4", "Ann r5", discards="w5", tiles="back", rules=RULES)
    game.play(1)
    views = set()
    for salt in range(20):
        after = replace(game.state, salt=salt).apply(Back(Card("w5")))
        views.add(repr(after.view(Seat(0))))
    assert len(views) == 1


def test_an_encore_puts_a_discarded_card_into_play() -> None:
    """L7."""
    game = table("displays r4 b1", "Ann r5", discards="w1 b2 w3", tiles="encore", rules=RULES)
    game.play(1)
    assert choices(game) == "ew1 eb2 ew3"
    assert game.encore("b2") == Encored("Ann", Card("b2"), fits=True)
    assert (displays(game), discards(game), game.turn) == ("r5 b2", "w1 w3", "Bob")


def test_an_encore_that_does_not_fit_is_lost_without_a_strike() -> None:
    """L7."""
    game = table("displays r4 b1", "Ann r5", discards="b3", tiles="encore", strikes=2, rules=RULES)
    game.play(1)
    assert game.encore("b3") == Encored("Ann", Card("b3"), fits=False)
    assert (displays(game), discards(game), game.strikes, game.over) == ("r5 b1", "b3", 2, False)


def test_a_five_as_an_encore_reveals_the_next_tile() -> None:
    """L7."""
    game = table("displays r4 b4", "Ann r5", discards="b5", clues=3, tiles="encore clue", rules=RULES)
    game.play(1)
    game.encore("b5")
    assert kinds(game) == ["Played", "Completed", "Revealed", "Encored", "Completed", "Revealed", "Drew"]
    assert (displays(game), game.clues, game.view("Ann").tiles_left) == ("r5 b5", 4, 4)


def test_the_next_tile_may_ask_again_in_the_same_turn() -> None:
    """L7, L8."""
    game = table("displays r4 b4", "Ann r5", "Bob y1", discards="b5 w1", tiles="encore value", rules=RULES)
    game.play(1)
    game.encore("b5")
    assert (game.turn, game.state.tile) == ("Ann", TILES["value"])
    game.clue("Bob", 1)
    assert game.turn == "Bob"
    assert kinds(game).count("Drew") == 1


def test_a_black_five_as_an_encore_only_begins_its_display() -> None:
    """L7."""
    game = table("displays r4", "Ann r5", discards="k5", clues=3, tiles="encore clue", rules=BLACK)
    game.play(1)
    game.encore("k5")
    assert (displays(game), game.clues, game.view("Ann").tiles_left) == ("r5 k5", 3, 5)


def test_a_black_one_as_an_encore_returns_a_token() -> None:
    """L7, B3."""
    game = table("displays r4 k2", "Ann r5", discards="k1", clues=3, tiles="encore clue", rules=BLACK)
    game.play(1)
    game.encore("k1")
    assert (displays(game), game.clues, game.view("Ann").tiles_left) == ("r5 k1", 4, 5)


def test_an_encore_that_completes_the_last_display_ends_the_game() -> None:
    """L7, E2."""
    game = table(
        "displays w5 r4 b4 y5 g5", "Ann r5 w1 w1 w2 w3", discards="b5", tiles="encore clue", rules=RULES
    )
    game.play(1)
    game.encore("b5")
    assert game.result is not None
    assert (game.result.outcome, game.result.score) == (Outcome.PERFECT, 25)
    assert (hand(game, "Ann"), game.view("Ann").tiles_left) == ("w1 w1 w2 w3", 5)


@pytest.mark.parametrize("tile", ["clue", "repair"])
def test_a_tile_never_brings_a_ninth_token(tile: str) -> None:
    """L8, T7."""
    game = table("displays r4", "Ann r5", clues=8, strikes=1, tiles=tile, rules=RULES)
    game.play(1)
    assert game.clues == 8
    assert game.strikes == (0 if tile == "repair" else 1)


@pytest.mark.parametrize("tile", ["back", "encore"])
def test_with_an_empty_discard_pile_the_tile_is_lost(tile: str) -> None:
    """L8."""
    game = table("displays r4", "Ann r5", tiles=tile, rules=RULES)
    game.play(1)
    assert Revealed("Ann", TILES[tile], lost=True) in game.history
    assert (game.turn, game.state.tile) == ("Bob", None)
    assert kinds(game)[-1] == "Drew"


@pytest.mark.parametrize("tile", ["colour", "value"])
def test_without_a_teammate_with_cards_the_free_clue_is_lost(tile: str) -> None:
    """L8."""
    game = table("displays r4 w4", "Ann r5 w5 .", "Bob .", deck=".", tiles=tile, rules=FLOURISH)
    game.play(1)
    assert Revealed("Ann", TILES[tile], lost=True) in game.history
    assert game.state.tile is None


def test_where_one_must_point_and_cannot_the_colour_word_is_lost() -> None:
    """L8, T3."""
    game = table("displays r4", "Ann r5", "Bob k5 k4 k3 k2 k1", tiles="colour", rules=f"{BLACK}+empty=no")
    game.play(1)
    assert Revealed("Ann", TILES["colour"], lost=True) in game.history
    assert game.turn == "Bob"


def test_where_one_must_point_the_free_clue_must_too() -> None:
    """L8, T3."""
    game = table("displays r4", "Ann r5", "Bob b1 b2 w3 w4 w4", tiles="colour", rules=f"{RULES}+empty=no")
    game.play(1)
    assert choices(game) == "fBw fBb"
    with pytest.raises(IllegalAction, match="must match a card"):
        game.clue("Bob", "green")


def test_where_empty_clues_are_allowed_the_free_clue_may_be_one() -> None:
    """L8, T3."""
    game = table("displays r4", "Ann r5", "Bob b1 b2 w3 w4 w4", tiles="colour", rules=RULES)
    game.play(1)
    assert game.clue("Bob", "green") == Clued("Ann", "Bob", "g", (), free=True)


@pytest.mark.parametrize("tile", ["colour", "value", "back", "encore"])
def test_the_decision_belongs_to_the_same_player_and_the_same_turn(tile: str) -> None:
    """L8."""
    game = table("displays r4", "Ann r5", "Bob b1", discards="w1", clues=3, tiles=tile, rules=RULES)
    game.play(1)
    assert game.turn == "Ann"
    assert game.view("Bob").actions == ()
    for action in ("p1", "d1", "cB1", "cBr"):
        with pytest.raises(IllegalAction, match="first decide on the bonus tile"):
            game.do(action)
    game.do(game.state.actions()[0])
    assert game.turn == "Bob"


def test_everybody_sees_the_tile_that_waits() -> None:
    """L8."""
    game = table("displays r4", "Ann r5", discards="w1", tiles="encore", rules=RULES)
    game.play(1)
    assert all(str(TILES["encore"].effect) in str(game.view(name)) for name in game.names)
    assert {game.view(name).tile for name in game.names} == {TILES["encore"]}


def test_a_tile_cannot_be_declined() -> None:
    """L8."""
    game = table("displays r4", "Ann r5", discards="w3", tiles="encore", rules=RULES)
    game.play(1)
    assert choices(game) == "ew3"


@pytest.mark.parametrize("choice", [FreeClue(Seat(1), "r"), Back(Card("w1")), Encore(Card("w1"))])
def test_without_a_tile_there_is_nothing_to_decide(choice: FreeClue | Back | Encore) -> None:
    """L8."""
    game = table("Bob r1", discards="w1", rules=RULES)
    with pytest.raises(IllegalAction, match="no bonus tile"):
        game.do(choice)


def test_the_decision_is_part_of_the_record() -> None:
    """L8."""
    game = table("displays r4", "Ann r5", discards="w1", tiles="encore", rules=RULES)
    game.play(1)
    game.encore("w1")
    assert [str(action) for action in game.actions] == ["p1", "ew1"]
    game.undo()
    assert game.state.tile is TILES["encore"]


@pytest.mark.parametrize(
    "add_ons",
    [parts for n in range(4) for parts in combinations(("avalanche", "black-powder", "flamboyants"), n)],
)
def test_add_ons_combine_freely(add_ons: tuple[str, ...]) -> None:
    """L9."""
    game = Game(["Ann", "Bob"], "+".join(("deluxe", *add_ons)), seed=1)
    letters = {suit.letter for suit in game.rules.suits}
    assert ("m" in letters, "k" in letters, bool(game.state.tiles)) == tuple(
        part in add_ons for part in ("avalanche", "black-powder", "flamboyants")
    )
    assert len(game.state.cards) == 50 + 10 * len(letters - set("wrbyg"))
    assert game.rules.differences() == ()


def test_the_last_round_is_judged_on_the_draw_after_the_tile() -> None:
    """L10."""
    game = table("displays r4", "Ann r5", deck="b1 .", discards="w5", tiles="back", rules=RULES)
    game.play(1)
    game.back("w5")
    assert (game.state.deck_size, game.state.turns_left) == (1, None)
    assert "LastRound" not in kinds(game)


def test_the_last_round_then_begins_with_the_card_that_went_back() -> None:
    """L10, E3."""
    game = table("displays r4", "Ann r5", deck="b1 .", discards="w5", clues=0, tiles="back", rules=RULES)
    game.play(1)
    game.back("w5")
    game.discard(1)
    assert game.history[-1] == LastRound("Bob")
    assert game.state.turns_left == 2


def test_another_tile_does_not_put_the_last_round_off() -> None:
    """L10, E3."""
    game = table("displays r4", "Ann r5", deck="b1 .", tiles="clue", rules=RULES)
    game.play(1)
    assert [type(event) for event in game.history[-2:]] == [Drew, LastRound]
