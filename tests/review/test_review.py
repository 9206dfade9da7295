"""Reviews: numbers that can be worked out by hand are right, and none knows what its player could not."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from math import log2
from typing import Any

import pytest

from tamaya.engine import Discard, State, View
from tamaya.records import ANDREWZ, Record, game_kind
from tamaya.review import (
    Hindsight,
    MoveReview,
    Reach,
    Review,
    Span,
    Touched,
    beliefs,
    review,
    review_move,
)
from tamaya.review.hindsight import Reaches
from tamaya.review.rollouts import Worlds, compiled_notation
from tamaya.rules import BrokenRecord, ImpossibleTable, Seat, UnknownVersion
from tests.laws.strategies import another_truth, deal_behind
from tests.review.games import dealt, played

ANN, BOB = "r1 y1 g1 b1 w1", "r2 y2 g2 b2 w2"


def quick(record: Record, *, rollouts: int = 0, seconds: float = 0, seed: int = 0) -> Review:
    return review(record, rollouts=rollouts, seconds=seconds, seed=seed)


def looked_back(record: Record) -> Review:
    return quick(record, seconds=4)


def hindsight(move: MoveReview) -> tuple[int, str]:
    assert move.hindsight is not None
    return move.hindsight.lost, move.hindsight.kind


# What a move cost.


@pytest.mark.parametrize(("card", "price"), [("r5", 1), ("r4", 2), ("r2", 4)])
def test_a_discarded_last_copy_costs_exactly_its_points(card: str, price: int) -> None:
    """C2: with the last r4 gone, red ends at 3."""
    first = "" if card == "r5" else card
    hand = f"{card} {first} w3 w3 b3 b3".split()[:5]
    record = dealt(ANN, " ".join(hand), actions="cBw d1 cBw d1" if first else "cBw d1")
    found = looked_back(record)
    last = found.moves[-1]
    assert hindsight(last) == (price, "discard")
    assert last.gone == price
    assert last.before == Reach(25, 25)
    assert last.after == Reach(25 - price, 25 - price)
    assert all(move.lost == 0 for move in found.moves[:-1])
    assert [(loss.kind, loss.moves, loss.points) for loss in found.losses] == [("discard", 1, price)]
    assert found.winnable is True


def test_a_misplayed_last_copy_is_a_misplay() -> None:
    """C2, T5."""
    record = dealt("r5 y1 g1 b1 w1", BOB, actions="p1")
    [move] = looked_back(record).moves
    assert hindsight(move) == (1, "misplay")


def test_the_last_strike_costs_all_that_was_in_reach() -> None:
    """E1."""
    record = dealt("r1 y1 g1 b1 w1", "r2 y2 g2 b2 w2", actions="cBr p2 cBr p2 cBr p2")
    found = looked_back(record)
    assert found.outcome == "lost"
    assert hindsight(found.moves[-1]) == (25, "strikes")
    assert found.moves[-1].risk is not None
    assert found.moves[-1].risk.lost == found.moves[-1].risk.strike > 0


def test_turns_that_run_out_are_tempo() -> None:
    """E3: in the last round a clue takes the turn in which the last card could be played."""
    rules = "deluxe+suits=red:copies=21,blue:copies=21+hand=2"
    record = dealt("r1 b1", "r1 b1", deck="r2 b2", rules=rules, actions="p1 p2 p2 cA2")
    found = looked_back(record)
    assert [move.lost for move in found.moves] == [0, 0, 0, 1]
    assert hindsight(found.moves[-1]) == (1, "tempo")
    assert found.moves[-1].gone == 0


def test_a_solved_deal_has_a_line_that_reaches_its_score() -> None:
    record = played("original", 3, seed=2)
    found = quick(record, seconds=3)
    assert found.deal is not None
    line = Record.make(record.kind, record.names, record.deal, record.first, found.deal.line)
    assert isinstance(line.result, dict)
    assert line.result["score"] == found.deal.score >= found.score
    reaches = [move.hindsight for move in found.moves]
    for reach in reaches:
        assert reach is not None
        assert reach.before.score >= reach.after.score >= found.score
        assert reach.after.bound <= reach.before.bound


def test_what_is_not_proven_is_not_called_lost() -> None:
    """Before the solver is asked, only limits are known."""
    record = dealt(ANN, "r5 y2 g2 b2 w2", actions="cBy d1")
    reaches = Reaches([state for state in record.positions() if isinstance(state, State)], record.actions)
    assert reaches.of_move(2) == Hindsight(Reach(0, 25), Reach(0, 24), 0, "")
    reaches.score[1] = 25
    assert reaches.of_move(2) == Hindsight(Reach(25, 25), Reach(0, 24), 1, "discard")


def test_a_loss_that_no_move_is_proven_guilty_of_has_its_turns_named() -> None:
    found = quick(dealt(ANN, "r1 y2 g2 b2 w2", actions="cB1 p1 p2 p1"))
    reaches = [Reach(25, 25), Reach(25, 25), Reach(23, 25), Reach(23, 24), Reach(23, 23)]
    moves = tuple(
        replace(move, hindsight=Hindsight(before, after, max(0, before.score - after.bound), ""))
        for move, (before, after) in zip(found.moves, pairwise(reaches), strict=True)
    )
    assert replace(found, moves=moves).unplaced == (Span(2, 4, 2),)
    assert "2 points were given away between turns 2 and 4" in str(replace(found, moves=moves))
    assert found.unplaced == ()


# What a player could know.


def test_a_sure_play_has_no_risk() -> None:
    """T2: all ones fit at the beginning."""
    record = dealt(ANN, "r1 y2 g2 b2 w2", actions="cB1 p1")
    risk = quick(record).moves[1].risk
    assert risk is not None
    assert (risk.strike, risk.loss, risk.lost, risk.dead) == (0, 0, 0, 0)


def test_a_blind_play_risks_what_counting_says() -> None:
    """C2: of 45 unseen cards 15 are ones and 5 are fives."""
    record = dealt("r1 y1 g1 b1 w1", BOB, actions="p1")
    risk = quick(record).moves[0].risk
    assert risk is not None
    assert risk.strike == pytest.approx(30 / 45)
    assert risk.loss == pytest.approx(5 / 45)
    assert risk.lost == 0


def test_a_last_copy_that_fits_is_no_loss() -> None:
    """C2: of r1, r2 and b2, each the only one, r1 would be laid."""
    rules = "deluxe+suits=red:copies=11,blue:copies=11+hand=1"
    risk = quick(dealt("r1", "b1", rules=rules, actions="p1")).moves[0].risk
    assert risk is not None
    assert risk.strike == risk.loss == pytest.approx(2 / 3, abs=1e-6)


def test_a_blind_discard_risks_the_last_copies() -> None:
    record = dealt(ANN, "r2 y2 g2 b2 w2", actions="cBr d5")
    risk = quick(record).moves[1].risk
    assert risk is not None
    assert risk.strike == 0
    # Red is ruled out: of the 35 other unseen cards, two ones less in each colour, four are fives.
    assert risk.loss == pytest.approx(4 / 36)


def test_final_flourish_is_lost_with_an_indispensable_card() -> None:
    """F1."""
    record = dealt(ANN, BOB, rules="deluxe+final-flourish", actions="cBr d5")
    found = looked_back(record)
    risk = found.moves[1].risk
    assert risk is not None
    assert risk.lost == risk.loss > 0


def test_a_clue_tells_what_it_rules_out() -> None:
    """T2."""
    record = dealt(ANN, "r1 y1 g2 b2 w5", actions="cB1")
    [move] = quick(record).moves
    told = move.told
    assert told is not None
    assert (told.slots, told.new, told.playable, told.dead) == ((1, 2), (1, 2), (1, 2), ())
    assert told.excluded == 2 * 20 + 3 * 5
    before, after = (state.view(Seat(1)) for state in record.positions())
    assert told.bits == pytest.approx(log2(beliefs(before).hands / beliefs(after).hands))  # type: ignore[arg-type]
    assert move.risk is None


def test_what_became_of_touched_cards() -> None:
    record = dealt("r3 y1 g1 b1 w1", "r1 y1 g2 b2 w5", actions="cB1 p1 cB5 d1 cBw")
    found = quick(record)
    assert found.moves[0].later == (Touched(1, "played", 2, False), Touched(2, "discarded", 4, False))
    assert found.moves[2].later == (Touched(4, "held", None, True),)
    assert found.moves[4].later == (Touched(3, "held", None, False),)


def test_efficiency_counts_cards_for_each_clue() -> None:
    record = dealt("r3 y1 g1 b1 w1", "r1 y1 g2 b2 w5", actions="cB1 p1 cB5 d1")
    found = quick(record)
    assert [move.efficiency for move in found.moves] == [None, 2.0, 2.0, 1.5]
    assert [move.pace for move in found.moves] == [17, 17, 17, 17]


def test_partner_says_what_it_would_do() -> None:
    found = quick(played())
    assert all(move.advice is not None and move.advice.same for move in found.moves)
    assert all(move.advice is not None and move.advice.reason for move in found.moves)


# Estimates.


def test_a_blind_play_with_one_strike_is_beaten() -> None:
    """E1."""
    record = dealt("r5 y1 g1 b1 w1", BOB, rules="deluxe+strikes=1", actions="p1")
    [move] = quick(record, rollouts=40).moves
    assert move.estimate is not None
    assert move.played is not None
    assert move.better is not None
    assert move.played.score < move.estimate.score / 2
    assert move.better.gain > 2 * move.better.error
    assert move.better.action != "p1"


def test_the_graph_goes_from_the_deal_to_the_result() -> None:
    record = played("original+suits=red,blue", 2, seed=2)
    found = quick(record, rollouts=3)
    assert [point.turn for point in found.graph] == list(range(len(record.actions) + 1))
    assert found.graph[-1].score == found.score
    assert found.graph[-1].win == (found.outcome == "perfect")
    drops = [turning.drop for turning in found.turning]
    assert drops == sorted(drops, reverse=True)


def test_a_game_that_was_broken_off_ends_with_an_estimate() -> None:
    record = played("original", 3, seed=2)
    part = Record.make(record.kind, record.names, record.deal, record.first, record.actions[:9])
    found = quick(part, rollouts=8)
    assert found.outcome == ""
    assert found.end is not None
    assert found.graph[-1].turn == 9


def test_the_same_seed_gives_the_same_review() -> None:
    record = played("original", 2, seed=3)
    short = Record.make(record.kind, record.names, record.deal, record.first, record.actions[:12])
    assert quick(short, rollouts=8, seed=5) == quick(short, rollouts=8, seed=5)
    assert quick(short, rollouts=8, seed=5) != quick(short, rollouts=8, seed=6)


@pytest.mark.parametrize(
    "rules", ["rnr+variant-4", "abacus", "deluxe+black-powder", "deluxe+rearrange=always"]
)
def test_every_edition_has_reviews(rules: str) -> None:
    record = played(rules, 3, seed=4, bot="careful")
    found = quick(replace(record, actions=record.actions[:12]), rollouts=2)
    assert len(found.moves) == found.total == 12
    assert found.graph


def test_bonus_tiles_leave_only_the_estimates_out() -> None:
    """L1."""
    found = quick(played("deluxe+flamboyants", 2, seed=4), rollouts=8)
    assert found.graph == ()
    assert "bonus tiles" in str(found.notes[0])
    assert found.moves[0].advice is not None


def test_a_rearranged_hand_is_followed() -> None:
    """T9: the compiled engine knows no rearranging, and the estimates are those of the same cards."""
    plain = dealt(ANN, "r1 y2 g2 b2 w2", actions="cB1 p1 cB2 d3")
    moved = dealt(ANN, "r1 y2 g2 b2 w2", actions="cB1 oB54321 p5 cB2 d2")
    assert moved.positions()[-1].view(Seat(0)).discards == plain.positions()[-1].view(Seat(0)).discards
    view = moved.positions()[4].view(Seat(1))
    assert isinstance(view, View)
    assert [compiled_notation(view, Discard(slot)) for slot in view.my_slots] == [
        "d4",
        "d3",
        "d2",
        "d1",
        "d5",
    ]
    for position in moved.positions():
        assert position.turn is not None
        view = position.view(position.turn)
        assert isinstance(view, View)
        worlds = Worlds.of(view, random.Random(1), 3)
        assert worlds is not None
        for game in range(3):
            facts = worlds.batch.facts(game)
            assert (facts.displays, facts.discards, facts.clues) == (view.displays, view.discards, view.clues)
            for hand, touched in zip(view.hands, facts.touched, strict=True):
                in_order = sorted(hand, key=lambda held: held.id)
                assert [set(told) for told in touched] == [set(held.yes) for held in in_order]
    one, two = quick(plain, rollouts=4).moves, quick(moved, rollouts=4).moves
    assert two[1].estimate is None
    assert two[1].seat == 1
    for turn in (1, 3):
        assert one[turn].risk == two[turn + 1].risk
        assert two[turn + 1].estimate is not None


# What is not marked as hindsight could be known.


def known_to_mover(move: MoveReview) -> MoveReview:
    """All but what the move showed, what was told to another player, and hindsight."""
    return replace(move, words=(), gone=0, told=None, later=(), hindsight=None)


@pytest.mark.parametrize("rules", ["original", "deluxe+black-powder+final-flourish", "deluxe+flamboyants"])
def test_a_move_is_judged_by_what_its_player_could_see(rules: str) -> None:
    """S4: other cards behind the same view change nothing but hindsight."""
    record = played(rules, 3, seed=7, bot="careful")
    rng = random.Random(3)
    others = 0
    for turn in range(1, len(record.actions), 9):
        positions = record.positions()
        before, seat = positions[turn - 1], positions[turn - 1].turn
        assert isinstance(before, State)
        assert isinstance(positions[0], State)
        assert seat is not None
        if before.returned:
            break
        other = another_truth(before, [seat], rng)
        others += other.cards != before.cards
        truths = [
            Record.make(record.kind, record.names, deal, record.first, record.actions[:turn])
            for deal in (record.deal, deal_behind(positions[0], other))
        ]
        one, two = (known_to_mover(review_move(truth, turn, rollouts=8)) for truth in truths)
        assert one == two
    assert others > 2


def test_a_clue_is_judged_by_what_its_receiver_could_see() -> None:
    """S4: what it told does not depend on the cards that stay hidden."""
    record = played("original", 3, seed=8)
    rng = random.Random(4)
    positions = record.positions()
    clues = [turn for turn, action in enumerate(record.actions, start=1) if action[0] == "c"]
    for turn in clues[::4]:
        after = positions[turn]
        receiver = "ABC".index(record.actions[turn - 1][1])
        assert isinstance(after, State)
        assert isinstance(positions[0], State)
        other = another_truth(after, [receiver], rng)
        deal = deal_behind(positions[0], other)
        again = Record.make(record.kind, record.names, deal, record.first, record.actions[:turn])
        true = Record.make(record.kind, record.names, record.deal, record.first, record.actions[:turn])
        one, two = (review_move(truth, turn, rollouts=0).told for truth in (again, true))
        assert one == two


# Progress, stopping and refusals.


def test_progress_is_told_for_every_move() -> None:
    record = played("original", 2, seed=3)
    told: list[tuple[int, int]] = []
    review(record, rollouts=0, seconds=0.5, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
    assert len(told) > len(record.actions)


@pytest.mark.parametrize("after", [0, 5])
def test_a_stopped_review_holds_what_is_done(after: int) -> None:
    record = played("original", 2, seed=3)
    done = []

    def note(moves: int, _total: int) -> None:
        done.append(moves)

    found = review(record, rollouts=2, seconds=5, progress=note, stop=lambda: len(done) >= after)
    assert found.stopped
    assert len(found.moves) == after
    assert f"{after} of {found.total} moves" in str(found)
    assert Review.from_plain(json.loads(json.dumps(found.plain()))) == found


def test_a_stop_in_hindsight_keeps_the_moves() -> None:
    record = played("original", 2, seed=3)
    done = []
    found = review(
        record,
        rollouts=0,
        seconds=20,
        progress=lambda moves, _total: done.append(moves),
        stop=lambda: len(done) >= len(record.actions),
    )
    assert found.stopped
    assert len(found.moves) == found.total


def test_reviews_are_imported_without_the_compiled_engine() -> None:
    code = "import sys, tamaya.review; print({'numpy', 'numba', 'pysat'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_one_move_is_reviewed_as_among_all() -> None:
    record = dealt(ANN, "r1 y1 g2 b2 w5", actions="cB1 p1")
    assert review_move(record, 2, rollouts=4) == quick(record, rollouts=4).moves[1]
    with pytest.raises(ImpossibleTable, match="1 to 2"):
        review_move(record, 3)


def test_andrewz_has_no_review() -> None:
    kind = game_kind(ANDREWZ)
    record = Record.make(kind, ["Ann", "Bob"], kind.shuffle(1), Seat(0), [])
    with pytest.raises(ImpossibleTable, match="andrewz"):
        review(record)


def test_a_game_without_moves_has_a_review() -> None:
    found = quick(dealt(ANN, BOB), rollouts=4, seconds=1)
    assert found.moves == ()
    assert found.winnable is True


WITHOUT_ENGINE = """
import json, sys
sys.modules['numba'] = sys.modules['pysat'] = None
from tests.review.games import played
from tamaya.review import review
from tamaya.words import Reader
found = review(played('original', 2, seed=3), rollouts=5, seconds=1)
print(json.dumps({
    'plain': found.plain(),
    'text': found.text(),
    'html': found.html(),
    'german': found.text(Reader('de')),
    'rest': all(move.advice and (move.told or move.risk) for move in found.moves),
}))
"""


@pytest.fixture(scope="module")
def unweighed() -> dict[str, Any]:
    """A review where numba and python-sat cannot be imported, in all its forms."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_ENGINE], capture_output=True, text=True, check=True)
    forms: dict[str, Any] = json.loads(done.stdout)
    return forms


