"""kill -9 at any moment: what was acknowledged is there, once, and the tables go on."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tamaya.server.database import sqlite_url
from tamaya.server.settings import Settings
from tamaya.server.store import Store
from tamaya.table.entries import Acted, Entry, Said
from tests.server.conftest import Postgres
from tests.server.driver import CAREFUL, GREEDY, OPEN, Person, choose, people
from tests.server.servers import ServerProcess, serving

pytestmark = pytest.mark.anyio

KILLS = [pytest.param(12, marks=pytest.mark.slow)]
"""Fewer kills, with many other faults, are in tests/chaos."""
ACKNOWLEDGED = 12
"""Changes that clients wait for before the next kill."""
TABLES = 10
LONG = "rnr+variant-1+talk=open+strikes=10+final-flourish"
"""A game that goes on for a while."""
GONE = (ConnectionClosed, InvalidHandshake, httpx.TransportError, OSError, TimeoutError)
"""What a client gets when the server is killed."""


@dataclass
class Ledger:
    """What the server has acknowledged, by table: the number of the entry, and what it must hold."""

    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    words: dict[str, dict[int, str]] = field(default_factory=dict)
    started: list[str] = field(default_factory=list)
    """Tables whose creation was answered."""

    def count(self) -> int:
        return sum(map(len, [*self.moves.values(), *self.words.values()]))


class Player:
    """A client that plays on through every crash, and notes what was acknowledged."""

    def __init__(self, person: Person, ledger: Ledger, table: str, others: list[Person]) -> None:
        self.person = person
        self.ledger = ledger
        self.table = table
        self.others = others
        self.made = 0
        self.rng = random.Random(table)

    async def play(self, stop: asyncio.Event) -> None:
        """Play until the test says stop, and come back after every crash; alone, go on at a new table."""
        while not stop.is_set():
            try:
                await self.person.join(self.table, seen=self.person.seq)
                await self._play(stop)
            except GONE:
                await asyncio.sleep(0.05)
            if self.person.over and self.others:
                return
            if self.person.over and not stop.is_set():
                setup = self.person.table["setup"]
                self.person.view = None
                self.table = await until_it_answers("start", self.person, self.ledger, **setup)

    async def _play(self, stop: asyncio.Event) -> None:
        person = self.person
        while not person.over and not stop.is_set():
            if not person.my_turn:
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await person.hear()
                continue
            await asyncio.sleep(self.rng.uniform(0, 0.2))
            action = choose(person, [person, *self.others])
            answer = await person.ask("act", action=action, seq=person.seq)
            if answer["type"] == "done":
                self.made += 1
                seen = self.ledger.moves.setdefault(self.table, {})
                assert answer["seq"] not in seen, "two moves have one number"
                seen[answer["seq"]] = action
            else:
                assert answer["code"] in ("late", "too-much"), answer
            if self.made % 3 == 0:
                await self._say()

    async def _say(self) -> None:
        words = f"{self.person.seat} {self.made} {time.monotonic_ns()}"
        answer = await self.person.ask("say", text=words)
        if answer["type"] == "done":
            self.ledger.words.setdefault(self.table, {})[answer["seq"]] = words


async def until_it_answers(request: str, person: Person, ledger: Ledger, **setup: object) -> str:
    """A new table, asked for until a server answers."""
    while True:
        try:
            table = await person.set_up(start=request == "start", **setup)
        except GONE:
            await asyncio.sleep(0.05)
        else:
            ledger.started.append(table)
            return table


@asynccontextmanager
async def many_tables(bases: list[str], ledger: Ledger) -> AsyncIterator[list[Player]]:
    """People at many tables: alone with bots, and two by two, at different servers if there are several."""
    players: list[Player] = []
    async with (
        people(bases[0], *(f"Ann {number}" for number in range(TABLES))) as owners,
        people(bases[-1], *(f"Bob {number}" for number in range(TABLES))) as guests,
    ):
        for number, (ann, bob) in enumerate(zip(owners, guests, strict=True)):
            setup: dict[str, object] = {"rules": LONG, "seats": [OPEN, CAREFUL]}
            if number % 5 == 1:
                setup = {"rules": "andrewz", "seats": [OPEN, GREEDY, GREEDY]}
            elif number % 2 == 0:
                setup["seats"] = [OPEN, OPEN, CAREFUL]
            shared = setup["seats"] == [OPEN, OPEN, CAREFUL]
            table = await until_it_answers("gather" if shared else "start", ann, ledger, **setup)
            players.append(Player(ann, ledger, table, [bob] if shared else []))
            if shared:
                await bob.join(table)
                await bob.do("sit", seat=1)
                await ann.join(table)
                await ann.do("start")
                players.append(Player(bob, ledger, table, [ann]))
        yield players


async def crash_again_and_again(
    servers: list[ServerProcess], database: str, rng: random.Random, kills: int
) -> tuple[Ledger, Counter[str]]:
    """Play at many tables while servers are killed and started again; what was acknowledged, and the end."""
    ledger, facts = Ledger(), Counter[str]()
    async with many_tables([server.base for server in servers], ledger) as players:
        stop = asyncio.Event()
        playing = [asyncio.create_task(player.play(stop)) for player in players]
        for _ in range(kills):
            before = ledger.count()
            deadline = time.monotonic() + 10
            while ledger.count() < before + ACKNOWLEDGED and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
            await asyncio.sleep(rng.uniform(0, 0.3))
            victim = rng.choice(servers)
            victim.kill()
            facts["kills"] += 1
            victim.start()
            await asyncio.to_thread(victim.wait)
        await asyncio.sleep(0.5)
        stop.set()
        await asyncio.gather(*playing)

        log = await read_logs(database, ledger)
        facts["missing"] = sum(
            1
            for table, moves in ledger.moves.items()
            for seq, action in moves.items()
            if seq > len(log[table]) or log[table][seq - 1] != Acted(action=action)
        )
        facts["missing"] += sum(
            1
            for table, words in ledger.words.items()
            for seq, text in words.items()
            if seq > len(log[table]) or getattr(log[table][seq - 1], "text", None) != text
        )
        facts["acknowledged"] = ledger.count()
        said = Counter(entry.text for entries in log.values() for entry in entries if isinstance(entry, Said))
        facts["twice"] = sum(count - 1 for count in said.values())
        facts["lost tables"] = sum(1 for table in ledger.started if not log[table])

        # And on it goes: everybody at every table makes a move, and every bot that is due.
        for player in players:
            await player.person.join(player.table)
        going = {player.table for player in players if not player.person.over}
        moves = {player.table: len(player.person.table["actions"]) for player in players}
        on = asyncio.Event()
        playing = [asyncio.create_task(player.play(on)) for player in players]
        deadline = time.monotonic() + 20
        stuck = set(going)
        while stuck and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
            lengths = {t: len(actions(entries)) for t, entries in (await read_logs(database, ledger)).items()}
            current = {player.table for player in players if not player.person.over}
            stuck = {table for table in going & current if lengths[table] < moves[table] + 3}
        on.set()
        await asyncio.gather(*playing)
        facts["stuck"] = len(stuck)
        facts["going"] = len(going)

    return ledger, facts


async def read_logs(database: str, ledger: Ledger) -> dict[str, list[Entry]]:
    store = Store(database)
    try:
        return {table: await store.load(table) for table in ledger.started}
    finally:
        await store.close()


def actions(entries: list[Entry]) -> list[str]:
    return [entry.action for entry in entries if isinstance(entry, Acted)]


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[list[ServerProcess]]:
    """Servers to be ended at last."""
    started: list[ServerProcess] = []
    try:
        yield started
    finally:
        for server in started:
            server.clean_up()


def start(server: ServerProcess) -> ServerProcess:
    server.start()
    server.wait()
    return server


@pytest.mark.parametrize("kills", KILLS)
async def test_no_acknowledged_move_is_lost_or_doubled_on_the_embedded_database(
    workers: list[ServerProcess], tmp_path: Path, kills: int
) -> None:
    workers.append(ServerProcess(tmp_path))
    start(workers[0])
    database = sqlite_url(tmp_path / "tamaya.sqlite")
    _, facts = await crash_again_and_again(workers, database, random.Random(1), kills)
    assert facts["acknowledged"] >= kills * ACKNOWLEDGED
    assert facts["going"] > 2
    assert (facts["kills"], facts["missing"], facts["twice"], facts["lost tables"]) == (kills, 0, 0, 0)
    assert facts["stuck"] == 0
    no_faults(workers)


@pytest.mark.parametrize("kills", KILLS)
async def test_no_acknowledged_move_is_lost_or_doubled_by_two_workers_on_postgres(
    workers: list[ServerProcess], postgres: Postgres, tmp_path: Path, kills: int
) -> None:
    database = postgres.fresh()
    workers += [ServerProcess(tmp_path, database) for _ in range(2)]
    # Both at once, on an empty database: one of them migrates it.
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.wait()
    _, facts = await crash_again_and_again(workers, database, random.Random(2), kills)
    assert facts["acknowledged"] >= kills * ACKNOWLEDGED
    assert facts["going"] > 2
    assert (facts["kills"], facts["missing"], facts["twice"], facts["lost tables"]) == (kills, 0, 0, 0)
    assert facts["stuck"] == 0
    no_faults(workers)


def no_faults(servers: list[ServerProcess]) -> None:
    """Nothing went wrong that the servers did not expect."""
    for server in servers:
        assert "Traceback" not in server.log.read_text()


async def test_a_move_at_one_worker_is_seen_at_the_other(
    workers: list[ServerProcess], postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.fresh()
    workers += [ServerProcess(tmp_path, database) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.wait()
    one, two = (worker.base for worker in workers)
    async with people(one, "Ann") as (ann,), people(two, "Bob") as (bob,):
        table = await ann.set_up(rules="deluxe+talk=open", seats=[OPEN, OPEN], first=0)
        await ann.join(table)
        await bob.join(table)
        await bob.do("sit", seat=1)
        await ann.until(lambda: ann.table["seats"][1]["taken"])
        await ann.do("start")
        await bob.until(lambda: bob.phase == "playing")
        for _ in range(3):
            seq = await ann.act("cB1")
            begun = time.monotonic()
            assert (await bob.next("moved"))["seq"] == seq
            assert time.monotonic() - begun < 2
            await bob.act("cA1")
            await ann.until(lambda: ann.my_turn)
        await bob.do("say", text="hello")
        assert (await ann.next("said"))["said"]["text"] == "hello"
        # The same guest, at the other worker.
        window = Person(two, key=ann.key)
        await window.join(table)
        assert window.seat == 0
        assert window.view == ann.view
        await window.leave()


async def test_who_was_deaf_for_a_while_catches_up(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL may be restarted under the servers."""
    monkeypatch.setattr("tamaya.server.log_writer.LISTEN_AGAIN", 0.3)
    settings = Settings(postgres.fresh())
    async with (
        serving(settings) as (app, one),
        serving(settings) as (_, two),
        people(one, "Ann") as (ann,),
        people(two, "Bob") as (bob,),
    ):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], first=0)
        await ann.join(table)
        await bob.join(table)
        await bob.do("sit", seat=1)
        await ann.until(lambda: ann.table["seats"][1]["taken"])
        await ann.do("start")
        await bob.until(lambda: bob.phase == "playing")
        async with app.state.services.tables.store.engine.begin() as connection:
            listeners = "FROM pg_stat_activity WHERE query ILIKE 'listen%' AND datname = current_database()"
            cut = await connection.execute(text(f"SELECT pg_terminate_backend(pid) {listeners}"))
            assert cut.scalars().all() == [True, True]
        await ann.act("cB1")
        assert (await bob.next("moved"))["action"] == "cB1"
        await bob.act("cA1")
        assert (await ann.until_my_turn()) is True


