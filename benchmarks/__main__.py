"""`make bench`: run the benchmarks, print their tables and keep them in benchmarks/results."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks import engine, server
from benchmarks.report import Report

RESULTS = Path(__file__).parent / "results"
BENCHMARKS = {"engine": engine.run, "server": server.run}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench ARGS=", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], help="which ones; all without a name")
    parser.add_argument("--json", action="store_true", help="print JSON and keep nothing")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    args = parser.parse_args()
    for name in args.names or BENCHMARKS:
        report: Report = BENCHMARKS[name](seconds=args.seconds)
        if args.json:
            print(json.dumps(report.plain(), indent=1))
        else:
            print(report.text())
            (RESULTS / f"{name}.md").write_text(report.markdown(), encoding="utf-8")


if __name__ == "__main__":
    main()
