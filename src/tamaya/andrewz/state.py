"""The whole game at one moment, hidden cards included, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from tamaya.andrewz.actions import Action, Discard, Pass, Play
from tamaya.andrewz.events import Closed, Discarded, Drew, Ended, Event, Passed, Played
from tamaya.andrewz.pack import COLOURS, deal_hands, draw_lot, reshuffle, shuffle
from tamaya.andrewz.piles import closes, place_of, why_not_discarded, why_not_played
from tamaya.andrewz.result import Outcome, Result, rank_seats
from tamaya.andrewz.view import View
from tamaya.rules import Card, Deal, IllegalAction, ImpossibleTable, Seat, seat_letter
from tamaya.words import Message

DRAWN_BY_PASSING = 1
DRAWN_BY_DISCARDING = 2

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards by seat or by colour."""


@dataclass(frozen=True, slots=True)
class State:
    """A game of andrewz. It knows every card: what a player may know is a ``View``."""

    hands: Groups
    """[seat] its cards in the order in which they were drawn."""
    piles: Groups
    """[colour] its cards from the bottom, in the order of COLOURS; none while the colour is not in play."""
    discards: tuple[Card, ...]
    """In the order in which they were laid."""
    deck: tuple[Card, ...]
    """From the top."""
    salt: int
    """Decides the order after a shuffle (Z7)."""
    first: Seat
    turn: Seat | None
    idle: int = 0
    """How many passes in a row have changed nothing (Z9)."""
    shuffles: int = 0
    """How often a pile was closed (Z7)."""
    history: tuple[Event, ...] = ()
    result: Result | None = None

    @classmethod
    def start(
        cls,
        players: int,
        *,
        seed: int | str | None = None,
        deal: Deal | None = None,
        first: Seat | None = Seat(0),  # noqa: B008 - a NewType of an int
    ) -> State:
        """Deal a new game, from a seed or a deal; with ``first=None`` the lot decides who begins (Z1, Z2)."""
        if deal is None:
            deal = shuffle(seed)
        elif seed is not None:
            raise ImpossibleTable("table.seed-or-deal")
        hands, deck = deal_hands(deal, players)
        if first is None:
            first = draw_lot(deal.salt, players)
        if not 0 <= first < players:
            raise ImpossibleTable("table.cannot-begin", first=first, last=players - 1)
        return cls(hands, ((),) * len(COLOURS), (), deck, deal.salt, first, turn=first)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def pile(self, colour: str) -> tuple[Card, ...]:
        """The pile of a colour's letter."""
        return self.piles[place_of(colour)]

    def actions(self) -> tuple[Action, ...]:
        """What the seat on turn may do: each different card once, in hand order, and last to pass."""
        if self.turn is None:
            return ()
        faces = dict.fromkeys(self.hands[self.turn])
        wishes = (*(wish(card) for card in faces for wish in (Play, Discard)), Pass())
        return tuple(wish for wish in wishes if self.is_legal(wish))

    def is_legal(self, action: Action) -> bool:
        """Whether an action is allowed now."""
        return self._objection(action) is None

    def apply(self, action: Action) -> State:
        """The game after an action of the seat on turn, or IllegalAction."""
        seat, against = self.turn, self._objection(action)
        if against is not None:
            raise IllegalAction(action, against)
        assert seat is not None
        match action:
            case Play(card):
                return _end_turn(_play(self, seat, card), seat)
            case Discard(card):
                return _end_turn(_discard(self, seat, card), seat)
            case Pass():
                return _end_turn(_pass(self, seat), seat)
            case _:
                assert_never(action)

    def view(self, seat: Seat, names: tuple[str, ...] = ()) -> View:
        """What a seat may know."""
        if not 0 <= seat < self.players:
            raise ImpossibleTable("table.no-such-seat", seat=seat, last=self.players - 1)
        return self._show(seat, frozenset([seat]), names)

    def views(self, names: tuple[str, ...] = ()) -> tuple[View, ...]:
        """[seat] what each seat may know."""
        return tuple(self.view(Seat(seat), names) for seat in range(self.players))

    def spectate(self, *, hands: bool = False, names: tuple[str, ...] = ()) -> View:
        """What a spectator may know: public facts, or all hands where the table allows it."""
        return self._show(None, frozenset(range(self.players) if hands else ()), names)

    def reveal(self, names: tuple[str, ...] = ()) -> View:
        """Everything, once the game is over."""
        if not self.over:
            raise ImpossibleTable("table.cards-hidden")
        return replace(self.spectate(hands=True, names=names), deck=self.deck)

    def _objection(self, action: Action) -> Message | None:
        """What forbids an action; None if it is allowed."""
        if self.turn is None:
            return Message("illegal.game-over")
        match action:
            case Pass():
                return None
            case Play(card) | Discard(card) if card not in self.hands[self.turn]:
                return Message("illegal.andrewz-not-held", card=card)
            case Play(card):
                return why_not_played(self.pile(card.suit), card)
            case Discard(card):
                return why_not_discarded(self.pile(card.suit), card)
            case _:
                return Message("illegal.no-action")

    def _show(self, seat: Seat | None, seen: frozenset[int], names: tuple[str, ...]) -> View:
        if names and len(names) != self.players:
            raise ImpossibleTable("table.names-do-not-fit", names=len(names), seats=self.players)
        return View(
            seat=seat,
            names=names or tuple(seat_letter(Seat(each)) for each in range(self.players)),
            first=self.first,
            turn=self.turn,
            hands=tuple(hand if holder in seen else None for holder, hand in enumerate(self.hands)),
            hand_sizes=tuple(map(len, self.hands)),
            piles=self.piles,
            discards=self.discards,
            deck_size=len(self.deck),
            deck=None,
            actions=self.actions() if seat is not None and seat == self.turn else (),
            history=self.history,
            result=self.result,
        )


