"""Clues, as all at a table understand them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tamaya.bots.conventions.connections import BLINDLY, RECEIVERS
from tamaya.bots.conventions.counting import draw_conclusions
from tamaya.bots.conventions.history import Story
from tamaya.bots.conventions.ones import goes_before, is_open_one
from tamaya.bots.conventions.self_finesse import read_self
from tamaya.bots.conventions.state import CALLED, CLUED, MISTAKE, PLAY_CLUE, SAVE_CLUE, card_in
from tamaya.bots.conventions.waits import mark_waits
from tamaya.engine.events import Clued
from tamaya.rules import Seat

WhyFocus: TypeAlias = Literal["fitting", "chop", "only", "newest", "one", "old"]
"""Why a clue is about one card: the newest that may fit; the next discard; the only new one; the newest new
one; the first of several ones; the newest of old ones."""


@dataclass(slots=True)
class ToldClue:
    """A clue, as all understand it."""

    event: Clued[Seat]
    turn: int
    level: int
    """Of the H-Group's conventions; 0 for other books."""
    meaning: int
    """As in ``conventions.state``."""
    focus: int
    """The card that it was about, or NO_CARD."""
    slot: int
    """Its slot then, from 1; 0 if there is none."""
    why: WhyFocus
    limit: int
    """Cards from this number on were drawn after it."""
    playable: int
    """What fitted then."""
    faces: int
    """What the focus could be by it."""
    moved: tuple[int, ...]
    """Cards that it keeps, though it touches none of them."""
    stopped: tuple[int, ...]
    """Cards that were about to be played, and are not any more."""
    not_yet: tuple[int, ...]
    """Cards that may have been about to be played, and turn out not to fit now."""
    again: bool
    """Whether it repeats what is known about its focus, which may fit: to get it played, or to stop it."""
    blind: tuple[int, ...]
    """Cards of the receiver that are to be played blindly before the focus."""
    played: list[tuple[Seat, int, bool]] = field(default_factory=list)
    """What was played for it before the focus: by whom, which face, and whether blindly."""
    passed: dict[Seat, int] = field(default_factory=dict)
    """How often a seat has done something else since then."""

    @property
    def calls(self) -> bool:
        """Whether its focus may be one to play."""
        may_save = self.meaning == SAVE_CLUE and self.level > 0
        return self.focus >= 0 and (self.meaning == PLAY_CLUE or may_save)


@dataclass(frozen=True, slots=True)
class Cause:
    """The clue for whose sake a card is to be played before the card that the clue was about."""

    clue: ToldClue
    faces: int
    """What the card should be."""
    blindly: bool


def first_repeated(story: Story, cards: list[int], event: Clued[Seat]) -> tuple[int, ...]:
    """Of cards that may be about to be played the first that a clue touches without saying anything
    new: it is bad (level 3)."""
    table, reading = story.table, story.reading
    touched = {table.hands[event.receiver][slot - 1] for slot in event.slots}
    repeated = [card for card in cards if card in touched]
    if table.news or reading.level < 3 or not repeated:
        return ()
    first = repeated[0]
    for card in repeated:
        first = card if goes_before(table, reading, card, first) else first
    return (first,)


def why_focus(story: Story, focus: int, chop: int, new: list[int]) -> WhyFocus:
    """Why the clue that was read last is about one card; ``new`` are those that had no clue before."""
    if story.reading.level == 0:
        return "fitting"
    if focus == chop:
        return "chop"
    if focus not in new:
        return "old"
    if len(new) == 1:
        return "only"
    if story.reading.level >= 3 and is_open_one(story.book, story.table, story.reading, focus):
        return "one"
    return "newest"


def look_in_own_hand(story: Story, event: Clued[Seat], *, fresh: bool) -> tuple[int, ...]:
    """A clue that no other hand can explain: its receiver holds the missing cards, as all know."""
    table, reading = story.table, story.reading
    focus = reading.focus
    if reading.last != MISTAKE or focus < 0 or reading.level == 0:
        return ()
    first = reading.waits.count
    own = RECEIVERS | BLINDLY if fresh and reading.level >= 2 else RECEIVERS
    faces = reading.taken_for[focus]
    found = read_self(story.book, table, reading, event.giver, event.receiver, focus, faces, own)
    if found == 0:
        return ()
    steps = [
        reading.waits.step[wait][place]
        for wait in range(first, reading.waits.count)
        for place in range(reading.waits.steps[wait])
    ]
    mark_waits(reading, first, reading.waits.count)
    reading.meant[focus] = found
    reading.marks[focus] |= CALLED
    reading.last = PLAY_CLUE
    draw_conclusions(story.book, table, reading)
    blind = {card_in(step) for step in steps if not reading.marks[card_in(step)] & CLUED}
    return tuple(sorted(blind, reverse=True))
