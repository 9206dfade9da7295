"""One program at a time: the lock on an embedded database, which ends with the process that holds it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tamaya.server.database import sqlite_path
from tamaya.server.trouble import Trouble


@contextmanager
def exclusive(database: str) -> Iterator[None]:
    """Hold an embedded database against other servers, and commands that need it for themselves; PostgreSQL
    is there for several."""
    path = sqlite_path(database)
    if path is None:
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = lock_path(path).open("a+", encoding="ascii")
    except OSError as error:
        raise Trouble(
            "trouble.read-only", file=str(path.parent), cause=error.strerror or str(error)
        ) from None
    with held:
        if not _locked(held):
            held.seek(0)
            process = held.read(20).strip() or "?"
            raise Trouble("trouble.taken", folder=str(path.parent), process=process)
        held.truncate(0)
        held.write(str(os.getpid()))
        held.flush()
        yield


def is_held(path: Path) -> bool:
    """Whether some process holds an embedded database."""
    try:
        with lock_path(path).open("a+", encoding="ascii") as held:
            return not _locked(held)
    except OSError:
        return False


def lock_path(path: Path) -> Path:
    """The file that is locked; what it holds is the number of the process that locked it last."""
    return path.with_name(f"{path.name}.lock")


def _locked(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows has no locks of this kind; there it is up to the operator.
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # Some file systems of networks know no locks.
        return True
    return True
