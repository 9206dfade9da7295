"""Rules and views as screens need them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tamaya import andrewz
from tamaya.knowledge import Detail, Insight, insight, without_marks
from tamaya.records import ANDREWZ, AnyView, Kind, game_kind
from tamaya.rules import REMARKS, Palette, Suit, palette_of
from tamaya.rules.describe import suit_traits, title
from tamaya.server.messages import RulesInfo, SectionInfo, SuitInfo, WordsInfo


@lru_cache(maxsize=256)
def rules_info(text: str) -> RulesInfo:
    """The rules that a text names, or an error that says what is wrong with it."""
    kind = game_kind(text)
    if kind.rules is None:
        return _andrewz_rules(kind)
    rules, tables = kind.rules, kind.rules.tables
    box = rules.box
    return RulesInfo(
        text=kind.text,
        game="hanabi",
        title=title(rules),
        fewest=kind.fewest,
        most=kind.most,
        suits=suits_info(rules.suits),
        sections=_sections(kind),
        differences=rules.differences(),
        words=WordsInfo(
            clue=box.clue(),
            clues=box.clue(2),
            strike=box.strike(),
            strikes=box.strike(2),
            federation=box.federation,
        ),
        clues=rules.clues,
        strikes=rules.strikes,
        colours=tables.colours,
        values=tables.values,
        touch={
            clue: tuple(str(card) for card, hit in zip(tables.cards, row, strict=True) if hit)
            for clue, row in zip(tables.clues, tables.touch, strict=True)
        },
        points=tables.most,
        bonus=rules.bonus,
        flourish=rules.flourish,
        empty=rules.empty,
        talk=rules.talk.value,
        remarks=REMARKS,
    )


class Shown(NamedTuple):
    """What a screen gets: a view, and what it implies in the co-operative game."""

    view: AnyView
    insight: Insight | None


def show(view: AnyView, detail: Detail) -> Shown:
    """A view with as much about hidden cards as the screen shows."""
    if isinstance(view, andrewz.View):
        return Shown(view, None)
    return Shown(without_marks(view) if detail == "nothing" else view, insight(view, detail))


def _sections(kind: Kind) -> tuple[SectionInfo, ...]:
    return tuple(SectionInfo(title=part.title, lines=part.lines) for part in kind.describe())


def suits_info(suits: Sequence[Suit]) -> tuple[SuitInfo, ...]:
    """The suits of a deck, each with its colours."""
    return tuple(_suit_info(suit, palette_of(suits, index)) for index, suit in enumerate(suits))


def _suit_info(suit: Suit, palette: Palette) -> SuitInfo:
    return SuitInfo(
        name=suit.name,
        letter=suit.letter,
        symbol=suit.symbol,
        named=suit.named,
        order=suit.order,
        copies=suit.copies,
        traits=suit_traits(suit),
        palette=palette,
    )


def _andrewz_rules(kind: Kind) -> RulesInfo:
    return RulesInfo(
        text=ANDREWZ,
        game="andrewz",
        title=kind.title,
        fewest=andrewz.FEWEST,
        most=andrewz.MOST,
        suits=suits_info(andrewz.COLOURS),
        sections=_sections(kind),
        differences=(),
    )
