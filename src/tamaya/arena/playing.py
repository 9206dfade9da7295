"""Playing a job: on all cores, or on a cluster, kept on disk as it goes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

from tamaya.arena.faults import Fault
from tamaya.arena.job import Case, Chunk, Job
from tamaya.arena.match import ChunkResult, GameResult, play_chunk
from tamaya.arena.results import Results
from tamaya.rules import ImpossibleTable

Play: TypeAlias = Callable[[Iterable[Chunk], str], Iterator[ChunkResult]]
"""Plays chunks with a seed, in any order."""


def run(
    job: Job,
    *,
    workers: int | None = None,
    ray: str = "",
    keep: Path | None = None,
    strict: bool = False,
    progress: Callable[[Results, int], None] = lambda _results, _games: None,
) -> Results:
    """Play a job. ``keep`` names a file: games found there are not played again, new ones are added to it.

    ``progress`` is told the results so far and how many games have just come in. The results are the same
    for any number of workers; only the times differ. With ``strict`` a bot that fails ends the measurement:
    BrokenBot says which one, and how.

    >>> from tamaya.arena.job import Team
    >>> results = run(Job((Team(("random",)),), games=3), workers=1)
    >>> [(row.team, row.games) for row in results.summaries()]
    [('random', 3)]
    """
    job.check()
    results = Results(job)
    done = _read(keep, job, results) if keep is not None else set()
    if strict:
        results.check_bots()
    if results.games:
        progress(results, sum(map(len, results.games.values())))
    missing = [chunk for chunk in job.chunks() if chunk not in done]
    with _journal(keep, job) as write:
        for batch in _player(workers, ray)(missing, job.seed):
            results.add(batch)
            write(batch)
            progress(results, len(batch.games))
            if strict:
                results.check_bots()
    return results


def _player(workers: int | None, ray: str) -> Play:
    if ray:
        from tamaya.arena.cluster import on_cluster

        return on_cluster(ray)
    count = workers if workers is not None else os.cpu_count() or 1
    if count < 1:
        raise ImpossibleTable("arena.no-worker")
    return _alone if count == 1 else _on_cores(count)


def _alone(chunks: Iterable[Chunk], seed: str) -> Iterator[ChunkResult]:
    for chunk in chunks:
        yield play_chunk(chunk, seed)


def _on_cores(count: int) -> Play:
    def play(chunks: Iterable[Chunk], seed: str) -> Iterator[ChunkResult]:
        waiting = iter(chunks)
        pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"))
        try:
            running: set[Future[ChunkResult]] = set()
            while True:
                # A few more than workers, so that none waits; not all, so that an end comes soon.
                running |= {
                    pool.submit(play_chunk, chunk, seed)
                    for chunk in islice(waiting, 2 * count - len(running))
                }
                if not running:
                    return
                ready, running = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return play


@contextmanager
def _journal(path: Path | None, job: Job) -> Iterator[Callable[[ChunkResult], None]]:
    """Open the file of a job, which begins with a line that says what it is: what keeps a chunk there."""
    if path is None:
        yield lambda _batch: None
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:

        def write(value: object) -> None:
            file.write(json.dumps(value) + "\n")
            file.flush()

        if not path.stat().st_size:
            write(job.plain())
        yield lambda batch: write(_line(batch))


def _line(batch: ChunkResult) -> dict[str, object]:
    case = batch.chunk.case
    return {
        "team": str(case.team),
        "rules": case.rules,
        "players": case.players,
        "start": batch.chunk.start,
        "stop": batch.chunk.stop,
        "seconds": batch.seconds,
        "faults": batch.faults,
        "games": batch.games,
    }


def _read(path: Path, job: Job, results: Results) -> set[Chunk]:
    """Take in what a file holds already; a line that was cut off counts for nothing."""
    if not path.exists():
        return set()
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if len(whole) < len(text):
        path.write_text(whole, encoding="utf-8")
    lines = whole.splitlines()
    if not lines:
        return set()
    _check_header(path, lines[0], job)
    cases = {(str(case.team), case.rules, case.players): case for case in job.cases()}
    done: set[Chunk] = set()
    for line in lines[1:]:
        row = json.loads(line)
        case: Case = cases[row["team"], row["rules"], row["players"]]
        chunk = Chunk(case, row["start"], row["stop"], job.compiled)
        games = tuple(GameResult(*game) for game in row["games"])
        results.add(ChunkResult(chunk, games, row["seconds"], _faults(row, case, games)))
        done.add(chunk)
    return done


def _faults(row: dict[str, Any], case: Case, games: tuple[GameResult, ...]) -> tuple[Fault, ...]:
    """The bots that failed. Files of version 0.1.0 say only that one of the team did."""
    if "faults" in row:
        return tuple(Fault(*fault) for fault in row["faults"])
    if not row["fault"]:
        return ()
    failed, moves = sum(game.faults for game in games), sum(game.turns for game in games)
    return (Fault(str(case.team), failed, moves, row["fault"], ""),)


def _check_header(path: Path, line: str, job: Job) -> None:
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        found = None
    if found != json.loads(json.dumps(job.plain())):
        raise ImpossibleTable("arena.other-file", path=str(path))
