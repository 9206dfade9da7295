"""Which bots have a guide to their conventions, for the people who play with them."""

from __future__ import annotations

from tamaya.bots import all_bots
from tamaya.bots.guides import guide


def test_bots_that_play_with_people_have_a_guide() -> None:
    named = {bot.name for bot in all_bots("hanabi") if guide(bot.conventions)}
    assert {"partner", "grandmaster", "plain", "tamaya", "h-group-1", "h-group-5"} <= named


def test_there_is_no_guide_to_conventions_that_people_cannot_learn() -> None:
    assert guide("hat sums") == guide("") == ()
