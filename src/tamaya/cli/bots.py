"""``tamaya bots``."""

from __future__ import annotations

import json

from tamaya.bots import BOTS


def show_bots(*, as_json: bool) -> None:
    """Print who can take a seat."""
    if as_json:
        rows = [{"name": row.name, "game": row.game, "summary": row.summary} for row in BOTS.values()]
        print(json.dumps(rows, indent=1))
        return
    for row in BOTS.values():
        print(f"{row.name:<10} {row.game:<8} {row.summary}")
