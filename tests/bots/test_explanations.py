"""What partner says about its moves by the conventions of the H-Group: aloud, and after the game."""

from __future__ import annotations

import pytest

from tamaya.bots import Choice, find_bot
from tamaya.bots.partner import choose_action, explain_action, understood
from tamaya.bots.partner.styles import PARTNER, STYLES
from tamaya.engine import Action, Clue, Discard, Game, Play, State
from tamaya.rules import Rules, Seat
from tamaya.words import Reader, say, say_all
from tests.helpers import NAMES, table

ANN, BOB, CID = Seat(0), Seat(1), Seat(2)
H_GROUP = (
    *("chop", "focus", "direct-play", "five-save", "two-save", "critical-save", "delayed-play"),
    *("good-touch", "prompt", "finesse"),
    *("five-stall", "double-finesse", "reverse-finesse", "self-finesse", "after-a-strike"),
    *("ones", "fix-clue", "sarcastic-discard"),
    *("trash-chop-move", "five-chop-move", "order-chop-move"),
    *("hidden-finesse", "layered-finesse", "clandestine-finesse", "queued-finesse", "ambiguous-finesse"),
)
TAMAYA = (
    *("play-clue", "plain-sight", "waiting", "good-touch", "safe-discard", "next-discard", "save"),
    *("silence", "forgiveness"),
)


def chosen(game: Game, level: int = 5) -> Choice[Action]:
    assert game.turn is not None
    return choose_action(game.view(game.turn), STYLES[f"h-group-{level}"])


def explained(game: Game, action: Action, level: int = 5) -> Choice[Action]:
    assert game.turn is not None
    return explain_action(game.view(game.turn), action, STYLES[f"h-group-{level}"])


def aloud(choice: Choice[Action], seat: int | None = None) -> str:
    return say_all(choice.reason, Reader("en", NAMES, seat))


def afterwards(choice: Choice[Action], seat: int | None = None) -> str:
    return say_all(choice.secret, Reader("en", NAMES, seat))


# Plays.


def test_a_direct_play_names_the_clue_and_what_the_card_should_be() -> None:
    game = table("displays r1", "Ann", "Bob b4 y4 g3 w3 r2", "Cid g4 b3 y3 w4 y4", rules="original")
    game.clue("Bob", "r")
    choice = chosen(game)
    assert choice.action == Play(5)
    assert aloud(choice, ANN) == (
        "You told me about red: a play clue for my slot 5. "
        "It should be the red 2, if all keep to the conventions."
    )
    assert choice.conventions == ("focus", "direct-play")


def test_a_finesse_names_the_clue_to_another_player() -> None:
    game = table("Ann", "Bob b4 y4 g3 w3 r1", "Cid g4 b3 y3 w4 r2", rules="original")
    game.clue("Cid", "r")
    choice = chosen(game)
    assert choice.action == Play(5)
    assert aloud(choice, CID) == (
        "Ann told you about red: my slot 5, which has no clue, should be the card that is missing. "
        "It should be the red 1, if all keep to the conventions."
    )
    assert choice.conventions == ("finesse",)


def test_a_play_after_a_finesse_says_who_has_played_before_it() -> None:
    game = table("Ann", "Bob b4 y4 g3 w3 r1", "Cid g4 b3 y3 w4 r2", rules="original", deck="b3 b2 w1 g1")
    game.clue("Cid", "r")
    game.play(5)
    choice = chosen(game)
    assert choice.action == Play(5)
    assert aloud(choice, BOB) == (
        "Ann told me about red: a play clue for my slot 5. "
        "You have played the red 1 before it, without a clue. "
        "It should be the red 2, if all keep to the conventions."
    )
    assert choice.conventions == ("focus", "delayed-play", "finesse")


def test_a_reverse_finesse_is_named_as_one() -> None:
    game = table("Ann", "Bob g4 b3 y3 w4 r2", "Cid b4 y4 g3 w3 r1", rules="original", discards="b1", clues=1)
    game.clue("Bob", "r")
    game.discard(1)
    choice = chosen(game)
    assert choice.action == Play(5)
    assert choice.conventions == ("reverse-finesse",)


def test_a_prompt_names_the_clue_to_another_player() -> None:
    game = table(
        "displays r1", "Ann y1 b4 w3 b2 w1", "Bob y4 r3 g4 r2 w4", "Cid g4 b3 y3 r4 w4",
        rules="original", clues=7, discards="g1", deck="y5 w1 b1",
    )  # fmt: skip
    game.clue("Bob", "r")
    game.play(4)
    game.clue("Ann", "y")
    game.clue("Cid", "r")
    choice = chosen(game)
    assert choice.action == Play(2)
    assert aloud(choice).startswith(
        "Ann told Cid about red: my slot 2, which has a clue already, should be the card that is missing. "
        "It should be the red 3"
    )
    assert choice.conventions == ("prompt",)


