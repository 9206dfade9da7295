"""Studies that do not go as they should; they run in processes of their own: ``odd("endless")`` names one."""

from __future__ import annotations

import json
import os
import sys
import time

from tamaya.review.worker import send
from tamaya.words import Message

HOW = Message("solver.game-itself").plain()


def odd(name: str) -> tuple[str, ...]:
    """The command of such a process."""
    return (sys.executable, "-m", __name__, name)


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


if __name__ == "__main__":
    {"endless": endless, "dying": dying, "quick": quick}[sys.argv[1]]()
