"""Search for Python: whole games with searching players, and single moves with a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tamaya.bots.blueprint import SEARCHING, packed_order
from tamaya.bots.hat import compiled as hat
from tamaya.bots.partner import compiled as partner
from tamaya.bots.partner.styles import PARTNER, Style
from tamaya.bots.search import kernels
from tamaya.bots.search.deals import Beginning
from tamaya.bots.search.desk import ROW_ROOM, Desk, SearchTerms
from tamaya.bots.search.kernels import ALL, ANY
from tamaya.bots.search.room import PAST_ROOM, objection
from tamaya.engine.actions import Rearrange, parse_action
from tamaya.fast import packing as spec
from tamaya.fast.actions import Actions, actions
from tamaya.fast.batch import Batch
from tamaya.fast.inspect import write_deal
from tamaya.fast.kernels import deal_row
from tamaya.fast.layout import (
    CARDS,
    CLUES,
    FIXED,
    LEFT,
    PILE,
    PLAYED,
    SCORE,
    STRIKES,
    TOPS,
    TURN,
    WANTED,
    Words,
    layout_for,
    longest_game,
)
from tamaya.fast.packing import pack
from tamaya.fast.rollouts import Rollout
from tamaya.fast.structs import pack as pack_object
from tamaya.fast.structs import places, record_of, words_of
from tamaya.rules import Deal, ImpossibleRules, Rules

__all__ = ["ALL", "SearchTerms", "Searcher", "Thought", "TriedAction", "finish_games", "new_desk", "new_mind"]


ROUND: Final = 5
"""Imagined games for each action between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How imagined games ended with an action: shares from 0 to 1."""

    perfect: float = 0.0
    lost: float = 0.0


@dataclass(frozen=True, slots=True)
class TriedAction:
    """An action that was tried to the end of the search."""

    action: str
    gain: float
    """Points more than the blueprint's own action brings, with what a perfect game counts more."""
    error: float
    """The standard error of that."""
    ends: Ends = Ends()


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search has found."""

    action: str
    usual: str
    """What the blueprint would do."""
    options: tuple[TriedAction, ...]
    """The best first; without the blueprint's own."""
    misled: bool
    """Whether a card was not what all took it for: a player does not keep to the blueprint's conventions.
    Only where the blueprint's mind is the same for all seats."""
    games: int
    """Imagined games for each action."""
    rollouts: int
    """Games played to their ends in all."""
    seconds: float
    blank: bool = False
    """Whether it could imagine no hand that goes with what the seat knows."""
    ends: Ends = Ends()
    """How the imagined games ended with the blueprint's own action."""


def finish_games(
    batch: Batch, blueprint: str = "hat", terms: SearchTerms | None = None, *, searcher: int = ALL
) -> Rollout:
    """Let searching players play the games of a batch from their beginnings to their ends.

    One seat may search while the others follow the blueprint.
    """
    desk = new_desk(batch.rules, batch.rows.shape[1], terms)
    mind = new_mind(blueprint, batch.rules, batch.players)
    kernels.play_to_ends(batch.rows, batch.tables, mind, desk, searcher)
    return Rollout.of(batch)


@dataclass(frozen=True, slots=True)
class Now:
    """What a history does not tell that begins in the middle of a game."""

    actors: Sequence[int]
    """[action] the seat that took it."""
    clues: int
    strikes: int


