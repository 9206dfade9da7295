"""The co-operative game for PettingZoo: one agent after the other, or all at once with a no-op."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt
from pettingzoo import ParallelEnv

from tamaya.engine.pictures import Picture
from tamaya.env.agents import Agents, Observation, TurnEnv, metadata_of
from tamaya.env.table import STANDARD, Array, EnvGame, Lost, Saved
from tamaya.fast import Encoding, Knowledge
from tamaya.rules import IllegalAction, ImpossibleTable, Rules
from tamaya.words import Message

Facts = dict[str, dict[str, Any]]


class HanabiAgents(Agents):
    """Agents at a table of the co-operative game."""

    more_actions: ClassVar[int] = 0
    """What an environment adds to the actions of ``tamaya.fast.actions``."""

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
        """Set the table.

        ``knowledge`` and ``belief`` choose the encoding, ``lost`` what a lost game counts. Observations are
        int8, with ``belief`` float32, unless ``dtype`` says otherwise.
        """
        self.table = EnvGame(
            rules,
            players,
            knowledge=knowledge,
            belief=belief,
            lost=lost,
            random_start_player=random_start_player,
            dtype=dtype,
        )
        actions = self.table.actions + self.more_actions
        self._seat(players, self.table.observation_space(actions), actions, render_mode)

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def encoding(self) -> Encoding:
        """Where everything stands in an observation."""
        return self.table.encoding

    def state(self) -> Array:
        """All cards in the hands, as a seer in the first seat would encode them."""
        return self.table.seer()

    def _picture(self) -> Picture:
        return self.table.picture(self.possible_agents)

    def _infos(self) -> Facts:
        """What all agents are told: always the same keys, and numbers, since some libraries need tensors."""
        told = {"score": self.table.score, "outcome": self.table.outcome}
        return {agent: dict(told) for agent in self.agents}


class HanabiEnv(HanabiAgents, TurnEnv):
    """A table of agents ``player_0``, ``player_1``, ... that act in the order of the game.

    Actions are the numbers of ``tamaya.fast.actions``, counted from the agent.

    >>> env = HanabiEnv(players=2)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
    ('player_0', (658,), 12)
    """

    metadata = metadata_of("hanabi_v1", is_parallelizable=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: by chance, from a seed, or as the options say (see docs/reference/env/hanabi.md)."""
        self.table.begin(seed, options)
        self._begin_agents()

    def observe(self, agent: str) -> Observation:
        """What an agent may know; its mask is empty while it is not on turn."""
        seat = self._seat_of(agent)
        table = self.table
        on_turn = seat == table.turn and not table.over
        mask = table.mask() if on_turn else np.zeros(table.actions, np.int8)
        return {"observation": table.observe(seat), "action_mask": mask}

    def save(self) -> Saved:
        """The environment as it is, in the middle of a game too."""
        kept = self.table.save()
        return replace(kept, agents=self._kept_agents()) if self.agents else kept

    def restore(self, saved: Saved) -> None:
        """Go back to what ``save`` gave, here or in another environment of the same rules and players."""
        self.table.restore(saved)
        self._restore_agents(saved.agents)

    def _act(self, action: SupportsIndex) -> dict[str, float]:
        return dict.fromkeys(self.agents, float(self.table.step(action)))

    def _look_around(self) -> None:
        table = self.table
        over = table.over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        # F3: who can do nothing is passed over, so the turn is asked for and not counted.
        seat = (table.turn + 1) % table.players if over else table.turn
        self.agent_selection = self.possible_agents[seat]


class HanabiParallelEnv(HanabiAgents, ParallelEnv[str, Observation, SupportsIndex]):
    """The same table as ``HanabiEnv``, with one more action at the end that does nothing.

    >>> env = HanabiParallelEnv(players=2)
    >>> observations, infos = env.reset(seed=1)
    >>> [int(each["action_mask"].sum()) for each in observations.values()], env.no_op
    ([12, 1], 20)
    """

    metadata = metadata_of("hanabi_parallel_v1")
    more_actions = 1

    @property
    def no_op(self) -> int:
        """The action that does nothing."""
        return self.table.actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Facts]:
        """Begin a game: by chance, from a seed, or as the options say (see docs/reference/env/hanabi.md)."""
        self.table.begin(seed, options)
        return self._look_around()

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Facts]:
        """Take an action for the agent on turn; the others give the no-op, or nothing."""
        agents = self.agents
        if not agents:
            raise ImpossibleTable("env.not-running")
        reward = float(self.table.step(self._chosen(actions)))
        observations, infos = self._look_around()
        return (
            observations,
            dict.fromkeys(agents, reward),
            dict.fromkeys(agents, self.table.over),
            dict.fromkeys(agents, False),
            infos,
        )

    def save(self) -> Saved:
        """The environment as it is, in the middle of a game too."""
        return self.table.save()

    def restore(self, saved: Saved) -> tuple[dict[str, Observation], Facts]:
        """Go back to what ``save`` gave, and look around as after ``reset``."""
        self.table.restore(saved)
        return self._look_around()

    def _look_around(self) -> tuple[dict[str, Observation], Facts]:
        """What all agents observe and are told; after the end they leave."""
        table = self.table
        self.agents = self.possible_agents[:]
        on_turn = -1 if table.over else table.turn
        observations: dict[str, Observation] = {
            agent: {"observation": table.observe(seat), "action_mask": self._mask(seat == on_turn)}
            for seat, agent in enumerate(self.agents)
        }
        infos = self._infos()
        if table.over:
            self.agents = []
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

    def _mask(self, on_turn: bool) -> Array:
        mask = np.zeros(self.no_op + 1, np.int8)
        if on_turn:
            mask[:-1] = self.table.mask()
        else:
            mask[-1] = 1
        return mask
