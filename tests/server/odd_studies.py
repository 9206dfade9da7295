"""Studies that do not go as usual; they run in processes of their own: ``odd("endless")`` names one."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from tamaya.review import worker
from tamaya.review.worker import send
from tamaya.words import Message

HOW = Message("solver.game-itself").plain()


def odd(name: str, *words: str) -> tuple[str, ...]:
    """The command of such a process."""
    return (sys.executable, "-m", "tests.server.odd_studies", name, *words)


def endless() -> None:
    """Says how far it is, and never comes to an end unless its parent has gone."""
    parent = os.getppid()
    send("at", 3, 8)
    while os.getppid() == parent:
        time.sleep(0.1)


def dying() -> None:
    """Is gone without an answer."""
    os._exit(3)


def quick() -> None:
    """Knows the answer at once."""
    turn = json.loads(sys.stdin.readline())["turn"]
    verdict = {"score": turn, "line": ["p1"], "bound": 25, "how": HOW, "seconds": 1.0, "perfect": 25}
    send("found", {**verdict, "won": False})


def preparing() -> None:
    """Compiles for as long as a file is not there, and then does what it was asked to."""
    parent = os.getppid()
    while not Path(sys.argv[2]).exists() and os.getppid() == parent:
        send("preparing", 90, 270)
        time.sleep(0.05)
    worker.main()


def held() -> None:
    """Does what it was asked to as soon as a file is there."""
    parent = os.getppid()
    while not Path(sys.argv[2]).exists() and os.getppid() == parent:
        time.sleep(0.02)
    worker.main()


if __name__ == "__main__":
    {"endless": endless, "dying": dying, "quick": quick, "preparing": preparing, "held": held}[sys.argv[1]]()
