"""Bots as coaches: what a player could do, and how a clue will be read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tamaya.bots import BOTS, Bot, Suggestion, bot, find_bot
from tamaya.bots.partner import coach
from tamaya.bots.partner.reading import StyleReading
from tamaya.bots.partner.styles import STYLES
from tamaya.engine import Action, Clue, Discard, FreeClue, Game, Play, State, View
from tamaya.rules import Rules, Seat
from tamaya.words import LANGUAGES, Message, Reader, say_all
from tests.helpers import NAMES, table
from tests.laws.strategies import another_truth

ANN, BOB, CID = Seat(0), Seat(1), Seat(2)
TABLES = (("original", 2), ("deluxe+avalanche", 3), ("rnr+variant-1", 4), ("deluxe+flamboyants", 5))


SOME_STYLES = pytest.mark.parametrize(
    "partner", ["tamaya", pytest.param("h-group-3", marks=pytest.mark.slow), "h-group-5"], indirect=True
)
ALL_STYLES = pytest.mark.parametrize("partner", ["partner", *STYLES], indirect=True)


@pytest.fixture
def partner(request: pytest.FixtureRequest) -> Bot:
    """The bot of a style; that of Tamaya's own conventions unless a test names others."""
    return find_bot(getattr(request, "param", "tamaya"), "hanabi")


def played(partner: Bot, rules: str, players: int, seed: int) -> Iterator[State]:
    """A game of a bot with itself."""
    state = State.start(Rules.parse(rules), players, seed=seed)
    player = partner.sit(0)
    while not state.over:
        yield state
        assert state.turn is not None
        state = state.apply(player(state.view(state.turn)))


def view_of(game: Game, seat: Seat = ANN) -> View:
    return game.state.view(seat, NAMES[: game.state.players])


def told(said: tuple[Message, ...], language: str = "en") -> str:
    return say_all(said, Reader(language, NAMES, ANN))


# What a player could do.


@SOME_STYLES
@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_advice_is_legal_distinct_and_begins_with_what_partner_would_do(
    partner: Bot, rules: str, players: int
) -> None:
    for state in list(played(partner, rules, players, seed=3))[::2]:
        assert state.turn is not None
        view = state.view(state.turn)
        suggestions = partner.advise(view)
        actions = [suggestion.action for suggestion in suggestions]
        assert 1 <= len(actions) <= 3
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(view.actions)
        assert actions[0] == partner.sit(0)(view)
        assert all(suggestion.reason for suggestion in suggestions)


def test_as_many_moves_are_shown_as_are_asked_for(partner: Bot) -> None:
    view = State.start(Rules.of("deluxe"), 3, seed=1).view(ANN)
    assert len(partner.advise(view, 1)) == 1
    assert partner.advise(view, 1)[0] == partner.advise(view, 5)[0]


def test_a_seat_that_is_not_on_turn_gets_no_advice(partner: Bot) -> None:
    state = State.start(Rules.of("deluxe"), 3, seed=1)
    assert partner.advise(state.view(BOB)) == ()
    assert partner.advise(state.spectate()) == ()


@SOME_STYLES
def test_no_suggestion_calls_for_a_strike(partner: Bot) -> None:
    for state in played(partner, "original", 2, seed=0):
        assert state.turn is not None
        _, *others = partner.advise(state.view(state.turn))
        codes = {message.code for suggestion in others for message in suggestion.reason}
        assert not codes & {"coach.strike", "coach.mistaken"}


def test_a_card_that_is_certain_is_told_apart_from_one_by_convention(partner: Bot) -> None:
    game = table(
        "displays r2", "Ann r3 g4 g4 b4 b5.", "Bob g1 g1 b1 b1 b1", rules="original", turn="Bob", clues=7
    )
    game.clue("Ann", "r")
    by_convention = dict(reasons(partner.advise(view_of(game))))[Play(1)]
    assert by_convention == (
        "Bob’s clue about red asks for your slot 1. Your slot 1 is the red 3, and it fits. "
        "That holds if all keep to the conventions."
    )
    game.clue("Bob", "g")
    game.clue("Ann", "3")
    assert "That is certain." in dict(reasons(partner.advise(view_of(game))))[Play(1)]


