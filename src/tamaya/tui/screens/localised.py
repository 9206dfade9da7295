"""A screen that speaks the language of its application."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

from textual.binding import ActiveBinding
from textual.screen import Screen

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

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """What the footer lists."""
        return {
            key: active._replace(
                binding=replace(active.binding, description=self.say(active.binding.description))
            )
            for key, active in super().active_bindings.items()
        }
