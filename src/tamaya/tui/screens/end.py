"""The end of a game: the grade, the story in numbers, and what next."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tamaya.tui.drawing import drawing_of
from tamaya.tui.drawing.paint import FAINT, button, row, stack, write
from tamaya.tui.interaction import Interaction
from tamaya.tui.screens.texts import Sheet
from tamaya.tui.session import Scene
from tamaya.words import Reader, say

Next: TypeAlias = Literal["again", "back", "look", "leave"]


class EndScreen(Sheet[Next]):
    """Closes with what the user wants to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "dismiss('again')", "result.again"),
        Binding("b,left,home", "dismiss('back')", "terminal.button.step-through"),
        Binding("escape,x", "dismiss('look')", "terminal.button.table"),
        Binding("q", "dismiss('leave')", "terminal.button.leave"),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet end"):
            yield Static(draw_end(self._scene, self.language))


def draw_end(scene: Scene, language: str) -> Content:
    """What there is to say at the end."""
    assert scene.view is not None
    reader = Reader(language, scene.names)
    result = drawing_of(scene, scene.view, Interaction(), reader).result()
    kept = [write(say("terminal.record-kept", reader, path=scene.kept), FAINT), Content("")]
    buttons = (
        ("result.follow" if scene.following else "result.again", "again", "a"),
        ("terminal.button.step-through", "back", "b"),
        ("terminal.button.table", "look", "Esc"),
        ("terminal.button.leave", "leave", "q"),
    )
    wishes = [button(say(code, reader), f"dismiss({wish!r})", key=key) for code, wish, key in buttons]
    return stack([*result, "", *(kept if scene.kept else []), row(*wishes)])
