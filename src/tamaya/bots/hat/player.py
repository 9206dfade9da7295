"""``hat`` on a seat."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.bots.facts import BACK, CLUE, ENCORE, PLAY
from tamaya.bots.hat.choose import NO_CLUE, choose
from tamaya.bots.hat.explain import explain
from tamaya.bots.hat.history import HistoryReader
from tamaya.bots.hat.state import objection
from tamaya.bots.registry import Choice, bot
from tamaya.bots.simple import careful
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.events import Event
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Message


@bot(
    name="hat",
    summary=Message("bots.hat"),
    conventions="hat sums",
    objection=objection,
    compiled="tamaya.bots.hat.compiled:finish_games",
    whole_games=True,
)
class Hat:
    """Tells everybody something at once, by sums that each can take apart."""

    def __init__(self, _seed: int | str) -> None:
        self._reader: HistoryReader | None = None

    def act(self, view: View, events: Sequence[Event]) -> Choice[Action]:
        """What to do. The reason is told after the game, as it depends on hands that others do not see."""
        assert view.seat is not None
        if self._reader is None:
            self._reader = HistoryReader(view.rules, view.players, view.seat)
        reader = self._reader
        reader.read(view, events)
        if not reader.trusted:
            return Choice(_plain(view), secret=Message("why.hat.not-trusted"))
        kind, where, clue = choose(reader.book, reader.public, reader.sight)
        action = _action(view, kind, where, clue)
        if action not in view.actions:
            return Choice(_plain(view), secret=Message("why.hat.no-sum-fits"))
        return explain(view.rules, reader.book, reader.public, reader.sight, action)


def _action(view: View, kind: int, where: int, clue: int) -> Action:
    """What ``choose`` has chosen, as an action."""
    tables = view.rules.tables
    if kind == CLUE and clue != NO_CLUE:
        told = tables.clues[clue]
        return Clue(Seat(where), told) if view.tile is None else FreeClue(Seat(where), told)
    if kind == BACK:
        return Back(tables.cards[where])
    if kind == ENCORE:
        return Encore(tables.cards[where])
    return Play(where + 1) if kind == PLAY else Discard(where + 1)


def _plain(view: View) -> Action:
    """Good sense without sums."""
    return careful(view) if view.my_hand or view.tile is not None else view.actions[0]
