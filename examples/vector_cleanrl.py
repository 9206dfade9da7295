"""PPO in one file, in the manner of CleanRL, over Tamaya's vector environment; numpy alone.

    pip install '.[env]'
    python examples/vector_cleanrl.py --rules original+suits=red,yellow+hand=2 --steps 2000000

What a loop of CleanRL has to mind here: `infos["action_mask"]` says what is legal, the observation is always
that of the player on turn, and a game that ends begins again in the same step (`infos["final_info"]` has its
score). All players share the network, so consecutive observations of a game are one trajectory of the team.
To use torch instead, wrap the arrays with `torch.from_numpy`; nothing else changes.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

import tamaya.env

Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass
class Args:
    """The settings of a run."""

    rules: str = "original+suits=red,yellow+hand=2+clues=3+strikes=1"
    players: int = 2
    seed: int = 1
    steps: int = 2_000_000
    seconds: float = 120.0
    num_envs: int = 256
    num_steps: int = 32
    minibatches: int = 4
    epochs: int = 2
    hidden: int = 64
    learning_rate: float = 1e-3
    gamma: float = 0.99
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01


class Network:
    """One hidden layer of tanh, an actor and a critic on top, and Adam."""

    def __init__(self, entries: int, actions: int, args: Args, rng: np.random.Generator) -> None:
        self.args = args
        self.parts: list[Floats] = [
            (rng.standard_normal((entries, args.hidden)) / np.sqrt(entries)).astype(np.float32),
            np.zeros(args.hidden, np.float32),
            np.zeros((args.hidden, actions + 1), np.float32),
            np.zeros(actions + 1, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.updates = 0

    def forward(self, seen: Floats, mask: npt.NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the chances of the actions, the values."""
        hidden = np.tanh(seen @ self.parts[0] + self.parts[1])
        out = hidden @ self.parts[2] + self.parts[3]
        logits = np.where(mask, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def update(self, batch: dict[str, npt.NDArray[Any]]) -> None:
        """One step of PPO on a minibatch."""
        args, rows = self.args, np.arange(len(batch["actions"]))
        hidden, chances, values = self.forward(batch["seen"], batch["masks"])
        gains = batch["gains"]
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        ratio = chances[rows, batch["actions"]] / batch["chances"]
        # Where the ratio has left the clip range in the direction of the gain, nothing pulls any more.
        pulls = np.where(gains > 0, ratio < 1 + args.clip, ratio > 1 - args.clip)
        weight = ratio * gains * pulls
        slope = -chances * weight[:, None]
        slope[rows, batch["actions"]] += weight
        logs = np.log(np.where(chances > 0, chances, 1))
        slope += args.entropy * chances * ((chances * logs).sum(axis=1, keepdims=True) - logs)
        out = np.column_stack([slope, 0.5 * (batch["returns"] - values)]).astype(np.float32) / len(rows)
        below = (out @ self.parts[2].T) * (1 - hidden * hidden)
        self._climb([batch["seen"].T @ below, below.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def _climb(self, gradients: list[npt.NDArray[Any]]) -> None:
        self.updates += 1
        length = np.sqrt(sum(float((gradient * gradient).sum()) for gradient in gradients))
        shrink = min(1.0, 0.5 / (length + 1e-8))
        for part, (first, second), gradient in zip(self.parts, self.moments, gradients, strict=True):
            gradient = gradient * shrink
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            mean = first / (1 - 0.9**self.updates)
            spread = second / (1 - 0.999**self.updates)
            part += (self.args.learning_rate * mean / (np.sqrt(spread) + 1e-5)).astype(np.float32)


def train(args: Args) -> list[float]:
    """Train, and give the mean score of each stretch of games."""
    envs = gymnasium.make_vec(
        tamaya.env.VECTOR_ID,
        num_envs=args.num_envs,
        rules=args.rules,
        players=args.players,
        lost="count",
        dtype=np.float32,
    )
    rng = np.random.default_rng(args.seed)
    shape = (args.num_steps, args.num_envs)
    entries, actions = _width(envs.single_observation_space), _width(envs.single_action_space)
    network = Network(entries, actions, args, rng)
    store: dict[str, npt.NDArray[Any]] = {
        "seen": np.zeros((*shape, entries), np.float32),
        "masks": np.zeros((*shape, actions), np.int8),
        "actions": np.zeros(shape, np.int64),
        "chances": np.zeros(shape, np.float32),
        "values": np.zeros(shape, np.float32),
        "rewards": np.zeros(shape, np.float32),
        "ended": np.zeros(shape, np.bool_),
    }
    seen, infos = envs.reset(seed=args.seed)
    curve: list[float] = []
    scores: list[float] = []
    begin = time.monotonic()
    updates = max(1, args.steps // (args.num_steps * args.num_envs))
    for update in range(1, updates + 1):
        for step in range(args.num_steps):
            store["seen"][step] = seen
            store["masks"][step] = infos["action_mask"]
            _, chances, values = network.forward(seen, infos["action_mask"])
            picks = (chances.cumsum(axis=1) < rng.random((args.num_envs, 1))).sum(axis=1)
            chosen = np.minimum(picks, actions - 1)
            store["actions"][step], store["values"][step] = chosen, values
            store["chances"][step] = chances[np.arange(args.num_envs), chosen]
            seen, rewards, ended, _, infos = envs.step(chosen)
            store["rewards"][step], store["ended"][step] = rewards, ended
            if ended.any():
                scores += infos["final_info"]["score"][ended].tolist()
        learn(network, store, network.forward(seen, infos["action_mask"])[2], args, rng)
        spent = time.monotonic() - begin
        if update % max(1, updates // 20) == 0:
            curve.append(float(np.mean(scores)) if scores else 0.0)
            pace = update * args.num_steps * args.num_envs / spent
            print(f"update {update:>5}  {pace:>9,.0f} steps/s  mean score {curve[-1]:.2f}", flush=True)
            scores.clear()
        if spent > args.seconds:
            break
    envs.close()
    return curve


def _width(space: gymnasium.Space[Any]) -> int:
    return gymnasium.spaces.flatdim(space)


def learn(
    network: Network, store: dict[str, npt.NDArray[Any]], value: Floats, args: Args, rng: np.random.Generator
) -> None:
    """Generalised advantages, then some epochs of minibatches."""
    gains = np.zeros_like(store["values"])
    gain = np.zeros_like(value)
    for step in reversed(range(args.num_steps)):
        runs = ~store["ended"][step]
        error = store["rewards"][step] + args.gamma * value * runs - store["values"][step]
        gain = error + args.gamma * args.gae_lambda * runs * gain
        gains[step], value = gain, store["values"][step]
    data = {**store, "gains": gains, "returns": gains + store["values"]}
    flat = {name: array.reshape(-1, *array.shape[2:]) for name, array in data.items()}
    for _ in range(args.epochs):
        for part in np.array_split(rng.permutation(len(flat["gains"])), args.minibatches):
            network.update({name: array[part] for name, array in flat.items()})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, value in vars(Args()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    train(Args(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
