"""``tamaya exam``."""

from __future__ import annotations

import sys
from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tamaya.arena import parse_counts
from tamaya.bots import DEFAULT_BOTS, find_bot
from tamaya.cli.options import Json
from tamaya.exam import ExamReport, examine, load_positions
from tamaya.rules import Unreadable
from tamaya.words import Reader, say


def exam(
    context: typer.Context,
    files: list[Path],
    bot: str = DEFAULT_BOTS["hanabi"],
    level: str = "",
    json: Json = False,
    failures: Annotated[Path | None, typer.Option(metavar="OUT")] = None,
) -> None:
    """Ask a bot in every position of some files, and print what came of it."""
    reader: Reader = context.obj
    found = find_bot(bot, "hanabi")
    levels = _levels(level)
    positions = [
        position
        for file in files
        for position in load_positions(file)
        if levels is None or position.row.level in levels
    ]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task(say("command.examining", reader), total=len(positions))
        report = ExamReport(found.name, examine(found, positions, lambda: bar.advance(task)))
    if failures is not None:
        failures.write_text(report.failure_lines(), encoding="utf-8")
    if json:
        print(dumps(report.plain(), indent=1, ensure_ascii=False))
        return
    print(say("exam.heading", reader, bot=found.name, positions=len(positions)))
    print(report.text(reader))


def _levels(text: str) -> tuple[int, ...] | None:
    """Levels from ``2``, ``1-3`` or ``1,4``; None for all."""
    try:
        return parse_counts(text) if text else None
    except Unreadable:
        raise Unreadable(text, "exam.read-levels") from None
