"""The table screen as text: what both games have in common, and the lines in which a player acts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from tamaya.records import AnyView
from tamaya.rules import Seat, seat_letter
from tamaya.tui.drawing import paint
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, REFUSED, button, row, stack, write
from tamaya.tui.interaction import Interaction
from tamaya.tui.notation import Notation, notation_of
from tamaya.tui.session import Scene, story
from tamaya.tui.speech import capital, sentence
from tamaya.words import Field, Message, Reader, Who, say
from tamaya.words.columns import left

PROMPT_LINES = 3
SIDE_NARROWEST, SIDE_WIDEST = 29, 58
_QUESTIONS = {
    "c": "terminal.ask.clue",
    "f": "terminal.ask.free-clue",
    "p": "terminal.ask.play",
    "d": "terminal.ask.discard",
    "o": "terminal.ask.order",
}


def side_width(width: int) -> int:
    """How wide the column with displays and story is."""
    return min(SIDE_WIDEST, max(SIDE_NARROWEST, width * 36 // 100))


@dataclass(frozen=True)
class TableDrawing(ABC):
    """A table at one moment, for one viewer; a game's own class draws what only that game has."""

    scene: Scene
    view: AnyView
    interaction: Interaction
    reader: Reader
    graph: Content | None = None
    """Of the review, once there is one."""

    @abstractmethod
    def tokens(self) -> Content:
        """Two lines of numbers."""

    @abstractmethod
    def hands(self, *, width: int, height: int) -> Content:
        """The hands, with what the viewer points at."""

    @abstractmethod
    def displays(self) -> Content:
        """What lies in the middle, and the discards."""

    @abstractmethod
    def result(self) -> Iterator[Content | str]:
        """How the game ended."""

    def heading(self, *, width: int) -> Content:
        """Which game, and whose turn."""
        name = write(self.say(self.scene.kind.title) if self.scene.kind else "", PALE, bold=True)
        return paint.spread(name, write(self._state(), BRIGHT, bold=True), width)

    def story(self) -> Content:
        """What happened, the latest last; words that were said at the end."""
        if self.scene.kind is None:
            return Content("")
        lines = list(story(self.scene.kind, self.view, self.reader, self.scene.news))
        latest = lines[-1][0] if lines else 0
        told = [write(f"{turn:>2} {text}", PALE if turn == latest else FAINT) for turn, text in lines]
        said = [write(f"“ {words}", BRIGHT) for words in self.scene.said[-5:]]
        return stack([*told, *said]) if told or said else write(self.say("table.log-empty"), FAINT)

    def prompt(self, *, width: int) -> Content:
        """Three lines, whatever there is to say."""
        cut = [line.truncate(width, ellipsis=True) for line in self._prompt()[:PROMPT_LINES]]
        return stack([*cut, *[""] * (PROMPT_LINES - len(cut))])

    # For the games' own classes.

    def say(self, message: Message | str, /, **fields: Field) -> str:
        """A message for the viewer."""
        return say(message, self.reader, **fields)

    def button(self, code: str, press: str, key: str = "") -> Content:
        """Something to click, with the key that does the same."""
        return button(capital(self.say(code)), press, key=key)

    @property
    def notation(self) -> Notation:
        """What the viewer can type."""
        return notation_of(self.view)

    @property
    def seats(self) -> list[Seat]:
        """Clockwise from the viewer's left, the viewer last; from the first seat for others."""
        first = 0 if self.view.seat is None else self.view.seat + 1
        return [Seat((first + step) % self.view.players) for step in range(self.view.players)]

    def name(self, seat: Seat, width: int, room: int = 0) -> Content:
        """A player's letter and name, marked while they are on turn."""
        on_turn = seat == self.view.turn
        name = left(paint.fit(self.view.names[seat], width), room)
        return row(
            write("▶" if on_turn else " ", BRIGHT, bold=True),
            write(f"{seat_letter(seat)} ", FAINT),
            write(name, BRIGHT if on_turn else PALE, bold=on_turn or seat == self.view.seat),
        )

    def seat_state(self, seat: Seat) -> str:
        """What there is to say about a player besides the name."""
        state = self._presence(seat)
        if seat not in self.scene.coach:
            return state
        helped = self.say("terminal.coach.badge")
        return f"{state} · {helped}" if state else helped

    def _presence(self, seat: Seat) -> str:
        if seat == self.scene.thinking:
            return self.say("terminal.thinking")
        if seat == self.view.seat:
            return self.say("table.you")
        if seat in self.scene.bots:
            return self.scene.bots[seat] or self.say("table.bot")
        if seat not in self.scene.away:
            return ""
        since = self.scene.away_since.get(seat)
        if since is None:
            return self.say("table.away")
        return self.say("table.away-since", when=f"{since.astimezone():%H:%M}")

    @abstractmethod
    def _about(self, slot: int) -> str:
        """The chosen card in words."""

    @abstractmethod
    def _slot_buttons(self, slot: int) -> Content:
        """What can be done with the chosen card."""

    @abstractmethod
    def _turn(self) -> list[Content]:
        """What can be done on the viewer's turn."""

    def _card_buttons(self, slot: int, **codes: str) -> list[Content]:
        """A button for each verb that is legal for the chosen card."""
        texts = {verb: verb + self.notation.name_card(slot) for verb in codes}
        legal = [verb for verb in codes if texts[verb] in self.notation.legal]
        return [self.button(codes[verb], f"type({texts[verb]!r})", verb) for verb in legal]

    def _rearranging(self) -> list[Content]:
        return [self.button("act.rearrange", "type('o')", "o")] if self.notation.may_begin("o") else []

    def _question(self, command: str) -> str:
        """What is asked while a command is not whole."""
        return self.say(_QUESTIONS.get(command[:1], "terminal.ask.any"))

    # The heading and the prompt.

    @property
    def _is_over(self) -> bool:
        """Whether the game has ended, or was ended by its players before its end."""
        ended_early = self.scene.phase == "over" and self.view.turn is None
        return self.view.result is not None or ended_early

    def _state(self) -> str:
        scene, view = self.scene, self.view
        if scene.trouble:
            return self.say(scene.trouble)
        if self._is_over:
            return self.say("table.over")
        if view.turn is None:
            return ""
        if view.my_turn:
            return f"▶ {self.say('table.your-turn')}"
        if scene.thinking != view.turn:
            return self.say("table.their-turn", who=Who(view.turn))
        return self.say("preparing.bot" if scene.preparing else "table.thinking", who=Who(view.turn))

    def _prompt(self) -> list[Content]:
        interaction = self.interaction
        if interaction.turn is not None:
            return self._looking_back(interaction.turn)
        if interaction.command is not None:
            return self._typing(interaction.command)
        first = self._refused(interaction.notice) if interaction.notice else self._last_move()
        if self.scene.undo is not None:
            return [first, *self._undo(Who(self.scene.undo))]
        if interaction.slot is not None:
            return [write(self._about(interaction.slot), BRIGHT), self._slot_buttons(interaction.slot), first]
        return [first, *self._what_to_do(), *([] if self.graph is None else [self.graph])]

    def _refused(self, notice: Message) -> Content:
        return write(sentence(self.say("table.refused", cause=notice), self.reader), REFUSED, bold=True)

    def _last_move(self) -> Content:
        scene = self.scene
        lines = list(story(scene.kind, self.view, self.reader, scene.news)) if scene.kind else []
        if not lines:
            return write(self.say("table.log-empty"), FAINT)
        return write(" ".join(text for turn, text in lines if turn == lines[-1][0]), PALE)

    def _looking_back(self, turn: int) -> list[Content]:
        buttons = row(
            self.button("terminal.button.deal", "press('home')", "Home"),
            self.button("terminal.button.back", "press('left')", "←"),
            self.button("terminal.button.on", "press('right')", "→"),
            self.button("terminal.button.latest", "press('end')", "End"),
            *(self._afterwards() if self.scene.phase == "over" else []),
        )
        where = row(write(f"{self._where(turn)} ", BRIGHT, bold=True), self._last_move())
        return [where, buttons, self._below(turn)]

    def _where(self, turn: int) -> str:
        at = Message("time.at", turn=turn, last=self.scene.turns) if turn else Message("terminal.deal")
        if self.scene.phase != "over":
            return self.say("terminal.looking", when=at)
        if self.interaction.eyes is None:
            return self.say("terminal.all-cards", when=at)
        return self.say("terminal.as-seen", when=at, who=Who(self.interaction.eyes))

    def _afterwards(self) -> list[Content]:
        """What can be done with a game that is over."""
        eyes = self.button("terminal.button.eyes", "press('s')", "s")
        if self.graph is None:
            return [eyes, self.button("terminal.button.review", "review", "g")]
        before = write(" ⇧← ", BRIGHT, paint.BACK, bold=True, press="move(-1)")
        return [eyes, before, self.button("terminal.button.turning", "move(1)", "⇧→")]

    def _below(self, turn: int) -> Content:
        if self.interaction.notice:
            return write(sentence(self.say(self.interaction.notice), self.reader), REFUSED, bold=True)
        reason = self.scene.reasons.get(turn)
        why = write(self.say("terminal.why", reason=reason), FAINT) if reason else Content("")
        return self.graph or why

    def _typing(self, command: str) -> list[Content]:
        means, steps = self.notation.explain(command), self.notation.steps(command)
        hint = f"{self.say('terminal.ask.tab' if steps else 'terminal.ask.notation')} "
        typed = row(
            write("› ", BRIGHT, bold=True),
            write(command, PALE, bold=True),
            write("▏", BRIGHT),
            "  ",
            self.button("act.send", "send", "Enter") if means else write(hint, FAINT),
            self.button("terminal.button.let-go", "let_go", "Esc"),
        )
        first = write(sentence(self.say(means), self.reader) if means else self._question(command), BRIGHT)
        ways = row(*(self._way(text, label) for text, label in steps.items()))
        return [self._refused(self.interaction.notice) if self.interaction.notice else first, ways, typed]

    def _way(self, text: str, label: str) -> Content:
        press = f"type({text!r})"
        if text == "p0":
            return self.button("terminal.button.deck", press)
        # A clue about a colour, or a card of it.
        suit = next((suit for suit in self.notation.suits if suit.letter == label[0]), None)
        if suit is None or len(text) != 3:
            return button(label, press)
        return button(f"{suit.symbol}{label}", press, ink=paint.INK, back=paint.suit_colour(suit))

    def _what_to_do(self) -> list[Content]:
        view = self.view
        if self._is_over:
            over = write(f"{sentence(self.say('table.over'), self.reader)}  ", BRIGHT, bold=True)
            again = self.button("end-page.again", "again", "a")
            return [row(over, again, self.button("terminal.button.end", "end", "x"))]
        if view.seat is None:
            return [write(sentence(self.say("table.watching"), self.reader), FAINT)]
        if not view.my_turn:
            waiting = "" if view.turn is None else self.say("act.wait", who=Who(view.turn))
            return [row(write(waiting, FAINT), *self._rearranging())]
        return self._turn()

    def _undo(self, who: Who) -> list[Content]:
        people = set(range(len(self.scene.names))) - set(self.scene.bots)
        missing = tuple(Who(seat) for seat in sorted(people - self.scene.agreed))
        asks = write(self.say("undo.asks", who=who), BRIGHT)
        if who.seat == self.view.seat:
            waiting = write(f"{self.say('undo.waiting', who=missing)} ", FAINT)
            return [asks, row(waiting, self.button("undo.withdraw", "take_back('refuse')", "-"))]
        if self.view.seat is None or self.view.seat in self.scene.agreed:
            return [asks, write(self.say("undo.waiting", who=missing), FAINT)]
        agree = self.button("undo.agree", "take_back('agree')", "+")
        return [asks, row(agree, self.button("undo.refuse", "take_back('refuse')", "-"))]
