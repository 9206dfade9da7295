"""What ``hat`` does on its turn, and what it says about it."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.bots.hat.book import book_for, objection
from tamaya.bots.hat.endgame import Kind, Option, rehearse
from tamaya.bots.hat.reading import Reader
from tamaya.bots.hat.sight import Sight
from tamaya.bots.hat.sums import ask_hand, conclude, expect, gain, in_need, message_of, shares
from tamaya.bots.registry import Choice, bot
from tamaya.bots.simple import careful
from tamaya.engine.actions import Action, Clue, Discard, Play
from tamaya.engine.events import Event
from tamaya.engine.view import View


@bot(name="hat", conventions="hat sums", objection=objection, compiled="tamaya.fast.hat:finish_games")
class Hat:
    """Tells everybody something at once, by sums that each can take apart."""

    def __init__(self, _seed: int | str) -> None:
        self._reader: Reader | None = None

    def act(self, view: View, events: Sequence[Event]) -> Choice:
        """What to do, with what all know of the reason."""
        assert view.seat is not None
        if objection(view.rules, view.players):
            return Choice(_plain(view))
        if self._reader is None:
            self._reader = Reader(book_for(view.rules, view.players), view.seat)
        reader = self._reader
        reader.read(view, events)
        if not reader.public.trusted:
            return Choice(_plain(view), reason="Somebody leaves the sums, so clues are taken at their word.")
        choice = _Turn(view, reader).choose()
        return choice if choice.action in view.actions else Choice(_plain(view), reason="No sum fits here.")


class _Turn:
    """One turn of a seat."""

    def __init__(self, view: View, reader: Reader) -> None:
        self.view = view
        self.seat = reader.seat
        self.public = reader.public
        self.book = reader.book
        self.sight = Sight.of(reader.public, reader.seat, reader.hands(reader.seat), view.turns_left)
        expect(self.public, self.seat)
        self.cheapest, self.cost = self.sight.cheapest()

    def choose(self) -> Choice:
        """The action, which may tell a sum."""
        kind, slot = self._usual()
        if self.public.late and self.public.useful and self.sight.own:
            kind, slot = rehearse(self.sight, (kind, slot), self.cheapest)
        if kind is Kind.PLAY:
            return self._play(slot)
        if kind is Kind.CLUE:
            choice = self._clue()
            if choice:
                return choice
        if self.public.clues == self.book.most_clues and not self.book.discard_full:
            return Choice(Play(self.sight.likeliest() + 1), reason="There is no clue for the sum.")
        return self._discard(chosen=kind is Kind.DISCARD)

    def _usual(self) -> Option:
        play = self.sight.best_play()
        if play is not None:
            return Kind.PLAY, play
        if not self.sight.own or (self.public.clues and self._prefers_clue()):
            return Kind.CLUE, 0
        return Kind.DISCARD, self.cheapest

    def _prefers_clue(self) -> bool:
        """Whether to give a clue, with nothing to play."""
        public, terms = self.public, self.book.terms
        if public.hoards(self.seat):
            return False
        if public.clues == self.book.most_clues or self.view.turns_left is not None:
            return True
        if any(in_need(public, other, faces) for other, faces in self.sight.hands.items()):
            return True
        if public.pace <= terms.patience and self.sight.seen & public.wanted:
            return True
        return self.cost > terms.dear and public.clues > terms.thrift

    def _play(self, slot: int) -> Choice:
        """A sure play, and among several that all know to be sure the one that tells the sum."""
        sure = self.public.sure(self.seat)
        if slot not in sure:
            return Choice(Play(slot + 1), reason=f"Slot {slot + 1} must fit, by what this seat sees.")
        if self.public.late or len(sure) < 2:
            return Choice(Play(slot + 1), reason=f"All know that slot {slot + 1} fits.")
        slot = sure[self._sum(len(sure))]
        told = f"Slots {_listed(sure)} fit; that it is slot {slot + 1} tells a sum."
        return Choice(Play(slot + 1), reason=told)

    def _discard(self, *, chosen: bool) -> Choice:
        """A card that all know to be useless, the one that tells the sum; or the cheapest."""
        useless = self.public.useless(self.seat)
        needless = chosen and self.public.proves(self.seat)
        why = "Nobody needs a clue. " if needless else ""
        if not useless:
            return Choice(Discard(self.cheapest + 1), reason=f"{why}This card is missed least.")
        slot = useless[0]
        if len(useless) == 1:
            return Choice(Discard(slot + 1), reason=f"{why}All know that slot {slot + 1} is useless.")
        if needless:
            kept = [list(hand) for hand in self.public.masks]
            conclude(self.public, self.seat)
            slot = useless[self._sum(len(useless))]
            self.public.masks = kept
        else:
            slot = useless[self._sum(len(useless))]
        told = f"Slots {_listed(useless)} are useless; that it is slot {slot + 1} tells a sum."
        return Choice(Discard(slot + 1), reason=why + told)

    def _sum(self, modulus: int) -> int:
        """The sum of what the others are told."""
        hands = self.sight.hands.items()
        return sum(ask_hand(self.public, seat, modulus, faces).word for seat, faces in hands) % modulus

    def _clue(self) -> Choice | None:
        """The clue that tells the sum, the most telling one; None if there is none."""
        public, book = self.public, self.book
        clues = [action for action in self.view.actions if isinstance(action, Clue)]
        found = shares(public, self.seat)
        modulus = sum(share.many for share in found)
        if modulus == 0:
            return Choice(clues[0], reason="This clue says what it says.") if clues else None
        total = self._sum(modulus)
        receiver = next(seat for seat, first, many in found if first <= total < first + many)
        asked = ask_hand(public, receiver, modulus, self.sight.hands[receiver]).masks
        plain: Clue | None = None
        best: tuple[int, Clue] | None = None
        for action in clues:
            if action.receiver != receiver:
                continue
            clue = book.clues.index(action.clue)
            touched = book.touch[clue]
            slots = {slot for slot, face in enumerate(self.sight.hands[receiver]) if touched >> face & 1}
            message = message_of(public, self.seat, receiver, clue, slots)
            if message is None:
                plain = plain or action
            elif message.total == total:
                worth = gain(book, public, asked, receiver, clue, slots)
                if best is None or worth > best[0]:
                    best = worth, action
        if best:
            reason = f"The sum is {total} of {modulus}: everybody subtracts what they see."
            return Choice(best[1], reason=reason, secret=self._told(modulus))
        if plain:
            return Choice(plain, reason="It touches all cards of the hand, so it says what it says.")
        if clues and not self.sight.own:
            return Choice(clues[0], reason="There is no clue for the sum.")
        return None

    def _told(self, modulus: int) -> str:
        """What each of the others is told."""
        parts = (
            f"{self.view.names[seat]} {ask_hand(self.public, seat, modulus, faces).word}"
            for seat, faces in self.sight.hands.items()
        )
        return f"The parts of the sum: {', '.join(parts)}."


def _plain(view: View) -> Action:
    """Good sense without sums."""
    return careful(view) if view.my_hand else view.actions[0]


def _listed(slots: list[int]) -> str:
    return " and ".join(str(slot + 1) for slot in slots)
