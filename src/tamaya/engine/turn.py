"""A turn in progress: a mutable copy of a state on which an action takes effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from tamaya.engine import events
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play, Rearrange
from tamaya.engine.legal import Held, actions, choices
from tamaya.engine.result import Outcome, Result
from tamaya.rules import MISFIT, Card, Seat
from tamaya.rules.deal import landing
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.engine.state import State


class Turn:
    """Has all fields of a state, and takes one legal action; then they are those of the next state."""

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.tables = state.tables
        self.players = state.players
        self.first = state.first
        self.turn = state.turn
        self.hands = state.hands
        self.cards = state.cards
        self.drawn = state.drawn
        self.full_hand = state.full_hand
        self.displays = state.displays
        self.discards = state.discards
        self.clues = state.clues
        self.strikes = state.strikes
        self.turns_left = state.turns_left
        self.tiles = state.tiles
        self.tile = state.tile
        self.salt = state.salt
        self.returned = state.returned
        self.clued = state.clued
        self.history = state.history
        self.result = state.result
        self.seen: list[events.Event] = []
        assert state.turn is not None
        self.seat = state.turn

    def take(self, action: Action) -> None:
        """Let a legal action take effect."""
        match action:
            case Play(slot):
                self._play(slot)
            case Discard(slot):
                self._discard(slot)
            case Clue(receiver, clue):
                self.clues -= 1
                self._tell(receiver, clue, free=False)
                self._end_turn()
            case Rearrange(seat, order):
                self._rearrange(seat, order)
            case FreeClue(receiver, clue):
                self.tile = None
                self._tell(receiver, clue, free=True)
                self._finish()
            case Back(card):
                self.tile = None
                self._put_back(card)
                self._finish()
            case Encore(card):
                self.tile = None
                self._encore(card)
                self._finish()
            case _:
                assert_never(action)
        self.history += tuple(self.seen)

    def _play(self, slot: int) -> None:
        card_id = self._take(slot) if slot else self._take_from_deck()
        card = self.cards[card_id]
        fits = self.tables.fits(self.displays, card)
        self.seen.append(events.Played(self.seat, slot, card_id, card, fits))
        if fits:
            self._lay(card)
        else:
            self.strikes += 1
            self._drop(card)
        self._finish()

    def _discard(self, slot: int) -> None:
        card_id = self._take(slot)
        card = self.cards[card_id]
        self.seen.append(events.Discarded(self.seat, slot, card_id, card))
        self._regain()
        self._drop(card)
        self._finish()

    def _tell(self, receiver: Seat, clue: str, *, free: bool) -> None:
        touched_by, cards = self.tables.touched_by, self.cards
        hand: list[Held] = []
        slots: list[int] = []
        for slot, held in enumerate(self.hands[receiver], start=1):
            card_id, yes, no = held
            if clue in touched_by[cards[card_id]]:
                slots.append(slot)
                hand.append(held if clue in yes else Held(card_id, yes + clue, no))
            else:
                hand.append(held if clue in no else Held(card_id, yes, no + clue))
        self._set_hand(receiver, tuple(hand))
        self.clued |= {receiver}
        self.seen.append(events.Clued(self.seat, receiver, clue, tuple(slots), free))

    def _rearrange(self, seat: Seat, order: tuple[int, ...]) -> None:
        hand = self.hands[seat]
        self._set_hand(seat, tuple(hand[slot - 1] for slot in order))
        self.seen.append(events.Rearranged(seat, order))

    def _put_back(self, card: Card) -> None:
        self._pick_up(card)
        place = self.drawn + landing(self.salt, self.returned, len(self.cards) - self.drawn)
        self.cards = (*self.cards[:place], card, *self.cards[place:])
        self.returned += 1
        self.seen.append(events.WentBack(self.seat, card))

    def _encore(self, card: Card) -> None:
        fits = self.tables.fits(self.displays, card)
        self.seen.append(events.Encored(self.seat, card, fits))
        if fits:
            self._pick_up(card)
            self._lay(card)

    def _lay(self, card: Card) -> None:
        """Add a fitting card to its display, with what its completion brings (T7, L1)."""
        suit, rank = self.tables.place[card]
        laid = self.tables.advance[suit][self.displays[suit]][rank - 1]
        assert laid != MISFIT
        self.displays = (*self.displays[:suit], laid, *self.displays[suit + 1 :])
        if laid < self.tables.ranks:
            return
        if self.tables.complete(self.displays):
            # E2: nothing further happens, no token, no tile, no draw.
            self.seen.append(events.Completed(self.seat, card.suit))
            self._end(Outcome.PERFECT, Message("end.complete"))
        elif self.tiles and self.tables.closing[suit] == self.tables.ranks:
            # L1: a display that ends on its 5 reveals a tile; black ends on its 1.
            self.seen.append(events.Completed(self.seat, card.suit))
            self._reveal()
        else:
            self.seen.append(events.Completed(self.seat, card.suit, token=self._regain()))

    def _reveal(self) -> None:
        tile, self.tiles = self.tiles[0], self.tiles[1:]
        self.strikes = max(0, self.strikes - tile.repairs)
        for _ in range(tile.clues):
            self._regain()
        # L8: a tile that cannot be applied is lost, without a decision.
        lost = tile.decision is not None and not choices(self, tile)
        self.tile = None if lost or tile.decision is None else tile
        self.seen.append(events.Revealed(self.seat, tile, lost))

    def _drop(self, card: Card) -> None:
        """Put a card on the discard pile, and see whether that loses the game (E1, F1)."""
        self.discards = (*self.discards, card)
        if self.strikes >= self.rules.strikes:
            self._end(Outcome.LOST, Message("end.strikes", strikes=self.strikes, most=self.rules.strikes))
        elif self.rules.flourish and self.discards.count(card) == self.tables.supply[card]:
            # F1: of a card that is laid, one copy is on its display, so this was one that is still needed.
            self._end(Outcome.LOST, Message("end.last-copy", card=card))

    def _finish(self) -> None:
        """After a play, a discard or a tile's effect: draw and end the turn, unless a tile waits (L1)."""
        if self.result is not None or self.tile is not None:
            return
        self._draw()
        self._end_turn()

    def _draw(self) -> None:
        # E3: nothing is drawn in the last round, not even a card that a tile put back (L6).
        if self.turns_left is not None or self.drawn == len(self.cards):
            return
        hand = self.hands[self.seat]
        if len(hand) < self.full_hand:
            self._set_hand(self.seat, (*hand, Held(self.drawn)))
            self.seen.append(events.Drew(self.seat, self.drawn))
            self.drawn += 1

    def _end_turn(self) -> None:
        if self.seat in self.clued:
            self.clued -= {self.seat}
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.drawn == len(self.cards) and not self.rules.flourish:
            self.turns_left = self.players
            self.seen.append(events.LastRound(self.seat))
        if self.turns_left == 0:
            self._end(Outcome.COUNTED, Message("end.last-round"))
            return
        self.turn = self.seat = Seat((self.seat + 1) % self.players)
        if not self.hands[self.seat] and not actions(self):
            # F3: this seat can do nothing. Another seat always can.
            self.seen.append(events.Passed(self.seat))
            self._end_turn()

    def _end(self, outcome: Outcome, why: Message) -> None:
        counted = self.tables.score(self.displays)
        if outcome is Outcome.LOST:
            self.result = Result(outcome, 0, counted, why)
        else:
            self.result = Result(outcome, counted, counted, why, self.rules.accolades)
        self.turn = None
        self.seen.append(events.Ended(self.result))

    def _take(self, slot: int) -> int:
        hand = self.hands[self.seat]
        self._set_hand(self.seat, hand[: slot - 1] + hand[slot:])
        return hand[slot - 1].id

    def _take_from_deck(self) -> int:
        self.drawn += 1
        return self.drawn - 1

    def _pick_up(self, card: Card) -> None:
        place = self.discards.index(card)
        self.discards = self.discards[:place] + self.discards[place + 1 :]

    def _regain(self) -> bool:
        """Take a clue token back, unless all are available (T7, L8)."""
        if self.clues >= self.rules.clues:
            return False
        self.clues += 1
        return True

    def _set_hand(self, seat: Seat, hand: tuple[Held, ...]) -> None:
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
