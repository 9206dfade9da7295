"""``tamaya replay``."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from json import dumps
from pathlib import Path

import typer

from tamaya import records
from tamaya.cli.options import Json, Plain
from tamaya.records import AnyEvent, AnyPosition, AnyView, Record
from tamaya.rules import ImpossibleTable, Seat
from tamaya.tui import launch
from tamaya.tui.speech import conventions_line
from tamaya.words import Reader, say


def replay(
    context: typer.Context,
    file: Path,
    turn: int | None = None,
    seat: str | None = None,
    plain: Plain = False,
    json: Json = False,
) -> None:
    """On a terminal the time machine, elsewhere lines."""
    if plain or json or turn is not None or not launch.on_terminal():
        show_replay(file, context.obj, turn=turn, seat=seat, as_json=json)
    else:
        launch.replay(file, context.obj, seat=seat)


def show_replay(file: Path, reader: Reader, *, turn: int | None, seat: str | None, as_json: bool) -> None:
    """Print a recorded game, all of it or one moment."""
    record = records.load(file)
    positions = record.positions()
    last = len(positions) - 1
    if turn is not None and not 0 <= turn <= last:
        raise ImpossibleTable("review.no-such-turn", count=last)
    eyes = launch.seat_of(seat, record.names)
    moments = [_moment(record, positions, at, eyes) for at in (range(last + 1) if turn is None else [turn])]
    if as_json:
        print(dumps([records.plain(moment) for moment in moments], ensure_ascii=False))
        return
    print(f"{record.rules}: {', '.join(record.names)}")
    if book := conventions_line(record.conventions):
        print(f"{say('new-table.conventions', reader)}: {say(book, reader)}")
    here = replace(reader, names=record.names)
    for moment in moments:
        print(f"\n[{moment.turn}] {moment.action or say('command.the-deal', reader)}")
        for event in moment.events:
            print(say(record.kind.message(event), here))
        print(moment.view.text(reader))
    if turn is None and record.kind.has_review:
        print(f"\n{say('command.review-hint', reader, file=shlex.quote(str(file)))}")


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """A turn of a game: what led to it, and what may then be seen."""

    turn: int
    action: str | None
    events: tuple[AnyEvent, ...]
    view: AnyView


def _moment(record: Record, positions: list[AnyPosition], turn: int, eyes: Seat | None) -> ReplayTurn:
    names, position, before = record.names, positions[turn], positions[max(0, turn - 1)]
    view = position.spectate(hands=True, names=names) if eyes is None else position.view(eyes, names)
    action = record.actions[turn - 1] if turn else None
    return ReplayTurn(turn, action, position.history[len(before.history) :], view)
