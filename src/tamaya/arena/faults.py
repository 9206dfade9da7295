"""Bots that fail: how often, and how it looked the first time."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tamaya.bots import Answer
from tamaya.rules import TamayaError


class Fault(NamedTuple):
    """How a bot failed in some games: it raised, or wanted what is not allowed, and a plain move was made."""

    bot: str
    faults: int
    moves: int
    """How often it was asked."""
    first: str
    """A sentence about the first fault."""
    traceback: str
    """Where it was raised; empty if nothing was raised."""

    def joined(self, later: Fault) -> Fault:
        """The same bot in more games."""
        return self._replace(faults=self.faults + later.faults, moves=self.moves + later.moves)


class BrokenBot(TamayaError):
    """A bot that failed where that ends the measurement; ``fault`` says how."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(
            "arena.broken-bot", bot=fault.bot, faults=fault.faults, moves=fault.moves, first=fault.first
        )
        self.args = (fault,)


class FaultCount:
    """Counts what bots answer."""

    def __init__(self) -> None:
        self._moves: Counter[str] = Counter()
        self._faults: Counter[str] = Counter()
        self._first: dict[str, tuple[str, str]] = {}

    def add(self, bot: str, answer: Answer) -> None:
        """Take an answer of a bot in."""
        self._moves[bot] += 1
        if answer.fault is not None:
            self._faults[bot] += 1
            self._first.setdefault(bot, (str(answer.fault), answer.traceback))

    def found(self) -> tuple[Fault, ...]:
        """The bots that failed, the first one first."""
        return tuple(
            Fault(bot, self._faults[bot], self._moves[bot], *first) for bot, first in self._first.items()
        )


def join(known: dict[str, Fault], found: tuple[Fault, ...]) -> None:
    """Add faults to those that are known, by bot."""
    for fault in found:
        known[fault.bot] = known[fault.bot].joined(fault) if fault.bot in known else fault
