"""From the history of a game to what all know: every seat reads the same events and comes to the same end.

One seat sees all hands but its own. It works out what the others were told by looking at their cards, and
what it was told itself by subtracting that from the sum.
"""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.bots.hat.book import Book
from tamaya.bots.hat.public import Public
from tamaya.bots.hat.sums import Message, ask_hand, conclude, expect, hear_word, message_of
from tamaya.engine.events import Clued, Completed, Discarded, Drew, Event, Played, Rearranged
from tamaya.engine.view import View
from tamaya.rules import Seat


class Reader:
    """What a seat makes of the events."""

    def __init__(self, book: Book, seat: int) -> None:
        self.book = book
        self.seat = seat
        self.public = Public.start(book)
        self.public.settle()
        self.faces: dict[int, int] = {}
        """id: the face of each card that the seat has seen"""

    def read(self, view: View, events: Sequence[Event]) -> None:
        """Take in what has happened, up to the view."""
        for hand in view.hands:
            for held in hand:
                if held.card is not None:
                    self.faces[held.id] = self.book.face[held.card]
        for event in events:
            if isinstance(event, Played | Discarded):
                self.faces[event.id] = self.book.face[event.card]
        for event in events:
            self._take_in(event)
        self.public.settle()

    def hands(self, giver: int) -> dict[int, list[int]]:
        """The faces in the hands that a seat and this one both see."""
        return {
            other: [self.faces[card] for card in self.public.ids[other]]
            for other in self.book.others(giver)
            if other != self.seat
        }

    def _take_in(self, event: Event) -> None:
        public = self.public
        match event:
            case Clued():
                public.settle()
                self._clued(event)
                public.steps += 1
            case Discarded(seat, slot, _, card):
                public.settle()
                if public.trusted:
                    self._discarded(seat, slot - 1)
                face = self.book.face[card]
                self._lose(seat, slot - 1, face)
                public.gone[face] += 1
                public.clues = min(public.clues + 1, max(self.book.most_clues, public.clues))
                public.steps += 1
            case Played():
                public.settle()
                self._played(event)
                public.steps += 1
            case Completed(token=True):
                public.clues += 1
            case Drew(seat, card):
                public.deck -= 1
                public.ids[seat].append(card)
                public.masks[seat].append(self.book.every)
                public.told[seat].append(self.book.every)
            case Rearranged(seat, order):
                for hands in (public.ids, public.masks, public.told):
                    hands[seat] = [hands[seat][slot - 1] for slot in order]
            case _:
                pass

    def _clued(self, event: Clued[Seat]) -> None:
        public, book = self.public, self.book
        clue = book.clues.index(event.clue)
        slots = {slot - 1 for slot in event.slots}
        if public.trusted:
            if public.sure(event.giver) and not public.late:
                public.distrust()
            else:
                expect(public, event.giver)
                message = message_of(public, event.giver, event.receiver, clue, slots)
                if message:
                    self._hear(event.giver, message)
        if not event.free:
            public.clues -= 1
        touch = book.touch[clue]
        for slot in range(len(public.ids[event.receiver])):
            says = touch if slot in slots else ~touch
            public.told[event.receiver][slot] &= says
            left = public.masks[event.receiver][slot] & says
            public.masks[event.receiver][slot] = left or public.told[event.receiver][slot]

    def _discarded(self, seat: int, slot: int) -> None:
        """What a discard tells: that nobody needed a clue, and perhaps a sum."""
        public = self.public
        useless = public.useless(seat)
        if (public.sure(seat) and not public.late) or (useless and slot not in useless):
            public.distrust()
            return
        expect(public, seat)
        if public.proves(seat):
            conclude(public, seat)
        if len(useless) > 1:
            self._hear(seat, Message(useless.index(slot), len(useless)))

    def _played(self, event: Played[Seat]) -> None:
        public = self.public
        face = self.book.face[event.card]
        if event.slot == 0:
            # From the deck, where a table allows it; this bot never does.
            public.deck -= 1
            public.distrust()
            public.hidden.take(1 << face)
        else:
            if public.trusted and event.fits and not public.late:
                sure = public.sure(event.seat)
                if len(sure) > 1 and event.slot - 1 in sure:
                    expect(public, event.seat)
                    self._hear(event.seat, Message(sure.index(event.slot - 1), len(sure)))
            self._lose(event.seat, event.slot - 1, face)
        if event.fits:
            public.wanted = (public.wanted & ~(1 << face)) | self.book.after[face]
        else:
            public.gone[face] += 1
            if public.clues < self.book.most_clues or (self.book.exact and self.book.most_clues):
                # Where a sum may lack a clue, and nothing may be discarded, a card is played in its place.
                public.distrust()

    def _hear(self, giver: int, message: Message) -> None:
        """Everybody learns their part of a sum."""
        public = self.public
        parts = {
            other: ask_hand(public, other, message.modulus, faces)
            for other, faces in self.hands(giver).items()
        }
        if giver != self.seat:
            own = (message.total - sum(part.word for part in parts.values())) % message.modulus
            parts[self.seat] = hear_word(public, self.seat, message.modulus, own)
        for other, part in parts.items():
            public.masks[other] = part.masks

    def _lose(self, seat: int, slot: int, face: int) -> None:
        """A card leaves a hand for all to see."""
        public = self.public
        expected = public.masks[seat][slot]
        for hands in (public.ids, public.masks, public.told):
            del hands[seat][slot]
        public.hidden.take(1 << face)
        if not expected >> face & 1:
            # Somebody told a sum that was none.
            public.distrust()
