"""Rules, views and events as the messages show them."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any, Literal

from tamaya import andrewz, engine
from tamaya.knowledge import know
from tamaya.records import ANDREWZ, AnyEvent, AnyView, game_kind
from tamaya.rules import REMARKS, Card, Rules, Seat, Suit
from tamaya.rules.words import describe, describe_suit, title
from tamaya.server.messages import (
    AndrewzView,
    Detail,
    EventInfo,
    HanabiView,
    HeldCard,
    RaceResult,
    ResultInfo,
    RulesInfo,
    SectionInfo,
    StandingInfo,
    SuitInfo,
    ViewInfo,
    WordsInfo,
)


@lru_cache(maxsize=256)
def rules_info(text: str) -> RulesInfo:
    """The rules that a text names, or an error that says what is wrong with it."""
    kind = game_kind(text)
    if kind.rules is None:
        return _andrewz_rules()
    rules, tables = kind.rules, kind.rules.tables
    words = rules.box.words
    return RulesInfo(
        text=kind.text,
        game="hanabi",
        title=title(rules),
        fewest=kind.fewest,
        most=kind.most,
        suits=tuple(map(_suit_info, rules.suits)),
        sections=tuple(SectionInfo(title=part.title, lines=part.lines) for part in describe(rules)),
        differences=rules.differences(),
        words=WordsInfo(
            clue=words.clue,
            clues=words.clues,
            strike=words.strike,
            strikes=words.strikes,
            federation=words.federation,
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


def view_info(view: AnyView, detail: Detail) -> ViewInfo:
    """What a viewer may know, with as much about hidden cards as the screen shows."""
    if isinstance(view, andrewz.View):
        return _andrewz_view(view)
    return _hanabi_view(view, detail)


def event_info(event: AnyEvent, turn: int) -> EventInfo | None:
    """An event for a screen; None for the end, which the view tells."""
    name = type(event).__name__
    if name == "Ended":
        return None
    values: dict[str, Any] = {field.name: getattr(event, field.name) for field in fields(event)}
    if "giver" in values:
        values["seat"] = values.pop("giver")
    if "tile" in values:
        values["tile"] = values["tile"].value
    return EventInfo(event=name, turn=turn, **values)


def _suit_info(suit: Suit) -> SuitInfo:
    return SuitInfo(
        name=suit.name,
        letter=suit.letter,
        symbol=suit.symbol,
        named=suit.named,
        order=suit.order,
        copies=suit.copies,
        words=describe_suit(suit),
    )


def _andrewz_rules() -> RulesInfo:
    heading, _, rest = andrewz.describe().partition("\n")
    return RulesInfo(
        text=ANDREWZ,
        game="andrewz",
        title="Andrewz",
        fewest=andrewz.FEWEST,
        most=andrewz.MOST,
        suits=tuple(map(_suit_info, andrewz.COLOURS)),
        sections=(SectionInfo(title=heading, lines=tuple(rest.strip("\n").splitlines())),),
        differences=(),
    )


def _hanabi_view(view: engine.View, detail: Detail) -> HanabiView:
    known = know(view)
    return HanabiView(
        game="hanabi",
        seat=view.seat,
        turn=view.turn,
        first=view.first,
        hands=tuple(_hand(view, Seat(seat), detail) for seat in range(view.players)),
        displays=view.displays,
        discards=view.discards,
        clues=view.clues,
        strikes=view.strikes,
        deck=view.deck_size,
        turns_left=view.turns_left,
        tiles_left=view.tiles_left,
        tile=view.tile.value if view.tile else None,
        may_rearrange=view.may_rearrange,
        actions=tuple(map(str, view.actions)),
        score=view.score,
        best=known.best_score,
        pace=known.pace,
        result=_result(view.result, view.rules) if view.result else None,
        undrawn=view.deck,
    )


def _hand(view: engine.View, seat: Seat, detail: Detail) -> tuple[HeldCard, ...]:
    hand = view.hands[seat]
    if detail == "nothing":
        return tuple([_held(held.id, held.card, "", "") for held in hand])
    if detail == "told" or view.result is not None:
        return tuple([_held(held.id, held.card, held.yes, held.no) for held in hand])
    possible = know(view).empathy(seat)
    return tuple(
        HeldCard(id=held.id, card=held.card, yes=held.yes, no=held.no, possible=faces)
        for held, faces in zip(hand, possible, strict=True)
    )


@lru_cache(maxsize=1 << 15)
def _held(card_id: int, card: Card | None, yes: str, no: str) -> HeldCard:
    """From one move to the next most cards stay as they are, for all who see them."""
    return HeldCard(id=card_id, card=card, yes=yes, no=no)


def _result(result: engine.Result, rules: Rules) -> ResultInfo:
    grade = result.grade(rules)
    outcome: Literal["perfect", "counted", "lost"] = result.outcome.value
    return ResultInfo(
        outcome=outcome,
        score=result.score,
        counted=result.counted,
        why=result.why,
        grade=grade.name if grade else "",
        applause=grade.applause if grade else "",
        accolades=result.accolades,
    )


def _andrewz_view(view: andrewz.View) -> AndrewzView:
    return AndrewzView(
        game="andrewz",
        seat=view.seat,
        turn=view.turn,
        first=view.first,
        hands=view.hands,
        hand_sizes=view.hand_sizes,
        piles=view.piles,
        discards=view.discards,
        deck=view.deck_size,
        actions=tuple(map(str, view.actions)),
        result=_race_result(view.result) if view.result else None,
        undrawn=view.deck,
    )


def _race_result(result: andrewz.Result) -> RaceResult:
    return RaceResult(
        outcome=result.outcome.value,
        winner=result.winner,
        standings=tuple(
            StandingInfo(place=row.place, seat=row.seat, cards=row.cards) for row in result.standings
        ),
    )
