"""``tamaya serve``, and ``tamaya`` by itself."""

from __future__ import annotations

from pathlib import Path

from tamaya.server.run import Plan
from tamaya.words import Reader, say


def open_table(
    reader: Reader,
    *,
    host: str,
    port: int | None,
    data: Path | None,
    browser: bool,
    workers: int,
    json_logs: bool,
) -> None:
    """Say where the table is, and serve it."""
    plan = Plan.make(host=host, port=port, data=data, workers=workers)
    print(say("command.at", reader, address=plan.address), flush=True)
    if not plan.is_private:
        print(say("command.open", reader), flush=True)
    plan.run(browser=browser, log="json" if json_logs else "quiet")
