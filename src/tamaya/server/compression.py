"""Long answers, compressed, where they are the same for every guest."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

PUBLIC = frozenset({"/api/catalogue", "/api/rules", "/api/lesson", "/api/openapi.json", "/api/asyncapi.json"})
PUBLIC_BELOW = "/api/conventions/"
"""What any guest gets alike. No other answer is compressed: where a secret of one guest and words of another
stand in one answer, its compressed length tells what the two have in common."""
SHORT = 1_000


class PublicCompression:
    """Compresses the answers to public requests, where the client can read that, and leaves others alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressed = GZipMiddleware(app, minimum_size=SHORT, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        public = scope["type"] == "http" and is_public(scope["path"])
        await (self._compressed if public else self._plain)(scope, receive, send)


def is_public(path: str) -> bool:
    """Whether every guest gets the same answer there."""
    return path in PUBLIC or path.startswith(PUBLIC_BELOW)
