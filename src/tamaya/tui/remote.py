"""A game at a server: a client of the same socket that the browser uses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from itertools import chain
from typing import Any, TypeAlias

import websockets
from websockets.asyncio.client import ClientConnection, connect

from tamaya.bots import AnyClue, Suggestion
from tamaya.engine import Action
from tamaya.records import AnyAction, AnyEvent, AnyPosition, AnyView, Record, game_kind
from tamaya.rules import REMARKS, ImpossibleTable, Seat, TamayaError, seat_letter
from tamaya.table.coaching import Advice
from tamaya.table.commands import Act, ChooseCoach, CoachLevel
from tamaya.table.news import News
from tamaya.tui.http_client import SECONDS, Address, RemoteGuest, read_json, refusal_of
from tamaya.tui.replay import look
from tamaya.tui.session import NO_COACH, KeepNote, Lobby, Open, Scene, SeatRow, Session, Wish
from tamaya.wire import read_event, read_view
from tamaya.words import Message, read_sayable, sentences

Json: TypeAlias = Mapping[str, Any]

LARGEST_MESSAGE = 1 << 20
SHORTEST_WAIT, LONGEST_WAIT = 0.3, 5.0
"""Seconds between two attempts to come back."""
NO_SUCH_TABLE = 1008
_STRANGE = (AttributeError, TypeError, ValueError, LookupError)
"""What comes of messages that are not as they should be."""


class RemoteSession(Session):
    """A table at a server, for a player or a spectator."""

    scene = Scene()
    """The table as the server last told it."""

    def __init__(self, link: str, *, name: str, watch: bool = False, coach: CoachLevel | None = None) -> None:
        self.address = Address.parse(link)
        self._guest = RemoteGuest(self.address, name)
        self._watch = watch
        self._socket: ClientConnection | None = None
        self._answer: asyncio.Future[None] | None = None
        self._asking = asyncio.Lock()
        self._coaching = asyncio.Lock()
        """A server answers one question to the coach at a time."""
        self._help = coach
        """How much help the player wants from the coach, until the server has been told."""
        self._choosing: asyncio.Task[None] | None = None
        self._turns: list[tuple[AnyEvent, ...]] = []
        """What each action caused."""
        self._seq = 0
        self._positions: list[AnyPosition] = []
        """The whole game, once it is over."""
        self._reasons: dict[int, tuple[Message, ...]] = {}
        self._changed: Callable[[], None] = lambda: None

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
                    self._say(trouble=Message("table.missing"))
                    return
            self._say(trouble=Message("table.lost"))
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    async def act(self, action: AnyAction) -> None:
        """Send an action, and wait until it is on the server's disk."""
        await self._ask(asdict(Act(action=str(action), seq=self._seq)))

    async def wish(self, wish: Wish) -> None:
        if isinstance(wish, Open):
            return
        # What is left open is not sent: an older server knows fewer fields.
        await self._ask({name: value for name, value in asdict(wish).items() if value is not None})
        if isinstance(wish, KeepNote):
            self._say(notes={**self.scene.notes, wish.card: wish.text})

    async def coach(self, clue: AnyClue | None = None) -> Advice:
        """Ask the coach of the server."""
        async with self._coaching:
            question = {"seq": self._seq, "clue": None if clue is None else str(clue)}
            answer = await asyncio.to_thread(self._guest.post, "coach", question)
        try:
            return self._read_advice(answer)
        except _STRANGE as error:
            raise ImpossibleTable("refused.strange-server", error=str(error)) from None

    def _read_advice(self, data: Json) -> Advice:
        assert self.scene.kind is not None
        suggestions: list[Suggestion] = []
        for row in data["suggestions"]:
            action = self.scene.kind.parse_action(row["action"])
            assert isinstance(action, Action)
            suggestions.append(Suggestion(action, tuple(map(read_sayable, row["reason"]))))
        return Advice(tuple(suggestions), tuple(map(read_sayable, data["reading"])))

    def _choose_help(self) -> None:
        """Tell the server how much help the player wants, once they have a seat in a game."""
        wanted, scene = self._help, self.scene
        seat = scene.view.seat if scene.view else None
        if wanted is None or seat is None or scene.phase != "playing" or self._choosing is not None:
            return
        self._help = None
        if scene.coach.get(seat, "off") != wanted:
            self._choosing = asyncio.create_task(self._send_help(wanted))

    async def _send_help(self, level: CoachLevel) -> None:
        try:
            await self.wish(ChooseCoach(level=level))
        except TamayaError as error:
            self._say(trouble=error.message)
        finally:
            self._choosing = None

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        """An earlier turn: as the server lets us see it, or with all cards once the game is over."""
        if self.scene.phase == "over":
            if not self._positions:
                data = await asyncio.to_thread(self._guest.get, "record")
                self._positions = Record.from_json(data).positions()
            return look(self._positions[turn], self.scene.names, eyes)
        data = await asyncio.to_thread(self._guest.get, f"moments/{turn}?detail=told")
        try:
            return self._read_view(data["view"], self._turns[:turn])
        except _STRANGE as error:
            raise ImpossibleTable("refused.strange-server", error=str(error)) from None

    async def again(self) -> Session | None:
        """Go to the next table, which the first one to ask sets up."""
        if not self.scene.following:
            await self._ask({"type": "again"})
            async with asyncio.timeout(SECONDS):
                while not self.scene.following:
                    await asyncio.sleep(0.02)
        link = f"{self.address.server}/table/{self.scene.following}"
        return RemoteSession(link, name=self._guest.name, watch=self._watch)

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
                    self._choose_help()
            except asyncio.CancelledError:
                # The player leaves: the socket is closed without waiting.
                socket.transport.abort()
                raise
            finally:
                self._socket = None
                self._reply(ImpossibleTable("refused.connection-gone"))

    def _hear(self, text: str | bytes) -> None:
        try:
            self._take(read_json(text))
        except _STRANGE as error:
            # A newer server may know more than this program.
            self._say(trouble=Message("refused.strange-server", error=" ".join(str(error).split())))

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "table":
                self._sit_down(message)
            case "moved":
                self._move(message)
            case "said":
                self._say(said=(*self.scene.said, _words(message["said"])))
            case "presence":
                away = frozenset(seat for seat, here in enumerate(message["online"]) if not here)
                self._say(away=away - set(self.scene.bots), away_since=_times(message.get("away_since", ())))
            case "thinking":
                self._say(thinking=Seat(message["seat"]), preparing=bool(message.get("preparing")))
            case "done":
                self._reply(None)
            case "error":
                self._reply(ImpossibleTable(refusal_of(message)))
            case _:
                pass

    def _sit_down(self, message: Json) -> None:
        """The whole table, after coming or after a change of more than a move."""
        table, seats, undo = message["table"], message["table"]["seats"], message["table"]["undo"]
        names = tuple(str(seat["name"]) or seat_letter(Seat(number)) for number, seat in enumerate(seats))
        self._seq = message["seq"]
        if message["turns"] or not table["actions"]:
            self._turns = [_events(turn) for turn in message["turns"]]
        self._reasons = {int(turn): _reason(said) for turn, said in table["reasons"].items()}
        bots = {number: bot for number, seat in enumerate(seats) if (bot := _bot(seat))}
        away = frozenset(number for number, seat in enumerate(seats) if not seat["online"]) - set(bots)
        self.scene = Scene(
            kind=game_kind(table["rules"]["text"]),
            names=names,
            phase=table["phase"],
            bots=bots,
            conventions=str(table.get("conventions", "")),
            away=away,
            away_since=_times([seat.get("away_since") for seat in seats]),
            detail=table["setup"]["detail"],
            notes={int(card): str(text) for card, text in table["notes"].items()},
            said=tuple(map(_words, message["said"])),
            undo=Seat(undo["asker"]) if undo else None,
            agreed=frozenset(undo.get("agreed", ())) if undo else frozenset(),
            undo_to=table.get("undo_to"),
            taken_back=int(table.get("taken_back", 0)),
            coach={
                at: level for at, seat in enumerate(seats) if (level := seat.get("coach", "off")) != "off"
            },
            coached=frozenset(at for at, seat in enumerate(seats) if seat.get("coached")),
            no_coach=_obstacle(table),
            may_allow_coach=table.get("coach_refused") is not None
            and table["coach_refused"] == table["seat"],
            people=sum(seat["kind"] != "bot" and seat["taken"] for seat in seats),
            news=tuple(
                News(int(item["turn"]), read_sayable(item["message"])) for item in table.get("news", ())
            ),
            lobby=self._lobby(table) if table["phase"] == "gathering" else None,
            following=str(table["following"] or ""),
        )
        self._update(message)

    def _move(self, message: Json) -> None:
        self._seq = message["seq"]
        self._turns.append(_events(message["events"]))
        if message["reason"]:
            self._reasons[len(self._turns)] = _reason(message["reason"])
        over = message["view"]["result"] is not None
        self.scene = replace(
            self.scene,
            thinking=None,
            preparing=False,
            phase="over" if over else "playing",
            undo=None,
            undo_to=message.get("undo_to"),
        )
        self._update(message)

    def _update(self, message: Json) -> None:
        view = message["view"]
        self._say(
            view=view and self._read_view(view, self._turns),
            turns=len(self._turns),
            reasons=dict(self._reasons),
        )

    def _read_view(self, data: Json, turns: list[tuple[AnyEvent, ...]]) -> AnyView:
        assert self.scene.kind is not None
        return read_view(data, self.scene.kind, self.scene.names, chain.from_iterable(turns))

    def _lobby(self, table: Json) -> Lobby:
        labels = {"open": Message("lobby.free"), "reserved": Message("lobby.reserved")}
        rows = tuple(
            SeatRow(
                name=str(seat["name"]),
                label=labels.get(seat["kind"]) or Message("new-table.bot", name=str(seat["bot"])),
                free=not seat["taken"] and seat["kind"] != "bot",
            )
            for seat in table["seats"]
        )
        seat = table["seat"]
        return Lobby(
            str(self.address), rows, None if seat is None else Seat(seat), table["owner"] and not self._watch
        )

    async def _ask(self, message: dict[str, object]) -> None:
        """Send a message, and wait for what comes of it."""
        async with self._asking:
            if self._socket is None:
                raise ImpossibleTable("refused.connection-gone")
            self._answer = asyncio.get_running_loop().create_future()
            try:
                await self._socket.send(json.dumps(message))
                await asyncio.wait_for(self._answer, SECONDS)
            except (TimeoutError, websockets.WebSocketException):
                raise ImpossibleTable("refused.no-answer") from None
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
        self.scene = replace(self.scene, **{"trouble": None, **changes})
        self._changed()


def _events(data: list[object]) -> tuple[AnyEvent, ...]:
    return tuple(map(read_event, data))


def _bot(seat: Json) -> str:
    """The bot that plays a seat: its own, or one that stands in for its player; empty for a person."""
    return str(seat["bot"] if seat["kind"] == "bot" else seat.get("stand_in", ""))


def _obstacle(table: Json) -> Message | None:
    """Why there is no coach at a table; a server of version 0.1.0 has none."""
    if "no_coach" not in table:
        return NO_COACH
    return None if table["no_coach"] is None else read_sayable(table["no_coach"])


def _times(data: Iterable[str | None]) -> dict[int, datetime]:
    """[seat] since when a player is away; a server of version 0.1.0 does not say it."""
    return {seat: datetime.fromisoformat(at) for seat, at in enumerate(data) if at}


def _reason(data: str | list[Json]) -> tuple[Message, ...]:
    """Why a bot moved; a server of version 0.1.0 says it as an English text."""
    return sentences(data if isinstance(data, str) else map(read_sayable, data))


def _words(said: Json) -> str:
    text = said["text"]
    return f"{said['name']}: {Message(text) if text in REMARKS else text}"
