"""Thousands of games for Gymnasium: a vector environment over one batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tamaya.env.agents import checked_mode
from tamaya.env.table import STANDARD, Array, Lost, known_options, lost_score, picture
from tamaya.fast import Batch, Encoding, Knowledge, encoding
from tamaya.fast.layout import LOST, Words
from tamaya.rules import Deal, ImpossibleTable, Rules, UnknownName

Autoreset: TypeAlias = Literal["same-step", "next-step", "disabled"]
Infos: TypeAlias = dict[str, Any]

AUTORESETS: Final[dict[Autoreset, AutoresetMode]] = {
    "same-step": AutoresetMode.SAME_STEP,
    "next-step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}
RENDER_MODES: Final = ("ansi", "svg")
OPTIONS: Final = ("deals", "reset_mask", "state")


class HanabiVectorEnv(VectorEnv[Array, Array, Array]):
    """Games that are stepped at once, each seen by the player on turn.

    >>> envs = HanabiVectorEnv(num_envs=1024, rules="deluxe+avalanche", players=3)
    >>> observations, infos = envs.reset(seed=7)
    >>> observations.shape, infos["action_mask"].shape, infos["turn"][:3].tolist()
    ((1024, 1111), (1024, 30), [0, 0, 0])

    Arrays are overwritten by the next step, observations in place; with ``copy`` each step has its own.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = STANDARD,
        players: int = 2,
        *,
        knowledge: Knowledge = "card_knowledge",
        belief: bool = False,
        lost: Lost = "zero",
        random_start_player: bool = False,
        dtype: npt.DTypeLike | None = None,
        autoreset: Autoreset | AutoresetMode = "same-step",
        threads: int = 1,
        copy: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Set ``num_envs`` tables; ``autoreset`` says when a game that has ended starts again."""
        if isinstance(autoreset, AutoresetMode):
            autoreset = next(name for name, mode in AUTORESETS.items() if mode is autoreset)
        if autoreset not in AUTORESETS:
            raise UnknownName("autoreset", str(autoreset), AUTORESETS)
        self.autoreset_mode: AutoresetMode = AUTORESETS[autoreset]
        """The same as ``autoreset``, by Gymnasium's own name for it."""
        self.metadata: dict[str, Any] = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": list(RENDER_MODES),
        }
        self.num_envs = num_envs
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self.autoreset: Autoreset = autoreset
        self._copy = copy
        self._lost_score = lost_score(lost)
        self._settings: dict[str, Any] = {
            "first": None if random_start_player else 0,
            "autoreset": autoreset == "same-step",
            "threads": threads,
        }
        self.batch = Batch(rules, players, num_envs, **self._settings)
        self.rules = self.batch.rules
        self.players = players
        self.encoding: Encoding = encoding(self.rules, players, knowledge, belief=belief)
        kind = np.dtype(dtype or (np.float32 if belief else np.int8))
        self.single_observation_space = spaces.Box(0, 1, (self.encoding.length,), kind.type)
        self.single_action_space = spaces.Discrete(len(self.batch.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observations: Array = np.zeros((num_envs, self.encoding.length), kind)  # [game][entry]
        self._begun = False
        self._never = np.zeros(num_envs, np.bool_)  # [game] no game is cut short

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Infos]:
        """Begin all games, or those that ``options={"reset_mask": ...}`` marks.

        ``deals`` gives the games their deals, and ``state`` takes them back to where ``save`` left them.
        """
        super().reset(seed=seed)
        given = known_options(options, OPTIONS)
        if seed is not None:
            self.batch = Batch(self.rules, self.players, self.num_envs, seed, **self._settings)
        elif "state" not in given:
            self.batch.reset(given.get("reset_mask"))
        if "deals" in given:
            self._deal(given["deals"])
        if "state" in given:
            self.batch.load(given["state"])
        self._begun = True
        return self._look(), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Array, Array, Array, Array, Infos]:
        """Take an action in every game."""
        if not self._begun:
            raise ImpossibleTable("env.not-running")
        waiting = self.batch.done if self.autoreset == "next-step" else None
        changes, done = self.batch.step(actions)
        rewards = changes.astype(np.float32)
        terminations = done.copy()
        if waiting is not None and waiting.any():
            # What was asked of a game that had ended is ignored; it starts again, as the mode says.
            self.batch.reset(waiting)
            terminations &= ~waiting
        infos = self._infos()
        if terminations.any():
            self._tell_ends(terminations, rewards, infos)
        return self._look(), rewards, terminations, self._never.copy(), infos

    def render(self) -> tuple[str, ...]:
        """Every table with all hands face up, as text or SVG."""
        if self.render_mode is None:
            raise ImpossibleTable("env.no-render-mode", modes=tuple(RENDER_MODES))
        names = [f"player_{seat}" for seat in range(self.players)]
        scores = self.batch.scores.tolist()
        shown = [
            picture(self.batch.facts(game), self.rules, names, scores[game]) for game in range(self.num_envs)
        ]
        return tuple(each.svg() if self.render_mode == "svg" else each.text() for each in shown)

    def save(self) -> Words:
        """All games as they are, for ``reset(options={"state": ...})``."""
        return self.batch.save()

    def _deal(self, deals: Sequence[Deal]) -> None:
        if len(deals) != self.num_envs:
            raise ImpossibleTable("fast.deal-count", deals=len(deals), games=self.num_envs)
        for game, deal in enumerate(deals):
            self.batch.set_deal(game, deal, self.batch.first(game))

    def _look(self) -> Array:
        self.batch.observe(self.encoding, out=self._observations)
        return self._observations.copy() if self._copy else self._observations

    def _infos(self) -> Infos:
        """The legal actions, the seats on turn and the scores so far; -1 is on turn where a game is over."""
        mask = self.batch.legal.view(np.int8)
        return {
            "action_mask": mask.copy() if self._copy else mask,
            "turn": self.batch.turn,
            "score": self.batch.scores,
        }

    def _tell_ends(self, ended: npt.NDArray[np.bool_], rewards: Array, infos: Infos) -> None:
        """Score the games that have just ended, by the convention, and tell how they did."""
        batch, games = self.batch, np.flatnonzero(ended)
        if self.autoreset == "same-step":
            counted, outcomes = batch.ended_scores[games], batch.ended_outcomes[games]
        else:
            counted, outcomes = batch.counted[games], batch.outcomes[games]
        lost = outcomes == LOST
        paid = np.where(lost, self._lost_score(counted), counted)
        rewards[games[lost]] += paid[lost]
        infos["final_info"] = {
            "score": _spread(paid, games, self.num_envs),
            "_score": ended,
            "outcome": _spread(outcomes, games, self.num_envs),
            "_outcome": ended,
        }
        infos["_final_info"] = ended


def _spread(values: Array, games: Array, count: int) -> Array:
    """[game] the values of some games, and 0 for all others."""
    spread = np.zeros(count, values.dtype)
    spread[games] = values
    return spread
