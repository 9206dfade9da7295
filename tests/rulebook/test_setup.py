"""Setting up: S1 to S5."""

from collections import Counter
from dataclasses import replace

import pytest

from tamaya.engine import Clue, Game, Play, Rearrange, State
from tamaya.rules import EDITIONS, Deal, IllegalAction, ImpossibleTable, Rules, Seat
from tests.helpers import NAMES, hand, table

EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


@EVERY_EDITION
def test_the_deck_has_fifty_cards(edition: str) -> None:
    """S1."""
    assert Rules.parse(edition).deck_size == len(Deal.shuffle(Rules.parse(edition), seed=1).deck) == 50


@EVERY_EDITION
def test_the_suits_are_white_red_blue_yellow_green(edition: str) -> None:
    """S1."""
    assert {suit.name for suit in Rules.parse(edition).suits} == {"white", "red", "blue", "yellow", "green"}


@EVERY_EDITION
@pytest.mark.parametrize("letter", list("wrbyg"))
def test_a_suit_has_three_ones_two_of_the_middle_and_a_single_five(edition: str, letter: str) -> None:
    """S1."""
    deck = Deal.shuffle(Rules.parse(edition), seed=1).deck
    of_the_suit = sorted(card.rank for card in deck if card.suit == letter)
    assert of_the_suit == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]


@EVERY_EDITION
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_may_play(edition: str, players: int) -> None:
    """S1."""
    assert State.start(Rules.parse(edition), players).players == players


@EVERY_EDITION
@pytest.mark.parametrize("players", [-1, 0, 1, 6, 7, 50])
def test_no_other_number_may_play(edition: str, players: int) -> None:
    """S1."""
    with pytest.raises(ImpossibleTable, match="2 to 5 players"):
        State.start(Rules.parse(edition), players)


@EVERY_EDITION
@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_shrink_as_the_table_grows(edition: str, players: int, cards: int) -> None:
    """S2."""
    game = Game(NAMES[:players], edition, seed=3)
    assert [len(held) for held in game.state.hands] == [cards] * players
    assert game.state.deck_size == 50 - players * cards


def test_the_hands_are_dealt_from_the_top_of_the_deck() -> None:
    """S2."""
    deal = Deal.shuffle(Rules.parse("deluxe"), seed=5)
    game = Game(["Ann", "Bob"], deal=deal)
    assert hand(game, "Ann") == " ".join(deal.deck[:5])
    assert hand(game, "Bob") == " ".join(deal.deck[5:10])


@EVERY_EDITION
def test_all_eight_clue_tokens_are_there_at_the_start(edition: str) -> None:
    """S3."""
    assert Game(["Ann", "Bob"], edition).clues == Rules.parse(edition).clues == 8


@EVERY_EDITION
def test_a_game_starts_without_strikes_and_allows_two(edition: str) -> None:
    """S3."""
    game = Game(["Ann", "Bob"], edition)
    assert (game.strikes, game.rules.strikes) == (0, 3)


@pytest.mark.parametrize(
    ("edition", "clues", "strikes"),
    [
        ("deluxe", "clue tokens", "error tiles"),
        ("rnr", "blue clock tokens", "black fuse tokens"),
        ("abacus", "note tokens", "storm tiles"),
        ("original", "blue tokens", "red tokens"),
    ],
)
def test_each_edition_has_its_own_words(edition: str, clues: str, strikes: str) -> None:
    """S3."""
    box = EDITIONS[edition]
    assert (str(box.clue(2)), str(box.strike(2))) == (clues, strikes)
    assert (str(box.clue()), str(box.strike())) == (clues[:-1], strikes[:-1])


def test_the_fourth_fuse_token_of_rnr_is_the_explosion() -> None:
    """S3."""
    assert "four fuse tokens" in str(EDITIONS["rnr"].remark)
    assert Rules.parse("rnr").strikes == 3


def test_a_player_does_not_see_their_own_cards() -> None:
    """S4."""
    game = table("Ann r5 g4 y3 b2 w1", "Bob r1 r2 r3 r4 b1")
    assert [seen.card for seen in game.view("Ann").my_hand] == [None] * 5


def test_everybody_else_sees_them() -> None:
    """S4."""
    game = table("Ann r5 g4 y3 b2 w1", players=3)
    for teammate in ("Bob", "Cid"):
        assert [seen.card for seen in game.view(teammate).hands[0]] == ["r5", "g4", "y3", "b2", "w1"]


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_a_view_does_not_print_ones_own_cards(name: str) -> None:
    """S4."""
    game = table("Ann r5 g5 y5 r4 g4", "Bob b5 w5 b4 w4 b3")
    game.clue("Bob", 5)
    game.clue("Ann", "red")
    view = game.view(name)
    for card in hand(game, name).split():
        assert card not in str(view)
        assert card not in repr(view)


