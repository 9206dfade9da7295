"""The conventions of docs/reference/partner.md as positions; partner among all rules and with strangers."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamaya.bots import find_bot
from tamaya.bots.conventions.history import Story
from tamaya.bots.partner import choose_action, understood
from tamaya.bots.partner.account import Account, AccountReader
from tamaya.bots.partner.mind import read, reader_of
from tamaya.bots.partner.styles import PARTNER, STYLES, Style
from tamaya.engine import Action, Clue, Discard, Encore, Game, Play, State, parse_action
from tamaya.rules import CATALOGUE, Deal, Rules, Seat, parse_cards
from tamaya.words import Reader, say, say_all
from tests.helpers import ALL_RULES, Seed, drive, table
from tests.laws.strategies import TABLES, another_truth
from tools.partner_pictures import FOLDER, PICTURES, render

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "partner.md"


TAMAYA = STYLES["tamaya"]
ALL_STYLES = pytest.mark.parametrize("style", [PARTNER, *STYLES.values()], ids=["partner", *STYLES])


def move(game: Game) -> Action:
    assert game.turn is not None
    return choose_action(game.view(game.turn), TAMAYA).action


def reason(game: Game) -> str:
    assert game.turn is not None
    return say_all(choose_action(game.view(game.turn), TAMAYA).reason, Reader(names=game.names))


def last_reading(game: Game) -> str:
    return say(understood(game.spectate(), TAMAYA)[-1], Reader(names=game.names))


def common_knowledge(game: Game) -> Story:
    """What all conclude by Tamaya's conventions."""
    return read(game.view("Bob"), TAMAYA)


# Conventions, by their names on the page.


def test_a_play_clue_is_about_the_newest_card_that_may_fit() -> None:
    """Play clue."""
    game = table("displays r1", "Ann", "Bob r4 w3 r2 b4 y5", rules="original")
    game.clue("Bob", "r")
    assert move(game) == Play(3)
    assert reason(game) == (
        "Ann told me about red: a play clue for my slot 3. "
        "It should be the red 2, if all keep to the conventions."
    )


def test_a_play_clue_skips_newer_cards_that_cannot_fit() -> None:
    """Play clue."""
    game = table("displays r1", "Ann w4 b3 y3 g3 b5", "Bob r4 b4 r2 w3 r5", rules="original")
    game.clue("Bob", 5)
    game.clue("Ann", 5)
    game.clue("Bob", "r")
    assert (
        last_reading(game)
        == "Ann told Bob about red: a play clue for slot 3, the newest of them that may fit."
    )
    assert move(game) == Play(3)


def test_partner_does_not_give_a_clue_that_would_be_misread() -> None:
    """Play clue: red would be about the r4, so the value is told."""
    game = table("displays r1 y1", "Ann", "Bob r2 w3 r4 b4 y5", rules="original")
    assert move(game) == Clue(Seat(1), "2")


def test_what_is_plain_needs_no_convention() -> None:
    """Plain sight: at the start all ones fit, so a clue about them says just that."""
    game = table("Ann", "Bob r1 w3 g1 b4 y5", rules="original")
    game.clue("Bob", 1)
    assert last_reading(game) == "Ann told Bob about ones: slot 3 fits."
    assert move(game) in (Play(1), Play(3))


def test_a_called_card_waits_for_the_card_before_it() -> None:
    """Waiting: Cid's card is r3 by then, since everybody knows that Bob plays the r2."""
    game = table("displays r1", "Ann y4", "Bob r2 w3 y3 b4 g3", "Cid r3 w4 y4 b4 g4", rules="original")
    game.clue("Bob", "r")
    game.clue("Cid", "r")
    assert "a play clue for slot 1" in last_reading(game)
    assert not isinstance(move(game), Play)
    game.clue("Bob", 3)
    game.clue("Bob", "w")
    game.play(1)
    assert move(game) == Play(1)


def test_clued_cards_are_of_use() -> None:
    """Good touch: a clued red card is none of those that are laid."""
    game = table("displays r2", "Ann w4 b3 y3 g3 b5", "Bob r5 w3 y3 b4 g3", rules="original")
    game.clue("Bob", "r")
    public = common_knowledge(game)
    card = game.state.hands[1][0].id
    cards = [
        name
        for face, name in enumerate(game.rules.tables.cards)
        if public.reading.taken_for[card] >> face & 1
    ]
    assert cards == ["r3"]
    game.clue("Ann", 5)
    game.clue("Bob", 5)
    assert not isinstance(move(game), Play)


