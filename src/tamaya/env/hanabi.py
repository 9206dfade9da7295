"""The co-operative game for PettingZoo, one agent after the other."""

from __future__ import annotations

import sys
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from tamaya.env.pictures import Picture
from tamaya.env.scoring import Lost
from tamaya.env.table import STANDARD, Array, Saved, Table
from tamaya.fast import Encoding, Knowledge
from tamaya.rules import IllegalAction, ImpossibleTable, Rules, UnknownName
from tamaya.words import Message

Observation: TypeAlias = dict[str, Array]
"""``observation`` and ``action_mask``."""

RENDER_MODES = ("human", "ansi", "svg")


class HanabiEnv(AECEnv[str, Observation, SupportsIndex]):
    """A table of agents ``player_0``, ``player_1``, ... that act in the order of the game.

    >>> env = HanabiEnv(players=2)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
    ('player_0', (658,), 12)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "hanabi_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
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
        """Set the table.

        ``knowledge`` and ``belief`` choose the encoding, ``lost`` what a lost game counts. Observations are
        int8, with ``belief`` float32, unless ``dtype`` says otherwise.
        """
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
        space: spaces.Space[Any] = self.table.observation_space(self.table.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def encoding(self) -> Encoding:
        """Where everything stands in an observation."""
        return self.table.encoding

    # PettingZoo.

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of ``tamaya.fast.actions``, counted from the agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: by chance, from a seed, or as the options say (see docs/reference/env/hanabi.md)."""
        self.table.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._look_around()

    def step(self, action: SupportsIndex | None) -> None:
        """Take an action for the agent on turn; after the end, None for each agent."""
        if not self.agents:
            raise ImpossibleTable("env.not-running")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(action)
            return
        if action is None:
            raise IllegalAction(Message("env.no-action"), "env.must-act", agent=agent)
        reward = float(self.table.step(action))
        cumulative = self._cumulative_rewards
        cumulative[agent] = 0.0
        for each in self.agents:
            cumulative[each] += reward
        self.rewards = dict.fromkeys(self.agents, reward)
        self._look_around()

    def observe(self, agent: str) -> Observation:
        """What an agent may know; its mask is empty while it is not on turn."""
        seat = self.possible_agents.index(agent)
        table = self.table
        on_turn = seat == table.turn and not table.over
        mask = table.mask() if on_turn else np.zeros(table.actions, np.int8)
        return {"observation": table.observe(seat), "action_mask": mask}

    def state(self) -> Array:
        """All cards in the hands, as a seer in the first seat would encode them."""
        return self.table.seer()

    def render(self) -> str | None:
        """The table with all hands face up: text, SVG, or printed."""
        return rendered(self.table.picture(self.possible_agents), self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    # Keeping positions.

    def save(self) -> Saved:
        """The environment as it is, in the middle of a game too."""
        kept = self.table.save()
        if not self.agents:
            return kept
        return Saved(
            kept.rules,
            kept.players,
            kept.row,
            tuple(self.agents),
            self.agent_selection,
            tuple(self.rewards[agent] for agent in self.agents),
            tuple(self._cumulative_rewards[agent] for agent in self.agents),
        )

    def restore(self, saved: Saved) -> None:
        """Go back to what ``save`` gave, here or in another environment of the same rules and players."""
        self.table.restore(saved)
        self.agents = list(saved.agents)
        self.rewards = dict(zip(saved.agents, saved.rewards, strict=True))
        self._cumulative_rewards = dict(zip(saved.agents, saved.cumulative, strict=True))
        self._look_around()
        if saved.selection:
            self.agent_selection = saved.selection

    def _look_around(self) -> None:
        """Tell all agents where the game stands."""
        table, agents = self.table, self.agents
        over = table.over
        self.terminations = dict.fromkeys(agents, over)
        self.truncations = dict.fromkeys(agents, False)
        score = table.score
        self.infos = {agent: {"score": score} for agent in agents}
        if over:
            for info in self.infos.values():
                info["outcome"] = table.outcome
        # F3: who can do nothing is passed over, so the turn is asked for and not counted.
        seat = (table.turn + 1) % table.players if over else table.turn
        self.agent_selection = self.possible_agents[seat]

    def _leave(self, action: SupportsIndex | None) -> None:
        if action is not None:
            raise IllegalAction(action, "env.leaves-with-none")
        self._was_dead_step(None)  # type: ignore[arg-type]

    def _repr_svg_(self) -> str:
        return self.table.picture(self.possible_agents).svg()


def agent_names(players: int) -> list[str]:
    """The agents by their seats."""
    return [f"player_{seat}" for seat in range(players)]


def checked_mode(render_mode: str | None) -> str | None:
    """A way of rendering that exists."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise UnknownName("render mode", render_mode, RENDER_MODES)
    return render_mode


def rendered(shown: Picture, render_mode: str | None) -> str | None:
    """A picture by a way of rendering."""
    if render_mode is None:
        raise ImpossibleTable("env.no-render-mode", modes=tuple(RENDER_MODES))
    if render_mode == "svg":
        return shown.svg()
    if render_mode == "ansi":
        return shown.text()
    sys.stdout.write(shown.text() + "\n\n")
    return None


raw_env = HanabiEnv


def env(**kwargs: Any) -> HanabiEnv:
    """The environment. It needs none of PettingZoo's wrappers: wrong use is answered with a sentence."""
    return HanabiEnv(**kwargs)
