"""From the history of a game to what all know: every seat reads the same events and comes to the same end.

One seat sees all hands but its own. It works out what the others were told by looking at their cards, and
what it was told itself by subtracting that from the sum.
"""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.bots.facts import CLUE, DISCARD, PLAY, UNSEEN, set_of
from tamaya.bots.hat import conventions
from tamaya.bots.hat.choose import NO_CLUE
from tamaya.bots.hat.state import book_of, is_late, new_public, new_sight, settle, sure_slots, useless_slots
from tamaya.bots.hat.tiles import DECISIONS
from tamaya.engine.events import (
    Clued,
    Completed,
    Discarded,
    Drew,
    Encored,
    Event,
    Played,
    Rearranged,
    Revealed,
    WentBack,
)
from tamaya.engine.view import View
from tamaya.rules import Rules, Seat


class HistoryReader:
    """What a seat makes of the events."""

    def __init__(self, rules: Rules, players: int, seat: int) -> None:
        self.book = book_of(rules, players)
        self.public = new_public(self.book)
        self.sight = new_sight(self.book, seat)
        self.trusted = True
        """Whether all players have kept to the sums; after that, nothing more is read."""
        self._tables = rules.tables
        self._numbers = {card: face for face, card in enumerate(rules.tables.cards)}
        self._faces: dict[int, int] = {}
        """id: the face of each card that the seat has seen"""
        size = self.book.hand
        self._hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
        """[seat][slot] the ids of the cards"""

    def read(self, view: View, events: Sequence[Event]) -> None:
        """Take in what has happened, up to the view."""
        shown = {held.id: held.card for hand in view.hands for held in hand if held.card is not None}
        shown |= {event.id: event.card for event in events if isinstance(event, Played | Discarded)}
        self._faces |= {card: self._numbers[face] for card, face in shown.items()}
        for event in events:
            if self.trusted:
                self._follow(event)
        settle(self.book, self.public)
        self._look_at_hands()
        self.public.turns_left = -1 if view.turns_left is None else view.turns_left

    def _look_at_hands(self) -> None:
        for seat, hand in enumerate(self._hands):
            for slot, card in enumerate(hand):
                self.sight.faces[seat][slot] = self._faces.get(card, UNSEEN)

    def _follow(self, event: Event) -> None:
        public = self.public
        match event:
            case Clued() | Discarded() | Played() | WentBack() | Encored():
                settle(self.book, public)
                self._look_at_hands()
                self._follow_action(event)
                public.decision = 0
                public.steps += 1
            case Completed(token=True):
                public.clues += 1
            case Revealed(tile=tile, lost=lost):
                public.clues = min(public.clues + tile.clues, max(self.book.most_clues, public.clues))
                public.decision = 0 if lost else DECISIONS[tile.decision]
            case Drew(seat, card):
                public.deck -= 1
                self._hands[seat].append(card)
                conventions.see_draw(self.book, public, seat)
            case Rearranged(seat, order):
                hand = public.hands[seat]
                for slots in (self._hands[seat], hand.may_be, hand.told):
                    slots[: len(order)] = [slots[slot - 1] for slot in order]
            case _:
                pass

    def _follow_action(
        self, event: Clued[Seat] | Discarded[Seat] | Played[Seat] | WentBack[Seat] | Encored[Seat]
    ) -> None:
        match event:
            case Clued():
                self._follow_clue(event)
            case Discarded():
                self._follow_discard(event)
            case Played():
                self._follow_play(event)
            case WentBack():
                self.public.deck += 1
                conventions.see_return(self.public, self._numbers[event.card])
            case Encored():
                if event.fits:
                    conventions.see_encore(self.book, self.public, self._numbers[event.card])

    def _follow_clue(self, event: Clued[Seat]) -> None:
        book, public = self.book, self.public
        could_play = sure_slots(public, public.hands[event.giver]) and not is_late(book, public)
        if could_play and not event.free:
            self.trusted = False
            return
        clue = self._tables.clues.index(event.clue)
        touched = set_of(slot - 1 for slot in event.slots)
        self._read(event.giver, CLUE, event.receiver, clue, touched)
        conventions.see_clue(book, public, event.receiver, clue, touched)
        public.clues -= not event.free

    def _follow_discard(self, event: Discarded[Seat]) -> None:
        book, public, slot = self.book, self.public, event.slot - 1
        hand = public.hands[event.seat]
        useless = useless_slots(public, hand)
        if (sure_slots(public, hand) and not is_late(book, public)) or (useless and not useless >> slot & 1):
            self.trusted = False
            return
        self._read(event.seat, DISCARD, slot)
        self._lose(event)
        conventions.see_discard(public, event.seat, slot, self._numbers[event.card])
        public.clues = min(public.clues + 1, max(book.most_clues, public.clues))

    def _follow_play(self, event: Played[Seat]) -> None:
        book, public, slot = self.book, self.public, event.slot - 1
        if slot == conventions.DECK:
            public.deck -= 1
            conventions.see_play(book, public, event.seat, slot, self._numbers[event.card], event.fits)
            return
        self._read(event.seat, PLAY, slot)
        self._lose(event)
        conventions.see_play(book, public, event.seat, slot, self._numbers[event.card], event.fits)
        if not event.fits and (public.clues < book.most_clues or (book.exact and book.most_clues)):
            # Where a sum may lack a clue, and nothing may be discarded, a card is played in its place.
            self.trusted = False

    def _read(self, seat: int, kind: int, where: int, clue: int = NO_CLUE, touched: int = 0) -> None:
        """Hear what an action tells; this seat does not see its own cards."""
        book, public, sight = self.book, self.public, self.sight
        conventions.read_action(book, public, sight, seat, kind, where, clue, touched, hearer=sight.seat)
        conventions.accept_heard(book, public)

    def _lose(self, event: Played[Seat] | Discarded[Seat]) -> None:
        """A card leaves a hand; if it is not what all took it for, a player told a sum that was none."""
        may_be = self.public.hands[event.seat].may_be[event.slot - 1]
        if not may_be >> self._numbers[event.card] & 1:
            self.trusted = False
        del self._hands[event.seat][event.slot - 1]
