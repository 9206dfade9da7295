"""One game under an environment: begun, stepped, observed, kept and drawn."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tamaya.engine.pictures import Picture, Spot, table_picture
from tamaya.fast import Batch, Encoding, Facts, Knowledge, encoding
from tamaya.fast.layout import LOST, SCORE, STATUS, TURN
from tamaya.records import Record
from tamaya.rules import Card, Deal, ImpossibleTable, Rules, TamayaError, UnknownName, parse_cards

STANDARD: Final = "original+suits=red,yellow,green,white,blue"
"""The game of DeepMind's environment: its colours in its order."""

OPTIONS: Final = ("deal", "deck", "first", "actions", "record", "moves", "state")
"""What ``reset(options=...)`` understands."""

# PettingZoo's own test hands this over to see that options are taken at all.
_PROBE: Final = "options"

Array: TypeAlias = npt.NDArray[Any]
Mask: TypeAlias = npt.NDArray[np.int8]
Ints: TypeAlias = npt.NDArray[np.int64]
Lost: TypeAlias = Literal["zero", "count", "minus-one"]

LOST_SCORES: Final[dict[str, Callable[[Ints], Ints]]] = {
    # E1, and DeepMind's environment.
    "zero": np.zeros_like,
    # Much of the older research: what lies on the displays stays.
    "count": np.positive,
    # Training in the manner of SAD: one point less, so that bombing is no way to end a game.
    "minus-one": lambda counted: np.maximum(counted - 1, 0),
}
"""convention: the score of lost games, from what their displays show; results compare under one only."""


class KeptAgents(NamedTuple):
    """The agents still in a game, in a kept position."""

    names: tuple[str, ...] = ()
    selection: str = ""
    rewards: tuple[float, ...] = ()
    """[agent] from the last step."""
    cumulative: tuple[float, ...] = ()
    """[agent] since its last turn."""


