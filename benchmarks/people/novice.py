"""A model of a person who has played a few games: takes clues at their word, gives many, and slips at times.

It is no bot to play with: it stands for people whom a bot must not let down. The chances are a guess at such
people; with them ``careful`` beside it scores about 14 points and loses about every fifth game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tamaya.bots import Bot
from tamaya.engine import Action, Clue, Clued, Discard, Event, Play, View
from tamaya.knowledge import Knowledge, know
from tamaya.words import as_it_stands

OVERLOOKS = 0.10
"""How often it overlooks what it could play."""
TRUSTS = 0.90
"""How often it plays, on a turn, a card that a clue has touched alone, if it may fit."""
GAMBLES = 0.04
"""How often it plays any card."""
TELLS = 0.80
"""How often it gives a clue about a card that fits, if there is one."""
SAVES = 0.15
"""How often it looks at what a teammate would discard next, and keeps a last copy."""
ANY_DISCARD = 0.10
"""How often it discards any card in place of its oldest untouched one."""


class Novice:
    """Takes a clue that touches one card for a call, and tells of what fits."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._meant: set[int] = set()
        """Cards that a clue has touched alone."""

    def act(self, view: View, events: Sequence[Event]) -> Action:
        """What it does; the chances are drawn from its seed and the moment."""
        rng = random.Random(f"{self._seed}/{len(view.history)}")
        known = know(view)
        self._listen(view, events)
        choices = (
            self._play(view, known, rng),
            self._save(view, known, rng),
            self._clue(view, known, rng),
            self._discard(view, rng),
        )
        found = next((action for action in choices if action is not None), None)
        return found or rng.choice([one for one in view.actions if isinstance(one, Clue)] or view.actions)

    def _play(self, view: View, known: Knowledge, rng: random.Random) -> Play | None:
        if rng.random() < OVERLOOKS:
            return None
        sure = [slot for slot in view.my_slots if known.surely_playable(slot)]
        if sure:
            return Play(rng.choice(sure))
        if rng.random() < GAMBLES:
            return Play(rng.choice(view.my_slots))
        for slot in view.my_slots:
            meant = view.my_hand[slot - 1].id in self._meant
            if meant and any(map(known.playable, known.possible(slot))) and rng.random() < TRUSTS:
                return Play(slot)
        return None

    def _listen(self, view: View, events: Sequence[Event]) -> None:
        """Remember the cards that a clue touched alone; its hand has not changed since its last turn."""
        for event in events:
            if isinstance(event, Clued) and event.receiver == view.seat and len(event.slots) == 1:
                self._meant.add(view.my_hand[event.slots[0] - 1].id)

    def _save(self, view: View, known: Knowledge, rng: random.Random) -> Clue | None:
        if rng.random() >= SAVES:
            return None
        found = []
        for clue in _clues(view):
            hand = view.hands[clue.receiver]
            chop = next((slot for slot, held in enumerate(hand, start=1) if not held.yes), None)
            card = hand[chop - 1].card if chop else None
            if card and known.indispensable(card) and chop in known.touched(clue.receiver, clue.clue):
                found.append(clue)
        return rng.choice(found) if found else None

    def _clue(self, view: View, known: Knowledge, rng: random.Random) -> Clue | None:
        if rng.random() >= TELLS:
            return None
        found = [clue for clue in _clues(view) if _tells_of_a_play(view, known, clue)]
        return rng.choice(found) if found else None

    def _discard(self, view: View, rng: random.Random) -> Discard | None:
        slots = [action.slot for action in view.actions if isinstance(action, Discard)]
        if not slots:
            return None
        untouched = [slot for slot in slots if not view.my_hand[slot - 1].yes]
        if rng.random() < ANY_DISCARD or not untouched:
            return Discard(rng.choice(slots))
        return Discard(untouched[0])


def _clues(view: View) -> list[Clue]:
    return [action for action in view.actions if isinstance(action, Clue)]


def _tells_of_a_play(view: View, known: Knowledge, clue: Clue) -> bool:
    """Whether a clue touches a card that fits and has not been told this yet."""
    held = [view.hands[clue.receiver][slot - 1] for slot in known.touched(clue.receiver, clue.clue)]
    return any(one.card and known.playable(one.card) and clue.clue not in one.yes for one in held)


NOVICE = Bot("novice", "hanabi", as_it_stands("A model of a novice."), Novice)
"""Not registered: only benchmarks seat it."""
