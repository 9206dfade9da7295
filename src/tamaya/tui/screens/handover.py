"""Between two people at one keyboard: no hand is shown until the right one says so."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, stack, write
from tamaya.tui.screens.localised import WordsScreen
from tamaya.tui.session import Open, story
from tamaya.tui.speech import viewer_of

LINES = 6


class HandoverScreen(WordsScreen):
    """Covers everything, and tells only what everybody saw."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Not Enter, and no click anywhere: the player who has just sent a move may press once too often.
        Binding("space", "open", "terminal.footer.me"),
        Binding("q", "app.leave", "terminal.button.leave"),
    ]

    def words(self) -> Content:
        """Who is next, and what has happened."""
        scene = self.session.scene
        if scene.curtain is None or scene.kind is None or scene.view is None:
            return Content("")
        told = [line.text for line in story(scene.kind, scene.view, viewer_of(scene.view, self.language))]
        return stack(
            [
                write(self.say("terminal.your-turn", name=scene.names[scene.curtain]), BRIGHT, bold=True),
                "",
                write(self.say("terminal.look-away"), PALE),
                "",
                *(write(line, FAINT) for line in told[-LINES:]),
            ]
        )

    async def action_open(self) -> None:
        if self.is_current:
            self.dismiss()
            await self.session.wish(Open())
