"""People who play at many tables, in a process of their own, and write down all that they ask and hear.

The notes are lines of JSON, each a list. Written are: ``asked`` before a message is sent, ``answered`` with
its answer or with ``unknown`` if none came, and ``saw`` for each table and move that was told, with a hash of
the view. What was noted is what the server has said: the checks compare it with the logs.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

PATIENCE = 15.0
THINKING = 0.4
"""The longest that a person thinks, in seconds."""
GONE = (WebSocketException, InvalidHandshake, httpx.HTTPError, OSError, TimeoutError, EOFError)
KINDS: tuple[dict[str, Any], ...] = (
    {"rules": "original+talk=open+strikes=9", "people": 2, "bots": 0},
    {"rules": "deluxe+flamboyants+talk=open+strikes=9", "people": 2, "bots": 1},
    {"rules": "rnr+variant-1+final-flourish+strikes=10+talk=open", "people": 3, "bots": 0},
    {"rules": "andrewz", "people": 1, "bots": 2},
    {"rules": "deluxe+avalanche+black-powder+strikes=9", "people": 1, "bots": 1},
)


def view_hash(view: object) -> str:
    """A view in few letters."""
    return hashlib.blake2b(json.dumps(view, sort_keys=True).encode(), digest_size=9).hexdigest()


class Notes:
    """A file of lines; each is there once it is written, also if this process dies."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, *line: object) -> None:
        """Add a line."""
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


