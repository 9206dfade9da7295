"""A table at a server before the game starts: take a seat, wait for the others, start."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content

from tamaya.rules import TamayaError
from tamaya.table import Sit, StandUp, Start
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, REFUSED, button, row, stack, write
from tamaya.tui.screens.localised import WordsScreen
from tamaya.tui.screens.texts import rules_screen
from tamaya.tui.session import Lobby, Wish
from tamaya.tui.speech import cause_of, sentence
from tamaya.words import Message, Reader


class LobbyScreen(WordsScreen):
    """Closes by itself when the game starts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "terminal.footer.start"),
        Binding("s", "stand", "lobby.leave"),
        Binding("r", "rules", "table.rules"),
        Binding("q", "app.leave", "terminal.button.leave"),
    ]

    _notice: Message | None = None
    """Why something could not be done."""

    def draw(self) -> None:
        """Show who is here, and what the viewer may do."""
        super().draw()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the guest who set the table up may start."""
        lobby = self.session.scene.lobby
        return action != "start" or lobby is None or lobby.owner

    async def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "123456789":
            event.stop()
            await self.action_sit(int(event.character) - 1)

    async def action_sit(self, seat: int) -> None:
        await self._ask(Sit(seat=seat))

    async def action_stand(self) -> None:
        await self._ask(StandUp())

    async def action_start(self) -> None:
        await self._ask(Start())

    def action_rules(self) -> None:
        if self.session.scene.kind is not None:
            self.app.push_screen(rules_screen(self.session.scene.kind, Reader(self.language)))

    async def _ask(self, wish: Wish) -> None:
        try:
            await self.session.wish(wish)
            self._notice = None
        except (TamayaError, OSError) as error:
            self._notice = cause_of(error)
        self.draw()

    def words(self) -> Content:
        scene, lobby = self.session.scene, self.session.scene.lobby
        if lobby is None or scene.kind is None:
            return write(sentence(self.say(scene.trouble or "table.connecting")), PALE)
        wrong = Message("table.refused", cause=self._notice) if self._notice else scene.trouble
        return stack(
            [
                write(self.say(scene.kind.title), BRIGHT, bold=True),
                "",
                row(write(f"{self.say('lobby.invite')}: ", FAINT), write(lobby.link, PALE)),
                "",
                *(self._seat(lobby, number) for number in range(len(lobby.seats))),
                "",
                *self._start(lobby),
                "",
                write(sentence(self.say(wrong)) if wrong else "", REFUSED),
            ]
        )

    def _seat(self, lobby: Lobby, number: int) -> Content:
        seat = lobby.seats[number]
        name = seat.name or self.say(seat.label)
        take = button(self.say("lobby.take"), f"sit({number})", key=str(number + 1)) if seat.free else ""
        return row(
            write(f"  {self.say('table.seat', number=number + 1)}  ", FAINT),
            write(self.say("lobby.you", name=name) if number == lobby.seat else name, PALE),
            "  ",
            take,
        )

    def _start(self, lobby: Lobby) -> list[Content]:
        if not lobby.owner:
            return [write(self.say("lobby.wait-owner"), PALE)]
        free = sum(seat.free for seat in lobby.seats)
        waits = self.say("lobby.free-seats", count=free) if free else self.say("lobby.ready")
        return [write(waits, PALE), row(button(self.say("lobby.start"), "start", key="Enter"))]
