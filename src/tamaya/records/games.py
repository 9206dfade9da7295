"""Both games under one roof: what a rules text names, and how to begin and read a game of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from tamaya import andrewz, engine
from tamaya.rules import EDITIONS, Deal, Position, Rules, Seat, UnknownName

AnyAction: TypeAlias = engine.Action | andrewz.Action
AnyEvent: TypeAlias = engine.Event | andrewz.Event
AnyView: TypeAlias = engine.View | andrewz.View
AnyResult: TypeAlias = engine.Result | andrewz.Result
AnyPosition: TypeAlias = Position[Any, AnyEvent, AnyView, AnyResult]

ANDREWZ = "andrewz"
GAMES = (*EDITIONS, ANDREWZ)
"""The names with which a rules text may begin."""


_HOST = Seat(0)


@dataclass(frozen=True, slots=True)
class Kind:
    """A game with its rules, as every layer above meets it."""

    game: Literal["hanabi", "andrewz"]
    text: str
    """The rules text that reads back."""
    fewest: int
    most: int
    shuffle: Callable[[int | str | None], Deal]
    begin: Callable[[int, Deal, Seat], AnyPosition]
    parse_action: Callable[[str], AnyAction]
    tell: Callable[[Any, tuple[str, ...]], str]
    """An event as a sentence."""
    rules: Rules | None
    """The co-operative rules; None for andrewz."""

    def start(
        self,
        players: int,
        *,
        seed: int | str | None = None,
        deal: Deal | None = None,
        first: Seat = _HOST,
    ) -> AnyPosition:
        """Begin a game, from a seed, from an explicit deal, or by chance."""
        return self.begin(players, deal or self.shuffle(seed), first)


def game_kind(text: str) -> Kind:
    """The game that a rules text names: an edition with its parts and options, or andrewz."""
    name = text.strip().lower()
    if name == ANDREWZ:
        return Kind(
            game="andrewz",
            text=ANDREWZ,
            fewest=andrewz.FEWEST,
            most=andrewz.MOST,
            shuffle=andrewz.shuffle,
            begin=_begin_andrewz,
            parse_action=andrewz.parse_action,
            tell=andrewz.tell,
            rules=None,
        )
    if name.partition("+")[0] not in GAMES:
        raise UnknownName("edition", name.partition("+")[0], GAMES)
    rules = Rules.parse(text)
    return Kind(
        game="hanabi",
        text=str(rules),
        fewest=2,
        most=rules.seats,
        shuffle=partial(Deal.shuffle, rules),
        begin=partial(_begin_cooperative, rules),
        parse_action=engine.parse_action,
        tell=partial(_tell_cooperative, rules),
        rules=rules,
    )


def _begin_cooperative(rules: Rules, players: int, deal: Deal, first: Seat) -> AnyPosition:
    return engine.State.start(rules, players, deal=deal, first=first)


def _tell_cooperative(rules: Rules, event: engine.Event, names: tuple[str, ...]) -> str:
    return engine.tell(event, names, rules)


def _begin_andrewz(players: int, deal: Deal, first: Seat) -> AnyPosition:
    return andrewz.State.start(players, deal=deal, first=first)
