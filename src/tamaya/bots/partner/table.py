"""From a view to public knowledge: the fixed facts of a game, and its history read event by event."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import assert_never

from tamaya.bots.partner import public as seen
from tamaya.bots.partner.public import WIDTH, Book, Public
from tamaya.engine.events import (
    Clued,
    Completed,
    Discarded,
    Drew,
    Encored,
    Ended,
    Event,
    LastRound,
    Passed,
    Played,
    Rearranged,
    Revealed,
    WentBack,
)
from tamaya.engine.view import View
from tamaya.rules import Card, Rules, Tile


@dataclass(frozen=True, slots=True)
class Moment:
    """What the table knew after some events. Nobody changes it any more."""

    rules: Rules
    history: tuple[Event, ...]
    public: Public


_RECENT: deque[Moment] = deque(maxlen=64)
"""Where the latest readings ended. A reading of the same game goes on from there; the result is the same."""


def public_knowledge(view: View) -> Public:
    """What the whole table knows, by the history that every seat has seen."""
    book = book_of(view.rules, view.players)
    known = _latest(view)
    if known is None:
        public, past = beginning(book, view), 0
    else:
        public, past = duplicate(known.public), len(known.history)
    for event in view.history[past:]:
        follow(book, view.rules, public, event)
    if past < len(view.history):
        _RECENT.append(Moment(view.rules, view.history, duplicate(public)))
    public.clues = view.clues
    public.strikes = view.strikes
    public.deck = view.deck_size
    public.turns_left = -1 if view.turns_left is None else view.turns_left
    return public


def follow(book: Book, rules: Rules, public: Public, event: Event) -> None:
    """Let an event change what the table knows."""
    match event:
        case Clued(giver, receiver, clue, slots, free):
            touched = sum([1 << slot - 1 for slot in slots])
            seen.see_clue(book, public, giver, receiver, rules.tables.clues.index(clue), touched, free)
        case Played(seat, slot, _, card, fits):
            seen.see_play(book, public, seat, slot - 1, face_of(rules, card), fits)
        case Discarded(seat, slot, _, card):
            seen.see_discard(book, public, seat, slot - 1, face_of(rules, card))
        case Drew(seat, card_id):
            seen.see_draw(book, public, seat, card_id)
        case Rearranged(seat, order):
            hand = hand_of(public, seat)
            for place, slot in enumerate(order):
                public.hand[seat * WIDTH + place] = hand[slot - 1]
        case WentBack(_, card):
            seen.see_back(book, public, face_of(rules, card))
        case Encored(_, card, fits):
            if fits:
                seen.see_encore(book, public, face_of(rules, card))
        case Completed(token=token):
            if token:
                seen.see_token(book, public)
        case Revealed(tile=tile):
            if tile in (Tile.CLUE, Tile.REPAIR):
                seen.see_token(book, public)
        case Passed() | LastRound() | Ended():
            pass
        case _:
            assert_never(event)


def beginning(book: Book, view: View) -> Public:
    """What the table knew before the first event: the view wound back, as positions may begin in mid-game."""
    past = wind_back(book, view, len(view.history))
    # A token that came back in vain leaves no trace, so only a true beginning is certain.
    fresh = not any(past.laid) and not any(past.gone)
    public = _blank(book, past.hands)
    public.clues = book.most_clues if fresh else max(0, min(book.most_clues, past.clues))
    public.laid = past.laid
    public.gone = past.gone
    seen.take_stock(book, public)
    seen.settle(book, public)
    return public


@dataclass(slots=True)
class Past:
    """What lay on the table some events ago."""

    hands: list[list[int]]
    laid: list[int]
    gone: list[int]
    clues: int


def wind_back(book: Book, view: View, events: int) -> Past:
    """Undo the latest events of a view."""
    past = Past(
        hands=[[held.id for held in hand] for hand in view.hands],
        laid=list(view.displays),
        gone=[0] * book.faces,
        clues=view.clues,
    )
    for card in view.discards:
        past.gone[face_of(view.rules, card)] += 1
    for event in reversed(view.history[len(view.history) - events :]):
        _undo(view.rules, past, event)
    return past


def _undo(rules: Rules, past: Past, event: Event) -> None:
    match event:
        case Clued(free=free):
            past.clues += not free
        case Played(seat, slot, card_id, card, fits):
            if slot:
                past.hands[seat].insert(slot - 1, card_id)
            past.laid[rules.tables.place[card][0]] -= fits
            past.gone[face_of(rules, card)] -= not fits
        case Discarded(seat, slot, card_id, card):
            past.hands[seat].insert(slot - 1, card_id)
            past.gone[face_of(rules, card)] -= 1
            past.clues -= 1
        case Drew(seat, card_id):
            past.hands[seat].remove(card_id)
        case Rearranged(seat, order):
            past.hands[seat] = [card_id for _, card_id in sorted(zip(order, past.hands[seat], strict=True))]
        case WentBack(_, card):
            past.gone[face_of(rules, card)] += 1
        case Encored(_, card, fits):
            past.gone[face_of(rules, card)] += fits
            past.laid[rules.tables.place[card][0]] -= fits
        case Completed(token=token):
            past.clues -= token
        case Revealed() | Passed() | LastRound() | Ended():
            pass
        case _:
            assert_never(event)


@lru_cache(maxsize=64)
def book_of(rules: Rules, players: int) -> Book:
    """The facts of a game that never change."""
    tables = rules.tables
    chain = [face_of(rules, Card(f"{suit.letter}{rank}")) for suit in tables.suits for rank in suit.order]
    step_of = [0] * len(chain)
    after = [0] * len(chain)
    for place, face in enumerate(chain):
        step_of[face] = place % tables.ranks
        if step_of[face] + 1 < tables.ranks:
            after[face] = 1 << chain[place + 1]
    return Book(
        players=players,
        full_hand=rules.hand_size(players),
        suits=len(tables.suits),
        ranks=tables.ranks,
        faces=len(chain),
        colours=len(tables.colours),
        clues=len(tables.clues),
        most_clues=rules.clues,
        most_strikes=rules.strikes,
        flourish=rules.flourish,
        empty=rules.empty,
        discard_full=rules.discard_full,
        copies=list(tables.copies),
        touch=[sum([1 << face for face, touched in enumerate(row) if touched]) for row in tables.touch],
        chain=chain,
        suit_of=[tables.place[card][0] for card in tables.cards],
        step_of=step_of,
        after=after,
    )


def face_of(rules: Rules, card: Card) -> int:
    """The number of a face."""
    suit, rank = rules.tables.place[card]
    return suit * rules.tables.ranks + rank - 1


def hand_of(public: Public, seat: int) -> list[int]:
    """[slot - 1] the cards in a hand."""
    return public.hand[seat * WIDTH : seat * WIDTH + public.size[seat]]


def duplicate(public: Public) -> Public:
    """A copy that shares nothing."""
    return Public(**{item.name: copy(getattr(public, item.name)) for item in fields(Public)})


def _latest(view: View) -> Moment | None:
    """The longest reading that this view continues."""
    found = None
    for known in tuple(_RECENT):
        past = len(known.history)
        if (
            (found is None or past > len(found.history))
            and known.rules == view.rules
            and len(known.public.size) == view.players
            and view.history[past - 1 : past] == known.history[-1:]
            and view.history[:past] == known.history
            and _leads_to(known, view)
        ):
            found = known
    return found


def _leads_to(known: Moment, view: View) -> bool:
    """Whether a reading is about the same cards, wherever its history began."""
    past = wind_back(book_of(view.rules, view.players), view, len(view.history) - len(known.history))
    public = known.public
    return (
        past.clues == public.clues
        and past.laid == public.laid
        and past.gone == public.gone
        and all(hand == hand_of(public, seat) for seat, hand in enumerate(past.hands))
    )


def _blank(book: Book, hands: Sequence[Sequence[int]]) -> Public:
    cards = max([card for hand in hands for card in hand], default=0)
    room = max(cards, sum(book.copies)) + 10
    public = Public(
        clues=0,
        strikes=0,
        deck=0,
        turns_left=-1,
        playable=0,
        dead=0,
        critical=0,
        missing=0,
        reading=seen.PLAIN,
        focus=-1,
        laid=[0] * book.suits,
        furthest=[0] * book.suits,
        gone=[0] * book.faces,
        size=[len(hand) for hand in hands],
        hand=[0] * (WIDTH * book.players),
        told=[0] * room,
        sworn=[0] * room,
        mask=[0] * room,
        mark=[0] * room,
        left=list(book.copies),
        used_up=0,
        count=[0] * book.faces,
        source=[-1] * room,
        broken=[0] * book.players,
    )
    for seat, hand in enumerate(hands):
        public.hand[seat * WIDTH : seat * WIDTH + len(hand)] = hand
        for card in hand:
            seen.forget(book, public, card)
    return public
