"""Baselines for the co-operative game: anything legal, and plain good sense without conventions."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tamaya.bots.registry import bot
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.view import View
from tamaya.knowledge import Knowledge, know
from tamaya.rules import Seat
from tamaya.words import Message


@bot(name="random", summary=Message("bots.random"))
def any_legal(view: View, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice(view.actions)


@bot(summary=Message("bots.careful"))
def careful(view: View) -> Action:
    """Plays what is surely playable, tells of playable cards, discards what is least dear."""
    known = know(view)
    if view.tile is not None:
        return _bonus(view, known)
    candidates = (
        _sure_play(view, known),
        _best_clue(view, known, view.actions),
        _discard(view, known),
        view.first_legal(Clue),
        _likeliest_play(view, known),
    )
    return next(action for action in candidates if action is not None)


def _sure_play(view: View, known: Knowledge) -> Play | None:
    sure = [slot for slot in view.my_slots if known.surely_playable(slot)]
    return Play(min(sure, key=lambda slot: known.possible(slot)[0].rank)) if sure else None


def _likeliest_play(view: View, known: Knowledge) -> Play | None:
    return Play(max(view.my_slots, key=known.chance_playable)) if view.my_slots else None


def _best_clue(view: View, known: Knowledge, actions: Iterable[Action]) -> Clue | FreeClue | None:
    """The clue that points at most cards which are playable, and at fewest which are not."""
    clues = [action for action in actions if isinstance(action, Clue | FreeClue)]
    worth = {clue: _worth(view, known, clue.receiver, clue.clue) for clue in clues}
    best = max(worth, key=worth.__getitem__, default=None)
    return best if best is not None and worth[best] > 0 else None


def _worth(view: View, known: Knowledge, receiver: Seat, clue: str) -> int:
    worth = 0
    for slot in known.touched(receiver, clue):
        held = view.hands[receiver][slot - 1]
        assert held.card is not None
        if clue in held.yes:
            continue
        if known.playable(held.card):
            worth += 3
        elif known.dead(held.card):
            worth -= 1
        elif known.indispensable(held.card) and not held.yes:
            worth += 1
    return worth


def _discard(view: View, known: Knowledge) -> Discard | None:
    slots = [action.slot for action in view.actions if isinstance(action, Discard)]
    if not slots:
        return None
    # The least dear: surely dead, then never told about, then the oldest.
    return Discard(
        min(
            slots,
            key=lambda slot: (
                not known.surely_dead(slot),
                known.surely_indispensable(slot),
                bool(view.my_hand[slot - 1].yes),
                slot,
            ),
        )
    )


def _bonus(view: View, known: Knowledge) -> Action:
    """An encore that fits, the best free clue, or the dearest card back into the deck."""
    for action in view.actions:
        if isinstance(action, Encore) and known.playable(action.card):
            return action
    clue = _best_clue(view, known, view.actions)
    if clue is not None:
        return clue
    backs = [action for action in view.actions if isinstance(action, Back)]
    if backs:
        gone = known.furthest
        return min(backs, key=lambda back: (not _would_help(back, gone, view), back.card.rank))
    return view.actions[0]


def _would_help(back: Back, furthest: tuple[int, ...], view: View) -> bool:
    """Whether its display has come to its end for want of this card."""
    suit, rank = view.rules.tables.place[back.card]
    order = view.rules.suits[suit].order
    return furthest[suit] < len(order) and order[furthest[suit]] == rank
