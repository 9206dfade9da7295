"""``tamaya serve``, and ``tamaya`` by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tamaya.review import kernels
from tamaya.server import readiness
from tamaya.server.run import ServerPlan
from tamaya.server.settings import Settings
from tamaya.words import say

LOOPBACK = "127.0.0.1"


def serve(
    context: typer.Context,
    host: str = LOOPBACK,
    port: Annotated[int | None, typer.Option(min=1, max=65535)] = None,
    data: Path | None = None,
    browser: bool = True,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    json_logs: Annotated[bool, typer.Option("--json-logs")] = False,
) -> None:
    """Say where the table is, and serve it."""
    plan = ServerPlan.make(host=host, port=port, data=data, workers=workers)
    readiness.look(Settings.from_environment().database)
    print(say("command.at", context.obj, address=plan.address), flush=True)
    if not plan.is_private:
        print(say("command.open", context.obj), flush=True)
    if Settings.from_environment().prepare and not kernels.are_ready():
        print(say("command.prepares", context.obj), flush=True)
    plan.run(browser=browser, log="json" if json_logs else "quiet")
