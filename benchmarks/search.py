"""What thinking ahead is worth: searching teams on the deals of others, and what a move costs."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.report import Report
from tamaya import arena
from tamaya.arena import Job, Results, Team
from tamaya.bots.search.searcher import Searcher, SearchTerms
from tamaya.rules import Deal, Rules

GAMES = 1_000
STANDARD = "original"
VARIANTS = ("deluxe+avalanche", "deluxe+black-powder")
COUNTS = (2, 3, 4, 5)
FEW = 150
"""Games for each variant."""
BUDGETS = (20, 120, 1000)
"""Imagined games for each action."""
KEPT = Path(__file__).parent / "results" / "kept"
"""Games that were played already: a run that was interrupted goes on."""


def compare(
    rules: tuple[str, ...], players: int, games: int, workers: int | None = None
) -> list[tuple[str, ...]]:
    """Rows of the searching team, with what it gains over its blueprint on the same deals."""
    teams = (Team(("search",)), Team(("hat",)), Team(("partner",)))
    job = Job(teams, rules, (players,), games, compiled=True)
    KEPT.mkdir(exist_ok=True)
    kept = KEPT / f"search-{'-'.join(rules)}-{players}-{games}.jsonl"
    results = arena.run(job, workers=workers, keep=kept)
    return _rows(results)


def _rows(results: Results) -> list[tuple[str, ...]]:
    gains = {
        (
            pair.rules,
            pair.players,
            pair.other,
        ): f"{pair.difference:+.3f} ({pair.low:+.3f} to {pair.high:+.3f})"
        for pair in results.pairings()
        if pair.team == "search"
    }
    return [
        (
            row.team,
            row.rules,
            str(row.players),
            str(row.games),
            f"{row.mean:.3f} ± {row.error:.3f}",
            f"{row.perfect:.1f} %",
            f"{row.ms_a_move * row.turns / 1e3:.2g}",
            gains.get((row.rules, row.players, row.team), ""),
        )
        for row in results.summaries()
    ]


def cost_of_a_move(samples: int, players: int) -> tuple[float, float]:
    """Milliseconds of a move in the middle of a game, and games played out a second."""
    rules = Rules.parse(STANDARD)
    searcher = Searcher("hat", rules, players, SearchTerms(samples=samples))
    deal, past = Deal.shuffle(rules, seed=f"cost/{players}"), list[str]()
    seconds, rollouts, moves = 0.0, 0, 0
    for turn in range(40):
        begin = time.process_time()
        thought = searcher.think(deal, 0, turn % players, past)
        if turn:
            seconds += time.process_time() - begin
            rollouts += thought.rollouts
            moves += 1
        past.append(thought.action)
    return 1e3 * seconds / moves, rollouts / seconds


def measure(*, games: int = GAMES, few: int = FEW) -> Report:
    """Measure; games of an earlier run count."""
    rows = [row for players in COUNTS for row in compare((STANDARD,), players, games)]
    for rules in VARIANTS:
        rows += [row for players in COUNTS for row in compare((rules,), players, few)]
    costs = []
    for players in (2, 4):
        found = [cost_of_a_move(samples, players) for samples in BUDGETS]
        moves = " / ".join(f"{milliseconds:.0f}" for milliseconds, _ in found)
        costs.append(f"with {players} players {moves} ms ({found[-1][1]:,.0f} games played out a second)")
    budgets = " / ".join(map(str, BUDGETS))
    return Report(
        title="Thinking ahead",
        how=(
            "Teams of one bot on all seats, on the same deals; a lost game counts 0. The last column is what "
            "search scores more than the team of its row, with the interval that holds it with 95 %. CPU "
            "seconds are those of one core, of all seats together; the first chunk of a run compiles. Again: "
            f"tamaya arena search hat partner --players 2-5 --rules original --games {games} --compiled. "
            f"A move that imagines at most {budgets} games for each action takes {'; '.join(costs)}."
        ),
        columns=("team", "rules", "players", "games", "mean", "perfect", "CPU s a game", "search gains"),
        rows=tuple(rows),
    )


def run(*, seconds: float) -> Report:
    """As ``make bench`` calls it: with fewer seconds, fewer games."""
    share = min(1.0, seconds / 2.0)
    return measure(games=max(4, int(GAMES * share)), few=max(2, int(FEW * share)))
