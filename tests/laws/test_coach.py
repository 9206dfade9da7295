"""The coach knows what the seat knows that asks, and nothing else (S4)."""

import random

from hypothesis import event, given
from hypothesis import strategies as st

from tamaya.bots import find_bot
from tamaya.engine import Clue, FreeClue
from tests.helpers import Seed
from tests.laws.strategies import another_truth, games
from tests.laws.test_hidden_information import at

PARTNER = find_bot("partner", "hanabi")


@given(games(), st.integers(0, 120), st.integers(0, 2**32))
def test_other_cards_behind_the_same_view_change_no_word_of_the_coach(
    seed: Seed, moment: int, die: int
) -> None:
    state = at(seed, moment)
    if state.turn is None:
        return
    other = another_truth(state, [state.turn], random.Random(die))
    event("another truth" if other.cards != state.cards else "no other truth")
    view, redealt = state.view(state.turn), other.view(state.turn)
    suggestions = PARTNER.advise(view)
    assert suggestions == PARTNER.advise(redealt)
    assert {suggestion.action for suggestion in suggestions} <= set(view.actions)
    for clue in view.actions:
        if isinstance(clue, Clue | FreeClue):
            said = PARTNER.foretell(view, clue)
            assert said
            assert said == PARTNER.foretell(redealt, clue)
