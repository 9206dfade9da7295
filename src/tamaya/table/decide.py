"""What a command leads to: the next entry of the log and the table after it, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import shorten
from typing import NamedTuple, assert_never

from tamaya.bots import BOT_NAMES, Choice
from tamaya.records import AnyAction
from tamaya.rules import REMARKS, Deal, IllegalAction, Seat, Talk, Unreadable
from tamaya.table.commands import (
    Act,
    Actor,
    Arrange,
    BotSeat,
    Command,
    Guest,
    Say,
    Sit,
    StandUp,
    Start,
    Undo,
)
from tamaya.table.entries import Acted, Arranged, Entry, Said, Sat, Started, StoodUp, UndoAnswered, UndoAsked
from tamaya.table.refusal import Refused
from tamaya.table.setup import check_setup
from tamaya.table.table import Table
from tamaya.words import Message, Reader, say_all, sentences

MOST_ACTIONS = 2_000
"""After so many, hands are not rearranged any more; nothing else can go on for ever."""
REASON_LENGTH = 400


class Decision(NamedTuple):
    """The entry that a command leads to, and the table after it."""

    entry: Entry
    table: Table


@dataclass(frozen=True, slots=True)
class Chance:
    """All that chance decides, handed in by the shell that keeps the table."""

    deal: Callable[[Table], Deal]
    """Shuffles the cards for a table that is about to start."""
    first: Callable[[int], int]
    """Picks one of so many seats to begin."""


def decide(table: Table, actor: Actor, command: Command, chance: Chance | None = None) -> Decision:
    """What a command leads to; only a start needs ``chance``."""
    if isinstance(command, Act | Choice):
        return _act(table, _playing_seat(table, actor), command)
    if isinstance(actor, BotSeat):
        raise Refused("forbidden", "refused.bots-only-move")
    entry = _entry(table, actor, command, chance)
    return Decision(entry, table.fold(entry))


def start(table: Table, chance: Chance) -> Started:
    """Deal, once every seat is taken."""
    for seat, plan in enumerate(table.setup.seats):
        if plan.kind != "bot" and seat not in table.sitters:
            raise Refused("illegal", "refused.seat-free", seat=seat + 1)
    first = table.setup.first
    begins = chance.first(len(table.setup.seats)) if first is None else first
    return Started.of(_names(table), begins, chance.deal(table))


def _act(table: Table, seat: Seat, command: Act | Choice[AnyAction]) -> Decision:
    """The action is parsed and applied here and nowhere else: the next table holds where it led."""
    assert table.position is not None
    move = Choice(_parse(table, command.action)) if isinstance(command, Act) else command
    # A hand is rearranged by its owner, at any time; all else is done by the seat on turn.
    mover = table.actor(move.action)
    if mover != seat:
        raise Refused("illegal", "refused.not-your-turn" if mover == table.turn else "refused.not-your-hand")
    if table.kind.named_seat(move.action) is not None and len(table.actions) >= MOST_ACTIONS:
        raise Refused("too-much", "refused.enough-rearranging")
    try:
        position = table.position.apply(move.action)
    except IllegalAction as error:
        raise Refused("illegal", error.why) from None
    reason, secret = (_fitting(said, table) for said in (move.reason, move.secret))
    acted = Acted(action=str(move.action), reason=reason, secret=secret)
    return Decision(acted, table.fold_applied(acted, mover, position))


def _fitting(said: tuple[Message, ...], table: Table) -> tuple[Message, ...]:
    """What a bot says, as long as an entry may be: more than that is cut off, and kept as an English text."""
    text = say_all(said, Reader(names=table.names))
    if len(text) <= REASON_LENGTH and len(repr(said)) <= 10 * REASON_LENGTH:
        return said
    return sentences(shorten(text, REASON_LENGTH))


def _parse(table: Table, text: str) -> AnyAction:
    try:
        return table.kind.parse_action(text)
    except Unreadable as error:
        raise Refused("unreadable", error.message) from None


def _playing_seat(table: Table, actor: Actor) -> Seat:
    if table.phase == "gathering":
        raise Refused("illegal", "refused.not-started")
    if table.phase == "over":
        raise Refused("illegal", "refused.over")
    if isinstance(actor, BotSeat):
        return actor.seat
    seat = table.seat_of(actor.id)
    if seat is None:
        raise Refused("forbidden", "refused.no-seat")
    return seat


def _entry(
    table: Table,
    guest: Guest,
    command: Sit | StandUp | Arrange | Start | Say | Undo,
    chance: Chance | None,
) -> Entry:
    match command:
        case Sit(seat=seat):
            return _sit(table, guest, seat)
        case StandUp():
            return _stand_up(table, guest)
        case Arrange(setup=setup):
            _check_gathering(table)
            _check_owner(table, guest)
            return Arranged(setup=check_setup(setup))
        case Start():
            _check_gathering(table)
            _check_owner(table, guest)
            assert chance is not None, "the cards of a game are dealt by the shell"
            return start(table, chance)
        case Say(text=text):
            return _say(table, guest, text)
        case Undo():
            return _undo(table, guest, command)
        case _:
            assert_never(command)


def _names(table: Table) -> tuple[str, ...]:
    """A different name for each seat: the guests', the bots' own, numbered where they repeat."""
    guests = {sitter.name for sitter in table.sitters.values()}
    spare = iter([name for name in BOT_NAMES if name not in guests])
    names: list[str] = []
    for seat, plan in enumerate(table.setup.seats):
        wanted = table.sitters[seat].name if seat in table.sitters else plan.name or next(spare)
        name, number = wanted, 2
        while name in names:
            name, number = f"{wanted} {number}", number + 1
        names.append(name)
    return tuple(names)


def _sit(table: Table, guest: Guest, seat: int) -> Sat:
    _check_gathering(table)
    if seat >= len(table.setup.seats):
        raise Refused("illegal", "refused.seat-count", seats=len(table.setup.seats))
    plan = table.setup.seats[seat]
    if plan.kind == "bot":
        raise Refused("illegal", "refused.bot-has-seat")
    if plan.kind == "reserved" and plan.name and plan.name != guest.name and guest.id != table.owner:
        raise Refused("forbidden", "refused.seat-kept", name=plan.name)
    if seat in table.sitters and table.sitters[seat].guest != guest.id:
        raise Refused("illegal", "refused.seat-taken", name=table.sitters[seat].name)
    return Sat(seat=seat, guest=guest.id, name=guest.name)


def _stand_up(table: Table, guest: Guest) -> StoodUp:
    _check_gathering(table)
    seat = table.seat_of(guest.id)
    if seat is None:
        raise Refused("illegal", "refused.no-seat")
    return StoodUp(seat=seat)


def _say(table: Table, guest: Guest, text: str) -> Said:
    seat = table.seat_of(guest.id)
    clean = " ".join(text.split())
    if not clean:
        raise Refused("unreadable", "refused.nothing-to-say")
    if table.phase == "playing" and not table.uploaded:
        if seat is None:
            raise Refused("forbidden", "refused.players-talk")
        if table.kind.talk is Talk.SILENT:
            raise Refused("forbidden", "refused.silent")
        if table.kind.talk is Talk.REMARKS and clean not in REMARKS:
            raise Refused("forbidden", "refused.remarks-only")
    elif table.phase == "gathering" and seat is None and guest.id != table.owner:
        raise Refused("forbidden", "refused.sit-to-talk")
    return Said(guest=guest.id, name=guest.name, seat=seat, text=clean)


def _undo(table: Table, guest: Guest, command: Undo) -> UndoAsked | UndoAnswered:
    seat = table.seat_of(guest.id)
    if seat is None:
        raise Refused("forbidden", "refused.no-seat")
    if not table.setup.undo:
        raise Refused("forbidden", "refused.no-undo")
    if command.wish == "ask":
        if table.undo_to is None:
            raise Refused("illegal", "table.nothing-to-undo")
        if table.phase == "over":
            raise Refused("illegal", "refused.undo-over")
        if table.undo is not None:
            raise Refused("illegal", "refused.asked-already")
        return UndoAsked(seat=seat)
    if table.undo is None:
        raise Refused("late", "refused.question-withdrawn")
    return UndoAnswered(seat=seat, agrees=command.wish == "agree")


def _check_gathering(table: Table) -> None:
    if table.phase != "gathering":
        raise Refused("late", "refused.started")


def _check_owner(table: Table, guest: Guest) -> None:
    if guest.id != table.owner:
        raise Refused("forbidden", "refused.owner-only")
