"""What every request passes: limits and safe headers, and errors as problems with a code and a sentence."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from tamaya.rules import TamayaError
from tamaya.server import metrics
from tamaya.server.database import DATABASE_FAULTS, describe
from tamaya.server.dependencies import check_origin
from tamaya.server.messages import Problem
from tamaya.table.commands import Code, Refused
from tamaya.words import Message

log = logging.getLogger("tamaya.http")

LONGEST_BODY = 1_000_000
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
STATUS: dict[Code, HTTPStatus] = {
    "unreadable": HTTPStatus.UNPROCESSABLE_ENTITY,
    "illegal": HTTPStatus.CONFLICT,
    "late": HTTPStatus.CONFLICT,
    "forbidden": HTTPStatus.FORBIDDEN,
    "missing": HTTPStatus.NOT_FOUND,
    "busy": HTTPStatus.TOO_MANY_REQUESTS,
    "too-much": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "damaged": HTTPStatus.INTERNAL_SERVER_ERROR,
    "away": HTTPStatus.SERVICE_UNAVAILABLE,
    "unknown": HTTPStatus.SERVICE_UNAVAILABLE,
    "broken": HTTPStatus.INTERNAL_SERVER_ERROR,
}


def guard_requests(app: FastAPI) -> None:
    """Let an application check every request, and answer every error with a problem."""
    app.middleware("http")(_guard)
    for kind in (TamayaError, RequestValidationError, HTTPException, *DATABASE_FAULTS, Exception):
        app.exception_handler(kind)(_answer_error)


async def _guard(request: Request, forward: Callable[[Request], Awaitable[Response]]) -> Response:
    """Before a request: where it comes from and how long it is. After it: headers that keep pages safe."""
    try:
        if request.method in ("POST", "PUT", "PATCH", "DELETE"):
            check_origin(request)
            address = request.client.host if request.client else ""
            if not request.app.state.services.allowances.take(address):
                raise Refused("busy", "refused.too-many-requests")
        if request.method in ("POST", "PUT", "PATCH"):
            length = request.headers.get("content-length", "")
            if not length.isdecimal() or int(length) > LONGEST_BODY:
                raise Refused("too-much", "refused.body-length", most=LONGEST_BODY)
        response = await forward(request)
    except Refused as refused:
        response = _problem(refused.code, refused.message)
    response.headers.update(HEADERS)
    if request.url.path.startswith("/api/"):
        # What one guest may know stays in no cache, on no shared machine.
        response.headers["Cache-Control"] = "no-store"
    route = getattr(request.scope.get("route"), "path", "")
    log.info("request", extra={"method": request.method, "route": route, "status": response.status_code})
    return response


async def _answer_error(_: Request, error: Exception) -> Response:
    match error:
        case Refused():
            return _problem(error.code, error.message)
        case TamayaError():
            return _problem("unreadable", error.message)
        case RequestValidationError():
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"][1:]) or "request"
            return _problem("unreadable", Message("refused.bad-field", place=place, fault=first["msg"]))
        case HTTPException(status_code=HTTPStatus.BAD_REQUEST):
            return _problem("unreadable", Message("refused.bad-request"))
        case HTTPException(status_code=status):
            answer = _problem("missing", Message(HTTPStatus(status).phrase.lower()), status)
            answer.headers.update(error.headers or {})
            return answer
        case SQLAlchemyError() | OSError():
            log.warning("the database failed: %s", describe(error))
            return _problem("away", Message("refused.no-database"))
        case _:
            return _problem("broken", Message("refused.something-wrong"))


def _problem(code: Code, message: Message, status: int | None = None) -> Response:
    """An answer that tells why a request was not taken."""
    metrics.REFUSED.labels(code).inc()
    problem = Problem(code=code, sentence=str(message), message=message)
    return JSONResponse(problem.model_dump(mode="json"), status or STATUS[code])