def _play(state: State, seat: Seat, card: Card) -> State:
    laid = replace(
        _take_from_hand(state, seat, card),
        piles=_with(state.piles, place_of(card.suit), (*state.pile(card.suit), card)),
        idle=0,
        history=(*state.history, Played(seat, card)),
    )
    # Z8: the last card wins at once, so a 5 that is the last card closes nothing.
    return _close(laid, card.suit) if closes(card) and laid.hands[seat] else laid


def _close(state: State, colour: str) -> State:
    """Shuffle the pile and the discards of a colour into the deck (Z7)."""
    back = (*state.pile(colour), *(card for card in state.discards if card.suit == colour))
    count = state.shuffles + 1
    return replace(
        state,
        piles=_with(state.piles, place_of(colour), ()),
        discards=tuple(card for card in state.discards if card.suit != colour),
        deck=reshuffle((*state.deck, *back), salt=state.salt, count=count),
        shuffles=count,
        history=(*state.history, Closed(colour, len(back))),
    )


def _discard(state: State, seat: Seat, card: Card) -> State:
    laid = replace(
        _take_from_hand(state, seat, card),
        discards=(*state.discards, card),
        idle=0,
        history=(*state.history, Discarded(seat, card)),
    )
    return _draw(laid, seat, DRAWN_BY_DISCARDING)


def _pass(state: State, seat: Seat) -> State:
    said = replace(
        state,
        idle=0 if state.deck else state.idle + 1,
        history=(*state.history, Passed(seat)),
    )
    return _draw(said, seat, DRAWN_BY_PASSING)


def _draw(state: State, seat: Seat, due: int) -> State:
    """Take the cards that are due, or as many as the deck has (Z9)."""
    drawn = state.deck[:due]
    return replace(
        state,
        hands=_with(state.hands, seat, state.hands[seat] + drawn),
        deck=state.deck[due:],
        history=(*state.history, Drew(seat, len(drawn))),
    )


def _end_turn(state: State, seat: Seat) -> State:
    """End the game or hand the turn on, clockwise (Z2, Z8, Z9)."""
    if not state.hands[seat]:
        return _end(state, Outcome.WON, seat)
    if state.idle == state.players:
        return _end(state, Outcome.BLOCKED, None)
    return replace(state, turn=Seat((seat + 1) % state.players))


def _end(state: State, outcome: Outcome, winner: Seat | None) -> State:
    result = Result(outcome, winner, rank_seats([len(hand) for hand in state.hands]))
    return replace(state, turn=None, result=result, history=(*state.history, Ended(result)))


def _take_from_hand(state: State, seat: Seat, card: Card) -> State:
    hand = state.hands[seat]
    place = hand.index(card)
    return replace(state, hands=_with(state.hands, seat, hand[:place] + hand[place + 1 :]))


def _with(groups: Groups, place: int, cards: tuple[Card, ...]) -> Groups:
    return (*groups[:place], cards, *groups[place + 1 :])
