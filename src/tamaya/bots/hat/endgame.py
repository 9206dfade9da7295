"""The last cards: rehearse the rest of the game after each sensible action, and take the best.

A rehearsal deals what the seat cannot see at random, from a key that all could know. Everybody then plays
what they know to fit, waits with clues while somebody else could play, and discards otherwise; a clue lets
all others know their cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tamaya.bots.hat.book import Book, lowest, members_of, sole
from tamaya.bots.hat.sight import Sight

KEYS = 1000
"""Random keys for the rehearsals of one turn."""
_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Kind(Enum):
    """What can be done with a turn."""

    PLAY = "play"
    CLUE = "clue"
    DISCARD = "discard"


Option = tuple[Kind, int]
"""What to do, and with which slot, from 0; a clue has slot 0."""


def rehearse(sight: Sight, usual: Option, cheapest: int) -> Option:
    """The action that does best; the usual one unless another is clearly better."""
    public = sight.public
    terms = public.book.terms
    worth = _worth(sight, usual)
    if worth == terms.samples * (public.useful.bit_count() + 1):
        return usual
    choice, best = usual, worth + terms.margin
    for option in _sensible(sight, cheapest):
        if option != usual:
            worth = _worth(sight, option)
            if worth > best:
                choice, best = option, worth
    return choice


def _sensible(sight: Sight, cheapest: int) -> list[Option]:
    """The cheapest discard, sure plays, and a clue, as far as allowed."""
    public = sight.public
    options: list[Option] = []
    if public.clues < public.book.most_clues:
        options.append((Kind.DISCARD, cheapest))
    options += [(Kind.PLAY, slot) for slot in sight.sure]
    if public.clues:
        options.append((Kind.CLUE, 0))
    return options


def _worth(sight: Sight, option: Option) -> int:
    """The cards laid in all rehearsals, and one more for each that ends with all of them."""
    needed = sight.public.useful.bit_count()
    worth = 0
    for sample in range(sight.public.book.terms.samples):
        stage = _imagine(sight, sight.public.steps * KEYS + sample)
        kind, slot = option
        laid = stage.play_on(kind, 0 if kind is Kind.CLUE else stage.mine[slot])
        worth += laid + (laid == needed)
    return worth


def _imagine(sight: Sight, key: int) -> Stage:
    """Deal what cannot be seen."""
    public = sight.public
    rest = [face for plane in sight.unseen.planes for face in members_of(plane)]
    for last in range(len(rest) - 1, 0, -1):
        other = ((_random_word(key, last) >> 32) * (last + 1)) >> 32
        rest[last], rest[other] = rest[other], rest[last]
    mine = []
    for may_be in sight.own:
        if sole(may_be):
            mine.append(may_be)
            continue
        fitting = (place for place in range(len(rest) - 1, -1, -1) if may_be >> rest[place] & 1)
        at = next(fitting, len(rest) - 1)
        mine.append(1 << rest[at])
        rest[at] = rest[-1]
        rest.pop()
    held, aware = [], []
    for seat in range(public.book.players):
        if seat == sight.seat:
            masks, cards = sight.own, mine
        else:
            masks, cards = public.masks[seat], [1 << face for face in sight.hands[seat]]
        held.append(_union(cards))
        aware.append(
            _union(
                [
                    card
                    for card, may_be in zip(cards, masks, strict=True)
                    if sole(may_be) or not may_be & ~public.wanted
                ]
            )
        )
    return Stage(
        book=public.book,
        seat=sight.seat,
        mine=mine,
        held=held,
        aware=aware,
        sizes=[len(hand) for hand in public.ids],
        rest=rest,
        wanted=public.wanted,
        useful=public.useful,
        clues=public.clues,
        deck=min(public.deck, len(rest)),
        left=-1 if sight.turns_left is None else sight.turns_left,
    )


@dataclass(slots=True)
class Stage:
    """A game that is rehearsed: sets of faces for hands, and a deck whose order is known."""

    book: Book
    seat: int
    mine: list[int]
    """[slot] set of one face: the hand of the seat that rehearses."""
    held: list[int]
    """[seat] set of faces."""
    aware: list[int]
    """[seat] set of faces: those of its hand that it may play by what it knows."""
    sizes: list[int]
    """[seat] cards in its hand."""
    rest: list[int]
    """The deck, drawn from its end."""
    wanted: int
    useful: int
    clues: int
    deck: int
    left: int
    """In the last round the turns that remain, before it -1."""

    def play_on(self, kind: Kind, card: int) -> int:
        """The cards that are laid from here to the end, beginning with an action."""
        needed, laid = self.useful.bit_count(), 0
        while True:
            if kind is Kind.CLUE:
                self._clue()
            else:
                if kind is Kind.PLAY:
                    laid += 1
                    if laid == needed:
                        return laid
                self._leave(kind, card)
            if self.left >= 0:
                self.left -= 1
                if self.left == 0:
                    return laid
            elif self.deck == 0:
                self.left = self.book.players
            self.seat = (self.seat + 1) % self.book.players
            kind, card = self._usual()

    def _clue(self) -> None:
        self.clues -= 1
        for other in range(self.book.players):
            if other != self.seat:
                self.aware[other] = self.held[other]

    def _leave(self, kind: Kind, card: int) -> None:
        """A card leaves the hand, and another one is drawn."""
        seat, token = self.seat, kind is Kind.DISCARD
        self.sizes[seat] -= 1
        self.held[seat] &= ~card
        if kind is Kind.PLAY:
            self.useful &= ~card
            after = self.book.after[lowest(card)]
            self.wanted = (self.wanted & ~card) | after
            token = not after
        if token and self.clues < self.book.most_clues:
            self.clues += 1
        if self.deck > 0 and self.left < 0:
            self.deck -= 1
            self.held[seat] |= 1 << self.rest.pop()
            self.sizes[seat] += 1

    def _usual(self) -> tuple[Kind, int]:
        """What a player does, and with which card."""
        held = self.held[self.seat] & self.useful
        fitting = held & self.wanted & self.aware[self.seat]
        if fitting:
            return Kind.PLAY, 1 << max(members_of(fitting), key=self.book.length.__getitem__)
        elsewhere = _union([hand for seat, hand in enumerate(self.held) if seat != self.seat])
        spare = self.sizes[self.seat] - held.bit_count()
        waiting = self.clues == self.book.most_clues or self.left >= 0
        if self.clues > 0 and (waiting or spare == 0 or elsewhere & self.wanted):
            return Kind.CLUE, 0
        if spare or not held:
            return Kind.DISCARD, 0
        return Kind.DISCARD, 1 << min(members_of(held & elsewhere or held), key=self.book.length.__getitem__)


def _union(sets: list[int]) -> int:
    union = 0
    for each in sets:
        union |= each
    return union


def _random_word(key: int, count: int) -> int:
    """Splitmix64, as in ``tamaya.rules.deal``."""
    word = (key + (count + 1) * _GAMMA) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)
