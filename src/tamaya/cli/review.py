"""``tamaya review``."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from json import dumps
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tamaya.cli.options import Json
from tamaya.records import Record, load
from tamaya.review import Review, kernels, pipeline, text
from tamaya.words import Reader, say


def review(
    context: typer.Context,
    file: Path,
    moves: Annotated[bool, typer.Option("--moves")] = False,
    json: Json = False,
    html: Annotated[Path | None, typer.Option(metavar="OUT")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT")] = None,
    seconds: Annotated[float | None, typer.Option(min=0)] = None,
    rollouts: Annotated[int | None, typer.Option(min=0)] = None,
    quick: Annotated[bool, typer.Option("--quick")] = False,
) -> None:
    """Review a recorded game, and show it or write it down."""
    reader: Reader = context.obj
    found = _review(
        load(file),
        reader,
        seconds=(pipeline.QUICK_SECONDS if quick else pipeline.SECONDS) if seconds is None else seconds,
        rollouts=(pipeline.QUICK_ROLLOUTS if quick else pipeline.ROLLOUTS) if rollouts is None else rollouts,
    )
    if html is not None:
        html.write_text(found.html(reader), encoding="utf-8")
    if svg is not None:
        svg.write_text(found.svg(reader), encoding="utf-8")
    if json:
        print(dumps(found.plain(), ensure_ascii=False))
    else:
        Console(highlight=False).print(_shown(found, reader, moves=moves))


def _review(record: Record, reader: Reader, *, seconds: float, rollouts: int) -> Review:
    """Review with a bar on a terminal; Ctrl-C ends it with what is done."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    quiet = not sys.stderr.isatty()
    shown = Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet)
    with _interruptible() as interrupted, shown as bar:
        _prepare(bar, reader)
        task = bar.add_task(say("command.reviewing", reader))
        return pipeline.review(
            record,
            seconds=seconds,
            rollouts=rollouts,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
            stop=lambda: bool(interrupted),
        )


def _prepare(bar: Progress, reader: Reader) -> None:
    """Compile what the review needs, if this machine has not done so yet."""
    if kernels.are_ready(kernels.REVIEWS):
        return
    task = bar.add_task(say("preparing.analysis", reader), total=None)
    # Without the engine the review says itself what is off.
    with suppress(ImportError):
        kernels.prepare(kernels.REVIEWS, lambda done, total: bar.update(task, completed=done, total=total))
    bar.remove_task(task)


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


def _shown(found: Review, reader: Reader, *, moves: bool) -> RenderableType:
    reader = text.reader_of(found, reader)
    parts: list[RenderableType] = [
        Text(say(text.heading(found), reader), style="bold"),
        Text(say(text.ending(found), reader)),
        Text(say(text.verdict(found), reader), style="yellow"),
        *(
            Text.assemble(
                (f"{say(row.label, reader):<16} ", "bold"), (row.bars, "cyan"), f"  {say(row.span, reader)}"
            )
            for row in text.bars(found)
        ),
    ]
    parts += [_table(section, reader) for section in text.sections(found)]
    parts += [_line(remark, reader) for remark in text.remarks(found)]
    if moves:
        for move in found.moves:
            parts.append(Text(f"\n[{move.turn}] {say(text.move_label(move), reader)}", style="bold"))
            parts += [_line(fact, reader, "    ") for fact in text.move_facts(move, found)]
    return Group(*parts)


def _line(remark: text.Remark, reader: Reader, indent: str = "") -> Text:
    return Text(f"{indent}{remark.say(reader)}", style=_style(remark.hindsight))


def _style(hindsight: bool) -> str:
    return "yellow" if hindsight else ""


def _table(section: text.ReviewSection, reader: Reader) -> Table:
    title = say(section.heading, reader)
    table = Table(title=title, title_justify="left", title_style="bold", box=None, show_header=False)
    table.add_column("turn", justify="right", style="cyan")
    table.add_column("what", style=_style(section.hindsight))
    for row in section.rows:
        table.add_row(str(row.turn), row.remark.say(reader))
    return table
