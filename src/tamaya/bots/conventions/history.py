"""From a view to a reading: its history, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from tamaya.bots.conventions import events as see
from tamaya.bots.conventions.counting import classify_faces, draw_conclusions
from tamaya.bots.conventions.state import (
    CLUED,
    NO_CARD,
    NOBODY,
    Book,
    Reading,
    Table,
    book_of,
    empty_reading,
    empty_table,
    face_of,
)
from tamaya.bots.conventions.trust import MOST, begin_trust
from tamaya.bots.facts import UNSEEN
from tamaya.engine import events
from tamaya.engine.events import Event
from tamaya.engine.view import View
from tamaya.rules import Rules


@dataclass(slots=True)
class Story:
    """A game as a seat follows it: the table, and what the seat reads there."""

    book: Book
    rules: Rules
    table: Table
    reading: Reading
    faces: dict[int, int]
    """The faces of all cards that the viewer has seen so far, also of those that were only drawn later."""


def read_view(
    view: View, style: int, viewer: int | None = None, trust: int = MOST, agreed: bool = True
) -> Story:
    """What a seat reads in all that it has seen. With NOBODY as the viewer: what all can conclude."""
    seat = view.seat if viewer is None else viewer
    assert seat is not None
    story = begin(view, [style] * view.players, seat, trust, agreed)
    for event in view.history:
        follow(story, event)
    sync(story, view)
    return story


def begin(view: View, books: Sequence[int], viewer: int, trust: int = MOST, agreed: bool = True) -> Story:
    """The story of a view before its first event: the view wound back, as positions may begin in mid-game."""
    book = book_of(view.rules, view.players)
    past = wind_back(book, view, len(view.history))
    table = empty_table(book, past.hands)
    reading = empty_reading(book, viewer, books, trust, len(table.told))
    begin_trust(book, reading, trust, agreed)
    story = Story(book, view.rules, table, reading, {})
    show(story, view)
    # A token that came back in vain leaves no trace, so only a true beginning is certain.
    fresh = not any(past.laid) and not any(past.discarded)
    table.clues = book.most_clues if fresh else max(0, min(book.most_clues, past.clues))
    table.laid, table.discarded = past.laid, past.discarded
    reading.early = not any(past.discarded)
    if viewer != NOBODY:
        for seat, hand in enumerate(past.hands):
            for card in hand if seat != viewer else ():
                reading.face_of[card] = story.faces.get(card, UNSEEN)
    hear_marks(story, view, past)
    classify_faces(book, table)
    draw_conclusions(book, table, reading)
    return story


def show(story: Story, view: View) -> None:
    """Let the viewer see the faces that a view shows."""
    if story.reading.viewer == NOBODY:
        return
    for hand in view.hands:
        for held in hand:
            if held.card is not None:
                story.faces[held.id] = face_of(view.rules, held.card)
    for event in view.history:
        match event:
            case events.Played(_, _, card_id, card, _) | events.Discarded(_, _, card_id, card):
                story.faces[card_id] = face_of(view.rules, card)
            case _:
                pass


def sync(story: Story, view: View) -> None:
    """Take over what a view counts."""
    story.table.clues, story.table.strikes, story.table.deck = view.clues, view.strikes, view.deck_size
    story.table.turns_left = -1 if view.turns_left is None else view.turns_left


def hear_marks(story: Story, view: View, past: Past) -> None:
    """Take in words on cards of which no clue of the history tells: a position may begin in mid-game."""
    clues = view.rules.tables.clues
    hands = [list(hand) for hand in past.hands]
    told: set[tuple[int, str]] = set()
    for event in view.history:
        match event:
            case events.Clued(_, receiver, clue, _, _):
                told |= {(card, clue) for card in hands[receiver]}
            case events.Played(seat, slot, card_id, _, _) | events.Discarded(seat, slot, card_id, _):
                if slot:
                    hands[seat].remove(card_id)
            case events.Drew(seat, card_id):
                hands[seat].append(card_id)
            case _:
                pass
    for hand in view.hands:
        for held in hand:
            for clue in held.yes:
                if (held.id, clue) not in told:
                    story.table.told[held.id] &= story.book.touch[clues.index(clue)]
                    story.reading.marks[held.id] |= CLUED
                    story.table.since[held.id] = 0
            for clue in held.no:
                if (held.id, clue) not in told:
                    story.table.told[held.id] &= ~story.book.touch[clues.index(clue)]


def follow(story: Story, event: Event) -> None:
    """Let an event change the table, and what is read there."""
    book, rules, table, reading = story.book, story.rules, story.table, story.reading
    match event:
        case events.Clued(giver, receiver, clue, slots, free):
            number = rules.tables.clues.index(clue)
            touched = sum([1 << slot - 1 for slot in slots])
            if not free:
                see.notice_clue(book, table, reading, giver, receiver)
            see.tell(book, table, receiver, number, touched, free)
            see.read_told(book, table, reading, giver, receiver, number, touched)
        case events.Played(seat, slot, _, card, fits):
            face, playable = face_of(rules, card), table.playable
            played = table.hands[seat][slot - 1] if slot else NO_CARD
            see.notice_play(book, table, reading, seat, slot - 1, face)
            see.lay(book, table, seat, slot - 1, face, fits)
            see.read_play(book, table, reading, seat, played, face, fits, playable)
        case events.Discarded(seat, slot, _, card):
            face, playable = face_of(rules, card), table.playable
            see.notice_discard(book, table, reading, seat, slot - 1, face)
            see.discard(book, table, seat, slot - 1, face)
            see.read_discard(book, table, reading, seat, playable)
        case events.Drew(seat, card_id):
            see.draw(table, seat, card_id)
            face = UNSEEN if seat == reading.viewer else story.faces.get(card_id, UNSEEN)
            see.read_draw(book, table, reading, seat, card_id, face)
        case events.Rearranged(seat, order):
            hand = hand_of(table, seat)
            for place, slot in enumerate(order):
                table.hands[seat][place] = hand[slot - 1]
        case events.WentBack(_, card):
            see.go_back(book, table, face_of(rules, card))
            draw_conclusions(book, table, reading)
        case events.Encored(_, card, fits):
            if fits:
                see.encore(book, table, face_of(rules, card))
                draw_conclusions(book, table, reading)
        case events.Completed(token=token):
            if token:
                see.gain_token(book, table)
        case events.Revealed(tile=tile):
            if tile.decision is None:
                see.gain_token(book, table)
        case events.Passed() | events.LastRound() | events.Ended():
            pass
        case _:
            assert_never(event)


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


def hand_of(table: Table, seat: int) -> list[int]:
    """The cards in a hand."""
    return table.hands[seat][: table.hand_size[seat]]


class StoryReader:
    """Follows a game on one seat, each event once.

    A view that does not continue what was read before (another game, or one after an undo) is read from its
    beginning, so what ``read`` returns depends on the view alone.
    """

    def __init__(self, style: int, trust: int, *, agreed: bool, public: bool) -> None:
        self._style = style
        self._trust = trust
        self._agreed = agreed
        self._public = public
        """Whether only what all can conclude is read."""
        self._story: Story | None = None
        self._history: tuple[Event, ...] = ()

    def read(self, view: View) -> Story:
        """What the seat of a view reads; the caller may try clues in it, but has to take them back."""
        viewer = NOBODY if self._public else view.seat
        assert viewer is not None
        story = self._continued(view, viewer) or self._begun(view, viewer)
        self._story, self._history = story, view.history
        sync(story, view)
        return story

    def _continued(self, view: View, viewer: int) -> Story | None:
        """What was read before and the events since then; None if they do not lead to this view."""
        story, self._story = self._story, None
        past = len(self._history)
        if story is None or view.rules != story.rules or view.history[:past] != self._history:
            return None
        if len(story.table.hand_size) != view.players or story.reading.viewer != viewer:
            return None
        show(story, view)
        for event in view.history[past:]:
            follow(story, event)
        return story if _agree(story, view) else None

    def _begun(self, view: View, viewer: int) -> Story:
        story = begin(view, [self._style] * view.players, viewer, self._trust, self._agreed)
        for event in view.history:
            follow(story, event)
        return story


def _agree(story: Story, view: View) -> bool:
    """Whether a story is about the cards that lie on the table, and saw them as the view does."""
    now = wind_back(story.book, view, 0)
    hands = [hand_of(story.table, seat) for seat in range(view.players)]
    if (now.hands, now.laid, now.discarded) != (hands, story.table.laid, story.table.discarded):
        return False
    seen = story.reading.face_of
    return story.reading.viewer == NOBODY or all(
        seen[held.id] == (UNSEEN if held.card is None else face_of(view.rules, held.card))
        for hand in view.hands
        for held in hand
    )
