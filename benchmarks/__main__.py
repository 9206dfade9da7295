"""`make bench`: run the benchmarks, print their tables and keep them in benchmarks/results."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path

from benchmarks.report import Report

RESULTS = Path(__file__).parent / "results"
BENCHMARKS = ("engine", "fast", "env", "server", "strength", "search", "manners", "review", "solver")
"""Modules with a function ``run``, and perhaps ``chart``; each is imported when it is its turn."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench ARGS=", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], help="which ones; all without a name")
    parser.add_argument("--json", action="store_true", help="print JSON and keep nothing")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    parser.add_argument("--limit", type=int, default=0, help="review: so many games of each source at most")
    args = parser.parse_args()
    for name in args.names or BENCHMARKS:
        benchmark = import_module(f"benchmarks.{name}")
        limited = {"limit": args.limit} if args.limit and name == "review" else {}
        report: Report = benchmark.run(seconds=args.seconds, **limited)
        if args.json:
            print(json.dumps(report.plain(), indent=1))
            continue
        print(report.text())
        (RESULTS / f"{name}.md").write_text(report.markdown(), encoding="utf-8")
        if hasattr(benchmark, "chart"):
            (RESULTS / f"{name}.svg").write_text(benchmark.chart(report), encoding="utf-8")


if __name__ == "__main__":
    main()
