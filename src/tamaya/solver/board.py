"""A position with all cards open, in the numbers that the counting and the proofs work with.

A card is worth one point on any display (E4, B4), so a score is the points that lie there plus the cards that
are still to be laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from tamaya.engine import State
from tamaya.rules import Rules, TileDecision

_REVIVING = (TileDecision.BACK, TileDecision.ENCORE)


@dataclass(frozen=True)
class Board:
    """What can still be reached depends on this."""

    rules: Rules
    players: int
    turn: int
    hand: int
    """Cards in a full hand."""
    hands: tuple[tuple[int, ...], ...]
    """[seat][slot - 1] faces"""
    deck: tuple[int, ...]
    """Faces from the top."""
    displays: tuple[int, ...]
    """[suit] cards laid."""
    gone: tuple[int, ...]
    """[face] copies on the discard pile."""
    clues: int
    strikes: int
    turns_left: int | None
    revivals: int
    """How many bonus tiles may still bring a discarded card back (L6, L7)."""
    waiting: bool
    """Whether a bonus tile waits for a decision; the draw of this turn is still to come (L1)."""

    @classmethod
    def of(cls, state: State) -> Board:
        """Look at a running game."""
        assert state.turn is not None
        tables = state.tables
        face = {card: number for number, card in enumerate(tables.cards)}
        fallen = Counter(state.discards)
        waiting = (*state.tiles, *((state.tile,) if state.tile else ()))
        return cls(
            rules=state.rules,
            players=state.players,
            turn=state.turn,
            hand=state.full_hand,
            hands=tuple(tuple(face[state.cards[held.id]] for held in hand) for hand in state.hands),
            deck=tuple(face[card] for card in state.cards[state.drawn :]),
            displays=state.displays,
            gone=tuple(fallen[card] for card in tables.cards),
            clues=state.clues,
            strikes=state.strikes,
            turns_left=state.turns_left,
            revivals=sum(tile.decision in _REVIVING for tile in waiting),
            waiting=state.tile is not None,
        )

    @cached_property
    def score(self) -> int:
        """What the displays count now."""
        return self.rules.tables.score(self.displays)

    @cached_property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """[suit] the faces that its display still takes, in that order."""
        tables = self.rules.tables
        return tuple(
            tuple(suit * tables.ranks + rank - 1 for rank in tables.suits[suit].order[laid:])
            for suit, laid in enumerate(self.displays)
        )

    @cached_property
    def dead(self) -> frozenset[int]:
        """The faces still to be laid of which all copies are discarded."""
        copies = self.rules.tables.copies
        return frozenset(face for chain in self.order for face in chain if self.gone[face] >= copies[face])

    @cached_property
    def chains(self) -> tuple[tuple[int, ...], ...]:
        """[suit] the faces that can still be laid if no discarded card comes back."""
        return tuple(before(chain, self.dead) for chain in self.order)

    @cached_property
    def slots(self) -> int:
        """How many cards can be played or discarded at most until the last round is over (E3)."""
        return self.turns_left if self.turns_left is not None else len(self.deck) + self.players


def before(chain: tuple[int, ...], stop: Set[int]) -> tuple[int, ...]:
    """The faces of a chain up to the first that stops it."""
    return tuple(takewhile(lambda face: face not in stop, chain))
