"""What is kept on disk, and what is said while it is made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

import tamaya

SMALL = """
import numpy as np
from tamaya.fast.kernels import seed_rows
seed_rows(np.zeros((2, 40), np.int64), 3, 0)
"""
WHOLE = """
import time
begin = time.process_time()
from tamaya.fast import Batch
batch = Batch("original", 2, games=4, seed=1)
batch.step(batch.sample())
batch.observe()
print(time.process_time() - begin)
"""
LINE = "tamaya: compiling the fast engine (once) ...\n"


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"} | environment
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)


def test_compiling_is_announced_once_and_done_again_when_a_source_changes(tmp_path: Path) -> None:
    package = tmp_path / "tamaya"
    for part in ("rules", "fast"):
        shutil.copytree(
            Path(tamaya.__path__[0]) / part, package / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(Path(tamaya.__path__[0]) / "__init__.py", package)
    said = [run(SMALL, PYTHONPATH=str(tmp_path)).stderr for _ in range(2)]
    assert said == [LINE, ""]
    with (package / "fast" / "chance.py").open("a", encoding="utf-8") as file:
        file.write("# Not what it was.\n")
    assert run(SMALL, PYTHONPATH=str(tmp_path)).stderr == LINE


@pytest.mark.slow
def test_a_cold_start_takes_about_ten_seconds_and_a_warm_one_less_than_one(tmp_path: Path) -> None:
    """Processor time; the limits leave room for a machine that is busy otherwise."""
    cold, warm = (run(WHOLE, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert (cold.stderr, warm.stderr) == (LINE, "")
    assert float(cold.stdout) < 30
    assert float(warm.stdout) < 2
