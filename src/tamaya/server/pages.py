"""The front end's files, as the build hook has put them beside the server."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, PlainTextResponse
from starlette.staticfiles import StaticFiles

from tamaya.table.commands import Refused

STATIC = Path(__file__).parent / "static"


def add_pages(app: FastAPI) -> None:
    """Serve the front end on every path that is not taken yet."""
    if STATIC.is_dir():
        app.mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def show_page(path: str) -> Response:
        if path.startswith("api/"):
            raise Refused("missing", "refused.nothing-here")
        return _page(path)


def _page(path: str) -> Response:
    """A file of the front end, or the page that finds its own way."""
    if not STATIC.is_dir():
        return PlainTextResponse(
            "The front end is not built here. Install from a wheel, or run make web.",
            HTTPStatus.SERVICE_UNAVAILABLE,
        )
    if path in {file.name for file in STATIC.iterdir() if file.is_file()}:
        return FileResponse(STATIC / path)
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})
