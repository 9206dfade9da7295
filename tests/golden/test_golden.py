"""The golden files say what every catalogue row is; `make golden` writes them again."""

import pytest

from tools.golden import FOLDER, ROWS, path_of, render


@pytest.mark.parametrize("row", ROWS)
def test_the_row_is_as_in_its_golden_file(row: str) -> None:
    assert path_of(row).exists(), f"{row} has no golden file: run make golden and review it"
    assert render(row) == path_of(row).read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_row() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(ROWS)
