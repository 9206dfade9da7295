"""One game for Gymnasium: each step is seen by the player on turn, as in self-play."""

from __future__ import annotations

from typing import Any, Final, SupportsIndex

import gymnasium
import numpy.typing as npt
from gymnasium import spaces

from tamaya.engine.pictures import Picture
from tamaya.env.agents import Observation, checked_mode
from tamaya.env.table import STANDARD, EnvGame, Lost
from tamaya.fast import Encoding, Knowledge
from tamaya.rules import ImpossibleTable, Rules

RENDER_MODES: Final = ("ansi", "svg")
METADATA: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}


class HanabiSingleEnv(gymnasium.Env[Observation, SupportsIndex]):
    """One learner plays all seats in turn. ``info["turn"]`` says whose view the observation is.

    >>> env = HanabiSingleEnv(players=2)
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, int(observation["action_mask"].sum()), info["turn"]
    ((658,), 12, 0)

    The mask is a part of the observation, so that code that never looks at ``info`` finds it.
    """

    metadata = METADATA

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
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self.table = EnvGame(
            rules,
            players,
            knowledge=knowledge,
            belief=belief,
            lost=lost,
            random_start_player=random_start_player,
            dtype=dtype,
        )
        self.observation_space: spaces.Space[Any] = self.table.observation_space(self.table.actions)
        self.action_space = spaces.Discrete(self.table.actions)

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def encoding(self) -> Encoding:
        """Where everything stands in an observation."""
        return self.table.encoding

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game: by chance, from a seed, or as the options say (see docs/reference/env/hanabi.md)."""
        super().reset(seed=seed)
        self.table.begin(seed, options)
        return self._look(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action for the player on turn; nothing is truncated."""
        if not self.table.begun or self.table.over:
            raise ImpossibleTable("env.not-running")
        reward = float(self.table.step(action))
        return self._look(), reward, self.table.over, False, self._info()

    def render(self) -> str:
        """The table with all hands face up, as text or SVG."""
        if self.render_mode is None:
            raise ImpossibleTable("env.no-render-mode", modes=RENDER_MODES)
        shown = self._picture()
        return shown.svg() if self.render_mode == "svg" else shown.text()

    def _look(self) -> Observation:
        return {"observation": self.table.observe(self.table.turn), "action_mask": self.table.mask()}

    def _info(self) -> dict[str, Any]:
        return {"turn": self.table.turn, "score": self.table.score, "outcome": self.table.outcome}

    def _picture(self) -> Picture:
        return self.table.picture([f"player_{seat}" for seat in range(self.table.players)])
