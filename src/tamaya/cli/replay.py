"""``tamaya replay``."""

from __future__ import annotations

import shlex
from dataclasses import replace
from json import dumps
from pathlib import Path

import typer

from tamaya import records
from tamaya.cli.options import Json, Plain
from tamaya.records import AnyPosition, AnyView, Record
from tamaya.rules import ImpossibleTable, Seat
from tamaya.tui import launch
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
    turns = range(last + 1) if turn is None else [turn]
    if as_json:
        rows = [_plain_turn(record, positions, number, eyes) for number in turns]
        print(dumps(rows, ensure_ascii=False))
        return
    print(f"{record.rules}: {', '.join(record.names)}")
    for number in turns:
        print()
        print("\n".join(_lines(record, positions, number, eyes, reader)))
    if turn is None and record.kind.rules is not None:
        print(f"\n{say('command.review-hint', reader, file=shlex.quote(str(file)))}")


def _lines(
    record: Record, positions: list[AnyPosition], number: int, eyes: Seat | None, reader: Reader
) -> list[str]:
    heading = f"[{number}] {record.actions[number - 1] if number else say('command.the-deal', reader)}"
    here = replace(reader, names=record.names)
    told = [say(record.kind.message(event), here) for event in _seen(positions, number)]
    return [heading, *told, _view(record, positions[number], eyes).text(reader)]


def _plain_turn(record: Record, positions: list[AnyPosition], number: int, eyes: Seat | None) -> object:
    return {
        "turn": number,
        "action": record.actions[number - 1] if number else None,
        "events": [records.plain(event) for event in _seen(positions, number)],
        "view": records.plain(_view(record, positions[number], eyes)),
    }


def _seen(positions: list[AnyPosition], number: int) -> tuple[object, ...]:
    if not number:
        return ()
    return positions[number].history[len(positions[number - 1].history) :]


def _view(record: Record, position: AnyPosition, eyes: Seat | None) -> AnyView:
    if eyes is None:
        return position.spectate(hands=True, names=record.names)
    return position.view(eyes, record.names)
