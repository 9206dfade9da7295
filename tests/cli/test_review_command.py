"""``tamaya review``: what it prints, writes, and says when it cannot."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tamaya.cli import main
from tamaya.engine import parse_action
from tamaya.records import ANDREWZ, Record, game_kind, save
from tamaya.records.hanablive import export_game
from tamaya.review import Review, review
from tamaya.rules import Seat
from tests.review.games import dealt, played

Command: TypeAlias = Callable[..., tuple[object, str, str]]


@pytest.fixture
def tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs ``tamaya review`` and gives its exit code (or closing sentence), its output and its errors."""

    def run(*words: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["tamaya", "review", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code, *capsys.readouterr()

    return run


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    record = dealt("r1 y1 g1 b1 w1", "r5 y2 g2 b2 w2", actions="cBy d1 p1")
    save(record, tmp_path / "game.json")
    return tmp_path / "game.json"


def test_the_summary_fits_one_screen(tamaya: Command, recorded: Path) -> None:
    code, out, _ = tamaya(str(recorded), "--rollouts", "4", "--seconds", "2")
    assert code == 0
    assert len(out.splitlines()) < 24
    assert "the deal could be won: 25 of 25" in " ".join(out.split())
    assert "by discarding an indispensable card" in " ".join(out.split())
    assert "winning chance" in out


def test_help_names_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["tamaya", "--help"])
    with pytest.raises(SystemExit):
        main()
    assert "tamaya review game.json" in capsys.readouterr().out


def test_every_move_is_shown_on_request(tamaya: Command, recorded: Path) -> None:
    _, out, _ = tamaya(str(recorded), "--rollouts", "0", "--seconds", "0", "--moves")
    assert [line.split()[0] for line in out.splitlines() if line.startswith("[")] == ["[1]", "[2]", "[3]"]
    assert "Chance of a strike: " in out


def test_programs_get_json(tamaya: Command, recorded: Path) -> None:
    code, out, _ = tamaya(str(recorded), "--rollouts", "2", "--seconds", "0", "--json")
    assert code == 0
    found = Review.from_plain(json.loads(out))
    assert [move.action for move in found.moves] == ["cBy", "d1", "p1"]


def test_pages_and_graphs_are_written(tamaya: Command, recorded: Path, tmp_path: Path) -> None:
    page, graph = tmp_path / "review.html", tmp_path / "review.svg"
    words = ["--rollouts", "2", "--seconds", "0", "--html", str(page), "--svg", str(graph)]
    code, _, _ = tamaya(str(recorded), *words)
    assert code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert graph.read_text(encoding="utf-8").startswith("<svg")


def test_games_of_hanab_live_are_reviewed_too(tamaya: Command, tmp_path: Path) -> None:
    record = played("original", 2, seed=3)
    path = tmp_path / "live.json"
    assert record.kind.rules is not None
    actions = map(parse_action, record.actions)
    live = export_game(record.names, record.kind.rules, record.deal, record.first, actions)
    path.write_text(json.dumps(live), encoding="utf-8")
    code, out, _ = tamaya(str(path), "--rollouts", "0", "--seconds", "0")
    assert code == 0
    assert "Ann, Bob" in out


def test_a_mistake_gets_a_sentence(tamaya: Command, tmp_path: Path) -> None:
    broken, race = tmp_path / "broken.json", tmp_path / "race.json"
    broken.write_text("{", encoding="utf-8")
    kind = game_kind(ANDREWZ)
    save(Record.make(kind, ["Ann", "Bob"], kind.shuffle(1), Seat(0), []), race)
    for path, sentence in (
        (broken, "cut off"),
        (race, "andrewz has no review"),
        (tmp_path / "no.json", "No such file"),
    ):
        said, _, err = tamaya(str(path))
        assert sentence in str(said)
        assert "Traceback" not in f"{said}{err}"


def test_a_page_that_cannot_be_written_gets_a_sentence(
    tamaya: Command, recorded: Path, tmp_path: Path
) -> None:
    words = ["--rollouts", "0", "--seconds", "0", "--html", str(tmp_path / "no" / "page.html")]
    said, _, _ = tamaya(str(recorded), *words)
    assert "No such file" in str(said)


def test_control_c_shows_what_is_done(
    tamaya: Command, recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(record: Record, *, progress: Callable[[int, int], None], **options: Any) -> Review:
        def note(done: int, total: int) -> None:
            progress(done, total)
            if done == 2:
                signal.raise_signal(signal.SIGINT)

        return review(record, progress=note, **options)

    monkeypatch.setattr("tamaya.review.pipeline.review", interrupted)
    before = signal.getsignal(signal.SIGINT)
    code, out, _ = tamaya(str(recorded), "--rollouts", "0", "--seconds", "5")
    assert code == 0
    assert "The review was stopped: 2 of 3 moves are done." in out
    assert signal.getsignal(signal.SIGINT) is before
