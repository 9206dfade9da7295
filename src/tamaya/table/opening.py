"""The first entries of a table: a new game, a record to look at, or the same players once more."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tamaya.records import Record
from tamaya.table.commands import NAME_LENGTH, RULES_LENGTH, Guest, Refused, SeatPlan, Setup
from tamaya.table.decide import Chance, Decision, check_setup, start
from tamaya.table.entries import Acted, CoachChosen, Continued, Created, Entry, Sat, Started
from tamaya.table.table import Table


class Opening(NamedTuple):
    """The first entries of a log, and the table after them."""

    entries: tuple[Entry, ...]
    table: Table

    @classmethod
    def of(cls, table: str, *entries: Entry) -> Opening:
        """The opening of a table, by its id."""
        return cls(entries, Table.replay(table, entries))


def open_table(table: str, setup: Setup, guest: Guest, *, sit: bool = True) -> Opening:
    """A new table, with the guest who sets it up on its first free seat, unless they do not want to sit."""
    created = Created(setup=check_setup(setup), owner=guest.id)
    free = [seat for seat, plan in enumerate(created.setup.seats) if plan.kind != "bot" and sit]
    return Opening.of(table, created, *(Sat(seat=at, guest=guest.id, name=guest.name) for at in free[:1]))


def start_at_once(opening: Opening, chance: Chance) -> Opening:
    """The same opening, with the game started at once."""
    entry = start(opening.table, chance)
    return Opening((*opening.entries, entry), opening.table.fold(entry))


def open_record(table: str, record: Record, guest: Guest, origin: str = "tamaya") -> Opening:
    """A table at which a record can be looked at; ``origin`` is the program that wrote it."""
    return Opening.of(table, *record_entries(record, guest, origin))


def record_entries(record: Record, guest: Guest, origin: str = "tamaya") -> tuple[Entry, ...]:
    """The log of a table that shows a record."""
    if len(record.rules) > RULES_LENGTH:
        raise Refused("too-much", "refused.rules-too-long")
    seats = tuple(SeatPlan(kind="reserved", name=name[:NAME_LENGTH]) for name in record.names)
    setup = Setup(rules=record.rules, seats=seats, detail="deduced", conventions=record.conventions)
    created = Created(
        setup=setup,
        owner=guest.id,
        uploaded=True,
        origin=origin,
        taken_back=record.taken_back,
        coached=record.coached,
        stood_in=record.stood_in,
        ended_early=record.ended_early,
    )
    dealt = Started.of(record.names, record.first, record.deal)
    return created, dealt, *(Acted(action=action) for action in record.actions)


def continue_table(table: Table, guest: Guest, following: str, chance: Chance) -> tuple[Decision, Opening]:
    """After the end, a new table for the same players, and the entry that leads them there. A guest who plays
    with bots alone is dealt the cards at once; several people meet in the lobby, each on their seat. Each has
    as much help from the coach as before."""
    if table.phase != "over" or table.uploaded:
        raise Refused("illegal", "refused.not-over")
    seat = table.need_seat(guest.id)
    if table.following:
        raise Refused("late", "refused.gone-on")
    created = Created(setup=replace(table.setup, deal="", first=None), owner=guest.id)
    staying = {at: sitter for at, sitter in table.sitters.items() if at not in table.company.gone}
    seated = [Sat(seat=at, guest=sitter.id, name=sitter.name) for at, sitter in staying.items()]
    helped = [
        CoachChosen(seat=at, level=level)
        for at in sorted(staying)
        if (level := table.coach_level(at)) != "off"
    ]
    opening = Opening.of(following, created, *seated, *helped)
    if len(table.sitters) == 1:
        opening = start_at_once(opening, chance)
    entry = Continued(table=following, seat=seat)
    return Decision(entry, table.fold(entry)), opening
