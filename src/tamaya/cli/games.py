"""``tamaya games``."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from json import dumps
from typing import Annotated, Any

import typer

from tamaya.cli.options import Json
from tamaya.records.history import FINISHED, Statistics, Tally, statistics
from tamaya.rules import ImpossibleTable
from tamaya.tui.game_history import KeptGame, kept_games
from tamaya.tui.http_client import Address, RemoteGuest
from tamaya.words import Reader, say


@dataclass(frozen=True, slots=True)
class _Line:
    """A game as the list shows it, from this machine or from a server."""

    when: str
    rules: str
    names: tuple[str, ...]
    outcome: str
    score: int | None
    points: int | None
    strikes: int | None
    turns: int
    place: str
    """Its file, or its address at the server."""


def games(
    context: typer.Context,
    search: str = "",
    server: Annotated[str, typer.Option(metavar="ADDRESS")] = "",
    json: Json = False,
) -> None:
    """Print the games of this machine's terminals, or those at a server."""
    lines, found = _at_server(server) if server else _on_this_machine(context.obj)
    shown = [line for line in lines if _fits(line, search)]
    if json:
        listed = [asdict(line) for line in shown]
        print(dumps({"games": listed, "statistics": found}, ensure_ascii=False, indent=1))
        return
    for line in shown:
        print(_written(line, context.obj))
    print(say("games-page.total", context.obj, count=len(shown)))
    for total in (found or {}).get("total", ()):
        print(_summary(Tally(**total), context.obj))


def _on_this_machine(reader: Reader) -> tuple[list[_Line], dict[str, Any]]:
    kept, unreadable = kept_games()
    for broken in unreadable:
        print(
            say("command.unreadable-game", reader, file=str(broken.path), cause=broken.why), file=sys.stderr
        )
    today = datetime.now(UTC).astimezone().date()
    found: Statistics = statistics((game.played for game in kept), None, today)
    return [_line(game) for game in kept], asdict(found)


def _line(game: KeptGame) -> _Line:
    ending, played = game.ending, game.played
    return _Line(
        when=played.ended.isoformat(timespec="seconds"),
        rules=game.rules,
        names=played.names,
        outcome=ending.outcome,
        score=ending.score,
        points=ending.points,
        strikes=ending.strikes if ending.outcome in FINISHED else None,
        turns=game.turns,
        place=str(game.path),
    )


def _at_server(server: str) -> tuple[list[_Line], dict[str, Any]]:
    """The games of the guest that this machine is at a server."""
    address = Address(server.rstrip("/"), "")
    guest = RemoteGuest(address, "")
    if not guest.cookie:
        raise ImpossibleTable("command.stranger-there", server=address.server)
    lines: list[_Line] = []
    page, pages = 1, 1
    while page <= pages:
        answer = guest.ask(f"/api/games?page={page}")
        page, pages = page + 1, int(answer["pages"])
        lines += [_remote_line(row, address.server) for row in answer["rows"]]
    found: dict[str, Any] = guest.ask("/api/games/statistics")["statistics"]
    return lines, found


def _remote_line(row: dict[str, Any], server: str) -> _Line:
    same = ("rules", "outcome", "score", "points", "strikes", "turns")
    place = f"{server}/table/{row['id']}"
    return _Line(
        when=row["changed"], names=tuple(row["names"]), place=place, **{key: row[key] for key in same}
    )


def _fits(line: _Line, search: str) -> bool:
    text = " ".join((line.rules, *line.names, line.outcome)).casefold()
    return all(word in text for word in search.casefold().split())


def _written(line: _Line, reader: Reader) -> str:
    outcome = say(f"games-page.outcome.{line.outcome}", reader)
    score = "" if line.score is None or line.points is None else f" {line.score}/{line.points}"
    turns = say("games-page.turns", reader, count=line.turns)
    when = line.when.replace("T", " ")[:16]
    text = f"{when}  {line.rules}  {', '.join(line.names)}  {outcome}{score}, {turns}  {line.place}"
    # A name in a file may hold what a terminal would obey.
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def _summary(total: Tally, reader: Reader) -> str:
    if total.mean is None or total.share is None or total.best is None:
        return say("games-statistics.games", reader, count=total.games)
    return say(
        "command.games-summary",
        reader,
        games=total.games,
        mean=total.mean,
        best=total.best,
        percent=round(100 * total.share),
        perfect=total.perfect,
        lost=total.lost,
    )
