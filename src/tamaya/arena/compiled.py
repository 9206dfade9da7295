"""Chunks played compiled: the same deals and the same games, hundreds of times as fast."""

from __future__ import annotations

import time
from pkgutil import resolve_name
from typing import Any

from tamaya.arena.job import Chunk
from tamaya.arena.match import ChunkResult, GameResult
from tamaya.bots import find_bot
from tamaya.records import Kind, game_kind
from tamaya.rules import ImpossibleRules


def play_compiled(chunk: Chunk, seed: str) -> ChunkResult | None:
    """Play a chunk if its team can be compiled and plays these rules so; None if not."""
    kind = game_kind(chunk.case.rules)
    finish_games = _finisher(chunk, kind)
    if finish_games is None:
        return None
    from tamaya.fast import OUTCOMES, Batch

    assert kind.rules is not None
    players, games = chunk.case.players, range(chunk.start, chunk.stop)
    batch = Batch(kind.rules, players, len(games), 0, autoreset=False, history=False)
    for index, game in enumerate(games):
        batch.set_deal(index, kind.shuffle(f"{seed}/{game}"), game % players)
    begin = time.process_time()
    try:
        ended = finish_games(batch)
    except ImpossibleRules:
        return None
    seconds = time.process_time() - begin
    found = zip(games, ended.scores, ended.counted, ended.outcomes, batch.strikes, ended.steps, strict=True)
    played = tuple(
        GameResult(game, int(score), int(counted), OUTCOMES[outcome], int(strikes), int(steps), 0)
        for game, score, counted, outcome, strikes, steps in found
    )
    return ChunkResult(chunk, played, seconds)


def _finisher(chunk: Chunk, kind: Kind) -> Any:
    if len(set(chunk.case.team.bots)) > 1:
        return None
    place = find_bot(chunk.case.team.bots[0], kind.game).compiled
    if not place:
        return None
    try:
        return resolve_name(place)
    except ImportError:
        return None