def test_a_discard_says_what_it_risks_and_brings(partner: Bot) -> None:
    game = table("Ann r1 g1 g4 b4 b5.", "Bob w4 w4 b3 b3 y4", rules="original", clues=0)
    [suggestion, *_] = partner.advise(view_of(game))
    assert suggestion.action == Discard(1)
    assert told(suggestion.reason).startswith("Slot 1 is your next discard: the oldest card that no clue has")
    assert told(suggestion.reason).endswith(" It brings a clue token back.")
    assert "last copy" in told(suggestion.reason)


def test_a_discard_of_a_card_that_a_teammate_will_play_says_so(partner: Bot) -> None:
    game = table("Ann r1 g2 g4 b4 b5.", "Bob r1 w4 b3 b3 y4", rules="original", clues=4)
    for clue in ("r", "1"):
        game.clue("Bob", clue)
        game.clue("Ann", clue)
    said = told(coach.why(view_of(game), Discard(1), STYLES["tamaya"]))
    assert said.startswith("Your slot 1 is the red 1, and Bob holds another copy that has a clue.")


def test_a_bonus_tile_is_advised_too(partner: Bot) -> None:
    game = table("displays r4", "Ann r5", "Bob w1 w1 y2 y3 b4.", rules="deluxe+flamboyants", tiles="colour")
    game.play(1)
    assert game.state.tile is not None
    suggestions = partner.advise(view_of(game))
    assert suggestions
    assert all(isinstance(suggestion.action, FreeClue) for suggestion in suggestions)
    assert suggestions[0].action == partner.sit(0)(view_of(game))


def reasons(suggestions: tuple[Suggestion, ...]) -> Iterator[tuple[Action, str]]:
    return ((suggestion.action, told(suggestion.reason)) for suggestion in suggestions)


# How a clue will be read.

READINGS = {
    "r": "Bob will read: play slot 3. It is the red 1, and it fits.",
    "5": "Bob will take slot 5 for useful, and not play it yet.",
    "y": "Bob will play slot 4, the yellow 4, and it does not fit!",
    "w": "Bob will do nothing because of it.",
}


@pytest.mark.parametrize("clue", READINGS)
def test_the_giver_is_told_how_a_clue_will_be_read(partner: Bot, clue: str) -> None:
    game = table("Bob r3 g2 r1 y4 b5.", rules="deluxe", clues=4)
    assert told(partner.foretell(view_of(game), Clue(BOB, clue))) == READINGS[clue]


def test_a_save_is_told_as_one(partner: Bot) -> None:
    game = table("Bob b5 g2 r1 y4 r3.", rules="deluxe", clues=4)
    said = told(partner.foretell(view_of(game), Clue(BOB, "5")))
    assert said == "Bob will keep slot 1. It is the blue 5, the last one that is left."


def test_two_copies_called_by_one_clue_are_pointed_out(partner: Bot) -> None:
    game = table("Bob r1 r1 g2 y4 b5.", rules="deluxe", clues=4)
    assert "But slot 2 is a card of which another copy has a clue already." in told(
        partner.foretell(view_of(game), Clue(BOB, "1"))
    )


def test_a_clue_that_cannot_be_given_is_not_foretold(partner: Bot) -> None:
    game = table("Bob r3 g2 r1 y4 b5.", rules="original", clues=4)
    view = view_of(game)
    for clue in (Clue(ANN, "r"), Clue(Seat(7), "r"), Clue(BOB, "x"), Clue(BOB, "w")):
        assert partner.foretell(view, clue) == ()
    assert partner.foretell(game.state.view(BOB), Clue(ANN, "r")) == ()


@SOME_STYLES
def test_partner_on_the_receiving_seat_does_what_was_foretold(partner: Bot) -> None:
    """It may give a clue first, or play another card that fits. It sees the giver's hand, which the giver
    does not, so now and then it knows better."""
    asked = agreed = contradicted = 0
    for rules, players in (("original", 2), ("original", 3), ("deluxe+avalanche", 3)):
        for state in list(played(partner, rules, players, seed=1))[::2]:
            for slots, action in foretold_plays(partner, state):
                asked += 1
                agrees = isinstance(action, Play) and action.slot in slots
                agreed += agrees
                contradicted += not agrees and not isinstance(action, Clue) and not fits(state, action)
    assert asked >= 20
    assert agreed >= 0.8 * asked
    assert contradicted <= 0.05 * asked


