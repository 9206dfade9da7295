"""``tamaya serve``, and ``tamaya`` by itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Annotated

import typer

from tamaya.review import kernels
from tamaya.rules import ImpossibleTable
from tamaya.server import readiness
from tamaya.server.lan import EVERYWHERE, addresses_of
from tamaya.server.run import ServerPlan
from tamaya.server.settings import LOOPBACK, Settings
from tamaya.words import Reader, say


def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option()] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535)] = None,
    lan: Annotated[bool, typer.Option("--lan")] = False,
    qr: Annotated[bool | None, typer.Option("--qr/--no-qr")] = None,
    data: Path | None = None,
    browser: bool = True,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    public_name: Annotated[list[str] | None, typer.Option()] = None,
    proxy: Annotated[list[str] | None, typer.Option()] = None,
    json_logs: Annotated[bool, typer.Option("--json-logs")] = False,
    log_addresses: Annotated[bool, typer.Option("--log-addresses")] = False,
) -> None:
    """Serve the table, and say where it is once it is there."""
    if lan and host is not None:
        raise ImpossibleTable("refused.lan-or-host")
    _add("TAMAYA_PUBLIC_NAMES", public_name)
    _add("TAMAYA_PROXIES", proxy)
    if log_addresses:
        os.environ["TAMAYA_LOG_ADDRESSES"] = "1"
    where = EVERYWHERE[0] if lan else host or os.environ.get("TAMAYA_HOST") or LOOPBACK
    plan = ServerPlan.make(host=where, port=port, data=data, workers=workers)
    readiness.look(Settings.from_environment().database)

    def announce() -> None:
        for line in _lines(plan, context.obj):
            print(line)
        if lan and (sys.stdout.isatty() if qr is None else qr):
            _show_code(addresses_of(plan.host, plan.port))
        sys.stdout.flush()

    plan.run(browser=browser, log="json" if json_logs else "quiet", announce=announce)


def _add(variable: str, more: list[str] | None) -> None:
    """What the command names comes to what the environment names; the server's processes read it there."""
    if more:
        os.environ[variable] = ",".join(filter(None, [os.environ.get(variable, ""), *more]))


def _lines(plan: ServerPlan, reader: Reader) -> Iterator[str]:
    """Where the table is, and who can reach it."""
    yield say("command.at", reader, address=plan.address)
    if plan.is_private:
        yield say("command.alone", reader)
    elif plan.host in EVERYWHERE:
        addresses = addresses_of(plan.host, plan.port)
        yield say("command.lan" if addresses else "command.lan-none", reader)
        yield from (f"  {address}" for address in addresses)
    else:
        yield say("command.open", reader)
    if Settings.from_environment().prepare and not kernels.are_ready():
        yield say("command.prepares", reader)


def _show_code(addresses: tuple[str, ...]) -> None:
    """The best address as a QR code, where the terminal has the signs for it."""
    import segno

    if not addresses:
        return
    drawn = StringIO()
    segno.make(addresses[0], micro=False, error="m").terminal(drawn, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    # White on black whatever the terminal's own colours are, as cameras expect it.
    begin, end = ("\x1b[97;40m", "\x1b[0m") if sys.stdout.isatty() else ("", "")
    for line in drawn.getvalue().splitlines():
        print(f"{begin}{line}{end}")
