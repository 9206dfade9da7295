"""Search for Python: whole games with searching players, and single moves with a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from typing import Final

import numpy as np

from tamaya.fast import search
from tamaya.fast.actions import Actions, actions
from tamaya.fast.batch import Batch
from tamaya.fast.borrowing import items, row_of
from tamaya.fast.compiling import int64, kernel
from tamaya.fast.facts import write_deal
from tamaya.fast.kernels import deal_row
from tamaya.fast.layout import (
    FIXED,
    RUNNING,
    STATUS,
    TURN,
    Words,
    layout_for,
    longest_game,
)
from tamaya.fast.minds import decide, new_mind
from tamaya.fast.packing import pack
from tamaya.fast.rollouts import Rollout
from tamaya.rules import Deal, ImpossibleRules, Rules

ALL: Final = -1
"""Every seat searches."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How much to search, and when to leave the blueprint; see ``search.TERMS`` for the words."""

    samples: int = 120
    round: int = 20
    threshold: int = 2
    bonus: int = 50
    trust: int = 20
    doubt: int = 20
    tries: int = 100
    backwards: int = 20
    chance: int = 25

    def words(self) -> Words:
        """As a row for kernels."""
        return np.array(astuple(self), np.int64)


@dataclass(frozen=True, slots=True)
class Option:
    """An action that was tried to the end of the search."""

    action: str
    gain: float
    """Points more than the blueprint's own action brings, with what a perfect game counts more."""
    error: float
    """The standard error of that."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search has found."""

    action: str
    usual: str
    """What the blueprint would do."""
    options: tuple[Option, ...]
    """The best first; without the blueprint's own."""
    misled: bool
    """Whether a card was not what all took it for: somebody does not keep to the blueprint's conventions."""
    games: int
    """Imagined games for each action."""
    rollouts: int
    """Games played to their ends in all."""
    seconds: float


def finish_games(
    batch: Batch, blueprint: str = "hat", terms: Terms | None = None, *, searcher: int = ALL
) -> Rollout:
    """Let searching players play the games of a batch from their beginnings to their ends.

    One seat may search while the others follow the blueprint.
    """
    desk = new_desk(batch.rules, batch.rows.shape[1])
    mind = new_mind(blueprint, batch.rules, batch.players)
    _search(GAMES, batch.rows, batch.tables, mind, (terms or Terms()).words(), desk, 0, searcher)
    ends = (batch.scores, batch.counted, batch.outcomes, batch.steps)
    return Rollout(*(column.astype(np.int32) for column in ends))


class Thinker:
    """A seat that thinks about its moves; what it is told is what the seat has seen."""

    def __init__(self, blueprint: str, rules: Rules, players: int, terms: Terms | None = None) -> None:
        self.actions: Actions = actions(rules, players)
        self.blueprint = blueprint
        self.rules = rules
        self.players = players
        self.terms = terms or Terms()
        self._layout = layout_for(rules, players, actions=len(self.actions), history=False)
        self._desk = new_desk(rules, self._layout.length)

    def think(
        self,
        deal: Deal,
        first: int,
        seat: int,
        past: Sequence[str],
        *,
        seconds: float = float("inf"),
        progress: Callable[[float], None] = lambda _share: None,
    ) -> Thought:
        """What to do after these actions.

        ``deal`` has any cards where the seat cannot see: they only must go with the clues. It thinks until
        the terms are met, or until the time is up.
        """
        begin = time.monotonic()
        tables = pack(self.rules, self.actions, self._layout, first=first)
        row = np.zeros((1, self._layout.length), np.int64)
        write_deal(row[0], self.rules, self._layout, deal)
        row[0, FIXED] = 1
        deal_row(row, tables, first)
        mind, terms = new_mind(self.blueprint, self.rules, self.players), self.terms.words()

        def ask(request: int, number: int = 0) -> int:
            return _search(request, row, tables, mind, terms, self._desk, number, seat)

        ask(BEGIN)
        for notation in past:
            ask(GO_ON, self.actions.number(notation, int(row[0, TURN])))
        ask(OPEN)
        notes = self._desk[search.NOTES : search.NOTES + 16]
        before = int(notes[search.PLAYED_OUT])
        while ask(ROUND) and time.monotonic() - begin < seconds:
            progress(int(notes[search.DONE]) / self.terms.samples)
        chosen = ask(CLOSE)
        return Thought(
            action=self.actions.notation(chosen, seat),
            usual=self.actions.notation(int(notes[search.USUAL]), seat),
            options=self._options(seat, int(notes[search.USUAL]), int(notes[search.DONE])),
            misled=bool(notes[search.MISLED]),
            games=int(notes[search.DONE]),
            rollouts=int(notes[search.PLAYED_OUT]) - before,
            seconds=time.monotonic() - begin,
        )

    def _options(self, seat: int, usual: int, games: int) -> tuple[Option, ...]:
        stats = self._desk[search.STATS : search.STATS + 4 * len(self.actions)].reshape(-1, 4).tolist()
        found = []
        for action, (alive, gain, squares, _) in enumerate(stats):
            if alive and action != usual and games:
                mean = gain / games
                error = (max(squares / games - mean * mean, 0.0) / games) ** 0.5
                found.append(Option(self.actions.notation(action, seat), mean / 100, error / 100))
        return tuple(sorted(found, key=lambda option: -option.gain))


def new_desk(rules: Rules, words: int) -> Words:
    """Room for one search after another."""
    if words > search.ROW_ROOM or len(rules.tables.cards) > search.FACE_ROOM:
        raise ImpossibleRules("players", "there is no room to search with so many")
    return np.zeros(search.PAST + (longest_game(rules) + 1) * search.PAST_WORDS, np.int64)


GAMES, BEGIN, GO_ON, OPEN, ROUND, CLOSE = range(6)
"""What the kernel is asked to do."""


@kernel
def _search(
    request: int, rows: Words, tables: Words, minds: Words, terms: Words, desks: Words, number: int, seat: int
) -> int:
    """All that Python asks for, in one kernel: compiling several would take several times as long.

    GAMES plays all games to their ends, with ``seat`` searching or all seats. The others are about the first
    row: begin it; take the action ``number``, as ``seat`` sees it; open a search, go on with it (whether
    there is more to do), close it (the action).
    """
    t, mind, desk, searching, words = items(tables), items(minds), items(desks), items(terms), rows.shape[1]
    row = items(rows)
    if request == GO_ON:
        search.go_on(row, mind, t, desk, words, number, seat)
    elif request == ROUND:
        return int64(search.search_round(row, mind, t, searching, desk, words))
    elif request == CLOSE:
        return search.end_search(t, searching, desk)
    elif request == BEGIN:
        search.begin_past(row, mind, t, desk)
    elif request == OPEN:
        search.begin_search(row, mind, t, searching, desk, words)
    else:
        for game in range(rows.shape[0]):
            row = row_of(items(rows), words, game)
            search.begin_past(row, mind, t, desk)
            while row[STATUS] == RUNNING:
                if seat in (ALL, row[TURN]):
                    action = search.think(row, mind, t, searching, desk, words)
                else:
                    action = decide(row, mind, t)
                search.go_on(row, mind, t, desk, words, action, int64(-1))
    return int64(0)
