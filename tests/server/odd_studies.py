"""Studies that do not go as they should; they run in processes of their own, so a test names them."""

from __future__ import annotations

import json
import os
import time
from multiprocessing.connection import Connection

from tamaya.server.workers import end_with_the_server


def endless(pipe: Connection, _kind: str, _text: str, _turn: int) -> None:
    """Says how far it is, and never comes to an end."""
    end_with_the_server()
    pipe.send(("at", 3, 8))
    time.sleep(300)


def dying(_pipe: Connection, _kind: str, _text: str, _turn: int) -> None:
    """Is gone without a word."""
    os._exit(3)


def quick(pipe: Connection, _kind: str, _text: str, turn: int) -> None:
    """Knows the answer at once."""
    found = {"score": turn, "bound": 25, "line": ["p1"], "perfect": 25, "winnable": None, "seconds": 1.0}
    pipe.send(("done", json.dumps(found)))
