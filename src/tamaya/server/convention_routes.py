"""The requests for conventions, and for the lessons about them, in which a bot of the book is the judge.

A position goes out as the view of the learner's seat. What a bot says about an answer is worked out by the
processes of the bots, and kept: positions are few.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Path

from tamaya.bots.guides import Convention, guide
from tamaya.bots.partner.styles import BOOKS
from tamaya.engine import parse_action
from tamaya.exam import ExamPosition
from tamaya.exam.dealing import OURS
from tamaya.exam.positions import action_of
from tamaya.exam.teaching import (
    Judgement,
    choices_of,
    find_convention,
    judge_answer,
    learners_view,
    lesson_lengths,
    lesson_positions,
    question_of,
    read_answer,
)
from tamaya.knowledge import insight
from tamaya.server.catalogue import convention_info, rules_info
from tamaya.server.dependencies import Here, Services
from tamaya.server.messages import (
    ConventionBook,
    ConventionLesson,
    ConventionLessons,
    LessonPosition,
    LessonReply,
    LessonVerdict,
)
from tamaya.table.commands import Refused, refusing

MOST_WAITING = 8
MOST_KEPT = 2_000
"""Judgements that are kept; the number of different answers is not much larger."""

router = APIRouter(prefix="/api/conventions")
BookName = Annotated[str, Path(max_length=20)]
ConventionName = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, le=99)]


@router.get("/{book}")
async def show_book(book: BookName) -> ConventionBook:
    """The conventions of a book, in the order in which they are taught."""
    name = _known(book)
    return ConventionBook(name=name, books=BOOKS, conventions=tuple(map(convention_info, guide(name))))


@router.get("/{book}/lessons")
async def show_lessons(book: BookName, here: Here) -> ConventionLessons:
    """How many positions there are about each convention of a book."""
    name = _known(book)
    if name not in _LENGTHS:
        _check_room(here)
        _LENGTHS[name] = await here.variation_bots.work(lesson_lengths, name)
    return ConventionLessons(positions=_LENGTHS[name])


@router.get("/{book}/{convention}")
async def show_convention(book: BookName, convention: ConventionName) -> ConventionLesson:
    """The lesson about a convention: its positions, as the learner may see them."""
    _find(book, convention)
    return await asyncio.to_thread(_lesson, book, convention)


@router.post("/{book}/{convention}/{number}")
async def answer_position(
    book: BookName, convention: ConventionName, number: Number, reply: LessonReply, here: Here
) -> LessonVerdict:
    """What the bot of the book says about an answer to a position of a lesson, counted from 1."""
    _find(book, convention)
    positions = await asyncio.to_thread(lesson_positions, book, convention)
    if number > len(positions):
        raise Refused("missing", "refused.no-such-step")
    position = positions[number - 1]
    with refusing():
        answer = read_answer(position, question_of(position.row), reply.answer)
    key = (book, convention, number, answer)
    if key not in _KEPT:
        _check_room(here)
        _KEPT[key] = await here.variation_bots.work(judge_answer, *key)
        if len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return _verdict(position, _KEPT[key])


_LENGTHS: dict[str, dict[str, int]] = {}
"""book, convention: how many positions; which of them teach something is worked out once"""
_KEPT: OrderedDict[tuple[str, str, int, tuple[str, ...]], Judgement] = OrderedDict()
"""book, convention, position, answer: what the bot says about it"""


def _check_room(here: Services) -> None:
    if here.variation_bots.waiting >= MOST_WAITING:
        raise Refused("busy", "refused.bots-busy")


def _known(book: str) -> str:
    if book not in BOOKS:
        raise Refused("missing", "refused.no-such-book")
    return book


def _find(book: str, convention: str) -> Convention:
    found = find_convention(_known(book), convention)
    if found is None:
        raise Refused("missing", "refused.no-such-convention")
    return found


@cache
def _lesson(book: str, name: str) -> ConventionLesson:
    convention = _find(book, name)
    positions = lesson_positions(book, name)
    texts = dict.fromkeys(str(position.row.rules) for position in positions)
    return ConventionLesson(
        convention=convention_info(convention),
        rules=tuple(map(rules_info, texts)),
        positions=tuple(map(show_position, positions)),
    )


def show_position(position: ExamPosition) -> LessonPosition:
    """A position as the learner may see it before the answer."""
    row, question = position.row, question_of(position.row)
    view = learners_view(position, question)
    counts = (*position.events, len(view.history))
    return LessonPosition(
        rules=rules_info(str(row.rules)).text,
        names=row.players,
        limit=row.limit,
        question=question,
        choices=choices_of(position, question),
        view=view,
        insight=insight(view, "told"),
        actions=tuple(str(action_of(move)) for move in row.actions),
        turns=tuple(view.history[since:until] for since, until in pairwise(counts)),
    )


def _verdict(position: ExamPosition, judgement: Judgement) -> LessonVerdict:
    if not judgement.done:
        return LessonVerdict(judgement=judgement, view=None, insight=None, events=())
    mover = question_of(position.row).seat
    after = replace(position.state, turn=mover).apply(parse_action(judgement.done))
    view = after.view(OURS, position.row.players)
    return LessonVerdict(
        judgement=judgement,
        view=view,
        insight=insight(view, "told"),
        events=after.history[len(position.state.history) :],
    )
