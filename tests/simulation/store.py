"""A database in the simulation: logs that are kept, and all that goes wrong around a commit."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from tamaya.server.database import deal_hash, dump_entry, read_entry
from tamaya.server.log_writer import Append, Conflict
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
    deals: dict[str, str] = field(default_factory=dict)
    members: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """guest: tables"""
    notes: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    away: bool = False
    listeners: dict[Machine, Callable[[str, int], None]] = field(default_factory=dict)
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


def _hear(machine: Machine, hear: Callable[[str, int], None], table: str, seq: int) -> None:
    async def heard() -> None:
        hear(table, seq)

    if machine.running:
        machine.run(heard())


class SimulatedStore:
    """The database as one process reaches it: the part of ``Store`` that tables need."""

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
        """Add an entry to a log; Conflict if the number is taken."""
        await self._reach()
        database = self._database
        if database.rng.random() < database.faults.before:
            raise Unreachable
        log = database.logs[append.table]
        if append.seq != len(log) + 1:
            raise Conflict
        log.append(dump_entry(append.entry))
        database.phases[append.table] = append.phase
        if append.entry.kind == "started":
            database.deals[append.table] = deal_hash(append.deal)
        if isinstance(append.entry, Sat):
            database.members[append.entry.guest].add(append.table)
        database.notify(append.table, append.seq)
        self._answer()
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

    async def load(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a log after a number."""
        await self._reach()
        return self._database.entries(table, after)

    async def has_table(self, table: str) -> bool:
        """Whether a table is stored."""
        await self._reach()
        return table in self._database.logs

    async def running_tables(self) -> list[str]:
        """Where a game goes on."""
        await self._reach()
        return [table for table, phase in self._database.phases.items() if phase == "playing"]

    async def unfinished_tables_of(self, guest: str) -> list[str]:
        """The tables of a guest at which the game is not over."""
        await self._reach()
        return [
            table for table in sorted(self._database.members[guest]) if self._database.phases[table] != "over"
        ]

    async def tables_with_deal(self, deal: str, guest: str | None) -> dict[str, str]:
        """The phases of the started tables with a named deal."""
        await self._reach()
        phases, deals = self._database.phases, self._database.deals
        found = {table for table, played in deals.items() if played == deal_hash(deal)}
        if guest is not None:
            found &= self._database.members[guest]
        return {table: phases[table] for table in sorted(found)}

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
