"""Kernels that are compiled before they are needed: once on a machine, by one process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

from tamaya.review import kernels
from tamaya.review.kernels import Part


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for kernels."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    return tmp_path / "kernels"


def noting(done: list[str], *names: str) -> list[Part]:
    """Parts that are compiled by writing down their names."""
    return [Part(name, lambda name=name: done.append(name)) for name in names]  # type: ignore[misc]


def test_each_part_is_compiled_once(folder: Path) -> None:
    done: list[str] = []
    first, both = noting(done, "first"), noting(done, "first", "second")
    assert not kernels.are_ready(first)
    kernels.prepare(first)
    assert kernels.are_ready(first)
    assert not kernels.are_ready(both)
    for _ in range(2):
        kernels.prepare(both)
    assert done == ["first", "second"]


def test_a_part_that_fails_is_tried_again(folder: Path) -> None:
    def fail() -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        kernels.prepare([Part("first", fail)])
    done: list[str] = []
    kernels.prepare(noting(done, "first"))
    assert done == ["first"]


def test_other_sources_are_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    kernels.prepare(noting(done, "first"))
    monkeypatch.setattr(kernels, "_fingerprint", lambda: "another")
    kernels.prepare(noting(done, "first"))
    assert done == ["first", "first"]
    assert len(list(folder.glob("*.ready"))) == 1


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    done: list[str] = []
    kernels.prepare(noting(done, "first"))
    assert done == ["first"]


def test_a_package_that_cannot_be_written_keeps_its_kernels_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    kernels.choose_folder()
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "kernels")
    assert kernels.folder() == tmp_path / "kernels"


def test_without_the_engine_there_is_nothing_to_prepare(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert kernels.are_ready()
    kernels.prepare()
    assert not folder.exists()


TAKING_TURNS = """
import sys, time
from pathlib import Path
from tamaya.review import kernels

room = Path(sys.argv[1])
mine = []

def compile():
    mine.append(True)
    with (room / "log").open("a") as log:
        log.write("compiled\\n")
    # The other process is there, and waits.
    while not (room / "waits").exists():
        time.sleep(0.01)

def progress(done, total):
    if (room / "log").exists() and not mine:
        (room / "waits").touch()

kernels.prepare([kernels.Part("small", compile)], progress)
assert kernels.are_ready([kernels.Part("small", compile)])
"""


def test_of_several_processes_one_compiles_and_the_others_wait(folder: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-c", TAKING_TURNS, str(tmp_path)]
    processes = [subprocess.Popen(words) for _ in range(2)]
    assert [process.wait(120) for process in processes] == [0, 0]
    assert (tmp_path / "log").read_text() == "compiled\n"


DYING = """
import os
from tamaya.review import kernels
kernels.prepare([kernels.Part("first", lambda: os._exit(9))])
"""


def test_a_process_that_dies_leaves_its_turn_to_the_next(folder: Path) -> None:
    assert subprocess.run([sys.executable, "-c", DYING], check=False).returncode == 9
    done: list[str] = []
    kernels.prepare(noting(done, "first"))
    assert done == ["first"]


EVERYTHING = """
from tamaya.bots import find_bot
from tamaya.engine import State
from tamaya.review import kernels, review
from tamaya.rules import Rules, Seat
from tamaya.solver import solve
from tests.review.games import played

kernels.prepare()
from numba.core import event
from tamaya.bots.search import player

class Listener(event.Listener):
    compiled = []
    def on_start(self, happening):
        self.compiled.append(happening.data["dispatcher"].py_func.__qualname__)
    def on_end(self, happening):
        pass

listener = Listener()
event.register("numba:compile", listener)
player.WARM_UP = None
for rules, players in (("deluxe+black-powder", 3), ("rnr", 4)):
    review(played(rules, players, seed=3), rollouts=4, seconds=0.2)
    state = State.start(Rules.parse(rules), players, seed=1)
    solve(state, seconds=0)
    for name in ("grandmaster", "search"):
        bot = find_bot(name, "hanabi").sit("seat")
        bot.choose(state.view(Seat(0), ("A", "B", "C", "D")[:players]))
print(listener.compiled)
"""


@pytest.mark.slow
def test_a_review_a_verdict_and_bots_have_nothing_left_to_compile() -> None:
    """By other rules and with more players than those that were prepared with."""
    done = subprocess.run([sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