def test_a_view_prints_what_one_has_been_told() -> None:
    """S4."""
    game = table("Ann r5 g5 y5 r4 g4", turn="Bob")
    game.clue("Ann", 5)
    game.clue("Bob", 1)
    game.clue("Ann", "red")
    assert "Ann: r5 ?5 ?5 r? ??" in str(game.view("Ann"))


def test_the_order_of_the_deck_stands_in_no_view() -> None:
    """S4."""
    game = Game(["Ann", "Bob"], seed=9)
    swapped = replace(game.state, cards=(*game.state.cards[:10], *reversed(game.state.cards[10:])))
    for seat in (Seat(0), Seat(1)):
        assert game.state.view(seat) == swapped.view(seat)
        assert game.state.view(seat).deck is None
        assert game.state.view(seat).deck_size == 40


def test_a_draw_does_not_tell_which_card_it_was() -> None:
    """S4."""
    one, two = (table("Ann w1", deck=f"{card} y1") for card in ("b5", "g5"))
    for game in (one, two):
        game.play(1)
    assert one.history == two.history
    assert one.view("Ann") == two.view("Ann")
    assert one.view("Bob") != two.view("Bob")


def test_somebody_beside_the_table_sees_no_hand() -> None:
    """S4."""
    view = Game(["Ann", "Bob"], seed=1).spectate()
    assert {seen.card for held in view.hands for seen in held} == {None}
    assert view.actions == ()
    assert view.deck is None


def test_a_table_may_let_somebody_beside_it_see_all_hands_but_not_the_deck() -> None:
    """S4."""
    game = Game(["Ann", "Bob"], seed=1)
    view = game.spectate(hands=True)
    assert " ".join(str(seen) for seen in view.hands[0]) == hand(game, "Ann")
    assert view.deck is None


def test_the_cards_are_not_revealed_while_the_game_runs() -> None:
    """S4."""
    with pytest.raises(ImpossibleTable, match="over"):
        Game(["Ann", "Bob"]).reveal()


def test_all_cards_are_revealed_after_the_end() -> None:
    """S4."""
    game = table("Ann w2", strikes=2, deck="r1 r2")
    game.play(1)
    view = game.reveal()
    assert view.deck == game.state.cards[game.state.drawn :]
    assert [seen.card for seen in view.hands[0]] == hand(game, "Ann").split()


def test_ones_own_cards_stay_hidden_in_ones_view_after_the_end() -> None:
    """S4."""
    game = table("Ann w2", strikes=2)
    game.play(1)
    assert {seen.card for seen in game.view("Ann").my_hand} == {None}


@pytest.mark.parametrize(
    "action", [Play(9), Clue(Seat(0), "r"), Clue(Seat(1), "x"), Rearrange(Seat(0), (1, 2, 3, 4, 5))]
)
def test_a_refusal_says_nothing_about_ones_own_cards(action: Play | Clue | Rearrange) -> None:
    """S4."""
    sentences = set()
    for cards in ("r1 r2 r3 r4 r5", "b1 w2 g3 y4 b5"):
        game = table(f"Ann {cards}", "Bob y1 y2 y3 g4 y5")
        with pytest.raises(IllegalAction) as refusal:
            game.do(action)
        sentences.add(str(refusal.value))
    assert len(sentences) == 1


def test_a_game_does_not_print_secrets() -> None:
    """S4."""
    game = table("Ann r5 g5 y5 r4 g4", "Bob b5 w5 b4 w4 b3")
    assert repr(game) == "<Game deluxe of Ann, Bob: 0 actions, Ann to act>"


def test_nobody_sits_beyond_the_table() -> None:
    """S4."""
    with pytest.raises(ImpossibleTable, match="there is no seat"):
        Game(["Ann", "Bob"]).state.view(Seat(2))


@pytest.mark.parametrize("first", ["Ann", "Bob", "Cid"])
def test_the_owner_names_the_first_player(first: str) -> None:
    """S5."""
    game = Game(["Ann", "Bob", "Cid"], first=first)
    assert game.turn == first
    assert game.view("Ann").first == game.seat(first)


def test_whoever_begins_the_hands_are_the_same() -> None:
    """S5."""
    one, two = (Game(["Ann", "Bob"], seed=4, first=first) for first in ("Ann", "Bob"))
    assert one.state.hands == two.state.hands
    assert one.state.cards == two.state.cards


@pytest.mark.parametrize(
    ("edition", "who"),
    [("deluxe", "clothes"), ("rnr", "clothes"), ("original", "clothes"), ("abacus", "oldest")],
)
def test_each_edition_says_who_should_begin(edition: str, who: str) -> None:
    """S5."""
    assert who in str(EDITIONS[edition].starts)


def test_without_a_seed_every_deal_is_another() -> None:
    """S4."""
    rules = Rules.parse("deluxe+flamboyants")
    assert len({Deal.shuffle(rules) for _ in range(20)}) == 20


def test_a_shuffle_keeps_the_cards() -> None:
    """S1."""
    one, two = (Deal.shuffle(Rules.parse("deluxe"), seed=seed).deck for seed in (1, 2))
    assert one != two
    assert Counter(one) == Counter(two)