@dataclass(eq=False)
class Group:
    """A few people who play one game after the other."""

    base: str
    number: int
    notes: Notes
    rng: random.Random

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop."""
        games = 0
        while not stop.is_set():
            kind = KINDS[(self.number + games) % len(KINDS)]
            games += 1
            people = [Person(self, f"P{self.number}.{games}.{seat}", seat) for seat in range(kind["people"])]
            try:
                await self._game(kind, people, stop)
            finally:
                for person in people:
                    await person.close()

    async def _game(self, kind: dict[str, Any], people: list[Person], stop: asyncio.Event) -> None:
        for person in people:
            await person.become_guest(stop)
        bot = "greedy" if kind["rules"] == "andrewz" else "careful"
        seats: list[dict[str, str]] = [{}] * kind["people"] + [{"kind": "bot", "bot": bot}] * kind["bots"]
        table = await people[0].set_up({"rules": kind["rules"], "seats": seats}, stop)
        if table is not None:
            await asyncio.gather(*(person.play(table, len(people), stop) for person in people))


class Person:
    """A guest who plays on whatever happens."""

    def __init__(self, group: Group, name: str, seat: int) -> None:
        self.group = group
        self.name = name
        self.place = seat
        self.rng = random.Random(f"{group.rng.random()}/{name}")
        self.http = httpx.AsyncClient(base_url=group.base, timeout=PATIENCE, trust_env=False)
        self.socket: ClientConnection | None = None
        self.table = ""
        self.seq = 0
        self.info: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.words = 0

    async def close(self) -> None:
        """Leave."""
        await self._hang_up()
        await self.http.aclose()

    async def become_guest(self, stop: asyncio.Event) -> None:
        """Get a key."""
        while not stop.is_set():
            with suppress(*GONE):
                if (await self.http.post("/api/me", json={"name": self.name})).status_code == 200:
                    return
            await self._rest()

    async def set_up(self, setup: dict[str, Any], stop: asyncio.Event) -> str | None:
        """A new table; None if it is time to stop."""
        while not stop.is_set():
            with suppress(*GONE):
                answer = await self.http.post("/api/tables", json=setup)
                if answer.status_code == 201:
                    table: str = answer.json()["id"]
                    self.group.notes.write("table", table, self.name)
                    return table
            await self._rest()
        return None

    async def play(self, table: str, people: int, stop: asyncio.Event) -> None:
        """Play at a table until the game is over."""
        self.table = table
        while not stop.is_set() and not self._over():
            try:
                await self._connect()
                await self._play(people, stop)
            except GONE:
                await self._rest()
        await self._hang_up()

    def _over(self) -> bool:
        return bool(self.info) and self.info["phase"] == "over"

    async def _rest(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.05, 0.6))

    async def _hang_up(self) -> None:
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    async def _connect(self) -> None:
        await self._hang_up()
        address = f"{self.group.base.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        async with asyncio.timeout(PATIENCE):
            self.socket = await connect(
                address,
                additional_headers={"Cookie": cookie},
                compression=None,
                ping_interval=None,
                max_size=2**24,
                max_queue=None,
                proxy=None,
            )
        await self._send("hello", seen=self.seq)
        await self._hear_until("table")

    async def _play(self, people: int, stop: asyncio.Event) -> None:
        while not stop.is_set() and not self._over():
            wish = self._wish(people)
            if wish is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):
                        await self._hear()
                continue
            await asyncio.sleep(self.rng.uniform(0, THINKING))
            await self._ask(*wish)

    def _wish(self, people: int) -> tuple[str, dict[str, Any]] | None:
        """What this person wants to do now."""
        if self.info["phase"] == "gathering":
            if self.info["seat"] is None:
                return ("sit", {"seat": self.place})
            taken = sum(seat["taken"] for seat in self.info["seats"][:people])
            return ("start", {}) if self.place == 0 and taken == people else None
        if self.view is None or self.view["turn"] is None or self.view["turn"] != self.info["seat"]:
            return None
        if self.rng.random() < 0.05 and "talk=open" in self.info["setup"]["rules"]:
            self.words += 1
            return ("say", {"text": f"{self.name} {self.words} {time.monotonic_ns()}"})
        careful = [action for action in self.view["actions"] if action[0] != "p"]
        if self.view["game"] == "andrewz":
            careful = []
        action = self.rng.choice(careful or self.view["actions"])
        return ("act", {"action": action, "seq": self.seq})

    async def _ask(self, kind: str, fields: dict[str, Any]) -> None:
        """Do something, now and then twice in a hurry, and note what is asked and answered."""
        note = self.group.notes.write
        what = fields.get("action", fields.get("text", ""))
        times = 2 if kind == "act" and self.rng.random() < 0.05 else 1
        mark = f"{self.name}/{time.monotonic_ns()}"
        for _ in range(times):
            note("asked", mark, self.table, kind, self.seq, what)
        heard = 0
        try:
            for _ in range(times):
                await self._send(kind, **fields)
            for _ in range(times):
                answer = await self._hear_until("done", "error")
                heard += 1
                if answer["type"] == "done":
                    note("answered", mark, self.table, kind, "done", answer["seq"], what)
                else:
                    note("answered", mark, self.table, kind, answer["code"], self.seq, what)
                    if answer["code"] == "unknown":
                        raise EOFError
        finally:
            for _ in range(heard, times):
                note("answered", mark, self.table, kind, "unknown", self.seq, what)

    async def _send(self, kind: str, **fields: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def _hear_until(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while (message := await self._hear())["type"] not in kinds:
                pass
        return message

    async def _hear(self) -> dict[str, Any]:
        assert self.socket is not None
        message: dict[str, Any] = json.loads(await self.socket.recv())
        note = self.group.notes.write
        match message["type"]:
            case "table":
                self.info, self.view = message["table"], message["view"]
                note(
                    "saw",
                    self.table,
                    self.info["seat"],
                    message["seq"],
                    view_hash(self.view),
                    self.seq,
                    "table",
                )
                self.seq = message["seq"]
            case "moved":
                self.view = message["view"]
                note(
                    "saw",
                    self.table,
                    self.info["seat"],
                    message["seq"],
                    view_hash(self.view),
                    self.seq,
                    "moved",
                )
                self.seq = message["seq"]
            case _:
                pass
        return message


async def play(bases: list[str], groups: int, seed: str, path: Path) -> None:
    """Play until standard input ends."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.run_in_executor(None, lambda: (sys.stdin.read(), loop.call_soon_threadsafe(stop.set)))
    with path.open("a", buffering=1) as file:
        notes = Notes(file)
        rng = random.Random(seed)
        playing = [
            Group(bases[number % len(bases)], number, notes, random.Random(f"{seed}/{number}/{rng.random()}"))
            for number in range(groups)
        ]
        await asyncio.gather(*(group.play(stop) for group in playing))


if __name__ == "__main__":
    plan = json.loads(sys.argv[1])
    asyncio.run(play(plan["bases"], plan["groups"], plan["seed"], Path(plan["notes"])))
