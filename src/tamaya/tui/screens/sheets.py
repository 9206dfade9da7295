"""Sheets over the table: to read, to write a line in, and the end of a game with what next."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tamaya.records import Kind
from tamaya.tui.drawing import drawing_of
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, button, row, stack, write
from tamaya.tui.interaction import Interaction
from tamaya.tui.notation import NOTATIONS
from tamaya.tui.screens.localised import LocalisedScreen
from tamaya.tui.session import Scene
from tamaya.tui.speech import card_sections, conventions_line
from tamaya.words import Message, Reader, say

KEYS = (
    ("1 … 9", "keys.choose"),
    ("p d c", "keys.act"),
    ("f b e", "keys.tile"),
    ("o", "keys.rearrange"),
    ("Shift ← →", "keys.move"),
    ("Tab", "keys.tab"),
    ("keys.or", "keys.words"),
    ("Enter", "keys.enter"),
    ("Esc", "keys.escape"),
    ("← →", "keys.turns"),
    ("Home / End", "keys.ends"),
    ("s", "keys.eyes"),
    ("g", "keys.review"),
    ("Shift ← →", "keys.turning"),
    ("v", "keys.owners"),
    ("k", "keys.detail"),
    ("n", "keys.note"),
    ("w l r", "keys.read"),
    ("K", "rule-card.key"),
    ("u", "keys.undo"),
    ("h H", "keys.coach-help"),
    ("t", "keys.talk"),
    ("a x", "keys.after"),
    ("↑ ↓", "keys.scroll"),
    ("q", "keys.leave"),
    ("keys.mouse", "keys.click"),
)
"""A key, or the code of its name, and what it does."""

Result = TypeVar("Result")
Next: TypeAlias = Literal["again", "back", "look", "leave"]


class Sheet(ModalScreen[Result], LocalisedScreen[Result]):
    """A screen over another one, which closes once, however often and fast it is told to."""

    def close(self, result: Result | None = None) -> None:
        """Close, unless that has happened."""
        if self.is_current:
            self.dismiss(result)

    async def action_dismiss(self, result: Result | None = None) -> None:
        self.close(result)


class TextScreen(Sheet[None]):
    """A text over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space,question_mark", "dismiss", "page.close"),
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
            yield Static(write(self.say("terminal.close"), FAINT), classes="foot")

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    @on(events.Click)
    def _leave(self) -> None:
        self.close()


class LineScreen(Sheet[str | None]):
    """Asks for a line of text; None when the user thinks better of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "page.cancel")]

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


class EndScreen(Sheet[Next]):
    """Closes with what the user wants to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "dismiss('again')", "end-page.again"),
        Binding("b,left,home", "dismiss('back')", "terminal.button.step-through"),
        Binding("escape,x", "dismiss('look')", "learn.board"),
        Binding("q", "dismiss('leave')", "terminal.button.leave"),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet end"):
            yield Static(draw_end(self._scene, self.language))


def help_screen(kind: Kind | None, reader: Reader) -> TextScreen:
    """The keys and the notation."""
    rows = [f"  {say(key, reader):<12}{say(code, reader)}" for key, code in KEYS]
    actions = NOTATIONS[kind.game if kind else "hanabi"].help(reader)
    lines = [*rows, "", say("keys.actions", reader), *actions]
    return TextScreen(say("keys.title", reader), "\n".join(lines))


def rules_screen(kind: Kind, reader: Reader, conventions: str = "") -> TextScreen:
    """The rules in force, in words, and the conventions of the table."""
    lines: list[Content | str] = []
    sections = [(section.title, section.lines) for section in kind.describe()]
    if book := conventions_line(conventions):
        sections.append((Message("new-table.conventions"), (book,)))
    for title, texts in sections:
        heading = write(say(title, reader), BRIGHT, bold=True)
        lines += [heading, *(f"  {say(line, reader)}" for line in texts), ""]
    return TextScreen(say("terminal.rules", reader), stack(lines))


def card_screen(book: str, reader: Reader) -> TextScreen:
    """The conventions of the table: the name of each, and a sentence."""
    lines: list[Content | str] = []
    for heading, conventions in card_sections(book):
        lines.append(write(say(heading, reader), FAINT))
        for one in conventions:
            lines += [write(say(one.title, reader), BRIGHT, bold=True), f"  {say(one.words, reader)}", ""]
    return TextScreen(
        say("rule-card.title", reader), stack(lines) if lines else say("rule-card.none", reader)
    )


def _early_end(reader: Reader) -> list[Content | str]:
    """The end of a game that its players did not finish."""
    heading = write(say("company.ended-early", reader), BRIGHT, bold=True)
    return [heading, write(say("company.ended-words", reader), PALE)]


def draw_end(scene: Scene, language: str) -> Content:
    """What there is to say at the end."""
    assert scene.view is not None
    reader = Reader(language, scene.names)
    drawing = drawing_of(scene, scene.view, Interaction(), reader)
    result = _early_end(reader) if scene.view.result is None else drawing.result()
    kept = [write(say("terminal.record-kept", reader, path=scene.kept), FAINT), Content("")]
    buttons = (
        ("result.follow" if scene.following else "end-page.again", "again", "a"),
        ("terminal.button.step-through", "back", "b"),
        ("learn.board", "look", "Esc"),
        ("terminal.button.leave", "leave", "q"),
    )
    wishes = [button(say(code, reader), f"dismiss({wish!r})", key=key) for code, wish, key in buttons]
    taken = [write(say("end-page.taken-back", reader, moves=scene.taken_back), FAINT), Content("")]
    helped = [scene.names[seat] for seat in sorted(scene.coached)]
    used = [write(say("coach-page.used", reader, who=tuple(helped)), FAINT), Content("")]
    notes = [*(taken if scene.taken_back else []), *(used if helped else []), *(kept if scene.kept else [])]
    return stack([*result, "", *notes, row(*wishes)])
