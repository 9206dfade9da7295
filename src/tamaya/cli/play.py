"""``tamaya play`` and ``tamaya join``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tamaya.cli.options import RULES, Plain
from tamaya.table.commands import CoachLevel
from tamaya.tui import launch
from tamaya.words import say


def play(
    context: typer.Context,
    rules: Annotated[str | None, typer.Argument(metavar=RULES)] = None,
    players: Annotated[int | None, typer.Option("--players", "-p")] = None,
    name: str | None = None,
    people: Annotated[str | None, typer.Option(metavar="NUMBER|NAME,...")] = None,
    bot: str | None = None,
    conventions: Annotated[str | None, typer.Option(metavar="BOOK")] = None,
    seed: str | None = None,
    save: Path | None = None,
    first: Annotated[str | None, typer.Option(metavar="NAME|LETTER|lot")] = None,
    coach: CoachLevel | None = None,
    plain: Plain = False,
) -> None:
    """Play at this machine."""
    wanted = launch.Wanted(
        *(rules, players, _name(name, context), people, bot, seed, save, first, context.obj),
        coach=coach,
        conventions=conventions,
    )
    launch.play(wanted, plain=plain)


def join(
    context: typer.Context,
    link: Annotated[str, typer.Argument(metavar="LINK")],
    name: str | None = None,
    watch: Annotated[bool, typer.Option("--watch")] = False,
    coach: CoachLevel | None = None,
) -> None:
    """Open a table at a server."""
    launch.join(link, context.obj, name=_name(name, context), watch=watch, coach=coach)


def _name(name: str | None, context: typer.Context) -> str:
    return say("home.guest", context.obj) if name is None else name
