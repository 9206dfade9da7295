"""What the benchmark is asked to measure, and how it says where it is."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tamaya.bots import Bot


@dataclass
class Task:
    """Which bots are measured, on how many games, and where other people's games and positions lie."""

    bots: tuple[Bot, ...]
    limit: int
    data: Path | None
    quiet: bool = False
    begin: float = field(default_factory=time.monotonic)

    def tell(self, what: str) -> None:
        """Say on stderr what is measured now."""
        if not self.quiet:
            print(f"{time.monotonic() - self.begin:6.0f} s  {what}", file=sys.stderr, flush=True)


def share(part: float, whole: float, digits: int = 0) -> str:
    """A share in per cent."""
    return f"{100 * part / whole:.{digits}f} %" if whole else "-"


def of(part: int, whole: int, digits: int = 1) -> str:
    """A share with the numbers behind it."""
    return f"{share(part, whole, digits)} ({part} of {whole})"
