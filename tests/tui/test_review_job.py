"""The review in the time machine: how it begins, goes on, stops, and what it says at a turn."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tamaya.cli.replay import show_replay
from tamaya.records import Record, game_kind, save
from tamaya.review import Estimate, Review, review, worker
from tamaya.review.text import move_facts
from tamaya.rules import Seat
from tamaya.tui.app import TableApp
from tamaya.tui.drawing.review import draw_graph, next_turning, pane_height
from tamaya.tui.local import LocalSession
from tamaya.tui.replay import RecordSession
from tamaya.tui.review_job import GIVEN_UP, Budget, Study
from tamaya.tui.saved_games import GameFile
from tamaya.tui.seating import Seating, resume
from tamaya.words import ENGLISH, Reader, say
from tests.review.games import dealt, played
from tests.server.odd_studies import odd
from tests.tui.stage import LARGE, SMALL, part_text, picture, press_at_once, screen_text, table_of, until

pytestmark = pytest.mark.usefixtures("kernels")

NOTHING = Budget(seconds=0, rollouts=0)
LITTLE = Budget(seconds=0.2, rollouts=4)
ENDLESS = Budget(seconds=600, rollouts=300)


def short() -> Record:
    """A clue, a play that fits, and one that does not."""
    return dealt("r1 r1 r1 y1 y1", "b1 w1 g2 g3 g4", actions="cB1 p1 p1 p1")


def outlook(win: float) -> Estimate:
    return Estimate(win, 0.01, 25 * win, 0.1, 100)


def with_chances(record: Record, *wins: float) -> Review:
    """A review in which these are the winning chances before each move, and at the end."""
    bare = review(record, rollouts=0, seconds=0)
    moves = [
        replace(move, estimate=outlook(win), played=outlook(win))
        for move, win in zip(bare.moves, wins[:-1], strict=True)
    ]
    return replace(bare, moves=tuple(moves), end=None if bare.outcome else outlook(wins[-1]))


class Reviewed(RecordSession):
    """A record with a review that is there at once."""

    def __init__(self, record: Record, found: Review) -> None:
        super().__init__(record)
        self._found = found

    def study(self) -> Study:
        study = Study(self.record, NOTHING)
        study.review = self._found
        return study


async def reviewed(pilot: Pilot[None], app: TableApp) -> Study:
    """Ask for the review, and wait for it."""
    await pilot.pause()
    await pilot.press("g")
    study = table_of(app).study
    assert study is not None
    await until(lambda: not study.is_busy, "the review")
    await pilot.pause()
    return study


def test_a_review_begins_goes_on_and_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The process waits until the test has looked: it could have answered by then.
    monkeypatch.setattr(worker, "COMMAND", odd("held", str(tmp_path / "let go")))

    async def look() -> None:
        record = short()
        app = TableApp(RecordSession(record, budget=LITTLE))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert "g Review" in screen_text(app)
            assert "Undo" not in screen_text(app)
            await pilot.press("g")
            assert "The review begins" in part_text(app, "facts")
            study = table_of(app).study
            assert study is not None
            seen: set[str] = set()
            draw = study._changed

            def changed() -> None:
                draw()
                seen.add(part_text(app, "facts").split("\n")[0].rstrip("▰▱ "))

            study._changed = changed
            await pilot.press("right", "right")
            assert table_of(app).interaction.turn == 2, "the table obeys meanwhile"
            (tmp_path / "let go").touch()
            await until(lambda: not study.is_busy, "the review")
            await pilot.pause()
            assert {f"Reviewing: step {step} of 8" for step in (1, 2, 3, 4, 8)} <= seen
            assert study.review is not None
            assert len(study.review.moves) == 4
            assert "winning chance" in part_text(app, "prompt")
            facts = part_text(app, "facts").split("\n")
            reader = Reader(names=study.review.names)
            assert facts[0] == "Bob plays b1 from slot 1, and it fits."
            assert facts[-1].startswith("With all cards seen, ")
            assert facts[1:] == [fact.say(reader) for fact in move_facts(study.review.moves[1], study.review)]

    asyncio.run(look())


def test_the_first_review_on_a_machine_is_prepared_and_then_comes_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("preparing", str(tmp_path / "compiled")))

    async def look() -> None:
        app = TableApp(RecordSession(short(), budget=LITTLE))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("g")
            study = table_of(app).study
            assert study is not None
            await until(lambda: study.prepared is not None, "the preparation")
            await pilot.pause()
            assert "Preparing the analysis: about a minute, once." in part_text(app, "facts")
            assert f"{'▰' * 10}{'▱' * 20}" in part_text(app, "facts")
            (tmp_path / "compiled").touch()
            await until(lambda: study.is_whole, "the review")

    asyncio.run(look())


def test_a_review_that_is_being_prepared_can_be_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "COMMAND", odd("preparing", str(tmp_path / "never")))

    async def look() -> None:
        app = TableApp(RecordSession(short(), budget=LITTLE))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("g")
            study = table_of(app).study
            assert study is not None
            await until(lambda: study.prepared is not None, "the preparation")
            await pilot.press("g")
            await pilot.pause()
            assert study.state == "failed"
            assert "given up" in part_text(app, "facts")

    asyncio.run(look())


@pytest.mark.parametrize("key", ["g", "escape"])
def test_a_stopped_review_shows_what_is_done(key: str) -> None:
    async def look() -> None:
        record = played("original", 2)
        app = TableApp(RecordSession(record, budget=ENDLESS))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("right", "g")
            study = table_of(app).study
            assert study is not None
            await until(lambda: study.done >= 2, "two moves")
            await pilot.press(key)
            await until(lambda: not study.is_busy, "the end")
            await pilot.pause()
            assert study.review is not None
            assert study.review.stopped
            done = len(study.review.moves)
            assert 2 <= done < len(record.actions)
            assert "Chance to win" in part_text(app, "facts")
            assert table_of(app).interaction.turn == 1, "Esc stops the review, and does not travel"
            await pilot.press("end")
            await pilot.pause()
            assert part_text(app, "facts").startswith("This move is not reviewed.")
            assert f"{done} of {len(record.actions)} moves are done" in part_text(app, "facts")
            assert "[" not in part_text(app, "prompt").split("\n")[2], "the graph does not come so far"

    asyncio.run(look())


def test_who_asks_twice_has_it_ended_at_once() -> None:
    async def look() -> None:
        app = TableApp(RecordSession(played("original", 2), budget=ENDLESS))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            press_at_once(app, "g", "g", "g")
            await until(lambda: table_of(app).study is not None)
            study = table_of(app).study
            assert study is not None
            await until(lambda: study.state == "failed")
            await pilot.pause()
            assert study.cause == GIVEN_UP
            assert "The review was given up. g tries again." in part_text(app, "facts")

    asyncio.run(look())


def test_no_process_is_left_when_somebody_leaves() -> None:
    async def look() -> None:
        app = TableApp(RecordSession(played("original", 2), budget=ENDLESS))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("g")
            study = table_of(app).study
            assert study is not None
            await until(lambda: study._worker is not None)
            worker = study._worker
            assert worker is not None
            await pilot.press("q")
        await asyncio.to_thread(worker.process.wait, 10)

    asyncio.run(look())


def test_turning_points_are_a_key_away() -> None:
    record = short()
    found = with_chances(record, 0.9, 0.9, 0.5, 0.5, 0.1)
    assert sorted(turning.turn for turning in found.turning) == [2, 4]
    assert next_turning(found, 0, 1) == next_turning(found, 4, -1) == 2
    assert next_turning(found, 4, 1) is next_turning(found, 2, -1) is None

    async def look() -> None:
        app = TableApp(Reviewed(record, found))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("shift+right")
            assert table_of(app).interaction.turn == 0, "there is no review yet"
            table_of(app).study = table_of(app).session.study()
            await pilot.press("g", "shift+right")
            await pilot.pause()
            assert table_of(app).interaction.turn == 2
            assert "A turning point: -10.0 points, -40\N{NO-BREAK SPACE}% to win" in screen_text(app)
            assert "winning chance ██[▅]▅▁ 50\N{NO-BREAK SPACE}%" in screen_text(app)
            await pilot.press("shift+right", "shift+right")
            await pilot.pause()
            assert table_of(app).interaction.turn == 4
            assert "There is no turning point after this turn." in screen_text(app)
            await pilot.press("shift+left")
            await pilot.pause()
            assert table_of(app).interaction.turn == 2
            assert "There is no" not in screen_text(app)

    asyncio.run(look())


def test_at_the_deal_stands_the_whole_game_and_leads_on() -> None:
    record = short()

    async def look() -> None:
        app = TableApp(Reviewed(record, with_chances(record, 0.9, 0.9, 0.5, 0.5, 0.1)))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            table_of(app).study = table_of(app).session.study()
            await pilot.press("g")
            await pilot.pause()
            lines = screen_text(app).split("\n")
            y = next(
                at for at, line in enumerate(lines) if "(-10.0 points, -40\N{NO-BREAK SPACE}% to win)" in line
            )
            assert lines[y - 1].strip() == "Turning points, by what the players could know"
            await pilot.click(offset=(5, y))
            await pilot.pause()
            assert table_of(app).interaction.turn == 2
            await pilot.press("g")
            await pilot.pause()
            assert "A turning point" not in screen_text(app), "a whole review is hidden, and kept"
            await pilot.press("g")
            await pilot.pause()
            assert "A turning point" in screen_text(app)
            await pilot.press("escape")
            await pilot.pause()
            assert "A turning point" not in screen_text(app)
            assert table_of(app).interaction.turn == 2

    asyncio.run(look())


@pytest.mark.parametrize("players", [2, 5])
def test_everything_fits_on_a_small_screen(players: int) -> None:
    record = played("original", players, bot="careful")
    wins = [0.9 - 0.8 * turn / len(record.actions) for turn in range(len(record.actions) + 1)]
    found = with_chances(record, *wins)

    async def look() -> None:
        app = TableApp(Reviewed(record, found))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            table_of(app).study = table_of(app).session.study()
            await pilot.press("g", "end", "left")
            await pilot.pause()
            await picture(app, f"review-{players}")
            lines = screen_text(app).split("\n")
            assert len(lines) == 24
            assert max(map(len, lines)) <= 80
            assert all(any(f" {name} " in line for line in lines[3:14]) for name in record.names)
            move = found.moves[-2]
            pane = pane_height(17, players)
            assert lines[20 - pane].strip().startswith(say(move.words[0], Reader(names=found.names))[:40])
            assert any("Chance to win" in line for line in lines[20 - pane : 20])
            assert lines[20].startswith(f" Turn {move.turn} of {len(record.actions)}")
            assert lines[21].rstrip().endswith("Turning")
            assert "[" in lines[22]
            assert lines[22].rstrip().endswith("%"), "the number is not cut off"
            assert "q Leave" in lines[23]
            for size in ((200, 60), (40, 10), (20, 5), (10, 3)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert screen_text(app)

    asyncio.run(look())


@pytest.mark.parametrize("width", [40, 78, 148])
def test_the_graph_marks_every_turn_whatever_its_width(width: int) -> None:
    record = played("original", 2)
    wins = [(turn * 7 % 10) / 10 for turn in range(len(record.actions))]
    found = with_chances(record, *wins, 1.0)
    for turn in range(len(record.actions) + 1):
        line = draw_graph(found, turn, ENGLISH, width=width).plain
        assert len(line) <= width
        point = next(point for point in found.graph if point.turn == turn)
        assert f"[{'▁▂▃▄▅▆▇█'[min(7, int(8 * point.win))]}]" in line
        assert line.endswith(f" {point.win:.0%}".replace("%", "\N{NO-BREAK SPACE}%"))


def test_andrewz_kindly_has_none() -> None:
    async def look() -> None:
        kind = game_kind("andrewz")
        record = Record.make(kind, ["Ann", "Bob"], kind.shuffle(1), Seat(0), ["pass", "pass"])
        app = TableApp(RecordSession(record))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("g")
            await pilot.pause()
            assert "Andrewz has no review: everybody plays for themselves there." in screen_text(app)
            assert table_of(app).study is None
            await pilot.press("right")
            await pilot.pause()
            assert "has no review" not in screen_text(app)

    asyncio.run(look())


def test_without_the_compiled_engine_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('there is no numba here')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def look() -> None:
        app = TableApp(RecordSession(short(), budget=LITTLE))
        async with app.run_test(size=SMALL) as pilot:
            study = await reviewed(pilot, app)
            assert study.review is not None
            assert study.review.graph == ()
            assert "No winning chances were estimated" in part_text(app, "prompt")
            assert "Not installed on this machine: numba" in part_text(app, "facts")
            await pilot.press("right")
            await pilot.pause()
            assert " was told " in part_text(app, "facts")
            await pilot.press("shift+right")
            await pilot.pause()
            # None was looked for.
            assert "turning point" not in part_text(app, "prompt")

    asyncio.run(look())


def test_a_game_that_was_just_played_is_reviewed_too(tmp_path: Path) -> None:
    record, path = played("original", 2), tmp_path / "game.json"
    save(record, path)

    async def look() -> None:
        app = TableApp(LocalSession(*resume(GameFile(path), 1, "careful"), delay=0))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("escape", "g")
            study = table_of(app).study
            assert study is not None
            await until(lambda: study.done >= 1, "a move")
            await pilot.press("escape")
            await until(lambda: not study.is_busy, "the end")
            assert study.review is not None

    asyncio.run(look())


def test_a_game_that_goes_on_has_no_review() -> None:
    async def look() -> None:
        seating = replace(Seating.of("deluxe", people=("Ann",), players=2, bot="careful"), first=Seat(0))
        app = TableApp(LocalSession(seating, seating.deal("1"), delay=1000))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert "Review" not in screen_text(app)
            await pilot.press("g")
            assert table_of(app).study is None

    asyncio.run(look())


def test_plain_lines_name_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, path = short(), tmp_path / "my game.json"
    save(record, path)
    show_replay(path, ENGLISH, turn=None, seat=None, as_json=False)
    assert capsys.readouterr().out.endswith(f"tamaya review '{path}'\n")
    show_replay(path, ENGLISH, turn=1, seat=None, as_json=False)
    assert "tamaya review" not in capsys.readouterr().out