async def test_a_bot_moves_on_after_a_crash_though_nobody_is_there(
    workers: list[ServerProcess], tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path, TAMAYA_BOT_DELAY="0.5")
    database = sqlite_url(tmp_path / "tamaya.sqlite")
    workers.append(start(server))
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        await ann.act("cB1")
        server.kill()
        start(server)
    # No client asks for the table: it is read from where it is kept.
    kept = Ledger(started=[table])
    async with asyncio.timeout(20):
        while len(actions((await read_logs(database, kept))[table])) < 2:
            await asyncio.sleep(0.1)


async def test_a_killed_server_leaves_no_bots_behind(workers: list[ServerProcess], tmp_path: Path) -> None:
    server = start(ServerProcess(tmp_path))
    workers.append(server)
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL])
        await ann.join(table)
        await ann.until_my_turn()
        await ann.act("cB1")
        await ann.until_my_turn()
    server.kill()
    await nothing_is_left(server)


async def nothing_is_left(server: ServerProcess) -> None:
    async with asyncio.timeout(10):
        while server.has_left_something():
            await asyncio.sleep(0.05)


async def test_a_server_that_is_asked_to_stop_does(workers: list[ServerProcess], tmp_path: Path) -> None:
    server = start(ServerProcess(tmp_path))
    workers.append(server)
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        seq = await ann.act("cB1")
        assert await asyncio.to_thread(server.terminate) in (0, -15)
        await nothing_is_left(server)
        assert "leaked" not in server.log.read_text()
        start(server)
        await ann.join(table, seen=seq)
        assert ann.table["actions"][0] == "cB1"
    no_faults(workers)
