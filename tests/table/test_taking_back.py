"""Taking moves back: what goes, who is told, and what had been seen."""

from __future__ import annotations

import pytest

from tamaya.bots import Choice
from tamaya.engine import Play
from tamaya.records import Record, TakeBack, game_kind
from tamaya.rules import BrokenRecord, Seat
from tamaya.server.database import dump_entry, read_entry
from tamaya.table.commands import Act, BotSeat, Command, Refused, Setup, Undo
from tamaya.table.decide import MOST_TAKE_BACKS, check_setup, decide
from tamaya.table.entries import Entry
from tamaya.table.opening import open_record
from tamaya.table.table import Table
from tamaya.words import Reader, say
from tests.table.games import guest, opened

RULES = "deluxe+strikes=10"


class Game:
    """A table with people on the first seats and bots on the others, and all entries since the start."""

    def __init__(self, players: int = 3, bots: int = 2) -> None:
        deal = game_kind(RULES).shuffle("taking back")
        self.opened = self.table = opened(RULES, players, deal, Seat(0), bots=bots)
        self.log: list[Entry] = []

    def do(self, seat: int, command: Command) -> None:
        actor = guest(seat) if seat in self.table.people else BotSeat(Seat(seat))
        entry, self.table = decide(self.table, actor, command)
        self.log.append(entry)

    def go(self, *actions: str) -> None:
        """Each seat on turn does the next of these."""
        for action in actions:
            assert self.table.turn is not None
            self.do(self.table.turn, Choice(self.table.kind.parse_action(action), "because", "in secret"))

    def refusal(self, seat: int, command: Command) -> tuple[str, str]:
        with pytest.raises(Refused) as caught:
            self.do(seat, command)
        return caught.value.code, str(caught.value)

    def told(self, seat: int | None = None) -> list[tuple[int, str]]:
        reader = Reader("en", self.table.names, seat)
        return [(item.turn, say(item.message, reader)) for item in self.table.news]

    def replayed(self) -> Table:
        """The table that a server would fold from what is stored."""
        table = self.opened
        for entry in self.log:
            table = table.fold(read_entry(dump_entry(entry)))
        return table


# With bots.


def test_one_wish_takes_back_the_move_and_what_the_bots_did_since() -> None:
    game = Game()
    game.go("cB1", "cC1", "cA1")
    before = game.table
    game.go("p1", "cC1", "d1")
    game.do(0, Undo(wish="ask"))
    assert game.table.turn == 0
    assert (game.table.position, game.table.reasons) == (before.position, before.reasons)
    assert game.table == game.replayed()


def test_all_are_told_how_many_moves_went_and_which_cards_had_been_seen() -> None:
    """A player who has seen a card cannot forget it: the others may read that it happened."""
    game = Game()
    game.go("p1", "cC1", "d1")
    game.do(0, Undo(wish="ask"))
    assert game.told() == [(0, "Ann took back 3 moves. 2 cards had been shown. 2 cards had been drawn.")]
    assert game.told(seat=0)[0][1].startswith("You took back 3 moves.")
    assert game.table.taken_back == (TakeBack(turn=0, seat=Seat(0), moves=3, shown=2, drawn=2),)


def test_a_clue_taken_back_shows_no_card() -> None:
    game = Game()
    game.go("cB1")
    game.do(0, Undo(wish="ask"))
    assert game.told() == [(0, "Ann took back 1 move.")]


def test_in_a_race_cards_are_counted_too() -> None:
    deal = game_kind("andrewz").shuffle("taking back")
    table = opened("andrewz", 2, deal, Seat(0))
    assert table.position is not None
    table = decide(table, guest(0), Act(action=str(table.position.actions()[-1]), seq=0)).table
    for seat, wish in ((0, "ask"), (1, "agree")):
        table = decide(table, guest(seat), Undo(wish=wish)).table  # type: ignore[arg-type]
    [taken] = table.taken_back
    assert (taken.moves, taken.shown, taken.drawn) == (1, 0, 1)


def test_what_was_told_stands_where_the_game_goes_on() -> None:
    """The turns that it was told at may be gone themselves."""
    game = Game()
    game.go("cB1", "cC1", "cA1", "cB1", "cC1", "cA1")
    game.do(0, Undo(wish="ask"))
    game.do(0, Undo(wish="ask"))
    assert [turn for turn, _ in game.told()] == [0, 0]
    assert game.table == game.replayed()


def test_a_double_click_takes_back_one_move() -> None:
    """The second click speaks of a move that is gone already."""
    game = Game()
    game.go("cB1", "cC1", "cA1", "cB1", "cC1", "cA1")
    game.do(0, Undo(wish="ask", to=3))
    assert game.refusal(0, Undo(wish="ask", to=3)) == ("late", "the table has moved on")
    assert len(game.table.actions) == 3


