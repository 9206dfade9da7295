"""Bots that think ahead: they imagine what they cannot see, and play every sensible move to its end.

The games that are imagined are finished by a blueprint: by ``hat``, which makes the strongest team, or by
``partner``, which plays with people. See docs/thinking.md.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar

from tamaya.bots.hat.book import objection as hat_objection
from tamaya.bots.partner import explain
from tamaya.bots.registry import BOTS, Choice, bot
from tamaya.engine.actions import Clue, Discard, Play
from tamaya.engine.events import Clued, Discarded, Event, Played, Rearranged
from tamaya.engine.view import SeenCard, View
from tamaya.rules import Card, Deal, Rules

if TYPE_CHECKING:
    from tamaya.fast.thinking import Terms, Thinker, Thought

DEVIATION = "Thought ahead, it does better than the usual move."
WARM_UP: float | None = 1.0
"""Seconds for which a move waits for the engine, while it is compiled; then the blueprint moves by itself."""


def no_engine(_rules: Rules | None, _players: int) -> str:
    """Why a bot that thinks ahead can play nowhere."""
    return "" if find_spec("numba") else "it needs the compiled engine: pip install 'tamaya[fast]'"


def objection(rules: Rules | None, players: int) -> str:
    """Why a bot cannot think ahead somewhere."""
    return no_engine(rules, players) or hat_objection(rules, players)


class _Searcher:
    """A seat that thinks ahead, over a blueprint whose readable twin takes over where it cannot."""

    blueprint: ClassVar[str]
    seconds: ClassVar[float]
    """After which it stops to think, however far it has come."""
    samples: ClassVar[int]

    def __init__(self, seed: int | str) -> None:
        self._plain = BOTS[self.blueprint].sit(seed)
        self._thinker: Thinker | None = None

    def act(self, view: View, _events: Sequence[Event]) -> Choice:
        """What to do; what was imagined is a secret of the seat."""
        choice = self._plain.choose(view)
        past = past_of(view)
        if past is None or objection(view.rules, view.players) or not ready(self.blueprint, view):
            return choice
        deal = imagined_deal(view)
        if deal is None:
            return choice
        assert view.seat is not None
        thought = self._think_about(view, deal, past)
        if thought.misled:
            return choice
        action = next((action for action in view.actions if str(action) == thought.action), None)
        if action is None:
            return choice
        if action == choice.action:
            return Choice(action, choice.reason, _tell(thought, choice.secret))
        meant = explain(view, action) if self.blueprint == "partner" else Choice(action)
        reason = f"{meant.reason} {DEVIATION}".strip()
        return Choice(action, reason, _tell(thought, meant.secret))

    def _think_about(self, view: View, deal: Deal, past: Sequence[str]) -> Thought:
        from tamaya.fast.thinking import Thinker

        if self._thinker is None:
            self._thinker = Thinker(self.blueprint, view.rules, view.players, self._terms())
        assert view.seat is not None
        return self._thinker.think(deal, view.first, view.seat, past, seconds=self.seconds)

    def _terms(self) -> Terms:
        from tamaya.fast.thinking import Terms

        return Terms(samples=self.samples)


@bot(
    name="search",
    conventions="hat sums",
    objection=objection,
    compiled="tamaya.fast.thinking:finish_games",
)
class Search(_Searcher):
    """Plays as hat does, and thinks ahead: the strongest team of bots."""

    blueprint = "hat"
    seconds = 2.0
    samples = 120


class _Grandmaster(_Searcher):
    blueprint = "partner"


@bot(name="grandmaster", conventions="partner", objection=no_engine)
class Grandmaster(_Grandmaster):
    """Plays with people by partner's conventions, and thinks ahead for up to a second."""

    seconds = 1.0
    samples = 200


@bot(name="grandmaster-4s", conventions="partner", objection=no_engine)
class PatientGrandmaster(_Grandmaster):
    """Plays with people by partner's conventions, and thinks ahead for up to four seconds."""

    seconds = 4.0
    samples = 1000


def past_of(view: View) -> list[str] | None:
    """The actions so far in notation; None if there was one that search does not know."""
    past = []
    for event in view.history:
        match event:
            case Played(slot=slot) if slot:
                past.append(str(Play(slot)))
            case Discarded(slot=slot):
                past.append(str(Discard(slot)))
            case Clued(receiver=receiver, clue=clue, free=False):
                past.append(str(Clue(receiver, clue)))
            case Played() | Clued() | Rearranged():
                return None
            case _:
                pass
    return past


def imagined_deal(view: View) -> Deal | None:
    """A deal that goes with what a seat sees and was told; its own cards are any that may be."""
    faces = seen_faces(view)
    tables = view.rules.tables
    left = dict(zip(tables.cards, tables.copies, strict=True))
    for card in faces.values():
        left[card] -= 1
    own = _fill_hand(view.rules, view.my_hand, left)
    if own is None:
        return None
    faces |= {held.id: card for held, card in zip(view.my_hand, own, strict=True)}
    rest = [card for card, copies in left.items() for _ in range(copies)]
    return Deal(
        tuple(faces[place] if place in faces else rest.pop() for place in range(view.rules.deck_size))
    )


def seen_faces(view: View) -> dict[int, Card]:
    """The faces of all cards that a seat has seen, by their places in the order of drawing."""
    faces = {event.id: event.card for event in view.history if isinstance(event, Played | Discarded)}
    return faces | {held.id: held.card for hand in view.hands for held in hand if held.card is not None}


def _fill_hand(rules: Rules, hand: Sequence[SeenCard], left: dict[Card, int]) -> list[Card] | None:
    """Cards that a hand may hold, taken from what is left; None if there are none."""
    if not hand:
        return []
    for card in rules.tables.cards:
        if left[card] and _goes_with(rules, hand[0], card):
            left[card] -= 1
            rest = _fill_hand(rules, hand[1:], left)
            if rest is not None:
                return [card, *rest]
            left[card] += 1
    return None


def _goes_with(rules: Rules, held: SeenCard, card: Card) -> bool:
    tables = rules.tables
    face = tables.cards.index(card)
    return all(tables.touch[tables.clues.index(clue)][face] for clue in held.yes) and not any(
        tables.touch[tables.clues.index(clue)][face] for clue in held.no
    )


def _tell(thought: Thought, secret: str) -> str:
    """What was imagined, in words."""
    if not thought.games:
        return secret
    told = f"Imagined {thought.games} games for each move."
    best = next((option for option in thought.options if option.action == thought.action), None)
    if best:
        told += f" {best.action} does {best.gain:.2f} better than {thought.usual} (± {best.error:.2f})."
    elif thought.options:
        second = thought.options[0]
        told += f" Nothing did clearly better than {thought.usual}; the next best was {second.action}."
    else:
        told += f" Nothing else came near {thought.usual}."
    return f"{secret} {told}".strip()


@cache
def _compiling(blueprint: str, rules: Rules, players: int) -> threading.Thread:
    """Compile in the background, by thinking once about a game that has just begun."""

    def compile_it() -> None:
        from tamaya.fast.thinking import Terms, Thinker

        thinker = Thinker(blueprint, rules, players, Terms(samples=1, round=1))
        thinker.think(Deal.shuffle(rules, seed=0), 0, 0, [])

    thread = threading.Thread(target=compile_it, daemon=True)
    thread.start()
    return thread


def ready(blueprint: str, view: View) -> bool:
    """Whether the engine is compiled; the first time, a move waits a little for it."""
    thread = _compiling(blueprint, view.rules, view.players)
    thread.join(WARM_UP)
    return not thread.is_alive()
