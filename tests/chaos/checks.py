"""What must be true after any chaos: the notes of the clients against the logs of the tables."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sqlalchemy import select

from tamaya.server.database import read_entry
from tamaya.server.messages import Moment
from tamaya.server.schema import ENTRIES
from tamaya.server.showing import show
from tamaya.server.store import Store
from tamaya.table.entries import Acted, Said
from tamaya.table.table import Table
from tests.chaos.clients import view_hash

MOST_REPORTED = 20
BATCH = 50


@dataclass
class TableNotes:
    """What the clients have noted about one table."""

    made: bool = False
    """Whether its creation was answered."""
    asked: Counter[str] = field(default_factory=Counter)
    answers: list[tuple[str, str, str, int, str]] = field(default_factory=list)
    """Who asked, the kind of wish, the answer, its number or what the person had seen, what was asked."""
    saw: set[tuple[int, int, str]] = field(default_factory=set)
    """Seat, number, hash of the view."""
    backwards: int = 0
    """How often a client was told something older than what it had seen."""


@dataclass
class Findings:
    """What was counted, and what is wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Take in what was found elsewhere."""
        self.counts += other.counts
        self.wrong += other.wrong


def read_notes(paths: Iterable[Path]) -> dict[str, TableNotes]:
    """The notes by table. The last line of a process that was killed may be half a line."""
    tables: defaultdict[str, TableNotes] = defaultdict(TableNotes)
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                try:
                    kind, *rest = json.loads(line)
                except ValueError:
                    continue
                _take(tables, kind, rest)
    return dict(tables)


def _take(tables: defaultdict[str, TableNotes], kind: str, rest: list[Any]) -> None:
    if kind == "table":
        tables[rest[0]].made = True
    elif kind == "asked":
        tables[rest[1]].asked[rest[2]] += 1
    elif kind == "answered":
        mark, table, wish, answer, seq, what = rest
        tables[table].answers.append((mark.rpartition("/")[0], wish, answer, seq, what))
    elif kind == "saw":
        table, seat, seq, view, before, how = rest
        notes = tables[table]
        notes.backwards += seq < before or (how == "moved" and seq == before)
        if seat is not None:
            notes.saw.add((seat, seq, view))


def check_table(table: str, notes: TableNotes, numbers: list[int], texts: list[str]) -> Findings:
    """Compare the notes about a table with its log."""
    found = Findings()

    def wrong(what: str) -> None:
        found.wrong.append(f"{table}: {what}")

    if numbers != list(range(1, len(numbers) + 1)):
        wrong("the numbers of its log have gaps")
        return found
    log = [read_entry(text) for text in texts]
    if not log:
        if notes.made:
            wrong("its creation was acknowledged, and it is not there")
        return found
    folds = [Table.replay(table, log[:1])]
    for entry in log[1:]:
        try:
            folds.append(folds[-1].fold(entry))
        except Exception as error:
            wrong(f"entry {len(folds) + 1} cannot be folded: {error!r}")
            return found
    found.counts["entries"] += len(log)
    found.counts["moves"] += len(folds[-1].actions)
    found.counts["tables"] += 1
    found.counts["told"] += len(notes.saw)
    if notes.backwards:
        wrong(f"clients were told older things {notes.backwards} times")
    _check_answers(notes, folds, log, found, wrong)
    _check_views(notes, folds, wrong)
    said = Counter(entry.text for entry in log if isinstance(entry, Said))
    for text, count in said.items():
        if count > 1:
            wrong(f"said {count} times: {text}")
    return found


def _check_answers(
    notes: TableNotes, folds: list[Table], log: list[Any], found: Findings, wrong: Any
) -> None:
    done: Counter[int] = Counter()
    unsure: set[tuple[str, int]] = set()
    refused: list[tuple[str, int, str]] = []
    for who, wish, answer, seq, what in notes.answers:
        found.counts[f"{wish} {answer}"] += 1
        turn = len(folds[seq - 1].actions) if 0 < seq <= len(folds) else -1
        if answer == "unknown":
            unsure.add((who, turn))
        elif answer != "done":
            if wish == "act":
                refused.append((who, turn, answer))
        elif wish in ("act", "say"):
            done[seq] += 1
            entry = log[seq - 1] if seq <= len(log) else None
            kept = entry.action if isinstance(entry, Acted) else getattr(entry, "text", None)
            if kept != what:
                wrong(f"entry {seq} was acknowledged as {what!r} and is {kept!r}")
            found.counts["acknowledged"] += 1
    for seq, times in done.items():
        if times > 1:
            wrong(f"entry {seq} was acknowledged {times} times")
    made = {(who, turn) for who, turn in _made(notes, folds)}
    for who, turn, answer in refused:
        seat = int(who.rpartition(".")[2])
        later = folds[-1].actors[turn : turn + 1]
        if later == (seat,) and (who, turn) not in unsure and (who, turn) not in made:
            wrong(f"{who} was told {answer!r} after {turn} moves, and the move was made")


def _made(notes: TableNotes, folds: list[Table]) -> Iterator[tuple[str, int]]:
    """Who was told that they made which move, by the number of moves before it."""
    for who, wish, answer, seq, _ in notes.answers:
        if wish == "act" and answer == "done" and 1 < seq <= len(folds):
            yield who, len(folds[seq - 2].actions)


def _check_views(notes: TableNotes, folds: list[Table], wrong: Any) -> None:
    for seat, seq, seen in sorted(notes.saw):
        if seq > len(folds):
            wrong(f"entry {seq} was told and is not there")
            continue
        fold = folds[seq - 1]
        sitter = fold.sitters.get(seat)
        if sitter is None:
            continue
        expected = None
        if (view := fold.view_for(sitter.id)) is not None:
            view, insight = show(view, fold.setup.allowed_detail("told"))
            moment = Moment(turn=0, view=view, insight=insight, turns=())
            expected = json.loads(moment.model_dump_json())["view"]
        if view_hash(expected) != seen:
            wrong(f"seat {seat} was not shown at entry {seq} what it may know")


async def check_all(database: str, notes: dict[str, TableNotes], workers: int = 2) -> Findings:
    """Compare all notes with all logs."""
    found = Findings()
    store = Store(database)
    tables = sorted(notes)
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for begin in range(0, len(tables), BATCH):
                part = tables[begin : begin + BATCH]
                query = (
                    select(ENTRIES.c.table_id, ENTRIES.c.seq, ENTRIES.c.data)
                    .where(ENTRIES.c.table_id.in_(part))
                    .order_by(ENTRIES.c.table_id, ENTRIES.c.seq)
                )
                logs: dict[str, tuple[list[int], list[str]]] = {table: ([], []) for table in part}
                async with store.engine.connect() as connection:
                    for row in await connection.execute(query):
                        logs[row.table_id][0].append(row.seq)
                        logs[row.table_id][1].append(row.data)
                for one in pool.map(
                    check_table, part, [notes[table] for table in part], *_columns(logs, part)
                ):
                    found.add(one)
    finally:
        await store.engine.dispose()
    return found


def _columns(
    logs: dict[str, tuple[list[int], list[str]]], tables: list[str]
) -> tuple[list[list[int]], list[list[str]]]:
    return [logs[table][0] for table in tables], [logs[table][1] for table in tables]
