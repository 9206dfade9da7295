"""What cannot be: each mistake gets its own error, and a sentence that names the culprit."""

import pytest

from tamaya.engine import (
    Action,
    Back,
    Clue,
    Discard,
    Encore,
    FreeClue,
    Game,
    Play,
    Rearrange,
    State,
    parse_action,
)
from tamaya.rules import (
    TILES,
    Card,
    Deal,
    IllegalAction,
    ImpossibleRules,
    ImpossibleTable,
    Rules,
    Seat,
    Suit,
    TamayaError,
    UnknownName,
    Unreadable,
    parse_cards,
    parse_seat,
)
from tests.helpers import NAMES, table


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("delux", "did you mean 'deluxe'"),
        ("chess", "known are deluxe, rnr, abacus, original"),
        ("", "unknown edition ''"),
        ("+avalanche", "unknown edition"),
        ("deluxe ", None),
        ("deluxe+black-power", "did you mean 'black-powder'"),
        ("deluxe+", "unknown add-on or option"),
        ("deluxe++flamboyants", "unknown add-on or option"),
        ("deluxe+hand", "unknown add-on or option 'hand': did you mean 'hand='"),
        ("deluxe+rearange", "did you mean 'rearrange='"),
        ("deluxe+range", "unknown add-on or option 'range': known are avalanche"),
        ("ranger", "unknown edition 'ranger': known are deluxe"),
        ("rnr+variant-5", "did you mean 'variant-"),
        ("deluxe+hands=5", "did you mean 'hand'"),
        ("deluxe+=5", "unknown option ''"),
    ],
)
def test_an_unknown_name_gets_a_hint(text: str, said: str | None) -> None:
    if said is None:
        assert Rules.parse(text) == Rules.parse("deluxe")
        return
    with pytest.raises(UnknownName) as error:
        Rules.parse(text)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deluxe+hand=", "hand="),
        ("deluxe+hand=six", "whole number"),
        ("deluxe+hand=-1", "whole number"),
        ("deluxe+hand=4.5", "whole number"),
        ("deluxe+hand=٤", "whole number"),
        ("deluxe+clues=99999999", "whole number"),
        ("deluxe+empty=maybe", "yes or no"),
        ("deluxe+empty=", "yes or no"),
        ("deluxe+talk=loud", "silent, remarks, open"),
        ("deluxe+rearrange=sometimes", "clued, always, never"),
        ("deluxe+suits=", "name in small letters"),
        ("deluxe+suits=red,", "name in small letters"),
        ("deluxe+suits=r3d", "name in small letters"),
        ("deluxe+suits=red:shape=round", "no property 'shape'"),
        ("deluxe+suits=red:copies=", "one digit for each value"),
        ("deluxe+suits=red:copies=3,2", "one digit for each value|name in small letters"),
        ("deluxe+suits=red:letter=r:letter=r", "given twice"),
        ("deluxe+suits=red:builds=sideways", "up, down"),
        ("x" * 3000, "at most 2000 characters"),
    ],
)
def test_a_value_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        Rules.parse(text)


@pytest.mark.parametrize(
    ("text", "culprit", "said"),
    [
        ("deluxe+hand=11", "hand=11", "between 1 and 10"),
        ("deluxe+hand=0", "hand=0", "between 1 and 10"),
        ("deluxe+clues=21", "clues=21", "between 0 and 20"),
        ("deluxe+strikes=0", "strikes=0", "between 1 and 10"),
        ("deluxe+strikes=11", "strikes=11", "between 1 and 10"),
        ("deluxe+seats=1", "seats=1", "between 2 and 10"),
        ("deluxe+seats=11", "seats=11", "between 2 and 10"),
        ("deluxe+avalanche+avalanche", "avalanche", "twice"),
        ("deluxe+hand=4+hand=5", "hand", "twice"),
        ("deluxe+suits=red+suits=blue", "suits", "twice"),
        ("rnr+variant-1+variant-2", "variant-2", "multicolour cards 'm' that variant-1 brings"),
        ("rnr+variant-1+variant-3", "variant-3", "multicolour cards 'm' that variant-1 brings"),
        ("rnr+variant-2+variant-3", "variant-3", "multicolour cards 'm' that variant-2 brings"),
        ("deluxe+avalanche+variant-1", "variant-1", "multicolour cards 'm' that avalanche brings"),
        ("deluxe+final-flourish+variant-4", "variant-4", "same rule as final-flourish"),
        ("deluxe+suits=red,red", "suit red", "cards 'r' that suit red brings"),
        ("deluxe+suits=red,rose", "suit rose", "cards 'r' that suit red brings"),
        ("deluxe+black-powder+suits=red,blue,black", "black-powder", "cards 'k' that suit black brings"),
        ("deluxe+suits=red:copies=32021", "suit red", "has no 3, so its display can never be completed"),
        ("deluxe+suits=red:copies=1111111111", "suit red", "one to nine values"),
        ("deluxe+suits=red,blue:copies=321", "suit blue", "3 values, and red has 5"),
        (
            "deluxe+suits=red:copies=321,blue:copies=321+black-powder",
            "black-powder",
            "5 values, and red has 3",
        ),
        ("deluxe+suits=red:letter=", "suit red", "letter"),
        ("deluxe+suits=red:letter=ab", "suit red", "letter"),
        ("deluxe+suits=red:letter=1", "suit red", "letter"),
        ("deluxe+suits=red:colours=none", "suit red", "none may name it"),
        ("deluxe+suits=red:named=no", "suit red", "may not be named"),
        ("deluxe+suits=a,b,c,d,e,f,g,h,i,j,k,l,m", "suits", "13 suits are more than a table can hold"),
        ("deluxe+suits=red:copies=11111", "suits", "two hands need 10 cards, and the deck has 5"),
        ("deluxe+suits=red:copies=11111+hand=3", "hand=3", "two hands need 6 cards, and the deck has 5"),
    ],
)
def test_impossible_rules_name_the_culprit(text: str, culprit: str, said: str) -> None:
    with pytest.raises(ImpossibleRules) as error:
        Rules.parse(text)
    assert error.value.culprit == culprit
    assert said in str(error.value)


