"""What every request passes: limits and safe headers, and errors as problems with a code and a sentence."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tamaya.rules import TamayaError
from tamaya.server import metrics
from tamaya.server.guests import check_origin
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
    "broken": HTTPStatus.INTERNAL_SERVER_ERROR,
}


def guard_requests(app: FastAPI) -> None:
    """Let an application check every request, and answer every error with a problem."""
    app.middleware("http")(_guard)
    app.exception_handler(Refused)(_refused)
    app.exception_handler(TamayaError)(_mistaken)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(Exception)(_broken)


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
    route = getattr(request.scope.get("route"), "path", "")
    log.info("request", extra={"method": request.method, "route": route, "status": response.status_code})
    return response


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _problem(error.code, error.message)


async def _mistaken(_: Request, error: Exception) -> Response:
    assert isinstance(error, TamayaError)
    return _problem("unreadable", error.message)


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:]) or "request"
    return _problem("unreadable", Message("refused.bad-field", place=place, fault=first["msg"]))


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return _problem("unreadable", Message("refused.bad-request"))
    message = Message(HTTPStatus(error.status_code).phrase.lower())
    return JSONResponse(problem("missing", message), error.status_code, headers=error.headers)


async def _broken(_: Request, __: Exception) -> Response:
    return _problem("broken", Message("refused.something-wrong"))


def _problem(code: Code, message: Message) -> Response:
    metrics.REFUSED.labels(code).inc()
    return JSONResponse(problem(code, message), STATUS[code])


def problem(code: Code, message: Message) -> dict[str, object]:
    """The body of an answer that tells why a request was not taken."""
    return Problem(code=code, sentence=str(message), message=message).model_dump(mode="json")
