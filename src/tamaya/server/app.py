"""The web application: pages, HTTP API and sockets."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Literal

from fastapi import FastAPI, Query, Request, Response, WebSocket
from fastapi import Path as PathField
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from tamaya import __version__
from tamaya.bots import DEFAULT_BOTS, all_bots
from tamaya.records import GAMES, Branch, game_kind, hanablive, loads
from tamaya.rules import EDITIONS, PARTS, REMARKS, TamayaError
from tamaya.server import branches, logs, metrics
from tamaya.server.decide import Code, Refused
from tamaya.server.guests import COOKIE, Guests, check_origin
from tamaya.server.hub import Hub
from tamaya.server.lessons import answer, lesson
from tamaya.server.limits import Allowances
from tamaya.server.messages import (
    LINE_LENGTH,
    BotInfo,
    Catalogue,
    Detail,
    GuestInfo,
    GuestName,
    Lesson,
    LessonAnswer,
    LessonTry,
    Moment,
    NewTable,
    PartInfo,
    Problem,
    RulesInfo,
    Setup,
    TableRow,
    Tables,
)
from tamaya.server.migrations import migrate
from tamaya.server.present import rules_info
from tamaya.server.settings import Settings
from tamaya.server.socket import serve_socket
from tamaya.server.store import Store, listening
from tamaya.server.studies import Studies
from tamaya.server.studio import studio_routes
from tamaya.server.workers import BotPool

log = logging.getLogger("tamaya.http")

STATIC = Path(__file__).parent / "static"
LONGEST_BODY = 1_000_000
HEALTH_SECONDS = 5.0
YEAR = 365 * 24 * 3600
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

RulesQuery = Annotated[str, Query(max_length=600)]
TurnNumber = Annotated[int, PathField(ge=0, le=9999)]
TableId = Annotated[str, PathField(max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, as ``uvicorn --factory tamaya.server.app:create_app`` runs it."""
    settings = settings or Settings.from_environment()
    if settings.log is not None:
        logs.configure(settings.log)
    store = Store(settings.database)
    bots = BotPool(settings.bot_workers, settings.bot_limit)
    hub = Hub(store, bots, bot_delay=settings.bot_delay)
    guests = Guests(store)
    # They try lines of finished games, so that no running game waits for them.
    tryers = BotPool(1, settings.bot_limit)
    studies = Studies(store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await migrate(store.engine)
        await store.open()
        try:
            async with listening(store, hub.hear, hub.missed):
                await hub.open()
                _tune_interpreter()
                yield
        finally:
            await hub.close()
            await studies.close()
            await store.close()
            bots.close()
            tryers.close()

    app = FastAPI(
        title="Tamaya",
        version=__version__,
        description="Every Hanabi in one box. The socket is described in the documentation.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={int(status): {"model": Problem} for status in STATUS.values()},
    )
    app.state.allowances = Allowances(settings.changes_a_second, 10 * settings.changes_a_second)
    app.middleware("http")(_guard)
    app.exception_handler(Refused)(_refused)
    app.exception_handler(TamayaError)(_mistaken)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(Exception)(_broken)

    @app.get("/api/me")
    async def me(request: Request) -> GuestInfo:
        """Who the caller is."""
        guest = await guests.find(request)
        return GuestInfo(name=guest.name if guest else "")

    @app.post("/api/me")
    async def be(wish: GuestName, request: Request, response: Response) -> GuestInfo:
        """Choose a name; the first time, the answer brings the key that proves who the caller is."""
        name = " ".join(wish.name.split())
        if not name or not name.isprintable():
            raise Refused("unreadable", "a name needs letters")
        guest = await guests.find(request)
        if guest is None:
            _, key = await store.add_guest(name)
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        else:
            await store.rename_guest(guest.id, name)
            guests.forget(request)
        return GuestInfo(name=name)

    @app.get("/api/catalogue")
    async def catalogue() -> Catalogue:
        """All that a table can be made of."""
        return _catalogue()

    @app.get("/api/rules")
    async def rules(text: RulesQuery, players: Annotated[int | None, Query(ge=2, le=10)] = None) -> RulesInfo:
        """The rules that a text names, or what is wrong with it, also for so many players."""
        kind = game_kind(text)
        if players is not None and kind.rules is not None:
            kind.rules.hand_size(players)
        return rules_info(text)

    @app.get("/api/tables")
    async def tables(request: Request) -> Tables:
        """The caller's tables, and those that are open to everybody."""
        guest = await guests.find(request)
        yours = await store.tables_of(guest.id) if guest else []
        own = {table for table, _ in yours}
        listed = [row for row in await store.listed_tables() if row[0] not in own]

        async def rows(found: list[tuple[str, datetime]]) -> tuple[TableRow, ...]:
            return tuple(
                [(await hub.live(table)).row(guest, changed.isoformat()) for table, changed in found]
            )

        return Tables(yours=await rows(yours), listed=await rows(listed))

    @app.post("/api/tables", status_code=201)
    async def new_table(setup: Setup, request: Request, start: bool = False) -> NewTable:
        """Set a table up; ``start=true`` starts it at once, if no seat is left for others."""
        return NewTable(id=await hub.create(setup, await guests.need(request), begin=start))

    @app.get("/api/tables/{table}/moments/{turn}")
    async def moment(table: TableId, turn: TurnNumber, request: Request, detail: Detail = "told") -> Moment:
        """A game at one turn, as the caller may know it."""
        live, guest = await hub.live(table), await guests.find(request)
        await hub.check_sight(live, guest)
        return live.moment(turn, guest, detail)

    @app.get("/api/tables/{table}/record")
    async def record(
        table: TableId, request: Request, format: Literal["tamaya", "hanablive"] = "tamaya"
    ) -> Response:
        """The record of a game that is over, ours or for hanab.live."""
        live = await hub.live(table)
        if live.table.phase == "gathering" or (live.table.phase != "over" and not live.table.uploaded):
            raise Refused("forbidden", "the record is shown when the game is over")
        await hub.check_sight(live, await guests.find(request))
        kept = [Branch(row.turn, row.actions, row.title) for row in await branches.branches_of(store, table)]
        whole = replace(live.table.record(), branches=tuple(kept))
        if format == "tamaya":
            return Response(str(whole), media_type="application/json")
        if whole.kind.rules is None:
            raise Refused("illegal", "hanab.live does not know andrewz")
        actions = tuple(map(whole.kind.parse_action, whole.actions))
        game = hanablive.export_game(whole.names, whole.kind.rules, whole.deal, whole.first, actions)  # type: ignore[arg-type]
        return JSONResponse(game)

    @app.post("/api/records", status_code=201)
    async def bring(request: Request) -> NewTable:
        """Bring a record, ours or of hanab.live, to look at."""
        guest = await guests.need(request)
        body = await request.body()
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise Refused("unreadable", "a record is text in UTF-8") from None
        found = loads(text)
        if any(len(branch.actions) > LINE_LENGTH for branch in found.branches):
            raise Refused("too-much", f"a branch has at most {LINE_LENGTH} actions here")
        table = await hub.bring(found, guest)
        await branches.bring(store, table, guest, found.branches)
        return NewTable(id=table)

    app.include_router(studio_routes(hub, guests, tryers, studies))

    @app.get("/api/lesson")
    async def learn() -> Lesson:
        """The lesson, step by step."""
        return lesson()

    @app.post("/api/lesson/{step}")
    async def attempt(step: Annotated[str, PathField(max_length=20)], wish: LessonTry) -> LessonAnswer:
        """Try an action at a step of the lesson."""
        return answer(step, wish.action)

    @app.websocket("/api/tables/{table}/socket")
    async def socket(socket: WebSocket, table: str) -> None:
        try:
            check_origin(socket)
        except Refused:
            await socket.close(code=1008)
            return
        await serve_socket(socket, hub, table, await guests.find(socket))

    @app.get("/health")
    async def health(response: Response) -> dict[str, str]:
        """Whether the server and its database answer; 503 while the database does not."""
        try:
            await asyncio.wait_for(store.check(), HEALTH_SECONDS)
        except Exception:
            log.warning("the database does not answer", exc_info=True)
            response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
            return {"status": "no database", "version": __version__}
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", include_in_schema=False)
    async def numbers() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    if STATIC.is_dir():
        app.mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise Refused("missing", "there is nothing here")
        return _page(path)

    app.state.hub = hub
    return app


def _tune_interpreter() -> None:
    """Keep pauses short: the writer's thread gets its turn quickly, and cycles are looked for rarely."""
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 200)


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


