"""Batches in parts, each on a thread of its own: kernels let go of the interpreter, so plain threads do."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

Result = TypeVar("Result")

THREADS_FROM: Final = 2048
"""Games from which several threads are worth their start."""


def in_parts(work: Callable[[slice], Result], games: int, threads: int) -> list[Result]:
    """Let each thread do its part of the games, the one that calls the last; what each part gave."""
    parts = [slice(games * part // threads, games * (part + 1) // threads) for part in range(threads)]
    waiting = [_pool(threads).submit(work, part) for part in parts[:-1]]
    try:
        own = work(parts[-1])
    finally:
        others = [each.result() for each in waiting]
    return [*others, own]


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads - 1, thread_name_prefix="tamaya")


if hasattr(os, "register_at_fork"):
    # A process that is forked off has the pools, and none of their threads.
    os.register_at_fork(after_in_child=_pool.cache_clear)
