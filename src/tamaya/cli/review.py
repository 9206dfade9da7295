"""``tamaya review``."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tamaya.records import Record, load
from tamaya.review import Review, review
from tamaya.review.reviewing import QUICK_ROLLOUTS, QUICK_SECONDS, ROLLOUTS, SECONDS
from tamaya.review.words import bars, move_facts, remarks, sections, verdict


def show_review(
    file: Path,
    *,
    as_json: bool,
    html: Path | None,
    svg: Path | None,
    seconds: float | None,
    rollouts: int | None,
    quick: bool,
    moves: bool,
) -> None:
    """Review a recorded game, and show it or write it down."""
    record = load(file)
    default_seconds, default_rollouts = (QUICK_SECONDS, QUICK_ROLLOUTS) if quick else (SECONDS, ROLLOUTS)
    found = _review(
        record,
        seconds=default_seconds if seconds is None else seconds,
        rollouts=default_rollouts if rollouts is None else rollouts,
    )
    if html is not None:
        html.write_text(found.html(), encoding="utf-8")
    if svg is not None:
        svg.write_text(found.svg(), encoding="utf-8")
    if as_json:
        print(json.dumps(found.plain(), ensure_ascii=False))
    else:
        Console(highlight=False).print(_shown(found, moves=moves))


def _review(record: Record, *, seconds: float, rollouts: int) -> Review:
    """Review with a bar on a terminal; Ctrl-C ends it with what is done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not sys.stderr.isatty()
    shown = Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet)
    with _interruptible() as interrupted, shown as bar:
        task = bar.add_task("reviewing")
        return review(
            record,
            seconds=seconds,
            rollouts=rollouts,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
            stop=lambda: bool(interrupted),
        )


@contextmanager
def _interruptible() -> Iterator[list[int]]:
    """The first Ctrl-C is noted in the list; the second is as usual."""
    noted: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        noted.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def _shown(found: Review, *, moves: bool) -> RenderableType:
    parts: list[RenderableType] = [
        Text(f"{found.rules}: {', '.join(found.names)}", style="bold"),
        Text(f"{found.ending}."),
        Text(verdict(found), style="yellow"),
        *(
            Text.assemble((f"{name:<15} ", "bold"), (row, "cyan"), f"  {begin} to {end}")
            for name, row, begin, end in bars(found)
        ),
    ]
    parts += [_table(part.heading, part.rows, _style(part.hindsight)) for part in sections(found)]
    parts += [Text(remark.words, style=_style(remark.hindsight)) for remark in remarks(found)]
    if moves:
        for move in found.moves:
            parts.append(Text(f"\n[{move.turn}] {move.words}", style="bold"))
            parts += [Text(f"    {fact.words}", style=_style(fact.hindsight)) for fact in move_facts(move)]
    return Group(*parts)


def _style(hindsight: bool) -> str:
    return "yellow" if hindsight else ""


def _table(heading: str, rows: list[tuple[int, str]], style: str) -> Table:
    table = Table(title=heading, title_justify="left", title_style="bold", box=None, show_header=False)
    table.add_column("turn", justify="right", style="cyan")
    table.add_column("what", style=style)
    for turn, text in rows:
        table.add_row(str(turn), text)
    return table