def test_a_self_finesse_names_the_clue_to_the_same_hand() -> None:
    game = table(
        "displays r1 y1 g1 b1 w1", "Ann b1 y1 w1 g1 r1", "Bob b4 r3 g4 w4 r2",
        rules="original", discards="g3", clues=5,
    )  # fmt: skip
    game.clue("Bob", 3)
    choice = chosen(game)
    assert choice.action == Play(5)
    assert aloud(choice).startswith(
        "Ann told me about threes: my slot 5, which has no clue, should be the card that is missing before."
    )
    assert choice.conventions == ("self-finesse",)


def test_a_layered_finesse_is_named_when_the_first_card_was_another_one() -> None:
    game = table(
        "Ann b4 y5 w3 g3 y4", "Bob b4 y4 w3 r1 g1", "Cid g4 b3 y3 w4 r2", rules="original", deck="b3 b2 w1 g4"
    )
    game.clue("Cid", "r")
    game.play(5)
    game.clue("Ann", 5)
    game.clue("Cid", 4)
    choice = chosen(game)
    assert choice.action == Play(4), aloud(choice)
    assert choice.conventions == ("layered-finesse",)


def test_of_several_ones_the_first_is_named() -> None:
    game = table("Ann", "Bob b4 r1 g1 w4 y4", "Cid g4 b3 y3 w4 r2", rules="original")
    game.clue("Bob", 1)
    choice = chosen(game, 3)
    assert choice.action == Play(2)
    assert aloud(choice).endswith("It surely fits. Of my ones, slot 2 comes first.")
    assert "ones" in choice.conventions


def test_a_one_that_is_played_before_its_turn_keeps_a_next_discard() -> None:
    game = table("Ann", "Bob b4 r1 g1 w4 y4", "Cid g4 b3 y3 w4 r2", rules="original")
    game.clue("Bob", 1)
    choice = explained(game, Play(3), 4)
    assert "I play this one before its turn: that says that you are to keep the next discard." in aloud(
        choice, CID
    )
    assert "order-chop-move" in choice.conventions
    assert "order-chop-move" not in explained(game, Play(3), 3).conventions


def test_what_is_certain_is_told_apart_from_what_needs_useful_clues_only() -> None:
    game = table(
        "displays r4",
        "Ann b5 y1 b1 w1 b1",
        "Bob r5 y4 g3 w3 b4",
        "Cid g4 b3 y3 w4 b2",
        rules="original",
        clues=5,
    )
    game.clue("Bob", "r")
    assert aloud(explained(game, Play(1))).endswith(
        "It should be the red 5, if clues touch only useful cards."
    )
    game.clue("Cid", 2)
    game.clue("Ann", 5)
    game.clue("Bob", 5)
    assert aloud(explained(game, Play(1))).endswith("It surely fits.")


# Clues.


def test_a_play_clue_says_why_it_is_about_this_card() -> None:
    game = table("displays r1", "Ann", "Bob b4 y4 g3 w3 r2", "Cid g4 b3 y3 w4 y4", rules="original")
    choice = explained(game, Clue(BOB, "2"))
    assert aloud(choice, BOB).startswith("Please play slot 5: the only new card that my clue touches.")
    assert aloud(choice, CID).startswith("A play clue for Bob’s slot 5: the only new card")
    assert choice.conventions == ("focus", "direct-play")


@pytest.mark.parametrize(
    ("clue", "said", "convention"),
    [
        (Clue(CID, "5"), "Cid is to keep slot 1, the next discard: it may be a 5.", "five-save"),
        (Clue(BOB, "2"), "Please keep slot 1, your next discard: it may be a 2 that is worth", "two-save"),
    ],
)
def test_a_save_says_what_may_be_saved(clue: Clue, said: str, convention: str) -> None:
    game = table("Ann", "Bob b2 y4 g3 w3 r4", "Cid g5 b3 y3 w4 y4", rules="original")
    choice = explained(game, clue)
    assert aloud(choice, BOB).startswith(said)
    assert choice.conventions == ("chop", convention)


def test_a_save_of_a_last_copy_says_so() -> None:
    game = table("Ann", "Bob y4 b2 g3 w3 r4", "Cid", rules="original", discards="y4", clues=4)
    choice = explained(game, Clue(BOB, "4"))
    assert aloud(choice, BOB).startswith(
        "Please keep slot 1, your next discard: it may be the last of its kind"
    )
    assert choice.conventions == ("chop", "critical-save")


