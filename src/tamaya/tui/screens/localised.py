"""A screen that speaks the language of its application, and one with nothing but words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from tamaya.tui.session import Session
from tamaya.words import Field, Message, Reader, say

if TYPE_CHECKING:
    from tamaya.tui.app import TableApp

Result = TypeVar("Result")


class LocalisedScreen(Screen[Result]):
    """Its bindings are described by codes of the catalogue."""

    @property
    def language(self) -> str:
        """The language of the application."""
        return cast("TableApp", self.app).language

    def say(self, message: Message | str, /, **fields: Field) -> str:
        """A message for a reader without a seat."""
        return say(message, Reader(self.language), **fields)

    async def on_click(self, event: events.Click) -> None:
        """Run the action that the piece of text under the mouse is for, as a key would do."""
        if press := event.style.meta.get("press"):
            event.stop()
            await self.run_action(press)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What the footer lists."""
        return {
            key: active._replace(
                binding=replace(active.binding, description=self.say(active.binding.description))
            )
            for key, active in super().active_bindings.items()
        }


class WordsScreen(LocalisedScreen[None]):
    """Words in front of a table, drawn again whenever the session has a new scene."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="words")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Say what there is to say now."""
        if self.query("#words"):
            self.query_one("#words", Static).update(self.words())

    def words(self) -> Content:
        """What there is to say."""
        raise NotImplementedError
