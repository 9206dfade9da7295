"""How the commands open a table: as an application on a terminal, line by line everywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tamaya.records import load
from tamaya.rules import Seat, UnknownName
from tamaya.tui.keeping import Keep, Unfinished, give_up, unfinished
from tamaya.tui.local import LocalSession, Seating
from tamaya.tui.plain import play_plain

FEWEST = 2
BIRDS = ("Heron", "Kingfisher", "Plover", "Wagtail", "Egret", "Cormorant", "Nightjar", "Sandpiper", "Dipper")
"""What people are called who have no wish, as in the browser."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asked for; None where they said nothing."""

    rules: str | None = None
    players: int | None = None
    name: str = "Guest"
    people: str | None = None
    bot: str | None = None
    seed: str | None = None
    save: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The people at this keyboard: ``--people`` is a number or names with commas."""
        if self.people is None:
            return (self.name,)
        if self.people.strip().isdecimal():
            others = [bird for bird in BIRDS if bird.lower() != self.name.lower()]
            return (self.name, *others)[: max(1, int(self.people))]
        return tuple(name.strip() for name in self.people.split(","))

    @property
    def seats(self) -> int:
        """How many sit down: as many as was said, or as there are people."""
        return max(FEWEST, len(self.names)) if self.players is None else self.players

    @property
    def is_open(self) -> bool:
        """Whether nothing is settled, so that the first screen asks."""
        return all(
            item is None for item in (self.rules, self.players, self.people, self.bot, self.seed, self.save)
        )


def play(wanted: Wanted, *, plain: bool) -> None:
    """Play at this machine."""
    if plain or not on_terminal():
        _play_lines(wanted)
        return
    from tamaya.tui.app import TableApp
    from tamaya.tui.screens.start import Offer

    session = None if wanted.is_open else _session(wanted)
    TableApp(session, offer=Offer(people=wanted.names)).run()


def replay(path: Path, *, seat: str | None) -> None:
    """Open the time machine over a record, with all cards or as a player saw them."""
    from tamaya.tui.app import TableApp
    from tamaya.tui.replaying import RecordSession

    session = RecordSession.open(path)
    TableApp(session, eyes=seat_of(seat, session.record.names)).run()


def join(link: str, *, name: str, watch: bool) -> None:
    """Go to a table at a server."""
    from tamaya.tui.app import TableApp
    from tamaya.tui.remote import RemoteSession

    TableApp(RemoteSession(link, name=name, watch=watch)).run()


def on_terminal() -> bool:
    """Whether there is somebody at a terminal that can do more than print lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


def seat_of(name: str | None, names: Sequence[str]) -> Seat | None:
    """The seat of a player; None for nobody in particular."""
    if name is None:
        return None
    if name not in names:
        raise UnknownName("player", name, names)
    return Seat(names.index(name))


def _session(wanted: Wanted) -> LocalSession:
    if wanted.save is not None and wanted.save.exists():
        record = load(wanted.save)
        seating = Seating.again(record, people=len(wanted.names), bot=wanted.bot)
        return LocalSession.on_record(seating, record, keep=Keep(wanted.save))
    seating = Seating.of(wanted.rules or "deluxe", people=wanted.names, players=wanted.seats, bot=wanted.bot)
    keep = Keep(wanted.save) if wanted.save else Keep.new(seating.people, seating.bot)
    return LocalSession(seating, seating.kind.shuffle(wanted.seed), keep=keep)


def _play_lines(wanted: Wanted) -> None:
    """Line by line; whoever sits at a terminal is offered the game that was cut off."""
    people, bot, keep = wanted.names, wanted.bot, wanted.save
    if keep is None and sys.stdin.isatty():
        waiting = unfinished(limit=1) if wanted.is_open else []
        if waiting and _goes_on(waiting[0]):
            game = waiting[0]
            people, bot, keep = game.record.names[: game.people], game.bot, game.path
        else:
            seating = Seating.of(wanted.rules or "deluxe", people=people, players=wanted.seats, bot=bot)
            keep = Keep.new(seating.people, seating.bot).path
    play_plain(
        wanted.rules or "deluxe",
        players=wanted.seats,
        name=wanted.name,
        people=people,
        bot=bot,
        seed=wanted.seed,
        keep=keep,
    )


def _goes_on(game: Unfinished) -> bool:
    print(f"A game waits for you: {game.words}.")
    answer = input("Go on with it? yes, no, or forget: ").strip().lower()
    if answer.startswith("f"):
        give_up(game)
    return answer.startswith("y")
