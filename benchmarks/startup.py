"""How long a server takes to start, however many games are stored."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.report import Report
from benchmarks.stored_games import fill

_SERVE = "from tamaya.cli import main; main()"
PATIENCE = 120.0


def run() -> Report:
    """Start it with nothing, and with many games."""
    rows = []
    for finished, abandoned in ((0, 0), (90_000, 10_000)):
        with tempfile.TemporaryDirectory() as folder:
            fill(Path(folder, "tamaya.sqlite"), finished=finished, abandoned=abandoned)
            seconds = sorted(_start(folder) for _ in range(3))
        rows.append(
            (f"{finished + abandoned:,}", f"{abandoned:,}", f"{seconds[1]:.2f}", f"{seconds[-1]:.2f}")
        )
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    return Report(
        title="Table server: start",
        how="From starting the process until /health answers 200; the middle and the slowest of three.",
        columns=("stored games", "abandoned", "seconds", "slowest"),
        rows=tuple(rows),
    )


def _start(folder: str) -> float:
    with _process(folder) as (address, begun):
        while time.monotonic() < begun + PATIENCE:
            try:
                with urllib.request.urlopen(f"{address}/health", timeout=5):
                    return time.monotonic() - begun
            except OSError:
                time.sleep(0.01)
    raise TimeoutError(f"no answer after {PATIENCE} s")


@contextmanager
def _process(folder: str) -> Iterator[tuple[str, float]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "TAMAYA_HOME": folder, "TAMAYA_DATABASE": "", "TAMAYA_PREPARE": "0"}
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, "serve", "--no-browser", "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}", begun
    finally:
        process.terminate()
        process.wait(20)
