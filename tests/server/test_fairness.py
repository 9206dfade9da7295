"""Costly work is shared: whoever asks for much waits, and others hardly notice."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tamaya.bots import BOTS
from tamaya.records import Branch, Record, game_kind
from tamaya.rules import Seat
from tamaya.server.limits import LONGEST_PAUSE, Budget
from tamaya.server.metering import Metered
from tamaya.server.turns import Asker, Turns
from tamaya.server.uploads import MOST_ACTIONS
from tamaya.table.commands import Refused
from tests.server.bad_bots import SLOW_BOTS, think
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, people
from tests.server.servers import ServerProcess

pytestmark = pytest.mark.anyio

PATIENCE = 30.0


# Turns.


async def served(waiting: list[Asker], places: int = 1) -> list[Asker]:
    """The order in which work is done that has come in this order, while one piece of other work went on."""
    turns, order = Turns(places), list[Asker]()

    async def work(asker: Asker) -> None:
        async with turns.turn(asker):
            order.append(asker)
            await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        for asker in [Asker("first")] * places + waiting:
            group.create_task(work(asker))
    assert turns.waiting == 0
    return order[places:]


async def test_one_owner_delays_another_by_one_piece_of_work_at_most() -> None:
    order = await served([*[Asker("ann")] * 30, Asker("bob"), Asker("cid"), Asker("bob")])
    assert [asker.owner for asker in order[:6]] == ["ann", "bob", "cid", "ann", "bob", "ann"]


async def test_tables_of_one_owner_take_turns_too() -> None:
    order = await served([*[Asker("ann", "one")] * 3, Asker("ann", "two"), Asker("ann", "three")])
    assert [asker.group for asker in order] == ["one", "two", "three", "one", "one"]


async def test_what_can_wait_waits_for_all_others() -> None:
    order = await served([Asker("ann", "show", lambda: 2), Asker("bob", "away", lambda: 1), Asker("cid")])
    assert [asker.owner for asker in order] == ["cid", "bob", "ann"]


async def test_work_that_is_given_up_while_it_waits_leaves_no_gap() -> None:
    turns, done = Turns(1), list[str]()

    async def work(owner: str) -> None:
        async with turns.turn(Asker(owner)):
            done.append(owner)

    async with asyncio.timeout(PATIENCE), turns.turn(Asker("first")):
        tasks = [asyncio.create_task(work(owner)) for owner in ("ann", "bob", "cid")]
        await asyncio.sleep(0)
        tasks[0].cancel()
    # Bob has the place already, and gives up in the same moment.
    tasks[1].cancel()
    await asyncio.wait(tasks)
    assert done[-1] == "cid"
    async with asyncio.timeout(PATIENCE), turns.turn(Asker("dan")):
        assert turns.waiting == 0


# Budgets.


async def test_what_is_used_up_comes_back_with_time() -> None:
    now = 0.0
    budget = Budget("ann", rate=0.25, most=4.0, clock=lambda: now)
    budget.spend(5.0)
    assert budget.pause() == 4.0
    now = 3.0
    assert budget.pause() == 1.0
    now = 1000.0
    budget.spend(4.0)
    assert budget.pause() == 0.0
    budget.spend(0.5)
    assert budget.pause() == 2.0


async def test_who_has_used_up_too_much_is_refused_at_once() -> None:
    budget = Budget("ann", rate=0.25, most=4.0, clock=lambda: 0.0)
    budget.spend(4.0 + 0.25 * LONGEST_PAUSE + 0.1)
    with pytest.raises(Refused, match="much that takes long"):
        async with budget.request():
            pass


async def test_only_the_steps_of_the_work_itself_are_charged() -> None:
    budget = Budget("ann", rate=0.001, most=10.0)

    async def work() -> str:
        await asyncio.sleep(0.2)
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
        with suppress(ValueError):
            await fails()
        return "done"

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError

    assert await Metered(work(), budget) == "done"
    assert 0.05 <= 10.0 - budget._left < 0.15


# One guest asks for as much as the server takes.


def heavy_record(seed: int, actions: int = MOST_ACTIONS) -> Record:
    """A legal game of many suits in which hands are put in another order all the time, with branches."""
    suits = "red,blue,green,yellow,white,multicolour,black,purple,pink,brown,teal,omni"
    kind = game_kind(f"deluxe+suits={suits}+rearrange=always")
    rng = random.Random(seed)
    deal = kind.shuffle(f"heavy {seed}")
    made: list[str] = []
    for _ in range(actions):
        order = rng.sample(range(1, 5), 4)
        while order == sorted(order):
            order = rng.sample(range(1, 5), 4)
        made.append(f"o{'ABCDE'[rng.randrange(5)]}{''.join(map(str, order))}")
    line = tuple(made[:150])
    branches = tuple(Branch(turn, line, f"line {turn}") for turn in range(25))
    names = ("Ann", "Bob", "Cid", "Dot", "Eve")
    return Record(kind.text, names, Seat(0), deal, tuple(made), None, branches=branches)


async def hog(base: str, key: str, texts: list[str], stop: asyncio.Event, done: list[int]) -> None:
    """Upload, look and try as fast as the server takes it."""
    limits = httpx.Limits(max_connections=20)
    cookies = {"tamaya_guest": key}
    async with httpx.AsyncClient(
        base_url=base, cookies=cookies, trust_env=False, limits=limits, timeout=120
    ) as http:
        tables: list[str] = []
        rng = random.Random(1)

        async def upload(text: str) -> None:
            answer = await http.post("/api/records", content=text)
            done.append(answer.status_code)
            if answer.status_code == 201:
                tables.append(answer.json()["id"])

        async def look() -> None:
            if tables:
                place = f"/api/tables/{rng.choice(tables)}"
                answer = await http.get(f"{place}/moments/{rng.randrange(900)}?detail=deduced")
                done.append(answer.status_code)
                line = {"turn": 5, "actions": ["oA4321", "oA4321"] * 150}
                done.append((await http.post(f"{place}/line", json=line)).status_code)
            done.append((await http.get("/api/games")).status_code)

        async def go_on() -> None:
            while not stop.is_set():
                with suppress(httpx.HTTPError):
                    await rng.choice((lambda: upload(rng.choice(texts)), look, look))()

        await asyncio.gather(*(go_on() for _ in range(20)))


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with the usual share of work for each guest."""
    running = ServerProcess(tmp_path, TAMAYA_WORK_SHARE="0.25")
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()


