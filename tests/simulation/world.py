"""A world in the simulation: processes that serve tables, people who play at them, and what must hold.

Checked are: what was acknowledged is in the log, once and under its number; what a person is sent was in the
log before and is what the log says a person of theirs may know; a move that is sent twice counts once; and
games go on when nothing breaks any more.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from starlette.websockets import WebSocket

from tamaya.bots import Choice, fallback
from tamaya.records import AnyAction, AnyView
from tamaya.server.keys import Holder
from tamaya.server.limits import Budget
from tamaya.server.live import Client, LiveTable
from tamaya.server.outside import Clock, Luck
from tamaya.server.socket import serve_socket
from tamaya.server.store import Store
from tamaya.server.tables import LiveTables
from tamaya.server.turns import Asker
from tamaya.server.workers import BotPool
from tamaya.table.commands import Guest, SeatPlan, Setup
from tamaya.table.entries import Acted, Said
from tamaya.table.players import Players, SeatedBot
from tamaya.table.table import Table
from tests.simulation.loop import Machine
from tests.simulation.network import Connection, Cut, ServerEnd
from tests.simulation.store import SimulatedDatabase, SimulatedStore, Unreachable

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
TRIES_AGAIN = (0.05, 1.0)
IMPATIENCE = 20.0
"""Seconds after which a person gives up on an answer and connects again."""


class SimulatedClock(Clock):
    """The clocks of a machine: one that only goes on, and one that people set."""

    def __init__(self) -> None:
        self.skew = timedelta()

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    def worked(self) -> float:
        return 0.0

    def now(self) -> datetime:
        return EPOCH + timedelta(seconds=self.monotonic()) + self.skew


class SimulatedLuck(Luck):
    """Chance that is the same for the same seed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def new_id(self) -> str:
        return f"table-{self._rng.getrandbits(48):x}"

    def below(self, limit: int) -> int:
        return self._rng.randrange(limit)

    def shuffle_seed(self) -> str:
        return f"{self._rng.getrandbits(64):x}"


class SimulatedBots:
    """Bots that take a while, and sometimes fail."""

    limit = 10.0

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._players = Players()

    def is_ready(self, _seated: SeatedBot) -> bool:
        return True

    async def until_ready(self, seated: SeatedBot) -> None:
        """There is nothing to wait for."""

    async def act(self, seated: SeatedBot, view: AnyView, _asker: Asker | None = None) -> Choice[AnyAction]:
        await asyncio.sleep(self._rng.choice((0.001, 0.05, 2.0)))
        if self._rng.random() < 0.05:
            return fallback(view)
        return self._players.ask(seated, view).choice


@dataclass
class Server:
    """A process that serves tables, from its start until it is killed."""

    name: str
    machine: Machine
    tables: LiveTables
    clock: SimulatedClock
    ready: bool = False
    connections: list[Connection] = field(default_factory=list)


@dataclass
class Facts:
    """What happened, to be sure that a simulation has done what it was for."""

    counts: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, dict[int, str]] = field(default_factory=dict)
    """table: number: what must be there"""


