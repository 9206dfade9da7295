"""The terminal table as an application."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from tamaya.rules import Seat
from tamaya.tui.screens.start import Offer, StartScreen
from tamaya.tui.screens.table import TableScreen
from tamaya.tui.session import Session


class TableApp(App[None]):
    """Begins at a table, or with the question at which one."""

    TITLE = "Tamaya"
    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", "terminal.footer.quit", show=False, priority=True),
    ]

    def __init__(
        self,
        session: Session | None = None,
        *,
        offer: Offer | None = None,
        eyes: Seat | None = None,
        language: str = "en",
    ) -> None:
        super().__init__()
        self.language = language
        self._leaving = False
        self._first = TableScreen(session, eyes=eyes) if session else StartScreen(offer or Offer())

    def on_mount(self) -> None:
        self.push_screen(self._first)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent) and not self._is_ready:
            # A key is pressed while a screen is being put up, or while the application ends.
            return
        await super().on_event(event)

    @property
    def _is_ready(self) -> bool:
        return bool(self.screen_stack) and self.screen.is_mounted and not self._leaving

    def exit(self, *arguments: Any, **more: Any) -> None:
        """End the application; what is typed from now on is for the shell."""
        self._leaving = True
        super().exit(*arguments, **more)

    def open_table(self, session: Session) -> None:
        """Sit down, in place of the table before if there was one."""
        self._clear_tables()
        self.push_screen(TableScreen(session))

    def action_leave(self) -> None:
        """Back to where the user came from: the question at which table to play, or the shell."""
        if isinstance(self.screen_stack[1], StartScreen) and len(self.screen_stack) > 2:
            self._clear_tables()
        else:
            self.exit()

    def _clear_tables(self) -> None:
        while len(self.screen_stack) > 1 and not isinstance(self.screen, StartScreen):
            if isinstance(self.screen, TableScreen):
                # At once, so that the first screen can offer the game.
                self.screen.session.close()
            self.pop_screen()
