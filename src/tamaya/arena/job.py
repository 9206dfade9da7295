"""What is to be measured: which teams play which rules, with how many players, on which deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tamaya.bots import Bot, find_bot
from tamaya.records import GAMES, Kind, game_kind
from tamaya.rules import ImpossibleTable, Unreadable

CHUNK = 20
"""Games that are played and kept together: the least that an interrupted run loses."""
COMPILED_CHUNK = 50
"""The same for compiled games."""


@dataclass(frozen=True, slots=True)
class Team:
    """The bots at a table: one on all seats, or several that take the seats in turn."""

    bots: tuple[str, ...]

    def __str__(self) -> str:
        return "/".join(self.bots)

    def seats(self, players: int) -> tuple[str, ...]:
        """[seat] the bot on it."""
        return tuple(self.bots[seat % len(self.bots)] for seat in range(players))


def parse_team(text: str) -> Team:
    """A team from its text: ``partner``, or ``partner/careful`` for seats in turn.

    >>> parse_team("partner/careful").seats(3)
    ('partner', 'careful', 'partner')
    """
    bots = tuple(name.strip() for name in text.split("/"))
    if not all(bots):
        raise Unreadable(text, "arena.read-team")
    return Team(bots)


def cross(bots: tuple[str, ...], players: int) -> tuple[Team, ...]:
    """Every bot as the stranger among every other: the teams of a cross-play matrix."""
    return tuple(
        Team((host,)) if host == stranger else Team((*(host,) * (players - 1), stranger))
        for host in bots
        for stranger in bots
    )


def parse_counts(text: str) -> tuple[int, ...]:
    """Numbers of players from ``2``, ``2-5`` or ``2,4``.

    >>> parse_counts("2-4,5")
    (2, 3, 4, 5)
    """
    counts: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
            raise Unreadable(text, "arena.read-counts")
        counts += range(int(first), int(last if dash else first) + 1)
    return tuple(dict.fromkeys(counts))


def parse_rules(texts: Sequence[str]) -> tuple[str, ...]:
    """Rules from their texts. One text may hold several, with commas between them.

    A comma begins new rules only if the name of an edition follows: commas also stand between suits.

    >>> parse_rules(["deluxe,original+suits=red,yellow+hand=4", "rnr"])
    ('deluxe', 'original+suits=red,yellow+hand=4', 'rnr')
    """
    found: list[str] = []
    for text in texts:
        one = ""
        for part in text.split(","):
            if one and part.strip().lower().partition("+")[0] in GAMES:
                found.append(one)
                one = part
            else:
                one = f"{one},{part}" if one else part
        found.append(one)
    return tuple(dict.fromkeys(game_kind(one).text for one in found))


@dataclass(frozen=True, slots=True)
class Case:
    """One line of the results: a team, rules and a number of players."""

    team: Team
    rules: str
    players: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of a case."""

    case: Case
    start: int
    stop: int
    compiled: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """A whole measurement. Every team plays the same deals, and seats begin in turn."""

    teams: tuple[Team, ...]
    rules: tuple[str, ...] = ("deluxe",)
    players: tuple[int, ...] = (2,)
    games: int = 1000
    seed: str = "1"
    compiled: bool = False
    """Whether teams that can be compiled are; the games are the same."""

    def check(self) -> None:
        """Refuse a measurement that cannot be made, before anything is played."""
        if not self.teams or not self.rules or not self.players:
            raise ImpossibleTable("arena.nothing-to-measure")
        if len(set(self.teams)) < len(self.teams):
            raise ImpossibleTable("arena.team-twice")
        if self.games < 1:
            raise ImpossibleTable("arena.no-game")
        for case in self.cases():
            kind = game_kind(case.rules)
            if kind.rules is None:
                raise ImpossibleTable("arena.andrewz-alone")
            if not kind.fewest <= case.players <= kind.most:
                raise ImpossibleTable(
                    "table.player-count", rules=kind.text, most=kind.most, players=case.players
                )
            kind.rules.hand_size(case.players)
            for bot in bots_of(case.team, kind):
                bot.check(kind.rules, case.players)

    def cases(self) -> Iterator[Case]:
        """All lines of the results."""
        for rules in self.rules:
            for players in self.players:
                for team in self.teams:
                    yield Case(team, rules, players)

    def chunks(self) -> Iterator[Chunk]:
        """All games, in an order that brings the teams on together."""
        size = COMPILED_CHUNK if self.compiled else CHUNK
        for start in range(0, self.games, size):
            for case in self.cases():
                yield Chunk(case, start, min(start + size, self.games), self.compiled)

    def plain(self) -> dict[str, Any]:
        """What identifies the measurement, for its file."""
        return {**asdict(self), "teams": [str(team) for team in self.teams]}


def bots_of(team: Team, kind: Kind) -> tuple[Bot, ...]:
    """The different bots of a team."""
    return tuple(find_bot(name, kind.game) for name in dict.fromkeys(team.bots))
