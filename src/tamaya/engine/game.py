"""A game to play with: names for seats, undo, history."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play, Rearrange, parse_action
from tamaya.engine.events import NamedEvent, named
from tamaya.engine.result import Result
from tamaya.engine.state import State
from tamaya.engine.view import View
from tamaya.rules import Card, Deal, ImpossibleTable, Rules, Seat, UnknownName
from tamaya.rules.names import check_names


class Game:
    """A table of named players that moves on as they act.

    >>> game = Game(["Ann", "Bob"], seed=16)
    >>> game.clue("Bob", "red").slots
    (3,)
    >>> game.turn
    'Bob'
    """

    def __init__(
        self,
        names: Sequence[str],
        rules: Rules | str = "deluxe",
        *,
        seed: int | str | None = None,
        deal: Deal | None = None,
        first: str | None = None,
    ) -> None:
        check_names(names)
        self.names = tuple(names)
        if isinstance(rules, str):
            rules = Rules.parse(rules)
        if deal is not None and seed is not None:
            raise ImpossibleTable("table.seed-or-deal")
        start = Seat(0) if first is None else self.seat(first)
        self.deal = deal or Deal.shuffle(rules, seed)
        self._states = [State.start(rules, len(names), deal=self.deal, first=start)]
        self._actions: list[Action] = []

    @property
    def state(self) -> State:
        """The game at this moment, secrets included."""
        return self._states[-1]

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.state.rules

    @property
    def turn(self) -> str | None:
        """The player who is to act; None once the game is over."""
        seat = self.state.turn
        return None if seat is None else self.names[seat]

    @property
    def clues(self) -> int:
        """The clue tokens that are available."""
        return self.state.clues

    @property
    def strikes(self) -> int:
        """The errors made so far."""
        return self.state.strikes

    @property
    def score(self) -> int:
        """What the displays count now."""
        return self.state.score

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        return self.state.result

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return tuple(self._actions)

    @property
    def history(self) -> tuple[NamedEvent, ...]:
        """All that the table saw so far."""
        return tuple(named(event, self.names) for event in self.state.history)

    def seat(self, name: str) -> Seat:
        """The seat of a player."""
        if name not in self.names:
            raise UnknownName("player", str(name), self.names)
        return Seat(self.names.index(name))

    def view(self, name: str) -> View:
        """What a player may know.

        >>> game = Game(["Ann", "Bob"], seed=16)
        >>> print(game.view("Ann"))
         Ann: ?? ?? ?? ?? ??
         Bob: y2 g4 r1 w3 y3
        displays: w0 r0 b0 y0 g0   clues 8   strikes 0/3   deck 40
        """
        return self.state.view(self.seat(name), self.names)

    def spectate(self, *, hands: bool = False) -> View:
        """What a spectator may know; with ``hands``, all hands.

        >>> game = Game(["Ann", "Bob"], seed=16)
        >>> print(game.spectate())
        >Ann: ?? ?? ?? ?? ??
         Bob: ?? ?? ?? ?? ??
        displays: w0 r0 b0 y0 g0   clues 8   strikes 0/3   deck 40
        """
        return self.state.spectate(hands=hands, names=self.names)

    def reveal(self) -> View:
        """All cards, once the game is over."""
        return self.state.reveal(self.names)

    def play(self, slot: int) -> NamedEvent:
        """The player on turn plays a card.

        >>> game = Game(["Ann", "Bob"], seed=16, first="Bob")
        >>> game.play(3)
        Played(seat='Bob', slot=3, id=7, card='r1', fits=True)
        """
        return self.do(Play(slot))

    def discard(self, slot: int) -> NamedEvent:
        """The player on turn discards a card."""
        return self.do(Discard(slot))

    def clue(self, receiver: str, about: str | int) -> NamedEvent:
        """The player on turn tells a teammate about a colour, by name or letter, or a value.

        While a colour or value tile waits for a decision, this is its free clue.
        """
        kind = Clue if self.state.tile is None else FreeClue
        return self.do(kind(self.seat(receiver), self._clue_name(about)))

    def back(self, card: str) -> NamedEvent:
        """A bonus tile puts a discarded card back into the deck."""
        return self.do(Back(Card.parse(card)))

    def encore(self, card: str) -> NamedEvent:
        """A bonus tile puts a discarded card into play."""
        return self.do(Encore(Card.parse(card)))

    def rearrange(self, name: str, order: Sequence[int]) -> NamedEvent:
        """A player puts their hand in another order: the old slots, from left to right."""
        return self.do(Rearrange(self.seat(name), tuple(order)))

    def do(self, action: Action | str) -> NamedEvent:
        """Apply an action, or one in notation, and give the first event of it.

        >>> game = Game(["Ann", "Bob"], seed=16)
        >>> game.do("cB1")
        Clued(giver='Ann', receiver='Bob', clue='1', slots=(3,))
        >>> game.do("p9")
        Traceback (most recent call last):
        ...
        tamaya.rules.errors.IllegalAction: ...
        """
        if isinstance(action, str):
            action = parse_action(action)
        before = self.state
        self._states.append(before.apply(action))
        self._actions.append(action)
        return named(self.state.history[len(before.history)], self.names)

    def undo(self) -> Action:
        """Take the last action back, and return it.

        >>> game = Game(["Ann", "Bob"], seed=16)
        >>> _ = game.do("cB1")
        >>> game.undo()
        Clue(receiver=1, clue='1')
        >>> game.turn
        'Ann'
        """
        if not self._actions:
            raise ImpossibleTable("table.nothing-to-undo")
        self._states.pop()
        return self._actions.pop()

    def __repr__(self) -> str:
        """Facts that all may know."""
        doing = "over" if self.over else f"{self.turn} to act"
        return f"<Game {self.rules} of {', '.join(self.names)}: {len(self._actions)} actions, {doing}>"

    def _repr_svg_(self) -> str:
        """What all may know, as a picture for notebooks; all cards once the game is over."""
        return (self.reveal() if self.over else self.spectate())._repr_svg_()

    def _clue_name(self, about: str | int) -> str:
        text = str(about)
        for suit in self.rules.suits:
            if suit.name == text and suit.named:
                return suit.letter
        return text
