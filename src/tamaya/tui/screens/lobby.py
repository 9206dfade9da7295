"""A table at a server before the game starts: take a seat, wait for the others, start."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from tamaya.rules import Seat, TamayaError
from tamaya.rules.words import title
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, button, row, stack, write
from tamaya.tui.screens.texts import rules_screen
from tamaya.tui.session import Scene, Session, Sit, Stand, Start, Wish


class LobbyScreen(Screen[None]):
    """Closes by itself when the game starts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "wish('start')", "Start"),
        Binding("s", "wish('stand')", "Stand up"),
        Binding("r", "rules", "Rules"),
        Binding("q", "app.leave", "Leave"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._notice = ""

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
        self.query_one("#words", Static).update(_draw(self._session.scene, self._notice))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only whoever set the table up may start."""
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
            self.app.push_screen(rules_screen(self._session.scene.kind))

    async def _ask(self, wish: Wish) -> None:
        try:
            await self._session.wish(wish)
            self._notice = ""
        except (TamayaError, OSError) as error:
            self._notice = str(error)
        self.draw()


def _draw(scene: Scene, notice: str) -> Content:
    lobby = scene.lobby
    if lobby is None or scene.kind is None:
        return write(scene.trouble or "Coming to the table …", PALE)
    lines: list[Content | str] = [
        write(title(scene.kind.rules) if scene.kind.rules else "Andrewz", BRIGHT, bold=True),
        "",
        row(write("Invite people with this link: ", FAINT), write(lobby.link, PALE)),
        "",
    ]
    for number, seat in enumerate(lobby.seats):
        here = " (you)" if number == lobby.seat else ""
        take = button("sit here", f"sit {number}", key=str(number + 1)) if seat.free else ""
        lines.append(
            row(
                write(f"  Seat {number + 1}  ", FAINT),
                write(f"{seat.name or seat.words}{here}  ", PALE),
                take,
            )
        )
    free = sum(seat.free for seat in lobby.seats)
    if lobby.owner:
        waits = f"{free} seat{'' if free == 1 else 's'} still free." if free else "Everybody is here."
        lines += ["", write(waits, PALE), row(button("start the game", "start", key="Enter"))]
    else:
        lines += ["", write("The game starts when whoever set up this table says so.", PALE)]
    lines += ["", write(f"No: {notice}." if notice else scene.trouble, "#ff9b9b")]
    return stack(lines)
