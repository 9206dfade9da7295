"""What can be played: editions, parts, suits, bots and rules as screens need them, and their requests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query

from tamaya.bots import DEFAULT_BOTS, Bot, all_bots
from tamaya.bots.guides import Convention, guide
from tamaya.bots.partner.styles import BOOKS, DEFAULT, book_title, book_words
from tamaya.records import GAMES, game_kind
from tamaya.rules import PARTS, REMARKS, SUITS, Rules, Scores, Suit
from tamaya.rules.describe import suit_traits
from tamaya.server.messages import (
    BookInfo,
    BotInfo,
    Catalogue,
    ConventionInfo,
    PartInfo,
    RulesInfo,
    SuitInfo,
    WordsInfo,
)
from tamaya.words import Message

router = APIRouter(prefix="/api")


@router.get("/catalogue")
async def show_catalogue() -> Catalogue:
    """All that a table can be made of."""
    return Catalogue(
        editions=tuple(
            PartInfo(id=name, title=game_kind(name).title, summary=Message(f"edition.{name}.about"))
            for name in GAMES
        ),
        parts=tuple(
            PartInfo(id=part.id, title=part.title, summary=part.summary, editions=part.editions)
            for part in PARTS.values()
        ),
        bots=tuple(_bot_info(row, row.lacks) for row in all_bots()),
        books=tuple(
            BookInfo(name=name, title=book_title(name), words=book_words(name), usual=name == DEFAULT)
            for name in BOOKS
        ),
        remarks=REMARKS,
        suits=_suits_info(tuple(SUITS.values())),
    )


@router.get("/bots")
async def show_bots(
    rules: Annotated[str, Query(max_length=600)], players: Annotated[int, Query(ge=2, le=10)]
) -> tuple[BotInfo, ...]:
    """The bots of a game, and which of them cannot play by these rules with so many players."""
    kind = game_kind(rules)
    return tuple(_bot_info(row, row.obstacle(kind.rules, players)) for row in all_bots(kind.game))


def _bot_info(row: Bot, obstacle: Message | None) -> BotInfo:
    return BotInfo(
        name=row.name,
        game=row.game,
        summary=row.summary,
        conventions=row.conventions,
        guide=tuple(map(convention_info, guide(row.conventions))),
        plays_by=row.plays_by,
        usual=DEFAULT_BOTS[row.game] == row.name,
        obstacle=obstacle,
    )


def convention_info(convention: Convention) -> ConventionInfo:
    """A convention in words."""
    return ConventionInfo(
        id=convention.id,
        level=convention.level,
        title=convention.title,
        words=convention.words,
    )


@router.get("/rules")
async def show_rules(
    text: Annotated[str, Query(max_length=600)], players: Annotated[int | None, Query(ge=2, le=10)] = None
) -> RulesInfo:
    """The rules that a text names, or what is wrong with it, also for so many players."""
    if players is not None:
        game_kind(text).hand_size(players)
    return rules_info(text)


@lru_cache(maxsize=256)
def rules_info(text: str) -> RulesInfo:
    """The rules that a text names, or an error that says what is wrong with it."""
    kind = game_kind(text)
    info = RulesInfo(
        text=kind.text,
        game=kind.game,
        title=kind.title,
        fewest=kind.fewest,
        most=kind.most,
        suits=_suits_info(kind.suits),
        sections=kind.describe(),
        differences=(),
    )
    return info if kind.rules is None else info.model_copy(update=_cooperative_facts(kind.rules))


def _cooperative_facts(rules: Rules) -> dict[str, object]:
    """What a screen needs to know of the co-operative game besides."""
    tables, box = rules.tables, rules.box
    words = WordsInfo(
        clue=box.clue(),
        clues=box.clue(2),
        strike=box.strike(),
        strikes=box.strike(2),
        firework=box.firework(),
        federation=box.federation,
    )
    touch = {
        clue: tuple(str(card) for card, hit in zip(tables.cards, row, strict=True) if hit)
        for clue, row in zip(tables.clues, tables.touch, strict=True)
    }
    return {
        "differences": rules.differences(),
        "words": words,
        "tokens": box.tokens,
        "clues": rules.clues,
        "strikes": rules.strikes,
        "colours": tables.colours,
        "values": tables.values,
        "touch": touch,
        "points": tables.most,
        "bonus": rules.bonus,
        "flourish": rules.flourish,
        "empty": rules.empty,
        "talk": rules.talk.value,
        "remarks": REMARKS,
    }


def _suits_info(suits: Sequence[Suit]) -> tuple[SuitInfo, ...]:
    """The suits of a deck, each with its colours."""
    return tuple(
        SuitInfo(
            name=suit.name,
            letter=suit.letter,
            symbol=suit.symbol,
            named=suit.named,
            order=suit.order,
            copies=suit.copies,
            costs=suit.scores is Scores.MISSING,
            traits=suit_traits(suit),
            palette=suit.palette,
        )
        for suit in suits
    )