def test_without_the_compiled_engine_the_rest_still_works(unweighed: dict[str, Any]) -> None:
    assert unweighed["rest"]


def test_a_review_says_once_what_is_off_without_the_engine(unweighed: dict[str, Any]) -> None:
    """Players read it, so it does not tell them to install something."""
    off = "Not installed on this machine: numba."
    assert [str(unweighed[form]).count(off) for form in ("text", "html")] == [1, 1]
    assert unweighed["german"].count("Auf diesem Rechner nicht installiert: numba.") == 1
    assert len(unweighed["plain"]["notes"]) == 1
    assert "pip install" not in str(unweighed)


def test_what_was_not_worked_out_is_not_a_finding(unweighed: dict[str, Any]) -> None:
    """No move was weighed, so "there was no better move" must not be read from any form."""
    summary = unweighed["plain"]["summary"]
    assert (summary["weighed"], summary["missed"], summary["turning"]) == (0, None, None)
    assert (summary["winnable"], summary["losses"], summary["unplaced"]) == (None, None, None)
    for form in ("text", "html"):
        assert unweighed[form].count("Other moves were not weighed") == 1
        assert "The solver was not run." in unweighed[form]
        assert "Nothing was given away" not in unweighed[form]


def test_what_was_worked_out_and_empty_is_a_finding(whole: Review) -> None:
    summary = whole.summary
    assert summary.weighed == len(whole.moves)
    assert None not in (summary.missed, summary.turning, summary.losses, summary.unplaced)
    assert "not weighed" not in whole.text()


