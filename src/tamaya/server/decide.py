"""What a message may do to a table: it becomes the next entry of the log, or is refused with a sentence."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Literal

from tamaya.bots import BOT_NAMES, DEFAULT_BOTS, GameName, find_bot
from tamaya.engine import Rearrange
from tamaya.records import game_kind
from tamaya.rules import REMARKS, Deal, IllegalAction, Seat, Talk, TamayaError, Unreadable
from tamaya.server.entries import (
    Acted,
    Arranged,
    Created,
    Entry,
    Said,
    Sat,
    Started,
    StoodUp,
    UndoAnswered,
    UndoAsked,
)
from tamaya.server.messages import Act, Arrange, Say, SeatPlan, Setup, Sit, StandUp, Start, Undo
from tamaya.server.table import Table

Code = Literal["unreadable", "illegal", "late", "forbidden", "missing", "busy", "too-much", "broken"]


class Refused(Exception):
    """A message or request that cannot be taken, and why."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sends: an id for the log, and a name for people."""

    id: str
    name: str


MOST_ACTIONS = 2_000
"""After so many, hands are not rearranged any more; nothing else can go on for ever."""

TableCommand = Sit | StandUp | Arrange | Start | Act | Say | Undo


def decide(table: Table, guest: Guest, command: TableCommand, key: bytes) -> Entry:
    """The entry that a command leads to; ``key`` is the server's, for named deals."""
    match command:
        case Sit(seat=seat):
            return _sit(table, guest, seat)
        case StandUp():
            return _stand_up(table, guest)
        case Arrange(setup=setup):
            _gathering(table)
            _owner(table, guest)
            return Arranged(setup=check_setup(setup))
        case Start():
            _gathering(table)
            _owner(table, guest)
            return start(table, key)
        case Act():
            return _act(table, guest, command)
        case Say(text=text):
            return _say(table, guest, text)
        case Undo():
            return _undo(table, guest, command)


def check_setup(setup: Setup) -> Setup:
    """A setup whose rules, seats and bots go together, with the rules text in its short form."""
    try:
        kind = game_kind(setup.rules)
        seats = tuple(_with_bot(plan, kind.game) for plan in setup.seats)
        for plan in seats:
            if plan.kind == "bot":
                find_bot(plan.bot, kind.game).check(kind.rules, len(setup.seats))
        if kind.rules is not None:
            kind.rules.hand_size(len(setup.seats))
    except Unreadable as error:
        raise Refused("unreadable", str(error)) from None
    except TamayaError as error:
        raise Refused("illegal", str(error)) from None
    if not kind.fewest <= len(setup.seats) <= kind.most:
        raise Refused("illegal", f"{kind.text} is for {kind.fewest} to {kind.most} players")
    if setup.first is not None and setup.first >= len(setup.seats):
        raise Refused("illegal", "the seat that is to begin does not exist")
    # Others may be playing the same cards: nobody watches a named deal while it runs.
    spectators = "none" if setup.deal.strip() else setup.spectators
    if all(plan.kind == "bot" for plan in setup.seats) and spectators == "none":
        raise Refused("illegal", "nobody could see a game of bots alone without spectators")
    names = [plan.name for plan in setup.seats if plan.name]
    if len(set(names)) < len(names):
        raise Refused("illegal", "two seats have the same name")
    return setup.model_copy(update={"rules": kind.text, "seats": seats, "spectators": spectators})


def _with_bot(plan: SeatPlan, game: GameName) -> SeatPlan:
    """The plan of a seat, with the usual bot where none is named."""
    unnamed = plan.kind == "bot" and not plan.bot
    return plan.model_copy(update={"bot": DEFAULT_BOTS[game]}) if unnamed else plan


def create(setup: Setup, guest: Guest) -> Created:
    """The first entry of a new table."""
    return Created(setup=check_setup(setup), owner=guest.id)


def start(table: Table, key: bytes) -> Started:
    """Deal, once every seat is taken."""
    for seat, plan in enumerate(table.setup.seats):
        if plan.kind != "bot" and seat not in table.sitters:
            raise Refused("illegal", f"seat {seat + 1} is still free: wait, give it to a bot, or remove it")
    players = len(table.setup.seats)
    deal = _deal(table, key)
    first = table.setup.first
    return Started.of(_names(table), secrets.randbelow(players) if first is None else first, deal)


