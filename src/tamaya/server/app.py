"""The web application: pages, HTTP API and sockets."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from tamaya import __version__
from tamaya.server import logs
from tamaya.server.catalogue_routes import catalogue_routes
from tamaya.server.guest_routes import guest_routes
from tamaya.server.guests import Guests
from tamaya.server.jobs import ReviewJobs
from tamaya.server.limits import Allowances
from tamaya.server.listener import listening
from tamaya.server.messages import Problem
from tamaya.server.migrations import migrate
from tamaya.server.operations_routes import operations_routes
from tamaya.server.pages import add_pages
from tamaya.server.problems import STATUS, guard_requests
from tamaya.server.review_routes import review_routes
from tamaya.server.settings import Settings
from tamaya.server.store import Store
from tamaya.server.table_routes import table_routes
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
    guests = Guests(store)
    # They try variations of finished games, so that no running game waits for them.
    variation_bots = BotPool(1, settings.bot_limit)
    jobs = ReviewJobs(store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await migrate(store.engine)
        await store.open()
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
    app.state.allowances = Allowances(settings.changes_a_second, 10 * settings.changes_a_second)
    app.state.tables = tables
    guard_requests(app)
    app.include_router(guest_routes(store, guests))
    app.include_router(catalogue_routes())
    app.include_router(table_routes(tables, guests))
    app.include_router(review_routes(tables, guests, variation_bots, jobs))
    app.include_router(operations_routes(store))
    add_pages(app)
    return app


def _tune_interpreter() -> None:
    """Keep pauses short: the writer's thread gets its turn quickly, and cycles are looked for rarely."""
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 200)
