"""The co-operative game at one moment, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from tamaya.engine import legal
from tamaya.engine.actions import Action
from tamaya.engine.events import Event
from tamaya.engine.legal import Held
from tamaya.engine.result import Result
from tamaya.engine.turn import Turn
from tamaya.engine.view import SeenCard, View, seen_hand
from tamaya.rules import Card, Deal, IllegalAction, ImpossibleTable, Rules, Seat, Tables, Tile
from tamaya.rules.seats import SEAT_LETTERS

_HOST = Seat(0)


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game, secrets included; players get a ``View`` of it."""

    rules: Rules
    tables: Tables = field(repr=False, compare=False)
    players: int
    first: Seat
    turn: Seat | None
    """The seat that is to act; None once the game is over."""
    hands: tuple[tuple[Held, ...], ...]
    """[seat][slot - 1]"""
    cards: tuple[Card, ...]
    """[id] the faces of the cards drawn so far, then the deck from its top."""
    drawn: int
    full_hand: int
    displays: tuple[int, ...]
    """[suit] how many cards are laid."""
    discards: tuple[Card, ...]
    """In the order in which they fell."""
    clues: int
    strikes: int
    turns_left: int | None
    """In the last round, the turns that remain (E3)."""
    tiles: tuple[Tile, ...]
    """The bonus tiles still face down, from the top."""
    tile: Tile | None
    """The bonus tile that waits for a decision of the seat on turn (L8)."""
    salt: int
    returned: int
    """How many cards have gone back into the deck (L6)."""
    clued: frozenset[Seat]
    """Who has been given information since their last turn (T9)."""
    history: tuple[Event, ...]
    result: Result | None

    @classmethod
    def start(
        cls,
        rules: Rules,
        players: int,
        *,
        seed: int | str | None = None,
        deal: Deal | None = None,
        first: Seat = _HOST,
    ) -> State:
        """Deal a game, from a seed, from an explicit deal, or by chance."""
        size = rules.hand_size(players)
        if not 0 <= first < players:
            raise ImpossibleTable("table.cannot-begin", first=first, last=players - 1)
        if deal is None:
            deal = Deal.shuffle(rules, seed)
        else:
            deal.check(rules)
        dealt = size * players
        return cls(
            rules=rules,
            tables=rules.tables,
            players=players,
            first=first,
            turn=first,
            hands=tuple(tuple(map(Held, range(seat * size, (seat + 1) * size))) for seat in range(players)),
            cards=deal.deck,
            drawn=dealt,
            full_hand=size,
            displays=(0,) * len(rules.suits),
            discards=(),
            clues=rules.clues,
            strikes=0,
            # A deal that takes the whole deck begins with the last round (E3).
            turns_left=players if dealt == len(deal.deck) and not rules.flourish else None,
            tiles=deal.tiles,
            tile=None,
            salt=deal.salt,
            returned=0,
            clued=frozenset(),
            history=(),
            result=None,
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def deck_size(self) -> int:
        """How many cards are left to draw."""
        return len(self.cards) - self.drawn

    @property
    def score(self) -> int:
        """What the displays count now (E4, B4), whatever the outcome will be."""
        return self.tables.score(self.displays)

    def actions(self) -> tuple[Action, ...]:
        """What the seat on turn may do; rearranging takes no turn and is asked for by ``may_rearrange``."""
        return legal.actions(self)

    def is_legal(self, action: Action) -> bool:
        """Whether an action is allowed now."""
        return legal.objection(self, action) is None

    def may_rearrange(self, seat: Seat) -> bool:
        """Whether a seat may put its hand in another order now (T9)."""
        return legal.may_rearrange(self, seat)

    def apply(self, action: Action) -> State:
        """The state after an action, or IllegalAction; this one does not change."""
        against = legal.objection(self, action)
        if against is not None:
            raise IllegalAction(action, against)
        turn = Turn(self)
        turn.take(action)
        return State(*_fields_of(turn))

    def view(self, seat: Seat, names: tuple[str, ...] = ()) -> View:
        """What a seat may know: all hands but its own (S4)."""
        if not 0 <= seat < self.players:
            raise ImpossibleTable("table.no-such-seat", seat=seat, last=self.players - 1)
        hands = (self._backs(owner) if owner == seat else self._faces(owner) for owner in range(self.players))
        return self._view(seat, tuple(hands), self._public(names))

    def views(self, names: tuple[str, ...] = ()) -> tuple[View, ...]:
        """[seat] what each seat may know: the same as ``view``, and quicker, since they share most of it."""
        public = self._public(names)
        faces = tuple(map(self._faces, range(self.players)))
        return tuple(
            self._view(Seat(seat), (*faces[:seat], self._backs(seat), *faces[seat + 1 :]), public)
            for seat in range(self.players)
        )

    def spectate(self, *, hands: bool = False, names: tuple[str, ...] = ()) -> View:
        """What a spectator may know: public facts, or all hands where the table allows it."""
        shown = tuple(map(self._faces if hands else self._backs, range(self.players)))
        return self._view(None, shown, self._public(names))

    def reveal(self, names: tuple[str, ...] = ()) -> View:
        """All hands and the rest of the deck, once the game is over."""
        if not self.over:
            raise ImpossibleTable("table.cards-hidden")
        hands = tuple(map(self._faces, range(self.players)))
        return self._view(None, hands, self._public(names), deck=self.cards[self.drawn :])

    def _repr_svg_(self) -> str:
        """The truth as a picture, for notebooks: all hands face up."""
        return self.spectate(hands=True)._repr_svg_()

    def _faces(self, owner: int) -> tuple[SeenCard, ...]:
        return seen_hand(self.hands[owner], self.cards)

    def _backs(self, owner: int) -> tuple[SeenCard, ...]:
        return seen_hand(self.hands[owner], None)

    def _public(self, names: tuple[str, ...]) -> dict[str, Any]:
        """What every viewer may know."""
        return {
            "rules": self.rules,
            "names": names or tuple(SEAT_LETTERS[: self.players]),
            "first": self.first,
            "turn": self.turn,
            "displays": self.displays,
            "discards": self.discards,
            "clues": self.clues,
            "strikes": self.strikes,
            "deck_size": self.deck_size,
            "turns_left": self.turns_left,
            "tiles_left": len(self.tiles),
            "tile": self.tile,
            "may_rearrange": tuple(self.may_rearrange(Seat(owner)) for owner in range(self.players)),
            "history": self.history,
            "result": self.result,
        }

    def _view(
        self,
        seat: Seat | None,
        hands: tuple[tuple[SeenCard, ...], ...],
        public: dict[str, Any],
        deck: tuple[Card, ...] | None = None,
    ) -> View:
        actions = self.actions() if seat is not None and seat == self.turn else ()
        return View(seat=seat, hands=hands, actions=actions, deck=deck, **public)


_fields_of = attrgetter(*(item.name for item in fields(State)))
"""The fields of a state or of a turn in progress, in the order in which a state takes them."""
