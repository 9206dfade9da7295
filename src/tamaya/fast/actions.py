"""The numbers of the actions: those of the Hanabi Learning Environment first, then what it lacks.

With hands of h cards, P players, C colours that may be named and R values, for the seat on turn:

    0 ...                            discard slot 1 to h
    h ...                            play slot 1 to h
    2h + (offset - 1) C + colour     tell the player so many seats to the left about a colour
    ... + (offset - 1) R + value     tell them about a value
    one more, with deck-play         play the last card straight from the deck
    (offset - 1) (C + R) + clue      with bonus tiles: a free clue (L4, L5)
    face                             with bonus tiles: put a discarded card back into the deck (L6)
    face                             with bonus tiles: an encore for a discarded card (L7)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import overload

from tamaya.rules import Card, Rules, Seat, UnknownName, seat_letter


class ActionKind(IntEnum):
    """What an action does; the first four in the order in which an observation tells of them."""

    PLAY = 0
    DISCARD = 1
    COLOUR = 2
    VALUE = 3
    DECK = 4
    FREE = 5
    BACK = 6
    ENCORE = 7


_NO_CARD = Card("")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the number of an action stands for; fields that its kind does not use are 0 or empty."""

    kind: ActionKind
    slot: int = 0
    """From 1, for plays and discards."""
    offset: int = 0
    """For clues: how many seats to the left the receiver sits."""
    clue: str = ""
    card: Card = _NO_CARD
    index: int = 0
    """Of the clue or the card in the tables of the rules."""

    def notation(self, seat: Seat, players: int) -> str:
        """The action as a record has it, when this seat takes it."""
        match self.kind:
            case ActionKind.PLAY | ActionKind.DECK:
                return f"p{self.slot}"
            case ActionKind.DISCARD:
                return f"d{self.slot}"
            case ActionKind.COLOUR | ActionKind.VALUE | ActionKind.FREE:
                receiver = Seat((seat + self.offset) % players)
                return f"{'f' if self.kind is ActionKind.FREE else 'c'}{seat_letter(receiver)}{self.clue}"
            case ActionKind.BACK:
                return f"b{self.card}"
            case ActionKind.ENCORE:
                return f"e{self.card}"


class Actions(Sequence[Meaning]):
    """All actions of a table: what each number means, and the number of each notation."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.hand = rules.hand_size(players)
        self._meanings = tuple(_meanings(rules, players, self.hand))
        self._numbers = [
            {meaning.notation(Seat(seat), players): number for number, meaning in enumerate(self._meanings)}
            for seat in range(players)
        ]

    def __len__(self) -> int:
        return len(self._meanings)

    @overload
    def __getitem__(self, number: int) -> Meaning: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Meaning, ...]: ...
    def __getitem__(self, number: int | slice) -> Meaning | tuple[Meaning, ...]:
        return self._meanings[number]

    def __repr__(self) -> str:
        return f"actions({str(self.rules)!r}, {self.players})"

    @property
    def usual(self) -> int:
        """How many there are before the bonus choices."""
        return sum(meaning.kind <= ActionKind.DECK for meaning in self._meanings)

    def start(self, kind: ActionKind) -> int:
        """The first number of a kind, or -1 where these rules have none."""
        return next((number for number, meaning in enumerate(self._meanings) if meaning.kind is kind), -1)

    def notation(self, number: int, seat: int) -> str:
        """An action as a record has it, when this seat takes it."""
        return self._meanings[number].notation(Seat(seat), self.players)

    def number(self, notation: str, seat: int) -> int:
        """The number of an action in notation, when this seat takes it."""
        try:
            return self._numbers[seat][notation]
        except KeyError:
            raise UnknownName("action", notation, self._numbers[seat]) from None


@cache
def _actions(rules: Rules, players: int) -> Actions:
    return Actions(rules, players)


def actions(rules: Rules | str, players: int) -> Actions:
    """The action table of rules and a number of players.

    >>> table = actions("original", 2)
    >>> len(table), table.notation(0, seat=0), table.notation(5, seat=0), table.number("cA1", seat=1)
    (20, 'd1', 'p1', 15)
    """
    return _actions(Rules.parse(rules) if isinstance(rules, str) else rules, players)


def _meanings(rules: Rules, players: int, hand: int) -> Iterator[Meaning]:
    tables = rules.tables
    colours = list(enumerate(tables.colours))
    values = list(enumerate(tables.values, start=len(colours)))
    offsets = range(1, players)
    for slot in range(1, hand + 1):
        yield Meaning(ActionKind.DISCARD, slot=slot)
    for slot in range(1, hand + 1):
        yield Meaning(ActionKind.PLAY, slot=slot)
    for kind, clues in ((ActionKind.COLOUR, colours), (ActionKind.VALUE, values)):
        for offset in offsets:
            for index, clue in clues:
                yield Meaning(kind, offset=offset, clue=clue, index=index)
    if rules.deck_play:
        yield Meaning(ActionKind.DECK)
    if not rules.bonus:
        return
    for offset in offsets:
        for index, clue in (*colours, *values):
            yield Meaning(ActionKind.FREE, offset=offset, clue=clue, index=index)
    for kind in (ActionKind.BACK, ActionKind.ENCORE):
        for index, card in enumerate(tables.cards):
            yield Meaning(kind, card=card, index=index)
