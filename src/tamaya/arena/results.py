"""The results of a job: means with their errors, and differences between teams on the same deals."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from tamaya.arena.faults import BrokenBot, Fault, join
from tamaya.arena.job import Case, Job, cross
from tamaya.arena.match import ChunkResult, GameResult
from tamaya.words import ENGLISH, Message, Reader, say
from tamaya.words.columns import left, right, widest

SURE = 1.96
"""Standard errors on each side of a mean that hold it with 95 %."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How a team did."""

    team: str
    rules: str
    players: int
    games: int
    mean: float
    error: float
    """The standard error of the mean."""
    perfect: float
    """Per cent, likewise the next."""
    lost: float
    strikes: float
    turns: float
    ms_a_move: float
    faults: int
    """Moves in which a bot failed, and a plain move was made for it."""
    faults_of: dict[str, int]
    """bot: its share of these; only bots that failed"""
    histogram: dict[int, int]
    """score: how often"""


@dataclass(frozen=True, slots=True)
class Pairing:
    """How much more one team scored than another on the same deals."""

    team: str
    other: str
    rules: str
    players: int
    games: int
    difference: float
    low: float
    """The difference lies between ``low`` and ``high`` with 95 %."""
    high: float


@dataclass(slots=True)
class Results:
    """All games of a job so far."""

    job: Job
    games: dict[Case, dict[int, GameResult]] = field(default_factory=dict)
    seconds: defaultdict[Case, float] = field(default_factory=lambda: defaultdict(float))
    faults: defaultdict[Case, dict[str, Fault]] = field(default_factory=lambda: defaultdict(dict))
    """case: bot: how it failed"""

    def add(self, batch: ChunkResult) -> None:
        """Take games in; they may come in any order."""
        case = batch.chunk.case
        self.games.setdefault(case, {}).update({played.game: played for played in batch.games})
        self.seconds[case] += batch.seconds
        if batch.faults:
            join(self.faults[case], batch.faults)

    def check_bots(self) -> None:
        """Raise BrokenBot if a bot has failed."""
        for found in self.faults.values():
            for fault in found.values():
                raise BrokenBot(fault)

    def summaries(self) -> list[Summary]:
        """A line for each case that has games."""
        return [
            _summary(case, list(self.games[case].values()), self.seconds[case], self.faults.get(case, {}))
            for case in self.job.cases()
            if self.games.get(case)
        ]

    def pairings(self) -> Iterator[Pairing]:
        """A line for each two teams at the same rules and number of players."""
        for rules in self.job.rules:
            for players in self.job.players:
                for team, other in combinations(self.job.teams, 2):
                    ours = self.games.get(Case(team, rules, players), {})
                    theirs = self.games.get(Case(other, rules, players), {})
                    both = sorted(ours.keys() & theirs.keys())
                    if both:
                        gaps = [ours[game].score - theirs[game].score for game in both]
                        mean, error = mean_and_error(gaps)
                        yield Pairing(
                            team=str(team),
                            other=str(other),
                            rules=rules,
                            players=players,
                            games=len(both),
                            difference=mean,
                            low=mean - SURE * error,
                            high=mean + SURE * error,
                        )

    def plain(self) -> dict[str, Any]:
        """For programs."""
        return {
            "job": self.job.plain(),
            "summaries": [asdict(row) for row in self.summaries()],
            "pairings": [asdict(row) for row in self.pairings()],
            "faults": [
                {**asdict(case), "team": str(case.team), **fault._asdict()}
                for case, found in self.faults.items()
                for fault in found.values()
            ],
        }

    def json(self) -> str:
        """The same as text."""
        return json.dumps(self.plain(), indent=1)

    def csv(self) -> str:
        """A line for each game."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["team", "rules", "players", *GameResult._fields])
        for case in self.job.cases():
            for _, played in sorted(self.games.get(case, {}).items()):
                writer.writerow([str(case.team), case.rules, case.players, *played])
        return out.getvalue()

    def text(self, reader: Reader = ENGLISH) -> str:
        """Tables for people."""
        tables = [self._summary_table(reader), self._pairing_table(reader), self._fault_lines(reader)]
        return "\n\n".join(filter(None, tables))

    def matrix(self, bots: tuple[str, ...], rules: str, players: int, reader: Reader = ENGLISH) -> str:
        """Means of a cross-play job: a row for each bot at home, a column for each stranger."""
        means = {(row.team, row.rules, row.players): row.mean for row in self.summaries()}
        teams = map(str, cross(bots, players))
        rows: list[tuple[Message | str, ...]] = [
            (host, *(_digits(means[next(teams), rules, players], 2) for _ in bots)) for host in bots
        ]
        return _columns([(Message("arena.head.home"), *bots), *rows], reader)

    def _summary_table(self, reader: Reader) -> str:
        heads = _heads("team rules players games mean perfect lost strikes turns ms-a-move faults")
        rows = [
            (
                row.team,
                row.rules,
                str(row.players),
                str(row.games),
                Message("arena.mean", mean=_digits(row.mean, 3), error=_digits(row.error, 3)),
                Message("arena.share", share=row.perfect / 100),
                Message("arena.share", share=row.lost / 100),
                _digits(row.strikes, 2),
                _digits(row.turns, 1),
                _digits(row.ms_a_move, 2),
                _fault_cell(row),
            )
            for row in self.summaries()
        ]
        return _columns([heads, *rows], reader)

    def _pairing_table(self, reader: Reader) -> str:
        heads = _heads("same-deals rules players more sure")
        rows = [
            (
                f"{row.team} - {row.other}",
                row.rules,
                str(row.players),
                _signed(row.difference),
                Message("arena.interval", low=_signed(row.low), high=_signed(row.high)),
            )
            for row in self.pairings()
        ]
        return _columns([heads, *rows], reader) if rows else ""

    def _fault_lines(self, reader: Reader) -> str:
        known: dict[str, Fault] = {}
        for found in self.faults.values():
            join(known, tuple(found.values()))
        return "\n".join(
            say(
                "arena.faults",
                reader,
                bot=fault.bot,
                count=fault.faults,
                moves=fault.moves,
                first=fault.first,
            )
            for fault in known.values()
        )


def mean_and_error(values: Iterable[float]) -> tuple[float, float]:
    """A mean, and its standard error."""
    numbers = list(values)
    error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return fmean(numbers), error


def _summary(case: Case, games: list[GameResult], seconds: float, faults: dict[str, Fault]) -> Summary:
    count = len(games)
    mean, error = mean_and_error(played.score for played in games)
    moves = sum(played.turns for played in games)
    return Summary(
        team=str(case.team),
        rules=case.rules,
        players=case.players,
        games=count,
        mean=mean,
        error=error,
        perfect=100 * sum(played.outcome == "perfect" for played in games) / count,
        lost=100 * sum(played.outcome == "lost" for played in games) / count,
        strikes=sum(played.strikes for played in games) / count,
        turns=moves / count,
        ms_a_move=1000 * seconds / moves,
        faults=sum(played.faults for played in games),
        faults_of={bot: fault.faults for bot, fault in faults.items()},
        histogram=dict(sorted(Counter(played.score for played in games).items())),
    )


def _fault_cell(row: Summary) -> str:
    """How often a bot failed; in a mixed team, with its name."""
    if "/" not in row.team or not row.faults_of:
        return str(row.faults)
    return " ".join(f"{bot} {count}" for bot, count in row.faults_of.items())


def _heads(columns: str) -> tuple[Message, ...]:
    return tuple(Message(f"arena.head.{column}") for column in columns.split())


def _digits(value: float, digits: int) -> Message:
    return Message(f"arena.digits-{digits}", value=value)


def _signed(value: float) -> Message:
    return Message("arena.signed", sign="-" if value < 0 else "+", value=abs(value))


def _columns(rows: Sequence[tuple[Message | str, ...]], reader: Reader) -> str:
    texts = [[cell if isinstance(cell, str) else say(cell, reader) for cell in row] for row in rows]
    widths = [widest(column) for column in zip(*texts, strict=True)]
    return "\n".join(
        "  ".join(
            left(cell, width) if at < 2 else right(cell, width) for at, (cell, width) in enumerate(pairs)
        )
        for pairs in (list(zip(row, widths, strict=True)) for row in texts)
    )