def test_a_stall_says_that_it_calls_for_nothing() -> None:
    game = table("Ann", "Bob b4 y4 g5 w3 r2", "Cid r2 b3 y3 w4 y2", rules="original")
    choice = explained(game, Clue(BOB, "5"), 2)
    assert aloud(choice) == "I only pass the time: the clue calls for nothing."
    assert choice.conventions == ("five-stall",)


def test_chop_moves_say_which_cards_are_kept() -> None:
    by_five = table(
        "displays r1", "Ann", "Bob b4 y5 g4 w3 r3", "Cid r4 b3 y3 w4 y2",
        rules="original", discards="g1 g1", clues=5,
    )  # fmt: skip
    choice = explained(by_five, Clue(BOB, "5"), 4)
    assert aloud(choice, BOB) == "Please keep slot 1, though no clue touches it."
    assert choice.conventions == ("five-chop-move",)
    by_trash = table(
        "displays r1 y1 g1 b1 w1", "Ann", "Bob b4 r1 g4 w3 r3", "Cid r4 b3 y3 w4 y3",
        rules="original", discards="g3", clues=5,
    )  # fmt: skip
    choice = explained(by_trash, Clue(BOB, "1"), 4)
    assert aloud(choice) == "Bob is to keep slot 1, though no clue touches it."
    assert choice.conventions == ("trash-chop-move",)


def test_a_fix_says_which_card_is_not_to_be_played() -> None:
    game = table(
        "displays r1 y1 g1 b1 w1", "Ann w4 y3 y4 b3 g4", "Bob b4 r2 g4 w3 y4", "Cid r2 b3 y3 w4 g3",
        rules="original", discards="g3", clues=5, turn="Cid",
    )  # fmt: skip
    game.clue("Bob", 2)
    choice = explained(game, Clue(BOB, "2"), 3)
    assert aloud(choice, BOB) == "Please do not play slot 2 now: it does not fit."
    assert choice.conventions == ("fix-clue",)


def test_a_clue_that_says_nothing_new_of_a_card_that_may_fit_leaves_open_what_it_means() -> None:
    """Only those who see the other twos can tell whether the card was about to be played."""
    game = table(
        "displays r1", "Ann w4 y3 y4 b3 g4", "Bob b4 r2 g4 w3 y4", "Cid r2 b3 y3 w4 g3",
        rules="original", discards="g3", clues=5, turn="Cid",
    )  # fmt: skip
    game.clue("Bob", 2)
    said = aloud(explained(game, Clue(BOB, "2"), 3))
    assert said.startswith("The clue says nothing new about slot 2")


def test_a_clue_for_a_self_finesse_says_which_card_comes_first() -> None:
    game = table(
        "displays r1 y1 g1 b1 w1", "Ann", "Bob b4 r3 g4 w4 r2", rules="original", discards="g3", clues=5
    )
    choice = explained(game, Clue(BOB, "3"), 2)
    assert aloud(choice, BOB).startswith(
        "Please play slot 5 first, without a clue: it should be the card that"
    )
    assert "self-finesse" in choice.conventions


# What the bot waits for, gives no clue for, and takes at its word.


def test_who_waits_says_so_aloud_and_for_whom_only_afterwards() -> None:
    """Cid hears no more than that other cards may come first: whose they are would tell Cid of the red 1."""
    game = table("Ann", "Bob g4 b3 y3 w4 r2", "Cid b4 y4 g3 w3 r1", rules="original", discards="b1", clues=1)
    game.clue("Bob", "r")
    choice = chosen(game)
    assert choice.action == Discard(1)
    assert (
        "Ann told me about red: I leave my slot 5 for now; other cards may have to come before it."
        in aloud(choice, CID)
    )
    assert "Cid" not in aloud(choice)
    assert "I wait with slot 5: your slot 5 may have to be played before it, as the red 1." in afterwards(
        choice, CID
    )


def test_who_discards_without_a_token_says_so() -> None:
    game = table("Ann b4 y4 g3 w3 r4", "Bob g4 b3 y3 w4 r3", rules="original", discards="b1", clues=0)
    assert aloud(chosen(game)).endswith("No clue token is left.")


def test_who_found_no_proper_clue_says_so_afterwards() -> None:
    """Aloud it would tell the others that no card of theirs fits."""
    game = table("displays r1", "Ann", "Bob g4 b4 y4 w4 r4", rules="original", discards="b1 g2", clues=4)
    choice = explained(game, Discard(1))
    assert "No clue seemed worth its token to me." in aloud(choice)
    assert "No proper clue" not in aloud(choice)
    assert "No proper clue would have got a new card played or saved." in afterwards(choice)


