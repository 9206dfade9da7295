"""How well the bots play: teams of one kind on the same deals, beside what others have reached."""

from __future__ import annotations

from pathlib import Path

from benchmarks.report import Report
from tamaya import arena
from tamaya.arena import Job, Results, Team
from tamaya.arena.plots import histogram, save_picture

GAMES = 20_000
FEW = 400
"""For bots without a compiled twin."""
STANDARD = "original"
VARIANTS = ("deluxe+avalanche", "deluxe+black-powder", "deluxe+final-flourish")
PICTURE = Path(__file__).parent / "results" / "strength.svg"

PEERS = {2: "23.10 / 29.8 %", 3: "23.31 / 19.3 %", 4: "22.44 / 4.7 %", 5: "20.68 / 0.1 %"}
"""players: mean and perfect games of SmartBot, the best open bot with conventions, over 20,000 games"""


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
            PEERS[row.players] if (row.team, row.rules) == ("partner", STANDARD) else "",
        )
        for row in results.summaries()
    ]
    return rows, results


def measure(*, games: int = GAMES, few: int = FEW) -> Report:
    """Measure, and draw the standard game."""
    partner, careful = Team(("partner",)), Team(("careful",))
    # Compiled once before the workers start, so that each of them reads it from disk.
    arena.run(Job((partner,), (STANDARD,), (2,), 1, compiled=True), workers=1)
    standard = Job((partner,), (STANDARD,), (2, 3, 4, 5), games, compiled=True)
    rows, results = run_job(standard)
    save_picture(histogram(results), PICTURE)
    rows += run_job(Job((partner,), VARIANTS, (2, 3, 4, 5), games, compiled=True))[0]
    rows += run_job(Job((partner, careful), (STANDARD,), (2, 3, 4, 5), few))[0]
    return Report(
        title="Strength of the bots",
        how=(
            "Teams of one bot on all seats; a lost game counts 0. The last column is "
            "SmartBot's, as measured elsewhere over 20,000 games of the standard game. Games a second are "
            "those of one core, by the compiled twin where a team has one; the last rows are played by the "
            "readable bots. Again: tamaya arena partner --players 2-5 --rules original "
            f"--games {games} --seed 1 --compiled. The scores of the standard game are drawn in strength.svg."
        ),
        columns=("team", "rules", "players", "games", "mean", "perfect", "lost", "games/s", "SmartBot"),
        rows=tuple(rows),
    )


def run(*, seconds: float) -> Report:
    """As ``make bench`` calls it: with fewer seconds, fewer games."""
    share = min(1.0, seconds / 2.0)
    return measure(games=max(100, int(GAMES * share)), few=max(20, int(FEW * share)))
