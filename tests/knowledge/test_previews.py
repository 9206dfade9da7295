"""What a clue would touch, before it is given."""

from __future__ import annotations

import pytest
from hypothesis import given

from tamaya.engine import Clue, Clued
from tamaya.knowledge import Preview, know
from tamaya.rules import ImpossibleTable, Seat, UnknownName
from tests.helpers import Seed, table
from tests.knowledge.moments import seeds

ANN, BOB = Seat(0), Seat(1)


def test_a_clue_touches_all_that_match() -> None:
    """T2."""
    game = table("Bob r1 r2 w1 b3 r3")
    assert know(game.view("Ann")).touched(BOB, "r") == (1, 2, 5)
    assert know(game.view("Ann")).touched(BOB, "1") == (1, 3)


def test_newly_touched_cards_are_told_apart() -> None:
    """T2."""
    game = table("Bob r1 r2 w1 b3 r3")
    game.clue("Bob", 1)
    assert know(game.view("Ann")).preview(BOB, "r") == Preview(BOB, "r", slots=(1, 2, 5), fresh=(2, 5))


@pytest.mark.parametrize(("rules", "clues"), [("deluxe", "wrbyg12345"), ("rnr", "rw123")])
def test_empty_clues_are_listed_where_they_are_allowed(rules: str, clues: str) -> None:
    """T3."""
    game = table("Bob r1 r2 w1 w2 r3", rules=rules)
    listed = [preview.clue for preview in know(game.view("Ann")).previews(BOB)]
    assert sorted(listed) == sorted(clues)


def test_what_touches_a_hidden_hand_is_not_told() -> None:
    """S4."""
    game = table()
    for view in (game.view("Bob"), game.spectate()):
        with pytest.raises(ImpossibleTable, match="hidden"):
            know(view).touched(BOB, "r")
        with pytest.raises(ImpossibleTable, match="hidden"):
            know(view).empathy(BOB, after="r")


def test_a_clue_that_cannot_be_named() -> None:
    """B2."""
    with pytest.raises(UnknownName, match="clue 'k'"):
        know(table(rules="deluxe+black-powder").view("Ann")).touched(BOB, "k")


@given(seeds())
def test_previews_are_the_legal_clues_and_say_what_they_touch(seed: Seed) -> None:
    """T2, T3."""
    for before, action, after in seed.play():
        if before.turn is None or not before.clues or before.tile is not None:
            continue
        view = before.view(before.turn)
        known = know(view)
        previews = [
            preview
            for step in range(1, before.players)
            for preview in known.previews(Seat((before.turn + step) % before.players))
        ]
        legal = [told for told in view.actions if isinstance(told, Clue)]
        assert [Clue(preview.receiver, preview.clue) for preview in previews] == legal
        if isinstance(action, Clue):
            event = after.history[len(before.history)]
            assert isinstance(event, Clued)
            assert known.touched(action.receiver, action.clue) == event.slots
