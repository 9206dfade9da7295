"""What the PettingZoo environments of both games share: agents, spaces, pictures and the order of a step."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

from gymnasium import spaces
from pettingzoo import AECEnv

from tamaya.engine.pictures import Picture
from tamaya.env.table import Array, KeptAgents
from tamaya.rules import IllegalAction, ImpossibleTable, UnknownName
from tamaya.words import Message

Observation: TypeAlias = dict[str, Array]
"""``observation`` and ``action_mask``."""

RENDER_MODES = ("human", "ansi", "svg")


class Agents:
    """The agents ``player_0``, ``player_1``, ... of a table, who all have the same spaces."""

    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, spaces.Space[Any]]

    def _seat(self, players: int, observation: spaces.Space[Any], actions: int, mode: str | None) -> None:
        """Name the agents and give them their spaces; no game is running yet."""
        self.render_mode = checked_mode(mode, RENDER_MODES)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        self._seat_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        self._seat_of(agent)
        return self.action_spaces[agent]

    def _seat_of(self, agent: str) -> int:
        """The seat of an agent, or UnknownName."""
        if agent not in self.possible_agents:
            raise UnknownName("agent", str(agent), self.possible_agents)
        return self.possible_agents.index(agent)

    def render(self) -> str | None:
        """The table with all hands face up: text, SVG, or printed."""
        if self.render_mode is None:
            raise ImpossibleTable("env.no-render-mode", modes=RENDER_MODES)
        shown = self._picture()
        if self.render_mode == "svg":
            return shown.svg()
        if self.render_mode == "ansi":
            return shown.text()
        sys.stdout.write(shown.text() + "\n\n")
        return None

    def close(self) -> None:
        """Nothing to release."""

    def _repr_svg_(self) -> str:
        return self._picture().svg()

    @abstractmethod
    def _picture(self) -> Picture:
        """The table with all hands face up."""


def metadata_of(name: str, **more: bool) -> dict[str, Any]:
    """What PettingZoo wants to know about an environment."""
    return {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 2, **more}


def checked_mode(render_mode: str | None, modes: Sequence[str]) -> str | None:
    """A way of rendering that exists."""
    if render_mode is not None and render_mode not in modes:
        raise UnknownName("render mode", render_mode, modes)
    return render_mode


class TurnEnv(Agents, AECEnv[str, Observation, SupportsIndex]):
    """Agents who act one after the other."""

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent on turn sees, and what it was told since it acted."""
        if not self.agents:
            raise ImpossibleTable("env.not-running")
        return super().last(observe)

    def step(self, action: SupportsIndex | None) -> None:
        """Take an action for the agent on turn; after the end, None for each agent."""
        if not self.agents:
            raise ImpossibleTable("env.not-running")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise IllegalAction(action, "env.leaves-with-none")
            self._was_dead_step(None)  # type: ignore[arg-type]
            return
        if action is None:
            raise IllegalAction(Message("env.no-action"), "env.must-act", agent=agent)
        self.rewards = self._act(action)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._look_around()

    @abstractmethod
    def _act(self, action: SupportsIndex) -> dict[str, float]:
        """Let the seat on turn act: the reward of each agent."""

    @abstractmethod
    def _look_around(self) -> None:
        """Tell all agents where the game stands, and select the next one."""

    def _begin_agents(self) -> None:
        """Let all agents begin, without rewards."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._look_around()

    def _kept_agents(self) -> KeptAgents:
        return KeptAgents(
            names=tuple(self.agents),
            selection=self.agent_selection,
            rewards=tuple(self.rewards[agent] for agent in self.agents),
            cumulative=tuple(self._cumulative_rewards[agent] for agent in self.agents),
        )

    def _restore_agents(self, kept: KeptAgents) -> None:
        self.agents = list(kept.names)
        self.rewards = dict(zip(kept.names, kept.rewards, strict=True))
        self._cumulative_rewards = dict(zip(kept.names, kept.cumulative, strict=True))
        self._look_around()
        if kept.selection:
            self.agent_selection = kept.selection
