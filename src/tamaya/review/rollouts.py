"""Rollouts: deals that a player may think possible, played to their ends by the compiled ``hat``.

Nothing here sees a state. A deal is put together from a view: the cards that were shown, the hands that the
seat sees, a hand drawn from its beliefs, and the rest of the cards in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from tamaya.bots.search import seen_faces
from tamaya.capabilities import ENGINE
from tamaya.engine import Action, Clue, Clued, Discard, Discarded, Drew, Play, Played, View
from tamaya.review.belief import Beliefs
from tamaya.review.model import Estimate
from tamaya.review.move_facts import rounded
from tamaya.rules import Deal, IllegalAction, ImpossibleRules, Rules, Seat
from tamaya.rules.tables import new_deck
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.fast import Batch

Ends: TypeAlias = Any
"""[game][0 official score, 1 whether it was perfect]; an array of floats."""


def imagine(view: View, rng: Random, count: int) -> list[Deal]:
    """Deals that agree with all that a seat knows, by exact sampling; for rules without bonus tiles."""
    if view.rules.bonus:
        raise ImpossibleRules("flamboyants", "review.no-bonus-tiles")
    faces = seen_faces(view)
    own = [held.id for held in view.my_hand]
    left = Counter(new_deck(view.rules.suits)) - Counter(faces.values())
    deals = []
    for hand in Beliefs(view).sample(rng, count):
        rest = list((left - Counter(hand)).elements())
        rng.shuffle(rest)
        known = faces | dict(zip(own, hand, strict=True))
        drawn = [known[place] for place in range(len(known))]
        deals.append(Deal((*drawn, *rest)))
    return deals


def no_engine() -> Message | None:
    """What is off where the compiled engine is not installed, or cannot be imported; None where it can."""
    try:
        import_module("tamaya.fast")
    except ImportError:
        return ENGINE.off
    return None


def objection(rules: Rules, players: int) -> Message | None:
    """Why there can be no rollouts by these rules; None if there can."""
    from tamaya.fast import Batch

    if rules.bonus:
        return Message("review.no-bonus-tiles")
    try:
        Batch(rules, players, 1, 0, history=False)
    except ImpossibleRules as error:
        return Message("review.hat-cannot", cause=error.message)
    return None


@dataclass(frozen=True)
class Worlds:
    """Imagined games at the moment of a view, to be played on in one way or another."""

    view: View
    batch: Batch
    rows: Any

    @classmethod
    def of(cls, view: View, rng: Random, count: int) -> Worlds | None:
        """So many worlds of a view; None where a pass (F3) tells of hands what beliefs do not use."""
        import numpy as np

        from tamaya.fast import Batch

        deals = imagine(view, rng, count)
        batch = Batch(
            view.rules, view.players, count, 0, first=view.first, deals=deals, autoreset=False, history=False
        )
        try:
            for seat, notation in _moves(view):
                batch.step(np.full(count, batch.actions.number(notation, seat)))
        except IllegalAction:
            return None
        if (batch.turn != view.turn).any():
            return None
        return cls(view, batch, batch.save())

    def finish(self, action: Action | None = None) -> Ends:
        """Let ``hat`` play on, after an action of the seat on turn if one is given."""
        import numpy as np

        from tamaya.bots.hat.compiled import finish_games

        assert self.view.turn is not None
        batch = self.batch
        batch.load(self.rows)
        if action is not None:
            number = batch.actions.number(compiled_notation(self.view, action), self.view.turn)
            batch.step(np.full(batch.games, number))
        ended = finish_games(batch)
        return np.stack([ended.scores, ended.outcomes == 1], axis=1).astype(float)


def estimate_of(ends: Ends) -> Estimate:
    """The means of rollouts, with their standard errors."""
    count = len(ends)
    (score, win), (score_error, win_error) = ends.mean(axis=0), _errors(ends)
    return Estimate(rounded(win), rounded(win_error), rounded(score), rounded(score_error), count)


def difference(ours: Ends, theirs: Ends) -> tuple[float, float, float]:
    """By how many points one way to play on is better over the same worlds, the standard error of that, and
    by what share of perfect games."""
    gaps = ours - theirs
    return float(gaps[:, 0].mean()), float(_errors(gaps)[0]), float(gaps[:, 1].mean())


def _errors(ends: Ends) -> Any:
    count = len(ends)
    return ends.std(axis=0, ddof=1) / sqrt(count) if count > 1 else ends[0] * 0.0


def _moves(view: View) -> Iterator[tuple[Seat, str]]:
    """The actions so far, as the compiled engine takes them: it knows no rearranging."""
    size = view.rules.hand_size(view.players)
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(view.players)]
    for event in view.history:
        match event:
            case Clued(giver, receiver, clue):
                yield giver, str(Clue(receiver, clue))
            case Played(seat, slot, card):
                yield seat, str(Play(_take(hands[seat], card) if slot else 0))
            case Discarded(seat, _, card):
                yield seat, str(Discard(_take(hands[seat], card)))
            case Drew(seat, card):
                hands[seat].append(card)
            case _:
                pass


def _take(hand: list[int], card: int) -> int:
    slot = hand.index(card) + 1
    hand.remove(card)
    return slot


def compiled_notation(view: View, action: Action) -> str:
    """An action of the seat on turn in the order of drawing, which is the compiled engine's."""
    if isinstance(action, Play | Discard) and action.slot:
        held = [card.id for card in view.my_hand]
        return str(type(action)(sorted(held).index(held[action.slot - 1]) + 1))
    return str(action)
