"""How bots read the table, for those who ask."""

from tamaya.bots import find_bot
from tamaya.engine import Clue, State
from tamaya.rules import Card, Rules, Seat
from tests.helpers import table

ANN, BOB = Seat(0), Seat(1)


def test_partner_tells_what_the_table_takes_a_card_for() -> None:
    """A clue to the newest card that may fit calls it."""
    game = table("displays r2", "Ann g1 g1 b1 b1 b1", "Bob r3 g4 g4 b4 b5.", rules="original", clues=7)
    game.clue("Bob", "r")
    reading = find_bot("partner", "hanabi").read_table(game.state.view(BOB))
    assert reading is not None
    assert reading.taken_for(BOB, 1) == frozenset({Card("r3")})
    assert reading.possible(BOB, 1) == frozenset(Card(f"r{rank}") for rank in (1, 2, 3, 4, 5))


def test_partner_says_the_same_of_a_hand_to_every_seat_that_asks() -> None:
    game = table("displays r2", "Ann g1 g1 b1 b1 b1", "Bob r3 g4 g4 b4 b5.", rules="original", clues=7)
    game.clue("Bob", "r")
    partner = find_bot("partner", "hanabi")
    seen, held = partner.read_table(game.state.view(ANN)), partner.read_table(game.state.view(BOB))
    assert seen is not None
    assert held is not None
    assert seen.taken_for(BOB, 1) == held.taken_for(BOB, 1)


def test_partner_knows_what_may_go() -> None:
    game = table("displays r5", "Bob r3 g4 g4 b4 b5.", rules="original", clues=7)
    game.clue("Bob", "r")
    reading = find_bot("partner", "hanabi").read_table(game.state.view(BOB))
    assert reading is not None
    assert [reading.is_useless(BOB, slot) for slot in (1, 2)] == [True, False]


def test_partner_has_no_answer_to_what_it_does_not_read() -> None:
    view = State.start(Rules.of("original"), 2, seed=1).view(ANN)
    reading = find_bot("partner", "hanabi").read_table(view)
    assert reading is not None
    assert reading.is_promised(ANN, 1) is None
    assert reading.is_kept(ANN, 1) is None
    assert reading.meaning(0) is None
    assert reading.is_proper(Clue(BOB, "1")) is None
    assert reading.saves(BOB) is None


def test_a_bot_without_a_reader_tells_nothing() -> None:
    view = State.start(Rules.of("original"), 2, seed=1).view(ANN)
    assert find_bot("careful", "hanabi").read_table(view) is None
