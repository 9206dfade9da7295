"""Small parts of the benchmark ``people``, on games and positions of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import people
from benchmarks.__main__ import main
from benchmarks.people.alone import run_races
from benchmarks.people.company import known_bots, play, play_tables
from benchmarks.people.novice import NOVICE
from benchmarks.people.recorded import PEOPLE, Tally, Turn, turns_of
from benchmarks.report import Report
from tamaya.bots import find_bot
from tamaya.engine import Clue, Discard, Play, State
from tamaya.records.hanablive import export_game, import_game
from tamaya.rules import Deal, Rules, Seat
from tests.exam.sample_rows import sample
from tests.helpers import table

ANN, BOB = Seat(0), Seat(1)
CAREFUL = find_bot("careful", "hanabi")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data with a game of three bots and a position."""
    rules = Rules.of("original")
    deal = Deal.shuffle(rules, "a game")
    state, actions = State.start(rules, 3, deal=deal), []
    while state.turn is not None:
        actions.append(CAREFUL.sit(1)(state.view(state.turn)))
        state = state.apply(actions[-1])
    (tmp_path / "games").mkdir()
    (tmp_path / "conventions").mkdir()
    line = json.dumps({"game": export_game(["Ann", "Bob", "Cid"], rules, deal, ANN, actions)})
    (tmp_path / "games" / "ah2ac2_3p.jsonl").write_text(line + "\n", encoding="utf-8")
    called = {"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}
    (tmp_path / "conventions" / "open.jsonl").write_text(json.dumps(sample(called)), encoding="utf-8")
    return tmp_path


def rows_of(reports: tuple[Report, ...], title: str) -> list[dict[str, str]]:
    [report] = [report for report in reports if report.title.startswith(title)]
    return [dict(zip(report.columns, row, strict=True)) for row in report.rows]


# Recorded games.


def test_a_bot_is_compared_with_itself(folder: Path) -> None:
    """The recorded game is one of careful bots: careful agrees with every move of it."""
    reports = people.run(data=str(folder), bots=["careful", "partner"], parts=["experts"], quiet=True)
    careful, partner = rows_of(reports, "Agreement")
    assert (careful["bot"], careful["now"]) == ("careful", "100.0 %")
    assert float(partner["now"].split()[0]) < 100
    strikes = {row["bot"]: row["now"] for row in rows_of(reports, "Strikes")}
    copies = {row["bot"]: row["now"] for row in rows_of(reports, "Last copies")}
    assert strikes["careful"] == strikes[PEOPLE]
    assert copies["careful"] == copies[PEOPLE]


def test_what_is_counted_on_a_turn() -> None:
    """r3 does not fit, y1 does, and b5 is a last copy."""
    game = table("displays r1", "Ann r3 y1 b5 g4 g4", rules="original", clues=4)
    count = Tally()
    for clued in (True, False):
        for action in (Play(1), Play(2), Discard(3), Discard(4), Clue(BOB, "1")):
            count.add(Turn(0, game.state, Play(2), clued), action)
    assert (count.plays_after_clue, count.strikes_after_clue) == (2, 1)
    assert (count.discards, count.last_copies) == (4, 2)
    assert (count.turns["p"], count.same["p"]) == (10, 2)


def test_a_turn_is_after_a_clue_if_the_seat_was_told_something_since_its_last(folder: Path) -> None:
    line = (folder / "games" / "ah2ac2_3p.jsonl").read_text(encoding="utf-8")
    turns = list(turns_of(0, import_game(json.loads(line)["game"])))
    for number, turn in enumerate(turns):
        seat = turn.state.turn
        before = turns[max(0, number - 2) : number]
        told = [one.done for one in before if isinstance(one.done, Clue) and one.done.receiver == seat]
        assert turn.clued == bool(told)
    assert {turn.clued for turn in turns} == {True, False}


def test_a_bot_goes_on_from_a_recorded_turn(folder: Path) -> None:
    reports = people.run(data=str(folder), bots=["careful"], parts=["swap"], quiet=True)
    [row] = rows_of(reports, "Seat swap")
    # The same bot goes on as it began.
    assert f">= {row['now']}" == row["goal"]
    assert float(row["ceiling"]) >= float(row["now"])


def test_positions_are_asked(folder: Path) -> None:
    reports = people.run(data=str(folder), bots=["partner"], parts=["positions"], quiet=True)
    assert [row["now"] for row in rows_of(reports, "Open positions: expected")] == ["100.0 % (1 of 1)"] * 2
    assert [row["now"] for row in rows_of(reports, "Open positions: exact")] == ["- (0 of 0)"]


def test_programs_get_every_table(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["people", "--data", str(folder), "--parts", "positions", "--bots", "partner,careful", "--json"]
    monkeypatch.setattr("sys.argv", ["bench", *words])
    main()
    out, err = capsys.readouterr()
    actions, inferred = json.loads(out)
    assert [row["bot"] for row in actions["rows"]] == ["partner", "partner", "careful", "careful"]
    assert set(inferred["rows"][0]) == {"bot", "levels", "now", "goal"}
    assert "partner in 1 positions" in err


# Without data, and with other mistakes.


def test_what_needs_data_is_left_out_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TAMAYA_DATA", raising=False)
    assert people.run(parts=["experts", "positions"], quiet=True) == ()
    said = capsys.readouterr().err.splitlines()
    assert "experts is left out: no folder with games/ah2ac2_3p.jsonl is named" in said[0]
    assert "positions is left out" in said[1]
    assert people.run(parts=["swap"], data=str(tmp_path), quiet=True) == ()
    assert f"there is no {tmp_path}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [({"bots": ["clever"]}, "no bot called clever"), ({"parts": ["dancing"]}, "the parts are experts")],
)
def test_a_mistake_gets_a_sentence(words: dict[str, list[str]], sentence: str) -> None:
    with pytest.raises(SystemExit, match=sentence):
        people.run(bots=words.get("bots", ()), parts=words.get("parts", ()))


# Company.


def test_a_novice_plays_whole_games_and_the_same_again() -> None:
    """With 2 to 5 players; what it does is allowed, or the engine would say so."""
    for players in (2, 5):
        ends = [play([NOVICE] * players, "novices", first=BOB) for _ in range(2)]
        assert ends[0] == ends[1]
        assert ends[0].over


def test_a_novice_plays_what_a_clue_touched_alone() -> None:
    game = table("displays r2", "Bob r3 g4 g4 b4 b4", rules="original", clues=4)
    game.clue("Bob", "r")
    view = game.state.view(BOB)
    done = [str(NOVICE.sit(seed)(view)) for seed in range(100)]
    # It overlooks or distrusts a clue now and then.
    assert 60 < done.count("p1") < 100


def test_a_bot_beside_others_takes_every_seat() -> None:
    played = play_tables(CAREFUL, NOVICE, players=2, games=4)
    assert len(played.scores) == 4
    assert played == play_tables(CAREFUL, NOVICE, players=2, games=4)
    assert str(played).endswith("% lost")


def test_books_that_no_bot_has_are_named() -> None:
    found, missing = known_bots(["careful", "no-such-book", "careful"])
    assert ([bot.name for bot in found], missing) == (["careful"], ["no-such-book"])


def test_the_racer_is_timed() -> None:
    wins, moves, seconds = run_races(2, 2)
    assert 0 <= wins <= 2
    assert moves > 0
    assert seconds >= 0
