"""Between two people at one keyboard: nobody sees a hand until the right one says so."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, stack, write
from tamaya.tui.session import Open, Session, story

LINES = 6


class CurtainScreen(Screen[None]):
    """Covers everything, and tells only what everybody saw."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Not Enter, and no click anywhere: whoever has just sent a move may press once too often.
        Binding("space", "open", "It is me"),
        Binding("q", "app.leave", "Leave"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(classes="curtain"):
            yield Static(id="words")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Say who is next, and what has happened."""
        if not self.query("#words"):
            return
        scene = self._session.scene
        if scene.curtain is None or scene.kind is None or scene.view is None:
            return
        name = scene.names[scene.curtain]
        told = [line.text for line in story(scene.kind, scene.view)][-LINES:]
        lines: list[Content | str] = [
            write(f"{name}, it is your turn.", BRIGHT, bold=True),
            "",
            write("Everybody else looks away. Press space when only you can see the screen.", PALE),
            "",
            *(write(line, FAINT) for line in told),
        ]
        self.query_one("#words", Static).update(stack(lines))

    async def action_open(self) -> None:
        if self.is_current:
            self.dismiss()
            await self._session.wish(Open())
