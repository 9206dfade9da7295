"""Bots that think ahead: they imagine what they cannot see, and play every sensible move to its end.

The games that are imagined are finished by a blueprint: by ``hat``, which makes the strongest team, or by
``partner``, which plays with people. See docs/explanation/thinking.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from heapq import nlargest
from typing import TYPE_CHECKING, ClassVar, Final, TypedDict

from tamaya.bots.conventions.state import CARD_ROOM, CARELESS, PLAIN
from tamaya.bots.partner import explain_action
from tamaya.bots.partner.mind import Mind as PartnerMind
from tamaya.bots.partner.mind import reader_of
from tamaya.bots.partner.styles import PARTNER, Style
from tamaya.bots.registry import BOTS, Choice, Made, bot
from tamaya.bots.search.deals import Beginning, Unfit, actors_of, beginning_of, imagined_deal, past_of
from tamaya.bots.search.room import PAST_ROOM, TRUSTED, objection
from tamaya.capabilities import ENGINE
from tamaya.engine.actions import Action, parse_action
from tamaya.engine.events import Event
from tamaya.engine.story import action_label
from tamaya.engine.view import View
from tamaya.rules import Deal, Rules
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.bots.search.searcher import Now, Searcher, SearchTerms, Thought

WARM_UP: float | None = 5.0
"""Seconds for which a move waits until the engine is read from disk or compiled; then the blueprint moves by
itself."""
CANDIDATES: Final = 8
"""Moves that a grandmaster tries: those that partner thinks best."""


class Details(TypedDict, total=False):
    """What a bot tells its searcher besides the game."""

    usual: str
    candidates: Sequence[str]
    beginning: Beginning
    now: Now


class _ThinkingBot:
    """A seat that thinks ahead, over a blueprint whose readable twin takes over where it cannot."""

    blueprint: ClassVar[str]
    seconds: ClassVar[float]
    """After which it stops to think, however far it has come."""
    samples: ClassVar[int]
    style: ClassVar[Style] = PARTNER
    """How ``partner`` plays, where that is the blueprint."""
    follows_orders: ClassVar[bool] = False
    """Whether it thinks on when a hand has been put in another order (T9)."""

    def __init__(self, seed: int | str) -> None:
        self._plain = BOTS[self.blueprint].under(self.style.name).sit(seed)
        self._searcher: Searcher | None = None
        self._thought_ahead = False

    @property
    def thought_ahead(self) -> bool:
        """Whether it thought about its last move; if not, it did what its blueprint does."""
        return self._thought_ahead

    def act(self, view: View, _events: Sequence[Event]) -> Choice[Action]:
        """What to do; what was imagined is a secret of the seat."""
        self._thought_ahead = False
        choice = self._plain.choose(view)
        past = past_of(view, orders=self.follows_orders)
        if past is None or len(past) >= PAST_ROOM or not self._can_think(view):
            return choice
        deal = imagined_deal(view)
        if deal is None:
            return choice
        try:
            thought = self._think_about(view, deal, past, choice.action)
        except Unfit:
            return choice
        if thought.misled:
            return choice
        if thought.blank:
            secret = (*choice.secret, Message("why.search.no-hand"))
            return Choice(choice.action, choice.reason, secret, conventions=choice.conventions)
        self._thought_ahead = True
        action = next((action for action in view.actions if str(action) == thought.action), choice.action)
        imagined = tuple(what_was_imagined(thought, view.rules, unsure=self._is_unsure(view)))
        if action == choice.action:
            return Choice(action, choice.reason, (*choice.secret, *imagined), conventions=choice.conventions)
        if not imagined:
            imagined = (Message("why.search.first-choice", usual=action_label(choice.action, view.rules)),)
        meant = self._explain(view, action)
        return Choice(action, meant.reason, (*meant.secret, *imagined), conventions=meant.conventions)

    def _is_unsure(self, _view: View) -> bool:
        """Whether the games that were imagined allow for players who do not keep to the conventions."""
        return False

    def _explain(self, _view: View, action: Action) -> Choice[Action]:
        """What a move means that the blueprint would not make."""
        return Choice(action)

    def _can_think(self, view: View) -> bool:
        """Whether games can be imagined by these rules, and the engine is ready."""
        possible = ENGINE.works and not objection(view.rules, view.players)
        return possible and self._knows_by_heart(view.rules) and ready(self.blueprint, view)

    def _knows_by_heart(self, _rules: Rules) -> bool:
        """Whether the blueprint's compiled form plays by these rules."""
        return True

    def _think_about(self, view: View, deal: Deal, past: Sequence[str], usual: Action) -> Thought:
        from tamaya.bots.search.searcher import Searcher

        if self._searcher is None:
            self._searcher = Searcher(
                self.blueprint, view.rules, view.players, self._terms(), style=self.style
            )
        assert view.seat is not None
        return self._searcher.think(
            deal,
            view.first,
            view.seat,
            past,
            seconds=self.seconds,
            **self._details(view, usual),
        )

    def _details(self, _view: View, _usual: Action) -> Details:
        """What else is known before thinking."""
        return {}

    def _terms(self) -> SearchTerms:
        from tamaya.bots.search.searcher import SearchTerms

        return SearchTerms(samples=self.samples)


