"""``partner`` as a coach (``tamaya.bots.coaching``): how it weighs moves, and how it reads clues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tamaya.bots.coach_words import Certainty, ClueReading, OwnCard, called_by
from tamaya.bots.coaching import AnyClue, Suggestion
from tamaya.bots.partner import choose
from tamaya.bots.partner.conventions import next_discard, playable_soon, see_clue
from tamaya.bots.partner.history import hand_of, public_knowledge
from tamaya.bots.partner.player import choose_action, sight_of
from tamaya.bots.partner.state import CALLED, SAVE, TOUCHED, Book, Public, Sight, book_of, copy_public
from tamaya.bots.partner.tiles import worth_of_choice
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.story import card_label
from tamaya.engine.view import View
from tamaya.rules import Card, Seat
from tamaya.words import Message, Who

FAR_BEHIND = 3.0
"""A move that is so many points worse than the best one is not sensible."""


def advise(view: View, count: int) -> tuple[Suggestion, ...]:
    """What partner would do on the seat of a view, then the next best moves that are for something else."""
    mind = Mind.of(view)
    best = choose_action(view).action
    worths = {action: mind.worth(action) for action in view.actions}
    near = [action for action in view.actions if worths[action] > worths[best] - FAR_BEHIND]
    sensible = [action for action in near if mind.may_work(action)]
    suggestions: list[Suggestion] = []
    purposes: set[object] = set()
    for action in (best, *sorted(sensible, key=lambda action: -worths[action])):
        purpose = mind.purpose(action)
        if purpose not in purposes and len(suggestions) < count:
            suggestions.append(Suggestion(action, tuple(mind.why(action))))
        purposes.add(purpose)
    return tuple(suggestions)


def foretell(view: View, clue: AnyClue) -> tuple[Message, ...]:
    """How partner on the seat of the receiver will read a clue."""
    return tuple(Mind.of(view).read(clue).tell(view))


@dataclass(frozen=True, slots=True)
class Mind:
    """What partner knows and sees on the seat of a view."""

    view: View
    book: Book
    public: Public
    sight: Sight

    @classmethod
    def of(cls, view: View) -> Mind:
        """What partner knows on the seat of a view."""
        book, public = book_of(view.rules, view.players), public_knowledge(view)
        sight = sight_of(view, book, public)
        choose.look(book, public, sight)
        return cls(view, book, public, sight)

    def worth(self, action: Action) -> float:
        """What a move is worth, in points."""
        book, public, sight = self.book, self.public, self.sight
        match action:
            case Play(slot) if slot:
                ahead = choose.round_ahead(book, public, sight, public.playable)
                return choose.worth_of_play(book, public, sight, slot - 1, ahead)
            case Discard(slot):
                ahead = choose.round_ahead(book, public, sight, public.playable)
                return choose.worth_of_discard(book, public, sight, slot - 1) + ahead
            case Clue(receiver, told):
                clue, touched = self._touched(receiver, told)
                soon = playable_soon(book, public)
                worth = choose.worth_of_clue(book, public, sight, receiver, clue, touched, soon)
                return worth - choose.cost_of_token(book, public)
            case FreeClue() | Back() | Encore():
                return worth_of_choice(self.view, book, public, sight, action)
            case _:
                return choose.NEVER

    def may_work(self, action: Action) -> bool:
        """Whether a move can go well: not a play that cannot fit, nor a clue that calls for a strike."""
        match action:
            case Play(slot) if slot:
                return self._chance(slot, self.public.playable) > 0
            case Clue() | FreeClue():
                return not self.read(action).misfits
            case _:
                return True

    def purpose(self, action: Action) -> object:
        """What a move is for: of two with the same purpose only the better one is shown."""
        match action:
            case Clue() | FreeClue():
                reading = self.read(action)
                return reading.receiver, reading.plays, reading.waits, reading.keep, reading.useless
            case Discard():
                return "discard"
            case _:
                return action

    def why(self, action: Action) -> Iterator[Message]:
        """What a move is good for, and how sure that is."""
        match action:
            case Play(slot) if slot:
                yield from self._why_play(slot)
            case Discard(slot):
                yield from self._why_discard(slot)
            case Clue() | FreeClue():
                yield from self.read(action).tell(self.view)
            case Back(card) | Encore(card):
                yield Message("coach.returned", card=card_label(card, self.view.rules))
            case _:
                yield Message("why.only-move")

    # How a clue will be read.

    def read(self, action: AnyClue) -> ClueReading:
        """How the receiver will read a clue: it is tried, and read as the whole table reads it."""
        receiver = action.receiver
        clue, touched = self._touched(receiver, action.clue)
        soon = playable_soon(self.book, self.public)
        before = self.sight.thought[receiver].copy()
        after = copy_public(self.public)
        free = isinstance(action, FreeClue)
        see_clue(self.book, after, self.sight.seat, receiver, clue, touched, free)
        choose.imagine_holder(after, self.sight, receiver)
        thought = self.sight.thought[receiver].copy()
        choose.imagine_holder(self.public, self.sight, receiver)
        hand = hand_of(after, receiver)

        def learnt(goal: int) -> list[int]:
            """The slots whose cards are within a set of faces for the receiver, and were not before."""
            return [at for at in range(len(hand)) if thought[at] & ~goal == 0 and before[at] & ~goal]

        plays = learnt(after.playable)
        waits = [at for at in learnt(soon) if thought[at] & ~after.playable]
        useless = learnt(after.dead)
        saved = after.reading == SAVE
        keep = hand.index(after.focus) if saved and after.focus not in [hand[at] for at in plays] else None
        named = {*plays, *waits, *useless, keep}
        useful = [at for at in range(len(hand)) if touched >> at & 1 and at not in named]
        faces = [self.sight.face_of[card] for card in hand]
        return ClueReading(
            receiver=receiver,
            plays=_slots(plays),
            waits=_slots(waits),
            keep=None if keep is None else keep + 1,
            useful=_slots(useful),
            useless=_slots(useless),
            misfits=_slots(
                at
                for at in (*plays, *waits)
                if not (after.playable if at in plays else soon & thought[at]) >> faces[at] & 1
            ),
            twins=_slots(self._twins(receiver, [*plays, *waits], faces)),
            wasted=_slots(at for at in useful if after.dead >> faces[at] & 1 and thought[at] & ~after.dead),
            last=keep is not None and bool(after.critical >> faces[keep] & 1),
        )

    def _twins(self, receiver: Seat, slots: list[int], faces: list[int]) -> Iterator[int]:
        """The slots whose other copy is clued already, or is called by the same clue."""
        promised: set[int] = set()
        for at in slots:
            card, face = self.public.hands[receiver][at], faces[at]
            known = self.public.marks[card] & TOUCHED and self.public.taken_for[card] >> face & 1
            if face in promised or self.sight.clued_copies[face] > bool(known):
                yield at
            promised.add(face)

    def _touched(self, receiver: Seat, told: str) -> tuple[int, int]:
        """The number of a clue, and the slots that it touches, as bits."""
        clue = self.view.rules.tables.clues.index(told)
        return clue, choose.touched_by(self.book, self.public, self.sight, receiver, clue)

    # The own cards.

    def _why_play(self, slot: int) -> Iterator[Message]:
        card = hand_of(self.public, self.sight.seat)[slot - 1]
        chance = self._chance(slot, self.public.playable)
        if self.public.marks[card] & CALLED and chance == 1:
            told = self.view.rules.tables.clues[self.public.called_with[card]]
            yield called_by(self.public.called_by[card], told, slot, self.view.rules)
        yield from self._own(slot, self.public.playable).why_play(self.view.rules, chance)

    def _why_discard(self, slot: int) -> Iterator[Message]:
        mine = self.sight.mine[slot - 1]
        if mine & ~self.public.dead == 0:
            yield from self._own(slot, self.public.dead).why_useless()
        else:
            holder = self._twin_holder(mine)
            card = hand_of(self.public, self.sight.seat)[slot - 1]
            if holder is not None:
                [own] = self._cards(mine)
                label = card_label(own, self.view.rules)
                yield Message("coach.discard-twin", slot=slot, card=label, who=Who(holder))
            elif card == next_discard(self.public, self.sight.seat):
                yield Message("coach.discard-next", slot=slot)
            else:
                yield Message("coach.discard-spare", slot=slot)
            if mine & self.public.critical:
                yield Message("coach.discard-risk", chance=self._chance(slot, self.public.critical))
            else:
                certainty = self._certainty(slot, ~self.public.critical)
                yield Message("coach.discard-safe", certainty=certainty)
        if self.public.clues < self.book.most_clues and self.public.turns_left < 0:
            yield Message("coach.token-back")

    def _twin_holder(self, mine: int) -> int | None:
        """The teammate who holds another copy of an own card that is known, and has a clue on it."""
        if mine == 0 or mine & (mine - 1):
            return None
        for seat in range(self.book.players):
            for card in hand_of(self.public, seat):
                clued = self.public.marks[card] & TOUCHED
                if seat != self.sight.seat and clued and 1 << self.sight.face_of[card] == mine:
                    return seat
        return None

    def _own(self, slot: int, goal: int) -> OwnCard:
        """An own card that is taken for one of a set of faces."""
        return OwnCard(slot, self._cards(self.sight.mine[slot - 1]), self._certainty(slot, goal))

    def _certainty(self, slot: int, goal: int) -> Certainty:
        """Whether the words of the clues, and the cards in sight, leave only faces of a set."""
        card = hand_of(self.public, self.sight.seat)[slot - 1]
        left = [
            face
            for face in range(self.book.faces)
            if self.public.told[card] >> face & 1 and self.public.copies_left[face] > self.sight.seen[face]
        ]
        return "certain" if all(goal >> face & 1 for face in left) else "conventions"

    def _chance(self, slot: int, goal: int) -> float:
        """How likely an own card is in a set of faces, by the copies that the seat does not see."""
        mine = self.sight.mine[slot - 1]
        weights = {
            face: max(self.sight.unseen[face], 1) for face in range(self.book.faces) if mine >> face & 1
        }
        within = sum(weight for face, weight in weights.items() if goal >> face & 1)
        return within / sum(weights.values()) if weights else 0.0

    def _cards(self, mask: int) -> tuple[Card, ...]:
        return tuple(card for face, card in enumerate(self.view.rules.tables.cards) if mask >> face & 1)


def _slots(places: Iterator[int] | list[int]) -> tuple[int, ...]:
    return tuple(sorted(at + 1 for at in places))
