"""The catalogue of conventions: what is declared is taught, told in every language, and has a page."""

from __future__ import annotations

import subprocess
import sys
from importlib import resources

import pytest

from tamaya.bots.guides import all_conventions, guide
from tamaya.bots.partner.styles import DEFAULT, STYLES
from tamaya.words import LANGUAGES, Reader, say
from tamaya.words.catalogue import catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_convention_has_its_words_and_no_words_are_left_over(language: str) -> None:
    codes = {code for code in catalogue(language).texts if code.startswith("convention.")}
    assert codes == {
        f"convention.{one.id}.{part}" for one in all_conventions() for part in ("title", "words")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_conventions_of_a_book_have_one_name(language: str) -> None:
    for style in STYLES:
        titles = [say(one.title, Reader(language)) for one in guide(style)]
        assert len(titles) == len(set(titles))


def test_every_convention_has_a_place_in_the_guide_of_its_level_and_of_none_below() -> None:
    for one in all_conventions():
        assert one in guide(one.style)
        for level in range(1, one.level):
            assert one not in guide(f"{one.book}-{level}")


def test_no_two_conventions_of_a_level_have_one_place() -> None:
    places = [(one.book, one.level, one.place) for one in all_conventions()]
    assert len(places) == len(set(places))


def test_every_file_of_positions_belongs_to_a_convention() -> None:
    folder = resources.files("tamaya.bots.conventions") / "positions"
    files = {entry.name for entry in folder.iterdir()}
    assert files == {f"{one.id}.jsonl" for one in all_conventions()}


def test_a_level_adds_to_the_levels_below() -> None:
    sizes = [len(guide(f"h-group-{level}")) for level in range(1, 6)]
    assert sizes == sorted(set(sizes))
    assert guide("h-group-2")[: sizes[0]] == guide("h-group-1")


def test_partner_has_the_guide_of_its_default_book() -> None:
    assert guide("partner") == guide(DEFAULT) != ()


def test_the_guides_need_no_compiled_engine() -> None:
    """The server reads them when it starts."""
    code = "import sys; from tamaya.bots.guides import guide; guide('partner'); print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
