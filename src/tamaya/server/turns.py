"""Places that are given in turn to those who wait: the one with the least so far comes next."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom work is done."""

    owner: str = ""
    """Who it is fair to: a guest, or an address."""
    group: str = ""
    """One of several things of the same owner, such as a table."""
    rank: Callable[[], int] = lambda: 0
    """Asked whenever a place is given: those with a higher number wait for all others."""


@dataclass(eq=False, slots=True)
class _Ticket:
    asker: Asker
    number: int
    ready: asyncio.Future[None]


class Turns:
    """A few places for work. Of those who wait, the owner whose work has the fewest places comes next, then
    the one who was served longest ago; among the work of one owner likewise. So whoever comes waits for no
    more than one piece of the work of each other owner, however much of it waits."""

    def __init__(self, places: int, crowded: Callable[[], None] = lambda: None) -> None:
        """``crowded`` is called whenever work has to wait."""
        self._free = places
        self._crowded = crowded
        self._tickets: list[_Ticket] = []
        self._numbers = count(1)
        self._running: Counter[str] = Counter()
        """owner: how many places their work has"""
        self._served: dict[tuple[str, str | None], int] = {}
        """owner, or owner and group: the number of the ticket that was served last"""

    @property
    def waiting(self) -> int:
        """How many pieces of work wait."""
        return len(self._tickets)

    @property
    def is_full(self) -> bool:
        """Whether work that came now would have to wait."""
        return not self._free

    def places_of(self, owner: str) -> int:
        """How many places the work of an owner has now."""
        return self._running[owner]

    def others_waiting(self, owner: str) -> int:
        """How many other owners have work that waits."""
        return len({ticket.asker.owner for ticket in self._tickets} - {owner})

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place, and have it for a piece of work."""
        await self._take(asker)
        try:
            yield
        finally:
            self._give_back(asker)

    async def _take(self, asker: Asker) -> None:
        ticket = _Ticket(asker, next(self._numbers), asyncio.get_running_loop().create_future())
        if self._free:
            self._serve(ticket)
            return
        self._tickets.append(ticket)
        self._crowded()
        try:
            await ticket.ready
        except asyncio.CancelledError:
            self._tickets = [other for other in self._tickets if other is not ticket]
            if not ticket.ready.cancelled():  # It was given a place in the same moment.
                self._give_back(asker)
            raise

    def _serve(self, ticket: _Ticket) -> None:
        asker = ticket.asker
        self._free -= 1
        self._running[asker.owner] += 1
        self._served[asker.owner, None] = self._served[asker.owner, asker.group] = next(self._numbers)
        ticket.ready.set_result(None)

    def _give_back(self, asker: Asker) -> None:
        self._free += 1
        self._running[asker.owner] -= 1
        if waiting := [ticket for ticket in self._tickets if not ticket.ready.cancelled()]:
            ticket = min(waiting, key=self._order)
            self._tickets.remove(ticket)
            self._serve(ticket)
        else:
            self._running += Counter()  # Forgets those who have no place.
            self._served = {key: at for key, at in self._served.items() if key[0] in self._running}

    def _order(self, ticket: _Ticket) -> tuple[int, int, int, int, int]:
        asker, served = ticket.asker, self._served
        return (
            asker.rank(),
            self._running[asker.owner],
            served.get((asker.owner, None), 0),
            served.get((asker.owner, asker.group), 0),
            ticket.number,
        )
