"""A game line by line, in any terminal or over a pipe: people at one keyboard, and bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tamaya.bots import Player, ask
from tamaya.records import AnyAction, AnyPosition, AnyView, Record, load, save
from tamaya.rules import Deal, Seat, TamayaError
from tamaya.rules.words import describe
from tamaya.tui.board import board
from tamaya.tui.commands import help_for, read_command
from tamaya.tui.local import Seating

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
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> None:
    """Play a game; with ``keep``, every move is saved there, and a game found there goes on.

    ``people`` are those who share the keyboard, ``name`` alone if nobody else does.
    """
    if keep is not None and keep.exists():
        table = PlainTable.resume(load(keep), max(1, len(people)), bot)
    else:
        seating = Seating.of(text, people=people or [name], players=players, bot=bot)
        table = PlainTable(seating, seating.kind.shuffle(seed))
    table.keep, table.ask, table.say = keep, ask, say
    table.run()


class PlainTable:
    """People at the first seats, bots at the others."""

    keep: Path | None = None
    ask: Callable[[str], str] = staticmethod(input)
    say: Callable[[str], None] = staticmethod(print)

    def __init__(self, seating: Seating, deal: Deal, first: Seat = _FIRST) -> None:
        self.kind, self.names, self.people = seating.kind, seating.names, seating.people
        self.deal, self.first = deal, first
        self.position: AnyPosition = seating.kind.start(len(seating.names), deal=deal, first=first)
        self.actions: list[AnyAction] = []
        self.bots: dict[int, Player] = seating.players()
        self.reasons: list[str] = []
        """Why the bots did what they did since a person's last move."""
        self._viewer: Seat | None = _FIRST if seating.people == 1 else None
        """Who is at the keyboard."""
        self._told = 0
        """How many events whoever is at the keyboard has been told of."""

    @classmethod
    def resume(cls, record: Record, people: int, bot: str | None) -> PlainTable:
        """Take up a recorded game where it stopped."""
        seating = Seating.again(record, people=people, bot=bot)
        table = cls(seating, record.deal, record.first)
        for text in record.actions:
            table._apply(record.kind.parse_action(text))
        return table

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self.say(f"{self.kind.text}: {', '.join(self.names)}. Type help for the commands.")
        try:
            while (seat := self.position.turn) is not None:
                action = self._ask_person(seat) if seat < self.people else self._ask_bot(seat)
                self._tell(self._apply(action))
                self._save()
        except (EOFError, KeyboardInterrupt):
            kept = f" It is kept in {self.keep}." if self.keep else ""
            self.say(f"\nThe game stops here.{kept}")
            return
        self.say(board(self.position.reveal(self.names)))

    def _ask_person(self, seat: Seat) -> AnyAction:
        if seat != self._viewer:
            self._hand_over(seat)
        view = self._view(seat)
        self.say(f"\n{board(view)}")
        while True:
            line = self.ask(f"{self.names[seat]}> ").strip()
            match line.lower():
                case "":
                    continue
                case "quit" | "q" | "exit":
                    raise EOFError
                case "help" | "h" | "?":
                    self.say(help_for(view))
                case "rules":
                    self._say_rules()
                case "log":
                    self._tell(0)
                case "why":
                    self.say("\n".join(self.reasons) or "Nobody has given a reason.")
                case _:
                    try:
                        action = read_command(line, view)
                        self.position.apply(action)
                    except TamayaError as error:
                        self.say(f"No: {error}.")
                    else:
                        self.reasons.clear()
                        return action

    def _hand_over(self, seat: Seat) -> None:
        """The curtain between two people: nothing of the hands before is left on the screen."""
        if sys.stdout.isatty():
            self.say(_WIPE)
        self.say(f"\n{self.names[seat]}, it is your turn. Everybody else looks away.")
        if self.ask("Press Enter when only you can see the screen. ").strip().lower() in ("quit", "q"):
            raise EOFError
        if self._viewer is not None:
            self._tell(self._told)
        self._viewer, self._told = seat, len(self.position.history)

    def _ask_bot(self, seat: Seat) -> AnyAction:
        answer = ask(self.bots[seat], self._view(seat))
        if answer.fault:
            self.say(f"  (the bot {answer.fault})")
        if answer.choice.reason:
            self.reasons.append(f"  {self.names[seat]}: {answer.choice.reason}")
        action: AnyAction = answer.choice.action
        return action

    def _apply(self, action: AnyAction) -> int:
        """Move on, and return where the new events begin."""
        seen = len(self.position.history)
        self.position = self.position.apply(action)
        self.actions.append(action)
        return seen

    def _tell(self, since: int) -> None:
        for event in self.position.history[since:]:
            self.say(f"  {self.kind.tell(event, self.names)}")

    def _say_rules(self) -> None:
        if self.kind.rules is None:
            from tamaya.andrewz import describe as describe_andrewz

            self.say(describe_andrewz())
            return
        for section in describe(self.kind.rules):
            self.say("\n".join([section.title, *(f"  {line}" for line in section.lines)]))

    def _view(self, seat: Seat) -> AnyView:
        return self.position.view(seat, self.names)

    def _save(self) -> None:
        if self.keep is not None:
            save(Record.make(self.kind, self.names, self.deal, self.first, self.actions), self.keep)
