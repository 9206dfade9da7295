"""How ``partner`` reads the table by one of its styles, for those who ask (``tamaya.bots.reading``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from tamaya.bots.conventions.history import Story, begin, follow, hand_of, sync
from tamaya.bots.conventions.state import (
    CHOP_MOVE,
    FINESSED,
    FIX,
    MISTAKE,
    MOVED,
    NO_CARD,
    NOBODY,
    NOTHING,
    PLAY_CLUE,
    REVEAL,
    SAVE_CLUE,
    STALL,
    chop_of,
    face_of,
)
from tamaya.bots.partner.choose import NEVER, touched_by, worth_of_clue
from tamaya.bots.partner.look import look
from tamaya.bots.partner.mind import sight_of
from tamaya.bots.partner.state import partner_book
from tamaya.bots.partner.styles import PARTNER, Style
from tamaya.bots.partner.trial import take_back, try_clue
from tamaya.bots.reading import Meaning
from tamaya.engine.actions import Clue
from tamaya.engine.events import Clued
from tamaya.engine.view import View
from tamaya.knowledge import Knowledge, know
from tamaya.rules import Card, Seat

MEANINGS: Final[dict[int, Meaning | Literal[""]]] = {
    NOTHING: "",
    PLAY_CLUE: "play",
    SAVE_CLUE: "save",
    STALL: "stall",
    CHOP_MOVE: "chop move",
    FIX: "fix",
    REVEAL: "reveal",
    MISTAKE: "mistake",
}


def read_table(view: View) -> StyleReading:
    """What partner concludes on the seat of a view."""
    return StyleReading(view, PARTNER)


@dataclass(frozen=True)
class StyleReading:
    """What the seat of a view concludes by a style."""

    view: View
    style: Style

    def taken_for(self, seat: Seat, slot: int, /) -> frozenset[Card]:
        """What the holder takes a card for."""
        faces = self._story.reading.taken_for[self._card(seat, slot)]
        rules = self.view.rules
        return frozenset(card for card in rules.tables.cards if faces >> face_of(rules, card) & 1)

    def possible(self, seat: Seat, slot: int, /) -> frozenset[Card]:
        """What the holder can think that a card is, without conventions."""
        return frozenset(self._known.empathy(seat)[slot - 1])

    def is_promised(self, seat: Seat, slot: int, /) -> bool:
        """Whether the holder will have to play a card blindly."""
        return self._has(seat, slot, FINESSED)

    def is_kept(self, seat: Seat, slot: int, /) -> bool:
        """Whether a card was moved away from the chop."""
        return self._has(seat, slot, MOVED)

    def is_useless(self, seat: Seat, slot: int, /) -> bool:
        """Whether a card is of no use, whatever the holder takes it for."""
        return all(map(self._known.dead, self.taken_for(seat, slot)))

    def meaning(self, number: int, /) -> Meaning | Literal[""] | None:
        """How a clue was read."""
        return self._read[1].get(number, "")

    def is_proper(self, clue: Clue, /) -> bool:
        """Whether a clue keeps to the conventions and misleads no teammate."""
        return self._try(clue)[0] not in (MISTAKE, NOTHING) and self._worth(clue) > NEVER / 2

    def saves(self, seat: Seat, /) -> tuple[Clue, ...]:
        """The proper clues that are about the next discard of a seat, and save it."""
        table, reading = self._story.table, self._story.reading
        chop = chop_of(table, reading, seat)
        if chop == NO_CARD:
            return ()
        clues = [
            action for action in self.view.actions if isinstance(action, Clue) and action.receiver == seat
        ]
        return tuple(
            clue for clue in clues if self._try(clue) == (SAVE_CLUE, chop) and self._worth(clue) > NEVER / 2
        )

    def _try(self, clue: Clue) -> tuple[int, int]:
        """How a clue would be read, and which card it would be about."""
        story, sight = self._story, sight_of(self.view, self._story)
        book = partner_book(self.view.rules, self.view.players, self.style)
        look(book, story.table, story.reading, sight)
        number = self.view.rules.tables.clues.index(clue.clue)
        touched = touched_by(book, story.table, sight, clue.receiver, number)
        try_clue(book, story.table, story.reading, sight, clue.receiver, number, touched)
        found = story.reading.last, story.reading.focus
        take_back(book, story.table, story.reading, sight, clue.receiver)
        return found

    def _worth(self, clue: Clue) -> float:
        story, sight = self._story, sight_of(self.view, self._story)
        book = partner_book(self.view.rules, self.view.players, self.style)
        look(book, story.table, story.reading, sight)
        number = self.view.rules.tables.clues.index(clue.clue)
        touched = touched_by(book, story.table, sight, clue.receiver, number)
        return worth_of_clue(book, story.table, story.reading, sight, clue.receiver, number, touched)

    def _card(self, seat: int, slot: int) -> int:
        return hand_of(self._story.table, seat)[slot - 1]

    def _has(self, seat: int, slot: int, mark: int) -> bool:
        return self._story.reading.marks[self._card(seat, slot)] & mark != 0

    @property
    def _story(self) -> Story:
        return self._read[0]

    @cached_property
    def _read(self) -> tuple[Story, dict[int, Meaning | Literal[""]]]:
        """The story of the view, and how each clue of its history was read."""
        view, style = self.view, self.style
        viewer = NOBODY if style.public else view.seat
        assert viewer is not None
        story = begin(view, [style.book] * view.players, viewer, style.trust, style.agreed)
        meanings: dict[int, Meaning | Literal[""]] = {}
        for number, event in enumerate(view.history):
            follow(story, event)
            if isinstance(event, Clued):
                meanings[number] = MEANINGS[story.reading.last]
        sync(story, view)
        return story, meanings

    @cached_property
    def _known(self) -> Knowledge:
        return know(self.view)
