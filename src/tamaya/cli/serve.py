"""``tamaya serve``, and ``tamaya`` by itself."""

from __future__ import annotations

from pathlib import Path

from tamaya.server.run import Plan


def open_table(
    *, host: str, port: int | None, data: Path | None, browser: bool, workers: int, json_logs: bool
) -> None:
    """Say where the table is, and serve it."""
    plan = Plan.make(host=host, port=port, data=data, workers=workers)
    print(f"Tamaya is at {plan.address}  (Ctrl+C stops it; every game is kept)", flush=True)
    if not plan.is_private:
        print("It listens beyond this machine: everybody who reaches this address can play here.", flush=True)
    plan.run(browser=browser, log="json" if json_logs else "quiet")
