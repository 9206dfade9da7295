"""``partner`` as a coach (``tamaya.bots.coaching``): how it weighs moves and reads clues, by any style."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from tamaya.bots.coach_words import Certainty, OwnCard, called_by
from tamaya.bots.coaching import AnyClue, Suggestion
from tamaya.bots.conventions.state import CALLED, CLUED, FINESSED, chop_of, holder_of
from tamaya.bots.partner.foretelling import read_clue
from tamaya.bots.partner.mind import Mind
from tamaya.bots.partner.player import choose_action
from tamaya.bots.partner.styles import PARTNER, Style
from tamaya.bots.partner.weighing import Weighing
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.story import card_label, clue_words
from tamaya.engine.view import View
from tamaya.words import Message, Who


def advise(view: View, count: int, style: Style = PARTNER) -> tuple[Suggestion, ...]:
    """What partner would do on the seat of a view, then the next best moves that are for something else."""
    adviser = _Adviser(Weighing(Mind.of(view, style)))
    best = adviser.weighing.best() if view.tile is None else None
    if best is None:
        best = choose_action(view, style).action
    sensible = islice(adviser.weighing.sensible(best), count)
    return tuple(Suggestion(action, tuple(adviser.why(action))) for action in sensible)


def foretell(view: View, clue: AnyClue, style: Style = PARTNER) -> tuple[Message, ...]:
    """How partner on the seat of the receiver will read a clue."""
    return tuple(read_clue(Mind.of(view, style), clue).tell(view))


def why(view: View, action: Action, style: Style = PARTNER) -> tuple[Message, ...]:
    """What any move of the seat of a view is good for, and how sure that is."""
    return tuple(_Adviser(Weighing(Mind.of(view, style))).why(action))


@dataclass(frozen=True, slots=True)
class _Adviser:
    """Says to the player on a seat what partner has in mind there."""

    weighing: Weighing

    @property
    def mind(self) -> Mind:
        """What partner has in mind there."""
        return self.weighing.mind

    def why(self, action: Action) -> Iterator[Message]:
        """What a move is good for, and how sure that is."""
        match action:
            case Play(slot) if slot:
                yield from self._why_play(slot)
            case Discard(slot):
                yield from self._why_discard(slot)
            case Clue() | FreeClue():
                yield from self.weighing.read(action).tell(self.mind.view)
            case Back(card) | Encore(card):
                yield Message("coach.returned", card=card_label(card, self.mind.view.rules))
            case _:
                yield Message("why.only-move")

    def _why_play(self, slot: int) -> Iterator[Message]:
        mind, card = self.mind, self.mind.own(slot)
        chance = mind.chance(slot, mind.table.playable)
        marks, rules = mind.reading.marks[card], mind.view.rules
        if marks & FINESSED and not marks & CLUED and chance:
            yield from self._why_blind(slot)
        elif marks & CALLED and chance == 1:
            told = rules.tables.clues[mind.reading.clue[card]]
            yield called_by(mind.reading.giver[card], told, slot, rules)
        yield from self._own(slot, mind.table.playable).why_play(rules, chance)

    def _why_blind(self, slot: int) -> Iterator[Message]:
        """Which clue calls for a card that no clue has touched."""
        mind = self.mind
        wait = mind.wait_for(mind.own(slot))
        if wait is None:
            return
        waits = mind.reading.waits
        focus = waits.focus[wait]
        receiver = holder_of(mind.book, mind.table, focus)
        told = clue_words(mind.view.rules.tables.clues[mind.reading.clue[focus]], mind.view.rules)
        yield Message(
            "coach.blind", giver=Who(waits.giver[wait]), receiver=Who(receiver), about=told, slot=slot
        )

    def _why_discard(self, slot: int) -> Iterator[Message]:
        mind, table = self.mind, self.mind.table
        mine = mind.sight.mine[slot - 1]
        if mine & ~table.dead == 0:
            yield from self._own(slot, table.dead).why_useless()
        else:
            holder = self._twin_holder(mine)
            if holder is not None:
                [own] = mind.cards(mine)
                label = card_label(own, mind.view.rules)
                yield Message("coach.discard-twin", slot=slot, card=label, who=Who(holder))
            elif mind.own(slot) == chop_of(table, mind.reading, mind.seat):
                yield Message("coach.discard-next", slot=slot)
            else:
                yield Message("coach.discard-spare", slot=slot)
            if mine & table.critical:
                yield Message("coach.discard-risk", chance=mind.chance(slot, table.critical))
            else:
                certainty = self._certainty(slot, ~table.critical)
                yield Message("coach.discard-safe", certainty=certainty)
        if table.clues < mind.book.most_clues and table.turns_left < 0:
            yield Message("coach.token-back")

    def _twin_holder(self, mine: int) -> int | None:
        """The teammate who holds another copy of an own card that is known, and has a clue on it."""
        if mine == 0 or mine & (mine - 1):
            return None
        for seat in range(self.mind.book.players):
            for card in self.mind.hand(seat):
                clued = self.mind.reading.marks[card] & CLUED
                if seat != self.mind.seat and clued and 1 << self.mind.sight.face_of[card] == mine:
                    return seat
        return None

    def _own(self, slot: int, goal: int) -> OwnCard:
        """An own card that is taken for one of a set of faces."""
        return OwnCard(slot, self.mind.cards(self.mind.faces(slot)), self._certainty(slot, goal))

    def _certainty(self, slot: int, goal: int) -> Certainty:
        """Whether the words of the clues, and the cards in sight, leave only faces of a set."""
        return "conventions" if self.mind.possible(slot) & ~goal else "certain"
