"""PettingZoo's own tests of an environment: its interface, seeds and rendering."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

import pettingzoo.test
from gymnasium import spaces

from tamaya.env import HanabiParallelEnv, andrewz_v1, hanabi_v1

checks: Any = pettingzoo.test

RULES = ["original", "deluxe+avalanche+black-powder", "deluxe+flamboyants+final-flourish", "rnr+variant-2"]

# An observation with a mask is a dict, and after the end no action is legal: so it is in PettingZoo's games.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 5])
def test_the_turn_by_turn_interface(rules: str, players: int) -> None:
    checks.api_test(hanabi_v1.env(rules=rules, players=players), num_cycles=100)
    checks.api_test(hanabi_v1.raw_env(rules=rules, players=players, random_start_player=True), num_cycles=50)


@pytest.mark.parametrize("settings", [{"belief": True}, {"knowledge": "minimal"}, {"knowledge": "seer"}])
def test_the_interface_with_every_observation(settings: dict[str, Any]) -> None:
    checks.api_test(hanabi_v1.env(players=3, **settings), num_cycles=50)


@pytest.mark.parametrize("rules", RULES)
def test_the_parallel_interface(rules: str) -> None:
    checks.parallel_api_test(hanabi_v1.parallel_env(rules=rules, players=3), num_cycles=100)


@pytest.mark.parametrize("players", [2, 8])
def test_the_interface_of_andrewz(players: int) -> None:
    checks.api_test(andrewz_v1.env(players=players), num_cycles=100)


def test_seeds_decide_the_games() -> None:
    checks.seed_test(lambda: hanabi_v1.env(players=3, random_start_player=True), num_cycles=50)
    checks.seed_test(lambda: andrewz_v1.env(players=3), num_cycles=50)
    checks.parallel_seed_test(LegalSamples, num_cycles=50)


class LegalSamples(HanabiParallelEnv):
    """PettingZoo's seed test samples without looking at masks; here the samples look by themselves."""

    def action_space(self, agent: str) -> Any:
        on_turn = self.possible_agents[self.table.turn] == agent
        space = LegalSpace(self.no_op + 1, seed=7)
        space.allowed = self._mask(on_turn)
        return space


class LegalSpace(spaces.Discrete):
    allowed: Any

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        return super().sample(self.allowed)


def test_every_way_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    looks = {"svg": lambda picture: picture.startswith("<svg") and picture.endswith("</svg>\n")}
    checks.render_test(lambda render_mode: hanabi_v1.env(players=3, render_mode=render_mode), looks)
    checks.render_test(lambda render_mode: andrewz_v1.env(players=3, render_mode=render_mode), looks)
    assert "player_0" in capsys.readouterr().out
