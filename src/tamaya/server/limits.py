"""How much one connection may ask for."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache


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
    """An allowance for each address, for as many addresses as fit."""

    def __init__(self, rate: float, burst: float, *, addresses: int = 10_000) -> None:
        self._allowance = lru_cache(addresses)(lambda _address: Allowance(rate, burst))

    def take(self, address: str) -> bool:
        """Whether an address may do one more now."""
        return self._allowance(address).take()
