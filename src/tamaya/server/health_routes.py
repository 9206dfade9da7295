"""What a supervisor asks: whether the process lives, and whether it can do its work."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from tamaya import __version__
from tamaya.server.database import now
from tamaya.server.messages import Health
from tamaya.server.schema import SECRETS
from tamaya.server.start import cause_of
from tamaya.server.store import Store
from tamaya.words import Message

log = logging.getLogger("tamaya.http")

PATIENCE = 5.0
"""Seconds after which a database that does not answer takes no writes."""
FRESH = 2.0
"""Seconds for which an answer is given again: a question costs a write."""

router = APIRouter()


class Readiness:
    """Whether the database takes writes: a full disk, or a file that may only be read, still answers."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._asking = asyncio.Lock()
        self._asked = -FRESH
        self._is_ready = False

    async def check(self) -> bool:
        """Ask, if it is some time ago."""
        async with self._asking:
            if self._clock() - self._asked >= FRESH:
                self._is_ready = await self._try()
                self._asked = self._clock()
            return self._is_ready

    async def _try(self) -> bool:
        try:
            await asyncio.wait_for(self._write(), PATIENCE)
        except Exception as error:
            log.warning("the database takes no writes: %s", cause_of(error))
            return False
        return True

    async def _write(self) -> None:
        """Write a row of our own, and have it on disk: nothing less would show that there is room."""
        at = now().isoformat()
        query = self._store.insert(SECRETS).values(name="written", value=at)
        query = query.on_conflict_do_update(index_elements=[SECRETS.c.name], set_={"value": at})
        async with self._store.begin() as connection:
            await connection.execute(query)


@router.get("/health", response_model_exclude_unset=True)
async def show_health() -> Health:
    """The process lives. Restart it if this is not answered."""
    return Health(status="ok", version=__version__)


@router.get(
    "/ready", response_model_exclude_unset=True, responses={HTTPStatus.SERVICE_UNAVAILABLE: {"model": Health}}
)
async def show_ready(request: Request, response: Response) -> Health:
    """Whether moves can be kept. Send guests elsewhere while this is 503; a restart would not help."""
    readiness: Readiness = request.app.state.readiness
    if request.app.state.services.tables.is_open and await readiness.check():
        return Health(status="ok", version=__version__)
    response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    why = Message("refused.no-writes")
    return Health(status="not ready", version=__version__, sentence=str(why))
