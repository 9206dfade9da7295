"""One client's socket: reads its messages, sends it the table's."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from tamaya.server import messages, metrics
from tamaya.server.connections import LINE
from tamaya.server.database import DATABASE_FAULTS, describe
from tamaya.server.keys import Holder
from tamaya.server.limits import Allowance, Budget
from tamaya.server.live import Client, CloseCode, Line, LiveTable
from tamaya.server.metering import Metered
from tamaya.server.tables import LiveTables
from tamaya.table.commands import Guest, Refused

log = logging.getLogger("tamaya.socket")

MESSAGES_A_SECOND = 20
BURST = 60
LONGEST_MESSAGE = 8_192
PATIENCE = 5
"""How many messages too many are answered before the socket is closed; recovers while below the limit."""

KEY_SECONDS = 20.0
"""How long a socket may go on by a key that another process has signed out; a browser asks more often."""

_PONG = messages.PongMessage().model_dump_json()


async def serve_socket(
    socket: WebSocket, tables: LiveTables, table: str, holder: Holder | None, budget: Budget
) -> None:
    """Talk with a client until it leaves."""
    await socket.accept()
    metrics.CONNECTIONS.inc()
    line: Line | None = socket.scope.get("extensions", {}).get(LINE, {}).get("line")
    client = Client(holder.guest, holder.key, line=line) if holder else Client(None, line=line)
    live: LiveTable | None = None
    sender = asyncio.create_task(_send(socket, client))
    try:
        async with budget.request(patient=True):
            live = await Metered(tables.live(table), budget)
        live.sockets += 1
        await _listen(socket, tables, live, client, budget)
    except Refused as refused:
        _send_error(client, refused)
        gone = refused.code in ("missing", "damaged")
        client.let_go(CloseCode.NOTHING_HERE if gone else CloseCode.COME_BACK)
        await sender
    except DATABASE_FAULTS as error:
        log.warning("the database failed: %s", describe(error))
        _send_error(client, Refused("away", "refused.no-database"))
        client.let_go()
        await sender
    except WebSocketDisconnect:
        pass
    finally:
        metrics.CONNECTIONS.dec()
        sender.cancel()
        if live is not None:
            live.sockets -= 1
            tables.leave(live, client)
        with contextlib.suppress(RuntimeError):
            await socket.close()


async def _listen(
    socket: WebSocket, tables: LiveTables, live: LiveTable, client: Client, budget: Budget
) -> None:
    allowance = Allowance(MESSAGES_A_SECOND, BURST)
    patience: float = PATIENCE
    checked = time.monotonic()
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        if time.monotonic() - checked > KEY_SECONDS:
            await tables.check_key(client)
            checked = time.monotonic()
        if not allowance.take():
            patience -= 1
            if patience < 0:
                raise Refused("too-much", "refused.too-many-messages")
            _send_error(client, Refused("too-much", "refused.messages-at-once"))
            await asyncio.sleep(0.2)
            continue
        patience = min(PATIENCE, patience + PATIENCE / BURST)
        try:
            message = _read(received.get("text"))
            async with budget.request(patient=True):
                await Metered(_take(tables, live, client, message), budget)
        except Refused as refused:
            _send_error(client, refused)
        except WebSocketDisconnect:
            raise
        except DATABASE_FAULTS as error:
            log.warning("the database failed: %s", describe(error))
            _send_error(client, Refused("away", "refused.no-database"))
        except Exception:
            log.exception("a message could not be served")
            _send_error(client, Refused("broken", "refused.broken"))


def _read(text: str | None) -> messages.ClientMessage:
    if text is None:
        raise Refused("unreadable", "refused.not-text")
    if len(text) > LONGEST_MESSAGE:
        raise Refused("too-much", "refused.message-length", most=LONGEST_MESSAGE)
    try:
        return messages.client_message.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "message"
        raise Refused("unreadable", "refused.bad-field", place=place, fault=first["msg"]) from None


async def _take(tables: LiveTables, live: LiveTable, client: Client, message: messages.ClientMessage) -> None:
    match message:
        case messages.Ping():
            client.send(_PONG)
            return
        case messages.Hello(seen=seen, detail=detail):
            await tables.greet(live, client, seen, detail)
            return
        case messages.Note(card=card, text=text):
            seq = await tables.note(live, client, card, text)
        case messages.Again():
            seq = await tables.again(live.table.id, _guest(client))
        case command:
            seq = await tables.command(live.table.id, _guest(client), command)
    client.send(messages.DoneMessage(seq=seq))


async def _send(socket: WebSocket, client: Client) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while isinstance(text := await client.queue.get(), str):
            await socket.send_text(text)
        await socket.close(code=text)


def _guest(client: Client) -> Guest:
    if client.guest is None:
        raise Refused("forbidden", "refused.name-first")
    return client.guest


def _send_error(client: Client, refused: Refused) -> None:
    metrics.REFUSED.labels(refused.code).inc()
    why = refused.message
    client.send(messages.ErrorMessage(code=refused.code, sentence=str(why), message=why))
