"""The conventions of bots in words, for the people who play with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tamaya.bots import all_bots
from tamaya.bots.guides import GUIDES, guide
from tamaya.words import LANGUAGES, Reader, say
from tamaya.words.catalogue import catalogue

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "partner.md"


def test_every_convention_of_the_page_is_in_the_guide() -> None:
    headings = re.findall(r"^### (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    titles = [str(one.title) for one in guide("partner")]
    assert sorted(titles) == sorted(heading.strip() for heading in headings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_convention_has_its_words_and_no_words_are_left_over(language: str) -> None:
    ids = {one for row in GUIDES.values() for one in row}
    assert {code.split(".")[1] for code in catalogue(language).texts if code.startswith("convention.")} == ids
    for one in ids:
        assert say(f"convention.{one}.words", Reader(language)) != f"convention.{one}.words"


def test_bots_that_play_with_people_have_a_guide() -> None:
    named = {bot.name for bot in all_bots("hanabi") if guide(bot.conventions)}
    assert {"partner", "grandmaster"} <= named


def test_there_is_no_guide_to_conventions_that_people_cannot_learn() -> None:
    assert guide("hat sums") == guide("") == ()