# Its forms.


@pytest.fixture(scope="module")
def whole() -> Review:
    return review(played("original+suits=red,blue", 2, seed=5, bot="careful"), rollouts=6, seconds=1)


def test_a_review_round_trips(whole: Review) -> None:
    text = json.dumps(whole.plain())
    again = Review.from_plain(json.loads(text))
    assert again == whole
    assert json.dumps(again.plain()) == text


def test_the_summary_is_worked_out_from_the_moves(whole: Review) -> None:
    data = whole.plain()
    data["summary"] = None
    assert Review.from_plain(data).plain()["summary"] == whole.plain()["summary"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"format": "tamaya-record"}, BrokenRecord),
        ({"version": 3}, UnknownVersion),
        ({"names": "Ann"}, BrokenRecord),
        ({"moves": [{"turn": 1}]}, BrokenRecord),
        ({"score": "many"}, BrokenRecord),
        ({"stopped": 1}, BrokenRecord),
        ({"surprise": 1}, BrokenRecord),
    ],
)
def test_what_is_no_review_is_refused(
    whole: Review, change: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        Review.from_plain({**whole.plain(), **change})


def test_a_review_reads_like_text(whole: Review) -> None:
    text = str(whole)
    assert text.splitlines()[0] == "original+suits=red,blue: Ann, Bob"
    assert "winning chance" in text
    assert "With all cards seen" in text
    assert whole.text().count("\n[") == whole.total


def test_the_graph_is_a_picture(whole: Review) -> None:
    root = ET.fromstring(whole.svg())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.findall("{http://www.w3.org/2000/svg}path")) >= 3
    assert whole._repr_svg_() == whole.svg()


def test_the_page_stands_alone_and_escapes_names(whole: Review) -> None:
    page = replace(whole, names=("<script>alert(1)</script>", "Bob & Co")).html()
    assert "<script" not in page
    assert "Bob &amp; Co" in page
    assert "default-src 'none'" in page
    assert page.count("http://") == page.count('xmlns="http://www.w3.org/2000/svg"')
    assert "https://" not in page
    assert "src=" not in page
    assert page.count("<details") >= whole.total
    assert "<details" in whole._repr_html_() or whole.deal is None
