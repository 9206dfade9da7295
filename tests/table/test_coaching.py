"""The coach at a table: who may use it, who is told, who may refuse it, and what it answers."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tamaya.bots import BOTS, Suggestion, bot
from tamaya.engine import Action, Clue, Discard, State, View
from tamaya.records import ANDREWZ, Record, game_kind
from tamaya.rules import BrokenRecord, Seat
from tamaya.server.database import dump_entry, read_entry
from tamaya.table.coaching import MOST_COACH_CHANGES, answer, consult
from tamaya.table.commands import (
    Act,
    AllowCoach,
    ChooseCoach,
    Command,
    Guest,
    Refused,
    SeatPlan,
    Setup,
    Sit,
    StandUp,
    Undo,
)
from tamaya.table.decide import Chance, decide
from tamaya.table.entries import Created, Entry
from tamaya.table.opening import continue_table, open_record, open_table
from tamaya.table.table import Table
from tamaya.words import Message, Reader, say, say_all
from tests.laws.strategies import another_truth
from tests.table.games import guest, opened

RULES = "deluxe+strikes=10"
ASK, ALWAYS, OFF = (ChooseCoach(level=level) for level in ("ask", "always", "off"))
REFUSE, ALLOW = AllowCoach(allowed=False), AllowCoach(allowed=True)
CHANCE = Chance(deal=lambda table: table.kind.shuffle("again"), first=lambda _table: 0)


class Game:
    """A table with people on the first seats and bots on the others, and all entries since the start."""

    def __init__(self, players: int = 3, bots: int = 2, bot: str = "partner", rules: str = RULES) -> None:
        deal = game_kind(rules).shuffle("coach")
        self.opened = self.table = opened(rules, players, deal, Seat(0), bots=bots, bot=bot)
        self.log: list[Entry] = []

    def do(self, seat: int, command: Command) -> None:
        self.append(decide(self.table, guest(seat), command).entry)

    def append(self, entry: Entry) -> None:
        self.log.append(entry)
        self.table = self.table.fold(entry)

    def ask(self, seat: int = 0, clue: str | None = None) -> None:
        entry = consult(self.table, guest(seat), clue).entry
        if entry is not None:
            self.append(entry)

    def refusal(self, seat: int, command: Command) -> tuple[str, str]:
        with pytest.raises(Refused) as caught:
            self.do(seat, command)
        return caught.value.code, str(caught.value)

    def told(self, seat: int | None = None) -> list[str]:
        reader = Reader("en", self.table.names, seat)
        return [say(item.message, reader) for item in self.table.news]


def unanswered(table: Table, seat: int, clue: str | None = None) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        consult(table, guest(seat), clue)
    return caught.value.code, str(caught.value)


# Levels.


def test_a_player_has_no_help_until_they_choose_it() -> None:
    game = Game()
    assert game.table.coach_level(0) == "off"
    assert unanswered(game.table, 0) == ("forbidden", "choose how much help you want first")


def test_a_level_is_told_to_all_and_can_be_changed_at_any_time() -> None:
    game = Game(bots=1)
    game.do(0, ASK)
    game.do(1, ALWAYS)
    game.do(0, OFF)
    assert game.told(0) == [
        "You may ask the coach from now on.",
        "Bob plays with the coach on every turn from now on.",
        "You play without the coach from now on.",
    ]
    assert [game.table.coach_level(seat) for seat in range(3)] == ["off", "always", "off"]


def test_a_choice_moves_neither_the_game_nor_a_pending_move() -> None:
    game = Game()
    before = game.table
    game.do(0, ASK)
    assert (game.table.moved, game.table.seq) == (before.moved, before.seq + 1)
    game.do(0, Act(action="d1" if "d1" in map(str, game.table.seat_view(Seat(0)).actions) else "p1", seq=0))


def test_the_same_level_again_is_refused() -> None:
    game = Game()
    assert game.refusal(0, OFF) == ("illegal", "you have as much help as that already")


def test_a_guest_without_a_seat_has_no_coach() -> None:
    game = Game()
    for command in (ASK, REFUSE):
        with pytest.raises(Refused, match="you have no seat"):
            decide(game.table, Guest("stranger", "Zoe"), command)
    with pytest.raises(Refused, match="you have no seat"):
        consult(game.table, Guest("stranger", "Zoe"))


def test_a_level_goes_with_its_guest_in_the_lobby() -> None:
    setup = Setup(rules=RULES, seats=(SeatPlan(), SeatPlan(), SeatPlan(kind="bot")))
    table = open_table("t", setup, guest(0)).table
    table = decide(table, guest(0), ASK).table
    table = decide(table, guest(0), Sit(seat=1)).table
    assert [table.coach_level(seat) for seat in range(3)] == ["off", "ask", "off"]
    table = decide(table, guest(0), StandUp()).table
    table = decide(table, guest(1), Sit(seat=1)).table
    assert table.coach_level(1) == "off"


def test_a_table_that_goes_on_keeps_the_levels() -> None:
    game = Game(players=2, bots=1, rules="deluxe+strikes=1")
    game.do(0, ALWAYS)
    while game.table.phase == "playing":
        assert game.table.turn is not None
        seat = game.table.turn
        view = game.table.seat_view(seat)
        action = next((a for a in view.actions if str(a) == "p1"), view.actions[0])
        game.append(decide(replace_bot(game.table), guest(seat), Act(action=str(action), seq=0)).entry)
    opening = continue_table(game.table, guest(0), "next", CHANCE)[1]
    assert opening.table.coach_level(0) == "always"
    assert opening.table.coached == frozenset()
    assert opening.table == Table.replay("next", opening.entries)


def replace_bot(table: Table) -> Table:
    """The same table, with a person on the bot's seat, to play both."""
    return replace(table, sitters={seat: guest(seat) for seat in range(2)})


