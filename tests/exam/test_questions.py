"""What is asked of a bot, and what counts as passed: every kind of expectation, for a scripted bot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from tamaya.bots import BOTS, Bot, Meaning, bot, find_bot
from tamaya.engine import Action, Clue, View
from tamaya.engine.actions import parse_action
from tamaya.exam import CALLED, ExamPosition, ExamReport, Verdict, examine, examine_position, load_positions
from tamaya.rules import Card, Seat
from tests.exam.sample_rows import begun, position, sample

ANN, BOB = Seat(0), Seat(1)
PASSED, FAILED, NOT_ASKED = Verdict.PASSED, Verdict.FAILED, Verdict.NOT_ASKED


class ScriptedReading:
    """Answers what is written in ``ANSWERS``, and remembers from which seat it was asked."""

    answers: dict[str, Any]
    asked: list[tuple[str, object]]

    def __init__(self, view: View) -> None:
        self.view = view

    def _answer(self, question: str, *_about: object) -> Any:
        type(self).asked.append((question, self.view.seat))
        answer = self.answers.get(question)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def taken_for(self, seat: Seat, slot: int) -> frozenset[Card] | None:
        found: frozenset[Card] | None = self._answer("taken_for", seat, slot)
        return found

    def possible(self, seat: Seat, slot: int) -> frozenset[Card] | None:
        found: frozenset[Card] | None = self._answer("possible", seat, slot)
        return found

    def is_promised(self, seat: Seat, slot: int) -> bool | None:
        found: bool | None = self._answer("is_promised", seat, slot)
        return found

    def is_kept(self, seat: Seat, slot: int) -> bool | None:
        found: bool | None = self._answer("is_kept", seat, slot)
        return found

    def is_useless(self, seat: Seat, slot: int) -> bool | None:
        found: bool | None = self._answer("is_useless", seat, slot)
        return found

    def meaning(self, number: int) -> Meaning | Literal[""] | None:
        assert self.view.history[number].kind == "clued"
        found: Meaning | Literal[""] | None = self._answer("meaning", number)
        return found

    def is_proper(self, clue: Clue) -> bool | None:
        found: bool | None = self._answer("is_proper", clue)
        return found

    def saves(self, seat: Seat) -> tuple[Clue, ...] | None:
        found: tuple[Clue, ...] | None = self._answer("saves", seat)
        return found


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = dict(BOTS)
    ScriptedReading.answers, ScriptedReading.asked = {}, []
    yield
    BOTS.clear()
    BOTS.update(before)


def scripted(actions: dict[Seat, str] | None = None, **answers: Any) -> Bot:
    """A bot that does on each seat what is written, and reads the table as is written."""
    ScriptedReading.answers = answers

    @bot(name="scripted", reader=f"{__name__}:ScriptedReading")
    def act(view: View) -> Action:
        assert view.seat is not None
        return parse_action((actions or {}).get(view.seat, "d1"))

    return find_bot("scripted", "hanabi")


def verdicts(examined: Bot, where: ExamPosition) -> list[Verdict]:
    return [finding.verdict for finding in examine_position(examined, where)]


ACTION = {"kind": "action", "any": ["p1", "cB*"]}
NOT_ACTION = {"kind": "not_action", "none": ["d*"]}
SAVE = {"kind": "save_choice", "seat": "B", "any": ["cB4"]}
HOLD = {"kind": "hold", "seat": "A", "slot": 1}
HOLD_ALL = {"kind": "hold", "seat": "A", "slot": "all"}
KEPT = {"kind": "kept", "seat": "A", "slot": 2}
CALL = {"kind": "called", "seat": "B", "slots": [4, 5], "how": ["blind"], "wait": 1}


@pytest.mark.parametrize(
    ("check", "action", "verdict"),
    [
        (ACTION, "p1", PASSED),
        (ACTION, "cB1", PASSED),
        (ACTION, "p2", FAILED),
        (NOT_ACTION, "p2", PASSED),
        (NOT_ACTION, "d2", FAILED),
        (SAVE, "cB4", PASSED),
        (SAVE, "cBw", FAILED),
        (SAVE, "d1", NOT_ASKED),
        (HOLD, "p2", PASSED),
        (HOLD, "p1", FAILED),
        (HOLD_ALL, "d1", PASSED),
        (HOLD_ALL, "p4", FAILED),
    ],
)
def test_what_seat_a_does(check: dict[str, Any], action: str, verdict: Verdict) -> None:
    [finding] = examine_position(scripted({ANN: action}), position(check))
    assert (finding.verdict, finding.did, finding.kind) == (verdict, action, check["kind"])


@pytest.mark.parametrize(
    ("action", "verdict"), [("p5", PASSED), ("p4", PASSED), ("p1", FAILED), ("d4", FAILED)]
)
def test_a_called_card_is_played_by_its_holder(action: str, verdict: Verdict) -> None:
    assert verdicts(scripted({ANN: "d1", BOB: action}), position(CALL)) == [verdict]


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        (["blind"], "called blind"),
        (["clue"], "called clue"),
        (["known"], "called clue"),
        (["order", "clue"], "called order"),
    ],
)
def test_calls_are_counted_by_how_they_are_made(how: list[str], kind: str) -> None:
    [finding] = examine_position(scripted(), position(CALL | {"how": how}))
    assert finding.kind == kind
    assert kind in CALLED


@pytest.mark.parametrize(
    ("action", "kept", "found"),
    [
        ("d1", True, [PASSED, PASSED]),
        ("d2", True, [FAILED, PASSED]),
        ("p2", False, [PASSED, FAILED]),
        ("d1", None, [PASSED, NOT_ASKED]),
    ],
)
def test_what_is_kept_is_asked_of_the_action_and_of_the_reading(
    action: str, kept: bool | None, found: list[Verdict]
) -> None:
    assert verdicts(scripted({ANN: action}, is_kept=kept), position(KEPT)) == found


def cards(*texts: str) -> frozenset[Card]:
    return frozenset(map(Card, texts))


INFERRED = {"kind": "inferred", "seat": "A", "slot": 1, "by": "all", "rel": "is", "cards": ["r3", "r4"]}
MANY = {"kind": "possible", "seat": "A", "slot": 1, "by": "A", "rel": "many", "cards": []}


@pytest.mark.parametrize(
    ("check", "answers", "verdict"),
    [
        (INFERRED, {"taken_for": cards("r3", "r4")}, PASSED),
        (INFERRED, {"taken_for": cards("r3")}, FAILED),
        (INFERRED, {"taken_for": cards("r3", "r4", "r5")}, FAILED),
        (INFERRED, {}, NOT_ASKED),
        (INFERRED | {"rel": "many"}, {"taken_for": cards("r4", "r5")}, PASSED),
        (INFERRED | {"rel": "many"}, {"taken_for": cards("r4")}, FAILED),
        (INFERRED | {"kind": "possible"}, {"possible": cards("r3", "r4")}, PASSED),
        (MANY, {"possible": cards("r3", "r4")}, PASSED),
        ({"kind": "promised", "seat": "A", "slot": 5}, {"is_promised": True}, PASSED),
        ({"kind": "promised", "seat": "A", "slot": 5}, {"is_promised": False}, FAILED),
        ({"kind": "useless", "seat": "A", "slot": 5}, {"is_useless": True}, PASSED),
        ({"kind": "useless", "seat": "A", "slot": 5}, {}, NOT_ASKED),
        ({"kind": "reading", "of": 1, "reading": "save"}, {"meaning": "save"}, PASSED),
        ({"kind": "reading", "of": 1, "reading": "save"}, {"meaning": ""}, FAILED),
        ({"kind": "clue_ok", "clue": "cB4"}, {"is_proper": True}, PASSED),
        ({"kind": "clue_ok", "clue": "cB4"}, {"is_proper": False}, FAILED),
        ({"kind": "no_save", "seat": "B"}, {"saves": ()}, PASSED),
        ({"kind": "no_save", "seat": "B"}, {"saves": (Clue(BOB, "4"),)}, FAILED),
        ({"kind": "no_save", "seat": "B"}, {}, NOT_ASKED),
    ],
)
def test_how_the_table_is_read(check: dict[str, Any], answers: dict[str, Any], verdict: Verdict) -> None:
    assert verdicts(scripted(**answers), position(check)) == [verdict]


@pytest.mark.parametrize(
    ("check", "seat"),
    [
        (INFERRED | {"seat": "B"}, BOB),
        (INFERRED | {"seat": "B", "by": "A"}, ANN),
        (INFERRED | {"by": "B"}, BOB),
        ({"kind": "promised", "seat": "B", "slot": 1}, BOB),
        ({"kind": "useless", "seat": "B", "slot": 1}, BOB),
        ({"kind": "reading", "of": 1, "reading": "play"}, ANN),
        ({"kind": "clue_ok", "clue": "cB4"}, ANN),
        ({"kind": "no_save", "seat": "B"}, ANN),
    ],
)
def test_the_table_is_read_by_the_holder_or_by_the_seat_that_is_named(
    check: dict[str, Any], seat: Seat
) -> None:
    examine_position(scripted(), position(check))
    assert [asked for _, asked in ScriptedReading.asked] == [seat]


def test_the_meaning_of_a_move_is_found_behind_marks_and_draws() -> None:
    """The third action; a clue for the mark and two draws stand before it in the history."""
    actions = [
        {"seat": "B", "do": "play", "slot": 5, "card": "y1", "fits": True, "draw": "g1"},
        {"seat": "A", "do": "discard", "slot": 1, "card": "g4", "draw": "??"},
        {"seat": "B", "do": "clue", "to": "A", "clue": "r", "slots": [1]},
    ]
    check = {"kind": "reading", "of": 3, "reading": "play"}
    where = position(check, actions=actions, marks=[{"seat": "B", "clue": "4", "slots": [1, 2]}])
    assert verdicts(scripted(meaning="play"), where) == [PASSED]


@pytest.mark.parametrize("action", ["p9", "cA1"])
def test_a_bot_that_wants_what_is_not_allowed_has_failed(action: str) -> None:
    [finding] = examine_position(scripted({ANN: action}), position(NOT_ACTION))
    assert finding.verdict is FAILED
    assert "scripted" in finding.did


def test_a_reading_that_raises_has_failed() -> None:
    [finding] = examine_position(scripted(taken_for=RuntimeError("no idea")), position(INFERRED))
    assert (finding.verdict, finding.did) == (FAILED, "RuntimeError: no idea")


def test_a_bot_that_cannot_play_there_is_not_asked() -> None:
    @bot(name="shy", objection=lambda _rules, _players: "too many people")
    def shy(view: View) -> Action:
        return view.actions[0]

    assert verdicts(find_bot("shy", "hanabi"), position(ACTION)) == [NOT_ASKED]


def test_a_bot_that_reads_whole_games_is_asked_only_after_a_deal() -> None:
    hat = find_bot("hat", "hanabi")
    assert hat.whole_games
    assert verdicts(hat, position(ACTION)) == [NOT_ASKED]
    assert verdicts(hat, begun(ACTION)) != [NOT_ASKED]


# Bots as they are.


def test_partner_plays_what_it_is_called_to() -> None:
    check = {"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}
    taken = INFERRED | {"cards": ["r3"]}
    possible = INFERRED | {"kind": "possible", "cards": [f"r{rank}" for rank in (1, 2, 3, 4, 5)]}
    assert verdicts(find_bot("partner", "hanabi"), position(check, taken, possible)) == [PASSED] * 3


@pytest.mark.parametrize("name", ["careful", "hat", "partner", "random"])
def test_every_bot_is_asked_by_its_name(name: str) -> None:
    [finding] = examine_position(find_bot(name, "hanabi"), begun(NOT_ACTION))
    assert finding.verdict in (PASSED, FAILED)


# The report.


def report_of() -> ExamReport:
    examined = scripted({ANN: "p1", BOB: "d1"}, taken_for=cards("r3"))
    where = [position(ACTION, CALL), position(INFERRED, KEPT, level=2), position(ACTION, level=2)]
    return ExamReport("scripted", examine(examined, where))


def test_a_report_counts_by_kind_and_level() -> None:
    report = report_of()
    assert report.kinds == ("action", "called blind", "inferred", "kept", "kept read")
    assert report.levels == (1, 2)
    assert str(report.count("action")) == "2/2"
    assert str(report.count("action", *CALLED, levels=[1])) == "1/2"
    assert report.count("kept read").not_asked == 1
    assert report.count("kept read").share is None
    assert report.count().asked == 5


def test_a_report_is_a_table() -> None:
    lines = report_of().text().splitlines()
    assert lines[0].split() == ["expected", "level", "1", "level", "2", "all", "share", "not", "asked"]
    assert lines[1].split() == ["action", "1/1", "1/1", "2/2", "100", "%"]
    assert lines[-1].split() == ["all", "1/2", "2/3", "3/5", "60", "%", "1"]


def test_a_report_lists_what_was_done_instead() -> None:
    rows = [json.loads(line) for line in report_of().failure_lines().splitlines()]
    assert [(row["kind"], row["expected"], row["did"]) for row in rows] == [
        ("called blind", "B: p4 | p5", "d1"),
        ("inferred", "A1 = r3 r4", "A1 = r3"),
    ]
    assert report_of().plain()["failures"] == [{k: row[k] for k in row if k != "bot"} for row in rows]


# Files of positions.


@pytest.mark.parametrize("name", ["partner", "careful"])
def test_a_file_of_positions_can_be_asked(name: str, tmp_path: Path) -> None:
    rows = (
        sample({"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}),
        sample({"kind": "inferred", "seat": "A", "slot": 1, "by": "all", "rel": "is", "cards": ["r3"]}),
        sample({"kind": "action", "any": ["p1", "cB*"]}, {"kind": "not_action", "none": ["d1"]}),
    )
    path = tmp_path / "positions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    positions = list(load_positions(path))
    steps: list[int] = []
    findings = examine(find_bot(name, "hanabi"), positions, lambda: steps.append(1))
    assert len(steps) == len(positions) == len(rows)
    assert sum(finding.verdict is not NOT_ASKED for finding in findings) > len(positions) / 2
    for where in positions:
        for seat in range(where.state.players):
            view = where.view(Seat(seat))
            assert all(held.card is None for held in view.my_hand)
