"""Positions as questions to people: the bot of the book is the judge, and its answers are the right ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tamaya.bots import find_bot
from tamaya.bots.guides import Convention, all_conventions, guide
from tamaya.bots.partner.styles import BOOKS
from tamaya.engine import Clue, Played
from tamaya.exam import ExamPosition, build, positions_of, read_row
from tamaya.exam.dealing import OURS
from tamaya.exam.expectations import CanBe
from tamaya.exam.teaching import (
    MEANINGS,
    Judgement,
    choices_of,
    judge,
    judge_answer,
    learners_view,
    lesson_lengths,
    lesson_positions,
    question_of,
    read_answer,
)
from tamaya.knowledge import know
from tamaya.rules import UnknownName
from tests.conventions.test_positions import KNOWN_FAULTS
from tests.lessons import right_answer

each_lesson = pytest.mark.parametrize(
    ("book", "convention"), [(book, one.id) for book in BOOKS for one in guide(book)]
)
each_convention = pytest.mark.parametrize(
    "convention", all_conventions(), ids=[f"{one.style}-{one.id}" for one in all_conventions()]
)

CALL = {
    "id": "a red call", "level": 1, "players": ["Ann", "Bob", "Cid"],
    "suits": ["red", "yellow", "green", "blue", "white"],
    "hands": {
        "A": ["??"] * 5, "B": ["w4", "w4", "g3", "b3", "y1"], "C": ["r4", "b4", "g4", "y4", "r1"],
    },
    "stacks": {"r": 2, "y": 0, "g": 0, "b": 0, "w": 0}, "clue_tokens": 7, "strikes": 0,
    "first": "C", "turn": "A",
    "actions": [{"seat": "C", "do": "clue", "to": "A", "clue": "r", "slots": [1]}],
}  # fmt: skip


def asking(expectation: dict[str, object]) -> ExamPosition:
    """Ann was told about a red card, and is asked something."""
    return build(read_row({**CALL, "expect": [expectation]}))


PLAY_IT = {"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}
TAKEN_FOR = {"kind": "inferred", "seat": "A", "slot": 1, "by": "all", "rel": "is", "cards": ["r3"]}


def judged(position: ExamPosition, answer: str, book: str = "h-group-1") -> Judgement:
    return judge(find_bot(book, "hanabi"), position, read_answer(position, question_of(position.row), answer))


@each_lesson
def test_what_the_bot_answers_is_right(book: str, convention: str) -> None:
    for number in range(1, len(lesson_positions(book, convention)) + 1):
        answer = right_answer(book, convention, number)
        assert judge_answer(book, convention, number, answer).grade == "right"


@each_lesson
def test_every_lesson_has_a_position(book: str, convention: str) -> None:
    assert lesson_positions(book, convention)


@each_convention
def test_the_lesson_and_the_bot_of_its_level_agree_about_every_position(convention: Convention) -> None:
    """All that is left out of the lesson is a known fault of the bot."""
    known = {position for position, _, _ in KNOWN_FAULTS}
    taught = {position.row.id for position in lesson_positions(convention.style, convention.id)}
    assert {position.row.id for position in positions_of(convention)} - taught <= known


@each_lesson
def test_a_learner_who_trusts_the_conventions_is_not_deceived(book: str, convention: str) -> None:
    """The cards of seat A are what the bot takes them for, so that the card it plays fits."""
    for number, position in enumerate(lesson_positions(book, convention), start=1):
        judgement = judge_answer(book, convention, number, right_answer(book, convention, number))
        if question_of(position.row).kind == "move" and judgement.done.startswith("p"):
            state = replace(position.state, turn=OURS)
            [action] = [one for one in state.actions() if str(one) == judgement.done]
            [played] = [one for one in state.apply(action).history[-3:] if isinstance(one, Played)]
            assert played.fits, position.row.id


def test_the_lengths_of_all_lessons_are_known() -> None:
    lengths = lesson_lengths("tamaya")
    assert lengths.keys() == {one.id for one in guide("tamaya")}
    assert lengths["save"] == len(lesson_positions("tamaya", "save"))


def test_another_move_is_judged_by_the_bot_and_not_by_the_row() -> None:
    """The row hopes for the play or a discard; the bot of plain words would not play."""
    position = asking({"kind": "action", "any": ["p1", "d*"]})
    assert judged(position, "p1").grade == "right"
    assert judged(position, "p1", "plain").grade == "otherwise"


def test_a_sensible_move_that_the_lesson_is_not_about_is_called_sensible() -> None:
    judgement = judged(asking(PLAY_IT), "cBy")
    assert (judgement.grade, judgement.answer) == ("sensible", ("p1",))


def test_a_move_of_several_that_the_lesson_hopes_for_is_right() -> None:
    assert judged(asking({"kind": "action", "any": ["p1", "cBy"]}), "cBy").grade == "right"


def test_a_wrong_answer_is_told_what_the_bot_would_do_and_why() -> None:
    judgement = judged(asking(PLAY_IT), "p4")
    assert (judgement.grade, judgement.answer, judgement.done) == ("otherwise", ("p1",), "p4")
    assert "red 3" in " ".join(map(str, judgement.reason))


def test_after_a_clue_the_learner_hears_how_it_will_be_read() -> None:
    judgement = judged(asking(PLAY_IT), "cBy")
    assert "play slot 5" in " ".join(map(str, judgement.reading))
    assert not judgement.last


def test_after_another_answer_the_learner_hears_what_the_last_clue_said() -> None:
    assert "play slot 1" in " ".join(map(str, judged(asking(TAKEN_FOR), "r3").last))


def test_after_an_answer_the_learner_sees_what_everyone_thinks() -> None:
    [thought] = judged(asking(TAKEN_FOR), "r3").thoughts
    assert (thought.seat, thought.slot, thought.cards) == (OURS, 1, ("r3",))


def test_cards_are_right_if_they_are_just_those_that_the_bot_thinks_of() -> None:
    position = asking(TAKEN_FOR)
    assert judged(position, "r3").grade == "right"
    assert judged(position, "r4 r3").grade == "otherwise"


@pytest.mark.parametrize(
    ("expectation", "kind", "right", "wrong"),
    [
        ({"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}, "move", "p1", "d2"),
        ({"kind": "hold", "seat": "C", "slot": 1}, "plays", "-", "p1"),
        ({"kind": "possible", "seat": "A", "slot": 1, "by": "all", "rel": "many", "cards": []},
         "known", "yes", "no"),
        ({"kind": "useless", "seat": "A", "slot": 2}, "useless", "-", "2"),
        ({"kind": "promised", "seat": "A", "slot": 5}, "promised", "-", "5"),
        ({"kind": "kept", "seat": "A", "slot": 5}, "kept", "-", "5"),
        ({"kind": "reading", "of": 1, "reading": "play"}, "meaning", "play", "save"),
        ({"kind": "clue_ok", "clue": "cBy"}, "proper", "yes", "no"),
        ({"kind": "no_save", "seat": "B"}, "save", "no", "yes"),
    ],
)  # fmt: skip
def test_every_kind_of_expectation_is_a_question(
    expectation: dict[str, object], kind: str, right: str, wrong: str
) -> None:
    position = asking(expectation)
    assert question_of(position.row).kind == kind
    assert judged(position, right).grade == "right"
    assert judged(position, wrong).grade != "right"


def test_the_faces_to_choose_from_are_those_that_the_words_of_the_clues_leave() -> None:
    position = asking(TAKEN_FOR)
    choices = choices_of(position, question_of(position.row))
    assert set(choices) == set(know(position.view(OURS)).possible(1)) <= {"r1", "r2", "r3", "r4", "r5"}


def test_a_meaning_is_one_of_those_that_a_reading_can_name() -> None:
    position = asking({"kind": "reading", "of": 1, "reading": "play"})
    assert choices_of(position, question_of(position.row)) == MEANINGS


@pytest.mark.parametrize("answer", ["", "p9", "hello", "cA1", "r3", "p1 p2"])
def test_what_is_no_move_is_refused(answer: str) -> None:
    position = asking(PLAY_IT)
    with pytest.raises(UnknownName):
        read_answer(position, question_of(position.row), answer)


@pytest.mark.parametrize("answer", ["", " ", "r9", "b1", "r3 b1"])
def test_what_is_no_card_that_it_can_be_is_refused(answer: str) -> None:
    position = asking(TAKEN_FOR)
    with pytest.raises(UnknownName):
        read_answer(position, question_of(position.row), answer)


def test_the_learner_is_on_turn_where_a_move_is_asked_for() -> None:
    position = asking({"kind": "action", "any": ["p1"]})
    assert learners_view(position, question_of(position.row)).turn == OURS


def test_the_cards_of_the_learner_follow_what_the_bot_takes_them_for() -> None:
    [position, *_] = lesson_positions("h-group-1", "finesse")
    checks = [check for check in position.row.expect if isinstance(check, CanBe)]
    hand = position.state.hands[OURS]
    for check in checks:
        assert check.cards is not None
        assert position.state.cards[hand[check.slot - 1].id] in check.cards


def test_a_clue_in_a_position_is_a_clue_of_the_engine() -> None:
    position = asking(PLAY_IT)
    assert Clue in {type(action) for action in position.view(OURS).actions}
