"""A screen that speaks the language of its application."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

from textual import events
from textual.binding import ActiveBinding
from textual.screen import Screen

from tamaya.rules import TamayaError
from tamaya.tui.speech import cause_of, sentence
from tamaya.words import Field, Message, Reader, say

if TYPE_CHECKING:
    from tamaya.tui.app import TableApp

Result = TypeVar("Result")


class LocalisedScreen(Screen[Result]):
    """Its bindings are described by codes of the catalogue."""

    @property
    def table_app(self) -> TableApp:
        """The application, as what it is."""
        return cast("TableApp", self.app)

    @property
    def language(self) -> str:
        """The language of the application."""
        return self.table_app.language

    @property
    def reader(self) -> Reader:
        """The user, without a seat."""
        return Reader(self.language)

    def say(self, message: Message | str, /, **fields: Field) -> str:
        """A message for a reader without a seat."""
        return say(message, self.reader, **fields)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Tell the user why something could not be done."""
        try:
            yield
        except (TamayaError, OSError) as error:
            self.tell(cause_of(error))

    def tell(self, cause: Message) -> None:
        """Say it beside the screen, where the screen itself has no place for it."""
        self.notify(sentence(self.say(cause), self.reader), severity="error")

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
