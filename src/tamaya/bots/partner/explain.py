"""Why a move was made, and how every clue was understood, in messages.

A reason is said aloud at the table, so it tells what all can work out from the conventions and from the move
itself; the rest is a secret until the game is over.
"""

from __future__ import annotations

from tamaya.bots.conventions.history import Story, begin, follow, hand_of
from tamaya.bots.conventions.state import (
    CALLED,
    NOBODY,
    PLAY_CLUE,
    REVEAL,
    SAVE_CLUE,
    Book,
    Reading,
    Table,
    chop_of,
)
from tamaya.bots.partner.state import Sight
from tamaya.bots.partner.styles import DEFAULT, STYLES
from tamaya.bots.partner.trial import take_back, try_clue
from tamaya.engine.events import Clued
from tamaya.engine.story import card_label, clue_words, suit_of
from tamaya.engine.view import View
from tamaya.rules import Card, Seat
from tamaya.words import Message, Who

MOST_LISTED = 6
"""Cards that are named one by one; more of them are counted."""


def why_play(view: View, story: Story, sight: Sight, slot: int) -> Message:
    """Why a card is played."""
    table, reading = story.table, story.reading
    card = table.hands[sight.seat][slot]
    if reading.taken_for[card] & ~table.playable:
        return Message("why.partner.worth-playing", slot=slot + 1)
    if reading.marks[card] & CALLED:
        told = clue_words(view.rules.tables.clues[reading.clue[card]], view.rules)
        return Message("why.partner.called", giver=Who(reading.giver[card]), about=told, slot=slot + 1)
    faces = _faces(view, reading.taken_for[card])
    if len(faces) != 1:
        return Message("why.partner.all-fit", slot=slot + 1, cards=_listed(view, faces))
    [face] = faces
    suit = suit_of(face.suit, view.rules).label
    return Message("why.partner.fits", slot=slot + 1, suit=suit, rank=face.rank)


def why_discard(story: Story, sight: Sight, slot: int) -> Message:
    """Why a card is discarded."""
    card = story.table.hands[sight.seat][slot]
    if story.reading.taken_for[card] & ~story.table.dead == 0:
        return Message("why.partner.useless", slot=slot + 1)
    if card == chop_of(story.table, story.reading, sight.seat):
        return Message("why.partner.next-discard", slot=slot + 1)
    return Message("why.partner.spared", slot=slot + 1)


def what_it_can_be(view: View, sight: Sight, slot: int) -> Message:
    """What the seat takes a card of its own for, which is its secret."""
    return Message("why.partner.can-be", slot=slot + 1, cards=_listed(view, _faces(view, sight.mine[slot])))


def why_clue(book: Book, story: Story, sight: Sight, receiver: int, clue: int, touched: int) -> Message:
    """Why a clue is given: what it says by the conventions."""
    table, reading = story.table, story.reading
    try_clue(book, table, reading, sight, receiver, clue, touched)
    meaning, slot = reading.last, slot_of(table, reading, receiver)
    take_back(book, table, reading, sight, receiver)
    who = Who(receiver)
    if meaning == REVEAL:
        return Message("why.partner.clue-sure", who=who, slot=slot)
    if meaning == PLAY_CLUE:
        return Message("why.partner.clue-play", who=who, slot=slot)
    if meaning == SAVE_CLUE:
        return Message("why.partner.clue-save", who=who, slot=slot)
    return Message("why.partner.clue-plain", who=who)


def understood(view: View) -> tuple[Message, ...]:
    """How every clue of the history was read, in its order."""
    story = begin(view, [STYLES[DEFAULT].book] * view.players, NOBODY)
    readings: list[Message] = []
    for event in view.history:
        follow(story, event)
        if isinstance(event, Clued):
            readings.append(_reading(view, story, event))
    return tuple(readings)


def _reading(view: View, story: Story, event: Clued[Seat]) -> Message:
    meaning = {REVEAL: "fits", PLAY_CLUE: "play", SAVE_CLUE: "save"}.get(story.reading.last, "plain")
    return Message(
        "why.partner.understood",
        giver=Who(event.giver),
        receiver=Who(event.receiver),
        about=clue_words(event.clue, view.rules),
        meaning=meaning,
        slot=slot_of(story.table, story.reading, event.receiver),
    )


def slot_of(table: Table, reading: Reading, seat: int) -> int:
    """The slot of the card that the last clue was about; 0 if there is none."""
    hand = hand_of(table, seat)
    return hand.index(reading.focus) + 1 if reading.focus in hand else 0


def _faces(view: View, mask: int) -> list[Card]:
    return [card for face, card in enumerate(view.rules.tables.cards) if mask >> face & 1]


def _listed(view: View, faces: list[Card]) -> Message:
    """One of these cards: the red 1, yellow 1 or blue 1."""
    if len(faces) > MOST_LISTED:
        return Message("why.partner.many-cards", count=len(faces))
    return Message("why.partner.cards", cards=tuple(card_label(face, view.rules) for face in faces))
