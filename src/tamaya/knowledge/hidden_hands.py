"""Hidden hands as a question of counting: slots, the marks on them, and the cards that may lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import or_
from typing import TypeAlias, TypeVar

from tamaya.engine.events import Discarded, Drew, Event, Played, WentBack
from tamaya.engine.view import SeenCard, View
from tamaya.knowledge.counting import bits, narrow, weigh
from tamaya.rules import Card, ImpossibleTable, Seat, Tables

Faces: TypeAlias = tuple[Card, ...]
"""Different faces, suit by suit, from 1 upwards."""

AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True)
class HiddenHands:
    """Hidden hands, all to be filled at once, and the faces that each of their slots can hold.

    With F faces the kinds of card are: 0 to F - 1, those that none of them sees; F to 2F - 1, those that
    the viewer sees in the owner's hand, so that they can lie in no other hidden hand; and 2F, the card that
    went back into the deck (L6), which no card drawn before that can be.
    """

    cards: Faces
    """[face]"""
    seats: tuple[Seat, ...]
    """Whose hands are hidden."""
    sizes: tuple[int, ...]
    """[hidden hand] its slots."""
    returned: int
    """The face of the card that went back."""
    worlds: tuple[_World, ...]
    """What may have become of that card."""

    @cached_property
    def possible(self) -> dict[Seat, tuple[Faces, ...]]:
        """Seat: [slot - 1] the faces that it holds in some answer."""
        slots = [0] * sum(self.sizes)
        for world in self.worlds:
            slots = list(map(or_, slots, narrow(world.slots, world.supply)))
        if not all(slots):
            raise ImpossibleTable("table.no-deal-agrees")
        return self._by_seat([self._faces(kinds) for kinds in slots])

    @cached_property
    def weights(self) -> dict[Seat, tuple[dict[Card, int], ...]]:
        """Seat: [slot - 1] face: the number of equally likely answers that have it there."""
        found = [dict.fromkeys(possible, 0) for hand in self.possible.values() for possible in hand]
        for world in self.worlds:
            for weights, holding in zip(found, weigh(world.slots, world.supply).holding, strict=True):
                for kind, ways in holding.items():
                    [card] = self._faces(1 << kind)
                    weights[card] += world.weight * ways
        return self._by_seat(found)

    def _faces(self, kinds: int) -> Faces:
        count = len(self.cards)
        plain = (kinds | kinds >> count) & (1 << count) - 1
        return tuple([self.cards[face] for face in bits(plain | kinds >> 2 * count << self.returned)])

    def _by_seat(self, answers: Sequence[AnswerT]) -> dict[Seat, tuple[AnswerT, ...]]:
        found: dict[Seat, tuple[AnswerT, ...]] = {}
        start = 0
        for seat, size in zip(self.seats, self.sizes, strict=True):
            found[seat] = tuple(answers[start : start + size])
            start += size
        return found


@dataclass(frozen=True, slots=True)
class _World:
    """What is to be counted."""

    slots: tuple[int, ...]
    """[place] the kinds it is open to, as bits; the places are the hidden slots, hand by hand."""
    supply: tuple[int, ...]
    """[kind]"""
    weight: int = 1
    """How much an answer counts here, beside one in another world."""


def hidden_hands(view: View, hidden: Sequence[Seat], *, owner: Seat | None = None) -> HiddenHands:
    """The question which cards some hands may hold; the viewer does see that of the ``owner`` among them."""
    tables = view.rules.tables
    seen = shown(view, [seat for seat in range(view.players) if seat not in hidden])
    kept = shown(view, [] if owner is None else [owner])
    slots = [
        faces << len(tables.cards) | faces if seat == owner else faces
        for seat in hidden
        for faces in [told(tables, held.yes, held.no) for held in view.hands[seat]]
    ]
    supply = [*unseen(view, [*seen, *kept]), *_count(tables, kept), 0]
    returned, worlds = _worlds(view, hidden, slots, supply, seen=seen, kept=kept)
    sizes = tuple([len(view.hands[seat]) for seat in hidden])
    return HiddenHands(tables.cards, tuple(hidden), sizes, returned, worlds)


def _worlds(
    view: View,
    hidden: Sequence[Seat],
    slots: list[int],
    supply: list[int],
    *,
    seen: list[SeenCard],
    kept: list[SeenCard],
) -> tuple[int, tuple[_World, ...]]:
    """The face of the card that went back (L6), and what may have become of it.

    Either it has been seen since, and is any of the cards that it may be; or it is any copy of its face that
    is still hidden, in the owner's hand or elsewhere. All these are equally likely, hence the weights.
    """
    back = _find_returned(view)
    if back is None:
        return 0, (_World(tuple(slots), tuple(supply)),)
    cards = view.rules.tables.cards
    face = cards.index(back.card)
    worlds = []
    if sighted := back.shown + back.among(seen):
        worlds.append(_World(tuple(slots), tuple(supply), weight=sighted))
    since = [held.id >= back.since for seat in hidden for held in view.hands[seat]]
    for source, copies in ((face, supply[face]), (face + len(cards), back.among(kept))):
        if copies:
            taken = [*supply[:-1], 1]
            taken[source] -= 1
            places = [
                slot | (drawn_since and slot >> source & 1) << 2 * len(cards)
                for slot, drawn_since in zip(slots, since, strict=True)
            ]
            worlds.append(_World(tuple(places), tuple(taken), weight=copies))
    return face, tuple(worlds)


@dataclass(frozen=True, slots=True)
class _Returned:
    """A card that went back. There is one such tile in a game (L1), so there is at most one such card."""

    card: Card
    since: int
    """The first id drawn afterwards: no card with a lower one can be it."""
    shown: int
    """How many cards of its face, drawn since, have been played or discarded. It may be any of them."""

    def among(self, cards: Iterable[SeenCard]) -> int:
        """How many of some visible cards it may be."""
        return sum(held.card == self.card and held.id >= self.since for held in cards)


def _find_returned(view: View) -> _Returned | None:
    """The card that went back, if one did."""
    if not view.rules.bonus:
        return None
    events = iter(view.history)
    card = next((event.card for event in events if isinstance(event, WentBack)), None)
    if card is None:
        return None
    later = list(events)
    since = next(_draws(later), view.rules.deck_size + 1)
    shown = [event for event in later if isinstance(event, Played | Discarded) and event.id >= since]
    return _Returned(card, since, sum(event.card == card for event in shown))


def _draws(events: Iterable[Event]) -> Iterator[int]:
    for event in events:
        match event:
            case Drew(id=card_id) | Played(id=card_id, slot=0):
                yield card_id
            case _:
                pass


@lru_cache(maxsize=1 << 14)
def told(tables: Tables, yes: str, no: str) -> int:
    """The faces, as bits, of a card that some clues have touched and others have missed."""
    faces = (1 << len(tables.cards)) - 1
    for clue in yes:
        faces &= _touched(tables, clue)
    for clue in no:
        faces &= ~_touched(tables, clue)
    return faces


def unseen(view: View, seen: Iterable[SeenCard]) -> list[int]:
    """[face] how many copies are neither discarded nor laid nor among the cards seen in hands."""
    tables = view.rules.tables
    left = dict(tables.supply)
    for card in view.discards:
        left[card] -= 1
    for suit, laid in zip(tables.suits, view.displays, strict=True):
        for rank in suit.order[:laid]:
            left[Card(f"{suit.letter}{rank}")] -= 1
    for held in seen:
        assert held.card is not None
        left[held.card] -= 1
    return list(left.values())


def shown(view: View, seats: Iterable[int]) -> list[SeenCard]:
    """The cards in some hands whose faces the viewer sees."""
    return [held for seat in seats for held in view.hands[seat] if held.card is not None]


def _count(tables: Tables, cards: Iterable[SeenCard]) -> list[int]:
    count = dict.fromkeys(tables.cards, 0)
    for held in cards:
        assert held.card is not None
        count[held.card] += 1
    return list(count.values())


def _touched(tables: Tables, clue: str) -> int:
    row = tables.touch[tables.clues.index(clue)]
    return sum([1 << face for face, touched in enumerate(row) if touched])
