"""The game that a rules text names, of the co-operative or the competitive kind: how to begin and read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tamaya import andrewz, engine
from tamaya.rules import EDITIONS, Deal, ImpossibleRules, Position, Rules, Seat, Suit, Talk, UnknownName
from tamaya.rules.describe import Section, describe, title
from tamaya.rules.errors import shorten
from tamaya.words import Message

AnyAction: TypeAlias = engine.Action | andrewz.Action
"""An action of either game."""
AnyEvent: TypeAlias = engine.Event | andrewz.Event
"""An event of either game."""
AnyView: TypeAlias = engine.View | andrewz.View
"""A view of either game."""
AnyResult: TypeAlias = engine.Result | andrewz.Result
"""How either game ended."""
AnyPosition: TypeAlias = Position[Any, AnyEvent, AnyView, AnyResult]
"""A moment of either game."""

ANDREWZ = "andrewz"
"""The rules text of the competitive game."""
GAMES = (*EDITIONS, ANDREWZ)
"""The names with which a rules text may begin."""

_HOST = Seat(0)


@dataclass(frozen=True, slots=True)
class Kind:
    """A game with its rules, as every layer above meets it."""

    game: Literal["hanabi", "andrewz"]
    text: str
    """The rules text that reads back."""
    title: Message
    fewest: int
    most: int
    hand_size: Callable[[int], int]
    """Cards in each hand for so many players, or ImpossibleTable."""
    suits: tuple[Suit, ...]
    talk: Talk
    """How much the players may say while a game runs (C1)."""
    shuffle: Callable[[int | str | None], Deal]
    begin: Callable[[int, Deal, Seat], AnyPosition]
    parse_action: Callable[[str], AnyAction]
    message: Callable[[Any], Message]
    """An event for any reader."""
    describe: Callable[[], tuple[Section, ...]]
    """The rules in words."""
    summary: Message
    """The rules in a line."""
    named_seat: Callable[[AnyAction], Seat | None]
    """The seat that an action names as its own, which may act out of turn; None for the seat on turn."""
    rules: Rules | None
    """The co-operative rules; None for andrewz."""

    @property
    def has_review(self) -> bool:
        """Whether its games can be reviewed and solved: those of players who work together."""
        return self.rules is not None

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
    """The game that a rules text names: an edition with its parts and options, or andrewz.

    >>> kind = game_kind("deluxe+hand=4")
    >>> kind.game, kind.fewest, kind.most
    ('hanabi', 2, 5)
    >>> kind.start(3, seed=1).turn
    0
    """
    name = text.strip().lower()
    if name == ANDREWZ:
        return Kind(
            game="andrewz",
            text=ANDREWZ,
            title=Message("edition.andrewz.short"),
            fewest=andrewz.FEWEST,
            most=andrewz.MOST,
            hand_size=andrewz.hand_size,
            suits=andrewz.COLOURS,
            talk=Talk.OPEN,
            shuffle=andrewz.shuffle,
            begin=lambda players, deal, first: andrewz.State.start(players, deal=deal, first=first),
            parse_action=andrewz.parse_action,
            message=andrewz.event_message,
            describe=andrewz.describe,
            summary=Message("new-table.andrewz-facts", fewest=andrewz.FEWEST, most=andrewz.MOST),
            named_seat=lambda _action: None,
            rules=None,
        )
    if name.partition("+")[0] not in GAMES:
        raise UnknownName("edition", name.partition("+")[0], GAMES)
    if name.partition("+")[0] == ANDREWZ:
        raise ImpossibleRules(shorten(text.strip()), "rules.andrewz-alone")
    rules = Rules.parse(text)
    return Kind(
        game="hanabi",
        text=str(rules),
        title=title(rules),
        fewest=2,
        most=rules.seats,
        hand_size=rules.hand_size,
        suits=rules.suits,
        talk=rules.talk,
        shuffle=lambda seed: Deal.shuffle(rules, seed),
        begin=lambda players, deal, first: engine.State.start(rules, players, deal=deal, first=first),
        parse_action=engine.parse_action,
        message=lambda event: engine.event_message(event, rules),
        describe=lambda: describe(rules),
        summary=Message(
            "new-table.facts", cards=rules.deck_size, suits=len(rules.suits), points=rules.tables.most
        ),
        named_seat=_rearranging_seat,
        rules=rules,
    )


def _rearranging_seat(action: AnyAction) -> Seat | None:
    """A hand is put in another order by its owner, at any time (T9)."""
    return action.seat if isinstance(action, engine.Rearrange) else None
