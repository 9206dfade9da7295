"""What ``partner`` has in mind on one seat: how it reads the table by a style, what each move is worth."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.bots.conventions.history import Story, StoryReader, hand_of
from tamaya.bots.conventions.state import FINESSED, Reading, Table, card_in, face_of
from tamaya.bots.conventions.watching import is_called
from tamaya.bots.partner import choose
from tamaya.bots.partner.look import look
from tamaya.bots.partner.state import PartnerBook, Sight, empty_sight, partner_book
from tamaya.bots.partner.styles import Style
from tamaya.bots.partner.tiles import worth_of_choice
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.view import View
from tamaya.rules import Card, Seat


@dataclass(frozen=True, slots=True)
class Mind:
    """What partner knows and sees on the seat of a view."""

    view: View
    style: Style
    book: PartnerBook
    story: Story
    sight: Sight

    @classmethod
    def of(cls, view: View, style: Style) -> Mind:
        """What partner knows on the seat of a view, by a style."""
        return cls.from_story(view, style, read(view, style))

    @classmethod
    def from_story(cls, view: View, style: Style, story: Story) -> Mind:
        """The same, from a story that has been read."""
        book = partner_book(view.rules, view.players, style)
        sight = sight_of(view, story)
        look(book, story.table, story.reading, sight)
        return cls(view, style, book, story, sight)

    @property
    def table(self) -> Table:
        """The table as all see it."""
        return self.story.table

    @property
    def reading(self) -> Reading:
        """What the seat reads there."""
        return self.story.reading

    @property
    def seat(self) -> int:
        """The seat of the view."""
        return self.sight.seat

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat."""
        return hand_of(self.table, seat)

    def own(self, slot: int) -> int:
        """The card in an own slot; slots count from 1."""
        return self.table.hands[self.seat][slot - 1]

    def worth(self, action: Action) -> float:
        """What a move is worth, in points."""
        book, table, reading, sight = self.book, self.table, self.reading, self.sight
        match action:
            case Play(slot) if slot:
                ahead = choose.round_ahead(book, table, reading, sight, table.playable)
                return choose.worth_of_play(book, table, reading, sight, slot - 1, ahead)
            case Discard(slot):
                ahead = choose.round_ahead(book, table, reading, sight, table.playable)
                return choose.worth_of_discard(book, table, reading, sight, slot - 1) + ahead
            case Clue(receiver, told):
                clue, touched = self.touched(receiver, told)
                worth = choose.worth_of_clue(book, table, reading, sight, receiver, clue, touched)
                return worth - choose.cost_of_clue(book, table, reading, sight)
            case FreeClue() | Back() | Encore():
                return worth_of_choice(self.view, book, table, reading, sight, action)
            case _:
                return choose.NEVER

    def touched(self, receiver: Seat, told: str) -> tuple[int, int]:
        """The number of a clue, and the slots that it touches, as bits."""
        clue = self.view.rules.tables.clues.index(told)
        return clue, choose.touched_by(self.book, self.table, self.sight, receiver, clue)

    def faces(self, slot: int) -> int:
        """What the seat takes a card of its own for. One that it is to play blindly now is one that fits."""
        mine = self.sight.mine[slot - 1]
        blind = self.reading.marks[self.own(slot)] & FINESSED
        if blind and mine & self.table.playable and is_called(self.table, self.reading, self.seat, slot - 1):
            return mine & self.table.playable
        return mine

    def possible(self, slot: int) -> int:
        """What the words of the clues, and the cards in sight, leave to an own card."""
        told = self.table.told[self.own(slot)]
        left = 0
        for face in range(self.book.faces):
            if told >> face & 1 and self.table.copies_left[face] > self.sight.seen[face]:
                left |= 1 << face
        return left

    def chance(self, slot: int, goal: int) -> float:
        """How likely an own card is in a set of faces, by the copies that the seat does not see."""
        faces = self.faces(slot)
        weights = {
            face: max(self.sight.unseen[face], 1) for face in range(self.book.faces) if faces >> face & 1
        }
        within = sum(weight for face, weight in weights.items() if goal >> face & 1)
        return within / sum(weights.values()) if weights else 0.0

    def cards(self, faces: int) -> tuple[Card, ...]:
        """A set of faces as cards."""
        return tuple(card for face, card in enumerate(self.view.rules.tables.cards) if faces >> face & 1)

    def wait_for(self, card: int) -> int | None:
        """The open reading that counts on a card as its next step, or on any step; None if there is none."""
        waits = self.reading.waits
        for depth in (1, 6):
            for wait in range(waits.count):
                steps = waits.step[wait][: min(depth, waits.steps[wait])]
                if card in map(card_in, steps):
                    return wait
        return None


def read(view: View, style: Style) -> Story:
    """The story of a view, by a style."""
    return reader_of(style).read(view)


def reader_of(style: Style) -> StoryReader:
    """Who follows a game by a style."""
    return StoryReader(style.book, style.trust, agreed=style.agreed, public=style.public)


def sight_of(view: View, story: Story) -> Sight:
    """What the seat of a view sees."""
    assert view.seat is not None
    sight = empty_sight(story.book, view.seat, len(story.table.told))
    for seat, hand in enumerate(view.hands):
        if seat != view.seat:
            for held in hand:
                assert held.card is not None
                sight.face_of[held.id] = face_of(view.rules, held.card)
    return sight
