"""From what is stored to a table: logs are read, checked and folded; a broken one harms its table alone."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from pydantic import ValidationError

from tamaya.server import metrics
from tamaya.server.database import read_entry
from tamaya.table.commands import Refused
from tamaya.table.decide import Decision
from tamaya.table.entries import Created, Entry
from tamaya.table.table import Table

log = logging.getLogger("tamaya.tables")

LOOK_AGAIN = 60.0
"""Seconds until a log that was broken is read again: it may have been repaired meanwhile."""
MOST_BROKEN = 10_000


class StoredEntry(NamedTuple):
    """An entry as it is stored: its number, and its JSON."""

    seq: int
    data: str


class BrokenLog(Refused):
    """A table whose log cannot be read or folded from some entry on."""

    def __init__(self, table: str, seq: int, why: str) -> None:
        super().__init__("damaged", "refused.damaged-table")
        self.table = table
        self.seq = seq
        """The number of the first entry that is missing or does not fit."""
        self.why = why
        """In English and without the contents of an entry, which may hold a deal."""


def fold_log(table: str, stored: Sequence[StoredEntry]) -> Table:
    """A table after all entries of its log."""
    return fold_entries(table, read_log(table, stored))


def fold_entries(table: str, entries: Sequence[Entry]) -> Table:
    """A table after all these entries, from the first one on."""
    *_, folded = fold_steps(table, entries)
    return folded


def fold_steps(table: str, entries: Sequence[Entry]) -> Iterator[Table]:
    """A table after each of these entries, from the first one on."""
    if not entries or not isinstance(entries[0], Created):
        raise BrokenLog(table, 1, "the log does not begin with the making of its table")
    with _breaking(table, 1):
        folded = Table.replay(table, entries[:1])
    yield folded
    for entry in entries[1:]:
        with _breaking(table, folded.seq + 1):
            folded = folded.fold(entry)
        yield folded


def fold_more(table: Table, stored: Sequence[StoredEntry]) -> Iterator[Decision]:
    """Each of the next entries of a log, with the table after it."""
    for row in stored:
        [entry] = read_log(table.id, [row], after=table.seq)
        with _breaking(table.id, row.seq):
            table = table.fold(entry)
        yield Decision(entry, table)


def read_log(table: str, stored: Sequence[StoredEntry], *, after: int = 0) -> list[Entry]:
    """Entries in order from the number after ``after`` on, none of them missing."""
    entries = []
    for number, row in enumerate(stored, start=after + 1):
        if row.seq != number:
            raise BrokenLog(table, number, f"entry {number} is missing: the next one is {row.seq}")
        with _breaking(table, number):
            entries.append(read_entry(row.data))
    return entries


@contextmanager
def _breaking(table: str, seq: int) -> Iterator[None]:
    """Turn whatever goes wrong with an entry into a broken log."""
    try:
        yield
    except BrokenLog:
        raise
    except Exception as error:
        raise BrokenLog(table, seq, _describe(error)) from None


def _describe(error: Exception) -> str:
    """What is wrong, without the values that it is wrong with."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'entry'}: {first['type']}"
    return f"it does not fit what went before: {type(error).__name__}"


class Quarantine:
    """The tables whose logs this process found broken: each is told once, and not read all the time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._found: OrderedDict[str, tuple[BrokenLog, float]] = OrderedDict()

    def check(self, table: str) -> None:
        """Refuse a table that was found broken a short time ago."""
        broken, at = self._found.get(table, (None, 0.0))
        if broken is not None and self._clock() < at + LOOK_AGAIN:
            raise broken.with_traceback(None)

    def add(self, broken: BrokenLog) -> None:
        """A log that is broken; the first time, the operator is told which one."""
        if broken.table not in self._found:
            metrics.BROKEN_LOGS.inc()
            what = {"table": broken.table, "entry": broken.seq, "why": broken.why}
            log.error("the log of table %s is broken at entry %s: %s", *what.values(), extra=what)
        self._found[broken.table] = (broken, self._clock())
        if len(self._found) > MOST_BROKEN:
            self._found.popitem(last=False)

    def release(self, table: str) -> None:
        """A table that has been read, repaired or deleted."""
        self._found.pop(table, None)
