"""Screens in front of a table: people gather at one of a server, or the next one comes to the keyboard."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from tamaya.rules import Seat, seat_letter
from tamaya.table.commands import Sit, StandUp, Start
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, REFUSED, button, row, stack, write
from tamaya.tui.screens.localised import LocalisedScreen
from tamaya.tui.screens.sheets import rules_screen
from tamaya.tui.session import Lobby, Open, Session, Wish, story
from tamaya.tui.speech import conventions_line, sentence, viewer_of
from tamaya.words import Message

LINES = 6
"""Of the story, between two people at one keyboard."""


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


class HandoverScreen(WordsScreen):
    """Between two people at one keyboard: covers everything, and tells only what everybody saw."""

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
        told = [text for _, text in story(scene.kind, scene.view, viewer_of(scene.view, self.language))]
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


class LobbyScreen(WordsScreen):
    """A table at a server before the game, to take a seat; closes by itself when the game starts."""

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
        """A seat is taken by its letter, or by its number."""
        lobby, key = self.session.scene.lobby, (event.character or "").upper()
        for number in range(len(lobby.seats) if lobby else 0):
            if key in (seat_letter(Seat(number)), str(number + 1)):
                event.stop()
                await self.action_sit(number)
                break

    async def action_sit(self, seat: int) -> None:
        await self._ask(Sit(seat=seat))

    async def action_stand(self) -> None:
        await self._ask(StandUp())

    async def action_start(self) -> None:
        await self._ask(Start())

    def action_rules(self) -> None:
        scene = self.session.scene
        if scene.kind is not None:
            self.app.push_screen(rules_screen(scene.kind, self.reader, scene.conventions))

    async def _ask(self, wish: Wish) -> None:
        self._notice = None
        with self.telling():
            await self.session.wish(wish)
        self.draw()

    def tell(self, cause: Message) -> None:
        self._notice = cause

    def words(self) -> Content:
        scene, lobby = self.session.scene, self.session.scene.lobby
        if lobby is None or scene.kind is None:
            return write(sentence(self.say(scene.trouble or "table.connecting"), self.reader), PALE)
        wrong = Message("table.refused", cause=self._notice) if self._notice else scene.trouble
        return stack(
            [
                write(self.say(scene.kind.title), BRIGHT, bold=True),
                "",
                row(write(f"{self.say('lobby.invite')}: ", FAINT), write(lobby.link, PALE)),
                "",
                *(self._seat(lobby, number) for number in range(len(lobby.seats))),
                "",
                *self._conventions(scene.conventions),
                *self._start(lobby),
                "",
                write(sentence(self.say(wrong), self.reader) if wrong else "", REFUSED),
            ]
        )

    def _conventions(self, book: str) -> list[Content]:
        """What clues mean at this table."""
        line = conventions_line(book)
        if line is None:
            return []
        title = write(f"  {self.say('new-table.conventions')}  ", FAINT)
        return [row(title, write(self.say(line), PALE)), Content("")]

    def _seat(self, lobby: Lobby, number: int) -> Content:
        seat, letter = lobby.seats[number], seat_letter(Seat(number))
        name = seat.name or self.say(seat.label)
        take = button(self.say("lobby.take"), f"sit({number})", key=letter) if seat.free else ""
        return row(
            write(f"  {self.say('table.seat', letter=letter)}  ", FAINT),
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
