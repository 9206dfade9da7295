"""What a coach says to the player who asks: how a clue will be read, and what a move is good for.

A bot that coaches works out the facts, a ``ClueReading``, an ``OwnCard``; the sentences are the same for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tamaya.engine.story import card_label, clue_words
from tamaya.engine.view import View
from tamaya.rules import Card, Rules, Seat
from tamaya.words import Message, Who

MOST_LISTED = 6
"""Cards that are named one by one; more of them are counted."""

Certainty: TypeAlias = Literal["certain", "conventions"]
"""Whether something follows from the words of the clues and the cards in sight, or only if all keep to the
conventions."""


@dataclass(frozen=True, slots=True)
class ClueReading:
    """How the receiver will read a clue. Slots are the receiver's, from 1; the giver sees their cards."""

    receiver: Seat
    plays: tuple[int, ...] = ()
    """What the receiver will take for playable by it."""
    waits: tuple[int, ...] = ()
    """What the receiver will play by it once it fits."""
    keep: int | None = None
    """The next discard, which the clue keeps."""
    useful: tuple[int, ...] = ()
    """Other cards that it touches, and that the receiver will take for useful."""
    useless: tuple[int, ...] = ()
    """What the receiver will take for useless by it."""
    misfits: tuple[int, ...] = ()
    """Those of ``plays`` that do not fit, and of ``waits`` that are not what they will be taken for."""
    twins: tuple[int, ...] = ()
    """Those of ``plays`` and ``waits`` whose other copy is clued already."""
    wasted: tuple[int, ...] = ()
    """Those of ``useful`` that are of no use."""
    last: bool = False
    """Whether the card that is kept is the last copy of one that is needed."""

    def tell(self, view: View) -> Iterator[Message]:
        """The reading in sentences: what goes wrong first, then what the receiver will do."""
        who = Who(self.receiver)
        for slot in self.misfits:
            card = self._card(view, slot)
            if slot in self.plays:
                yield Message("coach.strike", who=who, slot=slot, card=card)
            else:
                yield Message("coach.mistaken", who=who, slot=slot, card=card)
        good = [slot for slot in self.plays if slot not in self.misfits]
        if good:
            yield Message("coach.read-play", who=who, count=len(good), slots=tuple(good))
        if cards := tuple(self._card(view, slot) for slot in good if slot not in self.twins):
            yield Message("coach.fits", count=len(cards), cards=cards)
        for slot in self.waits:
            if slot not in self.misfits:
                yield Message("coach.read-wait", who=who, slot=slot, card=self._card(view, slot))
        if self.twins:
            yield Message("coach.twin", count=len(self.twins), slots=self.twins)
        if self.keep is not None:
            yield Message("coach.read-keep", who=who, slot=self.keep)
            if self.last:
                yield Message("coach.last-copy", card=self._card(view, self.keep))
        yield from self._tell_the_rest(acted=bool(self.plays or self.waits or self.keep))

    def _tell_the_rest(self, *, acted: bool) -> Iterator[Message]:
        who = Who(self.receiver)
        if self.useless:
            yield Message("coach.read-useless", who=who, count=len(self.useless), slots=self.useless)
        elif not acted and self.useful:
            yield Message("coach.read-useful", who=who, count=len(self.useful), slots=self.useful)
        elif not acted:
            yield Message("coach.read-nothing", who=who)
        if self.wasted:
            yield Message("coach.wasted", count=len(self.wasted), slots=self.wasted)

    def _card(self, view: View, slot: int) -> Message:
        card = view.hands[self.receiver][slot - 1].card
        assert card is not None, "the giver of a clue sees the hand"
        return card_label(card, view.rules)


@dataclass(frozen=True, slots=True)
class OwnCard:
    """What the player takes a card of their own for."""

    slot: int
    cards: tuple[Card, ...]
    certainty: Certainty

    def why_play(self, rules: Rules, chance: float) -> Iterator[Message]:
        """Why to play it: it fits, or it may."""
        if chance < 1:
            yield Message("coach.play-chance", slot=self.slot, chance=chance)
            return
        if len(self.cards) > MOST_LISTED:
            yield Message("coach.play-any", slot=self.slot, count=len(self.cards))
        else:
            cards = tuple(card_label(card, rules) for card in self.cards)
            yield Message("coach.play-card", slot=self.slot, count=len(cards), cards=cards)
        yield Message("coach.how-sure", certainty=self.certainty)

    def why_useless(self) -> Iterator[Message]:
        """Why to discard it: it is of no use."""
        yield Message("coach.discard-useless", slot=self.slot)
        yield Message("coach.how-sure", certainty=self.certainty)


def called_by(giver: int, clue: str, slot: int, rules: Rules) -> Message:
    """A clue of a teammate asks for a card of the player's own."""
    return Message("coach.called", giver=Who(giver), about=clue_words(clue, rules), slot=slot)
