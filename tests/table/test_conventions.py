"""The book of conventions by which a table plays: who chooses it, who keeps it, and who goes by it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tamaya.bots import BOTS
from tamaya.bots.partner.styles import BOOKS, DEFAULT
from tamaya.engine import Clue, State, View
from tamaya.records import ANDREWZ, Record, game_kind
from tamaya.rules import BrokenRecord, Seat
from tamaya.server.database import dump_entry, read_entry
from tamaya.table.coaching import answer, consult
from tamaya.table.commands import Arrange, ChooseCoach, Refused, SeatPlan, Setup, Start
from tamaya.table.decide import Chance, check_setup, decide
from tamaya.table.entries import Acted, Arranged, Created
from tamaya.table.opening import continue_table, open_record, open_table
from tamaya.table.players import Players, SeatedBot
from tamaya.table.table import Table
from tamaya.words import Message
from tests.laws.strategies import another_truth
from tests.table.games import guest, opened

ANN, BOB = guest(0), guest(1)
PERSON, BOT = SeatPlan(), SeatPlan(kind="bot", bot="partner")
CHANCE = Chance(deal=lambda table: table.kind.shuffle("books"), first=lambda _table: 0)


def setup(*seats: SeatPlan, conventions: str = "", rules: str = "deluxe") -> Setup:
    return Setup(rules=rules, seats=seats or (PERSON, BOT), first=0, conventions=conventions)


def playing(*bots: str, people: int = 1, conventions: str = "", seed: str = "books") -> Table:
    """A table of some people, the first of whom is on turn and may ask the coach, and some bots."""
    seats = (*[PERSON] * people, *(SeatPlan(kind="bot", bot=bot) for bot in bots))
    table = opened("deluxe", len(seats), game_kind("deluxe").shuffle(seed), Seat(0), bots=len(bots))
    planned = replace(table.setup, seats=seats, conventions=conventions)
    return decide(replace(table, setup=planned), ANN, ChooseCoach(level="ask")).table


def view_of(table: Table) -> View:
    view = table.seat_view(Seat(0))
    assert isinstance(view, View)
    return view


def clues_to(table: Table, seat: int) -> list[Clue]:
    return [
        action for action in view_of(table).actions if isinstance(action, Clue) and action.receiver == seat
    ]


# The choice.


def test_a_table_that_names_no_book_plays_by_the_usual_one() -> None:
    assert check_setup(setup()).conventions == DEFAULT


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_can_be_chosen(book: str) -> None:
    assert open_table("t", setup(conventions=book), ANN).table.conventions == book


def test_an_unknown_book_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Refused) as caught:
        check_setup(setup(conventions="mine"))
    assert caught.value.code == "unreadable"
    assert str(caught.value).startswith(
        "unknown book of conventions 'mine': known are plain, tamaya, h-group-1"
    )


def test_a_race_has_no_conventions() -> None:
    race = check_setup(setup(PERSON, PERSON, conventions="plain", rules=ANDREWZ))
    assert race.conventions == ""
    assert open_table("t", race, ANN).table.conventions == ""


def test_the_host_may_change_the_book_until_the_start() -> None:
    table = open_table("t", setup(), ANN).table
    wish = Arrange(setup=replace(table.setup, conventions="h-group-2"))
    with pytest.raises(Refused):
        decide(table, BOB, wish)
    entry, table = decide(table, ANN, wish)
    assert isinstance(entry, Arranged)
    assert read_entry(dump_entry(entry)) == entry
    assert table.conventions == "h-group-2"
    table = decide(table, ANN, Start(), CHANCE).table
    with pytest.raises(Refused) as caught:
        decide(table, ANN, wish)
    assert caught.value.code == "late"
    assert table.conventions == "h-group-2"


# What is kept.


def test_a_log_without_a_book_goes_on_by_the_usual_one_and_claims_none() -> None:
    created = read_entry('{"kind":"created","setup":{"rules":"deluxe","seats":[{},{}]},"owner":"g0"}')
    assert isinstance(created, Created)
    table = Table.replay("t", [created])
    assert (table.setup.conventions, table.conventions) == ("", DEFAULT)


def test_a_record_keeps_the_book_and_brings_it_back_to_a_table() -> None:
    record = playing("partner", conventions="h-group-3").record()
    assert '"conventions": "h-group-3"' in str(record)
    again = Record.parse(str(record))
    assert again == record
    assert open_record("t", again, ANN).table.conventions == "h-group-3"
    assert open_record("t", again, ANN).table.record() == record


def test_a_record_without_a_book_reads_and_gets_none() -> None:
    record = playing("partner").record()
    assert "conventions" not in str(record)
    shown = open_record("t", Record.parse(str(record)), ANN).table
    assert (shown.conventions, shown.record().conventions) == (DEFAULT, "")


def test_a_record_of_a_later_version_may_name_a_book_that_is_not_known_yet() -> None:
    text = str(playing("partner", conventions="plain").record()).replace('"plain"', '"h-group-9"')
    shown = open_record("t", Record.parse(text), ANN).table
    assert (shown.conventions, shown.record().conventions) == (DEFAULT, "h-group-9")


@pytest.mark.parametrize("wrong", ['"H-Group"', '"a b"', f'"{"a" * 41}"', "5", "null"])
def test_a_record_with_a_strange_book_is_refused(wrong: str) -> None:
    text = str(playing("partner", conventions="plain").record())
    with pytest.raises(BrokenRecord):
        Record.parse(text.replace('"plain"', wrong))


def test_the_players_go_on_by_the_same_book() -> None:
    table = playing("partner", conventions="tamaya")
    while table.turn is not None:
        action = table.seat_view(table.turn).actions[0]
        table = table.fold(Acted(action=str(action)))
    assert continue_table(table, ANN, "next", CHANCE)[1].table.conventions == "tamaya"


# Who goes by it.


def test_a_bot_on_a_seat_plays_by_the_table_s_book() -> None:
    seated = SeatedBot("t", Seat(0), "partner", "hanabi", "plain")
    assert seated.row == BOTS["partner"].under("plain")
    view = view_of(playing("partner"))
    expected = BOTS["partner"].under("plain").sit(seated.seed).choose(view)
    assert Players().ask(seated, view).choice == expected


def test_a_bot_with_a_book_of_its_own_keeps_to_it() -> None:
    assert SeatedBot("t", Seat(0), "h-group-1", "hanabi", "plain").row == BOTS["h-group-1"]


@pytest.mark.parametrize("book", ["plain", "tamaya", "h-group-1"])
def test_the_coach_tells_how_a_person_reads_a_clue_by_the_table_s_book(book: str) -> None:
    table = playing(people=2, conventions=book)
    for clue in clues_to(table, 1):
        reading = answer(consult(table, ANN, str(clue)).question).reading
        assert reading[:-1] == BOTS["partner"].under(book).foretell(view_of(table), clue)
        assert reading[-1].fields["book"] == Message(f"book.{book}")


def test_the_coach_tells_how_a_bot_with_a_book_of_its_own_reads_a_clue() -> None:
    table = playing("plain", conventions="h-group-5")
    for clue in clues_to(table, 1):
        reading = answer(consult(table, ANN, str(clue)).question).reading
        assert reading == BOTS["plain"].foretell(view_of(table), clue)


def test_among_people_the_coach_advises_by_the_table_s_book() -> None:
    table = playing("plain", people=2, conventions="tamaya")
    found = answer(consult(table, ANN).question).suggestions
    expected = BOTS["partner"].under("tamaya").advise(view_of(table))
    assert [one.action for one in found] == [one.action for one in expected]


def test_a_suggested_clue_to_a_bot_with_a_book_of_its_own_says_how_that_bot_reads_it() -> None:
    told = 0
    for seed in map(str, range(12)):
        table = playing("plain", people=2, conventions="tamaya", seed=seed)
        for suggestion in answer(consult(table, ANN).question).suggestions:
            match suggestion.action:
                case Clue(receiver=2) as clue:
                    told += 1
                    assert suggestion.reason == BOTS["plain"].foretell(view_of(table), clue)
                case Clue():
                    assert suggestion.reason[-1].code == "coach.condition-book"
                case _:
                    pass
    assert told


@pytest.mark.parametrize("book", ["plain", "tamaya", "h-group-5"])
def test_other_cards_in_the_own_hand_change_no_answer_by_any_book(book: str) -> None:
    """S4."""
    table = playing("plain", people=2, conventions=book)
    state = table.position
    assert isinstance(state, State)
    redealt = replace(table, position=another_truth(state, [0], random.Random(3)))
    assert redealt.position != state
    for clue in (None, *map(str, clues_to(table, 1)), *map(str, clues_to(table, 2))):
        one, two = (answer(consult(at, ANN, clue).question) for at in (table, redealt))
        assert one == two
