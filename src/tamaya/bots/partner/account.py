"""What all at a table can tell of a game: which card each clue was about, and what was played for it.

An account sees no hand. It follows from the history alone, so what a bot says from it tells a player nothing
about cards that the player does not see.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Final

from tamaya.bots.conventions.history import Story, begin, follow, hand_of, sync, wind_back
from tamaya.bots.conventions.state import (
    BAD,
    CLUED,
    FINESSED,
    FIX,
    H_GROUP,
    MOVED,
    NO_CARD,
    NOBODY,
    PROMISED,
    Reading,
    Table,
    chop_of,
)
from tamaya.bots.conventions.trust import CERTAIN
from tamaya.bots.partner.styles import Style
from tamaya.bots.partner.told_clues import Cause, ToldClue, first_repeated, look_in_own_hand, why_focus
from tamaya.engine.events import Clued, Discarded, Event, Played
from tamaya.engine.view import View
from tamaya.rules import Seat

PATIENCE: Final = 1
"""A card that is to be played blindly may be put off once."""


@dataclass(slots=True)
class Account:
    """A game as all can tell it."""

    style: Style
    story: Story
    clues: list[ToldClue]
    history: tuple[Event, ...] = ()
    at_word: frozenset[int] = frozenset()
    """Seats that the speaker does not suppose to keep to the book."""
    doubted: frozenset[int] = frozenset()
    """Own cards that the speaker does not play on the word of the one who called them."""
    misled: dict[Seat, list[int]] = field(default_factory=dict)
    """The events at which cards that a seat had called were strikes."""

    @classmethod
    def of(cls, view: View, style: Style) -> Account:
        """The account of a view."""
        account = cls(style, begin(view, [style.book] * view.players, NOBODY, style.trust, style.agreed), [])
        account.go_on(view)
        return account

    def go_on(self, view: View) -> None:
        """Follow the events of a view that continues the history."""
        self.at_word = frozenset()
        self.doubted = frozenset()
        for number, event in enumerate(view.history[len(self.history) :], start=len(self.history)):
            if isinstance(event, Played) and event.slot and not event.fits:
                called = self.about(self.table.hands[event.seat][event.slot - 1])
                if called:
                    self.misled.setdefault(called.event.giver, []).append(number)
            self._follow(event)
        self.history = view.history
        sync(self.story, view)

    def continues_to(self, view: View) -> bool:
        """Whether the history of a view begins with what was followed, in the same game."""
        past = len(self.history)
        if view.rules != self.story.rules or view.players != len(self.table.hand_size):
            return False
        if view.history[:past] != self.history:
            return False
        then = wind_back(self.story.book, view, len(view.history) - past)
        hands = [hand_of(self.table, seat) for seat in range(view.players)]
        return (then.hands, then.laid, then.discarded) == (hands, self.table.laid, self.table.discarded)

    @property
    def table(self) -> Table:
        """The table."""
        return self.story.table

    @property
    def reading(self) -> Reading:
        """What all conclude."""
        return self.story.reading

    @property
    def level(self) -> int:
        """The level of the H-Group's conventions; 0 for other books."""
        return max(self.style.book - H_GROUP, 0)

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat."""
        return hand_of(self.table, seat)

    def slot_of(self, seat: int, card: int) -> int:
        """The slot of a card, from 1; 0 if it is not there."""
        hand = self.hand(seat)
        return hand.index(card) + 1 if card in hand else 0

    def told(self, event: Clued[Seat]) -> ToldClue:
        """How all will read a clue; it is followed in a copy of the account."""
        story = replace(self.story, table=deepcopy(self.table), reading=deepcopy(self.reading))
        other = Account(self.style, story, deepcopy(self.clues))
        other._follow(event)
        return other.clues[-1]

    def about(self, card: int) -> ToldClue | None:
        """The latest clue that called for a card."""
        for clue in reversed(self.clues):
            if card in clue.stopped:
                return None
            if clue.focus == card and clue.calls and clue.event.giver not in self.at_word:
                return clue
        return None

    def last_to(self, seat: int) -> ToldClue | None:
        """The latest clue to a seat since its last turn."""
        clues = reversed(self.clues)
        for event in reversed(self.history):
            match event:
                case Clued(giver, receiver, free=free):
                    clue = next(clues)
                    if receiver == seat:
                        return clue
                    if giver == seat and not free:
                        return None
                case Played(mover) | Discarded(mover) if mover == seat:
                    return None
                case _:
                    pass
        return None

    def causes(self, seat: int, card: int) -> list[Cause]:
        """The clues for whose sake a seat may play a card that none of them was about, the latest first."""
        found = (self._cause(clue, seat, card) for clue in reversed(self.clues))
        return [cause for cause in found if cause is not None]

    def _cause(self, clue: ToldClue, seat: int, card: int) -> Cause | None:
        giver, receiver = clue.event.giver, clue.event.receiver
        if not clue.calls or clue.level == 0 or seat == giver or card == clue.focus or card >= clue.limit:
            return None
        if (
            giver in self.at_word
            or clue.focus not in self.hand(receiver)
            or clue.passed.get(Seat(seat), 0) > PATIENCE
        ):
            return None
        blindly = self.reading.marks[card] & CLUED == 0
        if blindly and seat == receiver and (clue.level < 2 or (clue.blind and card not in clue.blind)):
            return None
        wanted = self._missing(clue)
        faces = wanted & self.reading.taken_for[card] & self.table.told[card]
        if faces == 0 or card != self._newest(seat, clue, wanted, clued=not blindly):
            return None
        return Cause(clue, faces, blindly)

    def _missing(self, clue: ToldClue) -> int:
        """The faces that have to be laid now before the focus of a clue can be."""
        book, table = self.story.book, self.table
        missing = 0
        for face in range(book.faces):
            suit = book.suit_of[face]
            steps = book.step_of[face] - table.laid[suit]
            possible = self.reading.taken_for[clue.focus] & ~table.dead
            if possible >> face & 1 and steps > 0 and (clue.level >= 2 or steps == 1):
                missing |= 1 << book.chain[suit][table.laid[suit]]
        return missing

    def _newest(self, seat: int, clue: ToldClue, wanted: int, *, clued: bool) -> int:
        """The newest card of a seat that may be a missing one, with a clue on it or without."""
        found = NO_CARD
        for card in self.hand(seat):
            if card >= clue.limit or card == clue.focus or card < found:
                continue
            if bool(self.reading.marks[card] & CLUED) != clued:
                continue
            if not clued or self.reading.taken_for[card] & wanted:
                found = card
        return found

    # Events.

    def _follow(self, event: Event) -> None:
        match event:
            case Clued():
                self._note_others(event.giver, [], counts=not event.free)
                self._read(event)
            case Played(seat, slot, _, card, fits) if slot:
                played = self.table.hands[seat][slot - 1]
                causes = [] if self.about(played) else self.causes(seat, played)
                face = self.story.rules.tables.cards.index(card)
                meant = [cause for cause in causes if cause.faces >> face & 1] or causes[:1]
                self._note_others(seat, meant, counts=True)
                for cause in meant if fits else ():
                    cause.clue.played.append((seat, face, cause.blindly))
                self._follow_trusting(event)
            case Discarded(seat):
                self._note_others(seat, [], counts=True)
                self._follow_trusting(event)
            case _:
                follow(self.story, event)

    def _note_others(self, seat: Seat, causes: list[Cause], *, counts: bool) -> None:
        """A seat acts, and not for the sake of other clues than those of ``causes``."""
        for clue in self.clues if counts else ():
            if not any(cause.clue is clue for cause in causes):
                clue.passed[seat] = clue.passed.get(seat, 0) + 1

    def _follow_trusting(self, event: Event) -> None:
        """Follow an event, and trust everybody as before: only those who see the cards can judge."""
        if not self.style.public:
            for belief in self.reading.belief:
                belief[:] = CERTAIN
        follow(self.story, event)

    def _read(self, event: Clued[Seat]) -> None:
        """Let all read a clue, and keep what it meant."""
        table, reading = self.table, self.reading
        hand = self.hand(event.receiver)
        chop = chop_of(table, reading, event.receiver)
        marks = {card: reading.marks[card] for card in hand}
        known = [card for card in hand if reading.taken_for[card] & ~table.playable == 0]
        fitting = [card for card in hand if card in known or self._may_be_played(card)]
        self._follow_trusting(event)
        new = [hand[slot - 1] for slot in event.slots if not marks[hand[slot - 1]] & (CLUED | PROMISED)]
        blind = look_in_own_hand(self.story, event, fresh=bool(new))
        focus = reading.focus
        clued = [card for card in fitting if marks[card] & (CLUED | FINESSED)]
        not_yet = tuple(card for card in clued if not reading.taken_for[card] & table.playable)
        bad = tuple(card for card in clued if reading.marks[card] & BAD & ~marks[card])
        bad = bad or (
            () if new else first_repeated(self.story, [card for card in clued if card in known], event)
        )
        again = (
            not bad
            and not new
            and focus in first_repeated(self.story, [focus] if focus in clued else [], event)
        )
        if bad:
            reading.last = FIX
        stopped = bad + tuple(card for card in not_yet if card in known and card not in bad)
        self.clues.append(
            ToldClue(
                event=event,
                turn=table.turn,
                level=reading.level,
                meaning=reading.last,
                focus=focus,
                slot=hand.index(focus) + 1 if focus in hand else 0,
                why=why_focus(self.story, focus, chop, new),
                limit=table.drawn,
                playable=table.playable,
                faces=reading.taken_for[focus] if focus >= 0 else 0,
                moved=tuple(card for card in hand if reading.marks[card] & ~marks[card] & MOVED),
                stopped=stopped if reading.last == FIX else (),
                not_yet=() if new else not_yet,
                again=again,
                blind=blind,
            )
        )

    def _may_be_played(self, card: int) -> bool:
        """Whether a clue was about a card, and it may fit."""
        return self.reading.taken_for[card] & self.table.playable != 0 and self.about(card) is not None


class AccountReader:
    """Keeps the account of a game, so that each event is followed once."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._account: Account | None = None

    def read(self, view: View) -> Account:
        """The account of a view; it depends on the view alone."""
        account, self._account = self._account, None
        if account is not None and account.continues_to(view):
            account.go_on(view)
        else:
            account = Account.of(view, self._style)
        self._account = account
        return account
