"""Positions as the engine has them: what a row says is so, and the rest is dull."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tamaya.engine import Clued, State
from tamaya.exam import BrokenPosition, ImpossiblePosition, load_positions
from tamaya.rules import Deal, Seat
from tests.exam.sample_rows import begun, position, sample

ANN, BOB = Seat(0), Seat(1)
GIVES = {"seat": "B", "do": "clue", "to": "A", "clue": "r", "slots": [1]}
PLAYS = {"seat": "A", "do": "play", "slot": 1, "card": "r3", "fits": True, "draw": "??"}
THROWS = {"seat": "B", "do": "discard", "slot": 1, "card": "w4", "draw": "g1"}


def own(state: State) -> list[str]:
    return [state.cards[held.id] for held in state.hands[ANN]]


def test_the_actions_have_happened() -> None:
    built = position(actions=[GIVES, PLAYS, THROWS], turn="A")
    assert built.state.displays == (3, 0, 0, 0, 0)
    assert built.state.discards == ("w4",)
    assert [built.state.cards[held.id] for held in built.state.hands[BOB]][-1] == "g1"
    assert [type(built.state.history[place]).kind for place in built.events] == [
        "clued",
        "played",
        "discarded",
    ]


def test_every_card_of_the_deck_is_somewhere() -> None:
    built = position(discards=["g4", "g4"], actions=[GIVES, PLAYS, THROWS], turn="A")
    start = built.start
    laid = Counter(["r1", "r2"])
    assert Counter(start.cards) + Counter(start.discards) + laid == Counter(start.tables.supply)


def test_a_position_that_begins_with_the_deal_is_a_true_game() -> None:
    built = begun()
    assert built.row.fresh
    start = built.start
    assert start == State.start(start.rules, 2, deal=Deal(start.cards), first=start.first)


def test_own_cards_are_what_they_are_expected_to_be_taken_for() -> None:
    check = {"kind": "inferred", "seat": "A", "slot": 1, "by": "all", "rel": "is", "cards": ["r5"]}
    assert own(position(check).state)[0] == "r5"


def test_a_called_card_fits() -> None:
    check = {"kind": "called", "seat": "A", "slots": [4], "how": ["blind"], "wait": 0}
    built = position(check)
    assert own(built.state)[3] in {"r3", "y1", "g1", "b1", "w1"}


def test_other_own_cards_are_dull() -> None:
    for card in own(position().state)[1:]:
        assert card not in {"r3", "y1", "g1", "b1", "w1"}
        assert card[1] not in "25"


def test_own_cards_go_with_every_clue() -> None:
    clues = [GIVES, {"seat": "A", "do": "clue", "to": "B", "clue": "1", "slots": [5]}, GIVES | {"clue": "4"}]
    built = position(actions=clues, turn="A")
    assert own(built.state)[0] == "r4"


def test_what_was_played_is_what_was_held() -> None:
    built = position(actions=[GIVES, PLAYS], turn="B")
    assert built.start.cards[built.start.hands[ANN][0].id] == "r3"


def test_a_mark_stands_for_a_clue() -> None:
    built = position(marks=[{"seat": "B", "clue": "4", "slots": [1, 2]}])
    assert built.told
    assert built.state.history[0] == Clued(ANN, BOB, "4", (1, 2))
    assert [held.yes for held in built.state.hands[BOB]] == ["4", "4", "", "", ""]
    assert [held.no for held in built.state.hands[BOB]] == ["", "", "4", "4", "4"]


def test_a_mark_that_cannot_be_a_clue_is_on_its_cards_alone() -> None:
    """Both are fours, and only one was told."""
    built = position(marks=[{"seat": "B", "clue": "4", "slots": [1]}])
    assert not built.told
    assert len(built.state.history) == 1
    assert [held.yes for held in built.state.hands[BOB]] == ["4", "", "", "", ""]
    assert [held.no for held in built.state.hands[BOB]] == [""] * 5


def test_a_mark_does_not_keep_own_cards_from_what_they_are_taken_for() -> None:
    check = {"kind": "inferred", "seat": "A", "slot": 2, "by": "all", "rel": "is", "cards": ["y2"]}
    built = position(check, marks=[{"seat": "A", "clue": "2", "slots": [3]}])
    assert not built.told
    assert own(built.state)[1] == "y2"
    assert own(built.state)[2][1] == "2"


def test_an_earlier_discard_can_be_seen() -> None:
    built = position(early_game_over=True)
    assert built.start.discards in {("r1",), ("r2",)}
    assert position().start.discards == ()


def test_a_seat_is_asked_as_though_its_turn_had_come() -> None:
    built = position()
    assert (built.wait(ANN), built.wait(BOB)) == (0, 1)
    for seat in (ANN, BOB):
        view = built.view(seat)
        assert view.my_turn
        assert view.actions
        assert view.names == ("Ann", "Bob")
        assert all(held.card is None for held in view.my_hand)


def test_own_cards_do_not_show() -> None:
    """Whatever is dealt to seat A, its view is the same."""
    check = {"kind": "inferred", "seat": "A", "slot": 1, "by": "all", "rel": "is"}
    views = {position(check | {"cards": [card]}).view(ANN) for card in ("r3", "r4", "r5")}
    assert len(views) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"discards": ["y5", "y5"]}, "only 1 copies of y5"),
        ({"marks": [{"seat": "B", "clue": "2", "slots": [1]}]}, "the clue 2 does not touch w4"),
        ({"first": "A"}, "action 1: it is not the turn of seat B"),
        ({"turn": "B"}, "it is not the turn of seat B"),
        ({"clue_tokens": 0}, "action 1: cAr is not allowed"),
        ({"actions": [THROWS | {"card": "g3"}]}, "action 1: the card there is w4, not g3"),
        ({"actions": [GIVES, PLAYS | {"fits": False}]}, "action 2: p1 leads to something else"),
        ({"actions": [GIVES, PLAYS | {"card": "g1"}]}, "can be none at all"),
        (
            {"first": "A", "actions": [{"seat": "A", "do": "clue", "to": "B", "clue": "4", "slots": [1]}]},
            "action 1: the clue 4 touches other slots",
        ),
        (
            {
                "discards": ["r3", "r4", "r5"],
                "actions": [GIVES | {"slots": [1, 2, 3, 4, 5]}],
                "hands": {"A": ["??"] * 5, "B": ["r1", "r1", "r2", "r3", "r4"]},
            },
            "no deal goes with",
        ),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ImpossiblePosition, match=sentence):
        position(**change)


def test_the_line_of_what_cannot_be_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(sample()) + "\n" + json.dumps(sample(turn="B")), encoding="utf-8")
    with pytest.raises(BrokenPosition, match="line 2: it is not the turn of seat B"):
        list(load_positions(path))