class World:
    """All there is in a simulation."""

    def __init__(self, seed: int | str, *, processes: int = 1) -> None:
        self.seed = seed
        self.rng = random.Random(f"world/{seed}")
        self.database = SimulatedDatabase(random.Random(f"database/{seed}"))
        self.facts = Facts()
        self.servers: list[Server] = []
        self.people: list[Person] = []
        self._births = 0
        self._budget = Budget("", rate=0, most=1)
        """Without a limit: what work costs is no part of a simulation."""
        self._folds: dict[str, list[Table]] = {}
        self._several = processes > 1
        for number in range(processes):
            self.servers.append(self._born(str(number)))

    # Processes.

    def _born(self, name: str) -> Server:
        self._births += 1
        machine = Machine(f"{name}/{self._births}")
        rng = random.Random(f"server/{self.seed}/{self._births}")
        clock = SimulatedClock()
        store = cast("Store", SimulatedStore(self.database, machine))
        bots = cast("BotPool", SimulatedBots(rng))
        luck = SimulatedLuck(rng)
        tables = LiveTables(store, bots, bot_delay=0.2, clock=clock, luck=luck)
        server = Server(name, machine, tables, clock)
        machine.run(self._start(server))
        return server

    async def _start(self, server: Server) -> None:
        """Open the tables; a database that is away is waited for."""
        while True:
            try:
                if self._several:
                    self.database.listeners[server.machine] = server.tables.hear
                await server.tables.open()
            except Unreachable:
                await asyncio.sleep(1)
            else:
                server.ready = True
                return

    def kill(self, server: Server) -> None:
        """kill -9, and a new process in its place."""
        self.facts.counts["kills"] += 1
        server.machine.kill()
        self.database.listeners.pop(server.machine, None)
        for connection in server.connections:
            connection.cut()
        self.servers[self.servers.index(server)] = self._born(server.name)

    def deafen(self, server: Server) -> None:
        """The notices of other processes are lost for a while; then the process knows that it missed some."""
        self.facts.counts["deaf"] += 1
        hear = self.database.listeners.pop(server.machine, None)
        if hear is None:
            return

        async def hear_again() -> None:
            await asyncio.sleep(self.rng.uniform(0.1, 5))
            self.database.listeners[server.machine] = hear
            server.tables.missed()

        server.machine.run(hear_again())

    def jump(self, server: Server) -> None:
        """The clock of the machine is set."""
        self.facts.counts["jumps"] += 1
        server.clock.skew = timedelta(seconds=self.rng.uniform(-86_400 * 400, 86_400 * 400))

    async def outage(self, seconds: float) -> None:
        """The database is away for a while."""
        self.facts.counts["outages"] += 1
        self.database.away = True
        await asyncio.sleep(seconds)
        self.database.away = False

    # Tables and people.

    async def set_up(self, rules: str, people: int, bots: int, **more: Any) -> str:
        """A table with so many people, who connect and play by themselves from now on."""
        number = len(self.database.logs)
        guests = [Guest(f"guest-{number}-{seat}", f"P{number}.{seat}") for seat in range(people)]
        bot = "greedy" if rules == "andrewz" else "careful"
        plans = (*[SeatPlan()] * people, *[SeatPlan(kind="bot", bot=bot)] * bots)
        setup = Setup(rules=rules, seats=plans, **more)
        while True:
            server = self.rng.choice(self.servers)
            before = set(self.database.logs)
            with suppress(Unreachable, asyncio.CancelledError):
                await server.machine.run(server.tables.create(setup, guests[0], begin=False))
            if made := set(self.database.logs) - before:
                [table] = made
                break
            await asyncio.sleep(0.5)
        for seat, guest in enumerate(guests):
            person = Person(self, guest, table, seat, host=seat == 0)
            self.people.append(person)
            person.task = asyncio.create_task(person.live())
        return table

    def connect(self, guest: Guest, table: str, rng: random.Random) -> Connection:
        """Open a socket to some process; refused by one that has not come up yet."""
        server = rng.choice(self.servers)
        if not server.ready:
            raise Cut
        connection = Connection(rng)
        server.connections.append(connection)
        end = cast("WebSocket", ServerEnd(connection))
        server.machine.run(serve_socket(end, server.tables, table, Holder(guest, ""), self._budget))
        return connection

    # What must hold.

    def fold(self, table: str, seq: int) -> Table:
        """The table after so many entries of its log."""
        folds = self._folds.setdefault(table, [])
        log = self.database.entries(table)
        assert seq <= len(log), "something was told that is not in the log"
        if not folds:
            folds.append(Table.replay(table, log[:1]))
        while len(folds) < seq:
            folds.append(folds[-1].fold(log[len(folds)]))
        return folds[seq - 1]

    def check_logs(self) -> None:
        """What was acknowledged is in the log, under its number; every log can be folded."""
        for table, promised in self.facts.acknowledged.items():
            entries = self.database.entries(table)
            for seq, what in promised.items():
                assert seq <= len(entries), f"entry {seq} of {table} was acknowledged and is not there"
                entry = entries[seq - 1]
                assert what == (entry.action if isinstance(entry, Acted) else getattr(entry, "text", "")), (
                    what
                )
        for table, log in self.database.logs.items():
            self.fold(table, len(log))
            said = Counter(e.text for e in self.database.entries(table) if isinstance(e, Said))
            assert all(count == 1 for count in said.values()), "words were said twice"

    def moves(self) -> int:
        """How many moves are in all logs."""
        return sum(len(self.fold(table, len(log)).actions) for table, log in self.database.logs.items())

    def going(self) -> dict[str, int]:
        """The games that are not over, and how many moves each has."""
        last = {table: self.fold(table, len(log)) for table, log in self.database.logs.items()}
        return {table: len(fold.actions) for table, fold in last.items() if fold.phase != "over"}

    async def close(self) -> None:
        """End all that goes on."""
        tasks = [person.task for person in self.people if person.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for server in self.servers:
            await server.tables.close()
            server.machine.kill()

    def check_people(self) -> None:
        """No person has seen anything that must not be."""
        for person in self.people:
            if person.task is not None and person.task.done() and not person.task.cancelled():
                person.task.result()


class Person:
    """A guest with a browser, who plays on whatever happens, and looks closely at all that comes."""

    def __init__(self, world: World, guest: Guest, table: str, seat: int, *, host: bool) -> None:
        self.world = world
        self.guest = guest
        self.table = table
        self.seat = seat
        self.host = host
        self.rng = random.Random(f"person/{world.seed}/{guest.id}")
        self.task: asyncio.Task[None] | None = None
        self.connection: Connection | None = None
        self.seq = 0
        self.info: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.words = 0
        self.unanswered: set[int] = set()
        """After how many moves something was asked whose answer has not come; it may still be done."""

    async def live(self) -> None:
        """Connect, play, and connect again."""
        while True:
            try:
                self.connection = self.world.connect(self.guest, self.table, self.rng)
                self._send("hello", seen=self.seq)
                await self._play()
            except (Cut, TimeoutError):
                self.world.facts.counts["cuts"] += 1
                self.cut_off()
                await asyncio.sleep(self.rng.uniform(*TRIES_AGAIN))

    def cut_off(self) -> None:
        """Their connection breaks."""
        if self.connection is not None:
            self.connection.cut()

    async def _play(self) -> None:
        await self._hear_until("table")
        while True:
            if (wish := self._wish()) is not None:
                await asyncio.sleep(self.rng.uniform(0, 1.5))
                await self._ask(*wish)
            else:
                async with asyncio.timeout(IMPATIENCE * 10):
                    await self._hear()

    def _wish(self) -> tuple[str, dict[str, Any]] | None:
        """What this person wants to do now."""
        phase = self.info["phase"]
        if phase == "gathering":
            seats = self.info["seats"]
            if self.info["seat"] is None:
                return ("sit", {"seat": self.seat})
            return ("start", {}) if self.host and all(seat["taken"] for seat in seats) else None
        if phase == "playing" and self.view is not None and self.view["turn"] == self.seat:
            if self.rng.random() < 0.1:
                self.words += 1
                return ("say", {"text": f"{self.guest.id} {self.words} {self.world.rng.random()}"})
            careful = [action for action in self.view["actions"] if action[0] != "p"]
            action = self.rng.choice(careful or self.view["actions"])
            return ("act", {"action": action, "seq": self.seq})
        return None

    async def _ask(self, kind: str, fields: dict[str, Any]) -> None:
        """Do something, perhaps twice in a hurry, and note what is acknowledged."""
        turn = len(self.world.fold(self.table, self.seq).actions)
        others = turn in self.unanswered
        self.unanswered.add(turn)
        twice = kind == "act" and self.rng.random() < 0.1
        for _ in range(1 + twice):
            self._send(kind, **fields)
        answers = [await self._hear_until("done", "error") for _ in range(1 + twice)]
        done = [answer["seq"] for answer in answers if answer["type"] == "done"]
        assert len(done) <= 1, "one move was taken twice"
        for seq in done:
            if kind in ("act", "say"):
                self.world.facts.counts["acknowledged"] += 1
                promised = self.world.facts.acknowledged.setdefault(self.table, {})
                assert seq not in promised, "two entries have one number"
                promised[seq] = fields["action"] if kind == "act" else fields["text"]
                log = self.world.database.logs[self.table]
                assert seq <= len(log), "acknowledged before it was in the log"
        unknown = any(answer.get("code") == "unknown" for answer in answers)
        if not others and not unknown:
            self.unanswered.discard(turn)
        if kind == "act" and not done and not unknown and not others:
            actors = self.world.fold(self.table, len(self.world.database.logs[self.table])).actors
            assert self.seat not in actors[turn:], "a move was made that was said not to be"
        for answer in answers:
            if answer["type"] == "error":
                self.world.facts.counts[f"error {answer['code']}"] += 1
                if answer["code"] == "unknown":
                    raise Cut

    def _send(self, kind: str, **fields: Any) -> None:
        assert self.connection is not None
        self.connection.send(json.dumps({"type": kind, **fields}))

    async def _hear_until(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(IMPATIENCE):
            while True:
                message = await self._hear()
                if message["type"] in kinds:
                    return message

    async def _hear(self) -> dict[str, Any]:
        assert self.connection is not None
        message: dict[str, Any] = json.loads(await self.connection.receive())
        match message["type"]:
            case "table":
                assert message["seq"] >= self.seq, "an older table was told"
                self._check(message)
                self.info, self.view, self.seq = message["table"], message["view"], message["seq"]
            case "moved":
                assert message["seq"] > self.seq, "the same entry was told twice"
                self._check(message)
                self.view, self.seq = message["view"], message["seq"]
            case _:
                pass
        return message

    def _check(self, message: dict[str, Any]) -> None:
        """What is served is what the log says that this guest may know after that entry."""
        fold = self.world.fold(self.table, message["seq"])
        live = LiveTable(fold)
        expected = json.loads(live.table_message(Client(self.guest), seen=fold.seq).model_dump_json())
        assert message["view"] == expected["view"], f"entry {message['seq']} of {self.table}"
        assert message["insight"] == expected["insight"]
        if message["type"] == "table":
            assert message["table"]["actions"] == expected["table"]["actions"]
            assert message["table"]["seat"] == expected["table"]["seat"]
