"""How many deals can be won by players who see every card, and how fast that is decided."""

from __future__ import annotations

import time
from dataclasses import dataclass

from rich.progress import track

from benchmarks.report import Report
from tamaya.rules import Deal, Rules
from tamaya.solver import Verdict, solve_deal

LIMIT = 1.0
"""Seconds for a deal."""
STANDARD = "original"
COUNTS = (2, 3, 4, 5)
MANY = {2: 3_000, 3: 10_000, 4: 10_000, 5: 10_000}
"""players: deals of the standard game"""
FEW = 500
VARIANTS = (
    "abacus",
    "deluxe+black-powder",
    "deluxe+avalanche",
    "deluxe+flamboyants",
    "deluxe+final-flourish",
    "deluxe+avalanche+black-powder+flamboyants",
    "rnr+variant-1",
    "rnr+variant-2",
    "rnr+variant-3",
    "rnr+variant-4",
)


@dataclass(frozen=True, slots=True)
class Tally:
    """The verdicts on the deals of one table, and the processor time that each took."""

    verdicts: tuple[Verdict, ...]
    seconds: tuple[float, ...]

    def share(self, winnable: bool | None) -> str:
        found = sum(verdict.winnable is winnable for verdict in self.verdicts)
        return f"{100 * found / len(self.verdicts):.2f} %"

    @property
    def proven(self) -> str:
        return f"{100 * sum(verdict.proven for verdict in self.verdicts) / len(self.verdicts):.2f} %"

    @property
    def times(self) -> tuple[str, ...]:
        spent = sorted(1e3 * seconds for seconds in self.seconds)
        mean = sum(spent) / len(spent)
        late = spent[int(0.99 * len(spent))]
        return f"{1e3 / mean:,.0f}", f"{mean:.1f}", f"{late:.0f}", f"{spent[-1]:,.0f}"


def judge(rules: str, players: int, deals: int, *, limit: float = LIMIT) -> Tally:
    """Decide so many deals; deal n is always the same one."""
    house = Rules.parse(rules)
    solve_deal(house, players, Deal.shuffle(house, "warm up"), seconds=0)
    verdicts: list[Verdict] = []
    spent: list[float] = []
    for number in track(range(deals), description=f"{rules} {players}p", transient=True):
        watch = Watch(limit)
        deal = Deal.shuffle(house, f"solver {number}")
        # On a busy machine a second takes longer, hence the watch.
        verdicts.append(solve_deal(house, players, deal, seconds=20 * limit, stop=watch.over))
        spent.append(watch.spent)
    return Tally(tuple(verdicts), tuple(spent))


class Watch:
    """Measures processor time."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.begin = time.process_time()

    @property
    def spent(self) -> float:
        return time.process_time() - self.begin

    def over(self) -> bool:
        return self.spent > self.limit


def run(*, seconds: float) -> Report:
    """``seconds`` is the usual length of a benchmark: with less, there are fewer deals."""
    part = min(seconds / 2, 1.0)
    tables = [(STANDARD, players, MANY[players]) for players in COUNTS]
    tables += [(rules, players, FEW) for rules in VARIANTS for players in (2, 4)]
    rows = []
    for rules, players, wished in tables:
        deals = max(int(part * wished), 10)
        tally = judge(rules, players, deals)
        rows.append(
            (
                rules,
                str(players),
                f"{deals:,}",
                *(tally.share(winnable) for winnable in (True, False, None)),
                tally.proven,
                *tally.times,
            )
        )
    return Report(
        title="Solver: deals that players who see every card can win",
        how=(
            f"At most {LIMIT:.0f} s of processor time a deal, one core, seed 0. A deal is undecided if "
            "neither a perfect line nor a proof against one was found; its best score is proven if line and "
            "bound meet."
        ),
        columns=(
            "rules", "players", "deals", "winnable", "impossible", "undecided", "best score proven",
            "deals a second", "mean ms", "p99 ms", "longest ms",
        ),
        rows=tuple(rows),
    )  # fmt: skip
