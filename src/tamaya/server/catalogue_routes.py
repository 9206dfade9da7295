"""The requests about what can be played: editions, parts, bots, rules, and the lesson."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from tamaya.bots import DEFAULT_BOTS, all_bots
from tamaya.records import GAMES, game_kind
from tamaya.rules import PARTS, REMARKS, SUITS
from tamaya.server.lessons import answer, lesson
from tamaya.server.messages import (
    BotInfo,
    Catalogue,
    Lesson,
    LessonAnswer,
    LessonTry,
    PartInfo,
    RulesInfo,
)
from tamaya.server.serialize import rules_info, suits_info
from tamaya.words import Message

RulesQuery = Annotated[str, Query(max_length=600)]


def catalogue_routes() -> APIRouter:
    """What can be played here, and how."""
    router = APIRouter(prefix="/api")

    @router.get("/catalogue")
    async def show_catalogue() -> Catalogue:
        """All that a table can be made of."""
        return _catalogue()

    @router.get("/rules")
    async def show_rules(
        text: RulesQuery, players: Annotated[int | None, Query(ge=2, le=10)] = None
    ) -> RulesInfo:
        """The rules that a text names, or what is wrong with it, also for so many players."""
        if players is not None:
            game_kind(text).hand_size(players)
        return rules_info(text)

    @router.get("/lesson")
    async def show_lesson() -> Lesson:
        """The lesson, step by step."""
        return lesson()

    @router.post("/lesson/{step}")
    async def try_lesson_step(step: Annotated[str, Path(max_length=20)], wish: LessonTry) -> LessonAnswer:
        """Try an action at a step of the lesson."""
        return answer(step, wish.action)

    return router


def _catalogue() -> Catalogue:
    editions = tuple(
        PartInfo(id=name, title=game_kind(name).title, summary=Message(f"edition.{name}.about"))
        for name in GAMES
    )
    parts = tuple(
        PartInfo(id=part.id, title=part.title, summary=part.summary, editions=part.editions)
        for part in PARTS.values()
    )
    bots = tuple(
        BotInfo(
            name=row.name,
            game=row.game,
            summary=row.summary,
            conventions=row.conventions,
            usual=DEFAULT_BOTS[row.game] == row.name,
        )
        for row in all_bots()
    )
    suits = suits_info(tuple(SUITS.values()))
    return Catalogue(editions=editions, parts=parts, bots=bots, remarks=REMARKS, suits=suits)
