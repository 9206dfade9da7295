"""Records games of ``hat`` and of the bots that think ahead, as ``games`` reads them.

``python -m tests.bots.recorded.teams hat`` writes a file again; do so only when choices are meant to change.
In every sixth game a stranger sits at the table; in every third game of a bot that thinks ahead, it sits
among bots that follow its blueprint. Their actions stand after ``!``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest

from tamaya.bots import find_bot
from tamaya.rules import Rules
from tests.bots.recorded.games import FOLDER, RecordedGame
from tests.helpers import drive

STRANGER = "?"
SKILL = 0.9
PLAYERS = (2, 3, 4, 5)
HAT_RULES = (
    "original",
    "deluxe",
    "deluxe+avalanche+black-powder",
    "deluxe+black-powder",
    "rnr+variant-3",
    "rnr",
    "abacus",
    "deluxe+final-flourish",
    "deluxe+avalanche",
    "deluxe+hand=4+clues=5",
    "deluxe+empty=yes",
    "deluxe+discard-full=yes+rearrange=always",
    "deluxe+hand=7+strikes=2",
    "deluxe+flamboyants",
    "rnr+black-powder+flamboyants+variant-3+variant-4",
)
SEARCH_RULES = (
    "original",
    "deluxe+avalanche",
    "deluxe+black-powder",
    "deluxe+final-flourish",
    "deluxe+hand=4",
)
SAMPLES = 40
"""How many games a bot that thinks ahead imagines for each action."""


def count_instead_of_time(patch: pytest.MonkeyPatch, samples: int = SAMPLES) -> None:
    """Let bots that think ahead stop after a number of games, so that every machine chooses alike."""
    for name in ("search", "grandmaster"):
        made = find_bot(name, "hanabi").make
        patch.setattr(made, "seconds", float("inf"))
        patch.setattr(made, "samples", samples)
    patch.setattr("tamaya.bots.search.player.WARM_UP", None)


def hat() -> Iterator[str]:
    """Games of ``hat``."""
    number = 0
    for rules in HAT_RULES:
        for players in PLAYERS:
            for _ in range(6 if rules == "original" else 3):
                yield _line("hat", rules, _team("hat", players, number), number)
                number += 1


def thinking(bot: str, blueprint: str, games: int) -> Iterator[str]:
    """Games of a bot that thinks ahead."""
    number = 0
    for rules in SEARCH_RULES:
        for players in PLAYERS:
            for _ in range(games if rules == "original" else 1):
                bots = _team(bot, players, number)
                if number % 3 == 2:
                    bots = [name if name != bot or seat == 1 else blueprint for seat, name in enumerate(bots)]
                yield _line(bot, rules, bots, number)
                number += 1


def _team(bot: str, players: int, number: int) -> list[str]:
    bots = [bot] * players
    if number % 6 == 5:
        bots[number // 6 % players] = STRANGER
    return bots


def _line(bot: str, rules: str, bots: Sequence[str], seed: int) -> str:
    """Play a game; what was done by seats without the bot stands after ``!``."""
    game = RecordedGame(Rules.parse(rules), len(bots), seed, ())
    state, rng = game.start(), random.Random(seed)
    seats = [find_bot("careful" if name == STRANGER else name, "hanabi").sit(0) for name in bots]
    actions = []
    while (seat := state.turn) is not None:
        action = drive(state, rng, SKILL) if bots[seat] == STRANGER else seats[seat](state.view(seat))
        actions.append(str(action) if bots[seat] == bot else f"!{action}")
        state = state.apply(action)
    return " ".join([rules, str(len(bots)), str(seed), *actions])


RECORDED: dict[str, Callable[[], Iterator[str]]] = {
    "hat": hat,
    "search": lambda: thinking("search", "hat", 3),
    "grandmaster": lambda: thinking("grandmaster", "partner", 2),
}


def main(names: Sequence[str]) -> None:
    """Write files again."""
    with pytest.MonkeyPatch.context() as patch:
        count_instead_of_time(patch)
        for name in names:
            lines = "".join(f"{line}\n" for line in RECORDED[name]())
            (FOLDER / f"{name}.txt").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
