"""What is kept on disk, and what is said while it is made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

pytest.importorskip("numba")

import tamaya

SMALL = """
import numpy as np
from tamaya.fast.kernels import seed_rows
seed_rows(np.zeros((2, 40), np.int64), 3, 0)
"""
WHOLE = """
from tamaya.fast import Batch
batch = Batch("original", 2, games=4, seed=1)
batch.step(batch.sample())
batch.observe()
"""
LINE = "tamaya: compiling the fast engine (once) ...\n"


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"} | environment
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)


def test_compiling_is_announced_once_and_done_again_when_a_source_changes(tmp_path: Path) -> None:
    package = tmp_path / "tamaya"
    for part in ("words", "rules", "fast"):
        shutil.copytree(
            Path(tamaya.__path__[0]) / part, package / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    for module in ("__init__.py", "capabilities.py"):
        shutil.copy(Path(tamaya.__path__[0]) / module, package)
    said = [run(SMALL, PYTHONPATH=str(tmp_path)).stderr for _ in range(2)]
    assert said == [LINE, ""]
    with (package / "fast" / "chance.py").open("a", encoding="utf-8") as file:
        file.write("# Not what it was.\n")
    german = run(SMALL, PYTHONPATH=str(tmp_path), TAMAYA_LANGUAGE="de").stderr
    assert german == "tamaya: die schnelle Engine wird (einmalig) übersetzt ...\n"


SMALL_BOT = {
    "__init__": "",
    "weights": "WORTH = 3",
    "choose": """
        from tamaya.bots.compilable import compilable
        from tamaya.bots.small import weights
        @compilable
        def worth(count):
            return count * weights.WORTH
        """,
    "compiled": """
        from tamaya.bots.compilable import compile_marked
        from tamaya.bots.small.choose import worth
        from tamaya.fast.jit import kernel
        compile_marked()
        @kernel
        def play(count):
            return worth(count)
        """,
    "explain": "",
}


def test_a_kernel_of_a_bot_is_compiled_again_when_a_source_that_it_contains_changes(tmp_path: Path) -> None:
    package, source = tmp_path / "tamaya", Path(tamaya.__path__[0])
    for part in ("words", "rules", "fast"):
        shutil.copytree(source / part, package / part, ignore=shutil.ignore_patterns("__pycache__"))
    bot = package / "bots" / "small"
    bot.mkdir(parents=True)
    (package / "bots" / "__init__.py").touch()
    for module in ("__init__.py", "capabilities.py"):
        shutil.copy(source / module, package)
    shutil.copy(source / "bots" / "compilable.py", package / "bots")
    for name, text in SMALL_BOT.items():
        (bot / f"{name}.py").write_text(dedent(text), encoding="utf-8")

    def play() -> tuple[str, str]:
        done = run("from tamaya.bots.small.compiled import play; print(play(2))", PYTHONPATH=str(tmp_path))
        return done.stdout, done.stderr

    assert [play(), play()] == [("6\n", LINE), ("6\n", "")]
    (bot / "weights.py").write_text("WORTH = 4", encoding="utf-8")
    assert [play(), play()] == [("8\n", LINE), ("8\n", "")]
    (bot / "explain.py").write_text("# Kernels do not contain this.", encoding="utf-8")
    assert play() == ("8\n", "")


@pytest.mark.slow
def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    """How long both take is measured by the benchmarks."""

    def kept() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb*")}

    assert run(WHOLE, NUMBA_CACHE_DIR=str(tmp_path)).stderr == LINE
    after_first = kept()
    assert after_first
    assert run(WHOLE, NUMBA_CACHE_DIR=str(tmp_path)).stderr == ""
    assert kept() == after_first
