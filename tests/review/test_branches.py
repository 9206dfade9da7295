"""What if: other lines beside the one that was played, and their place in a record."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tamaya.bots import find_bot
from tamaya.bots.registry import BOTS
from tamaya.records import Branch, Record, load, save
from tamaya.review import branch, continue_with, keep, review
from tamaya.rules import (
    BrokenRecord,
    IllegalAction,
    ImpossibleTable,
    TamayaError,
    TamperedRecord,
    UnknownName,
    Unreadable,
)
from tamaya.words import Message
from tests.review.games import dealt, played

GAME = dealt("r1 y1 g1 b1 w1", "r2 y2 g2 b2 w2", actions="p1 p1 p1 p1")


def test_a_branch_is_a_game_of_its_own() -> None:
    other = branch(GAME, 2, ["cBy", "p1"])
    assert other.actions == ("p1", "p1", "cBy", "p1")
    assert other.deal == GAME.deal
    assert GAME.actions == ("p1", "p1", "p1", "p1")


def test_a_branch_may_start_at_the_deal_and_at_the_end() -> None:
    assert branch(GAME, 0, ["p2"]).actions == ("p2",)
    assert branch(GAME, 4, ["p1"]).actions == (*GAME.actions, "p1")


@pytest.mark.parametrize("turn", [-1, 5])
def test_a_turn_that_there_was_not_is_refused(turn: int) -> None:
    with pytest.raises(ImpossibleTable, match="0 to 4"):
        branch(GAME, turn, ["p1"])


def test_an_illegal_branch_is_refused() -> None:
    with pytest.raises(IllegalAction, match="clue tokens"):
        branch(GAME, 0, ["d1"])
    with pytest.raises(Unreadable):
        branch(GAME, 0, ["jump"])


def test_bots_play_a_branch_to_its_end() -> None:
    line = continue_with(GAME, "partner", of=Branch(2, ("cBy",), "tell yellow first"))
    assert line.turn == 2
    assert line.actions[0] == "cBy"
    assert line.title == "tell yellow first"
    ended = branch(GAME, line.turn, line.actions)
    assert ended.result is not None
    assert continue_with(GAME, ("partner", "partner"), of=Branch(2, ("cBy",), "tell yellow first")) == line


def test_bots_go_on_where_a_game_was_broken_off() -> None:
    line = continue_with(GAME, ["careful", "partner"])
    assert line.turn == len(GAME.actions)
    assert branch(GAME, line.turn, line.actions).result is not None


def test_a_finished_game_goes_on_from_an_earlier_turn_only() -> None:
    record = played()
    assert continue_with(record, "partner").actions == ()
    again = continue_with(record, "partner", of=Branch(len(record.actions) - 6, ()))
    assert again.actions == record.actions[-6:]


def test_bots_that_do_not_fit_the_table_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImpossibleTable, match="3 bots for 2 seats"):
        continue_with(GAME, ["partner"] * 3)
    with pytest.raises(UnknownName):
        continue_with(GAME, "unknown")
    why = Message("bots.needs-engine")
    shy = replace(find_bot("hat", "hanabi"), name="shy", objection=lambda _rules, _players: why)
    monkeypatch.setitem(BOTS, "shy", shy)
    with pytest.raises(ImpossibleTable, match="shy cannot play"):
        continue_with(GAME, "shy")


def test_a_branch_can_be_reviewed() -> None:
    other = branch(GAME, 2, ["cBy", "p1"])
    assert review(other, rollouts=0, seconds=0).total == 4


# In a record.


def test_branches_are_kept_with_the_record(tmp_path: Path) -> None:
    kept = keep(keep(GAME, Branch(2, ("cBy",), "a clue")), Branch(0, ("p2", "p2")))
    save(kept, tmp_path / "game.json")
    assert load(tmp_path / "game.json") == kept
    data = json.loads(str(kept))
    assert data["version"] == 1
    assert data["branches"] == [
        {"turn": 2, "actions": "cBy", "title": "a clue"},
        {"turn": 0, "actions": "p2 p2"},
    ]


def test_a_record_without_branches_is_written_as_before() -> None:
    assert "branches" not in json.loads(str(GAME))
    assert Record.parse(str(GAME)).branches == ()


def with_branches(rows: object) -> dict[str, Any]:
    return {**json.loads(str(GAME)), "branches": rows}


@pytest.mark.parametrize(
    ("rows", "error", "sentence"),
    [
        ("cBy", BrokenRecord, "must be a list"),
        (["cBy"], BrokenRecord, "an object"),
        ([{"turn": 1}], BrokenRecord, "lacks this field"),
        ([{"turn": "1", "actions": "p1"}], BrokenRecord, "whole number"),
        ([{"turn": 1, "actions": ["p1"]}], BrokenRecord, "must be text"),
        ([{"turn": 1, "actions": "p1", "mood": "good"}], BrokenRecord, "mood"),
        ([{"turn": 1, "actions": ""}], BrokenRecord, "needs actions"),
        ([{"turn": 5, "actions": "p1"}], BrokenRecord, "0 to 4"),
        ([{"turn": -1, "actions": "p1"}], BrokenRecord, "0 to 4"),
        ([{"turn": 0, "actions": "d1"}], TamperedRecord, "branch 1"),
        ([{"turn": 0, "actions": "jump"}], Unreadable, "jump"),
        ([{"turn": 0, "actions": "p1", "title": "x" * 201}], BrokenRecord, "200 characters"),
        ([{"turn": 0, "actions": "p1"}] * 51, BrokenRecord, "at most 50"),
    ],
)
def test_branches_that_cannot_be_are_refused(rows: object, error: type[TamayaError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Record.from_json(with_branches(rows))


def test_endless_branches_are_refused() -> None:
    long = "cBy " * 2000
    with pytest.raises(BrokenRecord, match="together"):
        Record.from_json(with_branches([{"turn": 0, "actions": long}] * 6))


def test_an_impossible_branch_is_not_kept() -> None:
    with pytest.raises(TamperedRecord):
        keep(GAME, Branch(0, ("d1",)))
    assert replace(GAME, branches=()) == GAME
