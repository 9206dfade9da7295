"""Positions of the lessons about conventions, for tests that answer them."""

from __future__ import annotations

from functools import cache

from tamaya.bots.guides import guide
from tamaya.exam import ExamPosition
from tamaya.exam.teaching import (
    QuestionKind,
    choices_of,
    judge_answer,
    lesson_positions,
    question_of,
)


def position_of(book: str, rule: str, number: int) -> ExamPosition:
    """A position of a lesson, counted from 1."""
    return lesson_positions(book, rule)[number - 1]


def choices(book: str, rule: str, number: int) -> tuple[str, ...]:
    """What can be answered there."""
    position = position_of(book, rule, number)
    return choices_of(position, question_of(position.row))


@cache
def right_answer(book: str, rule: str, number: int) -> tuple[str, ...]:
    """What the bot of the book answers there."""
    return judge_answer(book, rule, number, choices(book, rule, number)[:1]).answer


def wrong_move(book: str, rule: str, number: int) -> str:
    """A play of a card that the bot of the book does not think much of."""
    return next(
        choice
        for choice in choices(book, rule, number)
        if choice.startswith("p") and judge_answer(book, rule, number, (choice,)).grade == "otherwise"
    )


def asking(kind: QuestionKind, book: str = "h-group-5") -> tuple[str, int]:
    """The first position of a book with a question of this kind: its rule and its number."""
    return next(
        (one.id, number)
        for one in guide(book)
        for number, position in enumerate(lesson_positions(book, one.id), start=1)
        if question_of(position.row).kind == kind
    )
