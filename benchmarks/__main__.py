"""`make bench`: run the benchmarks, print their tables and keep them in benchmarks/results."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from inspect import signature
from pathlib import Path

from benchmarks.report import Report

RESULTS = Path(__file__).parent / "results"
BENCHMARKS = (
    "engine",
    "fast",
    "env",
    "server",
    "startup",
    "strength",
    "search",
    "manners",
    "review",
    "solver",
    "people",
)
"""Modules with a function ``run``, and perhaps ``chart``; each is imported when it is its turn."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench ARGS=", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], help="which ones; all without a name")
    parser.add_argument("--json", action="store_true", help="print JSON and keep nothing")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    parser.add_argument("--limit", type=int, default=0, help="review, people: so many games at most")
    parser.add_argument("--data", default="", help="people: the folder with games/ and conventions/")
    parser.add_argument("--bots", type=_names, default=(), help="people: which bots, such as partner,careful")
    parser.add_argument("--parts", type=_names, default=(), help="people: which parts, such as experts,race")
    args = parser.parse_args()
    for name in args.names or BENCHMARKS:
        benchmark = import_module(f"benchmarks.{name}")
        taken = signature(benchmark.run).parameters
        options = {key: value for key, value in vars(args).items() if key in taken and value}
        reports = _several(benchmark.run(**options))
        if args.json:
            found = [report.plain() for report in reports]
            print(json.dumps(found[0] if name != "people" else found, indent=1))
            continue
        for report in reports:
            print(report.text())
        if not args.parts:
            kept = "\n".join(report.markdown() for report in reports)
            (RESULTS / f"{name}.md").write_text(kept, encoding="utf-8")
        if hasattr(benchmark, "chart"):
            [report] = reports
            (RESULTS / f"{name}.svg").write_text(benchmark.chart(report), encoding="utf-8")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _several(found: Report | tuple[Report, ...]) -> tuple[Report, ...]:
    """Most benchmarks have one table."""
    return found if isinstance(found, tuple) else (found,)


if __name__ == "__main__":
    main()