def test_the_next_discard_is_the_oldest_card_without_a_clue() -> None:
    """Next discard."""
    game = table("Ann b4", "Bob y2 w3 y3 b4 g3", rules="original", clues=1)
    game.clue("Bob", 2)
    assert move(game) == Discard(2)
    assert reason(game) == (
        "My next discard is slot 2, the oldest that no clue has touched. "
        "Ann told me about twos: that calls for nothing. No clue token is left."
    )


def test_a_value_clue_on_the_next_discard_saves_it() -> None:
    """Save: slot 1 may be the last y4, so nothing is to be played."""
    game = table("displays r3", "Ann", "Bob y4 w3 r3 b4 g3", rules="original", discards="y4", clues=2)
    assert move(game) == Clue(Seat(1), "4")
    assert reason(game) == "A save: Bob’s next discard, slot 1, may be the last of its kind."
    game.clue("Bob", 4)
    assert last_reading(game) == "Ann told Bob about fours: a save of slot 1, the next discard."
    assert not isinstance(move(game), Play)


def test_silence_says_that_the_next_discard_may_go() -> None:
    """Silence: Ann had a token and did something else, so Bob's slot 1 is not the last of its kind."""
    game = table("Ann y1", "Bob y2 w3 y3 b4 g3", rules="original", discards="y2 b2", clues=3)
    game.discard(1)
    public = common_knowledge(game)
    oldest = game.state.hands[1][0].id
    cards = game.rules.tables.cards
    last = [name for face, name in enumerate(cards) if not public.reading.taken_for[oldest] >> face & 1]
    assert {"y2", "b2", "r5", "w5"} <= set(last)


def test_silence_says_nothing_without_tokens() -> None:
    """Silence."""
    game = table("Ann y1", "Bob y2 w3 y3 b4 g3", rules="original", discards="y2 b2", clues=0)
    game.discard(1)
    public = common_knowledge(game)
    assert public.reading.taken_for[game.state.hands[1][0].id].bit_count() > 20


def test_useless_cards_go_first() -> None:
    """Safe discards."""
    game = table("displays r2 y2 g2 b2 w2", "Ann", "Bob y4 w1 y3 b1 g5", rules="original", clues=1)
    game.clue("Bob", 1)
    assert move(game) == Discard(2)
    assert reason(game) == "My slot 2 is of no use any more. That is certain. No clue token is left."


def test_in_the_last_round_there_is_nothing_to_save() -> None:
    """The end: what may fit is tried while a strike does no harm."""
    game = table(
        "displays w5 r5 b5 y5 g3", "Ann r1 g4 w1 b1 y1.", "Bob r1 w1 b1 y1 r2.",
        rules="original", clues=0, deck=".", turns_left=2,
    )  # fmt: skip
    assert isinstance(move(game), Play)
    assert "worth playing" in reason(game)


def test_after_a_call_that_was_a_strike_no_card_is_played_on_the_same_word() -> None:
    """Forgiveness: and the bot says so."""
    game = table("Ann w4 b3 y3 g3 b5", "Bob r4 w4 b4 y4 g4", rules="original", deck="r3 y3")
    game.clue("Bob", "r")
    assert move(game) == Play(1)
    game.play(1)
    game.clue("Bob", "w")
    assert "a play clue" in last_reading(game)
    assert not isinstance(move(game), Play)
    assert "I do not play my slot 1 on that word alone." in reason(game)


def test_after_two_such_strikes_clues_are_taken_at_their_word() -> None:
    """Forgiveness: and the bot says so."""
    game = table("Ann w4 b3 y3 g3 b5", "Bob r4 w4 b4 y4 g4", rules="original", deck="r3 y3 b3")
    for colour in ("r", "w"):
        game.clue("Bob", colour)
        game.play(1)
    game.clue("Bob", "b")
    assert last_reading(game).endswith("that and nothing more.")
    assert not isinstance(move(game), Play)
    assert "I take Ann’s clues at their word in this game." in reason(game)


