"""The conventions that a bot's move stands on: kept with the move, and gone with it."""

from __future__ import annotations

from tamaya.bots import Choice
from tamaya.engine import Play
from tamaya.records import game_kind
from tamaya.rules import Seat
from tamaya.server.database import dump_entry, read_entry
from tamaya.table.commands import Act, BotSeat, Undo
from tamaya.table.decide import CONVENTION_LENGTH, MOST_CONVENTIONS, decide
from tamaya.table.entries import Acted
from tamaya.table.table import Table
from tests.table.games import guest, opened

RULES = "deluxe+strikes=10"


def after_bot(*conventions: str) -> tuple[Acted, Table]:
    """Ann tells something, and then a bot plays by some conventions."""
    table = opened(RULES, 2, game_kind(RULES).shuffle("cited"), Seat(0), bots=1)
    clue = next(action for action in table.seat_view(Seat(0)).actions if str(action).startswith("c"))
    table = decide(table, guest(0), Act(action=str(clue), seq=table.seq)).table
    entry, table = decide(table, BotSeat(Seat(1)), Choice(Play(1), "because", conventions=conventions))
    assert isinstance(entry, Acted)
    return entry, table


def test_a_move_keeps_the_conventions_that_it_stands_on() -> None:
    entry, table = after_bot("prompt", "finesse")
    assert entry.conventions == ("prompt", "finesse")
    assert table.cited == {2: ("prompt", "finesse")}


def test_they_are_stored_and_read_again() -> None:
    entry, _ = after_bot("finesse")
    assert read_entry(dump_entry(entry)) == entry


def test_an_entry_of_an_older_game_has_none() -> None:
    assert read_entry('{"kind":"acted","action":"p1"}') == Acted(action="p1")


def test_a_move_that_is_taken_back_takes_them_with_it() -> None:
    _, table = after_bot("finesse")
    assert table.undo_to == 0
    table = decide(table, guest(0), Undo(wish="ask", to=0)).table
    assert (table.actions, table.cited) == ((), {})


def test_no_bot_fills_the_log_with_them() -> None:
    many = tuple(f"rule-{number}" for number in range(100))
    entry, _ = after_bot("x" * (CONVENTION_LENGTH + 1), *many)
    assert entry.conventions == many[:MOST_CONVENTIONS]
