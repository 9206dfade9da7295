"""The lines in which a player acts: what can be done, what is being typed, and what it would mean."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from tamaya import andrewz, engine
from tamaya.engine.story import clue_label
from tamaya.knowledge import Faces, know
from tamaya.records import AnyView
from tamaya.rules import Suit
from tamaya.tui.drawing.paint import (
    BACK,
    BRIGHT,
    FAINT,
    INK,
    PALE,
    button,
    row,
    stack,
    suit_colour,
    write,
)
from tamaya.tui.interaction import Interaction
from tamaya.tui.notation import clue_in_mind, explain, may_begin, race_card_label, steps
from tamaya.tui.session import Scene, story
from tamaya.tui.speech import capital, sentence
from tamaya.words import Field, Message, Reader, Who, say

LINES = 3
_REFUSED = "#ff9b9b"
_QUESTIONS = {
    "c": "terminal.ask.clue",
    "f": "terminal.ask.free-clue",
    "p": "terminal.ask.play",
    "d": "terminal.ask.discard",
    "o": "terminal.ask.order",
}


def draw_prompt(
    scene: Scene,
    view: AnyView,
    desk: Interaction,
    reader: Reader,
    *,
    width: int,
    graph: Content | None = None,
) -> Content:
    """Three lines, whatever there is to say; with the graph of a review, once there is one."""
    lines = _Prompt(scene, view, desk, reader, graph).lines()
    cut = [line.truncate(width, ellipsis=True) for line in lines[:LINES]]
    return stack([*cut, *[""] * (LINES - len(cut))])


@dataclass(frozen=True, slots=True)
class _Prompt:
    """What the lines are about, and to whom they speak."""

    scene: Scene
    view: AnyView
    desk: Interaction
    reader: Reader
    graph: Content | None

    def lines(self) -> list[Content]:
        desk = self.desk
        if desk.turn is not None:
            return self._looking_back(desk.turn)
        if desk.command is not None:
            return self._typing(desk.command)
        first = self._refused(desk.notice) if desk.notice else self._last_move()
        if self.scene.undo is not None:
            return [first, *self._undo(Who(self.scene.undo))]
        if desk.slot is not None:
            return [self._about(desk.slot), self._slot_buttons(desk.slot), first]
        return [first, *self._what_to_do(), *([] if self.graph is None else [self.graph])]

    def say(self, message: Message | str, /, **fields: Field) -> str:
        return say(message, self.reader, **fields)

    def _button(self, code: str, press: str, key: str = "") -> Content:
        return button(capital(self.say(code)), press, key=key)

    def _refused(self, notice: Message) -> Content:
        return write(sentence(self.say("table.refused", cause=notice)), _REFUSED, bold=True)

    def _looking_back(self, turn: int) -> list[Content]:
        over = self.scene.phase == "over"
        buttons = row(
            self._button("terminal.button.deal", "turn 0", "Home"),
            self._button("terminal.button.back", "turn -", "←"),
            self._button("terminal.button.on", "turn +", "→"),
            self._button("terminal.button.latest", "turn end", "End"),
            *(self._afterwards() if over else []),
        )
        where = row(write(f"{self._where(turn)} ", BRIGHT, bold=True), self._last_move())
        return [where, buttons, self._below(turn)]

    def _where(self, turn: int) -> str:
        at = Message("time.at", turn=turn, last=self.scene.turns) if turn else Message("terminal.deal")
        if self.scene.phase != "over":
            return self.say("terminal.looking", when=at)
        if self.desk.eyes is None:
            return self.say("terminal.all-cards", when=at)
        return self.say("terminal.as-seen", when=at, who=Who(self.desk.eyes))

    def _afterwards(self) -> list[Content]:
        """What can be done with a game that is over."""
        eyes = self._button("terminal.button.eyes", "eyes", "s")
        if self.graph is None:
            return [eyes, self._button("terminal.button.review", "review", "g")]
        before = write(" ⇧← ", BRIGHT, BACK, bold=True, press="turning -")
        return [eyes, before, self._button("terminal.button.turning", "turning +", "⇧→")]

    def _below(self, turn: int) -> Content:
        if self.desk.notice:
            return write(sentence(self.say(self.desk.notice)), _REFUSED, bold=True)
        reason = self.scene.reasons.get(turn)
        why = write(self.say("terminal.why", reason=reason), FAINT) if reason else Content("")
        return self.graph or why

    def _typing(self, command: str) -> list[Content]:
        assert self.scene.kind is not None
        means = explain(self.scene.kind, command, self.view)
        typed = row(
            write("› ", BRIGHT, bold=True),
            write(command, PALE, bold=True),
            write("▏", BRIGHT),
            "  ",
            self._button("act.send", "send", "Enter") if means else write(self._hint(command), FAINT),
            self._button("terminal.button.let-go", "escape", "Esc"),
        )
        if self.desk.notice:
            return [self._refused(self.desk.notice), self._ways(command), typed]
        first = sentence(self.say(means)) if means else self._question(command)
        return [write(first, BRIGHT), self._ways(command), typed]

    def _question(self, command: str) -> str:
        if isinstance(self.view, engine.View) and self.view.tile is not None:
            return self.say("tiles.title", tile=self.view.tile.effect)
        receiver, _, _ = clue_in_mind(command, self.view)
        if receiver is not None:
            return self.say("act.clue-title", who=Who(receiver))
        return self.say(_QUESTIONS.get(command[:1], "terminal.ask.any"))

    def _hint(self, command: str) -> str:
        code = "terminal.ask.tab" if steps(command, self.view) else "terminal.ask.notation"
        return f"{self.say(code)} "

    def _ways(self, command: str) -> Content:
        return row(*(self._way(step.text, step.label) for step in steps(command, self.view)))

    def _way(self, text: str, label: str) -> Content:
        if text == "p0":
            return self._button("terminal.button.deck", "type p0")
        suits = andrewz.COLOURS if isinstance(self.view, andrewz.View) else self.view.rules.suits
        suit = next((suit for suit in suits if _names(suit, text, label)), None)
        if suit is None:
            return button(label, f"type {text}")
        return button(f"{suit.symbol}{label}", f"type {text}", ink=INK, back=suit_colour(suit))

    def _last_move(self) -> Content:
        if self.scene.kind is None or not self.view.history:
            return write(self.say("table.log-empty"), FAINT)
        lines = list(story(self.scene.kind, self.view, self.reader))
        last = [line.text for line in lines if line.turn == lines[-1].turn]
        return write(" ".join(last), PALE)

    def _what_to_do(self) -> list[Content]:
        view = self.view
        if view.result is not None:
            over = write(f"{sentence(self.say('table.over'))}  ", BRIGHT, bold=True)
            again, end = self._button("result.again", "again", "a"), self._end_button()
            return [row(over, again, end)]
        if view.seat is None:
            return [write(sentence(self.say("table.watching")), FAINT)]
        if not view.my_turn:
            waiting = "" if view.turn is None else self.say("act.wait", who=Who(view.turn))
            return [row(write(waiting, FAINT), *self._rearranging())]
        if isinstance(view, andrewz.View):
            passing = self._button("race.pass", "type pass", "pass")
            return [write(self.say("race.choose"), BRIGHT), row(passing)]
        if view.tile is not None:
            return self._tile(view)
        return self._turn(view)

    def _end_button(self) -> Content:
        return self._button("terminal.button.end", "end", "x")

    def _tile(self, view: engine.View) -> list[Content]:
        assert view.tile is not None
        verb = str(view.actions[0])[0] if view.actions else "f"
        return [
            write(self.say("tiles.title", tile=view.tile.effect), BRIGHT, bold=True),
            row(self._button("terminal.button.choose", f"type {verb}", verb)),
        ]

    def _turn(self, view: engine.View) -> list[Content]:
        verbs = [("p", "act.play"), ("d", "act.discard"), ("c", "act.clue")]
        buttons = [self._button(code, f"type {verb}", verb) for verb, code in verbs if may_begin(verb, view)]
        if engine.Play(0) in view.actions:
            buttons.append(self._button("act.play-deck", "type p0", "p0"))
        size = len(view.my_hand)
        choose = self.say("terminal.choose", size=size) if size else self.say("terminal.only-clue")
        turn = write(f"{sentence(self.say('table.your-turn'))} ", BRIGHT, bold=True)
        return [row(turn, write(choose, PALE)), row(*buttons, *self._rearranging())]

    def _rearranging(self) -> list[Content]:
        if isinstance(self.view, engine.View) and may_begin("o", self.view):
            return [self._button("act.rearrange", "type o", "o")]
        return []

    def _about(self, slot: int) -> Content:
        """The chosen card in words."""
        view, desk = self.view, self.desk
        if isinstance(view, andrewz.View):
            card = race_card_label(view.my_hand[slot - 1])
            return write(self.say("terminal.race-card", slot=slot, card=card), BRIGHT)
        held = view.my_hand[slot - 1]
        said = [self.say("act.chosen", slot=slot)]
        if note := self.scene.notes.get(held.id):
            said.append(f"“{note}”")
        if desk.detail != "nothing":
            yes = tuple(clue_label(clue, view.rules) for clue in held.yes)
            no = tuple(clue_label(clue, view.rules) for clue in dict.fromkeys(held.no))
            said.append(self.say("card.told", clues=yes) if yes else self.say("card.nothing-told"))
            said += [self.say("card.not-told", clues=no)] if no else []
        if desk.detail == "deduced":
            said.append(self._possible(know(view).possible(slot), len(view.rules.tables.cards)))
        return write("; ".join(said), BRIGHT)

    def _possible(self, faces: Faces, all_cards: int) -> str:
        if len(faces) == all_cards:
            return self.say("card.anything")
        return self.say("card.may-be", cards=_by_suit(faces))

    def _slot_buttons(self, slot: int) -> Content:
        view = self.view
        if isinstance(view, andrewz.View):
            return self._race_buttons(view, slot)
        buttons = []
        if engine.Play(slot) in view.actions:
            buttons.append(self._button("act.play", f"type p{slot}", "p"))
        if engine.Discard(slot) in view.actions:
            buttons.append(self._button("act.discard", f"type d{slot}", "d"))
        buttons.append(self._button("act.note", "note", "n"))
        if may_begin("o", view):
            buttons.append(self._button("terminal.button.move", "type o", "Shift ← →"))
        return row(*buttons)

    def _race_buttons(self, view: andrewz.View, slot: int) -> Content:
        card = view.my_hand[slot - 1]
        wishes: list[tuple[str, str, andrewz.Action]] = [
            ("act.play", "p", andrewz.Play(card)),
            ("race.discard", "d", andrewz.Discard(card)),
        ]
        found = [self._button(code, f"type {act}", key) for code, key, act in wishes if act in view.actions]
        return row(*found) if found else write(self.say("race.unfit"), FAINT)

    def _undo(self, who: Who) -> list[Content]:
        asks = write(self.say("undo.asks", who=who), BRIGHT)
        if who.seat == self.view.seat:
            return [asks]
        agree, refuse = self._button("undo.agree", "agree", "+"), self._button("undo.refuse", "refuse", "-")
        return [asks, row(agree, refuse)]


def _names(suit: Suit, text: str, label: str) -> bool:
    """Whether the way on is a clue about this colour, or a card of it."""
    return label[0] == suit.letter and (len(text) == 3) and not label.startswith("pass")


def _by_suit(faces: Faces) -> str:
    """Cards in short: r13 b2 for r1, r3 and b2."""
    suits: dict[str, str] = {}
    for card in faces:
        suits[card.suit] = f"{suits.get(card.suit, card.suit)}{card.rank}"
    return " ".join(suits.values())
