"""How bots read the table, for those who ask."""

from tamaya.bots import TableReading, find_bot
from tamaya.engine import Clue, Game, State
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


def read_by(bot: str, game: Game, seat: Seat) -> TableReading:
    reading = find_bot(bot, "hanabi").read_table(game.state.view(seat))
    assert reading is not None
    return reading


def test_partner_tells_which_card_it_will_have_to_play_blindly() -> None:
    game = table("Ann", "Bob b4 y4 g3 w3 r1", "Cid g4 b3 y3 w4 r2", rules="original")
    game.clue("Cid", "r")
    for seat in (ANN, BOB):
        reading = read_by("partner", game, seat)
        assert [reading.is_promised(BOB, slot) for slot in range(1, 6)] == [False] * 4 + [True]
    assert read_by("partner", game, ANN).meaning(0) == "play"
    assert read_by("tamaya", game, BOB).is_promised(BOB, 5) is False


def test_partner_tells_which_card_a_chop_move_keeps() -> None:
    game = table(
        "displays r1", "Ann", "Bob b4 y5 g4 w3 r3", "Cid r4 b3 y3 w4 y2",
        rules="original", discards="g1 g1", clues=5,
    )  # fmt: skip
    game.clue("Bob", 5)
    reading = read_by("partner", game, BOB)
    assert [reading.is_kept(BOB, slot) for slot in (1, 2, 3)] == [True, False, False]
    assert reading.meaning(0) == "chop move"
    assert read_by("h-group-3", game, BOB).is_kept(BOB, 1) is False


def test_partner_tells_which_clues_are_proper_and_which_save() -> None:
    game = table("Ann", "Bob b5 y4 g3 w3 r2", "Cid r2 b3 y3 w4 y2", rules="original")
    reading = read_by("partner", game, ANN)
    assert reading.is_proper(Clue(BOB, "5"))
    assert not reading.is_proper(Clue(BOB, "b"))
    assert reading.saves(BOB) == (Clue(BOB, "5"),)


def test_a_bot_without_a_reader_tells_nothing() -> None:
    view = State.start(Rules.of("original"), 2, seed=1).view(ANN)
    assert find_bot("careful", "hanabi").read_table(view) is None