_NO_AGENTS = KeptAgents()


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as it was, for ``restore`` and ``reset(options={"state": ...})``; it pickles and compares."""

    rules: str
    players: int
    row: bytes
    agents: KeptAgents = _NO_AGENTS


class EnvGame:
    """A game of one kind."""

    def __init__(
        self,
        rules: Rules | str,
        players: int,
        *,
        knowledge: Knowledge = "card_knowledge",
        belief: bool = False,
        lost: Lost = "zero",
        random_start_player: bool = False,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        self.begun = False
        """Whether ``begin`` was called: until then there is nothing to see."""
        self._lost_score = lost_score(lost)
        self._first = None if random_start_player else 0
        self.batch = Batch(rules, players, 1, first=self._first, autoreset=False)
        self.rules = self.batch.rules
        self.players = players
        self.encoding: Encoding = encoding(self.rules, players, knowledge, belief=belief)
        self.dtype: np.dtype[Any] = np.dtype(dtype or (np.float32 if belief else np.int8))
        self._buffer = np.zeros((1, self.encoding.length), self.dtype)
        self._chosen = np.zeros(1, np.int64)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return len(self.batch.actions)

    def observation_space(self, actions: int) -> spaces.Dict:
        """The space of an observation with its mask over so many actions."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.encoding.length,), self.dtype.type),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    # Playing.

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Deal a new game, from a seed or by chance, or begin where the options say."""
        given = known_options(options, OPTIONS)
        before, rows = self.batch, self.batch.save()
        try:
            self._deal_new_game(seed)
            self._place(given)
        except TamayaError:
            self.batch = before
            before.load(rows)
            raise
        self.begun = True

    def step(self, action: SupportsIndex) -> int:
        """Let the seat on turn act: the change of the score."""
        self._chosen[0] = operator.index(action)
        rewards, _ = self.batch.step(self._chosen)
        reward = int(rewards[0])
        if self.batch.rows.item(0, STATUS) == LOST:
            reward += self._count_lost()
        return reward

    @property
    def turn(self) -> int:
        """The seat to act; once the game is over, the seat that ended it."""
        return self.batch.rows.item(0, TURN)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.batch.rows.item(0, STATUS))

    @property
    def score(self) -> int:
        """The score so far, by the convention for lost games."""
        if self.batch.rows.item(0, STATUS) == LOST:
            return self._count_lost()
        return self.batch.rows.item(0, SCORE)

    @property
    def outcome(self) -> int:
        """Its number in ``tamaya.fast.OUTCOMES``: 1 perfect, 2 counted, 3 lost; 0 until the end."""
        return self.batch.rows.item(0, STATUS)

    # Looking.

    def observe(self, seat: int) -> Array:
        """What a seat observes: an array of its own."""
        self._check_begun()
        # A buffer that is used again, then a copy: quicker than a new buffer, which would be looked at first.
        seen: Array = self.batch.observe(self.encoding, seat=seat, out=self._buffer)[0].copy()
        return seen

    def mask(self) -> Mask:
        """[action] 1 where the seat on turn may take it: an array of its own."""
        allowed: Mask = self.batch.legal[0].astype(np.int8)
        return allowed

    def seer(self) -> Array:
        """What the first seat would observe if it knew all cards in the hands."""
        self._check_begun()
        seen: Array = self.batch.observe(encoding(self.rules, self.players, "seer"), seat=0)[0]
        return seen

    def picture(self, names: Sequence[str]) -> Picture:
        """The table with all hands face up."""
        return picture(self.batch.facts(0), self.rules, names, self.score)

    def _check_begun(self) -> None:
        if not self.begun:
            raise ImpossibleTable("env.not-running")

    # Keeping.

    def save(self) -> Saved:
        """The game as it is."""
        return Saved(str(self.rules), self.players, self.batch.rows.tobytes())

    def restore(self, saved: Saved) -> None:
        """Go back to a game that ``save`` gave."""
        if not isinstance(saved, Saved):
            raise ImpossibleTable("env.state-type", kind=type(saved).__name__)
        self._check_same(saved.rules, saved.players, "env.other-game")
        self.batch.load(np.frombuffer(saved.row, np.int64).reshape(1, -1))
        self.begun = True

    def _check_same(self, found: str, found_players: int, otherwise: str) -> None:
        """Refuse a game of other rules or for another number of players."""
        rules, players = str(self.rules), self.players
        if (found, found_players) != (rules, players):
            raise ImpossibleTable(
                otherwise, found=found, found_players=found_players, rules=rules, players=players
            )

    def _deal_new_game(self, seed: int | None) -> None:
        if seed is None:
            self.batch.reset()
        else:
            self.batch = Batch(self.rules, self.players, 1, seed, first=self._first, autoreset=False)

    def _place(self, given: dict[str, Any]) -> None:
        """Go to where the options say."""
        if "state" not in given:
            if given:
                self._arrange(given)
        elif len(given) == 1:
            self.restore(given["state"])
        else:
            raise ImpossibleTable("env.state-alone")
        if self.over:
            raise ImpossibleTable("env.over-at-start")

    def _arrange(self, given: dict[str, Any]) -> None:
        """Begin with a deal, a first seat and actions, from the options or from a record."""
        record = _record(given)
        if record is not None:
            self._check_same(record.rules, len(record.names), "env.other-record")
            moves = given.get("moves", len(record.actions))
            self.batch.set_game(0, record.deal, record.first, record.actions[:moves])
            return
        deal = _deal(given) or self.batch.deal(0)
        first = given.get("first", self.batch.first(0))
        self.batch.set_game(0, deal, first, given.get("actions", ()))

    def _count_lost(self) -> int:
        return int(self._lost_score(self.batch.rows[:1, SCORE])[0])


def known_options(options: Mapping[str, Any] | None, names: Sequence[str]) -> dict[str, Any]:
    """The options of a ``reset``, or UnknownName."""
    given = {name: value for name, value in (options or {}).items() if name != _PROBE}
    for name in given:
        if name not in names:
            raise UnknownName("option", name, names)
    return given


def _record(given: dict[str, Any]) -> Record | None:
    record = given.get("record")
    if record is None:
        if "moves" in given:
            raise ImpossibleTable("env.moves-without-record")
        return None
    if given.keys() - {"record", "moves"}:
        raise ImpossibleTable("env.record-alone")
    return record if isinstance(record, Record) else Record.parse(record)


def _deal(given: dict[str, Any]) -> Deal | None:
    """A deal, or only its deck, from the top: as text or as cards."""
    if "deal" in given and "deck" in given:
        raise ImpossibleTable("env.deal-or-deck")
    if "deck" in given:
        deck = given["deck"]
        return Deal(parse_cards(deck) if isinstance(deck, str) else tuple(map(Card.parse, deck)))
    deal = given.get("deal")
    if deal is not None and not isinstance(deal, Deal):
        raise ImpossibleTable("env.deal-type", kind=type(deal).__name__)
    return deal


def lost_score(convention: str) -> Callable[[Ints], Ints]:
    """The convention by its name."""
    if convention not in LOST_SCORES:
        raise UnknownName("convention for lost games", convention, LOST_SCORES)
    return LOST_SCORES[convention]


def picture(facts: Facts, rules: Rules, names: Sequence[str], score: int) -> Picture:
    """A compiled game with all hands face up, for watching a training run."""
    return table_picture(
        rules,
        names,
        turn=facts.turn,
        hands=[map(Spot, hand, told) for hand, told in zip(facts.hands, facts.touched, strict=True)],
        displays=facts.displays,
        clues=facts.clues,
        strikes=facts.strikes,
        deck=len(facts.deck),
        score=score,
        discards=facts.discards,
        tile=facts.tile,
        turns_left=facts.turns_left,
        outcome=facts.outcome,
    )
