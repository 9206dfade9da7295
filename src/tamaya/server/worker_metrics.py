"""Numbers of several processes as one: each writes its own into a folder, and the one asked adds them up."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
WORKERS = "TAMAYA_WORKERS"
_LIVE_FILE = re.compile(r"gauge_live\w*_(\d+)\.db")


@contextmanager
def shared_numbers(workers: int) -> Iterator[None]:
    """Let the workers that are started meanwhile know how many they are, and share their numbers."""
    before = os.environ.get(WORKERS)
    os.environ[WORKERS] = str(workers)
    try:
        if workers == 1 or os.environ.get(FOLDER):
            yield
            return
        with tempfile.TemporaryDirectory(prefix="tamaya-metrics-", ignore_cleanup_errors=True) as folder:
            os.environ[FOLDER] = folder
            try:
                yield
            finally:
                del os.environ[FOLDER]
    finally:
        if before is None:
            del os.environ[WORKERS]
        else:
            os.environ[WORKERS] = before


def exposition() -> bytes:
    """All numbers as Prometheus reads them: those of this process, or of all that share a folder."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest()
    # A worker that was killed has no sockets any more.
    for pid in _dead(Path(folder)):
        mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _dead(folder: Path) -> set[int]:
    """The processes that have left gauges of living ones behind."""
    found = {int(named[1]) for path in folder.iterdir() if (named := _LIVE_FILE.fullmatch(path.name))}
    return {pid for pid in found if not _is_alive(pid)}


def _is_alive(pid: int) -> bool:
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True
