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
class StepBefore:
    """A card that is played before the card that a clue is about."""

    seat: Seat
    slot: int
    """From 1."""
    card: Card
    """What it is to be; what it is, if that is seen to be something else."""
    kind: Literal["known", "prompt", "blind"]
    """Its holder plays it anyway; has a clue on it, and takes it for the missing card; or has none."""
    misfit: bool = False
    """Whether it will be a strike."""


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
    unsure: int | None = None
    """What the receiver may have to play, and waits with until others have shown what they hold."""
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
    steps: tuple[StepBefore, ...] = ()
    """What is played before the card that the clue is about, in this order."""
    moved: tuple[int, ...] = ()
    """What the receiver will keep by it, though no clue touches it."""
    stopped: tuple[int, ...] = ()
    """What the receiver was about to play, and will not by it."""
    stall: bool = False
    """Whether it says nothing beyond its words, since there is nothing better to do."""
    improper: bool = False
    """Whether the conventions have no such clue."""

    @property
    def goes_wrong(self) -> bool:
        """Whether a card will be taken for what it is not."""
        return bool(self.misfits) or any(step.misfit for step in self.steps)

    @property
    def purpose(self) -> object:
        """What the clue is for; it is the same for two clues after which the same is done."""
        return (
            self.receiver,
            self.plays,
            self.waits,
            self.keep,
            self.unsure,
            self.useless,
            self.steps,
            self.moved,
            self.stopped,
        )

    def tell(self, view: View) -> Iterator[Message]:
        """The reading in sentences: what goes wrong first, then what is played before, then what the receiver
        will do."""
        who = Who(self.receiver)
        if self.improper:
            yield Message("coach.improper", who=who)
            yield from self._tell_misfits(view)
            return
        yield from self._tell_steps(view)
        yield from self._tell_misfits(view)
        good = [slot for slot in self.plays if slot not in self.misfits]
        if good:
            yield Message("coach.read-play", who=who, count=len(good), slots=tuple(good))
        if cards := tuple(self._card(view, slot) for slot in good if slot not in self.twins):
            yield Message("coach.fits", count=len(cards), cards=cards)
        for slot in self.waits:
            if slot not in self.misfits:
                code = "coach.read-after" if self.steps else "coach.read-wait"
                yield Message(code, who=who, slot=slot, card=self._card(view, slot))
        if self.unsure is not None and self.steps:
            yield Message("coach.read-after", who=who, slot=self.unsure, card=self._card(view, self.unsure))
        elif self.unsure is not None:
            yield Message("coach.read-unsure", who=who, slot=self.unsure)
        if self.twins:
            yield Message("coach.twin", count=len(self.twins), slots=self.twins)
        if self.keep is not None:
            yield Message("coach.read-keep", who=who, slot=self.keep)
            if self.last:
                yield Message("coach.last-copy", card=self._card(view, self.keep))
        yield from self._tell_the_rest()

    def _tell_steps(self, view: View) -> Iterator[Message]:
        for step in self.steps:
            code = "coach.strike" if step.misfit else f"coach.step-{step.kind}"
            yield Message(code, who=Who(step.seat), slot=step.slot, card=card_label(step.card, view.rules))

    def _tell_misfits(self, view: View) -> Iterator[Message]:
        for slot in self.misfits:
            code = "coach.strike" if slot in self.plays else "coach.mistaken"
            yield Message(code, who=Who(self.receiver), slot=slot, card=self._card(view, slot))

    def _tell_the_rest(self) -> Iterator[Message]:
        who = Who(self.receiver)
        if self.moved:
            yield Message("coach.read-moved", who=who, count=len(self.moved), slots=self.moved)
        if self.stopped:
            yield Message("coach.read-stopped", who=who, count=len(self.stopped), slots=self.stopped)
        acted = any((self.plays, self.waits, self.keep, self.unsure, self.moved, self.stopped))
        if self.stall:
            yield Message("coach.read-stall", who=who)
        elif self.useless:
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
