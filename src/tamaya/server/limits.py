"""How much one connection or guest may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from tamaya.table.commands import Guest, Refused

QUESTIONS_A_SECOND = 3.0
MOST_QUESTIONS = 30
"""How many questions to the coach a guest may ask in a row, as when they try one clue after the other."""


class Allowance:
    """A bucket that fills with time: a short burst is allowed, a rate above the limit is not."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Allowances:
    """An allowance for each address or guest, for as many as fit."""

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        addresses: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._allowance = lru_cache(addresses)(lambda _address: Allowance(rate, burst, clock))

    def take(self, address: str) -> bool:
        """Whether an address may do one more now."""
        return self._allowance(address).take()


class CoachLimits:
    """How much each guest may ask: one question at a time, and not too many of them."""

    def __init__(self, allowances: Allowances | None = None) -> None:
        self._allowances = allowances or Allowances(QUESTIONS_A_SECOND, MOST_QUESTIONS)
        self._asking: set[str] = set()

    @contextmanager
    def question(self, guest: Guest) -> Iterator[None]:
        """While a guest's question is being answered; refused while another one is."""
        if guest.id in self._asking:
            raise Refused("busy", "refused.coach-busy")
        if not self._allowances.take(guest.id):
            raise Refused("busy", "refused.coach-often")
        self._asking.add(guest.id)
        try:
            yield
        finally:
            self._asking.discard(guest.id)