def test_rules_need_a_suit() -> None:
    with pytest.raises(ImpossibleRules, match="at least one suit"):
        Rules.of("deluxe", base=())


def test_a_suit_of_ones_own_is_checked_too() -> None:
    with pytest.raises(ImpossibleRules, match="can never be completed"):
        Suit("red", "r", copies=(1, 0, 1))


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        ("deluxe", 1, "2 to 5 players, not 1"),
        ("deluxe", 6, "2 to 5 players, not 6"),
        ("deluxe+seats=3", 4, "2 to 3 players, not 4"),
        ("deluxe+suits=red,blue", 5, None),
        ("deluxe+suits=red,blue+hand=5", 5, "5 hands of 5 need 25 cards"),
        ("deluxe+hand=10+seats=10", 6, "6 hands of 10 need 60 cards"),
        ("deluxe+suits=red", 3, "3 hands of 5 need 15 cards, and deluxe+suits=red has 10"),
    ],
)
def test_a_table_too_large_for_its_deck(rules: str, players: int, said: str | None) -> None:
    if said is None:
        assert State.start(Rules.parse(rules), players).deck_size == 0
        return
    with pytest.raises(ImpossibleTable) as error:
        Game(NAMES[:players], rules)
    assert said in str(error.value)


@pytest.mark.parametrize("names", [["Ann"], []])
def test_nobody_plays_alone(names: list[str]) -> None:
    with pytest.raises(ImpossibleTable, match="2 to 5 players"):
        Game(names)


@pytest.mark.parametrize("names", [["Ann", ""], ["Ann", "  "], "Ann"])
def test_every_player_needs_a_name(names: list[str]) -> None:
    with pytest.raises(ImpossibleTable, match="needs a name"):
        Game(names)


def test_every_player_needs_a_name_of_their_own() -> None:
    with pytest.raises(ImpossibleTable, match="of their own"):
        Game(["Ann", "Bob", "Ann"])


def test_the_first_player_must_sit_at_the_table() -> None:
    with pytest.raises(UnknownName, match="unknown player 'Zoe'"):
        Game(["Ann", "Bob"], first="Zoe")


@pytest.mark.parametrize("first", [-1, 2])
def test_the_first_seat_must_be_at_the_table(first: int) -> None:
    with pytest.raises(ImpossibleTable, match=f"seat {first} cannot begin"):
        State.start(Rules.parse("deluxe"), 2, first=Seat(first))


def test_a_game_begins_from_a_seed_or_from_a_deal() -> None:
    with pytest.raises(ImpossibleTable, match="not from both"):
        Game(["Ann", "Bob"], seed=1, deal=Deal.shuffle(Rules.parse("deluxe"), seed=1))


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(UnknownName, match="did you mean 'Bob'"):
        Game(["Ann", "Bob"]).clue("Bobb", 1)


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(ImpossibleTable, match="nothing to take back"):
        Game(["Ann", "Bob"]).undo()


PLAIN = Rules.parse("deluxe")
BONUS = Rules.parse("deluxe+flamboyants")
WHOLE = Deal.shuffle(PLAIN, seed=1)
BONUS_DEAL = Deal.shuffle(BONUS, seed=1)


