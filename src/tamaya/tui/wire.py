"""What a server sends, as the views and events that the screens draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from tamaya import andrewz, engine
from tamaya.records import AnyEvent, AnyView, Kind
from tamaya.rules import Card, Seat, Tile

Json = Mapping[str, Any]

_COOPERATIVE: tuple[type, ...] = (
    engine.Clued,
    engine.Played,
    engine.Discarded,
    engine.Completed,
    engine.Revealed,
    engine.WentBack,
    engine.Encored,
    engine.Drew,
    engine.Rearranged,
    engine.Passed,
    engine.LastRound,
)
_RACE: tuple[type, ...] = (
    andrewz.Played,
    andrewz.Discarded,
    andrewz.Passed,
    andrewz.Drew,
    andrewz.Closed,
)
_EVENTS = {
    game: {kind.__name__: kind for kind in kinds}
    for game, kinds in {"hanabi": _COOPERATIVE, "andrewz": _RACE}.items()
}
_READERS: dict[str, Any] = {"card": Card, "tile": Tile, "slots": tuple, "order": tuple}


def clean(text: str) -> str:
    """Words of strangers, without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def read_event(kind: Kind, data: Json) -> AnyEvent:
    """An event from its message."""
    made = _EVENTS[kind.game][data["event"]]
    values = {}
    for item in fields(made):
        value = data["seat" if item.name == "giver" else item.name]
        values[item.name] = _READERS[item.name](value) if item.name in _READERS else value
    event: AnyEvent = made(**values)
    return event


def read_view(kind: Kind, names: tuple[str, ...], data: Json, events: Iterable[AnyEvent]) -> AnyView:
    """A view from its message, with the events before it."""
    if kind.rules is None:
        return _race(kind, names, data, tuple(events))
    return _cooperative(kind, names, data, tuple(events))


def _cooperative(kind: Kind, names: tuple[str, ...], data: Json, events: tuple[Any, ...]) -> engine.View:
    assert kind.rules is not None
    result = _result(data["result"]) if data["result"] else None
    actions: Any = tuple(map(kind.parse_action, data["actions"]))
    return engine.View(
        rules=kind.rules,
        seat=data["seat"],
        names=names,
        first=data["first"],
        turn=data["turn"],
        hands=tuple(tuple(map(_held, hand)) for hand in data["hands"]),
        displays=tuple(data["displays"]),
        discards=tuple(map(Card.parse, data["discards"])),
        clues=data["clues"],
        strikes=data["strikes"],
        deck_size=data["deck"],
        turns_left=data["turns_left"],
        tiles_left=data["tiles_left"],
        tile=Tile(data["tile"]) if data["tile"] else None,
        may_rearrange=tuple(data["may_rearrange"]),
        history=(*events, engine.Ended(result)) if result else events,
        actions=actions,
        result=result,
        deck=_deck(data),
    )


def _race(kind: Kind, names: tuple[str, ...], data: Json, events: tuple[Any, ...]) -> andrewz.View:
    result = _race_result(data["result"]) if data["result"] else None
    actions: Any = tuple(map(kind.parse_action, data["actions"]))
    return andrewz.View(
        seat=data["seat"],
        names=names,
        first=data["first"],
        turn=data["turn"],
        hands=tuple(None if hand is None else tuple(map(Card.parse, hand)) for hand in data["hands"]),
        hand_sizes=tuple(data["hand_sizes"]),
        piles=tuple(tuple(map(Card.parse, pile)) for pile in data["piles"]),
        discards=tuple(map(Card.parse, data["discards"])),
        deck_size=data["deck"],
        deck=_deck(data),
        actions=actions,
        history=(*events, andrewz.Ended(result)) if result else events,
        result=result,
    )


def _held(data: Json) -> engine.SeenCard:
    card = data["card"]
    return engine.SeenCard(data["id"], Card.parse(card) if card else None, data["yes"], data["no"])


def _deck(data: Json) -> tuple[Card, ...] | None:
    return None if data["undrawn"] is None else tuple(map(Card.parse, data["undrawn"]))


def _result(data: Json) -> engine.Result:
    return engine.Result(
        outcome=engine.Outcome(data["outcome"]),
        score=data["score"],
        counted=data["counted"],
        why=clean(data["why"]),
        accolades=tuple(map(clean, data["accolades"])),
    )


def _race_result(data: Json) -> andrewz.Result:
    return andrewz.Result(
        outcome=andrewz.Outcome(data["outcome"]),
        winner=data["winner"],
        standings=tuple(
            andrewz.Standing(row["place"], Seat(row["seat"]), row["cards"]) for row in data["standings"]
        ),
    )