@SOME_STYLES
def test_partner_on_the_receiving_seat_keeps_what_it_will_keep(partner: Bot) -> None:
    kept = 0
    for state in played(partner, "original", 2, seed=1):
        assert state.turn is not None
        view, receiver = state.view(state.turn), Seat(1 - state.turn)
        for clue in view.actions:
            said = {message.code: message.fields for message in foretold(partner, view, clue)}
            if "coach.read-keep" in said and (after := state.apply(clue)).turn == receiver:
                kept += 1
                action = partner.sit(0)(after.view(receiver))
                assert action != Discard(int(str(said["coach.read-keep"]["slot"])))
    assert kept >= 5


def foretold(partner: Bot, view: View, action: Action) -> tuple[Message, ...]:
    return partner.foretell(view, action) if isinstance(action, Clue) else ()


def foretold_plays(partner: Bot, state: State) -> Iterator[tuple[tuple[int, ...], Action]]:
    """Clues to the next seat while it has nothing to play: which slots it will play, and what it does."""
    assert state.turn is not None
    receiver = Seat((state.turn + 1) % state.players)
    view = state.view(state.turn)
    if isinstance(partner.sit(0)(replace_turn(state, receiver)), Play):
        return
    for clue in view.actions:
        if isinstance(clue, Clue) and clue.receiver == receiver:
            said = {message.code: message.fields for message in partner.foretell(view, clue)}
            after = state.apply(clue)
            if "coach.read-play" in said and "coach.strike" not in said and after.turn == receiver:
                slots = said["coach.read-play"]["slots"]
                assert isinstance(slots, tuple)
                numbers = tuple(slot for slot in slots if isinstance(slot, int))
                yield numbers, partner.sit(0)(after.view(receiver))


def fits(state: State, action: Action) -> bool:
    """Whether the seat after the one on turn plays a card that fits."""
    assert state.turn is not None
    seat = Seat((state.turn + 1) % state.players)
    return isinstance(action, Play) and replace(state, turn=seat).apply(action).strikes == state.strikes


def replace_turn(state: State, seat: Seat) -> View:
    """What a seat sees, as if it were on turn."""
    return replace(state, turn=seat).view(seat)


# By the conventions of the H-Group.

OTHERS_FIRST = {
    "finesse": (
        ("Bob b4 y4 g3 w3 r1", "Cid g4 b3 y3 w4 r2"),
        Clue(CID, "r"),
        (
            "Bob will play slot 5 without a clue: it should be the red 1. "
            "Cid will wait for that, and then play slot 5, the red 2."
        ),
    ),
    "reverse finesse": (
        ("Bob g4 b3 y3 w4 r2", "Cid b4 y4 g3 w3 r1"),
        Clue(BOB, "r"),
        (
            "Cid will play slot 5 without a clue: it should be the red 1. "
            "Bob will wait for that, and then play slot 5, the red 2."
        ),
    ),
    "what looks like one": (
        ("Bob g4 b3 y3 w4 r1", "Cid b4 y4 g3 w3 r1"),
        Clue(BOB, "r"),
        "Bob will wait a round with slot 5: another player may have to play something before it.",
    ),
}


@pytest.mark.parametrize("partner", ["h-group-3", "h-group-5"], indirect=True)
@pytest.mark.parametrize("case", OTHERS_FIRST)
def test_the_giver_is_told_who_plays_before_the_receiver(partner: Bot, case: str) -> None:
    hands, clue, said = OTHERS_FIRST[case]
    game = table("Ann", *hands, rules="original")
    assert told(partner.foretell(view_of(game), clue)) == said


