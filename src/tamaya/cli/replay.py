"""``tamaya replay``."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

from tamaya.records import AnyPosition, AnyView, Record, load, plain
from tamaya.rules import ImpossibleTable, Seat, UnknownName
from tamaya.words import Reader, say


def open_replay(
    file: Path, reader: Reader, *, turn: int | None, seat: str | None, plain: bool, as_json: bool
) -> None:
    """On a terminal the time machine, elsewhere lines."""
    from tamaya.tui.launch import on_terminal, replay

    if plain or as_json or turn is not None or not on_terminal():
        show_replay(file, reader, turn=turn, seat=seat, as_json=as_json)
    else:
        replay(file, reader, seat=seat)


def show_replay(file: Path, reader: Reader, *, turn: int | None, seat: str | None, as_json: bool) -> None:
    """Print a recorded game, all of it or one moment."""
    record = load(file)
    positions = record.positions()
    last = len(positions) - 1
    if turn is not None and not 0 <= turn <= last:
        raise ImpossibleTable("review.no-such-turn", count=last)
    if seat is not None and seat not in record.names:
        raise UnknownName("player", seat, record.names)
    turns = range(last + 1) if turn is None else [turn]
    if as_json:
        rows = [_plain_turn(record, positions, number, seat) for number in turns]
        print(json.dumps(rows, ensure_ascii=False))
        return
    print(f"{record.rules}: {', '.join(record.names)}")
    for number in turns:
        print()
        print("\n".join(_lines(record, positions, number, seat, reader)))
    if turn is None and record.kind.rules is not None:
        print(f"\n{say('command.review-hint', reader, file=shlex.quote(str(file)))}")


def _lines(
    record: Record, positions: list[AnyPosition], number: int, seat: str | None, reader: Reader
) -> list[str]:
    heading = f"[{number}] {record.actions[number - 1] if number else say('command.the-deal', reader)}"
    here = replace(reader, names=record.names)
    told = [say(record.kind.message(event), here) for event in _seen(positions, number)]
    return [heading, *told, _view(record, positions[number], seat).text(reader)]


def _plain_turn(record: Record, positions: list[AnyPosition], number: int, seat: str | None) -> object:
    return {
        "turn": number,
        "action": record.actions[number - 1] if number else None,
        "events": [plain(event) for event in _seen(positions, number)],
        "view": plain(_view(record, positions[number], seat)),
    }


def _seen(positions: list[AnyPosition], number: int) -> tuple[object, ...]:
    if not number:
        return ()
    return positions[number].history[len(positions[number - 1].history) :]


def _view(record: Record, position: AnyPosition, seat: str | None) -> AnyView:
    if seat is None:
        return position.spectate(hands=True, names=record.names)
    return position.view(Seat(record.names.index(seat)), record.names)
