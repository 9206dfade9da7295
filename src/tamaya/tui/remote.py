"""A game at a server: a client of the same socket that the browser uses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

import websockets
from websockets.asyncio.client import ClientConnection, connect

from tamaya.records import AnyAction, AnyEvent, AnyPosition, AnyView, Kind, Record, game_kind
from tamaya.rules import ImpossibleTable, Seat, TamayaError
from tamaya.tui.guestbook import SECONDS, Address, Guest
from tamaya.tui.replaying import look
from tamaya.tui.session import (
    Lobby,
    Note,
    Open,
    Say,
    Scene,
    SeatRow,
    Session,
    Sit,
    Stand,
    Start,
    TakeBack,
    Wish,
    is_move,
)
from tamaya.tui.studying import Study
from tamaya.tui.wire import Json, clean, read_event, read_view

LARGEST_MESSAGE = 1 << 20
SHORTEST_WAIT, LONGEST_WAIT = 0.3, 5.0
"""Seconds between two attempts to come back."""
NO_SUCH_TABLE = 1008


class RemoteSession:
    """A table at a server, for somebody with a seat or beside it."""

    starts_at = None

    def __init__(self, link: str, *, name: str, watch: bool = False) -> None:
        self.address = Address.parse(link)
        self._guest = Guest(self.address, name)
        self._watch = watch
        self._socket: ClientConnection | None = None
        self._answer: asyncio.Future[None] | None = None
        self._asking = asyncio.Lock()
        self._table: Json | None = None
        self._kind: Kind | None = None
        self._view: Json | None = None
        self._events: list[AnyEvent] = []
        self._seq = 0
        self._positions: list[AnyPosition] = []
        """The whole game, once it is over."""
        self._reasons: dict[int, str] = {}
        self._notes: dict[int, str] = {}
        self._scene = Scene()
        self._changed: Callable[[], None] = lambda: None

    @property
    def scene(self) -> Scene:
        """The table as the server last told it."""
        return self._scene

    async def follow(self, changed: Callable[[], None]) -> None:
        """Stay at the table; when the connection breaks, come back."""
        self._changed = changed
        wait = SHORTEST_WAIT
        while True:
            try:
                await asyncio.to_thread(self._guest.introduce)
                await self._visit()
                wait = SHORTEST_WAIT
            except (OSError, TamayaError, websockets.WebSocketException) as error:
                closed = getattr(error, "rcvd", None)
                if closed is not None and closed.code == NO_SUCH_TABLE:
                    self._say(trouble="There is no such table.")
                    return
            self._say(trouble="The connection is gone. Trying again …")
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    async def act(self, action: AnyAction) -> None:
        """Send an action, and wait until it is on the server's disk."""
        await self._ask({"type": "act", "action": str(action), "seq": self._seq})

    async def wish(self, wish: Wish) -> None:
        """Everything else that a server takes."""
        match wish:
            case Sit(seat):
                await self._ask({"type": "sit", "seat": seat})
            case Stand():
                await self._ask({"type": "stand"})
            case Start():
                await self._ask({"type": "start"})
            case Say(text):
                await self._ask({"type": "say", "text": text})
            case TakeBack(answer):
                await self._ask({"type": "undo", "wish": answer})
            case Note(card, text):
                await self._ask({"type": "note", "card": card, "text": text})
                self._notes[card] = text
                self._say(notes=dict(self._notes))
            case Open():
                pass
            case _:
                assert_never(wish)

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        """An earlier turn: as the server lets us see it, or with all cards once the game is over."""
        if self._scene.phase == "over":
            if not self._positions:
                data = await asyncio.to_thread(self._guest.get, "record")
                self._positions = Record.from_json(data).positions()
            return look(self._positions[turn], self._scene.names, eyes)
        data = await asyncio.to_thread(self._guest.get, f"moments/{turn}?detail=told")
        assert self._kind is not None
        return read_view(self._kind, self._scene.names, data["view"], self._until(turn))

    def study(self) -> Study:
        """Refused: a server has its own."""
        raise ImpossibleTable("the review of this game is at the table’s page, in a browser")

    async def again(self) -> Session | None:
        """Go to the next table, which the first one to ask sets up."""
        if not self._following:
            await self._ask({"type": "again"})
            async with asyncio.timeout(SECONDS):
                while not self._following:
                    await asyncio.sleep(0.02)
        link = f"{self.address.server}/table/{self._following}"
        return RemoteSession(link, name=self._guest.name, watch=self._watch)

    def close(self) -> None:
        """The seat stays ours."""

    @property
    def _following(self) -> str:
        return str(self._table["following"]) if self._table else ""

    async def _visit(self) -> None:
        headers = {"Cookie": self._guest.cookie} if self._guest.cookie else {}
        proxy: Any = {"proxy": None} if self.address.is_here else {}
        async with connect(
            self.address.socket,
            additional_headers=headers,
            max_size=LARGEST_MESSAGE,
            open_timeout=SECONDS,
            **proxy,
        ) as socket:
            self._socket = socket
            try:
                await socket.send(json.dumps({"type": "hello", "detail": "told"}))
                async for text in socket:
                    self._hear(text)
            except asyncio.CancelledError:
                # Somebody leaves: there is no time for a polite goodbye.
                socket.transport.abort()
                raise
            finally:
                self._socket = None
                self._reply(ImpossibleTable("the connection is gone"))

    def _hear(self, text: str | bytes) -> None:
        try:
            self._take(json.loads(text))
        except (KeyError, TypeError, ValueError, LookupError) as error:
            # A newer server may know more than this program.
            self._say(trouble=f"This program does not understand the server: {error!r}")

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "table":
                self._sit_down(message)
            case "moved":
                self._move(message)
            case "said":
                self._say(said=(*self._scene.said, _words(message["said"])))
            case "presence":
                online = message["online"]
                self._say(
                    away=frozenset(seat for seat, here in enumerate(online) if not here) - self._scene.bots
                )
            case "thinking":
                self._say(thinking=Seat(message["seat"]))
            case "done":
                self._reply(None)
            case "error":
                self._reply(ImpossibleTable(clean(message["sentence"])))
            case _:
                pass

    def _sit_down(self, message: Json) -> None:
        """The whole table, after coming or after a change of more than a move."""
        table = self._table = message["table"]
        kind = self._kind = game_kind(table["rules"]["text"])
        seats = table["seats"]
        self._seq, self._view = message["seq"], message["view"]
        if message["events"] or not table["actions"]:
            self._events = [read_event(kind, event) for event in message["events"]]
        self._reasons = {int(turn): clean(text) for turn, text in table["reasons"].items()}
        self._notes = {int(card): clean(text) for card, text in table["notes"].items()}
        undo = table["undo"]
        self._scene = Scene(
            kind=kind,
            names=tuple(clean(seat["name"]) or f"Seat {number + 1}" for number, seat in enumerate(seats)),
            phase=table["phase"],
            bots=frozenset(number for number, seat in enumerate(seats) if seat["kind"] == "bot"),
            away=frozenset(
                number for number, seat in enumerate(seats) if seat["kind"] != "bot" and not seat["online"]
            ),
            detail=table["setup"]["detail"],
            notes=dict(self._notes),
            said=tuple(map(_words, message["said"])),
            undo=Seat(undo["asker"]) if undo else None,
            lobby=self._lobby(table) if table["phase"] == "gathering" else None,
            following=bool(table["following"]),
        )
        self._update()

    def _move(self, message: Json) -> None:
        assert self._kind is not None
        self._seq, self._view = message["seq"], message["view"]
        self._events += [read_event(self._kind, event) for event in message["events"]]
        if message["reason"]:
            self._reasons[sum(map(is_move, self._events))] = clean(message["reason"])
        over = self._view is not None and self._view["result"] is not None
        self._scene = replace(self._scene, thinking=None, phase="over" if over else "playing", undo=None)
        self._update()

    def _update(self) -> None:
        assert self._kind is not None
        names = self._scene.names
        self._say(
            view=read_view(self._kind, names, self._view, self._events) if self._view else None,
            turns=sum(map(is_move, self._events)),
            reasons=dict(self._reasons),
        )

    def _lobby(self, table: Json) -> Lobby:
        words = {"open": "free", "bot": "bot", "reserved": "kept for somebody"}
        rows = tuple(
            SeatRow(clean(seat["name"]), words[seat["kind"]], not seat["taken"] and seat["kind"] != "bot")
            for seat in table["seats"]
        )
        seat = table["seat"]
        return Lobby(
            str(self.address), rows, None if seat is None else Seat(seat), table["owner"] and not self._watch
        )

    def _until(self, turn: int) -> list[AnyEvent]:
        """The events that so many actions caused."""
        count, found = 0, []
        for event in self._events:
            count += is_move(event)
            if count > turn:
                break
            found.append(event)
        return found

    async def _ask(self, message: dict[str, object]) -> None:
        """Send a message, and wait for what comes of it."""
        async with self._asking:
            if self._socket is None:
                raise ImpossibleTable("the connection is gone")
            self._answer = asyncio.get_running_loop().create_future()
            try:
                await self._socket.send(json.dumps(message))
                await asyncio.wait_for(self._answer, SECONDS)
            except (TimeoutError, websockets.WebSocketException):
                raise ImpossibleTable("the server does not answer") from None
            finally:
                self._answer = None

    def _reply(self, error: TamayaError | None) -> None:
        if self._answer is None or self._answer.done():
            return
        if error is None:
            self._answer.set_result(None)
        else:
            self._answer.set_exception(error)

    def _say(self, **changes: Any) -> None:
        self._scene = replace(self._scene, **{"trouble": "", **changes})
        self._changed()


def _words(said: Json) -> str:
    return f"{clean(said['name'])}: {clean(said['text'])}"