@pytest.mark.parametrize("partner", ["h-group-3", "h-group-5"], indirect=True)
def test_the_giver_is_told_which_clued_card_is_taken_for_the_missing_one(partner: Bot) -> None:
    game = table(
        "displays r1", "Ann y1 b4 w3 b2 w1", "Bob y4 r3 g4 r2 w4", "Cid g4 b3 y3 r4 w4",
        rules="original", clues=7, discards="g1", deck="y5 w1 b1",
    )  # fmt: skip
    game.clue("Bob", "r")
    game.play(4)
    game.clue("Ann", "y")
    assert told(partner.foretell(view_of(game), Clue(CID, "r"))) == (
        "Bob will play slot 2, which has a clue already: it should be the red 3. "
        "Cid will wait for that, and then play slot 4, the red 4."
    )


def foretold_by(level: int, game: Game, clue: Clue) -> str:
    return told(find_bot(f"h-group-{level}", "hanabi").foretell(view_of(game), clue))


def test_the_giver_is_told_of_saves() -> None:
    game = table("Ann", "Bob b5 y4 g3 w3 r2", "Cid r2 b3 y3 w4 y2", rules="original")
    assert foretold_by(1, game, Clue(BOB, "5")).startswith("Bob will keep slot 1.")
    assert foretold_by(1, game, Clue(CID, "2")) == "Cid will keep slot 1."


def test_the_giver_is_told_of_a_stall() -> None:
    game = table("Ann", "Bob b4 y4 g5 w3 r2", "Cid r2 b3 y3 w4 y2", rules="original")
    assert foretold_by(2, game, Clue(BOB, "5")) == (
        "Bob will take it for passing the time: it calls for nothing."
    )


def test_the_giver_is_told_of_chop_moves() -> None:
    by_five = table(
        "displays r1", "Ann", "Bob b4 y5 g4 w3 r3", "Cid r4 b3 y3 w4 y2",
        rules="original", discards="g1 g1", clues=5,
    )  # fmt: skip
    assert foretold_by(4, by_five, Clue(BOB, "5")) == "Bob will keep slot 1, though no clue touches it."
    by_trash = table(
        "displays r1 y1 g1 b1 w1", "Ann", "Bob b4 r1 g4 w3 r3", "Cid r4 b3 y3 w4 y3",
        rules="original", discards="g3", clues=5,
    )  # fmt: skip
    assert foretold_by(4, by_trash, Clue(BOB, "1")) == (
        "Bob will keep slot 1, though no clue touches it. Bob will know that slot 2 is of no use."
    )


def test_the_giver_is_told_of_a_fix() -> None:
    game = table(
        "displays r1", "Ann w4 y3 y4 b3 g4", "Bob b4 r2 g4 w3 y4", "Cid r2 b3 y3 w4 g3",
        rules="original", discards="g3", clues=5, turn="Cid",
    )  # fmt: skip
    game.clue("Bob", 2)
    assert foretold_by(3, game, Clue(BOB, "2")) == "Bob will not play slot 2 any more."


def test_the_giver_is_told_of_a_self_finesse() -> None:
    game = table(
        "displays r1 y1 g1 b1 w1", "Ann", "Bob b4 r3 g4 w4 r2", "Cid r4 b3 y3 w4 y4",
        rules="original", discards="g3", clues=5,
    )  # fmt: skip
    assert foretold_by(2, game, Clue(BOB, "3")) == (
        "Bob will play slot 5 without a clue: it should be the red 2. "
        "Bob will wait for that, and then play slot 2, the red 3."
    )


def test_the_giver_is_told_of_layers() -> None:
    game = table("Ann", "Bob b4 y4 w3 r1 g1", "Cid g4 b3 y3 w4 r2", rules="original")
    assert foretold_by(5, game, Clue(CID, "r")) == (
        "Bob will play slot 5 without a clue: it should be the green 1. "
        "Bob will play slot 4 without a clue: it should be the red 1. "
        "Cid will wait for that, and then play slot 5, the red 2."
    )


def test_the_giver_is_warned_of_a_clue_that_the_conventions_do_not_have() -> None:
    game = table("Ann", "Bob b5 y4 g3 w3 r2", "Cid r2 b3 y3 w4 y2", rules="original")
    assert foretold_by(3, game, Clue(BOB, "b")) == (
        "The conventions have no such clue: Bob may take it for something else. "
        "Bob will play slot 1, the blue 5, and it does not fit!"
    )


