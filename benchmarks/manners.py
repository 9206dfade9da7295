"""Partner among strangers: one seat does anything that is legal, under all rules; are the answers sane?"""

from __future__ import annotations

import random
import time
from statistics import mean

from benchmarks.report import Report
from tamaya.bots import find_bot
from tamaya.engine import State
from tamaya.rules import CATALOGUE, Rules, Seat

GAMES = 3_000
HOUSE = (
    "deluxe+empty=yes",
    "deluxe+deck-play=yes",
    "deluxe+hand=3+clues=4+strikes=2",
    "rnr+discard-full=yes",
)
LIMIT = 0.050
"""Seconds below which 99 of 100 moves should stay."""


def run(*, seconds: float) -> Report:
    """Play, and look at every answer."""
    games = max(50, int(GAMES * min(1.0, seconds / 2.0)))
    rules = [*CATALOGUE, *map(Rules.parse, HOUSE)]
    spent: list[float] = []
    faults = 0
    for game in range(games):
        faults += _play(rules[game % len(rules)], game, spent)
    spent.sort()
    figures = (
        str(games),
        str(len(rules)),
        str(len(spent)),
        str(faults),
        f"{1e3 * mean(spent):.2f}",
        f"{1e3 * spent[len(spent) * 99 // 100]:.1f}",
        f"{1e3 * spent[-1]:.0f}",
    )
    return Report(
        title="Partner beside a player who does anything",
        how=(
            "One seat takes random legal actions, the others are partner, under every row of the catalogue "
            "and some house rules, two to five players. A fault is an exception or an action that is not "
            f"legal. Milliseconds are those of one choice of partner; 99 of 100 should stay below "
            f"{1e3 * LIMIT:.0f}."
        ),
        columns=("games", "rules", "choices", "faults", "mean ms", "p99 ms", "max ms"),
        rows=(figures,),
    )


def _play(rules: Rules, game: int, spent: list[float]) -> int:
    """One game; how many faults there were."""
    rng = random.Random(game)
    players = rng.randint(2, min(5, rules.seats))
    stranger = rng.randrange(players)
    partner = find_bot("partner", "hanabi").sit(game)
    state = State.start(rules, players, seed=game, first=Seat(rng.randrange(players)))
    faults = 0
    while state.turn is not None:
        action = rng.choice(state.actions())
        # Mostly clues and discards: a stranger who only plays is soon out of the game.
        if str(action)[0] == "p" and rng.random() < 0.8:
            action = rng.choice(state.actions())
        if state.turn != stranger:
            view = state.view(state.turn)
            begin = time.perf_counter()
            try:
                chosen = partner.choose(view).action
            except Exception:
                chosen = None
            spent.append(time.perf_counter() - begin)
            if chosen in view.actions:
                action = chosen
            else:
                faults += 1
        state = state.apply(action)
    return faults
