"""Every position that can be reached, one by one: exact by any rules, where few cards are left."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from tamaya.engine import Action, Clue, Discard, FreeClue, Play, State
from tamaya.solver.board import Board
from tamaya.solver.counting import bound


class Explorer:
    """Looks at the positions after a given one for a score above some other.

    What a clue says changes nothing for those who see all cards, so one clue stands for all. The same holds
    for copies of a card in one hand.
    """

    def __init__(self, state: State, score: int) -> None:
        self.score = score
        """The best score so far; the one to beat at first."""
        self.line: tuple[str, ...] = ()
        """Where a better one was found."""
        self.seen: set[Hashable] = set()
        self._waiting: list[tuple[State, tuple[str, ...]]] = [(state, ())]

    @property
    def finished(self) -> bool:
        """Whether all that could be better has been looked at."""
        return not self._waiting

    def look(self, positions: int) -> None:
        """Look at some more positions."""
        for _ in range(positions):
            if not self._waiting:
                return
            state, line = self._waiting.pop()
            if state.result is not None:
                if state.result.score > self.score:
                    self.score, self.line = state.result.score, line
            elif bound(Board.of(state)) > self.score:
                for action in _different(state):
                    after = state.apply(action)
                    name = _name(after)
                    if name not in self.seen:
                        self.seen.add(name)
                        self._waiting.append((after, (*line, str(action))))


def _different(state: State) -> Iterator[Action]:
    """The actions that lead to different positions, those that fit a display last, to be looked at first."""
    assert state.turn is not None
    hand = [state.cards[held.id] for held in state.hands[state.turn]]
    fitting: list[Action] = []
    told = False
    for action in state.actions():
        match action:
            case Clue() | FreeClue():
                if not told:
                    told = True
                    yield action
            case Play(slot) if slot:
                if hand[slot - 1] in hand[: slot - 1]:
                    continue
                if state.tables.fits(state.displays, hand[slot - 1]):
                    fitting.append(action)
                else:
                    yield action
            case Discard(slot):
                if hand[slot - 1] not in hand[: slot - 1]:
                    yield action
            case _:
                fitting.append(action)
    yield from fitting


def _name(state: State) -> Hashable:
    """What the rest of the game depends on."""
    if state.result is not None:
        return state.result.score
    hands = tuple(tuple(sorted(state.cards[held.id] for held in hand)) for hand in state.hands)
    return (
        state.turn,
        hands,
        state.cards[state.drawn :],
        state.displays,
        tuple(sorted(state.discards)),
        state.clues,
        state.strikes,
        state.turns_left,
        state.tiles,
        state.tile,
        state.returned,
    )
