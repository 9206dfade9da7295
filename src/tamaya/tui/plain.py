"""A game line by line, in any terminal or over a pipe: people at one keyboard, and bots."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from typing import ParamSpec

from tamaya import andrewz, engine
from tamaya.bots import Choice, Suggestion
from tamaya.engine.story import action_label, owed_messages
from tamaya.knowledge import know
from tamaya.records import AnyView
from tamaya.rules import Rules, Seat, TamayaError
from tamaya.table.coaching import answer
from tamaya.table.commands import AllowCoach, BotSeat, ChooseCoach
from tamaya.table.decide import decide
from tamaya.table.table import Table
from tamaya.tui.notation import NOTATIONS, notation_of
from tamaya.tui.saved_games import GameFile
from tamaya.tui.seating import LocalTable, Seating
from tamaya.tui.session import losses_of
from tamaya.tui.speech import capital, card_sections, conventions_line, sentence
from tamaya.tui.table_facts import blocked_displays, last_copies
from tamaya.words import ENGLISH, Field, Message, Reader, Who, say, say_all
from tamaya.words.columns import columns, left, right, widest

_WIPE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, and what has been scrolled out of it."""
_COACH_WISHES: dict[str, ChooseCoach | AllowCoach] = {
    "coach off": ChooseCoach(level="off"),
    "coach ask": ChooseCoach(level="ask"),
    "coach always": ChooseCoach(level="always"),
    "coach refuse": AllowCoach(allowed=False),
    "coach allow": AllowCoach(allowed=True),
}
"""What can be typed about the coach, besides asking it."""
Given = ParamSpec("Given")


