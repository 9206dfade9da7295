"""One game between bots, and what is kept of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

from tamaya.arena.faults import Fault, FaultCount
from tamaya.arena.job import Chunk
from tamaya.bots import ask, find_bot
from tamaya.engine import Result, View
from tamaya.records import Kind, game_kind
from tamaya.rules import Seat


class GameResult(NamedTuple):
    """A game that has been played; the seed of its deal is the job's and its number."""

    game: int
    score: int
    """The official one: 0 when lost (E1)."""
    counted: int
    """What the displays showed."""
    outcome: str
    strikes: int
    turns: int
    faults: int
    """How often a bot failed and a plain move was made for it."""


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The games of a chunk, with the time that the bots took."""

    chunk: Chunk
    games: tuple[GameResult, ...]
    seconds: float
    faults: tuple[Fault, ...] = ()
    """The bots that failed."""


def play_chunk(chunk: Chunk, seed: str) -> ChunkResult:
    """Play some games of a case; their results do not depend on the machine or on other chunks."""
    if chunk.compiled:
        from tamaya.arena.compiled import play_compiled

        batch = play_compiled(chunk, seed)
        if batch is not None:
            return batch
    kind = game_kind(chunk.case.rules)
    seats = chunk.case.team.seats(chunk.case.players)
    games, seconds, faults = [], 0.0, FaultCount()
    for game in range(chunk.start, chunk.stop):
        played, spent = play_game(kind, seats, game, seed, faults)
        games.append(played)
        seconds += spent
    return ChunkResult(chunk, tuple(games), seconds, faults.found())


def play_game(
    kind: Kind, seats: tuple[str, ...], game: int, seed: str, faults: FaultCount | None = None
) -> tuple[GameResult, float]:
    """Play one game: how it ended, and the seconds that the bots took. ``faults`` counts their failures."""
    count = faults or FaultCount()
    players = [find_bot(name, kind.game).sit(f"{seed}/{game}/{seat}") for seat, name in enumerate(seats)]
    first = Seat(game % len(seats))
    position = kind.start(len(seats), seed=f"{seed}/{game}", first=first)
    seconds, turns, failed = 0.0, 0, 0
    while (turn := position.turn) is not None:
        view = position.view(turn)
        begin = time.perf_counter()
        answer = ask(players[turn], view)
        seconds += time.perf_counter() - begin
        count.add(seats[turn], answer)
        failed += answer.fault is not None
        position = position.apply(answer.choice.action)
        turns += 1
    result = position.result
    assert isinstance(result, Result)
    public = position.spectate()
    assert isinstance(public, View)
    played = GameResult(
        game, result.score, result.counted, result.outcome.value, public.strikes, turns, failed
    )
    return played, seconds
