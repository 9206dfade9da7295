"""Screens to read or to write a line in: keys, rules, reasons, the story; a note, a remark."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tamaya.andrewz import describe as describe_andrewz
from tamaya.records import Kind
from tamaya.rules.words import describe
from tamaya.tui.commands import ANDREWZ_HELP, COOPERATIVE_HELP
from tamaya.tui.drawing.paint import BRIGHT, FAINT, stack, write

KEYS = (
    ("1 … 9", "choose a card of your hand"),
    ("p d c", "play, discard, give a clue: type on, Enter sends"),
    ("f b e", "a bonus tile: free clue, back into the deck, encore"),
    ("o", "rearrange: the old slots in their new order, as in o21345"),
    ("Shift ← →", "move the chosen card, where rearranging is allowed"),
    ("Tab", "go through what is possible; first of all, through the teammates"),
    (": or /", "type an action in words, such as clue Hana red"),
    ("Enter", "send what is typed"),
    ("Esc", "let go, close, back to now"),
    ("← →", "one turn back, one turn on"),
    ("Home / End", "first turn, latest turn"),
    ("s", "after the game: with whose eyes to look back"),
    ("g", "after the game: its review; once more stops it, or hides it"),
    ("Shift ← →", "in a review: the turning point before, the next one"),
    ("v", "see the hands as their owners see them"),
    ("k", "how much is shown about hidden cards"),
    ("n", "note on the chosen card"),
    ("w l r", "why the bots did what they did; the whole story; the rules"),
    ("u", "take the last move back, if the table allows it"),
    ("t", "say something, at a server"),
    ("a x", "after the end: play again; see the end again"),
    ("↑ ↓", "move through the story or the review; Page up and down through the hands"),
    ("q", "leave; the game is kept"),
    ("mouse", "click a card, a teammate’s card, a clue or a button"),
)


Result = TypeVar("Result")


class Sheet(ModalScreen[Result]):
    """A screen over another one, which closes once, however often and fast somebody says so."""

    def close(self, result: Result | None = None) -> None:
        """Close, unless that has happened."""
        if self.is_current:
            self.dismiss(result)

    async def action_dismiss(self, result: Result | None = None) -> None:
        self.close(result)


class TextScreen(Sheet[None]):
    """A text over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,question_mark", "dismiss", "Close"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, heading: str, text: Content | str) -> None:
        super().__init__()
        self._heading = heading
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(write(self._heading, BRIGHT, bold=True), classes="heading")
            with VerticalScroll(can_focus=False):
                yield Static(Content(self._text) if isinstance(self._text, str) else self._text)
            yield Static(write("Esc closes · ↑ ↓ scroll", FAINT), classes="foot")

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def on_click(self) -> None:
        self.close()


class LineScreen(Sheet[str | None]):
    """Asks for a line of text; None when somebody thinks better of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, question: str, *, text: str = "", longest: int = 200) -> None:
        super().__init__()
        self._question = question
        self._text = text
        self._longest = longest

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet low"):
            yield Static(write(self._question, BRIGHT, bold=True), classes="heading")
            yield Input(self._text, max_length=self._longest)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.close(event.value.strip())


def help_screen(kind: Kind | None) -> TextScreen:
    """The keys and the notation."""
    rows = [f"  {key:<12}{words}" for key, words in KEYS]
    own = ANDREWZ_HELP if kind is not None and kind.game == "andrewz" else COOPERATIVE_HELP
    return TextScreen("Keys", "\n".join([*rows, "", "Actions, in words or in notation:", own]))


def rules_screen(kind: Kind) -> TextScreen:
    """The rules in force, in words."""
    if kind.rules is None:
        return TextScreen("The rules", describe_andrewz())
    lines: list[Content | str] = []
    for section in describe(kind.rules):
        lines += [write(section.title, BRIGHT, bold=True), *(f"  {line}" for line in section.lines), ""]
    return TextScreen("The rules", stack(lines))
