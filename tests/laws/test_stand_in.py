"""A bot that stands in for a player knows what that player's seat knows, and nothing else (S4)."""

import random
from dataclasses import replace

from hypothesis import assume, event, given
from hypothesis import strategies as st

from tamaya.engine import State
from tamaya.rules import Deal, Seat
from tamaya.table.commands import BotSeat
from tamaya.table.company import Company, StandIn
from tamaya.table.decide import decide
from tamaya.table.players import Players, SeatedBot
from tamaya.table.table import Table
from tests.helpers import Seed
from tests.laws.strategies import another_truth, games
from tests.laws.test_hidden_information import at
from tests.table.games import opened


def stood_in(seed: Seed, state: State, seat: Seat) -> Table:
    """The table of a game at which a bot plays for the player on turn."""
    start = seed.start()
    table = opened(seed.rules, seed.players, Deal(start.cards, start.tiles, start.salt), start.first)
    return replace(table, position=state, company=Company(stand_ins={seat: StandIn("careful", 0)}))


@given(games(), st.integers(0, 120), st.integers(0, 2**32))
def test_other_cards_behind_the_same_view_change_nothing_that_a_stand_in_does(
    seed: Seed, moment: int, die: int
) -> None:
    state = at(seed, moment)
    assume(state.turn is not None)
    assert state.turn is not None
    other = another_truth(state, [state.turn], random.Random(die))
    event("another truth" if other.cards != state.cards else "no other truth")
    one, two = (stood_in(seed, truth, state.turn) for truth in (state, other))
    assert one.waits_for_bot
    assert one.bot_at(state.turn) == "careful"
    assert one.seat_view(state.turn) == two.seat_view(state.turn)
    bot = SeatedBot("t", state.turn, one.bot_at(state.turn), "hanabi")
    answers = [Players().ask(bot, table.seat_view(state.turn)) for table in (one, two)]
    assert answers[0] == answers[1]
    entries = [decide(table, BotSeat(state.turn), answers[0].choice).entry for table in (one, two)]
    assert entries[0] == entries[1]
