"""What the requests share: the services of the application, who is asking, and from which site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias, TypeVar

from fastapi import Depends, Path, Response
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from tamaya.server import keys
from tamaya.server.jobs import ReviewJobs
from tamaya.server.keys import COOKIE, Holder
from tamaya.server.limits import Allowances, Budgets, CoachLimits, KeyLimits
from tamaya.server.store import Store
from tamaya.server.tables import LiveTables
from tamaya.server.workers import BotPool
from tamaya.table.commands import Guest, Refused

Answer = TypeVar("Answer", bound=BaseModel)

_HOLDER = "tamaya.holder"
"""Where a request keeps who asks."""


@dataclass(frozen=True, slots=True)
class Services:
    """All that an application is made of; it keeps them as ``app.state.services``."""

    store: Store
    tables: LiveTables
    jobs: ReviewJobs
    variation_bots: BotPool
    """They try variations of finished games, so that no running game waits for them."""
    desk: BotPool
    """It reads what guests bring and folds what they look at, so that nothing else waits for it."""
    budgets: Budgets
    allowances: Allowances
    coach_limits: CoachLimits
    key_limits: KeyLimits

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds the key of a guest."""
        return self.tables.cookie

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


async def find_holder(connection: HTTPConnection, here: Here) -> Holder | None:
    """Who asks, and by which key, looked up once for each request; None if it has no key, or an unknown
    one."""
    if _HOLDER not in connection.scope:
        connection.scope[_HOLDER] = await _look_up(connection, here)
    holder: Holder | None = connection.scope[_HOLDER]
    return holder


async def _look_up(connection: HTTPConnection, here: Services) -> Holder | None:
    for name in (here.cookie, COOKIE):
        key = connection.cookies.get(name)
        holder = await keys.find(here.store, key) if key else None
        if holder is not None:
            return holder
    return None


MaybeHolder: TypeAlias = Annotated[Holder | None, Depends(find_holder)]


async def know_caller(connection: HTTPConnection, here: Here) -> Guest | None:
    """The guest who asks."""
    holder = await find_holder(connection, here)
    return holder.guest if holder else None


Caller: TypeAlias = Annotated[Guest | None, Depends(know_caller)]


async def need_guest(connection: HTTPConnection, guest: Caller, here: Here) -> Guest:
    """The guest of a request that only a guest may make; one who is banned may look and remove their own."""
    if guest is None:
        raise Refused("forbidden", "refused.name-first")
    if connection.scope.get("method") in ("POST", "PUT", "PATCH"):
        here.tables.check_guest(guest)
    return guest


async def need_holder(holder: MaybeHolder) -> Holder:
    """The guest of a request that only a guest may make, and the key."""
    if holder is None:
        raise Refused("forbidden", "refused.name-first")
    return holder


KnownHolder: TypeAlias = Annotated[Holder, Depends(need_holder)]
KnownGuest: TypeAlias = Annotated[Guest, Depends(need_guest)]
LinkId: TypeAlias = Annotated[str, Path(max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]
"""The id of a table or a branch, as it stands in links."""


def as_answer(found: Answer | str) -> Answer | Response:
    """An answer as the application writes it; what a worker has written as JSON already is sent as it is."""
    return Response(found, media_type="application/json") if isinstance(found, str) else found


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page sends in a guest's name; programs other than browsers name none."""
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise Refused("forbidden", "refused.other-site")
