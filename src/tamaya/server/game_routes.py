"""The requests about a guest's own games: list, statistics, tags, removal, and named deals compared."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Depends, Query

from tamaya.server import deals, games
from tamaya.server.dependencies import Here, KnownGuest, LinkId
from tamaya.server.games import GameFilter, Sorting
from tamaya.server.messages import DealComparison, Games, GameStatistics, GameTags, RemovedGame
from tamaya.table.commands import NAME_LENGTH, RULES_LENGTH, Refused

Offset: TypeAlias = Annotated[int, Query(ge=-14 * 60, le=14 * 60)]
Result: TypeAlias = Literal["", "perfect", "counted", "lost", "finished", "unfinished", "playing"]

router = APIRouter(prefix="/api")


async def game_filter(
    search: Annotated[str, Query(max_length=80)] = "",
    edition: Annotated[str, Query(max_length=40)] = "",
    players: Annotated[int | None, Query(ge=2, le=10)] = None,
    partner: Annotated[str, Query(max_length=NAME_LENGTH + 20)] = "",
    result: Result = "",
    source: Literal["", "played", "imported", "saved"] = "",
) -> GameFilter:
    """Which games are asked for."""
    # PostgreSQL cannot compare with it.
    return GameFilter(
        search.replace("\0", ""),
        edition.replace("\0", ""),
        players,
        partner.replace("\0", ""),
        result,
        source,
    )


Which: TypeAlias = Annotated[GameFilter, Depends(game_filter)]


@router.get("/games")
async def list_games(
    guest: KnownGuest,
    here: Here,
    which: Which,
    sort: Sorting = "latest",
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Games:
    """One page of the caller's games."""
    return await games.list_games(here.store, here.desk, guest, which, sort, page)


@router.get("/games/statistics")
async def show_statistics(guest: KnownGuest, here: Here, which: Which, offset: Offset = 0) -> GameStatistics:
    """What the caller's finished games come to; ``offset`` is how many minutes the caller's clock is ahead of
    UTC, for days in a row."""
    return GameStatistics(
        statistics=await games.guest_statistics(here.store, here.desk, guest, which, offset)
    )


@router.put("/games/{table}/tags")
async def set_tags(guest: KnownGuest, here: Here, table: LinkId, wish: GameTags) -> GameTags:
    """Give one of the caller's games other tags, which only the caller sees."""
    tags = tuple(dict.fromkeys("-".join(tag.split()) for tag in wish.tags if tag.strip()))
    if not all(tag.isprintable() for tag in tags):
        raise Refused("unreadable", "refused.tag-letters")
    await games.set_tags(here.store, guest, table, " ".join(tags))
    return GameTags(tags=tags)


@router.delete("/games/{table}")
async def remove_game(guest: KnownGuest, here: Here, table: LinkId) -> RemovedGame:
    """Delete one of the caller's games, or hide it from the caller's list where it is not theirs alone."""
    removal = await games.remove(here.store, here.desk, guest, table)
    if removal == "delete":
        here.tables.forget(table)
    return RemovedGame(removal=removal)


@router.get("/deals")
async def compare_deal(
    guest: KnownGuest,
    here: Here,
    rules: Annotated[str, Query(max_length=RULES_LENGTH)],
    players: Annotated[int, Query(ge=2, le=10)],
    name: Annotated[str, Query(max_length=60)],
) -> DealComparison:
    """The results of a named deal, for a guest who has played it to its end."""
    return await deals.compare(here.store, here.desk, here.jobs, guest, rules, players, name)
