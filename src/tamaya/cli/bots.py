"""``tamaya bots``."""

from __future__ import annotations

import json
import sys

from tamaya.bots import FAULTS, all_bots
from tamaya.words import Reader, say


def show_bots(reader: Reader, *, as_json: bool) -> None:
    """Print who can take a seat."""
    if as_json:
        rows = [
            {"name": row.name, "game": row.game, "summary": str(row.summary), "conventions": row.conventions}
            for row in all_bots()
        ]
        print(json.dumps(rows, indent=1))
        return
    width = max(len(row.name) for row in all_bots())
    for row in all_bots():
        print(f"{row.name:<{width}} {row.game:<8} {say(row.summary, reader)}")
    for name, fault in FAULTS.items():
        print(say("command.faulty-bots", reader, package=name, fault=fault), file=sys.stderr)