def test_no_log_grows_for_ever() -> None:
    game = Game()
    for _ in range(MOST_COACH_CHANGES // 2):
        game.do(0, ASK)
        game.do(0, OFF)
    assert game.refusal(0, ASK)[0] == "too-much"


# Asking.


def test_the_first_question_is_told_once_in_a_game() -> None:
    game = Game()
    game.do(0, ASK)
    game.ask()
    game.ask()
    assert [type(entry).__name__ for entry in game.log] == ["CoachChosen", "CoachAsked"]
    assert game.told()[-1] == "Ann uses the coach."
    assert game.table.coached == {0}


def test_only_the_seat_on_turn_may_ask() -> None:
    game = Game(bots=1)
    game.do(1, ASK)
    assert unanswered(game.table, 1) == ("illegal", "it is not your turn")


@pytest.mark.parametrize("clue", ["p1", "cA1", "cB9", "cDr", "oA12345", "??"])
def test_only_clues_that_can_be_given_are_foretold(clue: str) -> None:
    game = Game()
    game.do(0, ASK)
    assert unanswered(game.table, 0, clue)[0] in ("illegal", "unreadable")


def test_use_stays_when_a_move_is_taken_back() -> None:
    game = Game()
    game.do(0, ASK)
    game.ask()
    game.do(0, Act(action="p1", seq=0))
    game.do(0, Undo(wish="ask"))
    assert game.table.coached == {0}
    assert "Ann uses the coach." in game.told()


def test_what_is_stored_leads_to_the_same_table() -> None:
    game = Game(bots=1)
    game.do(0, ASK)
    game.ask()
    game.do(1, REFUSE)
    game.do(1, ALLOW)
    game.do(1, ALWAYS)
    table = game.opened
    for entry in game.log:
        table = table.fold(read_entry(dump_entry(entry)))
    assert table == game.table
    assert "suggestion" not in "".join(map(dump_entry, game.log))


def test_a_record_says_who_was_coached() -> None:
    game = Game()
    game.do(0, ASK)
    game.ask()
    record = game.table.record()
    assert record.coached == (0,)
    assert Record.parse(str(record)) == record
    shown = open_record("r", record, guest(0)).table
    assert shown.coached == {0}
    assert say(shown.news[0].message, Reader("en", shown.names)) == "Ann uses the coach."
    assert shown.record().coached == (0,)


@pytest.mark.parametrize("wrong", ["[7]", "[-1]", '["Ann"]', "3", "[true]"])
def test_a_record_with_strange_seats_is_refused(wrong: str) -> None:
    game = Game()
    game.do(0, ASK)
    game.ask()
    text = str(game.table.record())
    assert '"coached": [\n  0\n ]' in text
    with pytest.raises(BrokenRecord):
        Record.parse(text.replace('"coached": [\n  0\n ]', f'"coached": {wrong}'))


# Refusing.


def test_any_other_person_may_refuse_the_coach_for_all() -> None:
    game = Game(bots=1)
    game.do(0, ALWAYS)
    game.do(1, REFUSE)
    assert game.table.coach_level(0) == "off"
    assert unanswered(game.table, 0) == ("forbidden", "Bob has refused the coach")
    assert game.refusal(0, ASK) == ("forbidden", "Bob has refused the coach")
    assert game.told(0)[-1] == "Bob has refused the coach: it is off for all."


def test_the_player_who_refused_may_allow_it_again() -> None:
    game = Game(bots=1)
    game.do(0, ALWAYS)
    game.do(1, REFUSE)
    assert game.refusal(0, ALLOW) == ("forbidden", "only the player who refused the coach can allow it again")
    game.do(1, ALLOW)
    assert game.told(1)[-1] == "You allow the coach again."
    assert game.table.coach_level(0) == "off", "each chooses once more"
    game.do(0, ASK)
    assert game.refusal(1, ALLOW) == ("illegal", "the coach has not been refused here")


def test_a_person_alone_with_bots_has_none_to_refuse() -> None:
    assert Game().refusal(0, REFUSE)[0] == "illegal"


def test_a_table_may_be_set_up_without_a_coach() -> None:
    game = Game()
    game.table = replace(game.table, setup=replace(game.table.setup, coach=False))
    assert game.refusal(0, ASK) == ("forbidden", "the coach is not allowed at this table")


def test_a_named_deal_has_no_coach() -> None:
    game = Game()
    game.table = replace(game.table, setup=replace(game.table.setup, deal="monday"))
    why = "others play the same cards, and results are compared: in a named deal there is no coach"
    assert game.refusal(0, ASK) == ("forbidden", why)
    assert unanswered(game.table, 0) == ("forbidden", why)


def test_andrewz_has_no_coach() -> None:
    deal = game_kind(ANDREWZ).shuffle("coach")
    table = opened(ANDREWZ, 3, deal, Seat(0))
    with pytest.raises(Refused, match="there is no coach for andrewz"):
        decide(table, guest(0), ASK)


def test_logs_of_earlier_versions_allow_the_coach() -> None:
    created = '{"kind":"created","setup":{"rules":"deluxe","seats":[{},{}]},"owner":"g0"}'
    entry = read_entry(created)
    assert isinstance(entry, Created)
    assert Table.replay("t", [entry]).coach_obstacle is None


# Answers.


def first_view(game: Game) -> View:
    view = game.table.seat_view(Seat(0))
    assert isinstance(view, View)
    return view


def test_a_bot_that_coaches_reads_by_its_own_conventions() -> None:
    game = Game()
    game.do(0, ASK)
    advice = answer(consult(game.table, guest(0)).question)
    assert advice.suggestions == BOTS["partner"].advise(first_view(game))
    clue = next(action for action in first_view(game).actions if isinstance(action, Clue))
    advice = answer(consult(game.table, guest(0), str(clue)).question)
    assert advice.reading == BOTS["partner"].foretell(first_view(game), clue)


@pytest.mark.parametrize("bots", [0, 2])
def test_for_people_and_other_bots_the_usual_conventions_are_a_condition(bots: int) -> None:
    game = Game(bots=bots, bot="careful")
    game.do(0, ASK)
    clue = next(action for action in first_view(game).actions if isinstance(action, Clue))
    advice = answer(consult(game.table, guest(0), str(clue)).question)
    said = say_all(advice.reading, Reader("en", game.table.names, 0))
    assert said.endswith(" This holds if Bob goes by these conventions: H-Group, level 5.")
    clues = [
        suggestion
        for suggestion in answer(consult(game.table, guest(0)).question).suggestions
        if isinstance(suggestion.action, Clue)
    ]
    assert clues
    assert all(suggestion.reason[-1].code == "coach.condition-book" for suggestion in clues)


def test_a_coach_that_fails_is_replaced_by_the_usual_one() -> None:
    @bot(name="bad-coach", adviser=f"{__name__}:fail", foreteller=f"{__name__}:fail")
    def bad_coach(view: View) -> Action:
        return view.actions[0]

    @bot(name="odd-coach", adviser=f"{__name__}:impossible", foreteller=f"{__name__}:unsayable")
    def odd_coach(view: View) -> Action:
        return view.actions[0]

    try:
        for name in ("bad-coach", "odd-coach"):
            game = Game(players=2, bots=1, bot=name)
            game.do(0, ASK)
            advice = answer(consult(game.table, guest(0)).question)
            assert advice.suggestions[0].action == BOTS["partner"].advise(first_view(game))[0].action
            assert len(advice.faults) == 1
            clue = next(action for action in first_view(game).actions if isinstance(action, Clue))
            foretold = answer(consult(game.table, guest(0), str(clue)).question)
            assert foretold.reading[:-1] == BOTS["partner"].foretell(first_view(game), clue)
            assert len(foretold.faults) == 1
    finally:
        del BOTS["bad-coach"], BOTS["odd-coach"]


def fail(*_arguments: object) -> None:
    raise RuntimeError("no idea")


def impossible(_view: View, _count: int) -> tuple[Suggestion, ...]:
    return (Suggestion(Discard(99), ()),)


def unsayable(_view: View, _clue: Clue) -> tuple[Message, ...]:
    return (Message("coach.read-keep"),)


def test_other_cards_in_the_own_hand_change_no_answer() -> None:
    """S4: at a table, too, the answer follows from what the seat sees."""
    game = Game(bot="partner")
    game.do(0, ASK)
    state = game.table.position
    assert isinstance(state, State)
    other = another_truth(state, [0], random.Random(7))
    assert other.cards != state.cards
    redealt = replace(game.table, position=other)
    for clue in (None, *(str(a) for a in first_view(game).actions if isinstance(a, Clue))):
        one, two = (answer(consult(table, guest(0), clue).question) for table in (game.table, redealt))
        assert one == two
