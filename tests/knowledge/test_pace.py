"""Pace: how many cards may still be discarded."""

from __future__ import annotations

from typing import assert_never

import pytest
from hypothesis import given

from tamaya.engine import (
    Back,
    Clue,
    Discard,
    Encore,
    FreeClue,
    Game,
    Play,
    Rearrange,
)
from tamaya.knowledge import know
from tests.helpers import Seed, table
from tests.knowledge.moments import seeds


@pytest.mark.parametrize(
    ("players", "rules", "pace"),
    [
        (2, "deluxe", 40 + 2 - 25),
        (3, "deluxe", 35 + 3 - 25),
        (4, "deluxe", 34 + 4 - 25),
        (5, "deluxe", 30 + 5 - 25),
        (2, "deluxe+avalanche", 50 + 2 - 30),
        (2, "deluxe+black-powder", 50 + 2 - 30),
        (5, "rnr+variant-2", 35 + 5 - 30),
    ],
)
def test_at_the_start(players: int, rules: str, pace: int) -> None:
    """E3: the deck and a last round, less all the cards of the displays."""
    game = Game(["Ann", "Bob", "Cid", "Dee", "Eve"][:players], rules, seed=1)
    assert know(game.spectate()).pace == pace


def test_in_the_last_round_the_turns_count() -> None:
    """E3."""
    game = table("displays w5 r5 b5 y5 g3", "Ann g4 w1", "Bob g5 w2", deck=".", turns_left=2)
    assert know(game.view("Ann")).pace == 0
    game.clue("Bob", 2)
    assert know(game.view("Ann")).pace == -1


def test_lost_cards_are_not_waited_for() -> None:
    """C2: with the b5 gone there is a card less to lay."""
    before = know(table("Ann b5", clues=4).view("Ann")).pace
    game = table("Ann b5", clues=4)
    game.discard(1)
    assert before is not None
    assert know(game.view("Ann")).pace == before - 1 + 1


def test_final_flourish_has_no_deadline() -> None:
    """F1."""
    assert know(Game(["Ann", "Bob"], "deluxe+final-flourish", seed=1).view("Ann")).pace is None


def test_there_is_no_pace_after_the_end() -> None:
    """E1."""
    game = table("Ann w5", strikes=2)
    game.play(1)
    assert know(game.view("Ann")).pace is None


def test_a_tile_that_waits_does_not_slow_the_game() -> None:
    """L1: the card is laid and the next one not yet drawn."""
    game = table("displays r4", "Ann r5", rules="deluxe+flamboyants", tiles="value")
    before = know(game.view("Ann")).pace
    game.play(1)
    assert game.state.tile is not None
    assert know(game.view("Ann")).pace == before
    game.clue("Bob", 1)
    assert know(game.view("Ann")).pace == before


def test_a_tile_that_waits_after_a_play_from_the_deck() -> None:
    """L1, and the house option of playing the last card: no draw is to come."""
    rules = "deluxe+flamboyants+deck-play=yes"
    game = table("displays r4", "Bob w1 w2 w3 w4 w5", rules=rules, tiles="value", deck="r5.")
    before = know(game.view("Ann")).pace
    game.play(0)
    assert game.state.tile is not None
    assert know(game.view("Ann")).pace == before
    game.clue("Bob", 1)
    assert know(game.view("Ann")).pace == before


@given(seeds())
def test_what_each_action_costs(seed: Seed) -> None:
    """E3."""
    for before, action, after in seed.play():
        old, new = know(before.spectate()), know(after.spectate())
        if old.pace is None or new.pace is None:
            continue
        laid = sum(after.displays) - sum(before.displays)
        lost = old.best_score - new.best_score
        last_round = before.turns_left is not None
        match action:
            case Play() | Discard():
                assert new.pace == old.pace - 1 + laid + lost
            case Clue():
                assert new.pace == old.pace - last_round
            case Rearrange() | FreeClue():
                assert new.pace == old.pace
            case Encore():
                # L7: a card is laid that costs no turn.
                assert new.pace == old.pace + laid + lost
            case Back():
                # L6: there is a card more to draw, but not in the last round.
                assert new.pace == old.pace + (not last_round) + lost
            case _:
                assert_never(action)