@pytest.mark.parametrize(
    ("rules", "deal", "said"),
    [
        (PLAIN, Deal(WHOLE.deck[:-1]), "missing"),
        (PLAIN, Deal((*WHOLE.deck, Card("r1"))), "too many: r1"),
        (PLAIN, Deal((*WHOLE.deck[:-1], Card("x9"))), "too many: x9; missing"),
        (PLAIN, Deal(()), "missing"),
        (PLAIN, Deal(WHOLE.deck, BONUS_DEAL.tiles), "tiles"),
        (BONUS, Deal(BONUS_DEAL.deck), "tiles"),
        (BONUS, Deal(BONUS_DEAL.deck, (TILES["clue"],) * 6), "tiles"),
        (BONUS, Deal(BONUS_DEAL.deck, BONUS_DEAL.tiles, -1), "salt"),
        (BONUS, Deal(BONUS_DEAL.deck, BONUS_DEAL.tiles, 1 << 64), "salt"),
        (Rules.parse("rnr+variant-1"), WHOLE, "missing: m1"),
    ],
)
def test_a_deal_must_be_that_of_its_rules(rules: Rules, deal: Deal, said: str) -> None:
    with pytest.raises(ImpossibleTable, match=said):
        State.start(rules, 2, deal=deal)


@pytest.mark.parametrize(
    "text",
    [
        *("", "p", "p11", "p-1", "P1", "p1 ", " p1", "p1\n", "x1", "p1 d1", "p١", "play 1"),
        *("cb1", "cBR", "cB", "cB0", "cB10", "cK1", "cBé", "fB", "oA", "oAx", "o12345"),
        *("b3", "br", "br0", "er10", "e"),
    ],
)
def test_a_malformed_action_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="an action looks like p3"):
        parse_action(text)
    with pytest.raises(Unreadable):
        Game(["Ann", "Bob"]).do(text)


@pytest.mark.parametrize("text", ["", "r", "r0", "R1", "r10", "1r", "é1", "r١", "r 1"])
def test_a_malformed_card_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="suit's letter and a rank"):
        Card.parse(text)


def test_cards_are_separated_by_blanks() -> None:
    assert parse_cards(" r1  b2 ") == ("r1", "b2")
    with pytest.raises(Unreadable):
        parse_cards("r1,b2")


@pytest.mark.parametrize("text", ["", "a", "K", "AB", "0"])
def test_a_malformed_seat_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="A to J"):
        parse_seat(text)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Play(0), "no slot 0; the hand has slots 1 to 5"),
        (Play(6), "no slot 6"),
        (Play(-1), "no slot -1"),
        (Discard(0), "no slot 0"),
        (Discard(6), "no slot 6"),
        (Clue(Seat(0), "r"), "yourself"),
        (Clue(Seat(2), "r"), "there is no such seat"),
        (Clue(Seat(-1), "r"), "there is no such seat"),
        (Clue(Seat(10), "r"), "there is no such seat"),
        (Clue(Seat(1), "x"), "'x' cannot be named in these rules; w, r, b, y, g, 1, 2, 3, 4, 5 can"),
        (Clue(Seat(1), "6"), "'6' cannot be named"),
        (Clue(Seat(1), "red"), "'red' cannot be named"),
        (Clue(Seat(1), ""), "cannot be named"),
        (Rearrange(Seat(0), (1, 2, 3, 4, 5)), "from a clue"),
        (Rearrange(Seat(0), (1, 2)), "each of the slots 1 2 3 4 5 once"),
        (Rearrange(Seat(7), (1, 2)), "there is no such seat"),
        (Rearrange(Seat(99), (1, 2)), "there is no such seat"),
        (FreeClue(Seat(1), "r"), "no bonus tile"),
        (FreeClue(Seat(10), "r"), "no bonus tile"),
        (Back(Card("r1")), "no bonus tile"),
        (Encore(Card("r1")), "no bonus tile"),
    ],
)
def test_an_illegal_action_says_why_and_changes_nothing(action: Action, said: str) -> None:
    game = table("Bob r1", clues=4)
    before = game.state
    with pytest.raises(IllegalAction) as error:
        game.do(action)
    assert said in str(error.value)
    assert error.value.action == action
    assert not game.state.is_legal(action)
    assert (game.state, game.actions) == (before, ())


@pytest.mark.parametrize("thing", ["p1", None, 7, Play, ("p", 1)])
def test_what_is_no_action_at_all_is_refused_too(thing: object) -> None:
    state = State.start(PLAIN, 2, seed=1)
    with pytest.raises(IllegalAction, match="not an action"):
        state.apply(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("slot", [True, "1", 1.0, None])
def test_a_slot_is_a_whole_number(slot: object) -> None:
    state = State.start(PLAIN, 2, seed=1)
    with pytest.raises(IllegalAction, match="no slot"):
        state.apply(Play(slot))  # type: ignore[arg-type]


def test_all_errors_are_one_family() -> None:
    for kind in (Unreadable, UnknownName, ImpossibleRules, ImpossibleTable, IllegalAction):
        assert issubclass(kind, TamayaError)


def test_a_long_text_is_cut_in_the_sentence() -> None:
    with pytest.raises(Unreadable) as error:
        parse_action("p" * 10_000)
    assert len(str(error.value)) < 300
