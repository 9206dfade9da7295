"""Tables to test with: driven games at a table, move by move."""

from __future__ import annotations

from collections.abc import Iterator

from tamaya.bots import Choice, find_bot
from tamaya.records import AnyPosition, AnyView
from tamaya.rules import Deal, Seat
from tamaya.table.commands import Act, BotSeat, Guest, SeatPlan, Setup
from tamaya.table.decide import Decision, decide
from tamaya.table.entries import Created, Entry, Sat, Started
from tamaya.table.table import Table
from tests.helpers import Seed

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


def guest(seat: int) -> Guest:
    return Guest(f"g{seat}", NAMES[seat])


def opened(
    rules: str, players: int, deal: Deal, first: Seat, *, bots: int = 0, bot: str = "careful"
) -> Table:
    """A table that has just started: people on the first seats, bots on the others."""
    people = players - bots
    plans = (*[SeatPlan()] * people, *[SeatPlan(kind="bot", bot=bot)] * bots)
    setup = Setup(rules=rules, seats=plans, first=first, undo=True, detail="deduced")
    seated: list[Entry] = [Sat(seat=seat, guest=f"g{seat}", name=NAMES[seat]) for seat in range(people)]
    dealt = Started.of(NAMES[:players], first, deal)
    return Table.replay("t", [Created(setup=setup, owner="g0"), *seated, dealt])


def driven(seed: Seed) -> Iterator[tuple[Table, Decision]]:
    """A game as the seed drives it, each table with what the next command of its mover leads to."""
    start = seed.start()
    table = opened(seed.rules, seed.players, Deal(start.cards, start.tiles, start.salt), start.first)
    for _, action, _ in seed.play():
        mover = table.actor(action)
        assert mover is not None
        decision = decide(table, guest(mover), Act(action=str(action), seq=table.seq))
        yield table, decision
        table = decision.table


def bots_alone(rules: str, players: int, bot: str, seed: str) -> Iterator[tuple[Table, AnyView]]:
    """A game of one kind of bot, each made for its move alone: the table before it, and the mover's view."""
    setup = Setup(rules=rules, seats=(SeatPlan(kind="bot", bot=bot),) * players)
    table = Table.replay("t", [Created(setup=setup, owner="")])
    table = table.fold(Started.of(NAMES[:players], 0, table.kind.shuffle(seed)))
    while (turn := table.turn) is not None:
        view = table.seat_view(turn)
        yield table, view
        action = find_bot(bot, table.kind.game).sit(f"seat {turn}").choose(view).action
        table = decide(table, BotSeat(turn), Choice(action)).table


def position_of(table: Table) -> AnyPosition:
    assert table.position is not None
    return table.position
