"""A bot's Player lives on between its moves, and chooses what a fresh one would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tamaya.bots import BOTS, Bot, Choice
from tamaya.bots.registry import Player
from tamaya.engine import Action, Event, View
from tamaya.records import game_kind
from tamaya.rules import Seat
from tamaya.table.commands import Act, BotSeat, Undo
from tamaya.table.decide import decide
from tamaya.table.players import Players, SeatedBot
from tamaya.table.table import Table
from tamaya.words import Message, say_all
from tests.table.games import bots_alone, guest, opened, position_of

BOTS_TO_TRY = [
    ("deluxe", "hat", 4),
    ("deluxe+avalanche", "hat", 3),
    ("deluxe+flamboyants", "partner", 2),
    ("rnr+variant-3", "partner", 3),
    ("deluxe", "careful", 5),
    ("deluxe", "random", 2),
    ("andrewz", "greedy", 3),
    ("andrewz", "any", 4),
]


def seated(table: Table, seat: int) -> SeatedBot:
    return SeatedBot(table.id, Seat(seat), table.setup.seats[seat].bot, table.kind.game)


@pytest.mark.parametrize(("rules", "bot", "players"), BOTS_TO_TRY)
def test_a_player_that_lives_on_chooses_what_a_fresh_one_would(rules: str, bot: str, players: int) -> None:
    """Also one that was let go in between, as when there are more bots than a process keeps."""
    lasting, forgetful = Players(), Players(most=1)
    for table, view in bots_alone(rules, players, bot, "players"):
        assert table.turn is not None
        who = seated(table, table.turn)
        fresh = Players().ask(who, view)
        assert not fresh.fault
        assert lasting.ask(who, view) == fresh
        assert forgetful.ask(who, view) == fresh


class Diary:
    """A bot that says what it has been told since it was made, and since it was last asked."""

    def __init__(self, seed: int | str) -> None:
        self.told: list[Event] = []
        self.asked = 0

    def act(self, view: View, events: Sequence[Event]) -> Choice[Action]:
        self.asked += 1
        self.told += events
        assert tuple(self.told) == view.history, "it does not know what has happened"
        return Choice(view.actions[0], f"asked {self.asked} times")


@pytest.fixture
def diary(monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """The players of the bot ``diary`` that have been made."""
    made: list[Player] = []

    class Noted(Bot):
        def sit(self, seed: int | str) -> Player:
            made.append(super().sit(seed))
            return made[-1]

    monkeypatch.setitem(BOTS, "diary", Noted("diary", "hanabi", Message("bots.random"), Diary))
    return made


def bots_turn(table: Table, players: Players) -> tuple[Table, str]:
    """The table after the bot's move, and what it says."""
    answer = players.ask(seated(table, 1), table.seat_view(Seat(1)))
    assert not answer.fault
    return decide(table, BotSeat(Seat(1)), answer.choice).table, say_all(answer.choice.reason)


def start(bot: str = "diary") -> Table:
    rules = "deluxe+strikes=10"
    return opened(rules, 2, game_kind(rules).shuffle("diary"), Seat(0), bots=1, bot=bot)


def act(table: Table, action: str) -> Table:
    return decide(table, guest(0), Act(action=action, seq=0)).table


def test_one_player_makes_all_moves_of_a_seat(diary: list[Player]) -> None:
    table, players = start(), Players()
    for number, action in enumerate(["cB1", "cB2", "p1"], start=1):
        table, said = bots_turn(act(table, action), players)
        assert said == f"asked {number} times"
    assert len(diary) == 1


def test_a_player_is_not_asked_to_go_on_after_a_move_was_taken_back(diary: list[Player]) -> None:
    """What it remembers has not happened: a new one is told what has."""
    table, players = start(), Players()
    table, _ = bots_turn(act(table, "cB1"), players)
    table, _ = bots_turn(act(table, "cB2"), players)
    table = decide(table, guest(0), Undo(wish="ask")).table
    assert len(table.actions) == 2
    table, said = bots_turn(act(table, "p1"), players)
    assert (said, len(diary)) == ("asked 1 times", 2)
    # Longer than what the first player had been shown, and other.
    table, said = bots_turn(act(table, "p2"), players)
    assert (said, len(diary)) == ("asked 2 times", 2)


@pytest.mark.parametrize(("rules", "bot", "players"), BOTS_TO_TRY)
def test_a_bot_remembers_nothing_of_what_was_taken_back(rules: str, bot: str, players: int) -> None:
    """A person tries one move after another; the bots choose as if only the last one had been made."""
    table = opened(rules, players, game_kind(rules).shuffle("again"), Seat(0), bots=players - 1, bot=bot)
    lasting = Players()
    for _ in range(6):
        for number in (-1, 0):
            if table.turn is None:
                return
            table = act(table, str(position_of(table).actions()[number]))
            while table.turn:
                who, view = seated(table, table.turn), table.seat_view(table.turn)
                answer = lasting.ask(who, view)
                assert answer == Players().ask(who, view)
                table = decide(table, BotSeat(table.turn), answer.choice).table
            if number and table.undo_offer is not None:
                table = decide(table, guest(0), Undo(wish="ask")).table


def test_a_longer_history_that_differs_is_not_continued(diary: list[Player]) -> None:
    """Several moves taken back and others made, before the bot is asked again by this process."""
    one, players = start(), Players()
    one, _ = bots_turn(act(one, "cB1"), players)
    other = start()
    for action in ("p1", "p1", "p2"):
        other, _ = bots_turn(act(other, action), Players())
    assert len(diary) == 4
    bots_turn(act(other, "p1"), players)
    assert len(diary) == 5


def test_a_player_is_told_what_another_process_did_on_its_seat(diary: list[Player]) -> None:
    table, here, there = start(), Players(), Players()
    table, _ = bots_turn(act(table, "cB1"), here)
    table, _ = bots_turn(act(table, "cB2"), there)
    table, said = bots_turn(act(table, "p1"), here)
    assert (said, len(diary)) == ("asked 2 times", 2)


def test_a_player_that_is_asked_again_at_the_same_turn_is_built_again(diary: list[Player]) -> None:
    """Its move could not be written, and it may have taken it for made."""
    table, players = act(start(), "cB1"), Players()
    bots_turn(table, players)
    assert bots_turn(table, players)[1] == "asked 1 times"
    assert len(diary) == 2


def test_seats_and_tables_have_players_of_their_own(diary: list[Player]) -> None:
    table, players = act(start(), "cB1"), Players()
    view = table.seat_view(Seat(1))
    for name in ("t", "u"):
        answer = players.ask(SeatedBot(name, Seat(1), "diary", "hanabi"), view)
        assert say_all(answer.choice.reason) == "asked 1 times"
    assert len(diary) == 2


def test_a_player_that_failed_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    class Once:
        def __init__(self, seed: int | str) -> None:
            self.asked = 0

        def act(self, view: View, events: Sequence[Event]) -> Any:
            self.asked += 1
            return view.actions[0] if events and self.asked == 1 and len(events) > 4 else None

    monkeypatch.setitem(BOTS, "once", Bot("once", "hanabi", Message("bots.random"), Once))
    table, players = act(start("once"), "cB1"), Players()
    who = seated(table, 1)
    answer = players.ask(who, table.seat_view(Seat(1)))
    assert answer.fault
    table = decide(table, BotSeat(Seat(1)), answer.choice).table
    # A fresh one is told all events, more than four.
    table = act(table, "p1")
    assert not players.ask(who, table.seat_view(Seat(1))).fault
