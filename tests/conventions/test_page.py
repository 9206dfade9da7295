"""The page of conventions says what the catalogue says."""

from __future__ import annotations

from tools.conventions import FOLDER, PAGE, page, pictures

WRITE_IT = "run `python -m tools.conventions`"


def test_the_page_is_written_from_the_catalogue() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), WRITE_IT


def test_the_pictures_show_the_positions_of_the_catalogue() -> None:
    drawn = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")}
    assert drawn == pictures(), WRITE_IT
