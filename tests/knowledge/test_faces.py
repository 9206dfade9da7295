"""Playable, dead, indispensable: what displays and discards say about every face."""

from __future__ import annotations

import pytest
from hypothesis import given

from tamaya.engine import Discarded, Ended, Outcome, Played
from tamaya.knowledge import Knowledge, know, outlook
from tamaya.rules import Card, Rules, UnknownName
from tests.helpers import Seed, table
from tests.knowledge.moments import FLOURISH, seeds


def facts(*texts: str, rules: str = "deluxe", discards: str = "") -> Knowledge:
    """What Ann knows of a position."""
    return know(table(*texts, rules=rules, discards=discards).view("Ann"))


def cards(known: Knowledge, fact: str) -> str:
    """The faces of which a fact is true."""
    return " ".join(card for card, face in known.outlook.faces.items() if getattr(face, fact))


def test_every_first_card_is_playable_at_the_start() -> None:
    """T6."""
    assert cards(facts(), "playable") == "w1 r1 b1 y1 g1"


def test_only_the_next_card_of_a_display_is_playable() -> None:
    """T5, T6."""
    known = facts("displays r2 b5")
    assert cards(known, "playable") == "w1 r3 y1 g1"


def test_black_powder_is_played_downwards() -> None:
    """B1."""
    assert facts(rules="deluxe+black-powder").playable(Card("k5"))
    known = facts("displays k4", rules="deluxe+black-powder")
    assert [rank for rank in range(1, 6) if known.playable(Card(f"k{rank}"))] == [3]


def test_laid_cards_are_dead() -> None:
    """C2."""
    assert cards(facts("displays r2 b1"), "dead") == "r1 r2 b1"


def test_laid_black_cards_are_dead_from_the_five_down() -> None:
    """C2, B1."""
    assert cards(facts("displays k4", rules="deluxe+black-powder"), "dead") == "k5 k4"


def test_cards_beyond_a_gap_are_dead() -> None:
    """C2: with both r3 gone the display stops at r2."""
    known = facts("displays r1", discards="r3 r3")
    assert cards(known, "dead") == "r1 r3 r4 r5"
    assert known.furthest == (5, 2, 5, 5, 5)
    assert [known.furthest[suit] == known.outlook.tables.ranks for suit in range(5)] == [
        True,
        False,
        True,
        True,
        True,
    ]


def test_black_cards_below_a_gap_are_dead() -> None:
    """C2, B1, B5: with both k4 gone the display stops at its 5."""
    known = facts(rules="deluxe+black-powder", discards="k4 k4")
    assert cards(known, "dead") == "k4 k3 k2 k1"
    assert known.furthest[-1] == 1


def test_a_gap_that_is_already_bridged_does_no_harm() -> None:
    """C2."""
    known = facts("displays r3", discards="r1 r1 r3")
    assert cards(known, "dead") == "r1 r2 r3"
    assert known.furthest == (5, 5, 5, 5, 5)


def test_at_the_start_the_fives_are_indispensable() -> None:
    """C2, S1."""
    assert cards(facts(), "indispensable") == "w5 r5 b5 y5 g5"


def test_at_the_start_the_black_one_is_indispensable() -> None:
    """C2, B5."""
    known = facts(rules="deluxe+black-powder")
    assert [rank for rank in range(1, 6) if known.indispensable(Card(f"k{rank}"))] == [1]


def test_all_cards_of_variant_2_are_indispensable() -> None:
    """M2."""
    known = facts(rules="rnr+variant-2")
    assert all(known.indispensable(Card(f"m{rank}")) for rank in range(1, 6))


def test_the_last_copy_of_a_card_is_indispensable() -> None:
    """C2, F1."""
    known = facts(discards="r2 b1 b1")
    assert cards(known, "indispensable") == "w5 r2 r5 b1 b5 y5 g5"


def test_the_last_copy_of_a_laid_card_can_be_spared() -> None:
    """F1: it must still be needed."""
    assert not facts("displays r2", discards="r1").indispensable(Card("r2"))


