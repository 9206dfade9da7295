"""The web application: HTTP API, sockets and pages; its health and metrics for those who run it."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Response
from prometheus_client import CONTENT_TYPE_LATEST

from tamaya import __version__
from tamaya.review.preparation import Preparation
from tamaya.server import (
    catalogue,
    coach_routes,
    convention_routes,
    game_routes,
    guest_routes,
    health_routes,
    lessons,
    logs,
    metrics,
    place_routes,
    review_routes,
    socket_schema,
    table_routes,
    worker_metrics,
)
from tamaya.server.addresses import KnownNames, Proxies
from tamaya.server.compression import PublicCompression
from tamaya.server.connections import ConnectionLimits, Connections
from tamaya.server.dependencies import Services
from tamaya.server.door import Door, House, SocketCount
from tamaya.server.front_end import show_page
from tamaya.server.health_routes import Readiness
from tamaya.server.jobs import ReviewJobs
from tamaya.server.limits import Allowances, Budgets, CoachLimits, KeyLimits
from tamaya.server.lock import exclusive
from tamaya.server.messages import Problem
from tamaya.server.metering import Metering
from tamaya.server.problems import STATUS, answer_with_problems
from tamaya.server.readiness import prepare, reach
from tamaya.server.settings import Settings
from tamaya.server.start import PlainStart
from tamaya.server.store import Store
from tamaya.server.tables import LiveTables
from tamaya.server.workers import BotPool

WORK_BURST = 4.0
"""Seconds of work that a guest may cause at once, if they have asked for little before."""
START_SECONDS = 3.0
"""How long requests are not taken at first while the database is away; then they are told so."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, as ``uvicorn --factory tamaya.server.app:create_app`` runs it."""
    settings = settings or Settings.from_environment()
    if settings.log is not None:
        logs.configure(settings.log)
    store = Store(settings.database)
    preparation = Preparation()
    bots = BotPool(settings.bot_workers, settings.bot_limit, preparation)
    bots.on_fallback = metrics.BOT_FALLBACKS.inc
    tables = LiveTables(store, bots, bot_delay=settings.bot_delay)
    variation_bots = BotPool(1, settings.bot_limit, preparation)
    desk = BotPool(1, settings.bot_limit, preparation)
    jobs = ReviewJobs(store)
    budgets = Budgets(settings.work_share, WORK_BURST)
    # Each of several workers allows its part: what one address sends may reach any of them.
    changes = settings.changes_a_second / settings.workers
    allowances = Allowances(changes, 10 * changes)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with exclusive(settings.database):
            if store.is_postgres:
                opening = reach(settings.database, tables.open)
            else:
                await prepare(settings.database)
                opening = tables.open()
            store.open()
            reaching = asyncio.create_task(opening)
            try:
                async with store.listening(tables.hear, tables.missed):
                    await asyncio.wait([reaching], timeout=START_SECONDS if store.is_postgres else None)
                    if reaching.done():
                        reaching.result()
                    if settings.prepare:
                        preparation.begin()
                    _tune_interpreter()
                    yield
            finally:
                reaching.cancel()
                await asyncio.wait([reaching])
                await tables.close()
                preparation.close()
                await jobs.close()
                await store.close()
                bots.close()
                variation_bots.close()
                desk.close()

    app = FastAPI(
        title="Tamaya",
        version=__version__,
        description="Every Hanabi in one box. The socket is described at /api/asyncapi.json.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={int(status): {"model": Problem} for status in STATUS.values()},
    )
    app.state.services = Services(
        store, tables, jobs, variation_bots, desk, budgets, allowances, CoachLimits(), KeyLimits()
    )
    app.add_middleware(Metering)
    proxies = Proxies(settings.proxies)
    app.state.host = settings.host
    app.state.readiness = Readiness(store)
    app.state.connections = Connections(_connection_limits(settings), proxies)
    house = House(
        KnownNames.of_machine((*settings.public_names, settings.host)),
        proxies,
        allowances,
        SocketCount(settings.connections_an_address),
        settings.log_addresses,
    )
    answer_with_problems(app)
    app.add_middleware(PublicCompression)
    app.add_middleware(Door, house)
    app.add_middleware(PlainStart)
    for part in (
        guest_routes,
        place_routes,
        catalogue,
        lessons,
        convention_routes,
        table_routes,
        coach_routes,
        game_routes,
        review_routes,
        socket_schema,
        health_routes,
    ):
        app.include_router(part.router)
    app.get("/metrics", include_in_schema=False)(show_metrics)
    app.add_api_route("/{path:path}", show_page, methods=["GET", "HEAD"], include_in_schema=False)
    return app


def _connection_limits(settings: Settings) -> ConnectionLimits:
    return ConnectionLimits(
        settings.connections, settings.connections_an_address, settings.head_seconds, settings.body_seconds
    )


async def show_metrics() -> Response:
    """Prometheus metrics."""
    return Response(worker_metrics.exposition(), media_type=CONTENT_TYPE_LATEST)


def _tune_interpreter() -> None:
    """Keep pauses short: the writer's thread gets its turn quickly, and cycles are looked for rarely."""
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 200)
