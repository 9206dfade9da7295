"""The requests of those who run a server: health and metrics."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tamaya import __version__
from tamaya.server.dependencies import Here

log = logging.getLogger("tamaya.http")

HEALTH_SECONDS = 5.0

router = APIRouter()


@router.get("/health")
async def show_health(here: Here, response: Response) -> dict[str, str]:
    """Whether the server and its database answer; 503 while the database does not."""
    try:
        await asyncio.wait_for(here.store.check(), HEALTH_SECONDS)
    except Exception:
        log.warning("the database does not answer", exc_info=True)
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
        return {"status": "no database", "version": __version__}
    return {"status": "ok", "version": __version__}


@router.get("/metrics", include_in_schema=False)
async def show_metrics() -> Response:
    """Prometheus metrics."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
