"""Chaos: people play at many tables while servers, bots, workers, wires and the database break by a schedule.

Everything that a seed can decide is decided by it: which faults, in which order, how long. When exactly a
fault meets which message is up to the machine; the simulation (tests/simulation) repeats that too.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from tamaya.server.database import sqlite_url
from tests.chaos.checks import MOST_REPORTED, check_all, read_notes
from tests.chaos.wire import Proxy
from tests.server.servers import ServerProcess

ROOT = Path(__file__).parents[2]
CALM = 45.0
"""Seconds within which every game must have gone on once nothing breaks any more."""
Fault: TypeAlias = Callable[[], Awaitable[None]]
UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@dataclass(frozen=True)
class Plan:
    """How much chaos."""

    seed: str = "1"
    database: str = "sqlite"
    """sqlite or postgres."""
    servers: int = 1
    moves: int = 2_000
    """The chaos ends when so many moves have been acknowledged"""
    kills: int = 5
    """and so many processes killed."""
    groups: int = 30
    """Games at once."""
    clients: int = 2
    """Processes of clients."""
    pause: float = 1.0
    """Seconds between two faults, on average."""


@dataclass
class Report:
    """What came of it."""

    plan: Plan
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    tracebacks: int = 0
    """In the logs of the servers."""

    def as_json(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "plan": asdict(self.plan),
            "seconds": round(self.seconds, 1),
            "faults": dict(self.faults),
            "counts": dict(self.counts),
            "tracebacks": self.tracebacks,
            "violations": len(self.wrong),
            "wrong": self.wrong[:MOST_REPORTED],
        }


class Chaos:
    """A run of it."""

    def __init__(self, plan: Plan, folder: Path, postgres: Any = None) -> None:
        self.plan = plan
        self.folder = folder
        self.report = Report(plan)
        self.rng = random.Random(f"chaos/{plan.seed}")
        self._postgres = postgres
        self._database = sqlite_url(folder / "tamaya.sqlite")
        self._to_database: Proxy | None = None
        self._servers: list[ServerProcess] = []
        self._proxies: list[Proxy] = []
        self._clients: list[subprocess.Popen[bytes]] = []
        self._notes = [folder / f"notes-{number}.jsonl" for number in range(plan.clients)]
        self._progress = Counter[Path]()
        self.faults: list[Fault] = [
            self._kill_server,
            self._kill_bot,
            self._stop_server,
            self._cut_wires,
            self._cut_answers,
            self._hold_wires,
        ]
        if postgres is None:
            self.faults += [self._fill_disk, self._lock_database]
        else:
            self.faults += [
                self._cut_database,
                self._cut_database_answers,
                self._hold_database,
                self._end_backends,
            ]

    async def run(self, tell: Callable[[str], None] = lambda _: None) -> Report:
        """Play, break things, let it calm down, and check everything."""
        begun = time.monotonic()
        try:
            await self._open()
            await self._break_things(tell)
            await self._calm_down()
        finally:
            await self._close()
        tell("checking what was noted against the logs")
        found = await check_all(self._database, read_notes(self._notes))
        self.report.counts = found.counts
        self.report.wrong += found.wrong
        self.report.tracebacks = sum(
            s.log.read_text(errors="replace").count("Traceback") for s in self._servers
        )
        self.report.seconds = time.monotonic() - begun
        return self.report

    async def _open(self) -> None:
        reached = self._database
        if self._postgres is not None:
            self._database = self._postgres.fresh()
            reached = await self._through_proxy(self._database)
        for number in range(self.plan.servers):
            home = self.folder / f"server-{number}"
            home.mkdir()
            server = ServerProcess(home if self._postgres else self.folder, reached if self._postgres else "")
            self._servers.append(server)
            server.start()
        for server in self._servers:
            await asyncio.to_thread(server.wait)
            self._proxies.append(Proxy(("127.0.0.1", server.port)))
        ports = [await proxy.open() for proxy in self._proxies]
        share = -(-self.plan.groups // self.plan.clients)
        for number, notes in enumerate(self._notes):
            plan = {
                "bases": [f"http://127.0.0.1:{port}" for port in ports],
                "groups": share,
                "seed": f"{self.plan.seed}/{number}",
                "notes": str(notes),
            }
            self._clients.append(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.chaos.clients", json.dumps(plan)],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                )
            )

    def _all_proxies(self) -> list[Proxy]:
        return [*self._proxies, *([self._to_database] if self._to_database else [])]

    async def _through_proxy(self, database: str) -> str:
        """The address of the database by a wire that can be cut."""
        folder, _, _ = database.partition("?host=")[2].partition("&")
        path = next(Path(folder).glob(".s.PGSQL.*[0-9]"))
        self._to_database = Proxy(str(path))
        port = await self._to_database.open()
        return f"{database.partition('?')[0].replace('@/', f'@127.0.0.1:{port}/')}"

    async def _close(self) -> None:
        for client in self._clients:
            with suppress(BrokenPipeError):
                client.stdin.close() if client.stdin else None
        for client in self._clients:
            try:
                await asyncio.to_thread(client.wait, 30)
            except subprocess.TimeoutExpired:
                client.kill()
                client.wait()
        for server in self._servers:
            server.clean_up()
        for proxy in self._all_proxies():
            await proxy.close()

    # The schedule.

    async def _break_things(self, tell: Callable[[str], None]) -> None:
        faults = [self._kill_server, self._kill_bot, self._stop_server, self._cut_wires, self._cut_answers]
        faults += [self._hold_wires]
        if self._postgres is None:
            faults += [self._fill_disk, self._lock_database]
        else:
            faults += [
                self._cut_database,
                self._cut_database_answers,
                self._hold_database,
                self._end_backends,
            ]
        last = 0.0
        while self._acknowledged() < self.plan.moves or self._kills() < self.plan.kills:
            await asyncio.sleep(self.rng.expovariate(1 / self.plan.pause))
            if self.faults:
                await self._break_something()
            if time.monotonic() - last > 5:
                last = time.monotonic()
                moves = f"{self._acknowledged():,} moves acknowledged"
                tell(f"{moves}, {self._kills()} kills, {self.report.faults.total()} faults")
            if any(client.poll() is not None for client in self._clients):
                self.report.wrong.append("a process of clients ended by itself")
                return

    async def _break_something(self) -> None:
        """The next fault; a kill, if there were too few for the moves so far."""
        behind = self._kills() * max(self.plan.moves, 1) < self._acknowledged() * self.plan.kills
        fault = self._kill_server if behind else self.rng.choice(self.faults)
        self.report.faults[fault.__name__.strip("_")] += 1
        await fault()

    def _kills(self) -> int:
        return self.report.faults["kill_server"] + self.report.faults["kill_bot"]

    def _acknowledged(self) -> int:
        """How many moves have been acknowledged so far, by the lines that are new in the notes."""
        for path in self._notes:
            if not path.exists():
                continue
            with path.open("rb") as file:
                file.seek(self._progress[path])
                data = file.read()
            whole = data[: data.rfind(b"\n") + 1]
            self._progress[path] += len(whole)
            self.report.counts["seen"] += whole.count(b',"act","done",')
        return self.report.counts["seen"]

    async def _calm_down(self) -> None:
        """Nothing breaks any more: every client process goes on."""
        for proxy in self._all_proxies():
            proxy.held.set()
        before = self._acknowledged()
        deadline = time.monotonic() + CALM
        while time.monotonic() < deadline:
            await asyncio.sleep(0.5)
            if self._acknowledged() > before + self.plan.groups * 3:
                return
        self.report.wrong.append("the games do not go on")

    # The faults.

    async def _kill_server(self) -> None:
        server = self.rng.choice(self._servers)
        server.kill()
        if self.rng.random() < 0.3:
            await asyncio.sleep(self.rng.uniform(0, 1))
        server.start()
        if self.rng.random() < 0.2:
            # Again while it starts.
            await asyncio.sleep(self.rng.uniform(0, 0.8))
            server.kill()
            server.start()
        await asyncio.to_thread(server.wait)

    async def _kill_bot(self) -> None:
        """One of the processes in which bots think."""
        server = self.rng.choice(self._servers)
        bots = [pid for pid in _children(server.pid) if b"spawn_main" in _command(pid)]
        if bots:
            with suppress(ProcessLookupError):
                os.kill(self.rng.choice(bots), signal.SIGKILL)

    async def _stop_server(self) -> None:
        pid = self.rng.choice(self._servers).pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(self.rng.uniform(0.05, 2))
        os.kill(pid, signal.SIGCONT)

    async def _cut_wires(self) -> None:
        self.rng.choice(self._proxies).cut(self.rng.random(), self.rng)

    async def _cut_answers(self) -> None:
        self.rng.choice(self._proxies).cut_answers(self.rng.random(), self.rng)

    async def _hold_wires(self) -> None:
        await _hold(self.rng.choice(self._proxies), self.rng.uniform(0.05, 2))

    async def _fill_disk(self) -> None:
        """No file of the server may grow any more."""
        server = self.rng.choice(self._servers)
        log = self.folder / "tamaya.sqlite-wal"
        size = log.stat().st_size if log.exists() else 0
        with suppress(ProcessLookupError):
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            await asyncio.sleep(self.rng.uniform(0.05, 1))
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)

    async def _lock_database(self) -> None:
        """Another program writes for a while."""
        connection = sqlite3.connect(self.folder / "tamaya.sqlite", timeout=5, isolation_level=None)
        with suppress(sqlite3.OperationalError):
            connection.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self.rng.uniform(0.05, 2))
            connection.execute("ROLLBACK")
        connection.close()

    async def _cut_database(self) -> None:
        assert self._to_database is not None
        self._to_database.cut(self.rng.random(), self.rng)

    async def _cut_database_answers(self) -> None:
        assert self._to_database is not None
        self._to_database.cut_answers(self.rng.random(), self.rng)

    async def _hold_database(self) -> None:
        assert self._to_database is not None
        await _hold(self._to_database, self.rng.uniform(0.05, 2))

    async def _end_backends(self) -> None:
        """The database ends its own connections, as when it is restarted."""
        await asyncio.to_thread(self._postgres.end_connections)


async def _hold(proxy: Proxy, seconds: float) -> None:
    proxy.held.clear()
    await asyncio.sleep(seconds)
    proxy.held.set()


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    with suppress(OSError):
        return [int(child) for child in found.read_text().split()]
    return []


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