def test_the_last_copy_beyond_a_gap_can_be_spared() -> None:
    """F1: its display must be able to reach it."""
    assert not facts("displays r2", discards="r3 r3 r4").indispensable(Card("r4"))


@pytest.mark.parametrize(("card", "left"), [("r1", 1), ("r2", 1), ("r3", 0), ("r4", 2), ("r5", 1), ("w1", 3)])
def test_copies_left_are_neither_laid_nor_discarded(card: str, left: int) -> None:
    """S1."""
    assert facts("displays r2", discards="r1 r3 r3").face(Card(card)).left == left


def test_copies_unseen_are_in_no_hand_either() -> None:
    """S1."""
    known = facts("displays r2", "Bob r4 w1 w1 w2 b1", discards="r1 r3 r3")
    assert [known.unseen(Card(f"r{rank}")) for rank in range(1, 6)] == [1, 1, 0, 1, 1]
    assert known.unseen(Card("w1")) == 1


def test_a_card_of_no_suit_here_is_unknown() -> None:
    with pytest.raises(UnknownName, match="card 'm1'"):
        facts().playable(Card("m1"))


def test_the_best_score_is_the_sum_of_what_can_be_reached() -> None:
    """C2, E4."""
    assert facts().best_score == 25
    assert facts("displays r1", discards="r3 r3 b5").best_score == 25 - 3 - 1


def test_missing_black_cards_cost_points_of_the_best_score() -> None:
    """C2, B4."""
    rules = "deluxe+black-powder"
    assert facts(rules=rules).best_score == 25
    assert facts(rules=rules, discards="k4 k4").best_score == 21
    assert facts(rules="deluxe+black-powder+avalanche", discards="k5 k5 k5 m1 m1 m1").best_score == 30 - 5 - 5


def test_final_flourish_is_perfect_or_lost() -> None:
    """F2."""
    assert facts(rules="deluxe+final-flourish").best_score == 25
    assert facts(rules="deluxe+final-flourish", discards="r3 r3").best_score == 0


def test_a_discarded_card_counts_as_gone_whatever_tiles_are_left() -> None:
    """L6, L7."""
    assert facts(rules="deluxe+flamboyants", discards="r5").best_score == 24


def test_a_game_that_is_over_has_the_score_it_has() -> None:
    """E1."""
    game = table("displays r4", "Ann w5", strikes=2)
    game.play(1)
    assert know(game.view("Ann")).best_score == 0


def test_the_outlook_needs_no_view() -> None:
    """C2."""
    tables = Rules.parse("deluxe").tables
    assert outlook(tables, (0,) * 5, (Card("r1"),) * 3).best_score == 20


@given(seeds())
def test_no_game_scores_more_than_its_best_score(seed: Seed) -> None:
    """C2; a tile may bring cards back (L6, L7), so not with tiles."""
    moments = list(seed.moments())
    result = moments[-1].result
    assert result is not None
    if moments[0].rules.bonus:
        return
    for state in moments:
        known = know(state.spectate())
        late = 0 if known.pace is None else min(known.pace, 0)
        assert result.score <= known.best_score + late or result.outcome is Outcome.LOST


@given(seeds())
def test_dead_cards_are_never_laid(seed: Seed) -> None:
    """C2; a tile may bring cards back (L6, L7), so not with tiles."""
    dead: set[Card] = set()
    for before, _, after in seed.play():
        if before.rules.bonus:
            return
        faces = know(before.spectate()).outlook.faces.values()
        dead |= {face.card for face in faces if face.dead}
        for event in after.history[len(before.history) :]:
            assert not (isinstance(event, Played) and event.fits and event.card in dead)


@given(seeds(FLOURISH))
def test_final_flourish_is_lost_with_an_indispensable_card(seed: Seed) -> None:
    """F1: the engine and the outlook agree on which cards those are."""
    for before, _, after in seed.play():
        known = know(before.spectate())
        for event in after.history[len(before.history) :]:
            if isinstance(event, Discarded) or (isinstance(event, Played) and not event.fits):
                lost = after.strikes < after.rules.strikes and isinstance(after.history[-1], Ended)
                assert known.indispensable(event.card) == lost or after.strikes == after.rules.strikes
