"""The requests about a finished game: what if, branches, reviews and verdicts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as PathField

from tamaya.bots import DEFAULT_BOTS, all_bots, find_bot
from tamaya.review.worker import Kind
from tamaya.rules import TamayaError
from tamaya.server import branches
from tamaya.server.branches import Branch
from tamaya.server.guests import Guests
from tamaya.server.jobs import Question, ReviewJobs, Standing, lacking, read_review, read_verdict, why_not
from tamaya.server.live import variation_moment
from tamaya.server.messages import (
    LINE_LENGTH,
    BotMove,
    BotWish,
    BranchInfo,
    BranchWish,
    LineWish,
    Moment,
    Studio,
    StudyInfo,
)
from tamaya.server.tables import LiveTables
from tamaya.server.workers import BotPool
from tamaya.table import Guest, Refused, SeatedBot, Table, check_open, play_variation

MOST_WAITING = 8
"""Lines for which bots may be waited at once."""

LinkId = Annotated[str, PathField(max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]

FromTurn = Annotated[int, Query(ge=0, le=9999)]


def review_routes(tables: LiveTables, guests: Guests, bots: BotPool, studies: ReviewJobs) -> APIRouter:
    """What can be asked about a finished game. ``bots`` are not those of the running games."""
    router = APIRouter(prefix="/api/tables/{table}")
    store = tables.store
    waiting: set[object] = set()

    async def finished_game(table: str, guest: Guest | None) -> Table:
        """A table whose cards a guest may see all of."""
        live = await tables.live(table)
        check_open(live.table)
        await tables.check_sight(live, guest)
        return live.table

    @router.get("/studio")
    async def show_studio(table: LinkId, request: Request) -> Studio:
        """What can be done with a finished game, and the branches that people have kept."""
        guest = await guests.find(request)
        game = await finished_game(table, guest)
        kept = await branches.branches_of(store, table)
        return Studio(
            branches=tuple(_branch_info(branch, guest) for branch in kept),
            bots=_bots(game),
            review=why_not("review", game),
            verdict=why_not("verdict", game),
            lacking=lacking(),
        )

    @router.post("/line")
    async def try_variation(table: LinkId, wish: LineWish, request: Request) -> Moment:
        """Where a line leads, with what its actions cause; nothing is kept."""
        game = await finished_game(table, await guests.find(request))
        return variation_moment(game, play_variation(game, wish.turn, wish.actions), wish.detail)

    @router.post("/line/bot")
    async def move_by_bot(table: LinkId, wish: BotWish, request: Request) -> BotMove:
        """Let a bot make the next move of a line; it sees what the seat on turn would see."""
        game = await finished_game(table, await guests.need(request))
        bot = find_bot(wish.bot or DEFAULT_BOTS[game.kind.game], game.kind.game)
        bot.check(game.kind.rules, len(game.names))
        before = play_variation(game, wish.turn, wish.actions)
        seat = before.position.turn
        if seat is None:
            raise Refused("illegal", "refused.over")
        if len(wish.actions) >= LINE_LENGTH:
            raise Refused("too-much", "refused.line-length", most=LINE_LENGTH)
        if len(waiting) >= MOST_WAITING:
            raise Refused("busy", "refused.bots-busy")
        waiting.add(request)
        try:
            seated = SeatedBot(game.id, seat, bot.name, game.kind.game)
            choice = await bots.act(seated, before.position.view(seat, game.names))
        finally:
            waiting.discard(request)
        action = str(choice.action)
        after = play_variation(game, wish.turn, (*wish.actions, action))
        reason = choice.reason + choice.secret
        return BotMove(action=action, reason=reason, moment=variation_moment(game, after, wish.detail))

    @router.post("/branches", status_code=201)
    async def keep_branch(table: LinkId, wish: BranchWish, request: Request) -> BranchInfo:
        """Keep a line with the game, for all guests who may see the game."""
        guest = await guests.need(request)
        game = await finished_game(table, guest)
        title = " ".join(wish.title.split())
        if not title.isprintable():
            raise Refused("unreadable", "refused.title-letters")
        play_variation(game, wish.turn, wish.actions)
        kept = await branches.keep(store, table, guest, wish.turn, wish.actions, title)
        return _branch_info(kept, guest)

    @router.delete("/branches/{branch}", status_code=204)
    async def remove_branch(table: LinkId, branch: LinkId, request: Request) -> Response:
        """Remove a branch of one's own."""
        guest = await guests.need(request)
        await finished_game(table, guest)
        await branches.remove(store, table, branch, guest)
        return Response(status_code=204)

    @router.get("/studies/{kind}")
    async def show_study(table: LinkId, kind: Kind, request: Request, turn: FromTurn = 0) -> StudyInfo:
        """How far a review of the game is, or a verdict on what could follow from a turn."""
        game = await finished_game(table, await guests.find(request))
        return _study_info(kind, await studies.look(_question(game, kind, turn)))

    @router.post("/studies/{kind}", status_code=202)
    async def start_study(table: LinkId, kind: Kind, request: Request, turn: FromTurn = 0) -> StudyInfo:
        """Begin a review or a verdict, unless it is done or under way."""
        guest = await guests.need(request)
        game = await finished_game(table, guest)
        question = _question(game, kind, turn)
        obstacle = why_not(kind, game)
        if obstacle:
            raise Refused("illegal", obstacle)
        return _study_info(kind, await studies.start(question, game.record(), guest))

    @router.delete("/studies/{kind}", status_code=204)
    async def stop_study(table: LinkId, kind: Kind, request: Request, turn: FromTurn = 0) -> Response:
        """Stop a review or a verdict that is under way."""
        guest = await guests.need(request)
        game = await finished_game(table, guest)
        host = game.owner == guest.id or game.seat_of(guest.id) is not None
        await studies.stop(_question(game, kind, turn), guest, host=host)
        return Response(status_code=204)

    return router


def _question(table: Table, kind: Kind, turn: int) -> Question:
    if turn > len(table.actions):
        raise Refused("missing", "refused.so-many-actions", actions=len(table.actions))
    return Question(table.id, kind, turn if kind == "verdict" else 0)


def _study_info(kind: Kind, standing: Standing) -> StudyInfo:
    found = standing.answer
    review = read_review(found) if found and kind == "review" else None
    return StudyInfo(
        state=standing.state,
        done=standing.done,
        total=standing.total,
        fault=standing.fault,
        review=review,
        summary=review.summary if review else None,
        verdict=read_verdict(found) if found and kind == "verdict" else None,
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
