"""How every clue of a game was understood, in messages."""

from __future__ import annotations

from typing import Final

from tamaya.bots.conventions.history import begin, follow, hand_of
from tamaya.bots.conventions.state import (
    CHOP_MOVE,
    FIX,
    MISTAKE,
    PLAY_CLUE,
    REVEAL,
    SAVE_CLUE,
    STALL,
)
from tamaya.bots.partner.account import Account
from tamaya.bots.partner.styles import PARTNER, Style
from tamaya.engine.events import Clued
from tamaya.engine.story import clue_words
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Message, Who

MEANINGS: Final = {
    PLAY_CLUE: "focus",
    SAVE_CLUE: "keep",
    STALL: "stall",
    CHOP_MOVE: "moved",
    FIX: "fix",
    REVEAL: "fits",
    MISTAKE: "mistake",
}
BY_TAMAYA: Final = {PLAY_CLUE: "play", SAVE_CLUE: "save", REVEAL: "fits"}


def understood(view: View, style: Style = PARTNER) -> tuple[Message, ...]:
    """How every clue of the history was read on the seat of a view, in their order; by a spectator as all can
    tell."""
    if view.seat is None or style.public:
        clues = Account.of(view, style).clues
        return tuple(_reading(view, style, clue.event, clue.meaning, clue.slot) for clue in clues)
    story = begin(view, [style.book] * view.players, view.seat, style.trust, style.agreed)
    readings: list[Message] = []
    for event in view.history:
        follow(story, event)
        if isinstance(event, Clued):
            hand = hand_of(story.table, event.receiver)
            slot = hand.index(story.reading.focus) + 1 if story.reading.focus in hand else 0
            readings.append(_reading(view, style, event, story.reading.last, slot))
    return tuple(readings)


def _reading(view: View, style: Style, event: Clued[Seat], meaning: int, slot: int) -> Message:
    return Message(
        "why.partner.understood",
        giver=Who(event.giver),
        receiver=Who(event.receiver),
        about=clue_words(event.clue, view.rules),
        meaning=(BY_TAMAYA if style.public else MEANINGS).get(meaning, "plain"),
        slot=slot,
    )
