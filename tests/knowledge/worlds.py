"""Games dealt again so that a viewer could not tell them from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from tamaya.engine import Action, Back, Passed, Revealed, State, View
from tamaya.knowledge import know
from tamaya.rules import Card, Deal, Seat
from tamaya.rules.deal import landing
from tests.helpers import Seed, allows


@dataclass(frozen=True)
class Story:
    """A game so far: how it began, what was done, and how it stands."""

    start: State
    deal: Deal
    actions: tuple[Action, ...]
    now: State
    back: tuple[Card, int, int] | None
    """The card that went back (L6), how many had been drawn, and where it landed."""

    @classmethod
    def of(cls, seed: Seed, length: int) -> Story:
        """The first actions of a driven game."""
        start = state = seed.start()
        actions: list[Action] = []
        back = None
        for before, action, after in seed.play():
            if len(actions) == length:
                break
            if isinstance(action, Back):
                place = before.drawn + landing(before.salt, before.returned, before.deck_size)
                back = action.card, before.drawn, place
            actions.append(action)
            state = after
        return cls(start, Deal.shuffle(start.rules, seed.deal), tuple(actions), state, back)

    def retell(self, cards: Sequence[Card], returned: int | None) -> State:
        """The same actions on another deal: the cards by id, and the id of the one that went back."""
        deck = [card for card_id, card in enumerate(cards) if card_id != returned]
        salt = self.deal.salt
        if returned is not None:
            assert self.back is not None
            _, drawn, _ = self.back
            room = len(cards) - 1 - drawn
            salt = next(salt for salt in count() if landing(salt, 0, room) == returned - drawn)
        deal = Deal(tuple(deck), self.deal.tiles, salt)
        state = State.start(self.start.rules, self.start.players, deal=deal, first=self.start.first)
        for action in self.actions:
            state = state.apply(action)
        return state

    def witness(self, seat: Seat, slot: int, card: Card) -> State | None:
        """A deal in which a seat holds a card in a slot and sees what it truly sees, if there is one."""
        hand = self.now.hands[seat]
        mine = [held.id for held in hand]
        hidden = [*mine, *range(self.now.drawn, len(self.now.cards))]
        pool = Counter(self.now.cards[card_id] for card_id in hidden)
        tables = self.now.tables
        options = [
            [face for face in tables.cards if allows(tables, face, held.yes, held.no)] for held in hand
        ]
        options[slot - 1] = [card]
        for faces in _fillings(options, pool.copy()):
            rest = (pool - Counter(faces)).elements()
            cards = list(self.now.cards)
            for card_id, face in zip(hidden, [*faces, *rest], strict=True):
                cards[card_id] = face
            if self.back is None:
                return self.retell(cards, None)
            went_back, drawn, _ = self.back
            for place in range(drawn, len(cards)):
                if cards[place] == went_back:
                    return self.retell(cards, place)
        return None


def _fillings(options: Sequence[Sequence[Card]], pool: Counter[Card]) -> Iterator[list[Card]]:
    """All ways to fill slots; the one with the least choice is filled first."""
    if not options:
        yield []
        return
    slot = min(range(len(options)), key=lambda index: len(options[index]))
    others = [*options[:slot], *options[slot + 1 :]]
    for face in options[slot]:
        if pool[face]:
            pool[face] -= 1
            for rest in _fillings(others, pool):
                yield [*rest[:slot], face, *rest[slot:]]
            pool[face] += 1


def betrays(view: View) -> bool:
    """Whether a refusal may have told something about hands: where clues must touch a card (T3).

    Then a tile that is lost or not, and a player who is passed over, depend on what the others hold.
    """
    refusal = any(isinstance(event, Revealed | Passed) for event in view.history)
    return refusal and not view.rules.empty


def all_of(view: View) -> dict[str, object]:
    """Every answer that knowledge of a view can give."""
    known = know(view)
    seats = [Seat(seat) for seat in range(view.players)]
    seen = [seat for seat in seats if seat != view.seat and view.seat is not None]
    slots = view.my_slots
    return {
        "faces": known.outlook.faces,
        "furthest": known.furthest,
        "best score": known.best_score,
        "pace": known.pace,
        "unseen": [known.unseen(card) for card in view.rules.tables.cards],
        "told": [known.told(slot) for slot in slots],
        "possible": [known.possible(slot) for slot in slots],
        "identity": [known.identity(slot) for slot in slots],
        "chances": [known.chances(slot) for slot in slots],
        "sure": [
            (known.surely_playable(slot), known.surely_dead(slot), known.surely_indispensable(slot))
            for slot in slots
        ],
        "likely": [
            (known.chance_playable(slot), known.chance_dead(slot), known.chance_indispensable(slot))
            for slot in slots
        ],
        "empathy": [known.empathy(seat) for seat in seats],
        "public": [known.public(seat) for seat in seats],
        "previews": [known.previews(seat) for seat in seen],
    }
