"""Andrewz, clause by clause (Z1-Z10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tamaya.andrewz import (
    COLOURS,
    PACK,
    Action,
    Closed,
    Discard,
    Discarded,
    Drew,
    Ended,
    Event,
    Outcome,
    Pass,
    Passed,
    Play,
    Played,
    Result,
    Standing,
    State,
    View,
    describe,
    event_message,
    parse_action,
    shuffle,
)
from tamaya.rules import (
    Card,
    Deal,
    IllegalAction,
    ImpossibleTable,
    Position,
    Seat,
    Unreadable,
    parse_cards,
)
from tamaya.words import Reader, say

ANN, BOB, CID, DAN = Seat(0), Seat(1), Seat(2), Seat(3)


def table(
    *hands: str,
    piles: str = "",
    discards: str = "",
    deck: str = "w4 w4 w5 b5",
    turn: Seat = ANN,
) -> State:
    """A position from texts: a hand for each seat, the piles from the bottom, the deck from the top."""
    laid = parse_cards(piles)
    return State(
        hands=tuple(parse_cards(hand) for hand in hands),
        piles=tuple(tuple(card for card in laid if card.suit == suit.letter) for suit in COLOURS),
        discards=parse_cards(discards),
        deck=parse_cards(deck),
        salt=1,
        first=turn,
        turn=turn,
    )


def after(state: State, actions: str) -> State:
    """The position after actions, written with spaces between."""
    for text in actions.split():
        state = state.apply(parse_action(text))
    return state


def allowed(state: State) -> str:
    return " ".join(map(str, state.actions()))


def refusal(state: State, action: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        state.apply(parse_action(action))
    return str(refused.value.why)


def deal_of(top: str) -> Deal:
    """A deal whose first cards are named; the rest follows in any order."""
    first = parse_cards(top)
    rest = Counter(PACK) - Counter(first)
    return Deal((*first, *rest.elements()), salt=1)


# Setting up


def test_the_pack_is_the_fifty_cards_without_multicolour() -> None:
    """Z1."""
    start = State.start(3, seed=1)
    cards = Counter(start.deck) + sum((Counter(hand) for hand in start.hands), Counter[Card]())
    assert cards == {
        Card(f"{colour}{rank}"): copies
        for colour in "rygbw"
        for rank, copies in zip((1, 2, 3, 4, 5), (3, 2, 2, 2, 1), strict=True)
    }


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_gets_six_cards_and_the_rest_is_the_deck(players: int) -> None:
    """Z1."""
    start = State.start(players, seed=1)
    assert [len(hand) for hand in start.hands] == [6] * players
    assert len(start.deck) == 50 - 6 * players


def test_the_hands_are_dealt_from_the_top_seat_by_seat() -> None:
    """Z1."""
    deal = shuffle(seed=1)
    start = State.start(2, deal=deal)
    assert start.hands == (deal.deck[:6], deal.deck[6:12])
    assert start.deck == deal.deck[12:]


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_two_to_eight_may_play(players: int) -> None:
    """Z1."""
    with pytest.raises(ImpossibleTable, match=f"2 to 8 players, not {players}"):
        State.start(players, seed=1)


def test_everybody_sees_their_own_hand() -> None:
    """Z1."""
    view = table("r1 g2", "b3 b4").view(BOB)
    assert view.my_hand == ("b3", "b4")


def test_nobody_sees_another_hand() -> None:
    """Z1."""
    view = table("r1 g2", "b3 b4 b4").view(BOB)
    assert view.hands == (None, ("b3", "b4", "b4"))
    assert view.hand_sizes == (2, 3)


def test_whoever_won_the_lot_begins() -> None:
    """Z2."""
    assert State.start(4, seed=1, first=CID).turn == CID


def test_chance_can_draw_the_lot() -> None:
    """Z2."""
    begins = {State.start(4, seed=seed, first=None).first for seed in range(60)}
    assert begins == {ANN, BOB, CID, DAN}


def test_the_turn_goes_clockwise() -> None:
    """Z2."""
    state = table("r1 r2", "b2", "g2", turn=CID)
    turns = [state.turn]
    for action in "pass", "pr1", "pass":
        state = after(state, action)
        turns.append(state.turn)
    assert turns == [CID, ANN, BOB, CID]


# A turn


def test_a_turn_is_one_action() -> None:
    """Z3."""
    assert after(table("r1 r2", "b2"), "pr1").turn == BOB


def test_passing_takes_one_card() -> None:
    """Z3."""
    state = after(table("b3", "b2", deck="w4 w5"), "pass")
    assert state.hands[ANN] == ("b3", "w4")
    assert state.deck == ("w5",)


def test_one_may_pass_with_a_card_that_could_be_played() -> None:
    """Z3."""
    assert allowed(table("r1 r2", "b2")) == "pr1 pass"


def test_playing_takes_no_card() -> None:
    """Z3."""
    state = after(table("r1 r2", "b2", deck="w4 w5"), "pr1")
    assert state.hands[ANN] == ("r2",)
    assert state.deck == ("w4", "w5")


def test_a_one_starts_a_pile() -> None:
    """Z4."""
    assert after(table("g1 r5", "b2"), "pg1").pile("g") == ("g1",)


@pytest.mark.parametrize("card", ["g2", "g3", "g4", "g5"])
def test_only_a_one_starts_a_pile(card: str) -> None:
    """Z4."""
    why = refusal(table(f"{card} g1", "b2"), f"p{card}")
    assert why == "green is not in play, and only a 1 starts its pile"


def test_a_one_of_another_colour_starts_another_pile() -> None:
    """Z4."""
    state = after(table("y1 r5", "b2", piles="g1"), "py1")
    assert (state.pile("g"), state.pile("y")) == (("g1",), ("y1",))


def test_a_one_starts_no_second_pile_of_its_colour() -> None:
    """Z4."""
    assert refusal(table("g1 r5", "b2", piles="g1 g2"), "pg1") == (
        "the green pile shows a 2 and takes only a 2 or a 3"
    )


def test_a_card_goes_on_its_equal() -> None:
    """Z4."""
    assert after(table("g2 r5", "b2", piles="g1 g2"), "pg2").pile("g") == ("g1", "g2", "g2")


def test_a_card_goes_on_one_less() -> None:
    """Z4."""
    assert after(table("g3 r5", "b2", piles="g1 g2"), "pg3").pile("g") == ("g1", "g2", "g3")


def test_no_value_is_left_out() -> None:
    """Z4."""
    assert not table("g4 r5", "b2", piles="g1 g2").is_legal(Play(Card("g4")))


def test_a_pile_takes_its_own_colour_only() -> None:
    """Z4."""
    assert not table("r3 r5", "b2", piles="g1 g2").is_legal(Play(Card("r3")))


def test_a_card_picked_up_waits_for_the_next_turn() -> None:
    """Z5."""
    state = after(table("b3", "b2", deck="g1"), "pass")
    assert state.turn == BOB
    assert refusal(state, "pg1") == "there is no g1 in the hand"


def test_a_card_picked_up_for_a_discard_waits_for_the_next_turn() -> None:
    """Z5."""
    state = after(table("g1 b3", "b2", piles="g1 g2", deck="g1 r1"), "dg1")
    assert state.turn == BOB
    assert not state.is_legal(Discard(Card("g1")))


def test_a_card_beneath_its_pile_may_be_discarded() -> None:
    """Z6."""
    state = after(table("g1 b3", "b2", piles="g1 g2"), "dg1")
    assert state.discards == ("g1",)
    assert state.pile("g") == ("g1", "g2")


def test_a_discard_takes_two_cards() -> None:
    """Z6."""
    state = after(table("g1 b3", "b2", piles="g1 g2", deck="w4 w5 r5"), "dg1")
    assert state.hands[ANN] == ("b3", "w4", "w5")
    assert state.deck == ("r5",)


def test_what_can_be_played_cannot_be_discarded() -> None:
    """Z6."""
    assert refusal(table("g2 r5", "b2", piles="g1 g2"), "dg2") == (
        "the green pile shows a 2, and only a lower card may be discarded"
    )


def test_a_card_above_its_pile_cannot_be_discarded() -> None:
    """Z6."""
    assert not table("g3 r5", "b2", piles="g1").is_legal(Discard(Card("g3")))


def test_a_colour_that_is_not_in_play_cannot_be_discarded() -> None:
    """Z6."""
    assert refusal(table("g1 r5", "b2", piles="r1 r2"), "dg1") == (
        "green is not in play, so no higher card has been laid"
    )


def test_fours_and_fives_are_never_discarded() -> None:
    """Z6."""
    state = table("g4 g5", "b2", piles="g1 g2 g3 g4")
    assert refusal(state, "dg4") == "a 4 can never be discarded, because no pile in play shows more"
    assert refusal(state, "dg5") == "a 5 can never be discarded, because no pile in play shows more"


def test_a_three_beneath_a_four_can_be_discarded() -> None:
    """Z6."""
    assert allowed(table("g3 r5", "b2", piles="g1 g2 g3 g4")) == "dg3 pass"


def test_a_five_takes_its_colour_out_of_play() -> None:
    """Z7."""
    assert after(table("g5 r5", "b2", piles="g1 g2 g3 g4"), "pg5").pile("g") == ()


def test_the_closed_pile_and_its_discards_go_into_the_deck() -> None:
    """Z7."""
    state = table("g5 r5", "b2", piles="g1 g1 g2 g3 g4", discards="g1 g2", deck="w4 w5")
    assert sorted(after(state, "pg5").deck) == sorted(parse_cards("w4 w5 g1 g1 g2 g3 g4 g5 g1 g2"))


def test_discards_of_other_colours_stay() -> None:
    """Z7."""
    state = table("g5 r5", "b2", piles="g1 g2 g3 g4 r1", discards="r1 g1 w2")
    assert after(state, "pg5").discards == ("r1", "w2")


def test_other_piles_stay() -> None:
    """Z7."""
    assert after(table("g5 r5", "b2", piles="g1 g2 g3 g4 r1"), "pg5").pile("r") == ("r1",)


def test_the_deck_is_shuffled_when_a_pile_closes() -> None:
    """Z7."""
    orders = {
        after(replace(table("g5 r5", "b2", piles="g1 g2 g3 g4"), salt=salt), "pg5").deck for salt in range(20)
    }
    assert len(orders) == 20


def test_each_shuffle_of_a_game_is_a_new_one() -> None:
    """Z7."""
    first = table("g5 r5", "b2", piles="g1 g2 g3 g4")
    second = replace(first, shuffles=1)
    assert after(first, "pg5").deck != after(second, "pg5").deck


def test_a_closed_colour_may_start_again() -> None:
    """Z7."""
    assert after(table("g5 r5", "g1 b2", piles="g1 g2 g3 g4"), "pg5 pg1").pile("g") == ("g1",)


# The end


def test_the_first_without_cards_wins_at_once() -> None:
    """Z8."""
    state = after(table("g1", "b2", "r1 r2"), "pg1")
    assert state.result is not None
    assert (state.result.outcome, state.result.winner) == (Outcome.WON, ANN)
    assert state.turn is None


def test_a_five_that_is_the_last_card_wins_and_closes_nothing() -> None:
    """Z8, Z7."""
    state = after(table("g5", "b2", piles="g1 g2 g3 g4", deck="w4"), "pg5")
    assert state.result is not None
    assert state.history == (Played(ANN, Card("g5")), Ended(state.result))
    assert state.deck == ("w4",)


def test_after_the_end_nothing_is_allowed() -> None:
    """Z8."""
    state = after(table("g1", "b2"), "pg1")
    assert state.actions() == ()
    assert refusal(state, "pass") == "the game is over"


def test_the_others_are_placed_by_the_cards_they_hold() -> None:
    """Z8, Z9."""
    state = after(table("g1", "b2 b2", "r2", "b3 b3"), "pg1")
    assert state.result == Result(
        Outcome.WON,
        ANN,
        (Standing(1, ANN, 0), Standing(2, CID, 1), Standing(3, BOB, 2), Standing(3, DAN, 2)),
    )


def test_a_small_deck_gives_what_it_has() -> None:
    """Z9, Z6."""
    state = after(table("g1 b3", "b2", piles="g1 g2", deck="w4"), "dg1")
    assert state.hands[ANN] == ("b3", "w4")
    assert state.history == (Discarded(ANN, Card("g1")), Drew(ANN, 1))


def test_discarding_the_last_card_does_not_win_while_the_deck_gives_cards() -> None:
    """Z9, Z8."""
    state = after(table("g1", "b2", piles="g1 g2", deck="w4"), "dg1")
    assert not state.over
    assert state.hands[ANN] == ("w4",)


def test_discarding_the_last_card_wins_when_the_deck_is_empty() -> None:
    """Z9, Z8."""
    state = after(table("g1", "b2", piles="g1 g2", deck=""), "dg1")
    assert state.result is not None
    assert state.result.winner == ANN
    assert state.history == (Discarded(ANN, Card("g1")), Drew(ANN, 0), Ended(state.result))


def test_a_round_of_passes_without_a_deck_blocks_the_game() -> None:
    """Z9."""
    state = after(table("b3", "b2", "r2", deck=""), "pass pass pass")
    assert state.result is not None
    assert (state.result.outcome, state.result.winner) == (Outcome.BLOCKED, None)


def test_the_game_is_not_blocked_before_the_round_is_full() -> None:
    """Z9."""
    assert not after(table("b3", "b2", "r2", deck=""), "pass pass").over


def test_the_pass_that_takes_the_last_card_is_none_of_that_round() -> None:
    """Z9."""
    state = after(table("b3", "b2", "r2", deck="w4"), "pass pass pass")
    assert not state.over
    assert after(state, "pass").over


def test_a_card_played_begins_the_round_anew() -> None:
    """Z9."""
    state = after(table("b3", "b2", "r1 r5", deck=""), "pass pass pr1 pass pass")
    assert not state.over
    assert after(state, "pass").over


def test_a_discard_begins_the_round_anew() -> None:
    """Z9."""
    state = after(table("b3", "b2", "r1 r5", piles="r1 r2", deck=""), "pass pass dr1 pass pass")
    assert not state.over
    assert after(state, "pass").over


def test_the_round_may_begin_with_any_seat() -> None:
    """Z9."""
    assert after(table("b3", "b2", "r2", deck="", turn=CID), "pass pass pass").over


def test_a_round_of_passes_blocks_even_when_somebody_could_play() -> None:
    """Z9."""
    assert after(table("r1 r2", "b2", deck=""), "pass pass").over


def test_in_a_blocked_game_equal_hands_share_a_place() -> None:
    """Z9."""
    state = after(table("b3 b3 b4", "b2", "r2 r2", "y2 y2", deck=""), "pass pass pass pass")
    assert state.result is not None
    assert [state.result.place(seat) for seat in (ANN, BOB, CID, DAN)] == [4, 1, 2, 2]
    assert [standing.seat for standing in state.result.standings] == [BOB, CID, DAN, ANN]


# The example games of the document

ANDY = "g1 g2 w2 w3 r3 r4"
BOBS = "g3 r2 b2 b3 y3 w4"
CARL = "y1 g1 g5 r2 b3 w2"
DAVE = "g1 g4 b4 y4 r3 w3"
DECK = "b1 y2 r5 w4"


def example() -> State:
    return State.start(4, deal=deal_of(" ".join([ANDY, BOBS, CARL, DAVE, DECK])))


def test_the_example_bob_has_to_pass() -> None:
    """Z10."""
    assert allowed(after(example(), "pg1")) == "pass"


def test_the_example_bob_keeps_the_blue_one_for_later() -> None:
    """Z10, Z5."""
    state = after(example(), "pg1 pass")
    assert state.hands[BOB][-1] == "b1"
    assert state.turn == CID


def test_the_example_daves_green_one_lies_on_andys() -> None:
    """Z10, Z4."""
    state = after(example(), "pg1 pass py1 pg1")
    assert (state.pile("g"), state.pile("y")) == (("g1", "g1"), ("y1",))


def test_the_example_carl_can_discard_or_pass() -> None:
    """Z10, Z6."""
    assert allowed(after(example(), "pg1 pass py1 pg1 pg2 pg3")) == "dg1 pass"


def test_the_example_carl_discards_a_green_one_and_takes_two() -> None:
    """Z10, Z6."""
    state = after(example(), "pg1 pass py1 pg1 pg2 pg3 dg1")
    assert state.discards == ("g1",)
    assert state.hands[CID] == parse_cards("g5 r2 b3 w2 y2 r5")


def test_the_example_carls_green_five_completes_the_set() -> None:
    """Z10, Z7."""
    before = after(example(), "pg1 pass py1 pg1 pg2 pg3 dg1 pg4 pass pb1")
    state = after(before, "pg5")
    assert (state.pile("g"), state.discards) == ((), ())
    assert Counter(state.deck) - Counter(before.deck) == Counter(parse_cards("g1 g1 g2 g3 g4 g5 g1"))
    assert state.history[-2:] == (Played(CID, Card("g5")), Closed("g", 7))


def test_the_shorter_example_the_first_player_tries_three_things() -> None:
    """Z10, Z4, Z6."""
    start = table("y1 g4 g1 r5", "g1 b2", "g1 b2", "g2 b2")
    state = after(start, "py1 pg1 pg1 pg2")
    assert not state.is_legal(Play(Card("g4")))
    assert not state.is_legal(Play(Card("g1")))
    assert after(state, "dg1").discards == ("g1",)


# What the table sees


def test_the_table_sees_how_many_cards_are_drawn_and_not_which() -> None:
    """Z1, Z3."""
    assert after(table("b3", "b2"), "pass").history == (Passed(ANN), Drew(ANN, 1))


def test_equal_cards_are_one_choice() -> None:
    """Z3."""
    assert allowed(table("w1 g1 r1 g1 b3", "b2", piles="g1 g2")) == "pw1 dg1 pr1 pass"


def test_one_of_two_equal_cards_leaves_the_hand() -> None:
    """Z3."""
    assert after(table("g1 b3 g1", "b2"), "pg1").hands[ANN] == ("b3", "g1")


def test_only_the_seat_on_turn_is_offered_actions() -> None:
    """Z3."""
    state = table("r1 r2", "b1 b2")
    assert state.view(ANN).actions == (Play(Card("r1")), Pass())
    assert state.view(BOB).actions == ()


def test_a_view_knows_whether_it_is_its_turn() -> None:
    """Z2."""
    state = table("r1 r2", "b1 b2")
    assert [state.view(seat).my_turn for seat in (ANN, BOB)] == [True, False]
    assert not state.spectate().my_turn


def test_a_view_finds_an_action_of_a_kind() -> None:
    """Z3."""
    view = table("r2 r1 b1", "b1 b2").view(ANN)
    assert view.first_legal(Play) == Play(Card("r1"))
    assert view.first_legal(Discard) is None


def test_a_view_prints_as_a_small_table() -> None:
    """Z1."""
    state = table("r1 g2 w5", "b3 b4", "b2", piles="r1 r2 g1", discards="r1 r1")
    assert str(state.view(ANN, names=("Ann", "Barbara", "Cid"))) == "\n".join(
        [
            "*    Ann: r1 g2 w5",
            " Barbara: 2 cards",
            "     Cid: 1 card",
            "piles: r2 y- g1 b- w-   discards: r1 r1   deck 4",
        ]
    )


def test_a_spectator_sees_no_hand() -> None:
    """Z1."""
    view = table("r1", "b3 b4").spectate()
    assert (view.seat, view.my_hand, view.hands, view.actions) == (None, (), (None, None), ())


def test_a_spectator_sees_all_hands_where_the_table_allows_it() -> None:
    """Z1."""
    view = table("r1", "b3 b4").spectate(hands=True)
    assert view.hands == (("r1",), ("b3", "b4"))
    assert view.deck is None


def test_everything_is_revealed_after_the_end() -> None:
    """Z8."""
    view = after(table("g1", "b3 b4", deck="w4 w5"), "pg1").reveal(names=("Ann", "Bob"))
    assert str(view) == "\n".join(
        [
            " Ann: no cards",
            " Bob: b3 b4",
            "piles: r- y- g1 b- w-   discards: -   deck 2: w4 w5",
            "Ann wins: the last card has left the hand",
        ]
    )


def test_nothing_is_revealed_before_the_end() -> None:
    """Z1."""
    with pytest.raises(ImpossibleTable, match="when the game is over"):
        table("g1", "b3").reveal()


def test_the_end_does_not_show_a_player_the_other_hands() -> None:
    """Z1, Z8."""
    assert after(table("g1", "b3 b4"), "pg1").view(ANN).hands == ((), None)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Played(ANN, Card("r3")), "Ann plays r3"),
        (Discarded(BOB, Card("r3")), "Bob discards r3"),
        (Passed(BOB), "Bob passes"),
        (Drew(BOB, 0), "Bob draws no cards"),
        (Drew(BOB, 1), "Bob draws 1 card"),
        (Closed("g", 7), "The green pile is closed: 7 cards go back into the deck"),
        (Ended(Result(Outcome.WON, BOB, ())), "Bob wins: the last card has left the hand"),
        (Ended(Result(Outcome.BLOCKED, None, ())), "nobody wins: the deck is empty and everybody has passed"),
    ],
)
def test_events_can_be_told(event: Event, said: str) -> None:
    """Z3, Z7, Z8, Z9."""
    assert say(event_message(event), Reader(names=("Ann", "Bob"))) == said


def test_without_names_the_seats_have_letters() -> None:
    """Z1."""
    assert str(event_message(Passed(BOB))) == "B passes"
    assert table("r1", "b3").view(ANN).names == ("A", "B")


def test_the_rules_fit_on_a_screen() -> None:
    """Z1-Z9."""
    lines = [str(line) for section in describe() for line in (section.title, *section.lines)]
    assert len(lines) <= 20
    assert sum(len(line) // 100 + 1 for line in lines) <= 24


# Mistakes


@pytest.mark.parametrize(
    "text", ["", "p", "r3", "pr", "prr", "pr33", "p r3", "xr3", "Pass", "PR3", "pass ", "dpass"]
)
def test_an_unreadable_action_is_refused(text: str) -> None:
    """Z3."""
    with pytest.raises(Unreadable):
        parse_action(text)


@pytest.mark.parametrize("text", ["pr3", "dr3", "pass"])
def test_actions_are_written_as_they_are_read(text: str) -> None:
    """Z3."""
    assert str(parse_action(text)) == text


@pytest.mark.parametrize("action", ["pr2", "dr2", "py1", "dy1", "pm1", "dz9"])
def test_a_card_one_does_not_hold_is_refused(action: str) -> None:
    """Z3."""
    state = table("r1 b3", "r2 y1", piles="r1 r2 r3")
    assert refusal(state, action) == f"there is no {action[1:]} in the hand"


def test_a_refused_action_changes_nothing() -> None:
    """Z3, Z4."""
    state, same = table("r1 b3", "b2"), table("r1 b3", "b2")
    refusal(state, "pb3")
    assert state == same


def test_the_refusal_names_the_action() -> None:
    """Z4."""
    with pytest.raises(IllegalAction, match=r"^pb3: blue is not in play"):
        table("r1 b3", "b2").apply(Play(Card("b3")))


def test_a_deal_with_other_cards_is_refused() -> None:
    """Z1."""
    deck = shuffle(seed=1).deck
    with pytest.raises(ImpossibleTable, match="m1"):
        State.start(2, deal=Deal((Card("m1"), *deck[1:])))
    with pytest.raises(ImpossibleTable, match="missing"):
        State.start(2, deal=Deal(deck[1:]))


@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_player_sits_at_the_table(first: int) -> None:
    """Z2."""
    with pytest.raises(ImpossibleTable, match="seats are 0 to 2"):
        State.start(3, seed=1, first=Seat(first))


def test_a_seed_and_a_deal_exclude_each_other() -> None:
    """Z1."""
    with pytest.raises(ImpossibleTable, match="not from both"):
        State.start(2, seed=1, deal=shuffle(seed=1))


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    """Z1."""
    with pytest.raises(ImpossibleTable, match="there is no seat"):
        table("r1", "b3").view(Seat(seat))


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Bob", "Cid")])
def test_every_seat_has_a_name_or_none_has(names: tuple[str, ...]) -> None:
    """Z1."""
    with pytest.raises(ImpossibleTable, match="2 seats"):
        table("r1", "b3").spectate(names=names)


def test_a_state_is_a_position() -> None:
    """Z3: the layers above meet this game through the same protocol as the other."""
    position: Position[Action, Event, View, Result] = State.start(2, seed=1)
    assert position.players == 2
    assert position.apply(Pass()).turn == BOB
