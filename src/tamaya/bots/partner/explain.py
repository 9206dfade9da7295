"""Why a move was made, and how every clue was understood, in messages.

A reason is said aloud at the table, so it tells what all can work out from the conventions and from the move
itself; the rest is a secret until the game is over.
"""

from __future__ import annotations

from tamaya.bots.partner.conventions import next_discard, see_clue
from tamaya.bots.partner.history import beginning, follow, hand_of
from tamaya.bots.partner.state import CALL, CALLED, SAVE, SURE, Book, Public, Sight, book_of, copy_public
from tamaya.engine.events import Clued
from tamaya.engine.story import card_label, clue_words, suit_of
from tamaya.engine.view import View
from tamaya.rules import Card, Seat
from tamaya.words import Message, Who

MOST_LISTED = 6
"""Cards that are named one by one; more of them are counted."""


def why_play(view: View, public: Public, sight: Sight, slot: int) -> Message:
    """Why a card is played."""
    card = hand_of(public, sight.seat)[slot]
    if public.taken_for[card] & ~public.playable:
        return Message("why.partner.worth-playing", slot=slot + 1)
    if public.marks[card] & CALLED:
        told = clue_words(view.rules.tables.clues[public.called_with[card]], view.rules)
        return Message("why.partner.called", giver=Who(public.called_by[card]), about=told, slot=slot + 1)
    faces = _faces(view, public.taken_for[card])
    if len(faces) != 1:
        return Message("why.partner.all-fit", slot=slot + 1, cards=_listed(view, faces))
    [face] = faces
    suit = suit_of(face.suit, view.rules).label
    return Message("why.partner.fits", slot=slot + 1, suit=suit, rank=face.rank)


def why_discard(public: Public, sight: Sight, slot: int) -> Message:
    """Why a card is discarded."""
    card = hand_of(public, sight.seat)[slot]
    if public.taken_for[card] & ~public.dead == 0:
        return Message("why.partner.useless", slot=slot + 1)
    if card == next_discard(public, sight.seat):
        return Message("why.partner.next-discard", slot=slot + 1)
    return Message("why.partner.spared", slot=slot + 1)


def what_it_can_be(view: View, sight: Sight, slot: int) -> Message:
    """What the seat takes a card of its own for, which is its secret."""
    return Message("why.partner.can-be", slot=slot + 1, cards=_listed(view, _faces(view, sight.mine[slot])))


def why_clue(book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int) -> Message:
    """Why a clue is given: what it says by the conventions."""
    after = copy_public(public)
    see_clue(book, after, giver, receiver, clue, touched, True)
    who, slot = Who(receiver), slot_of(after, receiver)
    if after.reading == SURE and after.focus >= 0:
        return Message("why.partner.clue-sure", who=who, slot=slot)
    if after.reading == CALL:
        return Message("why.partner.clue-play", who=who, slot=slot)
    if after.reading == SAVE:
        return Message("why.partner.clue-save", who=who, slot=slot)
    return Message("why.partner.clue-plain", who=who)


def understood(view: View) -> tuple[Message, ...]:
    """How every clue of the history was read, in its order."""
    book = book_of(view.rules, view.players)
    public = beginning(book, view)
    readings: list[Message] = []
    for event in view.history:
        follow(book, view.rules, public, event)
        if isinstance(event, Clued):
            readings.append(_reading(view, public, event))
    return tuple(readings)


def _reading(view: View, public: Public, event: Clued[Seat]) -> Message:
    return Message(
        "why.partner.understood",
        giver=Who(event.giver),
        receiver=Who(event.receiver),
        about=clue_words(event.clue, view.rules),
        meaning={SURE: "fits", CALL: "play", SAVE: "save"}.get(public.reading, "plain"),
        slot=slot_of(public, event.receiver),
    )


def slot_of(public: Public, seat: int) -> int:
    """The slot of the card that the last clue was about; 0 if there is none."""
    hand = hand_of(public, seat)
    return hand.index(public.focus) + 1 if public.focus in hand else 0


def _faces(view: View, mask: int) -> list[Card]:
    return [card for face, card in enumerate(view.rules.tables.cards) if mask >> face & 1]


def _listed(view: View, faces: list[Card]) -> Message:
    """One of these cards: the red 1, yellow 1 or blue 1."""
    if len(faces) > MOST_LISTED:
        return Message("why.partner.many-cards", count=len(faces))
    return Message("why.partner.cards", cards=tuple(card_label(face, view.rules) for face in faces))
