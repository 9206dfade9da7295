"""Run chaos for as long as you like: ``python -m tests.chaos --moves 20000 --kills 20``."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.chaos.run import Chaos, Plan
from tests.server.conftest import start_postgres


def main() -> int:
    """Run it and print the report; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--servers", type=int, default=0, help="with PostgreSQL; 2 by default")
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--groups", type=int, default=60, help="games at once")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two faults, on average")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--report", type=Path, help="a file to which the report is added as a line of JSON")
    parser.add_argument("--keep", type=Path, help="a folder in which logs and notes stay")
    args = parser.parse_args()
    servers = 1 if args.database == "sqlite" else args.servers or 2
    plan = Plan(args.seed, args.database, servers, args.moves, args.kills, args.groups, pause=args.pause)
    with ExitStack() as stack:
        folder = args.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tamaya-chaos-")))
        folder.mkdir(parents=True, exist_ok=True)
        postgres = None
        if args.database == "postgres":
            home = stack.enter_context(tempfile.TemporaryDirectory(prefix="tamaya-postgres-"))
            postgres = start_postgres(Path(home, "data"))
            stack.callback(postgres.close)
        chaos = Chaos(plan, folder, postgres)
        report = asyncio.run(chaos.run(lambda text: print(text, file=sys.stderr, flush=True)))
    line = json.dumps(report.as_json(), sort_keys=True)
    print(line)
    if args.report is not None:
        with args.report.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