async def test_a_guest_who_asks_for_costly_things_does_not_hold_up_others(limited: ServerProcess) -> None:
    """On a quiet machine of two cores 99 of 100 answers take less than 0.2 seconds; before it was many."""
    texts = [str(heavy_record(seed)) for seed in range(3)]
    async with people(limited.base, "Ann", "Hog", "Bob") as (ann, pest, bob):
        table = await ann.set_up(rules="deluxe+rearrange=always", seats=[OPEN, OPEN], first=0)
        await ann.join(table)
        await bob.join(table)
        await bob.do("sit", seat=1)
        await ann.do("start")
        await ann.until(lambda: ann.phase == "playing")
        stop, done, took = asyncio.Event(), list[int](), list[float]()
        pests = asyncio.create_task(hog(limited.base, pest.key, texts, stop, done))
        until = time.monotonic() + 10
        while time.monotonic() < until:
            for ask in (lambda: ann.act("oA54321"), lambda: ann.get("/api/tables"), lambda: ann.get("/")):
                began = time.monotonic()
                await ask()
                took.append(time.monotonic() - began)
            await asyncio.sleep(0.05)
        stop.set()
        await pests
    took.sort()
    assert set(done) <= {200, 201, 429}
    assert done.count(201) + done.count(200) > 5, "the hog is served, too"
    assert took[len(took) * 99 // 100] < 1.0


async def test_a_record_that_is_too_long_to_look_at_is_refused(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        answer = await ann.http.post("/api/records", content=str(heavy_record(1, MOST_ACTIONS + 1)))
        assert (answer.status_code, answer.json()["message"]["code"]) == (413, "upload.actions")


async def test_a_long_game_is_played_through_by_a_worker_with_the_same_answer(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        record = heavy_record(2, 200)
        answer = await ann.http.post("/api/records", content=str(record))
        assert answer.status_code == 201, answer.text
        table = answer.json()["id"]
        live = await server.hub.live(table)
        for turn in (0, 77, 200):
            for detail in ("told", "deduced"):
                seen = await ann.get(f"/api/tables/{table}/moments/{turn}", detail=detail)
                expected = live.moment(turn, None, detail)
                assert seen.json() == expected.model_dump(mode="json")
        beyond = await ann.get(f"/api/tables/{table}/moments/201")
        assert (beyond.status_code, beyond.json()["code"]) == (404, "missing")
        wish = {"turn": 3, "actions": ["p1"] * 40}
        assert (await ann.post(f"/api/tables/{table}/line", wish)).status_code == 409


# Bots.


@pytest.fixture
def slow_bots(server: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A server with bots that take a second, or do not come to an end."""
    monkeypatch.setattr("tamaya.server.workers.think", think)
    for name, bot in SLOW_BOTS.items():
        monkeypatch.setitem(BOTS, name, bot)
    server.hub.bots.limit = 24.0
    return server


async def test_slow_bots_of_one_guest_do_not_starve_those_of_another(slow_bots: Table) -> None:
    """Twelve tables of bots that take a second for each move, and one table of another guest."""
    async with people(slow_bots.base, "Hog", "Bob") as (pest, bob):
        slow: dict[str, Any] = {"kind": "bot", "bot": "dawdles"}
        for _ in range(12):
            table = await pest.set_up(start=True, rules="deluxe", seats=[OPEN, *[slow] * 4], first=1)
        await pest.join(table)
        await until(lambda: slow_bots.hub.bots.waiting >= 12)
        table = await bob.set_up(start=True, rules="deluxe", seats=[OPEN, slow], first=0)
        await bob.join(table)
        waits: list[float] = []
        for _ in range(3):
            began = time.monotonic()
            assert bob.view is not None
            await bob.act(next(each for each in bob.view["actions"] if each[0] in "cd"))
            assert await bob.until_my_turn()
            waits.append(time.monotonic() - began)
        # It waits for one piece of work, and then thinks itself; all the others would take a minute.
        assert max(waits) < 12
        assert sorted(waits)[1] < 6


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


async def test_a_bot_has_less_time_while_others_wait(slow_bots: Table) -> None:
    """The only place is taken by a bot that would think for minutes, when another guest's bot is on turn."""
    pool = slow_bots.hub.bots
    async with people(slow_bots.base, "Hog", "Bob") as (pest, bob):
        stuck: dict[str, Any] = {"kind": "bot", "bot": "hangs"}
        for _ in range(6):
            await pest.set_up(start=True, rules="deluxe", seats=[OPEN, stuck], first=1)
        await until(lambda: pool.waiting >= 6)
        table = await bob.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await bob.join(table)
        began = time.monotonic()
        await bob.act("cB1")
        assert await bob.until_my_turn()
        assert time.monotonic() - began < 20, "24 seconds is what a bot has when others do not wait"
