"""A table at a server before the game starts: take a seat, wait for the others, start."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from tamaya.rules import Seat, TamayaError
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, button, row, stack, write
from tamaya.tui.screens.localised import LocalisedScreen
from tamaya.tui.screens.texts import rules_screen
from tamaya.tui.session import Lobby, Scene, Session, Sit, Stand, Start, Wish
from tamaya.tui.speech import cause_of, sentence
from tamaya.words import Message, Reader, say


class LobbyScreen(LocalisedScreen[None]):
    """Closes by itself when the game starts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "wish('start')", "terminal.footer.start"),
        Binding("s", "wish('stand')", "lobby.leave"),
        Binding("r", "rules", "table.rules"),
        Binding("q", "app.leave", "terminal.button.leave"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._notice: Message | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="lobby"):
            yield Static(id="words")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Show who is here."""
        if not self.query("#words"):
            return
        self.refresh_bindings()
        self.query_one("#words", Static).update(
            _draw(self._session.scene, self._notice, Reader(self.language))
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the guest who set the table up may start."""
        lobby = self._session.scene.lobby
        return not (action == "wish" and parameters == ("start",) and lobby is not None and not lobby.owner)

    async def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "123456789":
            event.stop()
            await self._ask(Sit(Seat(int(event.character) - 1)))

    async def on_click(self, event: events.Click) -> None:
        match str(event.style.meta.get("press", "")).split():
            case ["sit", seat]:
                await self._ask(Sit(Seat(int(seat))))
            case ["start" | "stand" as wish]:
                await self.action_wish(wish)
            case _:
                pass

    async def action_wish(self, wish: str) -> None:
        await self._ask(Start() if wish == "start" else Stand())

    def action_rules(self) -> None:
        if self._session.scene.kind is not None:
            self.app.push_screen(rules_screen(self._session.scene.kind, Reader(self.language)))

    async def _ask(self, wish: Wish) -> None:
        try:
            await self._session.wish(wish)
            self._notice = None
        except (TamayaError, OSError) as error:
            self._notice = cause_of(error)
        self.draw()


def _draw(scene: Scene, notice: Message | None, reader: Reader) -> Content:
    lobby = scene.lobby
    if lobby is None or scene.kind is None:
        return write(sentence(say(scene.trouble or "table.connecting", reader)), PALE)
    wrong = Message("table.refused", cause=notice) if notice else scene.trouble
    return stack(
        [
            write(say(scene.kind.title, reader), BRIGHT, bold=True),
            "",
            row(write(f"{say('lobby.invite', reader)}: ", FAINT), write(lobby.link, PALE)),
            "",
            *(_seat(lobby, number, reader) for number in range(len(lobby.seats))),
            "",
            *_start(lobby, reader),
            "",
            write(sentence(say(wrong, reader)) if wrong else "", "#ff9b9b"),
        ]
    )


def _seat(lobby: Lobby, number: int, reader: Reader) -> Content:
    seat = lobby.seats[number]
    name = seat.name or say(seat.label, reader)
    take = button(say("lobby.take", reader), f"sit {number}", key=str(number + 1)) if seat.free else ""
    return row(
        write(f"  {say('table.seat', reader, number=number + 1)}  ", FAINT),
        write(say("lobby.you", reader, name=name) if number == lobby.seat else name, PALE),
        "  ",
        take,
    )


def _start(lobby: Lobby, reader: Reader) -> list[Content]:
    if not lobby.owner:
        return [write(say("lobby.wait-owner", reader), PALE)]
    free = sum(seat.free for seat in lobby.seats)
    waits = say("lobby.free-seats", reader, count=free) if free else say("lobby.ready", reader)
    return [write(waits, PALE), row(button(say("lobby.start", reader), "start", key="Enter"))]
