"""Players who are away: stand-ins, leaving, votes, pauses and reminders, as entries of the log."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.bots import Choice
from tamaya.engine import View
from tamaya.records import Record, game_kind
from tamaya.rules import BrokenRecord, Seat
from tamaya.server.database import dump_entry, read_entry
from tamaya.table.absence import MOST_CHANGES, stand_in, usual_bot, welcome
from tamaya.table.commands import (
    Act,
    AskAll,
    BotSeat,
    Command,
    Guest,
    GuestCommand,
    HandBack,
    Nudge,
    Pause,
    Refused,
    StandUp,
    Undo,
    VoteWish,
)
from tamaya.table.company import StandIn
from tamaya.table.decide import Chance, decide
from tamaya.table.entries import Entry
from tamaya.table.opening import continue_table, open_record
from tamaya.table.table import Table
from tamaya.words import Reader, say
from tests.table.games import guest, opened

RULES = "deluxe+strikes=10"
ANN, BOB, CID = Seat(0), Seat(1), Seat(2)


class Game:
    """A table of people, who is here, and all entries since the start."""

    def __init__(self, players: int = 3, bots: int = 0, here: Collection[int] = (ANN, BOB)) -> None:
        deal = game_kind(RULES).shuffle("away")
        self.opened = self.table = opened(RULES, players, deal, ANN, bots=bots)
        self.here = here
        self.log: list[Entry] = []

    def do(self, seat: int, command: GuestCommand) -> None:
        entry, self.table = decide(self.table, guest(seat), command, present=self.here)
        self.log.append(entry)

    def ask(self, seat: int, wish: VoteWish, about: int | None = None) -> None:
        self.do(seat, AskAll(wish=wish, seat=about))

    def fold(self, entry: Entry) -> None:
        self.table = self.table.fold(entry)
        self.log.append(entry)

    def act(self, seat: int, action: str) -> None:
        self.do(seat, Act(action=action, seq=self.table.seq))

    def bot(self, seat: Seat, action: str) -> None:
        """The bot that plays a seat acts."""
        choice = Choice(self.table.kind.parse_action(action), "because", "in secret")
        entry, self.table = decide(self.table, BotSeat(seat), choice)
        self.log.append(entry)

    def stand_in_for_cid(self) -> None:
        """Ann and Bob agree."""
        self.ask(ANN, "stand-in", CID)
        self.ask(BOB, "agree")

    def refusal(self, seat: int, command: Command) -> str:
        with pytest.raises(Refused) as caught:
            decide(self.table, guest(seat), command, present=self.here)
        return caught.value.message.code

    def told(self, seat: int | None = None) -> list[str]:
        reader = Reader("en", self.table.names, seat)
        return [say(item.message, reader) for item in self.table.news]

    def replayed(self) -> Table:
        """The table that a server would fold from what is stored."""
        table = self.opened
        for entry in self.log:
            table = table.fold(read_entry(dump_entry(entry)))
        return table


# A bot for a player who is away.


def test_a_bot_stands_in_once_all_who_are_here_agree() -> None:
    game = Game()
    game.ask(ANN, "stand-in", CID)
    assert game.table.company.stand_ins == {}
    game.ask(BOB, "agree")
    assert game.table.company.stand_ins == {CID: StandIn("partner", 0)}
    assert game.table.company.vote is None
    assert game.told(CID) == ["The bot partner plays for you now."]


def test_who_is_not_here_is_not_asked() -> None:
    game = Game(here=[ANN])
    game.ask(ANN, "stand-in", CID)
    assert CID in game.table.company.stand_ins


def test_the_seat_stays_its_guests_and_the_table_waits_for_the_bot() -> None:
    game = Game()
    game.stand_in_for_cid()
    assert game.table.seat_of(guest(CID).id) == CID
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    assert game.table.waits_for_bot
    assert game.table.bot_at(CID) == "partner"


def test_what_a_bot_does_for_a_player_is_told_and_recorded() -> None:
    game = Game()
    game.stand_in_for_cid()
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    game.bot(CID, "p1")
    assert game.table.played_for == {3: "partner"}
    assert game.table.record().stood_in == (3,)
    assert Record.parse(str(game.table.record())).stood_in == (3,)


def test_one_refusal_ends_the_question() -> None:
    game = Game()
    game.ask(ANN, "stand-in", CID)
    game.ask(BOB, "refuse")
    assert game.table.company.vote is None
    assert game.told(BOB) == ["You did not agree that a bot plays, as Ann had asked."]


def test_who_asked_may_withdraw_and_no_other() -> None:
    game = Game()
    game.ask(ANN, "stand-in", CID)
    assert game.refusal(BOB, AskAll(wish="withdraw")) == "refused.not-your-question"
    game.ask(ANN, "withdraw")
    assert game.table.company.vote is None
    assert game.told() == []


def test_one_question_at_a_time() -> None:
    game = Game()
    game.ask(ANN, "stand-in", CID)
    assert game.refusal(BOB, AskAll(wish="end")) == "refused.asked-already"


def test_who_asked_may_ask_again_of_those_who_are_here_by_then() -> None:
    game = Game()
    game.ask(ANN, "stand-in", CID)
    game.here = [ANN]
    game.ask(ANN, "stand-in", CID)
    assert CID in game.table.company.stand_ins


def test_nobody_is_replaced_who_is_here() -> None:
    game = Game(here=[ANN, BOB, CID])
    assert game.refusal(ANN, AskAll(wish="stand-in", seat=CID)) == "refused.player-is-here"
    assert game.refusal(ANN, AskAll(wish="stand-in", seat=ANN)) == "refused.player-is-here"


def test_a_bot_is_no_player_who_is_away() -> None:
    game = Game(players=3, bots=1)
    assert game.refusal(ANN, AskAll(wish="stand-in", seat=CID)) == "refused.not-a-player"
    assert game.refusal(ANN, AskAll(wish="stand-in", seat=7)) == "refused.not-a-player"


def test_a_table_may_have_no_stand_ins() -> None:
    game = Game()
    game.table = replace(game.table, setup=replace(game.table.setup, stand_in="never"))
    assert game.refusal(ANN, AskAll(wish="stand-in", seat=CID)) == "refused.no-stand-in"


def test_the_bot_of_the_table_stands_in() -> None:
    assert usual_bot(Game(players=3, bots=1).table) == "careful"
    assert usual_bot(Game().table) == "partner"


def test_a_player_who_is_here_again_has_the_seat_back_and_hears_what_was_done() -> None:
    game = Game()
    game.stand_in_for_cid()
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    game.bot(CID, "p1")
    back = welcome(game.table, guest(CID).id)
    assert back is not None
    game.fold(back)
    assert game.table.company.stand_ins == {}
    assert game.told(CID)[-1] == "You are back. partner made 1 move meanwhile."
    assert welcome(game.table, guest(CID).id) is None


def test_a_player_who_acts_has_the_seat_back() -> None:
    game = Game()
    game.stand_in_for_cid()
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    game.act(CID, "p1")
    assert game.table.company.stand_ins == {}
    assert game.table.played_for == {}
    assert game.told()[-1] == "Cid is back. partner made no move meanwhile."


def test_a_bots_move_that_was_thought_out_before_the_player_came_back_is_late() -> None:
    game = Game()
    game.stand_in_for_cid()
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    before = game.table.moved
    game.fold(welcome(game.table, guest(CID).id))  # type: ignore[arg-type]
    assert game.table.moved > before


def test_any_player_may_end_a_bots_play_for_another() -> None:
    game = Game()
    game.stand_in_for_cid()
    game.do(BOB, HandBack(seat=CID))
    assert game.table.company.stand_ins == {}
    assert game.told(BOB)[-1] == "You stopped partner from playing for Cid."
    assert game.refusal(BOB, HandBack(seat=CID)) == "refused.no-bot-plays"


def test_a_player_who_comes_while_they_are_asked_about_ends_the_question() -> None:
    game = Game()
    game.ask(ANN, "stand-in", CID)
    game.fold(welcome(game.table, guest(CID).id))  # type: ignore[arg-type]
    assert game.table.company.vote is None
    assert game.told() == []


def test_by_itself_a_bot_begins_only_where_the_setup_says_so_and_on_that_players_turn() -> None:
    game = Game()
    assert stand_in(game.table, ANN) is None
    game.table = replace(game.table, setup=replace(game.table.setup, stand_in="after"))
    found = stand_in(game.table, ANN)
    assert found is not None
    assert (found.seat, found.bot) == (ANN, "partner")
    assert stand_in(game.table, BOB) is None
    game.do(BOB, Pause(paused=True))
    assert stand_in(game.table, ANN) is None


def test_a_stand_in_sees_what_the_seat_sees() -> None:
    game = Game()
    game.stand_in_for_cid()
    before = game.opened.seat_view(CID)
    assert game.table.seat_view(CID) == before == game.table.view_for(guest(CID).id)
    assert isinstance(before, View)
    assert all(held.card is None for held in before.hands[CID])


# Moves taken back.


def test_what_a_bot_did_for_a_player_is_not_asked_about_and_goes_with_the_move_before() -> None:
    game = Game()
    game.stand_in_for_cid()
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    game.bot(CID, "p1")
    assert game.table.undo_to == 1
    game.do(BOB, Undo(wish="ask", to=1))
    game.do(ANN, Undo(wish="agree"))
    assert game.table.actions == ("cBr",)
    assert game.table.played_for == {}


def test_a_question_about_taking_back_does_not_wait_for_a_player_for_whom_a_bot_plays() -> None:
    game = Game()
    game.act(ANN, "cBr")
    game.do(ANN, Undo(wish="ask", to=0))
    game.do(BOB, Undo(wish="agree"))
    assert game.table.undo is not None
    game.stand_in_for_cid()
    assert game.table.actions == ()


# Leaving.


def test_who_leaves_keeps_the_seat_and_counts_as_away() -> None:
    game = Game(here=[ANN, BOB, CID])
    game.do(CID, StandUp())
    assert game.table.seat_of(guest(CID).id) == CID
    assert game.table.company.gone == {CID}
    assert game.told(CID) == ["You have left the game."]
    game.ask(ANN, "stand-in", CID)
    game.ask(BOB, "agree")
    assert CID in game.table.company.stand_ins


def test_who_has_left_is_not_asked() -> None:
    game = Game(here=[ANN, BOB, CID])
    game.do(BOB, StandUp())
    game.do(CID, StandUp())
    game.ask(ANN, "end")
    assert game.table.phase == "over"


def test_who_has_left_is_not_back_by_looking_but_by_saying_so_or_acting() -> None:
    game = Game()
    game.do(ANN, StandUp())
    assert welcome(game.table, guest(ANN).id) is None
    game.do(ANN, HandBack(seat=ANN))
    assert game.table.company.gone == frozenset()
    game.do(ANN, StandUp())
    game.act(ANN, "p1")
    assert game.table.company.gone == frozenset()
    assert game.told()[-1] == "Ann is back."


def test_who_has_left_cannot_leave() -> None:
    game = Game()
    game.do(ANN, StandUp())
    assert game.refusal(ANN, StandUp()) == "refused.left-already"


def test_who_has_left_has_no_seat_at_the_next_table() -> None:
    game = Game(here=[ANN, BOB, CID])
    game.do(CID, StandUp())
    game.ask(ANN, "end")
    game.ask(BOB, "agree")
    chance = Chance(deal=lambda table: table.kind.shuffle("next"), first=lambda _: 0)
    _, opening = continue_table(game.table, guest(ANN), "t2", chance)
    assert set(opening.table.sitters) == {ANN, BOB}


# An early end.


def test_the_game_ends_when_all_who_are_here_agree() -> None:
    game = Game()
    game.act(ANN, "cBr")
    game.ask(ANN, "end")
    assert game.table.phase == "playing"
    game.ask(BOB, "agree")
    table = game.table
    assert (table.phase, table.turn, table.ended_early, table.waits_for_bot) == ("over", None, True, False)
    assert game.told()[-1] == "The players ended the game here."


def test_after_an_early_end_all_hands_are_open_and_nobody_is_on_turn() -> None:
    game = Game(here=[ANN])
    game.ask(ANN, "end")
    view = game.table.view_for(None)
    assert view is not None
    assert view.turn is None
    assert view.result is None
    assert isinstance(view, View)
    assert all(held.card for hand in view.hands for held in hand)
    assert game.refusal(ANN, Act(action="p1", seq=99)) == "refused.over"
    assert game.refusal(ANN, AskAll(wish="end")) == "refused.over"


def test_an_early_end_stands_in_the_record_and_is_no_loss() -> None:
    game = Game(here=[ANN])
    game.ask(ANN, "end")
    record = Record.parse(str(game.table.record()))
    assert record.ended_early
    assert record.result is None
    brought = open_record("r", record, Guest("g9", "Gus")).table
    assert brought.record().ended_early
    assert brought.phase == "playing"


def test_a_record_that_ended_otherwise_is_refused() -> None:
    game = Game(here=[ANN])
    game.ask(ANN, "end")
    text = str(game.table.record()).replace('"ended": "early"', '"ended": "late"')
    with pytest.raises(BrokenRecord, match="says 'early' there"):
        Record.parse(text)


# Pauses and reminders.


def test_while_the_game_is_paused_nobody_moves_and_any_player_may_go_on() -> None:
    game = Game()
    game.do(BOB, Pause(paused=True))
    assert game.table.company.paused_by == BOB
    assert game.refusal(ANN, Act(action="p1", seq=99)) == "refused.paused"
    assert game.refusal(BOB, Nudge()) == "refused.nothing-to-nudge"
    assert game.refusal(ANN, Pause(paused=True)) == "refused.moved-on"
    game.do(ANN, Pause(paused=False))
    game.act(ANN, "p1")
    assert game.told() == ["Bob paused the game.", "Ann let the game go on."]


def test_a_paused_game_waits_for_no_bot() -> None:
    game = Game(players=3, bots=1)
    game.act(ANN, "cBr")
    game.act(BOB, "p1")
    assert game.table.waits_for_bot
    game.do(ANN, Pause(paused=True))
    assert not game.table.waits_for_bot


def test_a_reminder_is_for_the_player_on_turn_and_ends_with_the_move() -> None:
    game = Game()
    assert game.refusal(ANN, Nudge()) == "refused.nothing-to-nudge"
    game.do(BOB, Nudge())
    assert game.table.company.nudged_by == BOB
    assert game.told() == []
    game.act(ANN, "p1")
    assert game.table.company.nudged_by is None


def test_a_reminder_makes_no_move_late() -> None:
    game = Game()
    before = game.table.moved
    game.do(BOB, Nudge())
    assert game.table.moved == before


def test_no_log_grows_for_ever() -> None:
    game = Game()
    for turn in range(MOST_CHANGES):
        game.do(ANN, Pause(paused=turn % 2 == 0))
    assert game.refusal(ANN, Pause(paused=True)) == "refused.enough-changes"


def test_those_without_a_seat_have_no_say() -> None:
    stranger = Guest("gx", "Xan")
    for command in (Pause(paused=True), Nudge(), AskAll(wish="end"), HandBack(seat=0), StandUp()):
        with pytest.raises(Refused) as caught:
            decide(Game().table, stranger, command)
        assert caught.value.code == "forbidden"


# All together.

WISHES = st.sampled_from(
    [
        *(AskAll(wish=wish, seat=seat) for wish in ("stand-in", "agree", "refuse") for seat in (0, 1, 2)),
        *(Pause(paused=on) for on in (True, False)),
        *(HandBack(seat=seat) for seat in (0, 1, 2)),
        *(Undo(wish=wish) for wish in ("ask", "agree", "refuse")),
        Nudge(),
        StandUp(),
        Act(action="p1", seq=0),
        Act(action="cBr", seq=0),
        AskAll(wish="end"),
    ]
)


@given(
    st.lists(st.tuples(st.integers(0, 2), WISHES, st.booleans()), max_size=40),
    st.sets(st.integers(0, 2)),
)
def test_whatever_players_wish_the_log_folds_to_the_same_table(
    wishes: list[tuple[int, GuestCommand, bool]], here: set[int]
) -> None:
    game = Game(here=here)
    for seat, command, comes in wishes:
        with suppress(Refused):
            game.do(seat, command)
        back = welcome(game.table, guest(seat).id) if comes else None
        if back is not None:
            game.fold(back)
        if game.table.waits_for_bot and game.table.turn is not None:
            game.bot(game.table.turn, str(game.table.seat_view(game.table.turn).actions[0]))
    assert game.replayed() == game.table
    company = game.table.company
    assert company.stand_ins.keys() <= game.table.people
    assert company.vote is None or not company.vote.passes
