"""Train two players at a tiny table, in about a minute on a CPU, with numpy alone.

    pip install '.[env]'
    python examples/train_small.py --seconds 60

Two suits of three values, hands of two cards, three clue tokens, two strikes: 6 points at best. Both players
share one softmax policy that is linear in the observation, and learn from what the rest of their game brought
(REINFORCE), less what the critic, linear too, had expected. Points are kept when a game is lost, so that
there is something to learn from at first. The same seed gives the same curve.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tamaya.env import HanabiVectorEnv

RULES = "original+suits=red:copies=321,blue:copies=321+hand=2+clues=3+strikes=2"
HORIZON = 16
"""Steps between two updates."""

Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass
class Learner:
    """A linear policy and a linear critic, moved by Adam."""

    weights: Floats
    """[entry][action, and last the value]"""
    rate: float
    first: Floats = field(init=False)
    second: Floats = field(init=False)
    updates: int = 0

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def look(self, seen: Floats, allowed: npt.NDArray[Any]) -> tuple[Floats, Floats]:
        """The chances of the actions, and the value."""
        out = seen @ self.weights
        logits = np.where(allowed, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def climb(self, gradient: Floats) -> None:
        """One step of Adam up the gradient."""
        self.updates += 1
        self.first += 0.1 * (gradient - self.first)
        self.second += 0.001 * (gradient * gradient - self.second)
        mean = self.first / (1 - 0.9**self.updates)
        spread = self.second / (1 - 0.999**self.updates)
        self.weights += (self.rate * mean / (np.sqrt(spread) + 1e-8)).astype(np.float32)


def train(
    *, seed: int = 1, updates: int = 5000, every: int = 250, seconds: float = 60, games: int = 512
) -> list[float]:
    """Train, and give the curve: the mean score of the games that ended since the last line."""
    envs = HanabiVectorEnv(games, RULES, players=2, lost="count", dtype=np.float32, copy=True)
    rng = np.random.default_rng(seed)
    seen, infos = envs.reset(seed=seed)
    learner = Learner(np.zeros((seen.shape[1], len(envs.batch.actions) + 1), np.float32), rate=0.003)
    curve: list[float] = []
    scores: list[float] = []
    begin = time.monotonic()
    for update in range(updates):
        steps = []
        for _ in range(HORIZON):
            allowed = infos["action_mask"]
            chances, values = learner.look(seen, allowed)
            # Of as many random thresholds as games, each picks the action in whose share it falls.
            picks = (chances.cumsum(axis=1) < rng.random((games, 1))).sum(axis=1)
            actions = np.minimum(picks, chances.shape[1] - 1)
            before = seen
            seen, rewards, ended, _, infos = envs.step(actions)
            steps.append((before, allowed, chances, values, actions, rewards, ended))
            if ended.any():
                scores += infos["final_info"]["score"][ended].tolist()
        learner.climb(gradient(steps, learner.look(seen, infos["action_mask"])[1]))
        spent = time.monotonic() - begin
        if (update + 1) % every == 0:
            curve.append(float(np.mean(scores)))
            done = (update + 1) * HORIZON * games
            print(f"{done:>11,} steps  {spent:5.1f} s  mean score {curve[-1]:.2f} of 6", flush=True)
            scores.clear()
        if spent > seconds:
            break
    return curve


def gradient(steps: list[tuple[Any, ...]], value: Floats, entropy: float = 0.03) -> Floats:
    """Up which slope the weights should move: returns to go as far as the horizon, then the critic's word."""
    total = 0.0
    count = len(steps) * len(value)
    for seen, allowed, chances, values, actions, rewards, ended in reversed(steps):
        value = rewards + np.where(ended, 0, 0.95 * value)
        gain = value - values
        slope = -chances * gain[:, None]
        slope[np.arange(len(actions)), actions] += gain
        logs = np.log(np.where(allowed & (chances > 0), chances, 1))
        slope += entropy * chances * ((chances * logs).sum(axis=1, keepdims=True) - logs)
        total = total + seen.T @ np.column_stack([slope, gain])
    return np.asarray(total / count, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--updates", type=int, default=5000, help="how many, at most")
    parser.add_argument("--every", type=int, default=250, help="updates between two lines of the curve")
    parser.add_argument("--seconds", type=float, default=60, help="how long, at most")
    args = parser.parse_args()
    curve = train(seed=args.seed, updates=args.updates, every=args.every, seconds=args.seconds)
    if curve:
        print(f"from {curve[0]:.2f} to {curve[-1]:.2f}")


if __name__ == "__main__":
    main()
