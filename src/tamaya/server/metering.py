"""What requests cost: the time for which each keeps the event loop busy is charged to who asks."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Any, Generic, TypeVar

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from tamaya.server.dependencies import find_services, know_caller
from tamaya.server.limits import PAYER, Budget

Got = TypeVar("Got")


class Metered(Awaitable[Got], Generic[Got]):
    """Work whose own steps are paid for: how long they keep the processor busy, without waiting."""

    def __init__(self, work: Coroutine[Any, Any, Got], budget: Budget) -> None:
        self._work = work
        self._budget = budget

    def __await__(self) -> Generator[Any, Any, Got]:
        """Run the work step by step."""
        PAYER.set(self._budget)
        step: Callable[[], Any] = partial(self._work.send, None)
        while True:
            began = time.thread_time()
            try:
                waited = step()
            except StopIteration as end:
                result: Got = end.value
                return result
            finally:
                self._budget.spend(time.thread_time() - began)
            try:
                answer = yield waited
            except BaseException as error:
                step = partial(self._work.throw, error)
            else:
                step = partial(self._work.send, answer)


class Metering:
    """Lets every request of the API wait until its payer has something left, and charges what it costs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        budget = await find_budget(HTTPConnection(scope))
        async with budget.request():
            await Metered(self._serve(scope, receive, send), budget)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


async def find_budget(connection: HTTPConnection) -> Budget:
    """Whose budget pays for a request: the guest's who asks, or that of an address without a guest."""
    services = await find_services(connection)
    guest = await know_caller(connection, services)
    address = connection.client.host if connection.client else ""
    return services.budgets.of(guest.id if guest else f"@{address}")
