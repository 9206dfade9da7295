"""How much one connection or guest may ask for."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import lru_cache

from tamaya.server.turns import Asker, Turns
from tamaya.table.commands import Guest, Refused

QUESTIONS_A_SECOND = 3.0
MOST_QUESTIONS = 30
"""How many questions to the coach a guest may ask in a row, as when they try one clue after the other."""

FREE_GUESSES = 4
"""Wrong secrets of an address before it has to wait."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 3600.0
"""Seconds to wait after one more wrong secret; then twice as long each time."""


WORK_AT_ONCE = 4
"""How many requests of one guest are served at once."""
MOST_WAITING = 40
"""How many more may wait."""
LONGEST_PAUSE = 20.0
"""Seconds after which what a guest has used up is to come back; who has used up more is refused at once."""
_ANY = Asker()


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


class Budget:
    """Seconds of the server's work that one guest, or one address without a guest, may cause. What is used up
    comes back with time. Who has nothing left waits, and all that they ask for after it waits in a row."""

    def __init__(
        self, payer: str, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.payer = payer
        self._rate = rate
        self._most = most
        self._clock = clock
        self._left = most
        self._at = clock()
        self._turns = Turns(WORK_AT_ONCE)

    def spend(self, seconds: float) -> None:
        """Charge what some work has cost."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate) - seconds
        self._at = now

    def pause(self) -> float:
        """After how many seconds there will be something left; 0 if there is, or if nothing is limited."""
        self.spend(0)
        return max(0.0, -self._left / self._rate) if self._rate else 0.0

    @asynccontextmanager
    async def request(self, *, patient: bool = False) -> AsyncIterator[None]:
        """While something that a guest asks for is done; refused where too much waits already, unless they
        are ``patient``."""
        if not patient and (self._turns.waiting >= MOST_WAITING or self.pause() > LONGEST_PAUSE):
            raise Refused("busy", "refused.too-much-work")
        async with self._turns.turn(_ANY):
            while pause := self.pause():
                await asyncio.sleep(pause)
            yield


PAYER: ContextVar[Budget | None] = ContextVar("payer", default=None)
"""Whose budget pays for what runs now."""


class Budgets:
    """A budget for each guest and each address, for as many as fit."""

    def __init__(self, rate: float, most: float, *, payers: int = 10_000) -> None:
        self._budget = lru_cache(payers)(lambda payer: Budget(payer, rate, most))

    def of(self, payer: str) -> Budget:
        """The budget of a guest, by id, or of an address."""
        return self._budget(payer)


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


class GrowingDelay:
    """Guesses at a secret: after some wrong ones an address has to wait, twice as long after each further.

    A right one takes back itself and nothing else, so that an address cannot guess on between secrets of its
    own.
    """

    def __init__(self, *, addresses: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._addresses = addresses
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """address: how many guesses were wrong, and when the last one was"""

    @contextmanager
    def attempt(self, address: str) -> Iterator[None]:
        """One guess; what raises counts as wrong. It counts from the beginning, so that guesses at the same
        time are no way around it."""
        count, last = self._wrong.pop(address, (0, 0.0))
        now = self._clock()
        if now - last > LONGEST_WAIT:
            count = 0
        wait = last + self._wait(count) - now
        if wait > 0:
            self._wrong[address] = count, last
            raise Refused("busy", "refused.guess-later", seconds=math.ceil(wait))
        self._wrong[address] = count + 1, now
        if len(self._wrong) > self._addresses:
            self._wrong.popitem(last=False)
        yield
        count, last = self._wrong.get(address, (1, now))
        self._wrong[address] = max(0, count - 1), last

    def _wait(self, wrong: int) -> float:
        if wrong < FREE_GUESSES:
            return 0.0
        return float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(wrong - FREE_GUESSES, 20)))


class KeyLimits:
    """How often guests may ask for links and codes, and how often an address may guess at them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.links = Allowances(0.2, 10, clock=clock)
        self.guesses = GrowingDelay(clock=clock)
