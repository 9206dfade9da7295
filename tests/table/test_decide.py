"""What a command does to a table, or why it does nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tamaya.bots import DEFAULT_BOTS
from tamaya.rules import REMARKS
from tamaya.server.database import dump_entry, read_entry
from tamaya.server.tables import chance
from tamaya.table.commands import (
    NAME_LENGTH,
    Act,
    Arrange,
    Command,
    Guest,
    Refused,
    Say,
    SeatPlan,
    Setup,
    Sit,
    StandUp,
    Start,
    Undo,
)
from tamaya.table.decide import check_setup, decide, free_name, rename
from tamaya.table.entries import Acted, Created, Entry, Started
from tamaya.table.table import Table

ANN, BOB, CID = Guest("a", "Ann"), Guest("b", "Bob"), Guest("c", "Cid")
KEY = b"of this server"
REMARK = REMARKS[0]
OPEN, BOT = SeatPlan(), SeatPlan(kind="bot", bot="careful")


def setup(*seats: SeatPlan, **wishes: Any) -> Setup:
    return Setup(**{"rules": "deluxe", "seats": seats or (OPEN, OPEN), "first": 0, **wishes})


class Log:
    """A table, and guests who do things at it."""

    def __init__(self, wanted: Setup | None = None, key: bytes = KEY) -> None:
        self.table = Table.replay("t", [Created(setup=check_setup(wanted or setup()), owner=ANN.id)])
        self.chance = chance(key)

    def do(self, guest: Guest, command: Command) -> Entry:
        entry, self.table = decide(self.table, guest, command, self.chance)
        return entry

    def refusal(self, guest: Guest, command: Command) -> tuple[str, str]:
        with pytest.raises(Refused) as caught:
            decide(self.table, guest, command, self.chance)
        return caught.value.code, str(caught.value)


def seated(wanted: Setup | None = None, key: bytes = KEY) -> Log:
    log = Log(wanted, key)
    log.do(ANN, Sit(type="sit", seat=0))
    if log.table.setup.seats[1].kind != "bot":
        log.do(BOB, Sit(type="sit", seat=1))
    return log


def started(wanted: Setup | None = None, key: bytes = KEY) -> Log:
    log = seated(wanted, key)
    log.do(ANN, Start(type="start"))
    return log


def act(action: str) -> Act:
    return Act(type="act", action=action, seq=0)


def say(text: str) -> Say:
    return Say(type="say", text=text)


def undo(wish: Any) -> Undo:
    return Undo(type="undo", wish=wish)


def deal_of(log: Log) -> tuple[object, ...]:
    assert log.table.deal is not None
    return log.table.deal.deck


# Setups.


@pytest.mark.parametrize(
    ("wanted", "code", "why"),
    [
        (setup(rules="monopoly"), "illegal", "unknown edition"),
        (setup(rules="deluxe+hand=x"), "unreadable", "cannot read"),
        (setup(*[OPEN] * 6), "illegal", "2 to 5 players"),
        (setup(*[OPEN] * 9, rules="andrewz"), "illegal", "2 to 8 players"),
        (setup(rules="abacus+seats=6+hand=10"), "", ""),
        (setup(*[OPEN] * 6, rules="abacus+seats=6+hand=10"), "illegal", "60 cards"),
        (setup(OPEN, SeatPlan(kind="bot", bot="unknown")), "illegal", "unknown bot"),
        (setup(OPEN, SeatPlan(kind="bot", bot="greedy")), "illegal", "unknown bot for hanabi"),
        (setup(OPEN, BOT, rules="andrewz"), "illegal", "unknown bot for andrewz"),
        (setup(first=2), "illegal", "does not exist"),
        (setup(BOT, BOT, spectators="none"), "illegal", "could not be seen"),
        (setup(SeatPlan(name="X"), SeatPlan(name="X")), "illegal", "the same name"),
    ],
)
def test_a_setup_that_does_not_go_together_says_why(wanted: Setup, code: str, why: str) -> None:
    if not code:
        check_setup(wanted)
        return
    with pytest.raises(Refused, match=why) as caught:
        check_setup(wanted)
    assert caught.value.code == code


def test_rules_are_kept_in_their_short_form() -> None:
    written = " Deluxe+black-powder+avalanche+hand=5 "
    assert check_setup(setup(rules=written)).rules == "deluxe+avalanche+black-powder+hand=5"


# Seats.


def test_a_free_seat_can_be_taken() -> None:
    log = Log()
    log.do(BOB, Sit(type="sit", seat=1))
    assert log.table.seat_of("b") == 1


def test_who_changes_seats_leaves_the_old_one() -> None:
    log = Log()
    log.do(BOB, Sit(type="sit", seat=1))
    log.do(BOB, Sit(type="sit", seat=0))
    assert log.table.people == {0}


def test_a_taken_seat_stays_taken() -> None:
    assert seated().refusal(CID, Sit(type="sit", seat=1)) == ("illegal", "Bob has this seat")


def test_a_seat_that_does_not_exist_cannot_be_taken() -> None:
    assert Log().refusal(BOB, Sit(type="sit", seat=2)) == ("illegal", "the table has 2 seats")


def test_a_bot_keeps_its_seat() -> None:
    assert Log(setup(OPEN, BOT)).refusal(BOB, Sit(type="sit", seat=1)) == ("illegal", "a bot has this seat")


def test_a_reserved_seat_is_for_whom_it_is_kept() -> None:
    log = Log(setup(OPEN, SeatPlan(kind="reserved", name="Bob")))
    assert log.refusal(CID, Sit(type="sit", seat=1)) == ("forbidden", "this seat is kept for Bob")
    log.do(BOB, Sit(type="sit", seat=1))


def test_the_owner_may_take_a_reserved_seat() -> None:
    log = Log(setup(OPEN, SeatPlan(kind="reserved", name="Bob")))
    log.do(ANN, Sit(type="sit", seat=1))
    assert log.table.seat_of("a") == 1


def test_who_stands_up_has_no_seat() -> None:
    log = seated()
    log.do(BOB, StandUp(type="stand"))
    assert log.table.seat_of("b") is None


def test_who_has_no_seat_cannot_stand_up() -> None:
    assert Log().refusal(BOB, StandUp(type="stand"))[0] == "illegal"


def test_nobody_changes_seats_once_the_game_runs() -> None:
    assert started().refusal(ANN, Sit(type="sit", seat=0)) == ("late", "the game has started")


# The owner.


@pytest.mark.parametrize("command", [Start(type="start"), Arrange(type="arrange", setup=setup())])
def test_only_the_owner_arranges_and_starts(command: Command) -> None:
    assert seated().refusal(BOB, command)[0] == "forbidden"


def test_the_owner_may_change_everything_before_the_start() -> None:
    log = seated()
    log.do(ANN, Arrange(type="arrange", setup=setup(OPEN, OPEN, BOT, rules="rnr", undo=True)))
    assert (log.table.setup.rules, len(log.table.setup.seats)) == ("rnr", 3)


def test_who_sits_where_the_table_ends_stands() -> None:
    log = seated(setup(OPEN, OPEN, OPEN))
    log.do(CID, Sit(type="sit", seat=2))
    log.do(ANN, Arrange(type="arrange", setup=setup(OPEN, OPEN)))
    assert log.table.people == {0, 1}


def test_a_seat_that_is_given_to_a_bot_is_lost() -> None:
    log = seated()
    log.do(ANN, Arrange(type="arrange", setup=setup(OPEN, BOT)))
    assert log.table.people == {0}


def test_an_impossible_arrangement_is_refused() -> None:
    assert seated().refusal(ANN, Arrange(type="arrange", setup=setup(rules="nothing")))[0] == "illegal"


def test_nothing_is_arranged_once_the_game_runs() -> None:
    assert started().refusal(ANN, Arrange(type="arrange", setup=setup()))[0] == "late"


# The start.


def test_a_game_with_a_free_seat_does_not_start() -> None:
    log = Log()
    log.do(ANN, Sit(type="sit", seat=0))
    code, why = log.refusal(ANN, Start(type="start"))
    assert code == "illegal"
    assert why.startswith("seat B is still free")


def test_a_game_starts_once() -> None:
    assert started().refusal(ANN, Start(type="start"))[0] == "late"


def test_the_first_player_is_whom_the_setup_names() -> None:
    for first in (0, 1):
        assert started(setup(first=first)).table.turn == first


def test_otherwise_chance_decides_who_begins() -> None:
    """S5."""
    counts = Counter(started(setup(first=None)).table.turn for _ in range(60))
    assert set(counts) == {0, 1}


def test_every_seat_has_a_name_of_its_own() -> None:
    log = Log(setup(OPEN, BOT, BOT, OPEN, SeatPlan(kind="bot", bot="careful", name="Ann")))
    log.do(ANN, Sit(type="sit", seat=0))
    log.do(Guest("x", "Ann"), Sit(type="sit", seat=3))
    log.do(ANN, Start(type="start"))
    assert len(set(log.table.names)) == 5


def test_a_bot_does_not_take_a_guests_name() -> None:
    log = Log(setup(OPEN, BOT))
    log.do(Guest("a", "Hana"), Sit(type="sit", seat=0))
    log.do(ANN, Start(type="start"))
    assert log.table.names[0] == "Hana"
    assert log.table.names[1] != "Hana"


# Deals.


def test_the_same_name_deals_the_same_cards() -> None:
    assert deal_of(started(setup(deal="monday"))) == deal_of(started(setup(deal="monday")))


def test_another_name_deals_other_cards() -> None:
    assert deal_of(started(setup(deal="monday"))) != deal_of(started(setup(deal="tuesday")))


def test_without_a_name_no_two_deals_are_alike() -> None:
    assert deal_of(started()) != deal_of(started())


def test_another_server_deals_other_cards_for_the_same_name() -> None:
    wanted = setup(deal="monday")
    assert deal_of(started(wanted)) != deal_of(started(wanted, b"of another server"))


def test_a_named_deal_of_other_rules_is_another_deal() -> None:
    one, two = started(setup(deal="monday")), started(setup(deal="monday", rules="original"))
    assert deal_of(one) != deal_of(two)


def test_a_deal_reads_back_from_the_log() -> None:
    log = seated(setup(rules="deluxe+flamboyants"))
    entry = log.do(ANN, Start(type="start"))
    assert isinstance(entry, Started)
    again = read_entry(dump_entry(entry))
    assert isinstance(again, Started)
    assert again.deal == log.table.deal


# Acting.


def test_a_move_is_written_in_notation() -> None:
    assert started().do(ANN, act("p1")) == Acted(action="p1")


@pytest.mark.parametrize(
    ("guest", "action", "code", "why"),
    [
        (BOB, "p1", "illegal", "it is not your turn"),
        (CID, "p1", "forbidden", "you have no seat at this table"),
        (ANN, "d1", "illegal", "8 of 8 clue tokens: nothing to gain by discarding"),
        (ANN, "p9", "illegal", None),
        (ANN, "cA1", "illegal", None),
        (ANN, "cC1", "illegal", None),
        (ANN, "zz", "unreadable", None),
        (ANN, "oB54321", "illegal", "that is not your hand"),
    ],
)
def test_a_move_that_is_not_allowed_says_why(guest: Guest, action: str, code: str, why: str | None) -> None:
    refusal = started().refusal(guest, act(action))
    assert refusal[0] == code
    assert why in (None, refusal[1])


def test_nobody_moves_before_the_start() -> None:
    assert seated().refusal(ANN, act("p1")) == ("illegal", "the game has not started")


def test_nobody_moves_after_the_end() -> None:
    log = started(setup(rules="deluxe+strikes=1"))
    seats = {0: ANN, 1: BOB}
    while log.table.turn is not None:
        log.do(seats[log.table.turn], act("p5"))
    assert log.refusal(ANN, act("p1")) == ("illegal", "the game is over")


# Talking.


@pytest.mark.parametrize(
    ("talk", "text", "allowed"),
    [
        ("silent", REMARK, False),
        ("silent", "hello", False),
        ("remarks", REMARK, True),
        ("remarks", "hello", False),
        ("open", "hello", True),
    ],
)
def test_how_much_is_said_while_the_game_runs_is_up_to_the_rules(talk: str, text: str, allowed: bool) -> None:
    """C1."""
    log = started(setup(rules=f"deluxe+talk={talk}"))
    if allowed:
        log.do(ANN, say(text))
        assert log.table.said[-1].text == text
    else:
        assert log.refusal(ANN, say(text))[0] == "forbidden"


def test_before_the_start_who_sits_may_talk() -> None:
    log = seated()
    log.do(BOB, say("shall we?"))
    assert log.table.said[-1].name == "Bob"
    assert log.refusal(CID, say("may I?")) == ("forbidden", "take a seat to talk")


def test_who_watches_is_silent_while_the_game_runs() -> None:
    log = started(setup(rules="deluxe+talk=open"))
    assert log.refusal(CID, say("play slot 1!"))[0] == "forbidden"


def test_words_without_content_are_refused() -> None:
    assert seated().refusal(ANN, say(" \n ")) == ("unreadable", "there is nothing to say")


def test_words_are_kept_in_one_line() -> None:
    log = seated()
    log.do(ANN, say(" a\n\n b\t c "))
    assert log.table.said[-1].text == "a b c"


def test_talk_does_not_make_a_move_late() -> None:
    log = started(setup(rules="deluxe+talk=open"))
    moved = log.table.moved
    log.do(BOB, say("hello"))
    assert log.table.moved == moved


# Taking back.


def test_moves_are_not_taken_back_unless_the_table_says_so() -> None:
    log = started()
    log.do(ANN, act("p1"))
    assert log.refusal(ANN, undo("ask")) == ("forbidden", "at this table moves are not taken back")


def test_a_move_is_taken_back_when_everybody_agrees() -> None:
    log = started(setup(undo=True))
    before = log.table.position
    log.do(ANN, act("p1"))
    log.do(ANN, undo("ask"))
    assert list(log.table.actions) == ["p1"]
    log.do(BOB, undo("agree"))
    assert list(log.table.actions) == []
    assert log.table.position == before


def test_one_refusal_is_enough() -> None:
    log = started(setup(undo=True))
    log.do(ANN, act("p1"))
    log.do(ANN, undo("ask"))
    log.do(BOB, undo("refuse"))
    assert (log.table.actions, log.table.undo) == (("p1",), None)


def test_a_move_answers_the_question_too() -> None:
    log = started(setup(undo=True))
    log.do(ANN, act("p1"))
    log.do(ANN, undo("ask"))
    log.do(BOB, act("p1"))
    assert (log.table.actions, log.table.undo) == (("p1", "p1"), None)


def test_nobody_asks_twice_at_once() -> None:
    log = started(setup(undo=True))
    log.do(ANN, act("p1"))
    log.do(ANN, undo("ask"))
    assert log.refusal(BOB, undo("ask")) == ("illegal", "another player has asked already")


def test_nothing_is_taken_back_before_the_first_move() -> None:
    assert started(setup(undo=True)).refusal(ANN, undo("ask"))[0] == "illegal"


def test_nothing_is_taken_back_after_the_end() -> None:
    """Everybody has seen all cards by then."""
    log = started(setup(rules="deluxe+strikes=1", undo=True))
    seats = {0: ANN, 1: BOB}
    while log.table.turn is not None:
        log.do(seats[log.table.turn], act("p5"))
    assert log.refusal(ANN, undo("ask"))[0] == "illegal"


def test_nobody_answers_what_nobody_asked() -> None:
    log = started(setup(undo=True))
    log.do(ANN, act("p1"))
    assert log.refusal(BOB, undo("agree"))[0] == "late"


def test_who_has_no_seat_has_no_say() -> None:
    log = started(setup(undo=True))
    log.do(ANN, act("p1"))
    assert log.refusal(CID, undo("ask"))[0] == "forbidden"


def test_a_bots_seat_without_a_name_goes_to_the_usual_bot() -> None:
    unnamed = SeatPlan(kind="bot")
    assert check_setup(setup(OPEN, unnamed)).seats[1].bot == DEFAULT_BOTS["hanabi"]
    assert check_setup(setup(OPEN, unnamed, rules="andrewz")).seats[1].bot == DEFAULT_BOTS["andrewz"]


# Names.

ANN_TOO, HANA = Guest("z", "ann"), Guest("h", "Hana")


def test_the_second_ann_at_a_table_is_told_apart() -> None:
    log = Log()
    log.do(ANN, Sit(seat=0))
    log.do(ANN_TOO, Sit(seat=1))
    assert [guest.name for guest in log.table.sitters.values()] == ["Ann", "ann 2"]
    log.do(ANN, Start())
    assert log.table.names == ("Ann", "ann 2")


def test_a_name_keeps_its_length_when_it_is_numbered() -> None:
    long = "A" * NAME_LENGTH
    assert free_name(long, [long]) == "A" * (NAME_LENGTH - 2) + " 2"
    assert free_name("Ann", ["Ann", "ANN 2"]) == "Ann 3"


def test_a_bot_yields_its_name_to_a_guest() -> None:
    log = Log(setup(SeatPlan(kind="bot", bot="careful", name="Hana"), OPEN))
    log.do(HANA, Sit(seat=1))
    log.do(ANN, Start())
    assert log.table.names == ("Hana 2", "Hana")


def test_another_name_reaches_the_seat_before_the_start() -> None:
    log = seated()
    decision = rename(log.table, Guest(BOB.id, "Robert"))
    assert decision is not None
    assert decision.table.sitters[1].name == "Robert"
    assert rename(decision.table, Guest(BOB.id, "Robert")) is None
    assert rename(log.table, Guest(CID.id, "Sid")) is None


def test_another_name_reaches_a_running_game_and_all_may_read_it() -> None:
    log = started()
    decision = rename(log.table, Guest(BOB.id, "Ann"))
    assert decision is not None
    after = decision.table
    assert after.names == ("Ann", "Ann 2")
    assert [str(item.message) for item in after.news] == ["Bob is now called Ann 2."]
    assert after.record().names == ("Ann", "Ann 2")
    # It is no move: whoever is about to act need not look again.
    assert after.moved == log.table.moved
    assert read_entry(dump_entry(decision.entry)) == decision.entry


def test_a_game_that_is_over_keeps_its_names() -> None:
    log = started(setup(rules="deluxe+strikes=1"))
    seats = {0: ANN, 1: BOB}
    while log.table.turn is not None:
        log.do(seats[log.table.turn], act("p5"))
    assert rename(log.table, Guest(BOB.id, "Robert")) is None


def test_a_player_talks_under_the_name_of_the_seat() -> None:
    log = Log(setup(rules="deluxe+talk=open"))
    log.do(ANN, Sit(seat=0))
    log.do(ANN_TOO, Sit(seat=1))
    log.do(ANN_TOO, say("hello"))
    assert log.table.said[-1].name == "ann 2"
