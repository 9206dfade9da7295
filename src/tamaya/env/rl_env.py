"""DeepMind's interface ``rl_env``: change one import, and the loop of a published agent runs.

from tamaya.env import rl_env

env = rl_env.make("Hanabi-Full", num_players=2)
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, Final, SupportsIndex, TypeAlias

import numpy as np

from tamaya.env.rl_observation import KEYS, LETTERS, Observation, RowReader, Snapshot, move_of
from tamaya.fast import Batch, Knowledge, encoding
from tamaya.fast.layout import TURN
from tamaya.rules import Deal, IllegalAction, ImpossibleRules, ImpossibleTable, Rules, UnknownName

__all__ = ["KEYS", "PRESETS", "Agent", "HanabiEnv", "Observation", "make"]

Observations: TypeAlias = dict[str, Any]
"""``player_observations``, one for each seat, and ``current_player``."""

DEFAULTS: Final[dict[str, Any]] = {
    "colors": 5,
    "ranks": 5,
    "players": 2,
    "hand_size": None,
    "max_information_tokens": 8,
    "max_life_tokens": 3,
    "observation_type": 1,
    "seed": -1,
    "random_start_player": False,
}
"""key of a config: what it is when it is not given; None leaves the hand to the number of players."""

_SMALL = {"ranks": 5, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "Hanabi-Full": {},
    "Hanabi-Full-CardKnowledge": {},
    "Hanabi-Full-Minimal": {"observation_type": 0},
    "Hanabi-Small": {**_SMALL, "colors": 2},
    "Hanabi-Very-Small": {**_SMALL, "colors": 1},
}
"""environment: in what its config is not the default one."""

_OBSERVATION_TYPES: Final[tuple[Knowledge, ...]] = ("minimal", "card_knowledge", "seer")
_SUITS = ("red", "yellow", "green", "white", "blue")
_COPIES = ("3", "31", "321", "3221", "32221")


def make(
    environment_name: str = "Hanabi-Full",
    num_players: int = 2,
    pyhanabi_path: str | None = None,  # noqa: ARG001 - there is no library to load
) -> HanabiEnv:
    """An environment by its name.

    >>> env = make("Hanabi-Small", num_players=2)
    >>> env.num_moves(), env.vectorized_observation_shape()
    (11, [171])
    """
    if environment_name not in PRESETS:
        raise UnknownName("environment", environment_name, PRESETS)
    return HanabiEnv({**PRESETS[environment_name], "players": num_players})


class HanabiEnv:
    """The standard game and its smaller versions, behind DeepMind's interface.

    >>> env = HanabiEnv({"players": 2, "seed": 1})
    >>> observations = env.reset()
    >>> move = observations["player_observations"][0]["legal_moves"][0]
    >>> observations, reward, done, info = env.step(move)
    >>> move, reward, observations["current_player"]
    ({'action_type': 'PLAY', 'card_index': 0}, 1, 1)
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.config = _checked(config)
        self.players: int = self.config["players"]
        self.rules = _rules(self.config)
        seed: int = self.config["seed"]
        self._batch = Batch(
            self.rules,
            self.players,
            1,
            None if seed < 0 else seed,
            first=None if self.config["random_start_player"] else 0,
            autoreset=False,
            history=False,
        )
        table = self._batch.actions
        self._moves = tuple(move_of(meaning, self.config["colors"]) for meaning in table)
        self._numbers = {_key(move): number for number, move in enumerate(self._moves)}
        seen_by = encoding(self.rules, self.players, _observation_type(self.config["observation_type"]))
        self._reader = RowReader(self._batch, seen_by, self._moves)
        self._chosen = np.zeros(1, np.int64)
        self._seats = range(self.players)
        self._fresh = True
        self._moment: Snapshot | None = None

    def reset(self, *, deal: Deal | None = None, first: int | None = None) -> Observations:
        """Begin a game; DeepMind's takes no arguments, here a deal and a first seat may be given."""
        # The first game is dealt already, and each later one is the next that the seed gives.
        if not self._fresh:
            self._batch.reset()
        self._fresh = False
        if deal is not None or first is not None:
            self._batch.set_deal(
                0, deal or self._batch.deal(0), self._batch.first(0) if first is None else first
            )
        self._moment = Snapshot(self._reader, [])
        return self._observations(self._moment)

    def step(
        self, action: SupportsIndex | Mapping[str, Any]
    ) -> tuple[Observations, int, bool, dict[str, Any]]:
        """Take an action, as a number or as a dict: observations, reward, done, and an empty dict."""
        before = self._moment
        if before is None or before.over:
            raise IllegalAction(action, "env.not-running")
        self._chosen[0] = self._number(action)
        rewards, _ = self._batch.step(self._chosen)
        after = self._moment = Snapshot(self._reader, before.pile)
        return self._observations(after), int(rewards[0]), after.over, {}

    def num_moves(self) -> int:
        """How many actions there are, legal or not."""
        return len(self._moves)

    def vectorized_observation_shape(self) -> list[int]:
        """The shape of ``vectorized``."""
        return [self._reader.encoding.length]

    @property
    def current_player(self) -> int:
        """The seat to act."""
        return int(self._batch.rows[0, TURN]) if self._moment is None else self._moment.player

    def _observations(self, moment: Snapshot) -> Observations:
        return {
            "player_observations": [Observation(moment, seat) for seat in self._seats],
            "current_player": moment.player,
        }

    def _number(self, action: SupportsIndex | Mapping[str, Any]) -> int:
        if not isinstance(action, Mapping):
            try:
                return operator.index(action)
            except TypeError:
                raise IllegalAction(action, "env.action-type") from None
        number = self._numbers.get(_key(action))
        if number is None:
            raise IllegalAction(dict(action), "env.no-such-move")
        return number