def test_a_player_is_told_why_to_play_without_a_clue() -> None:
    game = table("Ann", "Bob b4 y4 g3 w3 r1", "Cid g4 b3 y3 w4 r2", rules="original")
    game.clue("Cid", "r")
    suggestion, *_ = find_bot("h-group-1", "hanabi").advise(view_of(game, BOB))
    assert suggestion.action == Play(5)
    assert say_all(suggestion.reason, Reader("en", NAMES, BOB)) == (
        "Ann told Cid about red: your slot 5, which has no clue, should be the card that is missing. "
        "Your slot 5 is the red 1, and it fits. That holds if all keep to the conventions."
    )


# In general.


@SOME_STYLES
def test_a_coach_speaks_every_language(partner: Bot) -> None:
    for state in list(played(partner, "deluxe+avalanche", 3, seed=5))[::2]:
        assert state.turn is not None
        for suggestion in partner.advise(state.view(state.turn)):
            for language in LANGUAGES:
                said = say_all(suggestion.reason, Reader(language, NAMES, state.turn))
                assert said
                assert "{" not in said


@ALL_STYLES
def test_what_a_coach_says_does_not_depend_on_what_the_player_cannot_see(partner: Bot) -> None:
    """S4: the player's own hand and the deck are dealt again, and the coach says the same."""
    rng = random.Random(11)
    compared = 0
    for players in (2, 4):
        state = State.start(Rules.parse("deluxe"), players, seed=players)
        for _ in range(9):
            if state.turn is None:
                break
            one = state.view(state.turn)
            two = another_truth(state, [state.turn], rng).view(state.turn)
            assert partner.advise(one) == partner.advise(two)
            for clue in rng.sample(one.actions, min(6, len(one.actions))):
                if isinstance(clue, Clue):
                    assert partner.foretell(one, clue) == partner.foretell(two, clue)
                    compared += 1
            # Now and then a player does something else than the bot would.
            usual = rng.random() < 0.8
            state = state.apply(partner.sit(0)(one) if usual else rng.choice(one.actions))
    assert compared > 20


@pytest.mark.parametrize("style", STYLES)
def test_the_bot_of_each_style_reads_advises_and_foretells_by_it(style: str) -> None:
    row = find_bot(style, "hanabi")
    view = State.start(Rules.of("deluxe"), 3, seed=1).view(ANN)
    assert row.read_table(view) == StyleReading(view, STYLES[style])
    assert row.advise(view, 2) == coach.advise(view, 2, STYLES[style])
    assert row.foretell(view, Clue(BOB, "1")) == coach.foretell(view, Clue(BOB, "1"), STYLES[style])


def test_grandmaster_coaches_as_partner_does() -> None:
    view = State.start(Rules.of("deluxe"), 3, seed=1).view(ANN)
    assert BOTS["grandmaster"].advise(view) == BOTS["partner"].advise(view)


def test_a_bot_without_a_coach_has_no_word() -> None:
    view = State.start(Rules.of("deluxe"), 3, seed=1).view(ANN)
    careful = find_bot("careful", "hanabi")
    assert careful.advise(view) == ()
    assert careful.foretell(view, Clue(BOB, "1")) == ()


def test_another_package_can_bring_a_coach() -> None:
    @bot(name="test-coach", adviser=f"{__name__}:first_move", foreteller=f"{__name__}:shrug")
    def first(view: View) -> Action:
        return view.actions[0]

    try:
        view = State.start(Rules.of("deluxe"), 3, seed=1).view(ANN)
        assert BOTS["test-coach"].advise(view, 2) == first_move(view, 2)
        assert BOTS["test-coach"].foretell(view, Clue(BOB, "1")) == shrug(view, Clue(BOB, "1"))
    finally:
        del BOTS["test-coach"]


def first_move(view: View, _count: int) -> tuple[Suggestion, ...]:
    return (Suggestion(view.actions[0], (Message("why.only-move"),)),)


def shrug(_view: View, _clue: Clue) -> tuple[Message, ...]:
    return (Message("said.text", text="Who knows."),)
