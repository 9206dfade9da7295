"""The start of a server: when it does not start, one sentence says why."""

from __future__ import annotations

import logging
import os
import sys

from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamaya import words
from tamaya.rules import TamayaError

log = logging.getLogger("tamaya.start")


class PlainStart:
    """Tells an operator in one sentence why the application has not started."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; a start that fails gets its sentence."""
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        started = False

        async def tell(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "lifespan.startup.complete"
            if message["type"] != "lifespan.startup.failed":
                await send(message)

        try:
            await self._app(scope, receive, tell)
        except Exception as error:
            if started:
                raise
            say_why(error)
            # Whoever runs us would only add that there is more to say.
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            await send({"type": "lifespan.startup.failed", "message": ""})


def say_why(error: Exception) -> None:
    """Say why the server does not start: to people in a line, to programs as a line of the log."""
    message = cause_of(error)
    if os.environ.get("TAMAYA_LOG") == "json":
        log.critical("%s", message)
    else:
        reader = words.Reader(os.environ.get("TAMAYA_LANGUAGE", "en"))
        sys.stderr.write(words.say("command.failed", reader, cause=message) + "\n")


def cause_of(error: Exception) -> words.Message:
    """What stands in the way; an error that was not thought of leaves its trace as well."""
    match error:
        case TamayaError():
            return error.message
        case SQLAlchemyError():
            cause = str(getattr(error, "orig", None) or error).partition("\n")[0]
            return words.Message("refused.database-failed", cause=cause)
        case OSError(filename=str(name), strerror=str(cause)):
            return words.Message("refused.start-failed", cause=f"{name}: {cause}")
        case OSError():
            return words.Message("refused.start-failed", cause=error.strerror or str(error))
        case _:
            log.error("the server does not start", exc_info=error)
            return words.Message("refused.start-failed", cause=f"{type(error).__name__}: {error}")
