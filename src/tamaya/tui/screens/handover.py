"""Between two people at one keyboard: no hand is shown until the right one says so."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, stack, write
from tamaya.tui.screens.localised import LocalisedScreen
from tamaya.tui.session import Open, Session, story
from tamaya.tui.speech import viewer_of

LINES = 6


class HandoverScreen(LocalisedScreen[None]):
    """Covers everything, and tells only what everybody saw."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Not Enter, and no click anywhere: the player who has just sent a move may press once too often.
        Binding("space", "open", "terminal.footer.me"),
        Binding("q", "app.leave", "terminal.button.leave"),
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
        told = [line.text for line in story(scene.kind, scene.view, viewer_of(scene.view, self.language))]
        lines: list[Content | str] = [
            write(self.say("terminal.your-turn", name=name), BRIGHT, bold=True),
            "",
            write(self.say("terminal.look-away"), PALE),
            "",
            *(write(line, FAINT) for line in told[-LINES:]),
        ]
        self.query_one("#words", Static).update(stack(lines))

    async def action_open(self) -> None:
        if self.is_current:
            self.dismiss()
            await self._session.wish(Open())
