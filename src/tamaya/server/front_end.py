"""The front end's files: sent as small as the build has made them, and kept by browsers as long as is right.

A file in ``assets`` has a hash of its content in its name, so a browser keeps it for good. Every other file
keeps its name when its content changes, so a browser asks each time whether it has changed.
"""

from __future__ import annotations

from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from tamaya.table.commands import Refused

STATIC = Path(__file__).parent / "static"
"""Where the build hook has put the files, beside the server."""
PAGE = "index.html"
ASSETS = "assets"
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""How the build compresses files, the smallest first, and what their names then end with."""
MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


def show_page(path: str, request: Request) -> Response:
    """A file of the front end, or the page that finds its own way, on every path that is not taken."""
    if path.startswith("api/"):
        raise Refused("missing", "refused.nothing-here")
    if not STATIC.is_dir():
        return PlainTextResponse(
            "The front end is not built here. Install from a wheel, or run make web.",
            HTTPStatus.SERVICE_UNAVAILABLE,
        )
    if path.startswith(f"{ASSETS}/"):
        name = path.removeprefix(f"{ASSETS}/")
        if name not in _names(STATIC / ASSETS):
            raise Refused("missing", "refused.nothing-here")
        return _send(STATIC / ASSETS / name, request, "public, max-age=31536000, immutable")
    return _send(STATIC / (path if path in _names(STATIC) else PAGE), request, "no-cache")


def _names(folder: Path) -> set[str]:
    """The files that may be asked for. No path is put together from what a request says."""
    hidden = tuple(ENCODINGS.values())
    return {
        file.name
        for file in (folder.iterdir() if folder.is_dir() else ())
        if file.is_file() and not file.name.startswith(".") and not file.name.endswith(hidden)
    }


def _send(file: Path, request: Request, keeping: str) -> Response:
    """A file as the browser takes it; only its tag, if the browser has the same content already."""
    encoding, content = _read(file, _accepted(request.headers.get("accept-encoding", "")))
    # A tag of the content: in an installed package every file may carry the same date.
    tag = f'"{sha256(content).hexdigest()[:20]}"'
    headers = {"Cache-Control": keeping, "ETag": tag, "Vary": "Accept-Encoding"}
    if _has(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(content, headers=headers, media_type=MEDIA_TYPES.get(file.suffix))


def _read(file: Path, accepted: set[str]) -> tuple[str, bytes]:
    for encoding, ending in ENCODINGS.items():
        packed = file.with_name(file.name + ending)
        if encoding in accepted and packed.is_file():
            return encoding, packed.read_bytes()
    return "", file.read_bytes()


def _accepted(header: str) -> set[str]:
    """The encodings that a browser takes; ``q=0`` means that it does not."""
    accepted: set[str] = set()
    refused: set[str] = set()
    for choice in header.lower().split(","):
        name, _, quality = choice.partition(";")
        weight = quality.replace(" ", "").removeprefix("q=")
        (refused if weight and not weight.strip("0.") else accepted).add(name.strip())
    if "*" in accepted:
        accepted |= ENCODINGS.keys() - refused
    return accepted


def _has(header: str, tag: str) -> bool:
    tags = {each.strip().removeprefix("W/") for each in header.split(",")}
    return tag in tags or "*" in tags
