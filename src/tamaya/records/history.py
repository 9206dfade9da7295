"""Games that were played, as a list and as statistics: what each of them came to, and what all come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from statistics import fmean
from typing import Literal, TypeAlias

from tamaya import engine
from tamaya.records.games import AnyPosition, Kind

Outcome: TypeAlias = Literal[
    "gathering", "playing", "unfinished", "perfect", "counted", "lost", "won", "blocked"
]
"""How a game stands or ended. A record that stops midway is unfinished: nothing more happens there."""
FINISHED: tuple[Outcome, ...] = ("perfect", "counted", "lost", "won", "blocked")
MOST_PARTNERS = 12
"""How many partners the statistics name at most, those with the most games."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What a game came to."""

    outcome: Outcome
    score: int | None
    """The official score; None where the game has none, and until it is over."""
    points: int | None
    """The highest score of these rules; None where the game has none."""
    strikes: int | None
    winner: int | None
    """The seat that won, in the competitive game."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Points that one move of a reviewed game gave away."""

    seat: int
    """-1 where the review proves the loss, and not which of several moves it was."""
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game in the history of a player."""

    edition: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    """[seat] which bot played it; empty for a person."""
    seat: int | None
    """The player's own seat; None in a game that the player only looked at."""
    ending: Ending
    ended: datetime
    losses: tuple[Loss, ...] | None
    """None where the game was not reviewed with all cards seen."""

    @property
    def partners(self) -> tuple[str, ...]:
        """The other players: people by name, bots by which bot it was, in brackets."""
        others = [at for at in range(len(self.names)) if at != self.seat]
        return tuple(sorted({f"[{self.bots[at]}]" if self.bots[at] else self.names[at] for at in others}))


@dataclass(frozen=True, slots=True)
class Tally:
    """What a group of finished games comes to."""

    key: str
    """What they have in common: an edition, a number of players, or a partner."""
    games: int
    mean: float | None
    """The mean official score; None where no game of the group has a score."""
    best: int | None
    share: float | None
    """The mean share of the highest score, from 0 to 1."""
    perfect: int
    lost: int


@dataclass(frozen=True, slots=True)
class Streak:
    """How long something has lasted."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class LossTally:
    """How often points went out of reach in one way, and how many."""

    kind: str
    moves: int
    points: int
    yours: int
    """Of these points, those of the player's own moves."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the finished games of a player come to."""

    games: int
    total: tuple[Tally, ...]
    """One group with all games, or none if there are no games."""
    editions: tuple[Tally, ...]
    players: tuple[Tally, ...]
    partners: tuple[Tally, ...]
    perfect: Streak
    """Perfect games in a row."""
    unbroken: Streak
    """Games in a row of which none was lost."""
    days: Streak
    """Days in a row with a finished game."""
    reviewed: int
    not_reviewed: int
    losses: tuple[LossTally, ...]
    """From the reviewed games alone, the dearest first."""


def ending_of(kind: Kind, position: AnyPosition | None, *, imported: bool = False) -> Ending:
    """What a game came to, from its last position; None before the start."""
    points = kind.rules.tables.most if kind.rules else None
    if position is None:
        return Ending("gathering", None, points, None, None)
    strikes = position.strikes if isinstance(position, engine.State) else None
    result = position.result
    if result is None:
        return Ending("unfinished" if imported else "playing", None, points, strikes, None)
    outcome: Outcome = result.outcome.value
    if isinstance(result, engine.Result):
        return Ending(outcome, result.score, points, strikes, None)
    return Ending(outcome, None, points, strikes, result.winner)


def statistics(
    games: Iterable[PlayedGame], zone: tzinfo | None = None, today: date | None = None
) -> Statistics:
    """What finished games come to, for the player whose games they are. ``zone`` says where days begin;
    ``today`` is needed to tell whether a row of days still lasts."""
    finished = [game for game in games if game.ending.outcome in FINISHED and game.seat is not None]
    finished.sort(key=lambda game: game.ended)
    scored = [game for game in finished if game.ending.score is not None]
    reviewed = [game for game in scored if game.losses is not None]
    return Statistics(
        games=len(finished),
        total=_tallies(finished, lambda _: [""]),
        editions=_tallies(finished, lambda game: [game.edition]),
        players=_by_number(_tallies(finished, lambda game: [str(len(game.names))])),
        partners=_tallies(finished, lambda game: game.partners)[:MOST_PARTNERS],
        perfect=_streak([game.ending.outcome == "perfect" for game in scored]),
        unbroken=_streak([game.ending.outcome != "lost" for game in scored]),
        days=_day_streak(sorted({game.ended.astimezone(zone).date() for game in finished}), today),
        reviewed=len(reviewed),
        not_reviewed=len(scored) - len(reviewed),
        losses=_losses(reviewed),
    )


def _tallies(games: Sequence[PlayedGame], keys: Callable[[PlayedGame], Iterable[str]]) -> tuple[Tally, ...]:
    """The groups of some games, the largest first."""
    groups: dict[str, list[Ending]] = {}
    for game in games:
        for key in keys(game):
            groups.setdefault(key, []).append(game.ending)
    found = [_tally(key, endings) for key, endings in groups.items()]
    return tuple(sorted(found, key=lambda tally: (-tally.games, tally.key)))


def _tally(key: str, endings: Sequence[Ending]) -> Tally:
    scores = [ending.score for ending in endings if ending.score is not None]
    shares = [
        max(0, ending.score) / ending.points
        for ending in endings
        if ending.score is not None and ending.points
    ]
    outcomes = [ending.outcome for ending in endings]
    return Tally(
        key=key,
        games=len(endings),
        mean=round(fmean(scores), 2) if scores else None,
        best=max(scores, default=None),
        share=round(fmean(shares), 4) if shares else None,
        perfect=outcomes.count("perfect"),
        lost=outcomes.count("lost"),
    )


def _by_number(tallies: tuple[Tally, ...]) -> tuple[Tally, ...]:
    return tuple(sorted(tallies, key=lambda tally: int(tally.key)))


def _streak(kept: Sequence[bool]) -> Streak:
    """How many of the latest in a row, and the most in a row at any time."""
    best = now = 0
    for good in kept:
        now = now + 1 if good else 0
        best = max(best, now)
    return Streak(now, best)


def _day_streak(days: Sequence[date], today: date | None) -> Streak:
    """Days in a row; the present row has ended if neither today nor yesterday belongs to it."""
    best = now = 0
    before: date | None = None
    for day in days:
        now = now + 1 if before is not None and day - before == timedelta(days=1) else 1
        best, before = max(best, now), day
    if before is None or (today is not None and today - before > timedelta(days=1)):
        now = 0
    return Streak(now, best)


def _losses(reviewed: Sequence[PlayedGame]) -> tuple[LossTally, ...]:
    sums: dict[str, list[int]] = {}
    for game in reviewed:
        for loss in game.losses or ():
            row = sums.setdefault(loss.kind, [0, 0, 0])
            row[0] += 1
            row[1] += loss.points
            row[2] += loss.points if loss.seat == game.seat else 0
    found = [LossTally(kind, *row) for kind, row in sums.items()]
    return tuple(sorted(found, key=lambda tally: (-tally.points, tally.kind)))