def _deal(table: Table, key: bytes) -> Deal:
    if not table.deal_key:
        return table.kind.shuffle(None)
    # The same name deals the same cards on this server, and nobody else can compute them.
    return table.kind.shuffle(hmac.new(key, table.deal_key.encode(), hashlib.sha256).hexdigest())


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
    _gathering(table)
    if seat >= len(table.setup.seats):
        raise Refused("illegal", f"the table has {len(table.setup.seats)} seats")
    plan = table.setup.seats[seat]
    if plan.kind == "bot":
        raise Refused("illegal", "a bot has this seat")
    if plan.kind == "reserved" and plan.name and plan.name != guest.name and guest.id != table.owner:
        raise Refused("forbidden", f"this seat is kept for {plan.name}")
    if seat in table.sitters and table.sitters[seat].guest != guest.id:
        raise Refused("illegal", f"{table.sitters[seat].name} has this seat")
    return Sat(seat=seat, guest=guest.id, name=guest.name)


def _stand_up(table: Table, guest: Guest) -> StoodUp:
    _gathering(table)
    seat = table.seat_of(guest.id)
    if seat is None:
        raise Refused("illegal", "you have no seat at this table")
    return StoodUp(seat=seat)


def _act(table: Table, guest: Guest, command: Act) -> Acted:
    seat = _playing_seat(table, guest)
    position = table.position
    assert position is not None
    try:
        action = table.kind.parse_action(command.action)
    except Unreadable as error:
        raise Refused("unreadable", str(error)) from None
    # A hand is rearranged by its owner, at any time; everything else by whoever is on turn.
    actor = action.seat if isinstance(action, Rearrange) else position.turn
    if actor != seat:
        raise Refused("illegal", "it is not your turn" if actor == position.turn else "that is not your hand")
    if isinstance(action, Rearrange) and len(table.actions) >= MOST_ACTIONS:
        raise Refused("too-much", "this table has seen enough rearranging")
    try:
        position.apply(action)
    except IllegalAction as error:
        raise Refused("illegal", error.why) from None
    return Acted(action=str(action))


def _say(table: Table, guest: Guest, text: str) -> Said:
    seat = table.seat_of(guest.id)
    clean = " ".join(text.split())
    if not clean:
        raise Refused("unreadable", "there is nothing to say")
    if table.phase == "playing" and not table.uploaded:
        talk = table.kind.rules.talk if table.kind.rules else Talk.OPEN
        if seat is None:
            raise Refused("forbidden", "while the game runs, only the players talk")
        if talk is Talk.SILENT:
            raise Refused("forbidden", "at this table nobody talks while the game runs")
        if talk is Talk.REMARKS and clean not in REMARKS:
            raise Refused("forbidden", "at this table only the fixed remarks are allowed")
    elif table.phase == "gathering" and seat is None and guest.id != table.owner:
        raise Refused("forbidden", "take a seat to talk")
    return Said(guest=guest.id, name=guest.name, seat=seat, text=clean)


def _undo(table: Table, guest: Guest, command: Undo) -> UndoAsked | UndoAnswered:
    seat = table.seat_of(guest.id)
    if seat is None:
        raise Refused("forbidden", "you have no seat at this table")
    if not table.setup.undo:
        raise Refused("forbidden", "at this table moves are not taken back")
    if command.wish == "ask":
        if table.undo_to is None:
            raise Refused("illegal", "there is nothing to take back")
        if table.phase == "over":
            raise Refused("illegal", "the game is over, and everybody has seen all cards")
        if table.undo is not None:
            raise Refused("illegal", "somebody has asked already")
        return UndoAsked(seat=seat)
    if table.undo is None:
        raise Refused("late", "nobody asks for it any more")
    return UndoAnswered(seat=seat, agrees=command.wish == "agree")


def _playing_seat(table: Table, guest: Guest) -> Seat:
    if table.phase == "gathering":
        raise Refused("illegal", "the game has not started")
    if table.phase == "over":
        raise Refused("illegal", "the game is over")
    seat = table.seat_of(guest.id)
    if seat is None:
        raise Refused("forbidden", "you have no seat at this table")
    return seat


def _gathering(table: Table) -> None:
    if table.phase != "gathering":
        raise Refused("late", "the game has started")


def _owner(table: Table, guest: Guest) -> None:
    if guest.id != table.owner:
        raise Refused("forbidden", "only the one who set the table up may do this")
