"""A set of rules: an edition, what is added to it, and what the house changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tamaya.rules.editions import EDITIONS, Edition, Grade
from tamaya.rules.errors import ImpossibleRules, ImpossibleTable, UnknownName, Unreadable, shorten
from tamaya.rules.options import OPTIONS, Rearranging, Talk
from tamaya.rules.parts import PARTS, Part
from tamaya.rules.suits import Suit, dressed
from tamaya.rules.tables import Tables, tables_for
from tamaya.rules.values import write_value
from tamaya.words import Message

LONGEST_TEXT = 2_000


@dataclass(frozen=True)
class Rules:
    """Rules in force at a table; equal when they are the same rules.

    >>> Rules.parse("deluxe+black-powder+hand=4").suits[-1].name
    'black'
    """

    edition: str
    parts: tuple[str, ...]
    base: tuple[Suit, ...]
    """The suits before the parts add theirs."""
    seats: int
    """The most players (S1)."""
    hand: int | None
    """Cards in a hand; None leaves it to the number of players (S2)."""
    clues: int
    strikes: int
    empty: bool
    discard_full: bool
    deck_play: bool
    rearrange: Rearranging
    talk: Talk

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def of(cls, edition: str, *parts: str, **options: Any) -> Rules:
        """The rules of an edition with parts and options: ``Rules.of("deluxe", "black-powder", hand=4)``."""
        if edition not in EDITIONS:
            raise UnknownName("edition", edition, EDITIONS)
        for part in parts:
            if part not in PARTS:
                # An option needs a value, so it is told apart from an add-on by what follows it.
                known = [*PARTS, *(f"{option}=" for option in OPTIONS)]
                raise UnknownName("add-on or option", part, known)
        for part in parts:
            if parts.count(part) > 1:
                raise ImpossibleRules(part, "rules.named-twice")
        ordered = tuple(part for part in PARTS if part in parts)
        plain = _plain(EDITIONS[edition])
        return replace(plain, parts=ordered, **options) if ordered or options else plain

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read a text such as ``deluxe+black-powder+hand=4``."""
        if len(text) > LONGEST_TEXT:
            raise Unreadable(text, "read.rules-length", most=LONGEST_TEXT)
        edition, *items = text.strip().lower().split("+")
        parts: list[str] = []
        options: dict[str, Any] = {}
        for item in items:
            name, given, value = item.partition("=")
            if not given:
                parts.append(name)
                continue
            if name not in OPTIONS:
                raise UnknownName("option", name, OPTIONS)
            option = OPTIONS[name]
            if option.field in options:
                raise ImpossibleRules(name, "rules.given-twice")
            options[option.field] = option.parse(value)
        return cls.of(edition, *parts, **options)

    def __str__(self) -> str:
        """The short text that reads back."""
        options = (f"{name}={write_value(getattr(self, OPTIONS[name].field))}" for name in self._changed)
        return "+".join([self.edition, *self.parts, *options])

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    @property
    def box(self) -> Edition:
        """The edition's own data: words, scale, who starts."""
        return EDITIONS[self.edition]

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """All suits in play, in the order of their displays."""
        return dressed((*self.base, *(suit for part in self._parts for suit in part.suits)))

    @cached_property
    def tables(self) -> Tables:
        """What the suits imply."""
        return tables_for(self.suits)

    @cached_property
    def flourish(self) -> bool:
        """F1: whether the game is played to the end, perfect or lost."""
        return any(part.flourish for part in self._parts)

    @cached_property
    def bonus(self) -> bool:
        """L1: whether bonus tiles are in play."""
        return any(part.bonus for part in self._parts)

    @property
    def accolades(self) -> tuple[str, ...]:
        """What a result may add to its name (B4)."""
        return tuple(part.accolade for part in self._parts if part.accolade)

    @property
    def deck_size(self) -> int:
        """The number of cards."""
        return sum(self.tables.copies)

    def hand_size(self, players: int) -> int:
        """Cards in each hand, for a number of players that these rules allow (S1, S2)."""
        if not 2 <= players <= self.seats:
            raise ImpossibleTable("table.player-count", rules=str(self), most=self.seats, players=players)
        size = self.hand or (5 if players <= 3 else 4)
        if size * players > self.deck_size:
            raise ImpossibleTable(
                "table.hands-too-large",
                players=players,
                size=size,
                need=size * players,
                rules=str(self),
                cards=self.deck_size,
            )
        return size

    def grade(self, score: int) -> Grade | None:
        """The band of the edition's scale for a counted score; Final Flourish has none (E5, F2)."""
        if self.flourish:
            return None
        return next((grade for grade in self.box.scale if score >= grade.at_least), self.box.scale[-1])

    def differences(self) -> tuple[Message, ...]:
        """Which rules are not as in the edition, for all players to see; how a table talks is no rule."""
        foreign = [
            Message("describe.foreign-part", part=part.title, id=part.id, editions=part.editions)
            for part in self._parts
            if self.edition not in part.editions
        ]
        changed = [
            Message(
                "describe.changed-option",
                option=OPTIONS[name].label,
                value=write_value(getattr(self, OPTIONS[name].field)),
            )
            for name in self._changed
            if not OPTIONS[name].manner
        ]
        return (*foreign, *changed)

    @property
    def _parts(self) -> tuple[Part, ...]:
        return tuple(PARTS[part] for part in self.parts)

    @property
    def _changed(self) -> list[str]:
        plain = _plain(self.box)
        return [
            name
            for name, option in OPTIONS.items()
            if getattr(self, option.field) != getattr(plain, option.field)
        ]


def _plain(edition: Edition) -> Rules:
    return Rules(
        edition=edition.id,
        parts=(),
        base=edition.suits,
        seats=5,
        hand=None,
        clues=8,
        strikes=3,
        empty=edition.empty,
        discard_full=False,
        deck_play=False,
        rearrange=Rearranging.CLUED,
        talk=Talk.SILENT,
    )


def _check(rules: Rules) -> None:
    for name, option in OPTIONS.items():
        if name != "hand" or rules.hand is not None:
            option.check(getattr(rules, option.field))
    _check_flourish(rules)
    _check_suits(rules)
    smallest = 2 * (rules.hand or 5)
    if smallest > rules.deck_size:
        culprit = f"hand={rules.hand}" if rules.hand else "suits"
        raise ImpossibleRules(culprit, "rules.deck-too-small", need=smallest, cards=rules.deck_size)


def _check_flourish(rules: Rules) -> None:
    same = [part for part in rules.parts if PARTS[part].flourish]
    if len(same) > 1:
        raise ImpossibleRules(same[1], "rules.same-rule", part=same[0])


def _check_suits(rules: Rules) -> None:
    if not rules.base:
        raise ImpossibleRules("suits", "rules.no-suit")
    source: dict[str, str] = {}
    owners = [(suit, f"suit {suit.name}") for suit in rules.base]
    owners += [(suit, part) for part in rules.parts for suit in PARTS[part].suits]
    for suit, owner in owners:
        if suit.letter in source:
            first = source[suit.letter]
            raise ImpossibleRules(
                owner, "rules.letter-taken", suit=suit.name, letter=shorten(suit.letter), owner=first
            )
        source[suit.letter] = owner
        if len(suit.copies) != len(rules.base[0].copies):
            raise ImpossibleRules(
                owner,
                "rules.value-count",
                values=len(suit.copies),
                suit=rules.base[0].name,
                others=len(rules.base[0].copies),
            )
    if len(owners) > 12:
        raise ImpossibleRules("suits", "rules.too-many-suits", suits=len(owners))
