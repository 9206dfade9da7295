"""The requests about a finished game: what if, branches, reviews and verdicts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as PathField

from tamaya.bots import DEFAULT_BOTS, all_bots, find_bot
from tamaya.rules import TamayaError
from tamaya.server import branches, lines
from tamaya.server.branches import Branch
from tamaya.server.decide import Guest, Refused
from tamaya.server.guests import Guests
from tamaya.server.hub import Hub
from tamaya.server.messages import (
    LINE_LENGTH,
    BotMove,
    BotWish,
    BranchInfo,
    BranchWish,
    LineWish,
    Moment,
    ReviewInfo,
    Studio,
    StudyInfo,
    VerdictInfo,
)
from tamaya.server.studies import Kind, Question, Standing, Studies, lacking, why_not
from tamaya.server.table import Table
from tamaya.server.workers import BotPool

MOST_WAITING = 8
"""Lines for which bots may be waited at once."""

LinkId = Annotated[str, PathField(max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]

FromTurn = Annotated[int, Query(ge=0, le=9999)]


def studio_routes(hub: Hub, guests: Guests, bots: BotPool, studies: Studies) -> APIRouter:
    """What can be asked about a finished game. ``bots`` are not those of the running games."""
    router = APIRouter(prefix="/api/tables/{table}")
    store = hub.store
    waiting: set[object] = set()

    async def opened(table: str, guest: Guest | None) -> Table:
        """A table whose cards a guest may see all of."""
        live = await hub.live(table)
        lines.check_open(live.table)
        await hub.check_sight(live, guest)
        return live.table

    @router.get("/studio")
    async def studio(table: LinkId, request: Request) -> Studio:
        """What can be done with a finished game, and the branches that people have kept."""
        guest = await guests.find(request)
        game = await opened(table, guest)
        kept = await branches.branches_of(store, table)
        return Studio(
            branches=tuple(_branch_info(branch, guest) for branch in kept),
            bots=_bots(game),
            review=why_not("review", game),
            verdict=why_not("verdict", game),
            lacking=lacking(),
        )

    @router.post("/line")
    async def line(table: LinkId, wish: LineWish, request: Request) -> Moment:
        """Where a line leads, with what its actions cause; nothing is kept."""
        game = await opened(table, await guests.find(request))
        return lines.moment(game, lines.play(game, wish.turn, wish.actions), wish.detail)

    @router.post("/line/bot")
    async def bot_move(table: LinkId, wish: BotWish, request: Request) -> BotMove:
        """Let a bot make the next move of a line; it sees what the seat on turn would see."""
        game = await opened(table, await guests.need(request))
        bot = find_bot(wish.bot or DEFAULT_BOTS[game.kind.game], game.kind.game)
        bot.check(game.kind.rules, len(game.names))
        before = lines.play(game, wish.turn, wish.actions)
        seat = before.position.turn
        if seat is None:
            raise Refused("illegal", "the game is over")
        if len(wish.actions) >= LINE_LENGTH:
            raise Refused("too-much", f"a line has at most {LINE_LENGTH} actions")
        if len(waiting) >= MOST_WAITING:
            raise Refused("busy", "the bots are busy; try again in a moment")
        waiting.add(request)
        try:
            choice = await bots.act(bot.name, f"seat {seat}", before.position.view(seat, game.names))
        finally:
            waiting.discard(request)
        action = str(choice.action)
        after = lines.play(game, wish.turn, (*wish.actions, action))
        reason = f"{choice.reason} {choice.secret}".strip()
        return BotMove(action=action, reason=reason, moment=lines.moment(game, after, wish.detail))

    @router.post("/branches", status_code=201)
    async def keep(table: LinkId, wish: BranchWish, request: Request) -> BranchInfo:
        """Keep a line with the game, for whoever may see it."""
        guest = await guests.need(request)
        game = await opened(table, guest)
        title = " ".join(wish.title.split())
        if not title.isprintable():
            raise Refused("unreadable", "a title needs letters")
        lines.play(game, wish.turn, wish.actions)
        kept = await branches.keep(store, table, guest, wish.turn, wish.actions, title)
        return _branch_info(kept, guest)

    @router.delete("/branches/{branch}", status_code=204)
    async def remove(table: LinkId, branch: LinkId, request: Request) -> Response:
        """Remove a branch of one's own."""
        guest = await guests.need(request)
        await opened(table, guest)
        await branches.remove(store, table, branch, guest)
        return Response(status_code=204)

    @router.get("/studies/{kind}")
    async def look(table: LinkId, kind: Kind, request: Request, turn: FromTurn = 0) -> StudyInfo:
        """How far a review of the game is, or a verdict on what could follow from a turn."""
        game = await opened(table, await guests.find(request))
        return _study_info(kind, await studies.look(_question(game, kind, turn)))

    @router.post("/studies/{kind}", status_code=202)
    async def start(table: LinkId, kind: Kind, request: Request, turn: FromTurn = 0) -> StudyInfo:
        """Begin a review or a verdict, unless it is done or under way."""
        guest = await guests.need(request)
        game = await opened(table, guest)
        question = _question(game, kind, turn)
        obstacle = why_not(kind, game)
        if obstacle:
            raise Refused("illegal", obstacle)
        return _study_info(kind, await studies.start(question, game.record(), guest))

    @router.delete("/studies/{kind}", status_code=204)
    async def stop(table: LinkId, kind: Kind, request: Request, turn: FromTurn = 0) -> Response:
        """Stop a review or a verdict that is under way."""
        guest = await guests.need(request)
        game = await opened(table, guest)
        host = game.owner == guest.id or game.seat_of(guest.id) is not None
        await studies.stop(_question(game, kind, turn), guest, host=host)
        return Response(status_code=204)

    return router


def _question(table: Table, kind: Kind, turn: int) -> Question:
    if turn > len(table.actions):
        raise Refused("missing", f"the game has {len(table.actions)} actions")
    return Question(table.id, kind, turn if kind == "verdict" else 0)


def _study_info(kind: Kind, standing: Standing) -> StudyInfo:
    found = standing.data if standing.state == "done" else ""
    return StudyInfo(
        state=standing.state,
        done=standing.done,
        total=standing.total,
        sentence=standing.sentence,
        review=ReviewInfo.model_validate_json(found) if found and kind == "review" else None,
        verdict=VerdictInfo.model_validate_json(found) if found and kind == "verdict" else None,
    )


def _branch_info(branch: Branch, guest: Guest | None) -> BranchInfo:
    return BranchInfo(
        id=branch.id,
        turn=branch.turn,
        actions=branch.actions,
        title=branch.title,
        name=branch.name,
        yours=guest is not None and branch.guest == guest.id,
    )


def _bots(table: Table) -> tuple[str, ...]:
    """The bots that can play by these rules, the usual one first."""
    game = table.kind.game
    able = [bot.name for bot in all_bots(game) if _can_play(bot.name, table)]
    return tuple(sorted(able, key=lambda name: name != DEFAULT_BOTS[game]))


def _can_play(bot: str, table: Table) -> bool:
    try:
        find_bot(bot, table.kind.game).check(table.kind.rules, len(table.names))
    except TamayaError:
        return False
    return True
