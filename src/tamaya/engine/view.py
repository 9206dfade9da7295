"""What one seat or a spectator may know: a copy that holds no reference to the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from tamaya.engine.actions import Action
from tamaya.engine.events import Event
from tamaya.engine.legal import Held
from tamaya.engine.result import Result
from tamaya.rules import Card, Rules, Seat, Tile
from tamaya.words import ENGLISH, Reader, say
from tamaya.words.columns import right, widest

ActionT = TypeVar("ActionT")


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in a hand: its face where the viewer may see it, and what its owner has been told."""

    id: int
    """Its place in the order of drawing."""
    card: Card | None
    yes: str
    """The clues that touched it, one character each."""
    no: str
    """The clues that missed it."""

    def __str__(self) -> str:
        return self.card or self.told

    @property
    def told(self) -> str:
        """What its owner was told, as in ``r?`` or ``?3``; ``*`` stands for more than one colour or value."""
        colours = [clue for clue in self.yes if not clue.isdigit()]
        values = [clue for clue in self.yes if clue.isdigit()]
        return _sole(colours) + _sole(values)


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer may know of a game. ``seat`` is None for a spectator."""

    game: ClassVar[Literal["hanabi"]] = "hanabi"
    rules: Rules
    seat: Seat | None
    names: tuple[str, ...]
    first: Seat
    turn: Seat | None
    hands: tuple[tuple[SeenCard, ...], ...]
    """[seat][slot - 1]"""
    displays: tuple[int, ...]
    """[suit] how many cards are laid."""
    discards: tuple[Card, ...]
    clues: int
    strikes: int
    deck_size: int
    turns_left: int | None
    tiles_left: int
    tile: Tile | None
    may_rearrange: tuple[bool, ...]
    """[seat]"""
    history: tuple[Event, ...]
    actions: tuple[Action, ...]
    """The viewer's own legal actions; none when it is not their turn."""
    result: Result | None
    deck: tuple[Card, ...] | None
    """The cards that were never drawn, in the view after the game; None in every other."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to act."""
        return self.turn is not None and self.turn == self.seat

    @property
    def my_hand(self) -> tuple[SeenCard, ...]:
        """The viewer's own cards; empty beside the table."""
        return () if self.seat is None else self.hands[self.seat]

    @property
    def my_slots(self) -> range:
        """The viewer's own slots, from 1, the oldest card."""
        return range(1, len(self.my_hand) + 1)

    @property
    def score(self) -> int:
        """What the displays count now (E4, B4)."""
        return self.rules.tables.score(self.displays)

    def first_legal(self, kind: type[ActionT]) -> ActionT | None:
        """The first of the viewer's legal actions of one kind."""
        return next((action for action in self.actions if isinstance(action, kind)), None)

    def top(self, suit: int) -> int:
        """The rank on top of a display, 0 when it is empty."""
        laid = self.displays[suit]
        return self.rules.suits[suit].order[laid - 1] if laid else 0

    def __str__(self) -> str:
        """The table in a few lines of English; ``>`` marks the teammate who is on turn."""
        return self.text()

    def text(self, reader: Reader = ENGLISH) -> str:
        """The table in a few lines, in the reader's language."""
        return "\n".join(self._lines(reader))

    def _repr_svg_(self) -> str:
        """The table as a picture, for notebooks."""
        from tamaya.engine.pictures import picture_of

        return picture_of(self).svg()

    def _lines(self, reader: Reader) -> Iterable[str]:
        width = widest(self.names)
        for seat, (name, hand) in enumerate(zip(self.names, self.hands, strict=True)):
            cards = " ".join(map(str, hand))
            mark = ">" if seat == self.turn != self.seat else " "
            yield f"{mark}{right(name, width)}: {cards}".rstrip()
        shown = " ".join(f"{suit.letter}{self.top(index)}" for index, suit in enumerate(self.rules.suits))
        yield say(
            "view.counts",
            reader,
            displays=shown,
            clues=self.clues,
            strikes=self.strikes,
            most=self.rules.strikes,
            deck=self.deck_size,
        )
        if self.discards:
            yield say("view.discards", reader, cards=" ".join(sorted(self.discards)))
        if self.tile:
            yield say("view.tile", reader, tile=self.tile.effect)
        if self.turns_left is not None and self.result is None:
            yield say("view.last-round", reader, turns=self.turns_left)
        if self.result:
            outcome, score = self.result.outcome.value, self.result.score
            yield say("view.result", reader, outcome=outcome, score=score, cause=self.result.why)


def seen_hand(hand: tuple[Held, ...], faces: tuple[Card, ...] | None) -> tuple[SeenCard, ...]:
    """A hand as a viewer sees it, with faces or without."""
    return tuple(SeenCard(held.id, faces[held.id] if faces else None, held.yes, held.no) for held in hand)


def _sole(told: list[str]) -> str:
    return told[0] if len(told) == 1 else "*" if told else "?"