class PlainTable(LocalTable):
    """People at the first seats, bots at the others."""

    def __init__(
        self,
        seating: Seating,
        table: Table,
        keep: GameFile | None = None,
        *,
        reader: Reader = ENGLISH,
        ask: Callable[[str], str] = input,
        show: Callable[[str], None] = print,
    ) -> None:
        super().__init__(seating, table, keep)
        self.language, self.ask, self.show = reader.language, ask, show
        self._asked: tuple[object, ...] | None = None
        """The history at which the person at the keyboard asked the coach."""
        self._told = 0
        """How many events the person at the keyboard has been told of."""

    @property
    def _reader(self) -> Reader:
        """The person at the keyboard."""
        return Reader(self.language, self.table.names, self._viewer)

    def say(self, message: Message | str, /, **fields: Field) -> str:
        """A message in the language of the table."""
        return say(message, self._reader, **fields)

    def run(self) -> None:
        """Play to the end, or until a person leaves."""
        kind, names = self.table.kind, self.table.names
        self.show(self.say("terminal.plain.begins", rules=kind.text, names=names))
        self._show_conventions()
        if self.table.turn is not None and not self.table.actions:
            self.show(self.say("terminal.plain.first", who=Who(self.table.turn)))
        try:
            while (seat := self.table.turn) is not None:
                told = len(self.position.history)
                news = len(self.table.news)
                self._take(self._ask_bot(seat) if self.table.waits_for_bot else self._ask_person(seat))
                self._tell(told)
                self._tell_news(news)
                # After a move was taken back there is less to tell the next person about.
                self._told = min(self._told, len(self.position.history))
        except (EOFError, KeyboardInterrupt):
            stops = Message("terminal.plain.stops")
            if self.keep and self.keep.written:
                stops = Message("terminal.plain.stops-kept", path=str(self.keep.path))
            self.show(f"\n{self.say(stops)}")
            return
        self.show(board(self.position.reveal(self.table.names), self._reader))

    def _ask_person(self, seat: Seat) -> Table:
        """The table after what the person on a seat does."""
        if seat != self._viewer:
            self._hand_over(seat)
        view = self.table.seat_view(seat)
        self.show(f"\n{board(view, self._reader)}")
        if self.table.coach_level(seat) == "always":
            self._ask_coach(seat)
        while True:
            line = self.ask(f"{self.table.names[seat]}> ").strip()
            match line.lower():
                case "":
                    continue
                case "quit" | "q" | "exit" | "ende":
                    raise EOFError
                case "help" | "h" | "?" | "hilfe":
                    self._show_help()
                case "rules" | "regeln":
                    self._show_rules()
                case "card" | "karte":
                    self._show_card()
                case "log" | "verlauf":
                    self._tell(0)
                    self._tell_news(0)
                case "undo" | "u" | "zurück":
                    try:
                        return self._without_last_move()
                    except TamayaError as error:
                        self.show(sentence(self.say("table.refused", cause=error.message), self._reader))
                case "why" | "warum":
                    self.show("\n".join(self._reasons()) or self.say("terminal.why-empty"))
                case "coach":
                    self._try(self._ask_coach, seat)
                case words if words in _COACH_WISHES:
                    self._try(self._change_coach, seat, _COACH_WISHES[words])
                case _:
                    try:
                        move = Choice(notation_of(view).read(line))
                        if not self._confirms(seat, view, move.action):
                            continue
                        return decide(self.table, self.seating.guest(seat), move).table
                    except TamayaError as error:
                        self.show(sentence(self.say("table.refused", cause=error.message), self._reader))

    def _try(self, work: Callable[Given, None], *given: Given.args, **named: Given.kwargs) -> None:
        """Do something, or say why it cannot be done."""
        try:
            work(*given, **named)
        except TamayaError as error:
            self.show(sentence(self.say("table.refused", cause=error.message), self._reader))

    def _change_coach(self, seat: Seat, wish: ChooseCoach | AllowCoach) -> None:
        """Choose how much help there is to be, or whether there is any at this table."""
        news = len(self.table.news)
        self._take(decide(self.table, self.seating.guest(seat), wish).table)
        self._tell_news(news)

    def _ask_coach(self, seat: Seat) -> None:
        """Show what the person on turn could do. Who asks without having chosen any help may ask from now
        on."""
        if self.table.coach_level(seat) == "off":
            self._change_coach(seat, ChooseCoach(level="ask"))
        news = len(self.table.news)
        question = self._consult(seat, None)
        self._tell_news(news)
        self._asked = self.position.history
        moves = answer(question).suggestions
        lines = [self._suggested(suggestion, question.view.rules) for suggestion in moves]
        self.show("\n".join(lines) or f"  {self.say('coach-page.nothing')}")

    def _suggested(self, suggestion: Suggestion, rules: Rules) -> str:
        label = capital(self.say(action_label(suggestion.action, rules)))
        return f"  {suggestion.action!s:>4}  {label}. {say_all(suggestion.reason, self._reader)}"

    def _confirms(self, seat: Seat, view: AnyView, action: object) -> bool:
        """Whether a move is meant: before a clue, those who have the coach read how it will be read."""
        level = self.table.coach_level(seat)
        reads = level == "always" or (level == "ask" and self._asked == self.position.history)
        if not reads or not isinstance(action, engine.Clue | engine.FreeClue) or action not in view.actions:
            return True
        told = say_all(answer(self._consult(seat, action)).reading, self._reader)
        self.show(f"  {told or self.say('coach-page.nothing')}")
        answered = self.ask(f"{self.say('terminal.coach.give')} ").strip().lower()
        return not answered or self.say("terminal.coach.yes").startswith(answered[:1])

    def _ask_bot(self, seat: Seat) -> Table:
        """The table after a bot's move."""
        seated = self.seating.seated_bot(seat)
        if seated.row.engine:
            self._prepare(seat)
        answer = self._players.ask(seated, self.table.seat_view(seat))
        if answer.fault:
            self.show(f"  {self.say('terminal.plain.bot-fault', fault=answer.fault)}")
        return decide(self.table, BotSeat(seat), answer.choice).table

    def _prepare(self, seat: Seat) -> None:
        """Compile what a bot runs on, if this machine has not done so yet."""
        from tamaya.review import kernels

        if not kernels.are_ready():
            self.show(f"  {self.say('preparing.bot', who=Who(seat))}")
            kernels.prepare()

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
        losses = losses_of(self.position)
        for place, event in enumerate(self.position.history[since:], since):
            self.show(f"  {self.say(self.table.kind.message(event))}")
            if place in losses:
                self.show(f"  {self.say(losses[place])}")

    def _tell_news(self, since: int) -> None:
        for item in self.table.news[since:]:
            self.show(f"  {self.say(item.message)}")

    def _show_help(self) -> None:
        actions = NOTATIONS[self.table.kind.game].help(self._reader)
        self.show("\n".join([*actions, f"  {self.say('keys.plain')}"]))

    def _show_rules(self) -> None:
        for section in self.table.kind.describe():
            self.show(
                "\n".join([self.say(section.title), *(f"  {self.say(line)}" for line in section.lines)])
            )
        self._show_conventions()

    def _show_card(self) -> None:
        """The conventions of the table: the name of each, and a sentence."""
        sections = card_sections(self.table.conventions)
        for heading, conventions in sections:
            lines = [f"  {self.say(one.title)}: {self.say(one.words)}" for one in conventions]
            self.show("\n".join([self.say(heading), *lines]))
        if not sections:
            self.show(self.say("rule-card.none"))

    def _show_conventions(self) -> None:
        if book := conventions_line(self.table.conventions):
            self.show(f"{self.say('new-table.conventions')}\n  {self.say(book)}")


