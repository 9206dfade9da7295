"""Bots in their worker processes, and moves on their way through the server: each is applied once."""

from __future__ import annotations

import asyncio

import pytest

from tamaya.bots import find_bot
from tamaya.engine import State
from tamaya.records import AnyView
from tamaya.rules import Seat
from tamaya.server.workers import BotPool
from tamaya.table.players import SeatedBot
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, people
from tests.table.games import bots_alone

pytestmark = pytest.mark.anyio


async def test_a_move_is_applied_once_in_the_server(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person's and a bot's; a bot thinks in a process of its own."""
    applied: list[str] = []
    apply = State.apply

    def note(self: State, action: object) -> State:
        applied.append(str(action))
        return apply(self, action)  # type: ignore[arg-type]

    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], first=0)
        await ann.join(table)
        monkeypatch.setattr(State, "apply", note)
        await ann.act("cB1")
        assert await ann.until_my_turn()
        await ann.hello()
        assert applied == ann.table["actions"]
        assert len(applied) == 2


def hats_turns(turns: int) -> list[tuple[SeatedBot, AnyView]]:
    """The first moves of seat 1 in a game of hat."""
    views = [view for table, view in bots_alone("deluxe", 4, "hat", "workers") if table.turn == 1]
    return [(SeatedBot("t", Seat(1), "hat", "hanabi"), view) for view in views[:turns]]


async def test_a_bot_is_asked_where_its_player_lives() -> None:
    """Also when another worker was busy last, and after its worker has died."""
    pool = BotPool(2, limit=60.0)
    try:
        turns = hats_turns(4)
        fresh = [find_bot("hat", "hanabi").sit("seat 1").choose(view) for _, view in turns]
        other = SeatedBot("u", Seat(1), "hat", "hanabi")
        first = asyncio.create_task(pool.act(*turns[0]))
        second = asyncio.create_task(pool.act(other, turns[0][1]))
        assert [await first, await second] == [fresh[0]] * 2
        homes = [worker for worker in pool._workers if worker is pool._homes[turns[0][0]]]
        assert len(homes) == 1
        await pool.act(other, turns[1][1])
        assert await pool.act(*turns[1]) == fresh[1]
        assert [pool._homes[turns[0][0]]] == homes
        for process in homes[0].pool._processes.values():
            process.kill()
            process.join()
        while not homes[0].pool._broken:
            await asyncio.sleep(0.01)
        assert await pool.act(*turns[2]) == fresh[2]
        assert await pool.act(*turns[3]) == fresh[3]
    finally:
        pool.close()
