"""How the commands open a table: as an application on a terminal, line by line everywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tamaya.records import load
from tamaya.rules import ImpossibleTable, Seat
from tamaya.table.commands import CoachLevel
from tamaya.table.table import Table
from tamaya.tui.local import LocalSession
from tamaya.tui.notation import find_seat
from tamaya.tui.plain import PlainTable
from tamaya.tui.saved_games import GameFile, Unfinished, give_up, unfinished
from tamaya.tui.seating import Seating, resume, with_coach
from tamaya.words import ENGLISH, Reader, say

FEWEST = 2
LOT = "lot"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for; None where they said nothing."""

    rules: str | None = None
    players: int | None = None
    name: str = "Guest"
    people: str | None = None
    bot: str | None = None
    seed: str | None = None
    save: Path | None = None
    first: str | None = None
    """Who begins: a name, a seat's letter, or ``lot``, which is also what silence means (S5, Z2)."""
    reader: Reader = ENGLISH
    coach: CoachLevel | None = None
    """How much help the people at this keyboard want from the coach."""
    conventions: str | None = None
    """The book by which the table plays."""

    @property
    def names(self) -> tuple[str, ...]:
        """The people at this keyboard: ``--people`` is a number or names with commas."""
        if self.people is None:
            return (self.name,)
        if self.people.strip().isdecimal():
            birds = say("home.birds", self.reader).split()
            others = [bird for bird in birds if bird.lower() != self.name.lower()]
            return (self.name, *others)[: max(1, int(self.people))]
        return tuple(name.strip() for name in self.people.split(","))

    @property
    def seats(self) -> int:
        """How many sit down: as many as was said, or as there are people."""
        return max(FEWEST, len(self.names)) if self.players is None else self.players

    @property
    def is_open(self) -> bool:
        """Whether nothing is settled, so that the first screen asks."""
        return self == Wanted(name=self.name, reader=self.reader)


def play(wanted: Wanted, *, plain: bool) -> None:
    """Play at this machine."""
    if plain or not on_terminal():
        play_plain(wanted)
        return
    from tamaya.tui.app import TableApp
    from tamaya.tui.screens.start import Offer

    session = (
        None if wanted.is_open else LocalSession(*_coached(_sit_down(wanted, keeping=True), wanted.coach))
    )
    TableApp(session, offer=Offer(people=wanted.names), language=wanted.reader.language).run()


def play_plain(
    wanted: Wanted, *, ask: Callable[[str], str] = input, show: Callable[[str], None] = print
) -> None:
    """Play line by line; a player at a terminal is offered the game that was cut off."""
    at_terminal = sys.stdin.isatty()
    waiting = unfinished(limit=1) if at_terminal and wanted.is_open else []
    if not (waiting and _goes_on(waiting[0], wanted.reader)):
        seated = _sit_down(wanted, keeping=at_terminal)
    else:
        seated = resume(GameFile(waiting[0].path), waiting[0].people, waiting[0].bot)
    table = PlainTable(*_coached(seated, wanted.coach), reader=wanted.reader, ask=ask, show=show)
    try:
        table.run()
    finally:
        table.close()


def replay(path: Path, reader: Reader, *, seat: str | None) -> None:
    """Open the time machine over a record, with all cards or as a player saw them."""
    from tamaya.tui.app import TableApp
    from tamaya.tui.replay import RecordSession

    record = load(path)
    eyes = seat_of(seat, record.names)
    TableApp(RecordSession(record), eyes=eyes, language=reader.language).run()


def join(link: str, reader: Reader, *, name: str, watch: bool, coach: CoachLevel | None = None) -> None:
    """Go to a table at a server, if there is a terminal to draw it on."""
    from tamaya.tui.app import TableApp
    from tamaya.tui.remote import RemoteSession

    session = RemoteSession(link, name=name, watch=watch, coach=coach)
    if not on_terminal():
        raise ImpossibleTable("command.no-terminal")
    TableApp(session, language=reader.language).run()


def on_terminal() -> bool:
    """Whether input and output are a terminal that can do more than print lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def seat_of(name: str | None, names: Sequence[str]) -> Seat | None:
    """The seat of a player, by name or by letter; None without one."""
    return None if name is None else find_seat(name, names)


def _sit_down(wanted: Wanted, *, keeping: bool) -> tuple[Seating, Table, GameFile | None]:
    """Seat everybody at the game in the file that the user named, or at a new one."""
    if wanted.save is not None and wanted.save.exists():
        return resume(GameFile(wanted.save), len(wanted.names), wanted.bot, wanted.conventions)
    seating = Seating.of(
        wanted.rules or "deluxe",
        people=wanted.names,
        players=wanted.seats,
        bot=wanted.bot,
        conventions=wanted.conventions,
    )
    if wanted.first is not None and wanted.first.lower() != LOT:
        seating = replace(seating, first=find_seat(wanted.first, seating.names))
    keep = GameFile.new(seating.people, seating.bot) if keeping else None
    return seating, seating.deal(wanted.seed), GameFile(wanted.save) if wanted.save else keep


def _coached(
    seated: tuple[Seating, Table, GameFile | None], level: CoachLevel | None
) -> tuple[Seating, Table, GameFile | None]:
    """Everybody with as much help as was asked for."""
    seating, table, keep = seated
    levels = {} if level is None else dict.fromkeys(range(seating.people), level)
    return seating, with_coach(table, seating, levels), keep


def _goes_on(game: Unfinished, reader: Reader) -> bool:
    print(say("terminal.waiting-game", reader, game=game.label))
    answer = input(f"{say('terminal.go-on-question', reader)} ").strip().lower()[:1]
    if answer and say("terminal.forget", reader).startswith(answer):
        give_up(game)
    return bool(answer) and say("terminal.go-on", reader).startswith(answer)
