"""``tamaya exam``: what it prints, and what it says when it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.exam.sample_rows import sample

CALLED = {"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}
NEVER = {"kind": "action", "any": ["d5"]}


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    """Two positions, of the levels 1 and 3."""
    path = tmp_path / "positions.jsonl"
    rows = [sample(CALLED), sample(CALLED, NEVER, level=3)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_bot_is_examined(tamaya: Command, positions: Path) -> None:
    code, out, err = tamaya("exam", str(positions))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "partner, 2 positions"
    assert lines[-1].split() == ["all", "1/1", "1/2", "2/3", "67", "%"]


def test_another_bot_and_some_levels(tamaya: Command, positions: Path) -> None:
    code, out, _ = tamaya("exam", str(positions), str(positions), "--bot", "careful", "--level", "2-3")
    assert code == 0
    assert out.splitlines()[0] == "careful, 2 positions"


def test_for_programs(tamaya: Command, positions: Path) -> None:
    code, out, _ = tamaya("--language", "de", "exam", str(positions), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["bot"] == "partner"
    assert {(row["kind"], row["level"], row["passed"], row["failed"]) for row in found["counts"]} == {
        ("called clue", 1, 1, 0),
        ("called clue", 3, 1, 0),
        ("action", 3, 0, 1),
    }


def test_failures_are_written_down(tamaya: Command, positions: Path, tmp_path: Path) -> None:
    code, _, _ = tamaya("exam", str(positions), "--failures", str(tmp_path / "out.jsonl"))
    [row] = map(json.loads, (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert code == 0
    assert (row["position"], row["kind"], row["expected"], row["did"]) == ("sample", "action", "d5", "p1")


def test_in_german(tamaya: Command, positions: Path) -> None:
    _, out, _ = tamaya("--language", "de", "exam", str(positions))
    assert out.splitlines()[0] == "partner, 2 Stellungen"
    assert "nicht gefragt" in out.splitlines()[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bot", "clever"], "unknown bot"),
        (["--bot", "greedy"], "unknown bot"),
        (["--level", "high"], "levels are written like"),
        (["no-such-file.jsonl"], "No such file"),
    ],
)
def test_a_mistake_gets_a_sentence(tamaya: Command, positions: Path, words: list[str], sentence: str) -> None:
    code, _, err = tamaya("exam", str(positions), *words)
    assert sentence in str(code)
    assert "Traceback" not in f"{code}{err}"


def test_a_bad_line_is_named(tamaya: Command, positions: Path) -> None:
    with positions.open("a", encoding="utf-8") as file:
        file.write(json.dumps(sample(turn="B")))
    code, out, _ = tamaya("exam", str(positions))
    assert code == "tamaya: 'positions.jsonl': line 3: it is not the turn of seat B"
    assert out == ""
