"""A game line by line, in any terminal or over a pipe: people at one keyboard, and bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tamaya.bots import Choice
from tamaya.records import AnyPosition, Record, load, save
from tamaya.rules import Seat, TamayaError
from tamaya.table import BotSeat, Players, Table, decide
from tamaya.tui.commands import help_for, read_command
from tamaya.tui.plain_board import board
from tamaya.tui.seating import Seating
from tamaya.tui.speech import sentence
from tamaya.words import ENGLISH, Field, Message, Reader, say, say_all

_FIRST = Seat(0)
_WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, and what has been scrolled out of it."""


def play_plain(
    text: str,
    *,
    players: int,
    name: str,
    people: Sequence[str] = (),
    bot: str | None = None,
    seed: str | None = None,
    keep: Path | None = None,
    reader: Reader = ENGLISH,
    ask: Callable[[str], str] = input,
    show: Callable[[str], None] = print,
) -> None:
    """Play a game; with ``keep``, every move is saved there, and a game found there goes on.

    ``people`` are those who share the keyboard; without them ``name`` plays alone.
    """
    if keep is not None and keep.exists():
        table = PlainTable.resume(load(keep), max(1, len(people)), bot)
    else:
        seating = Seating.of(text, people=people or [name], players=players, bot=bot)
        table = PlainTable(seating, seating.table(seating.kind.shuffle(seed)))
    table.keep, table.language, table.ask, table.show = keep, reader.language, ask, show
    table.run()


class PlainTable:
    """People at the first seats, bots at the others."""

    keep: Path | None = None
    language = ENGLISH.language
    ask: Callable[[str], str] = staticmethod(input)
    show: Callable[[str], None] = staticmethod(print)

    def __init__(self, seating: Seating, table: Table) -> None:
        self.seating, self.table = seating, table
        self._players = Players()
        self._viewer: Seat | None = _FIRST if seating.people == 1 else None
        """Who is at the keyboard."""
        self._told = 0
        """How many events the person at the keyboard has been told of."""

    @classmethod
    def resume(cls, record: Record, people: int, bot: str | None) -> PlainTable:
        """Take up a recorded game where it stopped."""
        seating = Seating.again(record, people=people, bot=bot)
        return cls(seating, seating.table(record.deal, first=record.first, actions=record.actions))

    @property
    def _reader(self) -> Reader:
        """The person at the keyboard."""
        return Reader(self.language, self.table.names, self._viewer)

    def say(self, message: Message | str, /, **fields: Field) -> str:
        """A message in the language of the table."""
        return say(message, self._reader, **fields)

    @property
    def position(self) -> AnyPosition:
        """The game now. It knows every card."""
        assert self.table.position is not None
        return self.table.position

    def run(self) -> None:
        """Play to the end, or until a person leaves."""
        kind, names = self.table.kind, self.table.names
        self.show(self.say("terminal.plain.begins", rules=kind.text, names=names))
        try:
            while (seat := self.table.turn) is not None:
                told = len(self.position.history)
                self.table = self._ask_bot(seat) if self.table.waits_for_bot else self._ask_person(seat)
                self._tell(told)
                if self.keep is not None:
                    save(self.table.record(), self.keep)
        except (EOFError, KeyboardInterrupt):
            stops = Message("terminal.plain.stops")
            if self.keep:
                stops = Message("terminal.plain.stops-kept", path=str(self.keep))
            self.show(f"\n{self.say(stops)}")
            return
        self.show(board(self.position.reveal(self.table.names), self._reader))

    def _ask_person(self, seat: Seat) -> Table:
        """The table after what the person on a seat does."""
        if seat != self._viewer:
            self._hand_over(seat)
        view = self.table.seat_view(seat)
        self.show(f"\n{board(view, self._reader)}")
        while True:
            line = self.ask(f"{self.table.names[seat]}> ").strip()
            match line.lower():
                case "":
                    continue
                case "quit" | "q" | "exit" | "ende":
                    raise EOFError
                case "help" | "h" | "?" | "hilfe":
                    self.show(help_for(self.table.kind, self._reader))
                case "rules" | "regeln":
                    self._show_rules()
                case "log" | "verlauf":
                    self._tell(0)
                case "why" | "warum":
                    self.show("\n".join(self._reasons()) or self.say("terminal.why-empty"))
                case _:
                    try:
                        move = Choice(read_command(line, view))
                        return decide(self.table, self.seating.guest(seat), move).table
                    except TamayaError as error:
                        self.show(sentence(self.say("table.refused", cause=error.message)))

    def _ask_bot(self, seat: Seat) -> Table:
        """The table after a bot's move."""
        answer = self._players.ask(self.seating.seated_bot(seat), self.table.seat_view(seat))
        if answer.fault:
            self.show(f"  {self.say('terminal.plain.bot-fault', fault=answer.fault)}")
        return decide(self.table, BotSeat(seat), answer.choice).table

    def _hand_over(self, seat: Seat) -> None:
        """The curtain between two people: nothing of the hands before is left on the screen."""
        if sys.stdout.isatty():
            self.show(_WIPE)
        self.show(f"\n{self.say('terminal.plain.look-away', name=self.table.names[seat])}")
        if self.ask(f"{self.say('terminal.plain.press-enter')} ").strip().lower() in ("quit", "q"):
            raise EOFError
        first, self._viewer = self._viewer is None, seat
        if not first:
            self._tell(self._told)
        self._told = len(self.position.history)

    def _reasons(self) -> list[str]:
        """Why the bots did what they did since a person's last move."""
        table = self.table
        last = -1 if table.undo_to is None else table.undo_to
        turns = range(last + 2, len(table.actions) + 1)
        told = [(table.names[table.actors[turn - 1]], table.reason(turn)) for turn in turns]
        return [f"  {name}: {say_all(reason, self._reader)}" for name, reason in told if reason]

    def _tell(self, since: int) -> None:
        for event in self.position.history[since:]:
            self.show(f"  {self.say(self.table.kind.message(event))}")

    def _show_rules(self) -> None:
        for section in self.table.kind.describe():
            self.show(
                "\n".join([self.say(section.title), *(f"  {self.say(line)}" for line in section.lines)])
            )
