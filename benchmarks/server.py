"""How many tables one server process holds: four clients each, a move a second at every table.

The server runs in a process of its own, the clients in another. What is measured is the time from sending a
move to seeing it at each of the four clients, on one clock.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from multiprocessing import get_context
from pathlib import Path

import httpx
import websockets

from benchmarks.report import Report

SEATS = 4
_SERVE = "from tamaya.cli import main; main()"
_QUIET = {"TAMAYA_DATABASE": "", "TAMAYA_CHANGES_A_SECOND": "1e6", "TAMAYA_CONNECTIONS_AN_ADDRESS": "0"}
WARM_UP = 4.0
LIMIT = 0.050
"""The 99th percentile must stay below this."""


def run(*, seconds: float) -> Report:
    """Raise the number of tables until the limit is passed."""
    rows = []
    for tables in (100, 300, 500, 600, 700, 800, 1000):
        measured = _apart(tables, max(10.0, seconds * 5))
        rows.append(measured.row())
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)
        if measured.percentile(99) > LIMIT:
            break
    return Report(
        title="Table server: concurrent tables on one process",
        how=(
            f"Real server process on SQLite (WAL, synchronous=FULL), {SEATS} sockets a table, a legal random "
            "move a second at every table; milliseconds from sending a move to seeing it, over all sockets. "
            "CPU and memory are the server's; the clients are one process too, and share the machine. "
            "The row where p99 passes 50 ms is the last."
        ),
        columns=(
            "tables",
            "sockets",
            "moves/s",
            "p50 ms",
            "p99 ms",
            "max ms",
            "CPU %",
            "clients' %",
            "KB a table",
        ),
        rows=tuple(rows),
    )


def _apart(tables: int, seconds: float) -> Measured:
    """Measure with clients in a fresh process, so that no run carries the memory of the one before."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measure, tables, seconds).result()


def _measure(tables: int, seconds: float) -> Measured:
    return asyncio.run(measure(tables, seconds))


@dataclass
class Measured:
    """What came of one number of tables."""

    tables: int
    since: float = inf
    """When measuring began, on the clock of perf_counter."""
    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    clients_cpu: float = 0.0
    memory: float = 0.0
    seen: list[float] = field(default_factory=list)

    def percentile(self, percent: float) -> float:
        ordered = sorted(self.seen)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]

    def row(self) -> tuple[str, ...]:
        return (
            str(self.tables),
            str(self.tables * SEATS),
            f"{self.moves / self.seconds:.0f}",
            f"{self.percentile(50) * 1e3:.1f}",
            f"{self.percentile(99) * 1e3:.1f}",
            f"{max(self.seen) * 1e3:.0f}",
            f"{self.cpu * 100:.0f}",
            f"{self.clients_cpu * 100:.0f}",
            f"{self.memory / self.tables / 1024:.0f}",
        )


async def measure(tables: int, seconds: float) -> Measured:
    gc.disable()  # A pause of the clients' would be taken for the server's.
    async with server() as (address, process):
        measured = Measured(tables)
        before = _memory(process.pid)
        gate = asyncio.Semaphore(20)
        limits = httpx.Limits(max_connections=20)
        async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
            drivers = [Driver(address, number, measured) for number in range(tables)]
            await asyncio.gather(*(driver.open(http, gate) for driver in drivers))
        playing = asyncio.gather(*(driver.play(WARM_UP + seconds) for driver in drivers))
        await asyncio.sleep(WARM_UP)
        measured.memory = _memory(process.pid) - before
        measured.since = time.perf_counter()
        cpu, clients_cpu = _cpu(process.pid), time.process_time()
        await playing
        measured.seconds = time.perf_counter() - measured.since
        measured.cpu = (_cpu(process.pid) - cpu) / measured.seconds
        measured.clients_cpu = (time.process_time() - clients_cpu) / measured.seconds
        await asyncio.gather(*(driver.close() for driver in drivers))
        return measured


class Driver:
    """One table: four sockets, and a move every second."""

    def __init__(self, address: str, number: int, measured: Measured) -> None:
        self.address = address
        self.rng = random.Random(number)
        self.measured = measured
        self.sockets: list[websockets.ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.view: dict[str, object] = {}
        self.seq = 0
        self.sent = 0.0

    async def open(self, http: httpx.AsyncClient, gate: asyncio.Semaphore) -> None:
        """Four guests sit down."""
        async with gate:
            cookies = []
            for seat in range(SEATS):
                http.cookies.clear()
                answer = await http.post("/api/me", json={"name": f"P{seat}"})
                [proof] = answer.cookies.items()
                cookies.append("=".join(proof))
            setup = {"rules": "deluxe+strikes=10", "seats": [{}] * SEATS, "first": 0}
            http.cookies.clear()
            made = await http.post("/api/tables", json=setup, headers={"Cookie": cookies[0]})
            table = made.json()["id"]
            url = f"{self.address.replace('http', 'ws')}/api/tables/{table}/socket"
            for seat, cookie in enumerate(cookies):
                client = await websockets.connect(
                    url, additional_headers={"Cookie": cookie}, compression=None, ping_interval=None
                )
                self.sockets.append(client)
                await client.send('{"type": "hello"}')
                if seat:
                    await client.send(json.dumps({"type": "sit", "seat": seat}))
            self.readers = [asyncio.create_task(self._read(seat)) for seat in range(SEATS)]
            await asyncio.sleep(0.3)
            await self.sockets[0].send('{"type": "start"}')

    async def play(self, seconds: float) -> None:
        """Move once a second, at this table's own beat."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        beat = start + self.rng.random()
        while beat < start + seconds:
            await asyncio.sleep(max(0, beat - loop.time()))
            beat += 1
            turn, actions = self.view.get("turn"), self.view.get("actions")
            if isinstance(turn, int) and isinstance(actions, list) and actions:
                careful = [action for action in actions if action[0] != "p"]
                action = self.rng.choice(careful or actions)
                self.view = {}
                self.sent = time.perf_counter()
                self.measured.moves += self.sent > self.measured.since
                await self.sockets[turn].send(json.dumps({"type": "act", "action": action, "seq": self.seq}))
        await asyncio.sleep(0.5)

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*(client.close() for client in self.sockets))

    async def _read(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            seen = time.perf_counter()
            assert isinstance(text, str)
            moved = text.startswith('{"type":"moved"')
            if moved and seen > self.measured.since:
                self.measured.seen.append(seen - self.sent)
            # Only who is on turn needs to understand what it got.
            if (moved or text.startswith('{"type":"table"')) and f'"turn":{seat},' in text:
                message = json.loads(text)
                view = message["view"]
                if view and view["turn"] == seat:
                    self.view, self.seq = view, message["seq"]


@asynccontextmanager
async def server() -> AsyncIterator[tuple[str, subprocess.Popen[bytes]]]:
    """A real server on a free port and a fresh file."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, "serve", "--no-browser", "--port", str(port)],
            env={**os.environ, **_QUIET, "TAMAYA_HOME": folder},
            stdout=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}"
        try:
            async with httpx.AsyncClient() as http:
                for _ in range(200):
                    try:
                        await http.get(f"{address}/health")
                        break
                    except httpx.TransportError:
                        await asyncio.sleep(0.1)
            yield address, process
        finally:
            process.terminate()
            process.wait(20)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) * 1024


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tables", type=int)
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    print(asyncio.run(measure(args.tables, args.seconds)).row())
