"""The bot at a table: from a view to an action with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.bots.facts import CLUE, PLAY
from tamaya.bots.partner.choose import best, look, touched_by
from tamaya.bots.partner.explain import what_it_can_be, why_clue, why_discard, why_play
from tamaya.bots.partner.history import HistoryReader
from tamaya.bots.partner.state import Book, Public, Sight, book_of, empty_sight, face_of
from tamaya.bots.partner.tiles import use_tile
from tamaya.bots.registry import Choice, bot
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.events import Event
from tamaya.engine.story import card_label
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Message


@bot(
    name="partner",
    summary=Message("bots.partner"),
    conventions="partner",
    compiled="tamaya.bots.partner.compiled:finish_games",
    reader="tamaya.bots.partner.reading:read_table",
    adviser="tamaya.bots.partner.coach:advise",
    foreteller="tamaya.bots.partner.coach:foretell",
)
class Partner:
    """Follows a few conventions that people learn in five minutes, and says why."""

    def __init__(self, _seed: int | str) -> None:
        self._reader = HistoryReader()

    def act(self, view: View, _events: Sequence[Event]) -> Choice[Action]:
        """What to do, with the reason. It depends on the view alone; what was read before saves time."""
        return _choose(view, self._reader.read(view))


def choose_action(view: View) -> Choice[Action]:
    """The move of the seat on turn, with its reason."""
    return _choose(view, HistoryReader().read(view))


def explain_action(view: View, action: Action) -> Choice[Action]:
    """Any move of the seat on turn, with what it means by the conventions."""
    book, public = book_of(view.rules, view.players), HistoryReader().read(view)
    sight = sight_of(view, book, public)
    look(book, public, sight)
    return _explained(view, book, public, sight, action)


def _choose(view: View, public: Public) -> Choice[Action]:
    book = book_of(view.rules, view.players)
    sight = sight_of(view, book, public)
    if view.tile is not None:
        return _explained(view, book, public, sight, use_tile(view, book, public, sight))
    kind, where, clue = best(book, public, sight)
    action: Action = Play(where + 1) if kind == PLAY else Discard(where + 1)
    if kind == CLUE:
        action = Clue(Seat(where), view.rules.tables.clues[clue])
    if action not in view.actions:
        return Choice(view.actions[0], Message("why.only-move"))
    return _explained(view, book, public, sight, action)


def _explained(view: View, book: Book, public: Public, sight: Sight, action: Action) -> Choice[Action]:
    match action:
        case Clue(receiver, told) | FreeClue(receiver, told):
            clue = view.rules.tables.clues.index(told)
            touched = touched_by(book, public, sight, receiver, clue)
            return Choice(action, why_clue(book, public, sight.seat, receiver, clue, touched))
        case Play(slot) if slot:
            why = why_play(view, public, sight, slot - 1)
            return Choice(action, why, what_it_can_be(view, sight, slot - 1))
        case Discard(slot):
            why = why_discard(public, sight, slot - 1)
            return Choice(action, why, what_it_can_be(view, sight, slot - 1))
        case Back(card) | Encore(card):
            return Choice(action, Message("why.partner.returned", card=card_label(card, view.rules)))
        case _:
            return Choice(action)


def sight_of(view: View, book: Book, public: Public) -> Sight:
    """What the seat of a view sees in the hands of the others."""
    assert view.seat is not None
    sight = empty_sight(book, view.seat, len(public.told))
    for seat, hand in enumerate(view.hands):
        if seat != view.seat:
            for held in hand:
                assert held.card is not None
                sight.face_of[held.id] = face_of(view.rules, held.card)
    return sight
