"""What a player may believe about the own hand: every hand that agrees with the view, with its weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log2, prod
from random import Random
from typing import TypeAlias

from tamaya.engine import View
from tamaya.knowledge import Face, Knowledge, know
from tamaya.knowledge.counting import Ways, bits, narrow, weigh
from tamaya.knowledge.hidden_hands import HiddenHands, hidden_hands
from tamaya.rules import Card, ImpossibleTable

Hand: TypeAlias = tuple[Card, ...]
"""[slot - 1]"""

MOST_HANDS = 10_000
RARE = 0.02
"""Below this share of draws that can be kept, cards are drawn one by one, by how many hands each leaves."""


def beliefs(view: View) -> Beliefs:
    """What the seat of a view may believe about its own hand; nothing is counted before it is asked for.

    >>> from tamaya import Game
    >>> game = Game(["Ann", "Bob"], "original", seed=16)
    >>> belief = beliefs(game.view("Ann"))
    >>> belief.hands, belief.cards[0].playable
    (146611080, Fraction(14, 45))
    """
    if view.seat is None:
        raise ImpossibleTable("review.belief-of-player")
    return Beliefs(view)


@dataclass(frozen=True, eq=False)
class CardBelief(Mapping[Card, Fraction]):
    """How likely each face of one card is, and what follows from it."""

    chances: Mapping[Card, Fraction]
    faces: Mapping[Card, Face]
    """The public facts about all faces."""

    def __getitem__(self, card: Card) -> Fraction:
        return self.chances[card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    @property
    def playable(self) -> Fraction:
        """How likely it fits now."""
        return sum((chance for card, chance in self.items() if self.faces[card].playable), Fraction(0))

    @property
    def dead(self) -> Fraction:
        """How likely it is never needed."""
        return sum((chance for card, chance in self.items() if self.faces[card].dead), Fraction(0))

    @property
    def indispensable(self) -> Fraction:
        """How likely it is the last copy of a card that is still needed."""
        return sum((chance for card, chance in self.items() if self.faces[card].indispensable), Fraction(0))

    @property
    def bits(self) -> float:
        """How much is unknown about it, in bits."""
        return -sum(float(chance) * log2(chance) for chance in self.values())


@dataclass(frozen=True)
class Beliefs:
    """All hands that agree with what a seat sees and was told; after a shuffle, all deals are equally likely.

    Copies of one face are different cards: a hand with the only r5 left and one of three w1 counts three.
    Where a card went back into the deck (L6), a hand counts for each card that it may have become of.
    """

    view: View

    @cached_property
    def known(self) -> Knowledge:
        """What follows from the view by logic."""
        return know(self.view)

    @cached_property
    def hands(self) -> int:
        """In how many ways cards can lie in the own hand."""
        return sum(self.known.weights(1).values()) if self.view.my_hand else 1

    @cached_property
    def cards(self) -> tuple[CardBelief, ...]:
        """[slot - 1]"""
        faces = self.known.outlook.faces
        return tuple(CardBelief(self.known.chances(slot), faces) for slot in self.view.my_slots)

    @cached_property
    def deck(self) -> CardBelief:
        """The next card of the deck; nothing is possible when there is none."""
        faces = self.known.outlook.faces
        size = self.view.deck_size
        if not size:
            return CardBelief({}, faces)
        left = {card: Fraction(self.known.unseen(card)) for card in faces}
        for held in self.cards:
            for card, chance in held.items():
                left[card] -= chance
        return CardBelief({card: count / size for card, count in left.items() if count}, faces)

    @property
    def bits(self) -> float:
        """How much is unknown about the hand, in bits, if cards of one face are told apart."""
        return log2(self.hands)

    def distribution(self, limit: int = MOST_HANDS) -> dict[Hand, int] | None:
        """Every hand with its weight; None when there are more than ``limit`` different ones."""
        found: dict[Hand, int] = {}
        for world in self._hidden.worlds:
            slots = narrow(world.slots, world.supply)
            if not all(slots):
                continue
            for kinds, ways in _fillings(slots, list(world.supply)):
                hand = self._faces(kinds)
                found[hand] = found.get(hand, 0) + world.weight * ways
                if len(found) > limit:
                    return None
        return found

    def sample(self, rng: Random, count: int) -> list[Hand]:
        """So many hands, each drawn by its weight and independently of the others."""
        worlds = self._drawn_from
        weights = [weight for weight, _ in worlds]
        return [self._faces(source.draw(rng)) for _, source in rng.choices(worlds, weights=weights, k=count)]

    def __str__(self) -> str:
        """A line for each card: what speaks for playing and for keeping it, and its likeliest faces."""
        return "\n".join(
            f"slot {slot}: fits {float(card.playable):.0%}, of no use {float(card.dead):.0%}, "
            f"indispensable {float(card.indispensable):.0%}: {_likeliest(card)}"
            for slot, card in enumerate(self.cards, start=1)
        )

    def _repr_html_(self) -> str:
        heads = "".join(
            f"<th>{head}</th>" for head in ("slot", "fits", "of no use", "indispensable", "faces")
        )
        rows = "".join(
            f"<tr><td>{slot}</td><td>{float(card.playable):.0%}</td><td>{float(card.dead):.0%}</td>"
            f"<td>{float(card.indispensable):.0%}</td><td>{_likeliest(card)}</td></tr>"
            for slot, card in enumerate(self.cards, start=1)
        )
        return f"<table><tr>{heads}</tr>{rows}</table>"

    @cached_property
    def _hidden(self) -> HiddenHands:
        assert self.view.seat is not None
        return hidden_hands(self.view, [self.view.seat])

    @cached_property
    def _drawn_from(self) -> list[tuple[float, _Source]]:
        """The worlds in which a card that went back (L6) may be, each with its share of all hands."""
        sources = [_Source(world.slots, world.supply) for world in self._hidden.worlds]
        weights = [
            world.weight * source.ways.total
            for world, source in zip(self._hidden.worlds, sources, strict=True)
        ]
        total = sum(weights)
        if not total:
            raise ImpossibleTable("table.no-deal-agrees")
        found = zip(weights, sources, strict=True)
        return [(weight / total, source) for weight, source in found if weight]

    def _faces(self, kinds: Sequence[int]) -> Hand:
        cards = self._hidden.cards
        return tuple([cards[kind if kind < len(cards) else self._hidden.returned] for kind in kinds])


def _likeliest(card: CardBelief, most: int = 6) -> str:
    """The likeliest faces with their chances; dots stand for the others."""
    ranked = sorted(card, key=lambda face: -card[face])
    shown = [f"{face} {float(card[face]):.0%}" for face in ranked[:most]]
    return ", ".join([*shown, *(["..."] if len(ranked) > most else [])])


class _Source:
    """Draws kinds for slots, so that each way to fill them is equally likely."""

    def __init__(self, slots: tuple[int, ...], supply: tuple[int, ...]) -> None:
        self.slots, self.supply = slots, supply
        self.ways = weigh(slots, supply)
        self._pools = [
            [(kind, copy) for kind in bits(slot) for copy in range(supply[kind])] for slot in slots
        ]
        self._kept = self.ways.total / max(1, prod(map(len, self._pools)))
        self._after: dict[tuple[int, tuple[int, ...]], Ways] = {(0, supply): self.ways}

    def draw(self, rng: Random) -> list[int]:
        """[slot] a kind"""
        return self._one_by_one(rng) if self._kept < RARE else self._at_once(rng)

    def _at_once(self, rng: Random) -> list[int]:
        """A card for each slot, drawn again until no two slots have the same."""
        while True:
            drawn = [rng.choice(pool) for pool in self._pools]
            if len(set(drawn)) == len(drawn):
                return [kind for kind, _ in drawn]

    def _one_by_one(self, rng: Random) -> list[int]:
        supply = list(self.supply)
        drawn: list[int] = []
        for slot in range(len(self.slots)):
            place = slot, tuple(supply)
            if place not in self._after:
                self._after[place] = weigh(self.slots[slot:], supply)
            holding = self._after[place].holding[0]
            at = rng.randrange(sum(holding.values()))
            drawn.append(_kind_at(holding, at))
            supply[drawn[-1]] -= 1
        return drawn


def _kind_at(holding: Mapping[int, int], at: int) -> int:
    """The kind of the way with this number, when all ways stand in a row."""
    for kind, ways in holding.items():
        at -= ways
        if at < 0:
            return kind
    raise IndexError(at)


def _fillings(slots: Sequence[int], supply: list[int]) -> Iterator[tuple[list[int], int]]:
    """Each way to give kinds to slots, and how many choices of cards it stands for."""
    # The choosiest first: that leaves fewest ways which come to nothing.
    order = sorted(range(len(slots)), key=lambda slot: slots[slot].bit_count())
    kinds = [-1] * len(slots)

    def fill(step: int, ways: int) -> Iterator[tuple[list[int], int]]:
        if step == len(order):
            yield kinds, ways
            return
        for kind in bits(slots[order[step]]):
            if supply[kind]:
                kinds[order[step]] = kind
                supply[kind] -= 1
                yield from fill(step + 1, ways * (supply[kind] + 1))
                supply[kind] += 1

    yield from fill(0, 1)
