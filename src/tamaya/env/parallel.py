"""The co-operative game for PettingZoo, all agents at once: those who are not on turn have a no-op."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from tamaya.env.hanabi import RENDER_MODES, Observation, agent_names, checked_mode, rendered
from tamaya.env.scoring import Lost
from tamaya.env.table import STANDARD, Array, Saved, Table
from tamaya.fast import Encoding, Knowledge
from tamaya.rules import IllegalAction, ImpossibleTable, Rules
from tamaya.words import Message

Facts = dict[str, dict[str, Any]]


class HanabiParallelEnv(ParallelEnv[str, Observation, SupportsIndex]):
    """The same table as ``HanabiEnv``, with one more action at the end that does nothing.

    >>> env = HanabiParallelEnv(players=2)
    >>> observations, infos = env.reset(seed=1)
    >>> [int(each["action_mask"].sum()) for each in observations.values()], env.no_op
    ([12, 1], 20)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "hanabi_parallel_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str = STANDARD,
        players: int = 2,
        *,
        knowledge: Knowledge = "card_knowledge",
        belief: bool = False,
        lost: Lost = "zero",
        random_start_player: bool = False,
        dtype: npt.DTypeLike | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set the table; the arguments are those of ``HanabiEnv``."""
        self.table = Table(
            rules,
            players,
            knowledge=knowledge,
            belief=belief,
            lost=lost,
            random_start_player=random_start_player,
            dtype=dtype,
        )
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = agent_names(players)
        self.agents = []
        self.no_op = self.table.actions
        space: spaces.Space[Any] = self.table.observation_space(self.no_op + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.no_op + 1) for agent in self.possible_agents}

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def encoding(self) -> Encoding:
        """Where everything stands in an observation."""
        return self.table.encoding

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of ``tamaya.fast.actions``, and the no-op."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Facts]:
        """Begin a game: by chance, from a seed, or as the options say (see docs/reference/env/hanabi.md)."""
        self.table.begin(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Facts]:
        """Take an action for the agent on turn; the others give the no-op, or nothing."""
        if not self.agents:
            raise ImpossibleTable("env.not-running")
        reward = float(self.table.step(self._chosen(actions)))
        over = self.table.over
        told = (
            self._observations(),
            dict.fromkeys(self.agents, reward),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            self._infos(),
        )
        if over:
            self.agents = []
        return told

    def state(self) -> Array:
        """All cards in the hands, as a seer in the first seat would encode them."""
        return self.table.seer()

    def render(self) -> str | None:
        """The table with all hands face up: text, SVG, or printed."""
        return rendered(self.table.picture(self.possible_agents), self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def save(self) -> Saved:
        """The environment as it is, in the middle of a game too."""
        return self.table.save()

    def restore(self, saved: Saved) -> tuple[dict[str, Observation], Facts]:
        """Go back to what ``save`` gave, and look around as after ``reset``."""
        self.table.restore(saved)
        observations, infos = self._observations(), self._infos()
        self.agents = [] if self.table.over else self.possible_agents[:]
        return observations, infos

    def _chosen(self, actions: Mapping[str, SupportsIndex]) -> SupportsIndex:
        """The action that counts, once all others are seen to be no-ops."""
        on_turn = self.possible_agents[self.table.turn]
        for agent, action in actions.items():
            if agent not in self.agents:
                raise IllegalAction(agent, "env.no-such-agent", agents=tuple(self.agents))
            if agent != on_turn and operator.index(action) != self.no_op:
                raise IllegalAction(
                    Message("env.action-of", agent=agent, action=str(action)),
                    "env.only-no-op",
                    agent=on_turn,
                    noop=self.no_op,
                )
        if on_turn not in actions:
            raise IllegalAction(Message("env.no-action"), "env.must-act", agent=on_turn)
        return actions[on_turn]

    def _observations(self) -> dict[str, Observation]:
        table = self.table
        on_turn = -1 if table.over else table.turn
        return {
            agent: {"observation": table.observe(seat), "action_mask": self._mask(seat == on_turn)}
            for seat, agent in enumerate(self.possible_agents)
        }

    def _mask(self, on_turn: bool) -> Array:
        mask = np.zeros(self.no_op + 1, np.int8)
        if on_turn:
            mask[:-1] = self.table.mask()
        else:
            mask[-1] = 1
        return mask

    def _infos(self) -> Facts:
        told: dict[str, Any] = {"score": self.table.score}
        if self.table.over:
            told["outcome"] = self.table.outcome
        return {agent: dict(told) for agent in self.possible_agents}


def parallel_env(**kwargs: Any) -> HanabiParallelEnv:
    """The environment for PettingZoo's parallel API."""
    return HanabiParallelEnv(**kwargs)
