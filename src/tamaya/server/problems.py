"""Errors as problems, with a code and a sentence."""

from __future__ import annotations

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from tamaya.rules import TamayaError
from tamaya.server import metrics
from tamaya.server.database import DATABASE_FAULTS, describe
from tamaya.server.messages import Problem
from tamaya.table.commands import Code, Refused
from tamaya.words import Message

log = logging.getLogger("tamaya.http")

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


def answer_with_problems(app: FastAPI) -> None:
    """Let an application answer every refusal with a problem; what breaks goes on to the door."""
    for kind in (TamayaError, RequestValidationError, HTTPException, UnicodeEncodeError, *DATABASE_FAULTS):
        app.exception_handler(kind)(_answer_error)


async def _answer_error(_: Request, error: Exception) -> Response:
    match error:
        case Refused():
            return problem(error.code, error.message)
        case TamayaError():
            return problem("unreadable", error.message)
        case RequestValidationError():
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"][1:]) or "request"
            return problem("unreadable", Message("refused.bad-field", place=place, fault=first["msg"]))
        case HTTPException(status_code=HTTPStatus.BAD_REQUEST):
            return problem("unreadable", Message("refused.bad-request"))
        case HTTPException(status_code=status):
            answer = problem("missing", Message(HTTPStatus(status).phrase.lower()), status)
            answer.headers.update(error.headers or {})
            return answer
        case UnicodeEncodeError():
            # Half a pair of surrogates: JSON can spell it, and no text in the world has it.
            return problem("unreadable", Message("refused.half-character"))
        case SQLAlchemyError() | OSError():
            log.warning("the database failed: %s", describe(error))
            return problem("away", Message("refused.no-database"))
        case _:
            return problem("broken", Message("refused.something-wrong"))


def problem(code: Code, message: Message, status: int | None = None) -> Response:
    """An answer that tells why a request was not taken."""
    metrics.REFUSED.labels(code).inc()
    words = Problem(code=code, sentence=str(message), message=message)
    return JSONResponse(words.model_dump(mode="json"), status or STATUS[code])
