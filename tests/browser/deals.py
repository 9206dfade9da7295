"""Deals for the literal person of test_scripted_people, to be found again when ``partner`` plays otherwise.

``python -m tests.browser.deals deluxe 0 100`` names those of the first hundred in which a clue of the person
leads the bot to its only strike, so that it says how it takes their clues from then on.
"""

from __future__ import annotations

import sys

from tamaya.bots import find_bot
from tamaya.engine import Outcome, State
from tamaya.records import game_kind
from tamaya.rules import Seat
from tamaya.words import Reader, say_all
from tests.browser.test_scripted_people import AT_WORD, LITERAL, PERSON

NAMES = (PERSON, "Bob")


def is_fit(edition: str, seed: int) -> bool:
    """Whether it is such a deal; the person begins."""
    kind = game_kind(edition)
    state = kind.start(2, deal=kind.shuffle(seed), first=Seat(0))
    assert isinstance(state, State)
    partner = find_bot("partner", "hanabi").under(LITERAL.book)
    seats = (find_bot(LITERAL.plan, "hanabi").sit("a person"), partner.sit(0))
    said, strikes = "", 0
    while state.turn is not None:
        mover, before = state.turn, state.strikes
        choice = seats[mover].choose(state.view(mover, NAMES))
        state = state.apply(choice.action)
        if mover == 1:
            said += say_all(choice.reason, Reader("en", NAMES, 0))
            strikes += state.strikes - before
    assert state.result is not None
    return AT_WORD in said and strikes == 1 and state.result.outcome is not Outcome.LOST


if __name__ == "__main__":
    for number in range(int(sys.argv[2]), int(sys.argv[3])):
        if is_fit(sys.argv[1], number):
            print(number)
