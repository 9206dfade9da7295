"""What an observation holds, and where: one table for readers, named views and the encoder alike.

An observation is a row of zeros and ones, seen from one seat; players are counted from it to the left, itself
first. Its sections are those of the canonical encoding of the Hanabi Learning Environment, in its order, with
which it agrees bit for bit in the standard game with the suits red, yellow, green, white, blue. What other
rules add stands at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from tamaya.fast.actions import ActionKind
from tamaya.rules import TILES, ImpossibleTable, Rules, UnknownName

Knowledge: TypeAlias = Literal["minimal", "card_knowledge", "seer"]
Entry = TypeVar("Entry", bound=np.generic)

USUAL_KINDS: Final = (ActionKind.PLAY, ActionKind.DISCARD, ActionKind.COLOUR, ActionKind.VALUE)
"""What the last action may be in every game."""


@dataclass(frozen=True, slots=True)
class Section:
    """Consecutive entries of an observation."""

    name: str
    start: int
    length: int
    holds: str

    @property
    def stop(self) -> int:
        """The first entry after it."""
        return self.start + self.length


@dataclass(frozen=True, slots=True)
class Encoding:
    """The sections of an observation for given rules, players and knowledge."""

    rules: Rules
    players: int
    knowledge: Knowledge
    belief: bool
    sections: tuple[Section, ...]
    length: int

    @property
    def words(self) -> int:
        """The 64-bit words of a packed observation."""
        return -(-self.length // 64)

    def section(self, name: str) -> Section:
        """A section by its name."""
        for section in self.sections:
            if section.name == name:
                return section
        raise UnknownName("section", name, [section.name for section in self.sections])

    def view(self, array: npt.NDArray[Entry], name: str) -> npt.NDArray[Entry]:
        """A section of observations: a slice of the last axis, not a copy."""
        section = self.section(name)
        if array.ndim == 0 or array.shape[-1] != self.length:
            raise ImpossibleTable("fast.other-observations", shape=str(array.shape), length=self.length)
        return array[..., section.start : section.stop]


def encoding(
    rules: Rules | str, players: int, knowledge: Knowledge = "card_knowledge", *, belief: bool = False
) -> Encoding:
    """The encoding of observations at a table.

    ``minimal`` leaves out what clues told, ``card_knowledge`` has it, and a ``seer`` knows all cards in the
    hands. With ``belief`` the possible faces of a card are numbers: how likely each is by what lies open.

    >>> canonical = encoding("original+suits=red,yellow,green,white,blue", 2)
    >>> canonical.length, canonical.section("discards").start
    (658, 203)
    """
    return _encoding(Rules.parse(rules) if isinstance(rules, str) else rules, players, knowledge, belief)


@lru_cache(maxsize=256)
def _encoding(rules: Rules, players: int, knowledge: Knowledge, belief: bool) -> Encoding:
    if knowledge not in get_args(Knowledge):
        raise UnknownName("knowledge", knowledge, get_args(Knowledge))
    if belief and knowledge != "card_knowledge":
        raise ImpossibleTable("fast.no-belief", knowledge=knowledge)
    sections = []
    start = 0
    for name, length, holds in _lengths(rules, players, knowledge, belief):
        sections.append(Section(name, start, length, holds))
        start += length
    return Encoding(rules, players, knowledge, belief, tuple(sections), start)


def _lengths(
    rules: Rules, players: int, knowledge: Knowledge, belief: bool
) -> Iterator[tuple[str, int, str]]:
    """All sections in order: name, length, what they hold."""
    tables = rules.tables
    hand = rules.hand_size(players)
    faces, colours, values = len(tables.cards), len(tables.colours), len(tables.values)
    yield "others_hands", (players - 1) * hand * faces, "[player from the left][slot][face] the card"
    yield "short_hands", players, "[player] whether cards are missing in the hand"
    yield "deck", rules.deck_size - players * hand, "the cards left to draw, ones first"
    yield "displays", faces, "[face] the card on top of each display"
    yield "clue_tokens", rules.clues, "the clue tokens available, ones first"
    yield "lives", rules.strikes, "the strikes until the game is lost, ones first"
    yield "discards", sum(tables.copies), "[face] its discarded copies, ones first"
    yield "last_actor", players, "[player] who acted last"
    yield "last_kind", len(USUAL_KINDS), "play, discard, colour clue, value clue"
    yield "last_receiver", players, "[player] who was told"
    yield "last_colour", colours, "the colour told"
    yield "last_value", values, "the value told"
    yield "last_touched", hand, "[slot] what the clue touched"
    yield "last_slot", hand, "[slot] what was played or discarded, before others moved up"
    yield "last_card", faces, "[face] what was played or discarded"
    yield "last_fitted", 1, "whether the card played was laid on a display"
    yield "last_token", 1, "whether it completed the display and brought a token"
    if knowledge != "minimal":
        yield "knowledge", players * hand * (faces + colours + values), _holds_knowledge(knowledge, belief)
    if rules.bonus:
        yield "tiles", len(TILES), "[tile] whether it lies face down"
        yield "tile", len(TILES), "[tile] the one that waits for a decision"
    others = other_kinds(rules)
    if others:
        names = {
            ActionKind.DECK: "play from the deck",
            ActionKind.FREE: "free clue",
            ActionKind.BACK: "card put back",
        }
        yield "last_other_kind", len(others), ", ".join(names.get(kind, "encore") for kind in others)


def _holds_knowledge(knowledge: Knowledge, belief: bool) -> str:
    if knowledge == "seer":
        return "[player][slot] the card, then all clues that touch it"
    faces = "how likely each face is" if belief else "the faces that clues leave possible"
    return f"[player][slot] {faces}, then the clues that touched the card"


def other_kinds(rules: Rules) -> tuple[ActionKind, ...]:
    """What the last action may be under these rules besides the usual."""
    deck = (ActionKind.DECK,) if rules.deck_play else ()
    return (*deck, ActionKind.FREE, ActionKind.BACK, ActionKind.ENCORE) if rules.bonus else deck
