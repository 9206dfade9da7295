"""People at a table: clients that speak HTTP and WebSocket with a server, and keep every byte they get."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tamaya.server.keys import COOKIE

Message: TypeAlias = dict[str, Any]
PATIENCE = 45.0
"""Seconds after which something that should have happened will not happen."""


def key_in(cookies: httpx.Cookies) -> str:
    """The key of a guest, whichever server's cookie it is in."""
    return next((value or "" for name, value in cookies.items() if name.startswith(COOKIE)), "")


class Person:
    """A guest with a browser: one cookie jar, and at most one socket at a time.

    Messages are read when the test waits for them, so that a test decides what happens when. ``received``
    holds every answer and every message, as they came.
    """

    def __init__(self, base: str, *, key: str = "") -> None:
        self.base = base
        # The server closes idle connections after five seconds, and a request must not meet that moment.
        limits = httpx.Limits(keepalive_expiry=1.0)
        self.http = httpx.AsyncClient(base_url=base, timeout=PATIENCE, trust_env=False, limits=limits)
        if key:
            self.http.cookies.set(COOKIE, key)
        self.received: list[bytes] = []
        self.messages: list[Message] = []
        """Those from the socket."""
        self.table: Message = {}
        self.view: Message | None = None
        self.insight: Message | None = None
        self.seq = 0
        self._socket: ClientConnection | None = None

    @property
    def key(self) -> str:
        """What proves who this is."""
        return key_in(self.http.cookies)

    @property
    def seat(self) -> int | None:
        """The seat at the table."""
        seat: int | None = self.table["seat"]
        return seat

    @property
    def phase(self) -> str:
        """Where the table stands."""
        return str(self.table["phase"])

    @property
    def over(self) -> bool:
        """Whether the game on the table has ended."""
        return self.view is not None and self.view["result"] is not None

    @property
    def my_turn(self) -> bool:
        """Whether everybody waits for this person."""
        return self.view is not None and self.view["turn"] is not None and self.view["turn"] == self.seat

    # Requests.

    async def get(self, path: str, **query: str) -> httpx.Response:
        """Ask for something."""
        return self._keep(await self.http.get(path, params=query))

    async def post(
        self, path: str, body: object = None, *, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """Send something as JSON."""
        return self._keep(await self.http.post(path, json=body, headers=headers))

    async def be(self, name: str) -> None:
        """Choose a name."""
        (await self.post("/api/me", {"name": name})).raise_for_status()

    async def set_up(self, start: bool = False, **setup: object) -> str:
        """Set a table up and return its id."""
        response = await self.post(f"/api/tables?start={str(start).lower()}", setup)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def _keep(self, response: httpx.Response) -> httpx.Response:
        headers = [
            b"%s: %s" % (name, value)
            for name, value in response.headers.raw
            if name.lower() not in (b"date", b"set-cookie", b"x-request-id")
        ]
        self.received.append(b"\r\n".join([str(response.status_code).encode(), *headers, response.content]))
        return response

    # The socket.

    async def connect(self, table: str, headers: dict[str, str] | None = None) -> None:
        """Open a socket to a table, without a word."""
        await self.hang_up()
        address = f"{self.base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        cookie = {"Cookie": f"{COOKIE}={self.key}"} if self.key else {}
        self._socket = await connect(
            address,
            additional_headers={**cookie, **(headers or {})},
            max_size=2**24,
            max_queue=None,
            open_timeout=PATIENCE,
            proxy=None,
        )

    async def join(self, table: str, *, seen: int = 0, detail: str = "told") -> None:
        """Open a socket to a table and ask for it."""
        await self.connect(table)
        await self.hello(seen=seen, detail=detail)

    async def hello(self, *, seen: int = 0, detail: str = "told") -> Message:
        """Ask for the table."""
        await self.send(type="hello", seen=seen, detail=detail)
        return await self.next("table", "error")

    async def send(self, **message: object) -> None:
        """Send a message."""
        await self.send_raw(json.dumps(message))

    async def send_raw(self, text: str | bytes) -> None:
        """Send whatever it is."""
        assert self._socket is not None
        await self._socket.send(text)

    async def hear(self) -> Message:
        """The next message."""
        assert self._socket is not None
        text = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.received.append(text.encode())
        message: Message = json.loads(text)
        self.messages.append(message)
        self._take(message)
        return message

    async def next(self, *types: str) -> Message:
        """The next message of one of these types."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.hear())["type"] not in types:
                pass
        return message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Read messages until something holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.hear()

    async def until_seq(self, seq: int) -> None:
        """Read messages until an entry of the log has been seen."""
        await self.until(lambda: self.seq >= seq)

    async def until_my_turn(self) -> bool:
        """Read messages until it is this person's turn; False if the game is over instead."""
        await self.until(lambda: self.over or self.my_turn)
        return not self.over

    async def ask(self, type: str, **fields: object) -> Message:
        """Send a message and return the answer: done or error."""
        await self.send(type=type, **fields)
        return await self.next("done", "error")

    async def do(self, type: str, **fields: object) -> int:
        """Send a message that must succeed, and return the number of its entry."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "done", answer
        return int(answer["seq"])

    async def act(self, action: str) -> int:
        """Make a move that must succeed, more slowly if the server asks for it."""
        answer = await self.ask("act", action=action, seq=self.seq)
        while answer.get("code") == "too-much":
            await asyncio.sleep(2)
            answer = await self.ask("act", action=action, seq=self.seq)
        assert answer["type"] == "done", answer
        return int(answer["seq"])

    async def settle(self) -> None:
        """Read everything that the server has sent so far."""
        await self.send(type="ping")
        await self.next("pong")

    async def look(self) -> None:
        """Ask for the table, and read until it is as it is now."""
        await self.hello()
        await self.settle()

    async def refusal(self, type: str, **fields: object) -> tuple[str, str]:
        """Send a message that must be refused, and return the code and the sentence."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "error", answer
        return answer["code"], answer["sentence"]

    async def hang_up(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    def cut_off(self) -> None:
        """Break the connection without a word, as a dead network does."""
        assert self._socket is not None
        self._socket.transport.abort()
        self._socket = None

    async def wait_closed(self) -> int | None:
        """Wait until the server closes the socket; the code it gives."""
        assert self._socket is not None
        async with asyncio.timeout(PATIENCE):
            await self._socket.wait_closed()
        return self._socket.close_code

    async def leave(self) -> None:
        """Close everything."""
        await self.hang_up()
        await self.http.aclose()

    def _take(self, message: Message) -> None:
        match message["type"]:
            case "table":
                self.table, self.view, self.seq = message["table"], message["view"], message["seq"]
                self.insight = message["insight"]
            case "moved":
                self.view, self.insight, self.seq = message["view"], message["insight"], message["seq"]
            case "said":
                self.seq = message["seq"]
            case _:
                pass


@asynccontextmanager
async def people(base: str, *names: str) -> AsyncIterator[list[Person]]:
    """Guests with these names; an empty name is a guest who has not chosen one."""
    persons = [Person(base) for _ in names]
    try:
        for person, name in zip(persons, names, strict=True):
            if name:
                await person.be(name)
        yield persons
    finally:
        for person in persons:
            await person.leave()


OPEN: Message = {"kind": "open"}
CAREFUL: Message = {"kind": "bot", "bot": "careful"}
GREEDY: Message = {"kind": "bot", "bot": "greedy"}


async def gather(table: str, persons: list[Person], *, detail: str = "told") -> None:
    """Everybody joins and takes a seat, in order; the first has one already."""
    for seat, person in enumerate(persons):
        await person.join(table, detail=detail)
        if person.seat is None:
            await person.do("sit", seat=seat)
    await persons[0].do("start")
    for person in persons:
        await person.until(lambda person=person: person.phase == "playing")  # type: ignore[misc]


async def play_on(persons: list[Person], *, most: int = 3000) -> int:
    """Play until the game is over; how many moves these persons made. They peek at each other's views."""
    moves = 0
    while not all(person.over for person in persons):
        assert moves < most, "the game does not end"
        for person in persons:
            if person.my_turn:
                await person.act(choose(person, persons))
                moves += 1
                break
        else:
            await next(person for person in persons if not person.over).hear()
        for person in persons:
            await person.until_seq(max(other.seq for other in persons))
    return moves


def choose(person: Person, persons: list[Person]) -> str:
    """A move for a game that shall get somewhere: what fits, as others can see, or a clue, or a discard."""
    view = person.view
    assert view is not None
    actions: list[str] = view["actions"]
    if view["game"] == "andrewz":
        return actions[0]
    rules = person.table["rules"]
    hidden = _faces(person, persons)
    for kind in "pe":
        for action in actions:
            face = hidden.get(int(action[1:]) - 1) if kind == "p" and action[1:].isdigit() else action[1:]
            if action[0] == kind and face and _fits(face, view, rules):
                return action
    clues = [action for action in actions if action[0] == "c"]
    discards = [action for action in actions if action[0] == "d"]
    if clues and (view["clues"] > 4 or not discards):
        return clues[len(person.messages) % len(clues)]
    return (discards or actions)[0]


def _faces(person: Person, persons: list[Person]) -> dict[int, str]:
    """[slot - 1] a person's own cards, as another player at the table sees them."""
    for other in persons:
        if other is not person and other.view is not None and other.seq == person.seq:
            hand = other.view["hands"][person.seat]
            return {slot: held["card"] for slot, held in enumerate(hand) if held["card"]}
    return {}


def _fits(face: str, view: Message, rules: Message) -> bool:
    for suit, laid in zip(rules["suits"], view["displays"], strict=True):
        if suit["letter"] == face[0]:
            return bool(suit["order"][laid : laid + 1] == [int(face[1:])])
    return False
