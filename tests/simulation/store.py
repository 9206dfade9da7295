"""A database in the simulation: logs that are kept, and all that goes wrong around a commit."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from tamaya.server.database import dump_entry, read_entry
from tamaya.server.log_reader import StoredEntry
from tamaya.server.log_writer import Append, Conflict, Notice, NotKnown, NotStored
from tamaya.table.entries import Entry, Sat
from tamaya.table.opening import Opening
from tests.simulation.loop import Machine

NOTICE_DELAY = (0.0005, 0.05)


class Unreachable(OSError):
    """The database does not answer."""


@dataclass
class Faults:
    """How likely it is that something goes wrong with an access to the database."""

    before: float = 0.0
    """Nothing was committed."""
    after: float = 0.0
    """It was committed, and the answer did not come."""
    slow: float = 0.0
    """It takes a second."""


@dataclass
class SimulatedDatabase:
    """What outlives every process."""

    rng: random.Random
    faults: Faults = field(default_factory=Faults)
    logs: dict[str, list[str]] = field(default_factory=dict)
    """table: its entries, as they are written"""
    phases: dict[str, str] = field(default_factory=dict)
    members: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """guest: tables"""
    notes: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    away: bool = False
    listeners: dict[Machine, Callable[[Notice], None]] = field(default_factory=dict)
    uncertain: int = 0
    """Commits whose answer did not come."""

    def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a log after a number."""
        return [read_entry(text) for text in self.logs.get(table, [])[after:]]

    def notify(self, table: str, seq: int) -> None:
        """Tell all processes that listen, after a while."""
        loop = asyncio.get_running_loop()
        for machine, hear in self.listeners.items():
            loop.call_later(self.rng.uniform(*NOTICE_DELAY), _hear, machine, hear, table, seq)


def _hear(machine: Machine, hear: Callable[[Notice], None], table: str, seq: int) -> None:
    async def heard() -> None:
        hear(Notice("table", table, seq))

    if machine.running:
        machine.run(heard())


class SimulatedStore:
    """The database as one process reaches it: the part of ``Store`` that tables need."""

    is_postgres = True

    def __init__(self, database: SimulatedDatabase, machine: Machine) -> None:
        self._database = database
        self._machine = machine

    async def _reach(self) -> None:
        """Go to the database and come back, if that is possible."""
        rng = self._database.rng
        slow = rng.random() < self._database.faults.slow
        await asyncio.sleep(1.0 if slow else rng.uniform(0.0002, 0.01))
        if not self._machine.running:
            raise asyncio.CancelledError
        if self._database.away:
            raise Unreachable

    def _answer(self) -> None:
        """Something is committed; its answer may be lost."""
        if self._database.rng.random() < self._database.faults.after:
            self._database.uncertain += 1
            raise Unreachable

    async def append(self, append: Append) -> None:
        """Add an entry to a log: Conflict if the number is taken, NotStored if nothing was committed, and
        NotKnown if the answer did not come."""
        database = self._database
        try:
            await self._reach()
        except Unreachable:
            raise NotStored from None
        if database.rng.random() < database.faults.before:
            raise NotStored
        log = database.logs[append.table]
        if append.seq != len(log) + 1:
            raise Conflict
        log.append(dump_entry(append.entry))
        database.phases[append.table] = append.phase
        if isinstance(append.entry, Sat):
            database.members[append.entry.guest].add(append.table)
        database.notify(append.table, append.seq)
        try:
            self._answer()
        except Unreachable:
            raise NotKnown from None
        await asyncio.sleep(database.rng.uniform(0.0002, 0.005))

    async def create(self, opening: Opening) -> None:
        """Add a table with the first entries of its log."""
        await self._reach()
        table = opening.table
        self._database.logs[table.id] = [dump_entry(entry) for entry in opening.entries]
        self._database.phases[table.id] = table.phase
        for guest in {table.owner, *(sitter.id for sitter in table.sitters.values())}:
            self._database.members[guest].add(table.id)
        self._answer()

    async def log(self, table: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a log after a number."""
        await self._reach()
        rows = enumerate(self._database.logs.get(table, []), start=1)
        return [StoredEntry(seq, data) for seq, data in rows if seq > after]

    async def has_table(self, table: str) -> bool:
        """Whether a table is stored."""
        await self._reach()
        return table in self._database.logs

    async def running_tables(self) -> AsyncIterator[str]:
        """Where a game goes on."""
        await self._reach()
        for table, phase in list(self._database.phases.items()):
            if phase == "playing":
                yield table

    async def banned(self) -> frozenset[str]:
        """No guest is banned."""
        await self._reach()
        return frozenset()

    async def unfinished_tables_of(self, guest: str) -> list[str]:
        """The tables of a guest at which the game is not over."""
        await self._reach()
        return [
            table for table in sorted(self._database.members[guest]) if self._database.phases[table] != "over"
        ]

    async def notes(self, table: str, guest: str) -> dict[str, str]:
        """A guest's private notes at a table."""
        await self._reach()
        return dict(self._database.notes.get((table, guest), {}))

    async def set_note(self, table: str, guest: str, card: int, text: str) -> None:
        """Write a private note on a card."""
        await self._reach()
        self._database.notes.setdefault((table, guest), {})[str(card)] = text

    async def secret(self, name: str) -> bytes:
        """A key of the server's own."""
        await self._reach()
        return name.encode()
