"""A game line by line: one person and bots, in any terminal or over a pipe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tamaya.bots import BOT_NAMES, DEFAULT_BOTS, Player, ask, find_bot
from tamaya.records import AnyAction, AnyPosition, AnyView, Kind, Record, game_kind, load, save
from tamaya.rules import Deal, ImpossibleTable, Seat, TamayaError
from tamaya.rules.words import describe
from tamaya.tui.board import board
from tamaya.tui.commands import help_for, read_command

_YOU = Seat(0)


def play_plain(
    text: str,
    *,
    players: int,
    name: str,
    bot: str | None = None,
    seed: str | None = None,
    keep: Path | None = None,
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> None:
    """Play a game; with ``keep``, every move is saved there, and a game found there goes on."""
    if keep is not None and keep.exists():
        table = PlainTable.resume(load(keep), bot)
    else:
        table = PlainTable.new(game_kind(text), players, name, bot, seed)
    table.keep, table.ask, table.say = keep, ask, say
    table.run()


class PlainTable:
    """A person at the first seat, bots at the others."""

    keep: Path | None = None
    ask: Callable[[str], str] = staticmethod(input)
    say: Callable[[str], None] = staticmethod(print)

    def __init__(self, kind: Kind, names: tuple[str, ...], deal: Deal, bot: str | None) -> None:
        chosen = find_bot(bot or DEFAULT_BOTS[kind.game], kind.game)
        self.kind = kind
        self.names = names
        self.deal = deal
        self.position: AnyPosition = kind.start(len(names), deal=deal)
        self.actions: list[AnyAction] = []
        chosen.check(kind.rules, len(names))
        self.bots: dict[int, Player] = {seat: chosen.sit(f"seat {seat}") for seat in range(1, len(names))}
        self.reasons: list[str] = []
        """Why the bots did what they did since the person's last move."""

    @classmethod
    def new(cls, kind: Kind, players: int, name: str, bot: str | None, seed: str | None) -> PlainTable:
        """Deal a game."""
        if not kind.fewest <= players <= kind.most:
            raise ImpossibleTable(f"{kind.text} is for {kind.fewest} to {kind.most} players, not {players}")
        if not name.strip() or len(name.split()) > 1:
            raise ImpossibleTable("choose a name of one word")
        others = [other for other in BOT_NAMES if other.lower() != name.lower()]
        return cls(kind, (name, *others[: players - 1]), kind.shuffle(seed), bot)

    @classmethod
    def resume(cls, record: Record, bot: str | None) -> PlainTable:
        """Take up a recorded game where it stopped."""
        table = cls(record.kind, record.names, record.deal, bot)
        for text in record.actions:
            table._apply(record.kind.parse_action(text))
        return table

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        self.say(f"{self.kind.text}: {', '.join(self.names)}. Type help for the commands.")
        try:
            while (seat := self.position.turn) is not None:
                action = self._ask_person() if seat == _YOU else self._ask_bot(seat)
                self._tell(self._apply(action))
                self._save()
        except (EOFError, KeyboardInterrupt):
            kept = f" It is kept in {self.keep}." if self.keep else ""
            self.say(f"\nThe game stops here.{kept}")
            return
        self.say(board(self.position.reveal(self.names)))

    def _ask_person(self) -> AnyAction:
        view = self._view(_YOU)
        self.say(f"\n{board(view)}")
        while True:
            line = self.ask(f"{self.names[_YOU]}> ").strip()
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
            save(Record.make(self.kind, self.names, self.deal, _YOU, self.actions), self.keep)
