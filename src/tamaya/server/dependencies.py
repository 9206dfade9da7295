"""What the requests share: the services of the application, who is asking, and from which site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from tamaya.server.jobs import ReviewJobs
from tamaya.server.limits import Allowances, CoachLimits
from tamaya.server.store import Store
from tamaya.server.tables import LiveTables
from tamaya.server.workers import BotPool
from tamaya.table.commands import Guest, Refused

COOKIE = "tamaya_guest"
"""It holds the key that proves who a guest is."""


@dataclass(frozen=True, slots=True)
class Services:
    """All that an application is made of; it keeps them as ``app.state.services``."""

    store: Store
    tables: LiveTables
    jobs: ReviewJobs
    variation_bots: BotPool
    """They try variations of finished games, so that no running game waits for them."""
    allowances: Allowances
    coach_limits: CoachLimits

    def check_open(self) -> None:
        """Refuse while the database has not been reached yet."""
        if not self.tables.is_open:
            raise Refused("away", "refused.no-database")


async def find_services(connection: HTTPConnection) -> Services:
    """The services of the application that a connection came to."""
    services: Services = connection.app.state.services
    services.check_open()
    return services


Here: TypeAlias = Annotated[Services, Depends(find_services)]


async def find_guest(connection: HTTPConnection, here: Here) -> Guest | None:
    """The guest who asks; None if the request has no key, or an unknown one."""
    key = connection.cookies.get(COOKIE)
    return await here.store.find_guest(key) if key else None


Caller: TypeAlias = Annotated[Guest | None, Depends(find_guest)]


async def need_guest(connection: HTTPConnection, guest: Caller, here: Here) -> Guest:
    """The guest of a request that only a guest may make; one who is banned may look and remove their own."""
    if guest is None:
        raise Refused("forbidden", "refused.name-first")
    if connection.scope.get("method") in ("POST", "PUT", "PATCH"):
        here.tables.check_guest(guest)
    return guest


KnownGuest: TypeAlias = Annotated[Guest, Depends(need_guest)]
LinkId: TypeAlias = Annotated[str, Path(max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]
"""The id of a table or a branch, as it stands in links."""


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page sends in a guest's name; programs other than browsers name none."""
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise Refused("forbidden", "refused.other-site")
