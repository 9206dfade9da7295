"""Recorded games of bots, one a line: what each bot chose must stay what it chooses.

A line names rules, players and seed, then all actions in notation. An action after ``!`` was not the bot's
own: a stranger sat there and moved at random. ``python -m tests.bots.recorded.games partner`` writes the file
of a bot; do so only when its choices are meant to change.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tamaya.bots import find_bot
from tamaya.bots.registry import Player
from tamaya.engine import State
from tamaya.engine.actions import parse_action
from tamaya.rules import Deal, Rules, Seat
from tests.helpers import drive

FOLDER = Path(__file__).parent
RULES = (
    "original",
    "deluxe",
    "deluxe+avalanche+black-powder",
    "deluxe+flamboyants",
    "rnr+variant-3",
    "abacus",
    "deluxe+final-flourish",
    "deluxe+hand=3+clues=5+strikes=2",
    "deluxe+discard-full=yes+empty=yes",
    "rnr+black-powder+flamboyants+variant-3+variant-4",
    "deluxe+suits=red,green:builds=down,blue:builds=down:copies=12223",
)
PLAYERS = (2, 3, 4, 5)
SEEDS = 4
"""Games of each rules and number of players; a stranger sits in the last one."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as a line tells it."""

    rules: Rules
    players: int
    seed: int
    actions: tuple[str, ...]

    @property
    def first(self) -> Seat:
        """The seat that begins."""
        return Seat(self.seed % self.players)

    @property
    def has_stranger(self) -> bool:
        """Whether some actions are not the bot's."""
        return any(action.startswith("!") for action in self.actions)

    def deal(self) -> Deal:
        """The deal that its seed names."""
        return Deal.shuffle(self.rules, seed=self.seed)

    def start(self) -> State:
        """The game before its first action."""
        return State.start(self.rules, self.players, deal=self.deal(), first=self.first)

    def choices(self) -> Iterator[tuple[State, str]]:
        """Each choice of the bot, and the state in which it was made."""
        state = self.start()
        for action in self.actions:
            if not action.startswith("!"):
                yield state, action
            state = state.apply(parse_action(action.removeprefix("!")))


def recorded_games(bot: str) -> list[RecordedGame]:
    """The games of a bot's file."""
    games = []
    for line in (FOLDER / f"{bot}.txt").read_text(encoding="utf-8").splitlines():
        rules, players, seed, *actions = line.split()
        games.append(RecordedGame(Rules.parse(rules), int(players), int(seed), tuple(actions)))
    return games


def main(name: str) -> None:
    """Write the file of a bot."""
    bot = find_bot(name, "hanabi")
    lines = []
    for text in RULES:
        rules = Rules.parse(text)
        for players in PLAYERS:
            if players > rules.seats or bot.objection(rules, players):
                continue
            for seed in range(SEEDS):
                stranger = 1 if seed == SEEDS - 1 else -1
                actions = _play(bot.sit(seed), RecordedGame(rules, players, seed, ()), stranger)
                lines.append(" ".join([text, str(players), str(seed), *actions]))
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _play(player: Player, game: RecordedGame, stranger: int) -> Iterator[str]:
    state, rng = game.start(), random.Random(game.seed)
    while state.turn is not None:
        if state.turn == stranger:
            action = drive(state, rng, 0.3)
            yield f"!{action}"
        else:
            action = player(state.view(state.turn))
            yield str(action)
        state = state.apply(action)


if __name__ == "__main__":
    main(sys.argv[1])