class Searcher:
    """A seat that thinks about its moves; what it is told is what the seat has seen."""

    def __init__(
        self,
        blueprint: str,
        rules: Rules,
        players: int,
        terms: SearchTerms | None = None,
        *,
        style: Style = PARTNER,
    ) -> None:
        self.actions: Actions = actions(rules, players)
        self.blueprint = blueprint
        self.style = style
        self.rules = rules
        self.players = players
        self.terms = terms or SearchTerms()
        self._layout = layout_for(rules, players, actions=len(self.actions), history=False)
        self._desk = new_desk(rules, self._layout.length, self.terms)

    def think(
        self,
        deal: Deal,
        first: int,
        seat: int,
        past: Sequence[str],
        *,
        beginning: Beginning | None = None,
        now: Now | None = None,
        usual: str = "",
        candidates: Sequence[str] = (),
        seconds: float = float("inf"),
        progress: Callable[[float], None] = lambda _share: None,
    ) -> Thought:
        """What to do after these actions.

        ``deal`` has any cards where the seat cannot see: they only must go with the clues. Where a history
        does not go back to the deal, ``beginning`` says what was there, and ``now`` what is. ``usual`` is the
        blueprint's own action, which it is asked for without it, and ``candidates`` are the actions to be
        tried besides, all sensible ones without them. It thinks until the terms are met, or until the time
        is up.
        """
        begin = time.monotonic()
        tables = pack(self.rules, self.actions, self._layout, first=first)
        row = np.zeros((1, self._layout.length), np.int64)
        write_deal(row[0], self.rules, self._layout, deal)
        row[0, FIXED] = 1
        deal_row(row, tables, first)
        if beginning is not None:
            self._write_beginning(row[0], tables, beginning, len(deal.deck))
        mind = new_mind(self.blueprint, self.rules, self.players, self.style)
        game = (row, tables, mind, self._desk)
        desk = record_of(Desk, self._desk)
        kernels.begin_game(*game)
        for number, notation in enumerate(past):
            actor = now.actors[number] if now else int(row[0, TURN])
            kernels.go_on(*game, self._number(notation, actor), actor, seat)
        if now:
            kernels.come_to(row, tables, seat, now.clues, now.strikes, int(row[0, LEFT]))
        kernels.open_search(*game, self.actions.number(usual, seat) if usual else ANY)
        if candidates:
            self._keep_to(desk, {self.actions.number(notation, seat) for notation in candidates})
        rollouts, surprises = int(desk.rollouts), int(desk.surprises)
        while kernels.search_round(*game, ROUND) and time.monotonic() - begin < seconds:
            progress(desk.games / self.terms.samples)
        chosen = kernels.close_search(tables, self._desk)
        return Thought(
            action=self.actions.notation(chosen, seat),
            usual=self.actions.notation(int(desk.usual), seat),
            options=self._options(desk, seat),
            misled=bool(desk.misled),
            games=int(desk.games),
            rollouts=int(desk.rollouts) - rollouts,
            seconds=time.monotonic() - begin,
            blank=int(desk.surprises) > surprises,
            ends=self._ends(desk, int(desk.usual)),
        )

    def _write_beginning(self, row: Words, tables: Words, beginning: Beginning, cards: int) -> None:
        """Put on the table what lay there when the history began."""
        row[CARDS], row[CLUES], row[STRIKES] = cards, beginning.clues, beginning.strikes
        for face in beginning.laid:
            row[WANTED] = row[WANTED] & ~(1 << face) | tables[spec.NEXT + face]
            row[TOPS] = row[TOPS] & ~tables[spec.BENEATH + face] | 1 << face
            row[PLAYED] |= 1 << face
            row[SCORE] += tables[spec.GAIN + face]
        for face in beginning.discarded:
            word, shift = tables[spec.DISCARDS] + tables[spec.PLACE + face], tables[spec.SHIFT + face]
            gone = (row[word] >> shift & tables[spec.FULL + face]) << 1 | 1
            row[word] |= gone << shift
            row[PILE] |= 1 << face
        for seat, hand in enumerate(beginning.told):
            for slot, told in enumerate(hand):
                known = tables[spec.KNOWN] + seat * tables[spec.HAND] + slot
                row[known] = told | int(beginning.clued[seat][slot]) << self._layout.faces

    def _number(self, notation: str, seat: int) -> int:
        """The number of a past action of the seat on turn; below 0 for a hand put in another order."""
        if notation.startswith("o"):
            order = parse_action(notation)
            assert isinstance(order, Rearrange)
            return packed_order(order.seat, order.order)
        return self.actions.number(notation, seat)

    def _keep_to(self, desk: Desk, candidates: set[int]) -> None:
        """Try no other actions than these and the blueprint's own."""
        for number, trial in enumerate(desk.trials[: len(self.actions)]):
            if trial.alive and number != desk.usual and number not in candidates:
                trial.alive = False
                desk.alive -= 1

    def _ends(self, desk: Desk, action: int) -> Ends:
        """How the imagined games ended with an action."""
        trial, games = desk.trials[action], max(int(desk.games), 1)
        return Ends(float(trial.perfect) / games, float(trial.lost) / games)

    def _options(self, desk: Desk, seat: int) -> tuple[TriedAction, ...]:
        found = []
        for action, trial in enumerate(desk.trials[: len(self.actions)]):
            if trial.alive and action != desk.usual and desk.games:
                mean = trial.gain / desk.games
                error = max(trial.squares / desk.games - mean * mean, 0.0) / desk.games
                notation, ends = self.actions.notation(action, seat), self._ends(desk, action)
                found.append(TriedAction(notation, float(mean) / 100, float(error) ** 0.5 / 100, ends))
        return tuple(sorted(found, key=lambda option: -option.gain))


def new_mind(blueprint: str, rules: Rules, players: int, style: Style = PARTNER) -> Words:
    """A mind that answers all questions of a search; refuses rules that the blueprint does not play.

    ``style`` is how ``partner`` plays.
    """
    if blueprint == "hat":
        return hat.new_mind(rules, players, SEARCHING)
    return partner.new_mind(rules, players, SEARCHING, style)


def new_desk(rules: Rules, words: int, terms: SearchTerms | None = None) -> Words:
    """Room for one search after another."""
    if why := objection(rules, 2):
        raise ImpossibleRules("suits", why.code, **why.fields)
    assert words <= ROW_ROOM
    assert longest_game(rules) < PAST_ROOM
    desk = np.zeros(words_of(Desk), np.int64)
    place = places(Desk)["terms"]
    desk[place.start : place.start + place.words] = pack_object(terms or SearchTerms())
    return desk