def test_a_clue_that_counts_on_others_tells_afterwards_on_which_cards() -> None:
    game = table("Ann", "Bob b4 y4 g3 w3 r1", "Cid g4 b3 y3 w4 r2", rules="original")
    choice = explained(game, Clue(CID, "r"))
    assert "Bob" not in aloud(choice)
    assert "I count on your slot 5, which has no clue: it comes first, as the red 1." in afterwards(
        choice, BOB
    )


def test_the_next_best_move_of_another_purpose_is_told_afterwards() -> None:
    game = table("Ann", "Bob r1 y4 g3 w3 b4", "Cid g4 b3 y3 w4 w1", rules="original")
    choice = chosen(game)
    assert afterwards(choice).endswith("”.")
    assert "What I considered besides: “" in afterwards(choice)


def test_after_a_strike_the_bot_plays_no_card_on_the_same_word_and_says_so() -> None:
    game = table("Ann w4 b3 y3 g3 b4", "Bob g4 r4 w4 b4 y4", rules="original", deck="r3 y3")
    game.clue("Bob", "r")
    assert choose_action(game.view("Bob"), PARTNER).action == Play(2)
    game.play(2)
    game.clue("Bob", "w")
    choice = choose_action(game.view("Bob"), PARTNER)
    assert not isinstance(choice.action, Play)
    assert "You told me about white: I do not play my slot 2 on that word alone." in aloud(choice, ANN)


def test_after_two_strikes_the_bot_takes_clues_at_their_word_and_says_so() -> None:
    game = table("Ann w4 b3 y3 g3 b4", "Bob g4 r4 w4 b4 y4", rules="original", deck="r3 y3 b3 g3")
    for colour in ("r", "w"):
        game.clue("Bob", colour)
        game.play(2)
    game.clue("Bob", "b")
    said = aloud(choose_action(game.view("Bob"), PARTNER), ANN)
    assert "You told me about blue: I take that at its word." in said
    assert "I take your clues at their word in this game." in said


# How clues were understood.


def test_a_seat_is_told_how_it_understood_every_clue() -> None:
    game = table(
        "displays r1",
        "Ann w4 b3 y3 g3 b5",
        "Bob b4 y5 g4 w3 r2",
        "Cid g5 b3 y3 w4 y4",
        rules="original",
        clues=6,
    )
    game.clue("Bob", "r")
    game.clue("Cid", 5)
    game.clue("Bob", 5)
    said = [say(reading, Reader("en", NAMES, BOB)) for reading in understood(game.view("Bob"))]
    assert said == [
        "Ann told you about red: a play clue for slot 5, now or after other cards.",
        "You told Cid about fives: slot 1, the next discard, is to be kept, or to be played if it fits.",
        "Cid told you about fives: that passes the time.",
    ]


@pytest.mark.parametrize(
    ("displays", "hand", "discards", "clue", "said"),
    [
        (
            "displays r1",
            "b4 y5 g4 w3 r3",
            "g1 g1",
            "5",
            "older cards are to be kept, though no clue touches them",
        ),
        (
            "displays r1",
            "b5 y4 g4 w3 r3",
            "g1 g1",
            "b",
            "a clue about slot 1 that the conventions do not have",
        ),
    ],
)
def test_other_meanings_are_told_too(displays: str, hand: str, discards: str, clue: str, said: str) -> None:
    game = table(
        displays, "Ann", f"Bob {hand}", "Cid r4 b3 y3 w4 y2", rules="original", discards=discards, clues=5
    )
    game.clue("Bob", clue)
    [reading] = understood(game.view("Ann"))
    assert say(reading, Reader("en", NAMES)).endswith(f": {said}.")


# In general.


@pytest.mark.parametrize("name", STYLES)
def test_every_reason_stands_on_conventions_of_its_book(name: str) -> None:
    book = {"plain": ("words",), "tamaya": TAMAYA}.get(name, H_GROUP)
    named: set[str] = set()
    for seed in range(2):
        state = State.start(Rules.of("original"), 3, seed=seed)
        seats = [find_bot(name, "hanabi").sit(seat) for seat in range(3)]
        while state.turn is not None:
            choice = seats[state.turn].choose(state.view(state.turn))
            assert choice.reason
            named |= set(choice.conventions)
            state = state.apply(choice.action)
    assert named <= set(book)
    assert named
