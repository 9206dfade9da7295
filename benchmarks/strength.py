"""How well the bots play: teams of one kind on the same deals, beside what others have reached."""

from __future__ import annotations

from pathlib import Path

from benchmarks.report import Report
from tamaya import arena
from tamaya.arena import Job, Results, Team
from tamaya.arena.plots import histogram, save_picture

GAMES = 20_000
MANY = 100_000
"""For the strongest bot in the standard game."""
FEW = 400
"""For bots without a compiled twin."""
STANDARD = "original"
COUNTS = (2, 3, 4, 5)
VARIANTS = ("deluxe+avalanche", "deluxe+black-powder", "deluxe+final-flourish")
PICTURE = Path(__file__).parent / "results" / "strength.svg"

PEERS = {
    "partner": {
        2: "SmartBot 23.10 / 29.8 %",
        3: "SmartBot 23.31 / 19.3 %",
        4: "SmartBot 22.44 / 4.7 %",
        5: "SmartBot 20.68 / 0.1 %",
    },
    "hat": {
        2: "hanabi.rs 22.55 / 12.8 %",
        3: "hanabi.rs 24.78 / 84.0 %",
        4: "hanabi.rs 24.93 / 94.5 %",
        5: "hanabi.rs 24.92 / 93.7 %",
    },
}
"""team, players: the best open bot of its kind that runs as fast, its mean and its perfect games"""


def run_job(job: Job) -> tuple[list[tuple[str, ...]], Results]:
    """The rows of a job, and its results."""
    results = arena.run(job)
    rows: list[tuple[str, ...]] = [
        (
            row.team,
            row.rules,
            str(row.players),
            str(row.games),
            f"{row.mean:.3f} ± {row.error:.3f}",
            f"{row.perfect:.1f} %",
            f"{row.lost:.2f} %",
            f"{1e3 / (row.ms_a_move * row.turns):,.0f}",
            PEERS.get(row.team, {}).get(row.players, "") if row.rules == STANDARD else "",
        )
        for row in results.summaries()
    ]
    return rows, results


def measure(*, games: int = GAMES, many: int = MANY, few: int = FEW) -> Report:
    """Measure, and draw the standard game."""
    partner, hat, careful = Team(("partner",)), Team(("hat",)), Team(("careful",))
    # Compiled once before the workers start, so that each of them reads it from disk.
    arena.run(Job((partner, hat), (STANDARD,), (2,), 1, compiled=True), workers=1)
    rows = run_job(Job((hat,), (STANDARD,), COUNTS, many, compiled=True))[0]
    standard, results = run_job(Job((partner, hat), (STANDARD,), COUNTS, games, compiled=True))
    save_picture(histogram(results), PICTURE)
    rows += [row for row in standard if row[0] == str(partner)]
    pairs = results.pairings()
    rows += run_job(Job((partner, hat), VARIANTS, COUNTS, games, compiled=True))[0]
    rows += run_job(Job((partner, hat, careful), (STANDARD,), COUNTS, few))[0]
    told = "; ".join(
        f"{pair.players} players: {-pair.difference:+.3f} ({-pair.high:+.3f} to {-pair.low:+.3f})"
        for pair in pairs
    )
    return Report(
        title="Strength of the bots",
        how=(
            "Teams of one bot on all seats; a lost game counts 0. The last column is the best open bot of "
            "its kind in the standard game, as measured elsewhere. Games a second are those of one core, by "
            "the compiled twin where a team has one; the last rows are played by the readable bots. Again: "
            f"tamaya arena partner hat --players 2-5 --rules original --games {games} --seed 1 --compiled. "
            "The standard game is drawn in strength.svg. "
            f"On the same deals hat scores more than partner, with 95 %: {told}."
        ),
        columns=("team", "rules", "players", "games", "mean", "perfect", "lost", "games/s", "others"),
        rows=tuple(rows),
    )


def run(*, seconds: float) -> Report:
    """As ``make bench`` calls it: with fewer seconds, fewer games."""
    share = min(1.0, seconds / 2.0)
    return measure(
        games=max(100, int(GAMES * share)), many=max(100, int(MANY * share)), few=max(20, int(FEW * share))
    )
