"""What a command leads to: the next entry of the log and the table after it, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from textwrap import shorten
from typing import NamedTuple, assert_never

from tamaya.bots import BOT_NAMES, DEFAULT_BOTS, Choice, find_bot
from tamaya.bots.partner.styles import DEFAULT, check_book
from tamaya.records import AnyAction, Kind, game_kind
from tamaya.rules import REMARKS, Deal, Seat, Talk, UnknownName, seat_letter
from tamaya.rules.names import is_name
from tamaya.table import absence, commands
from tamaya.table.coaching import allow_coach, choose_coach
from tamaya.table.commands import NAME_LENGTH, Act, Actor, BotSeat, Command, Guest, Refused, Setup, refusing
from tamaya.table.entries import (
    Acted,
    Arranged,
    Entry,
    Renamed,
    Said,
    Sat,
    Started,
    StoodUp,
    TalkClosed,
    UndoAnswered,
    UndoAsked,
)
from tamaya.table.table import Table
from tamaya.words import Message, Reader, say_all, sentences

MOST_ACTIONS = 1_000
"""After so many, hands are not rearranged any more; nothing else can go on for ever."""
MOST_TAKE_BACKS = 500
"""In one game; no log and no record grows for ever."""
REASON_LENGTH = 400
CONVENTION_LENGTH, MOST_CONVENTIONS = 40, 6
"""The longest id of a convention that an entry holds, and how many of them."""


class Decision(NamedTuple):
    """The entry that a command leads to, and the table after it."""

    entry: Entry
    table: Table


@dataclass(frozen=True, slots=True)
class Chance:
    """All that chance decides, handed in by the shell that keeps the table."""

    deal: Callable[[Table], Deal]
    """Shuffles the cards for a table that is about to start."""
    first: Callable[[Table], int]
    """Picks the seat that begins at such a table."""


def decide(
    table: Table,
    actor: Actor,
    command: Command,
    chance: Chance | None = None,
    present: Collection[int] | None = None,
) -> Decision:
    """What a command leads to; only a start needs ``chance``. ``present`` are the seats of people who are
    here, for questions to all of them; None where all are."""
    if isinstance(command, Act | Choice):
        return _act(table, _playing_seat(table, actor), command, stand_in=_standing_in(table, actor))
    if isinstance(actor, BotSeat):
        raise Refused("forbidden", "refused.bots-only-move")
    entry: Entry
    match command:
        case commands.Sit(seat=seat):
            entry = _sit(table, actor, seat)
        case commands.StandUp():
            entry = absence.leave(table, actor) if table.phase == "playing" else _stand_up(table, actor)
        case commands.Arrange(setup=setup):
            _check_host(table, actor)
            entry = Arranged(setup=check_setup(setup))
        case commands.Start():
            _check_host(table, actor)
            assert chance is not None, "the cards of a game are dealt by the shell"
            entry = start(table, chance)
        case commands.Say(text=text):
            entry = _say(table, actor, text)
        case commands.Undo():
            entry = _undo(table, actor, command)
        case commands.ChooseCoach():
            entry = choose_coach(table, actor, command)
        case commands.AllowCoach():
            entry = allow_coach(table, actor, command)
        case commands.AskAll():
            here = table.people if present is None else present
            entry = absence.ask_all(table, actor, command, here)
        case commands.HandBack(seat=seat):
            entry = absence.hand_back(table, actor, seat)
        case commands.Pause(paused=paused):
            entry = absence.pause(table, actor, paused=paused)
        case commands.Nudge():
            entry = absence.nudge(table, actor)
        case _:
            assert_never(command)
    return Decision(entry, table.fold(entry))


def start(table: Table, chance: Chance) -> Started:
    """Deal, once every seat is taken."""
    for seat, plan in enumerate(table.setup.seats):
        if plan.kind != "bot" and seat not in table.sitters:
            raise Refused("illegal", "refused.seat-free", seat=seat_letter(Seat(seat)))
    first = table.setup.first
    begins = chance.first(table) if first is None else first
    return Started.of(_names(table), begins, chance.deal(table))


def _standing_in(table: Table, actor: Actor) -> str:
    """The bot that acts for a player who is away; empty if it is none."""
    stand_in = table.company.stand_ins.get(actor.seat) if isinstance(actor, BotSeat) else None
    return stand_in.bot if stand_in else ""


def _act(table: Table, seat: Seat, command: Act | Choice[AnyAction], *, stand_in: str) -> Decision:
    """The action is parsed and applied here and nowhere else: the next table holds where it led."""
    assert table.position is not None
    with refusing():
        move = Choice(table.kind.parse_action(command.action)) if isinstance(command, Act) else command
    # A hand is rearranged by its owner, at any time; all else is done by the seat on turn.
    mover = table.actor(move.action)
    if mover != seat:
        raise Refused("illegal", "refused.not-your-turn" if mover == table.turn else "refused.not-your-hand")
    if table.kind.named_seat(move.action) is not None and len(table.actions) >= MOST_ACTIONS:
        raise Refused("too-much", "refused.enough-rearranging")
    with refusing():
        position = table.position.apply(move.action)
    reason, secret = (_fitting(said, table) for said in (move.reason, move.secret))
    acted = Acted(
        action=str(move.action),
        reason=reason,
        secret=secret,
        conventions=_named(move.conventions),
        stand_in=stand_in,
    )
    return Decision(acted, table.fold_applied(acted, mover, position))


def _fitting(said: tuple[Message, ...], table: Table) -> tuple[Message, ...]:
    """What a bot says, as long as an entry may be: more than that is cut off, and kept as an English text."""
    text = say_all(said, Reader(names=table.names))
    if len(text) <= REASON_LENGTH and len(repr(said)) <= 10 * REASON_LENGTH:
        return said
    return sentences(shorten(text, REASON_LENGTH))


def _named(conventions: tuple[str, ...]) -> tuple[str, ...]:
    """The conventions that a bot names, as far as an entry has room for them."""
    return tuple(name for name in conventions if len(name) <= CONVENTION_LENGTH)[:MOST_CONVENTIONS]


def _playing_seat(table: Table, actor: Actor) -> Seat:
    if table.phase == "gathering":
        raise Refused("illegal", "refused.not-started")
    if table.phase == "over":
        raise Refused("illegal", "refused.over")
    if table.company.paused_by is not None:
        raise Refused("illegal", "refused.paused", who=table.names[table.company.paused_by])
    return actor.seat if isinstance(actor, BotSeat) else table.need_seat(actor.id)


def _names(table: Table) -> tuple[str, ...]:
    """A different name for each seat: guests keep theirs, and a bot with the name of a guest yields."""
    names = {seat: guest.name for seat, guest in sorted(table.sitters.items())}
    for seat, name in names.items():
        names[seat] = free_name(name, {other for at, other in names.items() if at < seat})
    planned = {plan.name for plan in table.setup.seats if plan.kind == "bot"}
    spare = iter([name for name in BOT_NAMES if name not in planned | set(names.values())])
    for seat, plan in enumerate(table.setup.seats):
        if seat not in names:
            names[seat] = free_name(plan.name or next(spare), set(names.values()))
    return tuple(names[seat] for seat in sorted(names))


def free_name(wanted: str, taken: Collection[str]) -> str:
    """A name that no other at the table has: the second Ann is "Ann 2". Capitals make no difference."""
    used = {name.casefold() for name in taken}
    name, number = wanted, 2
    while name.casefold() in used:
        ending = f" {number}"
        name, number = wanted[: NAME_LENGTH - len(ending)].rstrip() + ending, number + 1
    return name


def _name_at(table: Table, guest: Guest) -> str:
    """What a guest is called at a table: the name that they chose, unless another guest there has it."""
    return free_name(guest.name, {other.name for other in table.sitters.values() if other.id != guest.id})


def rename(table: Table, guest: Guest) -> Decision | None:
    """A guest has another name: what it changes at a table where they sit; None if nothing. After the end
    a game keeps the names that it ended with."""
    seat = table.seat_of(guest.id)
    if seat is None or table.phase == "over":
        return None
    # At a running game the name must differ from those of bots, too.
    others = {name for at, name in enumerate(table.names) if at != seat}
    name = free_name(guest.name, others) if table.names else _name_at(table, guest)
    if name == _seat_name(table, seat):
        return None
    entry = Renamed(seat=seat, name=name)
    return Decision(entry, table.fold(entry))


def close_talk(table: Table, *, closed: bool) -> Decision | None:
    """Whoever runs the server closes the talk, or opens it again; None where it is so already."""
    if table.talk_closed == closed:
        return None
    entry = TalkClosed(closed=closed)
    return Decision(entry, table.fold(entry))


def _sit(table: Table, guest: Guest, seat: int) -> Sat:
    _check_gathering(table)
    if seat >= len(table.setup.seats):
        raise Refused("illegal", "refused.seat-count", seats=len(table.setup.seats))
    plan = table.setup.seats[seat]
    if plan.kind == "bot":
        raise Refused("illegal", "refused.bot-has-seat")
    if plan.kind == "reserved" and plan.name and plan.name != guest.name and guest.id != table.owner:
        raise Refused("forbidden", "refused.seat-kept", name=plan.name)
    if seat in table.sitters and table.sitters[seat].id != guest.id:
        raise Refused("illegal", "refused.seat-taken", name=table.sitters[seat].name)
    return Sat(seat=seat, guest=guest.id, name=_name_at(table, guest))


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
    if table.talk_closed:
        raise Refused("forbidden", "refused.talk-closed")
    if table.phase == "playing" and not table.uploaded:
        if seat is None:
            raise Refused("forbidden", "refused.players-talk")
        if table.kind.talk is Talk.SILENT:
            raise Refused("forbidden", "refused.silent")
        if table.kind.talk is Talk.REMARKS and clean not in REMARKS:
            raise Refused("forbidden", "refused.remarks-only")
    elif table.phase == "gathering" and seat is None and guest.id != table.owner:
        raise Refused("forbidden", "refused.sit-to-talk")
    name = _watcher_name(table, guest) if seat is None else _seat_name(table, seat)
    return Said(guest=guest.id, name=name, seat=seat, text=clean)


def _watcher_name(table: Table, guest: Guest) -> str:
    """What a guest without a seat is called: no player here has the same name."""
    return free_name(guest.name, table.names or [sitter.name for sitter in table.sitters.values()])


def _seat_name(table: Table, seat: Seat) -> str:
    return table.names[seat] if table.names else table.sitters[seat].name


def _undo(table: Table, guest: Guest, command: commands.Undo) -> UndoAsked | UndoAnswered:
    seat = table.need_seat(guest.id)
    if table.deal_key:
        raise Refused("forbidden", "refused.undo-named-deal")
    if not table.setup.undo:
        raise Refused("forbidden", "refused.no-undo")
    if command.wish == "ask":
        return _ask_undo(table, seat, command.to)
    if table.undo is None:
        raise Refused("late", "refused.question-withdrawn")
    if command.wish == "withdraw" and seat != table.undo.asker:
        raise Refused("forbidden", "refused.not-your-question")
    return UndoAnswered(seat=seat, agrees=command.wish == "agree")


def _ask_undo(table: Table, seat: Seat, expected: int | None) -> UndoAsked:
    if table.undo_to is None:
        raise Refused("illegal", "table.nothing-to-undo")
    if table.phase == "over":
        raise Refused("illegal", "refused.undo-over")
    if table.undo is not None:
        raise Refused("illegal", "refused.asked-already")
    if expected is not None and expected != table.undo_to:
        raise Refused("late", "refused.moved-on")
    if len(table.taken_back) >= MOST_TAKE_BACKS:
        raise Refused("too-much", "refused.enough-taken-back")
    return UndoAsked(seat=seat)


def _check_gathering(table: Table) -> None:
    if table.phase != "gathering":
        raise Refused("late", "refused.started")


def _check_host(table: Table, guest: Guest) -> None:
    _check_gathering(table)
    if guest.id != table.owner:
        raise Refused("forbidden", "refused.owner-only")


def check_setup(setup: Setup) -> Setup:
    """A setup whose rules, seats and bots go together, with the rules text in its short form."""
    book = _checked_book(setup.conventions)
    with refusing():
        kind = game_kind(setup.rules)
        seats = tuple(_checked_plan(plan, kind, len(setup.seats)) for plan in setup.seats)
        kind.hand_size(len(seats))
    if setup.first is not None and setup.first >= len(setup.seats):
        raise Refused("illegal", "refused.first-seat")
    # Others may be playing the same cards, so a named deal has no spectators while it runs.
    named = bool(setup.deal.strip())
    spectators = "none" if named else setup.spectators
    if all(plan.kind == "bot" for plan in setup.seats) and spectators == "none":
        raise Refused("illegal", "refused.unseen-bots")
    names = [plan.name for plan in setup.seats if plan.name]
    if not all(map(is_name, names)):
        raise Refused("unreadable", "refused.name-letters")
    if len(set(names)) < len(names):
        raise Refused("illegal", "refused.same-name")
    undo = setup.undo and not named
    return replace(
        setup,
        rules=kind.text,
        seats=seats,
        spectators=spectators,
        undo=undo,
        conventions=book if kind.rules else "",
    )


def _checked_book(name: str) -> str:
    """A book of conventions, the usual one where none is named."""
    try:
        check_book(name or DEFAULT)
    except UnknownName as error:
        raise Refused("unreadable", error.message) from None
    return name or DEFAULT


def _checked_plan(plan: commands.SeatPlan, kind: Kind, seats: int) -> commands.SeatPlan:
    """The plan of a seat, with the usual bot where none is named, if that bot can play here."""
    if plan.kind != "bot":
        return plan
    bot = find_bot(plan.bot or DEFAULT_BOTS[kind.game], kind.game)
    bot.check(kind.rules, seats)
    return replace(plan, bot=bot.name)
