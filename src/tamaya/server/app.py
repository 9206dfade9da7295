"""The web application: pages, HTTP API and sockets."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from tamaya import __version__
from tamaya.server import (
    catalogue,
    guest_routes,
    lessons,
    logs,
    operations_routes,
    review_routes,
    table_routes,
)
from tamaya.server.dependencies import Services
from tamaya.server.jobs import ReviewJobs
from tamaya.server.limits import Allowances
from tamaya.server.listener import listening
from tamaya.server.messages import Problem
from tamaya.server.migrations import migrate
from tamaya.server.pages import add_pages
from tamaya.server.problems import STATUS, guard_requests
from tamaya.server.settings import Settings
from tamaya.server.store import Store
from tamaya.server.tables import LiveTables
from tamaya.server.workers import BotPool


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, as ``uvicorn --factory tamaya.server.app:create_app`` runs it."""
    settings = settings or Settings.from_environment()
    if settings.log is not None:
        logs.configure(settings.log)
    store = Store(settings.database)
    bots = BotPool(settings.bot_workers, settings.bot_limit)
    tables = LiveTables(store, bots, bot_delay=settings.bot_delay)
    variation_bots = BotPool(1, settings.bot_limit)
    jobs = ReviewJobs(store)
    allowances = Allowances(settings.changes_a_second, 10 * settings.changes_a_second)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await migrate(store.engine)
        store.open()
        try:
            async with listening(store, tables.hear, tables.missed):
                await tables.open()
                _tune_interpreter()
                yield
        finally:
            await tables.close()
            await jobs.close()
            await store.close()
            bots.close()
            variation_bots.close()

    app = FastAPI(
        title="Tamaya",
        version=__version__,
        description="Every Hanabi in one box. The socket is described in the documentation.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={int(status): {"model": Problem} for status in STATUS.values()},
    )
    app.state.services = Services(store, tables, jobs, variation_bots, allowances)
    guard_requests(app)
    for part in (guest_routes, catalogue, lessons, table_routes, review_routes, operations_routes):
        app.include_router(part.router)
    add_pages(app)
    return app


def _tune_interpreter() -> None:
    """Keep pauses short: the writer's thread gets its turn quickly, and cycles are looked for rarely."""
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 200)
