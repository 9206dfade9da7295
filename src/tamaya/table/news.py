"""What happens at a table besides the game itself: moves taken back, the coach, refusals, other names, and
players who come and go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tamaya import andrewz, engine
from tamaya.records import AnyEvent, TakeBack
from tamaya.table.commands import CoachLevel, VoteMatter
from tamaya.words import Message, Who


@dataclass(frozen=True, slots=True)
class News:
    """A sentence for all at the table, and after how many actions it stands in the story."""

    turn: int
    message: Message


def took_back(taken: TakeBack) -> News:
    """A player took moves back. All are told how many cards had been seen, since nobody can forget them."""
    message = Message(
        "news.took-back", who=Who(taken.seat), moves=taken.moves, shown=taken.shown, drawn=taken.drawn
    )
    return News(taken.turn, message)


def refused_undo(turn: int, seat: int, asker: int) -> News:
    """A player would not let another one take a move back."""
    return News(turn, Message("news.undo-refused", who=Who(seat), asker=Who(asker)))


def renamed(turn: int, before: str, after: str) -> News:
    """A player has another name from now on."""
    return News(turn, Message("news.renamed", before=before, after=after))


def chose_coach(turn: int, seat: int, level: CoachLevel) -> News:
    """A player wants more or less help."""
    return News(turn, Message("news.coach-level", who=Who(seat), level=level))


def allowed_coach(turn: int, seat: int, *, allowed: bool) -> News:
    """A player refused the coach for all, or allowed it again."""
    return News(turn, Message("news.coach-allowed", who=Who(seat), allowed="yes" if allowed else "no"))


def closed_talk(turn: int, *, closed: bool) -> News:
    """Whoever runs the server closed the talk, or opened it again."""
    return News(turn, Message("news.talk-closed", closed="yes" if closed else "no"))


def used_coach(turn: int, seat: int) -> News:
    """A player asked the coach, for the first time in this game."""
    return News(turn, Message("news.coach-used", who=Who(seat)))


def stood_in(turn: int, seat: int, bot: str) -> News:
    """A bot begins to play for a player."""
    return News(turn, Message("news.stood-in", who=Who(seat), bot=bot))


def came_back(turn: int, seat: int, by: int, bot: str, moves: int) -> News:
    """A player has their seat back, with so many moves that the bot made for them."""
    if seat == by:
        return News(turn, Message("news.came-back", who=Who(seat), bot=bot, moves=moves))
    return News(turn, Message("news.stand-in-ended", who=Who(by), player=Who(seat), bot=bot))


def returned(turn: int, seat: int) -> News:
    """A player who had left is there again, and no bot played for them."""
    return News(turn, Message("news.returned", who=Who(seat)))


def left_game(turn: int, seat: int) -> News:
    """A player has left the game."""
    return News(turn, Message("news.left", who=Who(seat)))


def paused(turn: int, seat: int, *, on: bool) -> News:
    """A player paused the game, or let it go on."""
    return News(turn, Message("news.paused", who=Who(seat), paused="yes" if on else "no"))


def vote_refused(turn: int, seat: int, asker: int, matter: VoteMatter) -> News:
    """A player did not agree."""
    return News(turn, Message("news.vote-refused", who=Who(seat), asker=Who(asker), matter=matter))


def ended_early(turn: int) -> News:
    """The players ended the game before its end."""
    return News(turn, Message("news.ended-early"))


def count_seen(events: Iterable[AnyEvent]) -> tuple[int, int]:
    """How many cards were laid open, and how many were drawn; both by what the whole table saw."""
    shown = drawn = 0
    for event in events:
        match event:
            case engine.Played() | engine.Discarded() | andrewz.Played() | andrewz.Discarded():
                shown += 1
            case engine.Drew():
                drawn += 1
            case andrewz.Drew(count=count):
                drawn += count
            case _:
                pass
    return shown, drawn
