"""How well bots play with people: beside recorded experts, in positions of conventions, beside other kinds of
players, and alone. Each table has what was measured now and what is aimed at.

Recorded games and positions are other people's and no part of the project: ``--data`` or TAMAYA_DATA names
the folder that holds ``games/`` and ``conventions/``; without it the parts that need them are left out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.people.alone import POSITIONS, positions, race, self_play
from benchmarks.people.company import beside_others, known_bots, matrix
from benchmarks.people.recorded import EXPERTS, experts, seat_swap, thinking
from benchmarks.people.task import Task
from benchmarks.report import Report

LIMIT = 200
BOTS = ("partner",)
Part = Callable[[Task], list[Report]]
PARTS: dict[str, tuple[Part, Path | None]] = {
    "experts": (experts, EXPERTS),
    "positions": (positions, POSITIONS),
    "company": (beside_others, None),
    "matrix": (matrix, None),
    "thinking": (thinking, EXPERTS),
    "swap": (seat_swap, EXPERTS),
    "self-play": (self_play, None),
    "race": (race, None),
}
"""name: what measures it, and the file of the data folder that it needs"""


def run(
    *,
    limit: int = 0,
    data: str = "",
    bots: Sequence[str] = (),
    parts: Sequence[str] = (),
    quiet: bool = False,
) -> tuple[Report, ...]:
    """Measure; ``limit`` is how many games each figure stands on, at most."""
    found, missing = known_bots(bots or BOTS)
    if missing:
        sys.exit(f"people: there is no bot called {', '.join(missing)}")
    unknown = [name for name in parts if name not in PARTS]
    if unknown:
        sys.exit(f"people: the parts are {', '.join(PARTS)}, not {', '.join(unknown)}")
    folder = data or os.environ.get("TAMAYA_DATA", "")
    task = Task(tuple(found), limit or LIMIT, Path(folder) if folder else None, quiet=quiet)
    reports: list[Report] = []
    for name in parts or PARTS:
        part, needed = PARTS[name]
        lack = needed and _lack(task.data, needed)
        if lack:
            print(f"people: the part {name} is left out: {lack}", file=sys.stderr)
        else:
            reports += part(task)
    return tuple(reports)


def _lack(data: Path | None, needed: Path) -> str:
    """What is missing of the data folder; empty if nothing."""
    if data is None:
        return f"no folder with {needed} is named by --data or TAMAYA_DATA"
    return "" if (data / needed).is_file() else f"there is no {data / needed}"