def test_trust_that_was_earned_outlasts_one_strike_but_buys_no_second_one() -> None:
    """Forgiveness: two cards that Ann called have fitted before, so her clues are still read by the book."""
    game = table("Ann w4 b3 y3 g3 b5", "Bob r1 w1 b4 y4 g4", rules="original", deck="r3 y3 w3 g3 w2")
    for colour, slot in (("r", 1), ("w", 1), ("b", 1)):
        game.clue("Bob", colour)
        assert move(game) == Play(slot)
        game.play(slot)
    assert game.state.strikes == 1
    game.clue("Bob", "y")
    assert "a play clue" in last_reading(game)
    assert not isinstance(move(game), Play)


def test_every_convention_on_the_page_has_a_test() -> None:
    named = {
        match[1]
        for match in re.finditer(r'^    """([A-Z][a-z ]+)[.:]', Path(__file__).read_text(), re.MULTILINE)
    }
    headings = re.findall(r"^### (.+)$", PAGE.read_text(), re.MULTILINE)
    assert headings
    assert set(headings) <= named


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_on_the_page_are_up_to_date(name: str) -> None:
    assert f"partner/{name}.svg" in PAGE.read_text()
    assert (FOLDER / f"{name}.svg").read_text() == render(name)


# Tiles.


def test_an_encore_is_for_a_card_that_fits() -> None:
    game = table(
        "displays r4 y1",
        "Ann r5",
        rules="deluxe+flamboyants",
        tiles="encore",
        discards="g4 y2 b1 b1",
        clues=3,
    )
    game.play(1)
    choice = move(game)
    assert isinstance(choice, Encore)
    assert game.rules.tables.fits(game.state.displays, choice.card)


# Laws.


@ALL_STYLES
@given(
    st.sampled_from([str(rules) for rules in CATALOGUE]),
    st.integers(2, 5),
    st.integers(0, 999),
    st.integers(0, 999),
)
@settings(max_examples=4)
def test_what_it_does_and_says_does_not_depend_on_hidden_cards(
    style: Style, rules: str, players: int, seed: int, luck: int
) -> None:
    """S4: the no-cheating law. What the seat cannot know is dealt again, with the deck."""
    rng = random.Random(luck)
    state = State.start(Rules.parse(rules), players, seed=seed)
    for _ in range(rng.randrange(1, 40)):
        if state.turn is None:
            return
        chosen = choose_action(state.view(state.turn), style)
        assert choose_action(another_truth(state, [state.turn], rng).view(state.turn), style) == chosen
        # Now and then a seat does something else.
        state = state.apply(chosen.action if rng.random() < 0.8 else rng.choice(state.actions()))


@pytest.mark.parametrize("name", ["plain", "tamaya"])
@given(st.integers(0, 999), st.integers(0, 999))
@settings(max_examples=5)
def test_all_seats_read_the_history_alike(name: str, seed: int, luck: int) -> None:
    """Common knowledge is the same for everybody."""
    for state in Seed("deluxe+flamboyants+avalanche", 3, seed, luck, 0.8).moments():
        readings = [read(state.view(Seat(seat)), STYLES[name]) for seat in range(3)]
        assert readings[0] == readings[1] == readings[2]


@ALL_STYLES
def test_all_seats_give_the_same_account_of_a_game(style: Style) -> None:
    """And it is the same whether it was read at once or turn by turn."""
    for luck in range(2):
        reader = AccountReader(style)
        for state in list(Seed("deluxe+flamboyants+avalanche", 3, 3, luck, 0.8).moments())[::4]:
            accounts = [Account.of(state.view(Seat(seat)), style) for seat in range(3)]
            assert accounts[0] == accounts[1] == accounts[2] == reader.read(state.view(Seat(0)))


@pytest.mark.parametrize("rules", ["original", "rnr+black-powder+flamboyants+variant-3+variant-4"])
def test_a_player_that_was_there_from_the_start_chooses_as_a_new_one_does(rules: str) -> None:
    """So a seat may be taken over at any turn, and after an undo."""
    bot = find_bot("partner", "hanabi")
    seated = bot.sit(0)
    states = [state for state in Seed(rules, 3, 5, 5, 0.9).moments() if state.turn is not None]
    for state in [*states, *states[::-7]]:
        assert state.turn is not None
        view = state.view(state.turn)
        assert seated.choose(view) == bot.sit(1).choose(view) == choose_action(view)


