"""Time and chance as a server has them: handed in, so that a simulation can repeat a run."""

from __future__ import annotations

import secrets
import time
from datetime import datetime

from tamaya.server.database import new_id, now


class Clock:
    """The clocks of this machine."""

    def monotonic(self) -> float:
        """Seconds on the clock that only goes on."""
        return time.monotonic()

    def worked(self) -> float:
        """Seconds that this thread has worked."""
        return time.thread_time()

    def now(self) -> datetime:
        """The time of day, which people may set."""
        return now()


class Luck:
    """Chance that cannot be guessed."""

    def new_id(self) -> str:
        """The id of a table."""
        return new_id()

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``."""
        return secrets.randbelow(limit)

    def shuffle_seed(self) -> str | None:
        """What a fresh shuffle begins with; None for the machine's own chance."""
        return None


CLOCK = Clock()
LUCK = Luck()
