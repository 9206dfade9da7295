"""The cards of a position that its row does not name: the hand of seat A, and the deck.

Seat A gets cards with which everything that happened is possible. Where an expectation says what a card is
taken for, it is that; the others are dull (not playable, not last copies, no twos and no fives, if that can
be), so that another seat sees nothing in that hand that would change what a clue means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tamaya.exam.expectations import CanBe, IsCalled
from tamaya.exam.rows import GaveClue, LostCard, Mark, Row
from tamaya.rules import Card, Seat, TamayaError

OURS = Seat(0)
"""Seat A, which is examined."""


class ImpossiblePosition(TamayaError, ValueError):
    """A position that cannot have come about as its row says."""


@contextmanager
def in_action(number: int) -> Iterator[None]:
    """Say in which action of a row something is impossible."""
    try:
        yield
    except ImpossiblePosition as error:
        raise ImpossiblePosition("exam.in-action", number=number, cause=error.message) from None


@dataclass(frozen=True, slots=True)
class Dealt:
    """All cards of a position."""

    cards: tuple[Card, ...]
    """[id] those that are drawn until the question, then the deck from its top."""
    whole: tuple[bool, ...]
    """[mark] whether it can stand for a clue that touched just its slots."""


def deal(row: Row, *, marks_are_clues: bool) -> Dealt:
    """Find cards for seat A, and the deck; ImpossiblePosition if there are none.

    A mark that is a clue says of the other cards of its hand that it missed them; any other mark says only
    what the marked cards are.
    """
    story = _Story.of(row)
    whole = tuple(marks_are_clues and story.hear(mark) for mark in row.marks)
    for mark, as_clue in zip(row.marks, whole, strict=True):
        if not as_clue:
            story.mark(mark)
    for number, move in enumerate(row.actions, start=1):
        with in_action(number):
            story.follow(move)
    left = _unseen(row, story)
    _Dealer(row, story, left).deal()
    cards = [card for card in story.faces if card is not None]
    # Any order will do that does not sort the deck; it is the same every time.
    rest = sorted(left.elements(), key=lambda card: (card.rank * 7 + ord(card.suit) * 3) % 11)
    return Dealt((*cards, *rest), whole)


@dataclass
class _Story:
    """What happened, card by card; a card is named by its id."""

    row: Row
    faces: list[Card | None]
    hands: list[list[int]]
    """[seat][slot - 1]"""
    may_be: dict[int, frozenset[Card]]
    """The cards of seat A, and what each may be by all that is told."""
    clued: set[int] = field(default_factory=set)
    """The cards of seat A that a clue has touched since the beginning."""
    focus: set[int] = field(default_factory=set)
    """Those that such a clue was about: the next discard, or else the newest that it newly touched."""

    @classmethod
    def of(cls, row: Row) -> _Story:
        faces = [card for hand in row.hands for card in hand]
        size = len(row.hands[OURS])
        hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(len(row.hands))]
        every = frozenset(row.rules.tables.cards)
        return cls(row, faces, hands, dict.fromkeys(hands[OURS], every))

    def hear(self, told: Mark | GaveClue) -> bool:
        """Take in a clue with what it missed; False, and nothing is changed, if it cannot be."""
        hand = self.hands[told.to if isinstance(told, GaveClue) else told.seat]
        touched = {hand[slot - 1] for slot in told.slots}
        learned = {}
        for card in hand:
            face = self.faces[card]
            if face is not None:
                if (told.clue in self.row.rules.tables.touched_by[face]) != (card in touched):
                    return False
            else:
                learned[card] = self._touched(self.may_be[card], told.clue, card in touched)
        self.may_be |= learned
        return True

    def mark(self, mark: Mark) -> None:
        """Take in what marked cards are, and nothing about the others."""
        for slot in mark.slots:
            card = self.hands[mark.seat][slot - 1]
            face = self.faces[card]
            if face is None:
                self.may_be[card] = self._touched(self.may_be[card], mark.clue, True)
            elif mark.clue not in self.row.rules.tables.touched_by[face]:
                raise ImpossiblePosition("exam.clue-on-card", clue=mark.clue, card=face)

    def follow(self, move: GaveClue | LostCard) -> None:
        """Take in an action."""
        if isinstance(move, GaveClue):
            if not self.hear(move):
                raise ImpossiblePosition("exam.other-slots", clue=move.clue)
            if move.to == OURS:
                self._note_focus(move)
            return
        hand = self.hands[move.seat]
        card = hand.pop(move.slot - 1)
        known = self.faces[card]
        if known is None:
            self.may_be[card] &= {move.card}
        elif known != move.card:
            raise ImpossiblePosition("exam.other-card", card=move.card, held=known)
        hand.append(len(self.faces))
        if move.draw is None:
            self.may_be[len(self.faces)] = frozenset(self.row.rules.tables.cards)
        self.faces.append(move.draw)

    def _note_focus(self, move: GaveClue) -> None:
        hand = self.hands[OURS]
        touched = [hand[slot - 1] for slot in move.slots]
        fresh = [card for card in touched if card not in self.clued]
        chop = next((card for card in hand if card not in self.clued), None)
        self.focus.add(chop if chop is not None and chop in fresh else max(fresh or touched))
        self.clued |= set(touched)

    def _touched(self, faces: Iterable[Card], clue: str, touched: bool) -> frozenset[Card]:
        touched_by = self.row.rules.tables.touched_by
        return frozenset(face for face in faces if (clue in touched_by[face]) == touched)


def _unseen(row: Row, story: _Story) -> Counter[Card]:
    """The cards that lie neither on the table nor in a hand that is told."""
    left = Counter(row.rules.tables.supply)
    for suit, laid in zip(row.rules.suits, row.stacks, strict=True):
        left.subtract(Card(f"{suit.letter}{rank}") for rank in suit.order[:laid])
    left.subtract(row.discards)
    left.subtract(card for card in story.faces if card is not None)
    for card, count in left.items():
        if count < 0:
            raise ImpossiblePosition("exam.too-many", card=card, copies=row.rules.tables.supply[card])
    return left


class _Dealer:
    """Deals the cards of seat A from what is left, the most wanted first."""

    def __init__(self, row: Row, story: _Story, left: Counter[Card]) -> None:
        self.row, self.story, self.left = row, story, left
        self.laid = list(row.stacks)
        for move in row.actions:
            if isinstance(move, LostCard) and move.played and move.fits:
                self.laid[row.rules.tables.place[move.card][0]] += 1
        self.wishes = self._wishes()
        others = (card for hand in story.hands[1:] for card in hand)
        self.shown = {story.faces[card] for card in others}
        self.order = sorted(
            story.may_be, key=lambda card: (len(story.may_be[card]), card not in self.wishes, card)
        )

    def deal(self) -> None:
        """Write the faces into the story and take them from what is left."""
        if not all(self.story.may_be.values()):
            raise ImpossiblePosition("exam.no-card")
        if not self._deal_from(0):
            raise ImpossiblePosition("exam.no-deal")

    def _deal_from(self, place: int) -> bool:
        if place == len(self.order):
            return True
        story, card = self.story, self.order[place]
        twins = {story.faces[other] for other in self.order[:place] if other in story.clued}
        ranked = sorted(story.may_be[card], key=lambda face: self._reluctance(card, face, face in twins))
        for face in ranked:
            if self.left[face] > 0:
                self.left[face] -= 1
                story.faces[card] = face
                if self._deal_from(place + 1):
                    return True
                self.left[face] += 1
        story.faces[card] = None
        return False

    def _wishes(self) -> dict[int, set[Card]]:
        """What the cards of seat A are expected to be taken for; a called card fits, if it can."""
        hand, wishes = self.story.hands[OURS], {}
        for check in self.row.expect:
            if isinstance(check, CanBe) and check.kind == "inferred" and check.cards and check.seat == OURS:
                wishes[hand[check.slot - 1]] = set(check.cards)
        fit = {
            Card(f"{suit.letter}{suit.order[laid]}")
            for suit, laid in zip(self.row.rules.suits, self.laid, strict=True)
            if laid < len(suit.order)
        }
        for check in self.row.expect:
            if isinstance(check, IsCalled) and check.seat == OURS:
                for slot in check.slots:
                    wish = wishes.get(hand[slot - 1], fit)
                    wishes[hand[slot - 1]] = wish & fit or wish
        return wishes

    def _reluctance(self, card: int, face: Card, twin: bool) -> tuple[bool | int | str, ...]:
        """Small for the face that a card should get first."""
        suit, rank = self.row.rules.tables.place[face]
        above = self.row.rules.suits[suit].order.index(rank) + 1 - self.laid[suit]
        shown = face in self.shown
        if card in self.wishes:
            return (face not in self.wishes[card], shown, twin, face)
        if card in self.story.clued:
            off_focus = (above != 1) == (card in self.story.focus)
            return (above < 1, shown, twin, off_focus, above, face)
        dear = above > 0 and (rank in (2, 5) or self.left[face] < 2)
        scattered = (ord(face.suit) * 7 + card * 3) % 11
        return (above == 1 or dear, above < 1, twin, -rank, scattered, face)