def test_a_bot_that_moved_meanwhile_is_taken_back_with_the_move() -> None:
    game = Game()
    game.go("cB1", "cC1")
    assert game.table.undo_offer == 0
    game.go("cA1")
    game.do(0, Undo(wish="ask", to=0))
    assert game.table.actions == ()


def test_there_is_nothing_to_offer_at_the_first_move() -> None:
    game = Game()
    assert game.table.undo_offer is None
    assert game.refusal(0, Undo(wish="ask")) == ("illegal", "there is nothing to take back")


def test_nothing_is_offered_once_the_game_is_over() -> None:
    game = Game()
    while game.table.turn is not None:
        game.go("p4")
    assert game.table.undo_offer is None
    assert "What if" in game.refusal(0, Undo(wish="ask"))[1]


def test_a_game_is_not_taken_back_for_ever() -> None:
    game = Game(2, 1)
    for _ in range(MOST_TAKE_BACKS):
        game.go("cB1")
        game.do(0, Undo(wish="ask"))
    game.go("cB1")
    assert game.refusal(0, Undo(wish="ask"))[0] == "too-much"
    assert Record.parse(str(game.table.record())) == game.table.record()


def test_a_named_deal_is_never_taken_back() -> None:
    """Others play the same cards, and compare."""
    wanted = Setup(rules=RULES, seats=Game().table.setup.seats, undo=True, deal="monday")
    assert not check_setup(wanted).undo
    game = Game()
    # A log from before this was so.
    object.__setattr__(game.table, "setup", wanted)
    game.go("cB1")
    assert game.table.undo_offer is None
    code, why = game.refusal(0, Undo(wish="ask"))
    assert (code, "named deal" in why) == ("forbidden", True)


# Among people.


def test_the_asker_may_withdraw_the_question() -> None:
    game = Game(3, 0)
    game.go("p1")
    game.do(0, Undo(wish="ask"))
    code, _ = game.refusal(1, Undo(wish="withdraw"))
    assert code == "forbidden"
    game.do(0, Undo(wish="withdraw"))
    assert (game.table.undo, game.table.actions, game.told()) == (None, ("p1",), [])


def test_a_refusal_is_told_by_name_and_stays() -> None:
    game = Game(3, 0)
    game.go("p1")
    game.do(0, Undo(wish="ask"))
    game.do(1, Undo(wish="agree"))
    game.do(2, Undo(wish="refuse"))
    assert game.table.undo is None
    assert game.told(seat=0) == [(1, "Cid did not agree to take your move back.")]
    game.go("p1")
    assert game.told(seat=1) == [(1, "Cid did not agree to take Ann’s move back.")]
    assert game.table == game.replayed()


def test_all_people_must_agree_and_bots_need_not() -> None:
    game = Game(3, 1)
    game.go("p1")
    game.do(0, Undo(wish="ask"))
    assert list(game.table.actions) == ["p1"]
    game.do(1, Undo(wish="agree"))
    assert list(game.table.actions) == []
    assert game.table.taken_back[0].seat == 0


# On record.


def test_a_record_says_what_was_taken_back_and_keeps_it_when_it_is_read() -> None:
    game = Game()
    game.go("p1", "cC1", "d1")
    game.do(0, Undo(wish="ask"))
    game.do(0, Choice(Play(1)))
    record = game.table.record()
    assert record.taken_back == (TakeBack(turn=0, seat=Seat(0), moves=3, shown=2, drawn=2),)
    assert Record.parse(str(record)) == record
    brought = open_record("t", record, guest(1)).table
    assert brought.taken_back == record.taken_back
    assert brought.record() == record


def test_a_record_without_take_backs_is_written_as_before() -> None:
    game = Game()
    game.do(0, Choice(Play(1)))
    assert "taken_back" not in str(game.table.record())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('"moves": 3', '"moves": 0'),
        ('"moves": 3', '"moves": true'),
        ('"seat": 0', '"seat": 3'),
        ('"shown": 2', '"shown": -1'),
        ('"drawn": 2', '"other": 2'),
    ],
)
def test_a_record_with_impossible_take_backs_is_refused(text: str, fault: str) -> None:
    game = Game()
    game.go("p1", "cC1", "d1")
    game.do(0, Undo(wish="ask"))
    written = str(game.table.record())
    assert text in written
    with pytest.raises(BrokenRecord, match="taken_back"):
        Record.parse(written.replace(text, fault))
