"""The requests about a finished game: what if, branches, reviews and verdicts."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Query, Response

from tamaya import records
from tamaya.bots import DEFAULT_BOTS, Bot, all_bots, find_bot
from tamaya.review.worker import Kind
from tamaya.rules import TamayaError
from tamaya.server import branches, messages, replays
from tamaya.server.dependencies import Caller, Here, KnownGuest, LinkId, as_answer
from tamaya.server.jobs import Question, lacking, why_not
from tamaya.table.commands import Refused
from tamaya.table.players import SeatedBot
from tamaya.table.table import Table
from tamaya.table.variations import check_open

MOST_WAITING = 8
"""Lines for which bots may be waited at once."""
FromTurn: TypeAlias = Annotated[int, Query(ge=0, le=9999)]

router = APIRouter(prefix="/api/tables/{table}")


async def finished_game(table: LinkId, guest: Caller, here: Here) -> Table:
    """A table whose cards a guest may see all of."""
    live = await here.tables.live(table)
    check_open(live.table)
    await here.tables.check_sight(live, guest)
    return live.table


FinishedGame: TypeAlias = Annotated[Table, Depends(finished_game)]


async def asked_question(game: FinishedGame, kind: Kind, turn: FromTurn = 0) -> Question:
    """What a study of a finished game is to find out."""
    if turn > len(game.actions):
        raise Refused("missing", "refused.so-many-actions", actions=len(game.actions))
    return Question(game.id, kind, turn if kind == "verdict" else 0)


Asked: TypeAlias = Annotated[Question, Depends(asked_question)]


@router.get("/studio")
async def show_studio(game: FinishedGame, guest: Caller, here: Here) -> messages.Studio:
    """What can be done with a finished game, and the branches that people have kept."""
    return messages.Studio(
        branches=await branches.branches_of(here.store, game.id, guest),
        bots=_bots(game),
        review=why_not("review", game.kind),
        verdict=why_not("verdict", game.kind),
        lacking=lacking(),
    )


@router.post("/line", response_model=messages.Moment)
async def try_variation(
    game: FinishedGame, wish: messages.LineWish, here: Here
) -> messages.Moment | Response:
    """Where a line leads, with what its actions cause; nothing is kept."""
    return as_answer(await replays.show_line(here.desk, game, wish.turn, wish.actions, wish.detail))


@router.post("/line/bot", response_model=messages.BotMove)
async def move_by_bot(
    _guest: KnownGuest, game: FinishedGame, wish: messages.BotWish, here: Here
) -> messages.BotMove:
    """Let a bot make the next move of a line; it sees what the seat on turn would see."""
    bot = find_bot(wish.bot or DEFAULT_BOTS[game.kind.game], game.kind.game)
    bot.check(game.kind.rules, len(game.names))
    seat, view = await replays.view_on_turn(here.desk, game, wish.turn, wish.actions)
    if len(wish.actions) >= messages.LINE_LENGTH:
        raise Refused("too-much", "refused.line-length", most=messages.LINE_LENGTH)
    if here.variation_bots.waiting >= MOST_WAITING:
        raise Refused("busy", "refused.bots-busy")
    seated = SeatedBot(game.id, seat, bot.name, game.kind.game, game.conventions)
    choice = await here.variation_bots.act(seated, view)
    action = str(choice.action)
    after = await replays.show_line(here.desk, game, wish.turn, (*wish.actions, action), wish.detail)
    moment = messages.Moment.model_validate_json(after) if isinstance(after, str) else after
    reason = choice.reason + choice.secret
    return messages.BotMove(action=action, reason=reason, conventions=choice.conventions, moment=moment)


@router.post("/branches", status_code=201)
async def keep_branch(
    guest: KnownGuest, game: FinishedGame, wish: messages.BranchWish, here: Here
) -> messages.BranchInfo:
    """Keep a line with the game, for all guests who may see the game."""
    title = " ".join(wish.title.split())
    if not title.isprintable():
        raise Refused("unreadable", "refused.title-letters")
    await replays.show_line(here.desk, game, wish.turn, wish.actions, "nothing")
    line = records.Branch(wish.turn, wish.actions, title)
    return await branches.keep(here.store, game.id, guest, line)


@router.delete("/branches/{branch}", status_code=204)
async def remove_branch(guest: KnownGuest, game: FinishedGame, branch: LinkId, here: Here) -> None:
    """Remove a branch of one's own."""
    await branches.remove(here.store, game.id, branch, guest)


@router.get("/studies/{kind}")
async def show_study(asked: Asked, here: Here) -> messages.StudyInfo:
    """How far a review of the game is, or a verdict on what could follow from a turn."""
    return await here.jobs.look(asked)


@router.post("/studies/{kind}", status_code=202)
async def start_study(guest: KnownGuest, game: FinishedGame, asked: Asked, here: Here) -> messages.StudyInfo:
    """Begin a review or a verdict, unless it is done or under way."""
    if obstacle := why_not(asked.kind, game.kind):
        raise Refused("illegal", obstacle)
    return await here.jobs.start(asked, game.record(), guest)


@router.delete("/studies/{kind}", status_code=204)
async def stop_study(guest: KnownGuest, game: FinishedGame, asked: Asked, here: Here) -> None:
    """Stop a review or a verdict that is under way."""
    host = game.owner == guest.id or game.seat_of(guest.id) is not None
    await here.jobs.stop(asked, guest, host=host)


def _bots(table: Table) -> tuple[str, ...]:
    """The bots that can play by these rules, the usual one first, those with a book of their own last."""
    game = table.kind.game
    able = [bot for bot in all_bots(game) if _can_play(bot, table)]
    able.sort(key=lambda bot: (bot.name != DEFAULT_BOTS[game], bot.plays_by == "own"))
    return tuple(bot.name for bot in able)


def _can_play(bot: Bot, table: Table) -> bool:
    try:
        bot.check(table.kind.rules, len(table.names))
    except TamayaError:
        return False
    return True
