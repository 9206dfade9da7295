"""Andrewz between bots: how often each wins, and how many cards it is left with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tamaya.andrewz import Result
from tamaya.bots import ask, find_bot
from tamaya.records import ANDREWZ, game_kind
from tamaya.rules import ImpossibleTable, Seat


@dataclass(frozen=True, slots=True)
class RaceStanding:
    """How a bot did against the others."""

    bot: str
    games: int
    """Seats taken: with fewer bots than seats, several in one game."""
    wins: float
    """Per cent of them."""
    cards: float
    """Cards left in the hand at the end, on average."""


def race(bots: tuple[str, ...], *, players: int, games: int, seed: str = "1") -> list[RaceStanding]:
    """Let bots play andrewz against each other; the seats change from game to game."""
    kind = game_kind(ANDREWZ)
    if not kind.fewest <= players <= kind.most:
        raise ImpossibleTable("table.player-count", rules=kind.text, most=kind.most, players=players)
    found = [find_bot(name, kind.game) for name in bots]
    seats: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for game in range(games):
        names = [bots[(seat + game) % len(bots)] for seat in range(players)]
        table = [found[(seat + game) % len(bots)].sit(f"{seed}/{game}/{seat}") for seat in range(players)]
        position = kind.start(players, seed=f"{seed}/{game}", first=Seat(0))
        while (turn := position.turn) is not None:
            position = position.apply(ask(table[turn], position.view(turn)).choice.action)
        result = position.result
        assert isinstance(result, Result)
        seats.update(names)
        if result.winner is not None:
            wins[names[result.winner]] += 1
        for row in result.standings:
            cards[names[row.seat]] += row.cards
    return [
        RaceStanding(name, seats[name], 100 * wins[name] / seats[name], cards[name] / seats[name])
        for name in dict.fromkeys(bots)
        if seats[name]
    ]
