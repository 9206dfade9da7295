"""Playing a job on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tamaya.arena.job import Chunk
from tamaya.arena.match import ChunkResult, play_chunk
from tamaya.rules import ImpossibleTable

if TYPE_CHECKING:
    from tamaya.arena.playing import Play

LOCAL = "local"
"""The address that starts a cluster of this machine alone."""


def on_cluster(address: str) -> Play:
    """Plays chunks on the cluster at an address; ``auto`` finds the one that runs here."""
    try:
        import ray as module
    except ImportError:
        raise ImpossibleTable("arena.needs-ray") from None
    ray: Any = module

    def play(chunks: Iterable[Chunk], seed: str) -> Iterator[ChunkResult]:
        if not ray.is_initialized():
            try:
                ray.init(address=None if address == LOCAL else address, log_to_driver=False)
            except Exception as error:
                raise ImpossibleTable("arena.no-cluster", address=address, cause=str(error)) from None
        remote = ray.remote(play_chunk)
        waiting = iter(chunks)
        running: list[Any] = []
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while True:
            for chunk in waiting:
                running.append(remote.remote(chunk, seed))
                if len(running) >= most:
                    break
            if not running:
                return
            ready, running = ray.wait(running)
            yield from ray.get(ready)

    return play
