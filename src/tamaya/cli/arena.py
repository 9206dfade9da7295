"""``tamaya arena``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tamaya.arena import (
    BrokenBot,
    Job,
    RaceStanding,
    Results,
    parse_counts,
    parse_rules,
    parse_team,
    race,
    run,
)
from tamaya.arena.job import cross as cross_teams
from tamaya.arena.plots import histogram, save_picture
from tamaya.cli.options import Json
from tamaya.records import ANDREWZ
from tamaya.rules import ImpossibleTable
from tamaya.words import Reader, say
from tamaya.words.columns import right, widest

RULES = "deluxe"
"""What is played if no rules are named."""


def arena(
    context: typer.Context,
    bots: list[str],
    players: Annotated[str, typer.Option("--players", "-p")] = "2",
    rules: Annotated[list[str] | None, typer.Option(show_default=RULES)] = None,
    games: Annotated[int, typer.Option(min=1)] = 1000,
    seed: str = "1",
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    ray: Annotated[str, typer.Option(metavar="ADDRESS")] = "",
    keep: Path | None = None,
    cross: Annotated[bool, typer.Option("--cross")] = False,
    compiled: Annotated[bool, typer.Option("--compiled")] = False,
    strict: Annotated[bool, typer.Option("--strict")] = False,
    csv: Path | None = None,
    plot: Path | None = None,
    json: Json = False,
) -> None:
    """Play, and print what came of it."""
    reader: Reader = context.obj
    counts = parse_counts(players)
    texts = parse_rules(rules or [RULES])
    if texts == (ANDREWZ,):
        with _telling_faults():
            tables = {
                count: race(tuple(bots), players=count, games=games, seed=seed, strict=strict)
                for count in counts
            }
        _show_races(tables, games, reader, as_json=json)
        return
    if cross and len(counts) > 1:
        raise ImpossibleTable("command.one-count")
    teams = cross_teams(tuple(bots), counts[0]) if cross else tuple(map(parse_team, bots))
    job = Job(teams, texts, counts, games, seed, compiled)
    job.check()
    with _telling_faults():
        results = _run(job, workers, ray, keep, reader, strict=strict)
    if csv is not None:
        csv.write_text(results.csv(), encoding="utf-8")
    if plot is not None:
        save_picture(histogram(results, reader), plot)
    if json:
        print(results.json())
    else:
        print(results.text(reader))
        if cross:
            for text in texts:
                print(f"\n{results.matrix(tuple(bots), text, counts[0], reader)}")


@contextmanager
def _telling_faults() -> Iterator[None]:
    """Show where a bot has failed, before the sentence about it."""
    try:
        yield
    except BrokenBot as error:
        sys.stderr.write(error.fault.traceback)
        raise


def _run(
    job: Job, workers: int | None, ray: str, keep: Path | None, reader: Reader, *, strict: bool
) -> Results:
    """Play with a bar on a terminal: where it stands, and how the teams do."""
    total = job.games * sum(1 for _ in job.cases())
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(say("command.playing", reader), total=total)

        def show(results: Results, games: int) -> None:
            means = "  ".join(f"{row.team} {row.mean:.2f}" for row in results.summaries()[:4])
            bar.update(task, advance=games, description=means)

        return run(job, workers=workers, ray=ray, keep=keep, strict=strict, progress=show)


def _show_races(tables: dict[int, list[RaceStanding]], games: int, reader: Reader, *, as_json: bool) -> None:
    if as_json:
        print(dumps({str(players): list(map(asdict, rows)) for players, rows in tables.items()}, indent=1))
        return
    for players, rows in tables.items():
        print(say("command.andrewz", reader, players=players, games=games))
        told = [say("command.andrewz-row", reader, share=row.wins, cards=row.cards) for row in rows]
        width = widest(told)
        for row, words in zip(rows, told, strict=True):
            print(f"  {row.bot:<10} {right(words, width)}")
            if row.faults:
                print(f"    {say('command.andrewz-faults', reader, count=row.faults, first=row.first_fault)}")
