"""Branches: a recorded game with other moves from some turn on, chosen by the caller or by bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tamaya.bots import Player, find_bot
from tamaya.bots.partner.styles import known_book
from tamaya.records import AnyPosition, Branch, Record
from tamaya.records.record import follow
from tamaya.rules import ImpossibleTable


def branch(record: Record, turn: int, actions: Iterable[object]) -> Record:
    """The game with its first ``turn`` actions as they were and other ones after them.

    >>> from tamaya import Game
    >>> game = Game(["Ann", "Bob"], seed=16)
    >>> _ = game.clue("Bob", 1), game.play(3)
    >>> branch(Record.of(game), 1, ["d1"]).actions
    ('cB1', 'd1')
    """
    line = tuple(map(str, actions))
    follow(_at(record, turn), line, record.kind)
    played = (*record.actions[:turn], *line)
    other = Record.make(record.kind, record.names, record.deal, record.first, played)
    return replace(other, conventions=record.conventions)


def continue_with(
    record: Record, bots: str | Sequence[str], *, of: Branch | None = None, seed: int = 0, title: str = ""
) -> Branch:
    """Let bots play a game to its end, from where a branch of it ends, or from where it ends itself.

    ``bots`` is one bot for all seats, or a name for each seat.
    """
    begun = of or Branch(len(record.actions), ())
    kind = record.kind
    position = follow(_at(record, begun.turn), begun.actions, kind)
    players = _seated(record, bots, seed)
    actions = list(begun.actions)
    while position.turn is not None:
        action = players[position.turn](position.view(position.turn, record.names))
        position = position.apply(action)
        actions.append(str(action))
    return Branch(begun.turn, tuple(actions), title or begun.title)


def keep(record: Record, kept: Branch) -> Record:
    """The record with one more branch."""
    grown = replace(record, branches=(*record.branches, kept))
    grown.check()
    return grown


def _at(record: Record, turn: int) -> AnyPosition:
    if not 0 <= turn <= len(record.actions):
        raise ImpossibleTable("review.no-such-turn", count=len(record.actions))
    return record.positions()[turn]


def _seated(record: Record, bots: str | Sequence[str], seed: int) -> list[Player]:
    count, kind = len(record.names), record.kind
    names = [bots] * count if isinstance(bots, str) else list(bots)
    if len(names) != count:
        raise ImpossibleTable("review.bots-for-seats", bots=len(names), seats=count)
    book = known_book(record.conventions)
    rows = [find_bot(name, kind.game).under(book) for name in names]
    for row in rows:
        row.check(kind.rules, count)
    return [row.sit(f"{seed}/{seat}") for seat, row in enumerate(rows)]
