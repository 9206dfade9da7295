"""Andrewz between bots: how often each wins, and how many cards it is left with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tamaya.andrewz import Result
from tamaya.arena.faults import BrokenBot, FaultCount
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
    faults: int = 0
    """Moves in which it failed, and a plain move was made for it."""
    first_fault: str = ""


def race(
    bots: tuple[str, ...], *, players: int, games: int, seed: str = "1", strict: bool = False
) -> list[RaceStanding]:
    """Let bots play andrewz against each other; the seats change from game to game.

    With ``strict`` a bot that fails ends the race: BrokenBot says which one, and how.
    """
    kind = game_kind(ANDREWZ)
    if not kind.fewest <= players <= kind.most:
        raise ImpossibleTable("table.player-count", rules=kind.text, most=kind.most, players=players)
    found = [find_bot(name, kind.game) for name in bots]
    seats: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    faults = FaultCount()
    for game in range(games):
        names = [bots[(seat + game) % len(bots)] for seat in range(players)]
        table = [found[(seat + game) % len(bots)].sit(f"{seed}/{game}/{seat}") for seat in range(players)]
        position = kind.start(players, seed=f"{seed}/{game}", first=Seat(0))
        while (turn := position.turn) is not None:
            answer = ask(table[turn], position.view(turn))
            faults.add(names[turn], answer)
            position = position.apply(answer.choice.action)
        if strict and (broken := faults.found()):
            raise BrokenBot(broken[0])
        result = position.result
        assert isinstance(result, Result)
        seats.update(names)
        if result.winner is not None:
            wins[names[result.winner]] += 1
        for row in result.standings:
            cards[names[row.seat]] += row.cards
    failed = {fault.bot: fault for fault in faults.found()}
    return [
        RaceStanding(
            name,
            seats[name],
            wins=100 * wins[name] / seats[name],
            cards=cards[name] / seats[name],
            faults=failed[name].faults if name in failed else 0,
            first_fault=failed[name].first if name in failed else "",
        )
        for name in dict.fromkeys(bots)
        if seats[name]
    ]
