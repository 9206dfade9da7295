"""Andrewz, the competitive game, for PettingZoo: be the first without cards (Z1-Z10)."""

from __future__ import annotations

import operator
import random
from dataclasses import dataclass, replace
from typing import Any, Final, SupportsIndex

import numpy as np
from gymnasium import spaces

from tamaya.andrewz import FEWEST, MOST, PACK, State
from tamaya.engine.pictures import Picture
from tamaya.env.agents import Observation, TurnEnv, metadata_of
from tamaya.env.andrewz_layout import ACTIONS, NUMBERS, encode, picture, sections
from tamaya.env.table import Array, KeptAgents, known_options
from tamaya.rules import IllegalAction, ImpossibleTable, Seat, UnknownName

OPTIONS: Final = ("deal", "first", "state")


@dataclass(frozen=True, slots=True)
class SavedAndrewz:
    """An environment as it was, for ``restore`` and ``reset(options={"state": ...})``."""

    state: State
    last: tuple[Seat, int] | None
    turns: int
    agents: KeptAgents


class AndrewzEnv(TurnEnv):
    """A race of agents ``player_0``, ``player_1``, ... who see their own hands and no others.

    Actions are to play a face, to discard a face, or to pass.

    >>> env = AndrewzEnv(players=3)
    >>> env.reset(seed=1)
    >>> env.last()[0]["observation"].shape, int(env.action_space("player_0").n)
    ((164,), 51)
    """

    metadata = metadata_of("andrewz_v1", is_parallelizable=False)

    def __init__(self, players: int = 4, *, max_turns: int = 1000, render_mode: str | None = None) -> None:
        """Set the table. Nothing in the rules ends a game for sure: after ``max_turns`` it is truncated."""
        if not FEWEST <= players <= MOST:
            raise ImpossibleTable("table.andrewz-players", fewest=FEWEST, most=MOST, players=players)
        if max_turns < 1:
            raise ImpossibleTable("env.max-turns", turns=max_turns)
        self.players = players
        self.max_turns = max_turns
        self.sections = sections(players)
        self._rng = random.Random()
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, len(PACK), (self.sections[-1].stop,), np.int8),
                "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8),
            }
        )
        self._seat(players, space, len(ACTIONS), render_mode)

    def view(self, observation: Array, name: str) -> Array:
        """A section of observations by its name: a slice of the last axis, not a copy."""
        for section in self.sections:
            if section.name == name:
                return observation[..., section.start : section.stop]
        raise UnknownName("section", name, [section.name for section in self.sections])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the lot says who begins, unless ``options`` name the ``first`` seat (Z2)."""
        if seed is not None:
            self._rng = random.Random(seed)
        self._turns = 0
        self._last: tuple[Seat, int] | None = None
        self._race = self._begin(known_options(options, OPTIONS))
        self._begin_agents()

    def observe(self, agent: str) -> Observation:
        """What an agent may know; its mask is empty while it is not on turn."""
        seat = Seat(self._seat_of(agent))
        if not hasattr(self, "_race"):
            raise ImpossibleTable("env.not-running")
        mask = np.zeros(len(ACTIONS), np.int8)
        if seat == self._race.turn and self._turns < self.max_turns:
            mask[[NUMBERS[action] for action in self._race.actions()]] = 1
        return {"observation": encode(self._race, seat, self._last), "action_mask": mask}

    def save(self) -> SavedAndrewz:
        """The environment as it is, in the middle of a game too."""
        if not self.agents:
            raise ImpossibleTable("env.not-running")
        return SavedAndrewz(self._race, self._last, self._turns, self._kept_agents())

    def restore(self, saved: SavedAndrewz) -> None:
        """Go back to what ``save`` gave, here or at another table for as many players."""
        self._race, self._last, self._turns = self._checked(saved.state), saved.last, saved.turns
        self._restore_agents(saved.agents)

    def _act(self, action: SupportsIndex) -> dict[str, float]:
        number, seat = operator.index(action), self._race.turn
        if not 0 <= number < len(ACTIONS):
            raise IllegalAction(number, "env.no-such-action", last=len(ACTIONS) - 1)
        assert seat is not None
        # The history is of no use here and would grow with every turn.
        self._race = replace(self._race.apply(ACTIONS[number]), history=())
        self._last = seat, number
        self._turns += 1
        return dict(zip(self.agents, self._results(), strict=True))

    def _picture(self) -> Picture:
        return picture(self._race, self.possible_agents)

    def _begin(self, given: dict[str, Any]) -> State:
        if "state" not in given:
            deal, first = given.get("deal"), given.get("first")
            seed = None if deal else self._rng.getrandbits(64)
            return State.start(self.players, seed=seed, deal=deal, first=first)
        if len(given) > 1:
            raise ImpossibleTable("env.state-alone")
        saved: SavedAndrewz = given["state"]
        self._last, self._turns = saved.last, saved.turns
        if saved.state.over or self._turns >= self.max_turns:
            raise ImpossibleTable("env.over-at-start")
        return self._checked(saved.state)

    def _checked(self, state: State) -> State:
        if state.players != self.players:
            raise ImpossibleTable("env.other-players", found=state.players, wanted=self.players)
        return state

    def _look_around(self) -> None:
        over = self._race.over
        cut = not over and self._turns >= self.max_turns
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self.infos = {agent: {} for agent in self.agents}
        result = self._race.result
        if result is not None:
            for agent, info in self.infos.items():
                info["place"] = result.place(Seat(self.possible_agents.index(agent)))
        actor = self._last[0] if self._last else 0
        seat = self._race.turn if self._race.turn is not None else (actor + 1) % self.players
        self.agent_selection = self.possible_agents[seat]

    def _results(self) -> list[float]:
        """[seat] nothing while the game runs, then the share of opponents behind less the share ahead."""
        result = self._race.result
        if result is None:
            return [0.0] * self.players
        places = [result.place(Seat(seat)) for seat in range(self.players)]
        return [
            sum((other > place) - (other < place) for other in places) / (self.players - 1)
            for place in places
        ]