@bot(
    name="search",
    summary=Message("bots.search"),
    conventions="hat sums",
    objection=objection,
    compiled="tamaya.bots.search.searcher:finish_games",
    engine=True,
    whole_games=True,
)
class Search(_ThinkingBot):
    """Plays as hat does, and thinks ahead: the strongest team of bots."""

    blueprint = "hat"
    seconds = 2.0
    samples = 120


def _over_partner(name: str, summary: Message) -> Callable[[Made], Made]:
    """Register a bot that plays by partner's conventions, reads the table and coaches as partner does."""
    return bot(
        name=name,
        summary=summary,
        conventions="partner",
        engine=True,
        reader="tamaya.bots.partner.reading:read_table",
        adviser="tamaya.bots.partner.coach:advise",
        foreteller="tamaya.bots.partner.coach:foretell",
        by_book="tamaya.bots.partner.by_style:under",
    )


class _Grandmaster(_ThinkingBot):
    """Thinks about the moves that partner thinks best, whatever the others have done before."""

    blueprint = "partner"
    follows_orders = True

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self._reader = reader_of(self.style)

    def _knows_by_heart(self, rules: Rules) -> bool:
        return not rules.bonus and rules.deck_size <= CARD_ROOM

    def _details(self, view: View, usual: Action) -> Details:
        from tamaya.bots.search.searcher import Now

        mind = PartnerMind.from_story(view, self.style, self._reader.read(view))
        best = nlargest(CANDIDATES, view.actions, key=mind.worth)
        details: Details = {"usual": str(usual), "candidates": [str(action) for action in best]}
        beginning = beginning_of(view)
        if beginning is not None:
            details["beginning"] = beginning
            details["now"] = Now(actors_of(view), view.clues, view.strikes)
        return details

    def _is_unsure(self, view: View) -> bool:
        reading = self._reader.read(view).reading
        others = [seat for seat in range(view.players) if seat != view.seat]
        return any(
            reading.books[seat] in (PLAIN, CARELESS) or reading.trust[seat] < TRUSTED for seat in others
        )

    def _explain(self, view: View, action: Action) -> Choice[Action]:
        return explain_action(view, action, self.style)

    def _terms(self) -> SearchTerms:
        from tamaya.bots.search.searcher import SearchTerms

        return SearchTerms(
            samples=self.samples, threshold=10, clearly=24, fewest=10, tries=6, doubt=8, backwards=12
        )


@_over_partner("grandmaster", Message("bots.grandmaster"))
class Grandmaster(_Grandmaster):
    """Plays by the conventions of its table, and thinks ahead for up to a second."""

    seconds = 1.0
    samples = 200


@_over_partner("grandmaster-4s", Message("bots.grandmaster-4s"))
class PatientGrandmaster(_Grandmaster):
    """Plays by the conventions of its table, and thinks ahead for up to four seconds."""

    seconds = 4.0
    samples = 1000


def what_was_imagined(thought: Thought, rules: Rules, *, unsure: bool = False) -> Iterator[Message]:
    """What was imagined, and which move was left for it; ``unsure`` if not all are trusted to keep to the
    conventions."""
    if not thought.games:
        return
    usual = _label(thought.usual, rules)
    best = next((option for option in thought.options if option.action == thought.action), None)
    if best:
        yield Message("why.search.first-choice", usual=usual)
    yield Message("why.search.games", games=thought.games)
    if unsure:
        yield Message("why.search.at-their-word")
    if best:
        gain, error = round(best.gain, 2), round(best.error, 2)
        action = _label(best.action, rules)
        yield Message("why.search.gain", action=action, usual=usual, gain=gain, error=error)
        won, lost = round(best.ends.perfect, 2), round(best.ends.lost, 2)
        usually_won, usually_lost = round(thought.ends.perfect, 2), round(thought.ends.lost, 2)
        if won != usually_won:
            yield Message("why.search.won", action=action, share=won, usual=usual, other=usually_won)
        if lost != usually_lost:
            yield Message("why.search.lost", action=action, share=lost, usual=usual, other=usually_lost)
    elif thought.options:
        yield Message("why.search.next-best", usual=usual, second=_label(thought.options[0].action, rules))
    else:
        yield Message("why.search.no-rival", usual=usual)


def _label(action: str, rules: Rules) -> Message:
    return action_label(parse_action(action), rules)


@cache
def _compiling(blueprint: str, rules: Rules, players: int) -> threading.Thread:
    """Compile in the background, by thinking once about a game that has just begun."""

    def compile_it() -> None:
        from tamaya.bots.search.searcher import Searcher, SearchTerms

        searcher = Searcher(blueprint, rules, players, SearchTerms(samples=1, interval=1))
        searcher.think(Deal.shuffle(rules, seed=0), 0, 0, [])

    thread = threading.Thread(target=compile_it, daemon=True)
    thread.start()
    return thread


def ready(blueprint: str, view: View) -> bool:
    """Whether the engine is compiled; the first time, a move waits a little for it."""
    thread = _compiling(blueprint, view.rules, view.players)
    thread.join(WARM_UP)
    return not thread.is_alive()
