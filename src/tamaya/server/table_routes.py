"""The requests about tables and records, and the sockets of tables."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Path, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from pydantic import BeforeValidator, Json

from tamaya.knowledge import Detail
from tamaya.records import Branch, Record, hanablive
from tamaya.server import branches, replays
from tamaya.server.dependencies import (
    Caller,
    Here,
    KnownGuest,
    LinkId,
    MaybeHolder,
    Services,
    as_answer,
    check_origin,
)
from tamaya.server.messages import Moment, NewTable, TableRow, Tables
from tamaya.server.metering import find_budget
from tamaya.server.socket import serve_socket
from tamaya.server.uploads import SHORT, read_upload
from tamaya.table.commands import Guest, Refused, Setup

TurnNumber: TypeAlias = Annotated[int, Path(ge=0, le=9999)]

router = APIRouter(prefix="/api")


def _as_json(data: object) -> str:
    """FastAPI has parsed the body already, and strict reading tells JSON from Python values."""
    if isinstance(data, bytes):  # It was not sent as JSON.
        raise Refused("unreadable", "refused.setup-json")
    return json.dumps(data)


SetupBody: TypeAlias = Annotated[Json[Setup], BeforeValidator(_as_json, json_schema_input_type=Setup)]


@router.get("/tables")
async def list_tables(guest: Caller, here: Here) -> Tables:
    """The caller's tables, and those that are open to all guests."""
    yours = await here.store.tables_of(guest.id) if guest else []
    own = {table for table, _ in yours}
    listed = [row for row in await here.store.listed_tables() if row[0] not in own]
    return Tables(yours=await _rows(here, guest, yours), listed=await _rows(here, guest, listed))


async def _rows(
    here: Services, guest: Guest | None, found: list[tuple[str, datetime]]
) -> tuple[TableRow, ...]:
    """Tables as lists show them, without those that have gone meanwhile or cannot be read."""
    rows = []
    for table, at in found:
        with contextlib.suppress(Refused):
            rows.append((await here.tables.live(table)).row(guest, at))
    return tuple(rows)


@router.post("/tables", status_code=201)
async def create_table(
    setup: SetupBody, guest: KnownGuest, here: Here, start: bool = False, sit: bool = True
) -> NewTable:
    """Set a table up; the caller takes its first free seat, unless ``sit=false``. ``start=true`` starts it at
    once, if no seat is left for others."""
    return NewTable(id=await here.tables.create(setup, guest, begin=start, sit=sit))


@router.get("/tables/{table}/moments/{turn}", response_model=Moment)
async def show_moment(
    table: LinkId, turn: TurnNumber, guest: Caller, here: Here, detail: Detail = "told"
) -> Moment | Response:
    """A game at one turn, as the caller may know it."""
    live = await here.tables.live(table)
    await here.tables.check_sight(live, guest)
    if live.table.phase == "over" or live.table.uploaded:
        return as_answer(await replays.show_moment(here.desk, live, turn, detail))
    return live.moment(turn, guest, detail)


@router.get("/tables/{table}/record")
async def download_record(
    table: LinkId, guest: Caller, here: Here, format: Literal["tamaya", "hanablive"] = "tamaya"
) -> Response:
    """The record of a game that is over, ours or for hanab.live."""
    live = await here.tables.live(table)
    if live.table.phase == "gathering" or (live.table.phase != "over" and not live.table.uploaded):
        raise Refused("forbidden", "refused.record-later")
    await here.tables.check_sight(live, guest)
    kept = await branches.branches_of(here.store, table, guest)
    lines = tuple(Branch(branch.turn, branch.actions, branch.title) for branch in kept)
    whole = replace(live.table.record(), branches=lines)
    if format == "tamaya":
        return Response(str(whole), media_type="application/json")
    return JSONResponse(_for_hanablive(whole))


@router.post("/records", status_code=201)
async def upload_record(request: Request, guest: KnownGuest, here: Here) -> NewTable:
    """Bring a record, ours or of hanab.live, to look at."""
    body = await request.body()
    found, origin = read_upload(body) if len(body) < SHORT else await here.desk.work(read_upload, body)
    table = await here.tables.bring(found, guest, origin)
    await branches.bring(here.store, table, guest, found.branches)
    return NewTable(id=table)


@router.websocket("/tables/{table}/socket")
async def follow_table(socket: WebSocket, table: str, holder: MaybeHolder, here: Here) -> None:
    """Talk with a client of a table."""
    try:
        check_origin(socket)
    except Refused:
        await socket.close(code=1008)
        return
    await serve_socket(socket, here.tables, table, holder, await find_budget(socket))


def _for_hanablive(record: Record) -> object:
    if record.kind.rules is None:
        raise Refused("illegal", "refused.hanablive-andrewz")
    actions = tuple(map(record.kind.parse_action, record.actions))
    return hanablive.export_game(record.names, record.kind.rules, record.deal, record.first, actions)  # type: ignore[arg-type]
