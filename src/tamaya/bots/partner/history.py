"""From a view to public knowledge: its history, read event by event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from tamaya.bots.partner import conventions
from tamaya.bots.partner.state import Book, Public, book_of, copy_public, empty_public, face_of
from tamaya.engine import events
from tamaya.engine.events import Event
from tamaya.engine.view import View
from tamaya.rules import Rules


class HistoryReader:
    """Reads the history of a game, each event once.

    A view that does not continue what was read before (another game, or one after an undo) is read from its
    beginning, so what ``read`` returns depends on the view alone.
    """

    def __init__(self) -> None:
        self._public: Public | None = None
        self._rules: Rules | None = None
        self._history: tuple[Event, ...] = ()

    def read(self, view: View) -> Public:
        """What the whole table knows; the caller may change it."""
        public = self._continued(view) or self._begun(view)
        self._public, self._rules, self._history = public, view.rules, view.history
        known = copy_public(public)
        known.clues = view.clues
        known.strikes = view.strikes
        known.deck = view.deck_size
        known.turns_left = -1 if view.turns_left is None else view.turns_left
        return known

    def _continued(self, view: View) -> Public | None:
        """What was read before and the events since then; None if they do not lead to this view."""
        public, self._public = self._public, None
        past = len(self._history)
        if public is None or view.rules != self._rules or view.history[:past] != self._history:
            return None
        if len(public.hand_size) != view.players:
            return None
        for event in view.history[past:]:
            follow(book_of(view.rules, view.players), view.rules, public, event)
        return public if _agree(public, view) else None

    def _begun(self, view: View) -> Public:
        book = book_of(view.rules, view.players)
        public = beginning(book, view)
        for event in view.history:
            follow(book, view.rules, public, event)
        return public


def public_knowledge(view: View) -> Public:
    """What the whole table knows, by the history that every seat has seen."""
    return HistoryReader().read(view)


def follow(book: Book, rules: Rules, public: Public, event: Event) -> None:
    """Let an event change what the table knows."""
    match event:
        case events.Clued(giver, receiver, clue, slots, free):
            touched = sum([1 << slot - 1 for slot in slots])
            conventions.see_clue(book, public, giver, receiver, rules.tables.clues.index(clue), touched, free)
        case events.Played(seat, slot, _, card, fits):
            conventions.see_play(book, public, seat, slot - 1, face_of(rules, card), fits)
        case events.Discarded(seat, slot, _, card):
            conventions.see_discard(book, public, seat, slot - 1, face_of(rules, card))
        case events.Drew(seat, card_id):
            conventions.see_draw(book, public, seat, card_id)
        case events.Rearranged(seat, order):
            hand = hand_of(public, seat)
            for place, slot in enumerate(order):
                public.hands[seat][place] = hand[slot - 1]
        case events.WentBack(_, card):
            conventions.see_back(book, public, face_of(rules, card))
        case events.Encored(_, card, fits):
            if fits:
                conventions.see_encore(book, public, face_of(rules, card))
        case events.Completed(token=token):
            if token:
                conventions.see_token(book, public)
        case events.Revealed(tile=tile):
            if tile.decision is None:
                conventions.see_token(book, public)
        case events.Passed() | events.LastRound() | events.Ended():
            pass
        case _:
            assert_never(event)


def beginning(book: Book, view: View) -> Public:
    """What the table knew before the first event: the view wound back, as positions may begin in mid-game."""
    past = wind_back(book, view, len(view.history))
    # A token that came back in vain leaves no trace, so only a true beginning is certain.
    fresh = not any(past.laid) and not any(past.discarded)
    public = empty_public(book, past.hands)
    public.clues = book.most_clues if fresh else max(0, min(book.most_clues, past.clues))
    public.laid = past.laid
    public.discarded = past.discarded
    conventions.classify_faces(book, public)
    conventions.draw_conclusions(book, public)
    return public


@dataclass(slots=True)
class Past:
    """What lay on the table some events ago."""

    hands: list[list[int]]
    laid: list[int]
    discarded: list[int]
    clues: int


def wind_back(book: Book, view: View, count: int) -> Past:
    """Undo the latest events of a view."""
    past = Past(
        hands=[[held.id for held in hand] for hand in view.hands],
        laid=list(view.displays),
        discarded=[0] * book.faces,
        clues=view.clues,
    )
    for card in view.discards:
        past.discarded[face_of(view.rules, card)] += 1
    for event in reversed(view.history[len(view.history) - count :]):
        _undo(view.rules, past, event)
    return past


def _undo(rules: Rules, past: Past, event: Event) -> None:
    match event:
        case events.Clued(free=free):
            past.clues += not free
        case events.Played(seat, slot, card_id, card, fits):
            if slot:
                past.hands[seat].insert(slot - 1, card_id)
            past.laid[rules.tables.place[card][0]] -= fits
            past.discarded[face_of(rules, card)] -= not fits
        case events.Discarded(seat, slot, card_id, card):
            past.hands[seat].insert(slot - 1, card_id)
            past.discarded[face_of(rules, card)] -= 1
            past.clues -= 1
        case events.Drew(seat, card_id):
            past.hands[seat].remove(card_id)
        case events.Rearranged(seat, order):
            past.hands[seat] = [card_id for _, card_id in sorted(zip(order, past.hands[seat], strict=True))]
        case events.WentBack(_, card):
            past.discarded[face_of(rules, card)] += 1
        case events.Encored(_, card, fits):
            past.discarded[face_of(rules, card)] += fits
            past.laid[rules.tables.place[card][0]] -= fits
        case events.Completed(token=token):
            past.clues -= token
        case events.Revealed() | events.Passed() | events.LastRound() | events.Ended():
            pass
        case _:
            assert_never(event)


def hand_of(public: Public, seat: int) -> list[int]:
    """The cards in a hand."""
    return public.hands[seat][: public.hand_size[seat]]


def _agree(public: Public, view: View) -> bool:
    """Whether public knowledge is about the cards that lie on the table."""
    now = wind_back(book_of(view.rules, view.players), view, 0)
    hands = [hand_of(public, seat) for seat in range(view.players)]
    return (now.hands, now.laid, now.discarded, now.clues) == (
        hands,
        public.laid,
        public.discarded,
        public.clues,
    )