class Agent:
    """What an agent of DeepMind's framework looks like; derive from it."""

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        """Make an agent for environments of this config."""
        raise NotImplementedError("an agent of your own says how it is made")

    def reset(self, config: Mapping[str, Any]) -> None:
        """Forget the last game."""
        raise NotImplementedError("an agent of your own says how it begins again")

    def act(self, observation: Mapping[str, Any]) -> SupportsIndex | Mapping[str, Any] | None:
        """An action, or None while another one is on turn."""
        raise NotImplementedError("an agent of your own says what it does")


def _key(move: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(move.get(part) for part in ("action_type", "card_index", "target_offset", "color", "rank"))


def _checked(config: Mapping[str, Any]) -> dict[str, Any]:
    """A whole config from what was given of it, or an error that names the key."""
    if not isinstance(config, Mapping):
        raise ImpossibleTable("env.config-type", kind=type(config).__name__)
    for key, value in config.items():
        if key not in DEFAULTS:
            raise UnknownName("key of a config", str(key), DEFAULTS)
        number_wanted = key not in ("observation_type", "random_start_player")
        if number_wanted and not isinstance(value, SupportsIndex) and value is not DEFAULTS[key]:
            raise ImpossibleTable("env.config-number", key=key, value=repr(value))
    return {**DEFAULTS, **config}


def _rules(config: Mapping[str, Any]) -> Rules:
    """The config as rules."""
    colours, ranks = _within(config, "colors", len(LETTERS)), _within(config, "ranks", len(_COPIES))
    players, size = config["players"], config["hand_size"]
    if not 2 <= players <= 5:
        raise ImpossibleTable("table.player-count", rules="hanabi", most=5, players=players)
    suits = ",".join(f"{suit}:copies={_COPIES[ranks - 1]}" for suit in _SUITS[:colours])
    hand = (5 if players <= 3 else 4) if size is None else size
    clues, lives = config["max_information_tokens"], config["max_life_tokens"]
    return Rules.parse(f"original+suits={suits}+hand={hand}+clues={clues}+strikes={lives}")


def _within(config: Mapping[str, Any], key: str, most: int) -> int:
    number = operator.index(config[key])
    if not 1 <= number <= most:
        raise ImpossibleRules(f"{key}={number}", "rules.out-of-range", least=1, most=most)
    return number


def _observation_type(given: Any) -> Knowledge:
    """By number, as in DeepMind's configs, by one of its enums, or by name."""
    number = getattr(given, "value", given)
    for place, name in enumerate(_OBSERVATION_TYPES):
        if number in (place, name):
            return name
    raise UnknownName("observation type", str(given), _OBSERVATION_TYPES)