def _catalogue() -> Catalogue:
    editions = tuple(
        PartInfo(id=name, title=EDITIONS[name].title if name in EDITIONS else "Andrewz", summary="")
        for name in GAMES
    )
    parts = tuple(
        PartInfo(id=part.id, title=part.title, summary=part.summary, editions=part.editions)
        for part in PARTS.values()
    )
    bots = tuple(
        BotInfo(
            name=row.name,
            game=row.game,
            summary=row.summary,
            conventions=row.conventions,
            usual=DEFAULT_BOTS[row.game] == row.name,
        )
        for row in all_bots()
    )
    return Catalogue(editions=editions, parts=parts, bots=bots, remarks=REMARKS)


async def _guard(request: Request, forward: Callable[[Request], Awaitable[Response]]) -> Response:
    """Before a request: where it comes from and how long it is. After it: headers that keep pages safe."""
    try:
        if request.method in ("POST", "PUT", "PATCH", "DELETE"):
            check_origin(request)
            address = request.client.host if request.client else ""
            if not request.app.state.allowances.take(address):
                raise Refused("busy", "too many requests at once; try again in a moment")
        if request.method in ("POST", "PUT", "PATCH"):
            length = request.headers.get("content-length", "")
            if not length.isdecimal() or int(length) > LONGEST_BODY:
                raise Refused("too-much", f"a request has at most {LONGEST_BODY} bytes and says how many")
        response = await forward(request)
    except Refused as refused:
        response = _problem(refused.code, refused.sentence)
    response.headers.update(HEADERS)
    route = getattr(request.scope.get("route"), "path", "")
    log.info("request", extra={"method": request.method, "route": route, "status": response.status_code})
    return response


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _problem(error.code, error.sentence)


async def _mistaken(_: Request, error: Exception) -> Response:
    return _problem("unreadable", str(error))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:]) or "request"
    return _problem("unreadable", f"{place}: {first['msg']}")


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return _problem("unreadable", "the request cannot be read")
    sentence = HTTPStatus(error.status_code).phrase.lower()
    return JSONResponse({"code": "missing", "sentence": sentence}, error.status_code, headers=error.headers)


async def _broken(_: Request, __: Exception) -> Response:
    return _problem("broken", "something went wrong here")


def _problem(code: Code, sentence: str) -> Response:
    metrics.REFUSED.labels(code).inc()
    return JSONResponse(Problem(code=code, sentence=sentence).model_dump(), STATUS[code])
