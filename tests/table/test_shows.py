"""Shows: bots alone with open hands. A table with a guest at it is none, whatever its spectators may see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tamaya.engine import View
from tamaya.rules import Seat
from tamaya.table.commands import Guest, SeatPlan, Setup
from tamaya.table.decide import Chance
from tamaya.table.entries import Acted
from tamaya.table.opening import open_table, start_at_once
from tamaya.table.table import Table
from tamaya.words import Message

ANN = Guest("ann", "Ann")
BOT = SeatPlan(kind="bot", bot="careful")
SHOW = Setup(rules="deluxe", seats=(BOT, BOT), spectators="hands", first=0)
ALOUD, SECRET = Message("aloud"), Message("secret")


def started(setup: Setup) -> Table:
    chance = Chance(deal=lambda table: table.kind.shuffle(16), first=lambda _: 0)
    return start_at_once(open_table("t", setup, ANN), chance).table


def moved(table: Table) -> Table:
    """After a move with a reason that only its seat could know."""
    clue = next(action for action in table.seat_view(Seat(0)).actions if str(action).startswith("c"))
    return table.fold(Acted(action=str(clue), reason=(ALOUD,), secret=(SECRET,)))


def test_a_show_has_open_hands_and_whole_reasons() -> None:
    table = moved(started(SHOW))
    assert table.is_show
    view = table.view_for(None)
    assert isinstance(view, View)
    assert all(held.card for hand in view.hands for held in hand)
    assert table.reason(1) == (ALOUD, SECRET)


@pytest.mark.parametrize(
    "setup",
    [
        replace(SHOW, seats=(SeatPlan(), BOT)),
        replace(SHOW, spectators="public"),
    ],
    ids=["a guest has a seat", "hidden hands"],
)
def test_everything_else_is_no_show_and_keeps_its_secrets(setup: Setup) -> None:
    table = moved(started(setup))
    assert not table.is_show
    assert table.reason(1) == (ALOUD,)


def test_hands_stay_hidden_from_those_who_watch_people() -> None:
    table = started(Setup(rules="deluxe", seats=(SeatPlan(), BOT), first=0))
    view = table.view_for("eve")
    assert isinstance(view, View)
    assert not any(held.card for hand in view.hands for held in hand)
