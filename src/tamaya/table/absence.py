"""What players ask of each other beside the game: a bot for one who is away, a pause, a reminder, an end."""

from __future__ import annotations

from collections.abc import Collection

from tamaya.bots import DEFAULT_BOTS, find_bot
from tamaya.rules import Seat
from tamaya.table import commands
from tamaya.table.commands import Guest, Refused, refusing
from tamaya.table.entries import CameBack, Left, Nudged, Paused, StoodIn, VoteAnswered, VoteAsked
from tamaya.table.table import Table

MOST_CHANGES = 1_000
"""How often players may ask, pause, remind and leave at one table; no log grows for ever."""


def ask_all(
    table: Table, guest: Guest, command: commands.AskAll, present: Collection[int]
) -> VoteAsked | VoteAnswered:
    """A question to all who are here, or an answer to it. ``present`` are the seats of people who are."""
    seat = _playing_seat(table, guest)
    vote = table.company.vote
    if command.wish in ("agree", "refuse", "withdraw"):
        if vote is None:
            raise Refused("late", "refused.question-withdrawn")
        if command.wish == "withdraw" and seat != vote.asker:
            raise Refused("forbidden", "refused.not-your-question")
        return VoteAnswered(seat=seat, agrees=command.wish == "agree")
    _check_changes(table)
    if vote is not None and vote.asker != seat:
        raise Refused("illegal", "refused.asked-already")
    voters = tuple(sorted({seat, *(table.voices & set(present))}))
    if command.wish == "end":
        return VoteAsked(seat=seat, matter="end", voters=voters)
    about = _absent_seat(table, command.seat, present)
    others = tuple(voter for voter in voters if voter != about)
    return VoteAsked(seat=seat, matter="stand-in", about=about, bot=usual_bot(table), voters=others)


def _absent_seat(table: Table, seat: int | None, present: Collection[int]) -> Seat:
    """The seat of a player who is away, for which a bot may play."""
    if table.setup.stand_in == "never":
        raise Refused("forbidden", "refused.no-stand-in")
    if seat is None or seat not in table.people:
        raise Refused("illegal", "refused.not-a-player")
    if seat in table.company.stand_ins:
        raise Refused("illegal", "refused.bot-plays-already")
    if seat in present and seat not in table.company.gone:
        raise Refused("illegal", "refused.player-is-here", who=table.names[seat])
    return Seat(seat)


def usual_bot(table: Table) -> str:
    """The bot that plays for people who are away: one that plays here already, otherwise the usual one."""
    here = (plan.bot for plan in table.setup.seats if plan.kind == "bot")
    bot = find_bot(next(here, DEFAULT_BOTS[table.kind.game]), table.kind.game)
    with refusing():
        bot.check(table.kind.rules, len(table.setup.seats))
    return bot.name


def stand_in(table: Table, seat: Seat) -> StoodIn | None:
    """A bot for a player who has been away for as long as the setup says; None where none may begin now."""
    due = table.setup.stand_in == "after" and table.phase == "playing" and not table.uploaded
    waits = table.turn == seat and seat in table.voices and table.company.paused_by is None
    return StoodIn(seat=seat, bot=usual_bot(table)) if due and waits else None


def hand_back(table: Table, guest: Guest, seat: int) -> CameBack:
    """A player takes their own seat back, or ends the bot's play for another."""
    by = _playing_seat(table, guest)
    mine = seat == by and seat in table.company.gone
    if seat not in table.company.stand_ins and not mine:
        raise Refused("illegal", "refused.no-bot-plays")
    return CameBack(seat=seat, by=by)


def welcome(table: Table, guest: str) -> CameBack | None:
    """A player is here again: their seat is theirs at once, unless they have left the game."""
    seat = table.seat_of(guest)
    if seat is None or table.phase != "playing" or seat in table.company.gone:
        return None
    vote = table.company.vote
    asked_about = vote is not None and vote.about == seat
    return CameBack(seat=seat, by=seat) if seat in table.company.stand_ins or asked_about else None


def leave(table: Table, guest: Guest) -> Left:
    """A player leaves the running game."""
    seat = _playing_seat(table, guest)
    _check_changes(table)
    if seat in table.company.gone:
        raise Refused("illegal", "refused.left-already")
    return Left(seat=seat)


def pause(table: Table, guest: Guest, *, paused: bool) -> Paused:
    """Any player may pause the game, and any other may let it go on."""
    seat = _playing_seat(table, guest)
    _check_changes(table)
    if paused == (table.company.paused_by is not None):
        raise Refused("late", "refused.moved-on")
    return Paused(seat=seat, paused=paused)


def nudge(table: Table, guest: Guest) -> Nudged:
    """A reminder for the player on turn; how often is the shell's to see to, which has a clock."""
    seat = _playing_seat(table, guest)
    _check_changes(table)
    if table.turn == seat or table.turn not in table.voices or table.company.paused_by is not None:
        raise Refused("illegal", "refused.nothing-to-nudge")
    return Nudged(seat=seat)


def _playing_seat(table: Table, guest: Guest) -> Seat:
    seat = table.need_seat(guest.id)
    if table.phase == "gathering":
        raise Refused("illegal", "refused.not-started")
    if table.phase == "over" or table.uploaded:
        raise Refused("illegal", "refused.over")
    return seat


def _check_changes(table: Table) -> None:
    if table.company.changes >= MOST_CHANGES:
        raise Refused("too-much", "refused.enough-changes")
