"""Print how many lines of each package the tests ran: `python -m tools.coverage_table`, after `make test`."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from coverage import Coverage
from coverage.exceptions import NoDataError

SOURCE = Path(__file__).resolve().parents[1] / "src" / "tamaya"


@dataclass(slots=True)
class Lines:
    """How many lines there are, and how many of them were run."""

    all: int = 0
    run: int = 0

    def __str__(self) -> str:
        return f"{self.all:7,} {self.run / max(self.all, 1):9.1%}"


def main() -> int:
    coverage = Coverage()
    try:
        coverage.load()
        packages = lines_by_package(coverage)
    except NoDataError:
        print("No coverage was measured.")
        return 1
    total = Lines(
        sum(lines.all for lines in packages.values()), sum(lines.run for lines in packages.values())
    )
    print("\nLines that the measured tests ran (see CONTRIBUTING.md)")
    print(f"{'package':<12} {'lines':>7} {'run':>9}")
    for name, lines in [*sorted(packages.items()), ("in all", total)]:
        print(f"{name:<12} {lines}")
    return 0


def lines_by_package(coverage: Coverage) -> dict[str, Lines]:
    packages: dict[str, Lines] = defaultdict(Lines)
    for file in sorted(coverage.get_data().measured_files()):
        place = Path(file).relative_to(SOURCE).parts
        _, statements, _, missing, _ = coverage.analysis2(file)
        lines = packages[place[0] if len(place) > 1 else "tamaya"]
        lines.all += len(statements)
        lines.run += len(statements) - len(missing)
    return packages


if __name__ == "__main__":
    sys.exit(main())