def board(view: AnyView, reader: Reader = ENGLISH) -> str:
    """What a viewer may know, drawn for a plain terminal."""
    if isinstance(view, andrewz.View):
        return view.text(reader)
    return "\n".join(_cooperative(view, reader))


def _cooperative(view: engine.View, reader: Reader) -> Iterable[str]:
    rules, box = view.rules, view.rules.box
    known = know(view)
    score = say("table.count-of", reader, count=view.score, most=known.best_score)
    yield "   ".join(
        (
            f"{capital(say(box.clue(rules.clues), reader))} {view.clues}/{rules.clues}",
            f"{capital(say(box.strike(rules.strikes), reader))} {view.strikes}/{rules.strikes}",
            f"{say('table.deck', reader)} {view.deck_size}",
            f"{say('table.score', reader)} {score}",
        )
    )
    yield from (say(line, reader) for line in owed_messages(rules, view.displays))
    shown = "   ".join(
        f"{suit.symbol} {suit.letter}{view.top(index) or '-'}" for index, suit in enumerate(rules.suits)
    )
    yield f"{say('table.displays', reader)}  {shown}"
    if view.discards:
        counted = sorted(Counter(view.discards).items())
        cards = " ".join(card if count == 1 else f"{card}x{count}" for card, count in counted)
        width = columns(say("table.displays", reader))
        yield f"{left(say('table.discards', reader), width)}  {cards}"
    if last := last_copies(view):
        yield say("terminal.plain.last-copies", reader, cards=last)
    for suit, reach in blocked_displays(view):
        last_rank = suit.order[reach - 1] if reach else 0
        yield say("terminal.plain.blocked", reader, suit=suit.label, last=last_rank)
    width = max(8, widest(view.names))
    slots = range(1, max(map(len, view.hands), default=0) + 1)
    yield f"{'':>{width}}  " + " ".join(f"{slot:>3}" for slot in slots)
    for name, hand in zip(view.names, view.hands, strict=True):
        faces = [card.card or card.told for card in hand]
        yield f"{right(name, width)}  " + " ".join(f"{face:>3}" for face in faces)
        if any(card.card and card.yes for card in hand):
            yield f"{right(say('terminal.told', reader), width)}  " + " ".join(
                f"{card.told:>3}" for card in hand
            )
    if view.turns_left is not None and view.result is None:
        yield sentence(say("table.last-round", reader, turns=view.turns_left), reader)
    if view.tile is not None:
        yield sentence(say("tiles.title", reader, tile=view.tile.effect), reader)
        if {type(action) for action in view.actions} == {engine.Back, engine.Encore}:
            yield say("terminal.plain.back-or-encore", reader)