@pytest.mark.parametrize("style", [PARTNER, TAMAYA], ids=["partner", "tamaya"])
def test_a_reader_that_is_shown_another_game_begins_again(style: Style) -> None:
    """Two positions with the same history, which began with other cards on the table."""
    reader, accounts = reader_of(style), AccountReader(style)
    for displays in ("displays r1", "displays r3 w1"):
        game = table(displays, "Ann", "Bob r4 w3 y2 b4 y5", rules="original")
        game.clue("Bob", "r")
        assert reader.read(game.view("Bob")) == read(game.view("Bob"), style)
        assert accounts.read(game.view("Bob")) == Account.of(game.view("Bob"), style)


def test_a_position_that_begins_in_mid_game_is_no_trouble() -> None:
    game = table("displays r3 w1", "Ann", "Bob r4 w3 y2 b4 y5", rules="original", discards="y3", clues=5)
    game.clue("Bob", "r")
    public = common_knowledge(game)
    table_then = public.table
    assert (table_then.clues, table_then.laid, table_then.discarded.count(1)) == (4, [1, 3, 0, 0, 0], 1)
    assert move(game) == Play(1)


# Whole games.


def finish(rules: str, players: int, seed: int, *, stranger: int = -1) -> State:
    """A game of partners, in which a stranger may make random moves."""
    state = State.start(Rules.parse(rules), players, seed=seed, first=Seat(seed % players))
    seats = [find_bot("partner", "hanabi").sit(0) for _ in range(players)]
    rng = random.Random(seed)
    while state.turn is not None:
        if state.turn == stranger:
            action = drive(state, rng, 0.0)
        else:
            chosen = seats[state.turn].choose(state.view(state.turn))
            assert chosen.reason
            action = chosen.action
        state = state.apply(action)
    return state


MANY = 6
"""Larger tables play one game here, since theirs take long."""


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_game_is_played_to_its_end(rules: str) -> None:
    players = [count for text, count in TABLES if text == rules]
    count = players[len(rules) % len(players)]
    if count <= MANY:
        assert finish(rules, count, 1).over
    count = players[(len(rules) + 1) % len(players)]
    assert finish(rules, count, 2, stranger=2 % count).over


def test_a_game_is_decided_by_its_deal() -> None:
    assert finish("deluxe+flamboyants", 3, 5) == finish("deluxe+flamboyants", 3, 5)


def test_partner_can_be_seated_by_name() -> None:
    row = find_bot("partner", "hanabi")
    assert row.conventions == "partner"
    assert row.sit(0).choose(State.start(Rules.of("original"), 2, seed=1).view(Seat(0))).reason


def test_partners_make_a_good_show() -> None:
    scores = [result.score for seed in range(4) if (result := finish("original", 2, seed).result)]
    assert sum(scores) / len(scores) > 20


DECK_OF_TWO_BLUES = """
w3 r3 r2 g3 g1 y1 g1 g4 g2 b1 y2 w1 w4 b3 y2 y3 w2 b2 r1 b1 y1 b4 r1 y4 b5 g1 g2 y5 b4 r5 w1 r2 b3 r4 g4
w1 w2 r3 y1 b1 g3 r4 g5 r1 b2 y3 w3 y4 w5 w4
"""
UP_TO_BLUE = """
cAg p5 cA3 cBg p4 p4 d1 cB1 p3 cB4 p3 d3 p2 cBb p5 cBr p5 d3 cAw p4 cAy p1 cA4 p3 d1 p2 d2 cB3 p1 d3 cAr
p2 d1 cBb
"""


def test_a_clue_that_touches_a_useless_card_too_means_the_newest() -> None:
    """Blue is laid up to 4; the clue touches the blue 1 and the only blue 5, and good touch would take both
    for the 5. The bot plays the one that it says it understood."""
    deal = Deal(parse_cards(DECK_OF_TWO_BLUES))
    state = State.start(Rules.parse("deluxe"), 2, deal=deal, first=Seat(1))
    for action in UP_TO_BLUE.split():
        state = state.apply(parse_action(action))
    view = state.view(Seat(1), ("Ann", "Bob"))
    understood_last = say_all(understood(view, TAMAYA), Reader("en", view.names, seat=1)).split(". ")[-1]
    assert understood_last == "Ann told you about blue: slot 2 fits."
    choice = choose_action(view, TAMAYA)
    assert choice.action == Play(2)
    assert "slot 2 is the blue 5" in say_all(choice.reason)
    assert state.apply(choice.action).strikes == state.strikes == 0
