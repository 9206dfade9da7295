"""How much one connection may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Allowance:
    """A bucket that fills with time: bursts are fine, floods are not."""

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
        self._rate = rate
        self._burst = burst
        self._addresses = addresses
        self._by_address: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether an address may do one more now."""
        allowance = self._by_address.setdefault(address, Allowance(self._rate, self._burst))
        self._by_address.move_to_end(address)
        if len(self._by_address) > self._addresses:
            self._by_address.popitem(last=False)
        return allowance.take()
