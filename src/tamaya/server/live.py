"""A table in memory with the clients that follow it, and what each of them is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from pydantic import BaseModel

from tamaya.records import AnyView
from tamaya.rules import Seat
from tamaya.server.decide import Guest, Refused
from tamaya.server.messages import (
    Detail,
    EventInfo,
    Moment,
    MovedMessage,
    PresenceMessage,
    SaidMessage,
    SeatInfo,
    SeatPlan,
    TableInfo,
    TableMessage,
    TableRow,
    ThinkingMessage,
    UndoInfo,
)
from tamaya.server.present import event_info, rules_info, view_info
from tamaya.server.table import Table

QUEUE_LENGTH = 200
"""Messages that may wait for a slow client before it is let go; it comes back by its sequence number."""
SAID_LENGTH = 100
FRESH_SECONDS = 20
_DETAILS: tuple[Detail, ...] = ("nothing", "told", "deduced")


class CloseCode(IntEnum):
    """Why a socket is closed, as its protocol numbers it."""

    NOTHING_HERE = 1008
    COME_BACK = 1013


@dataclass(eq=False, slots=True)
class Client:
    """A connection to a table."""

    guest: Guest | None
    detail: Detail = "told"
    notes: dict[str, str] = field(default_factory=dict)
    blind: bool = False
    """Whether it sees nothing here without a seat: its guest plays, or might play, these cards elsewhere."""
    queue: asyncio.Queue[str | CloseCode] = field(default_factory=lambda: asyncio.Queue(QUEUE_LENGTH))

    @property
    def guest_id(self) -> str | None:
        """Who it is, as the log knows them."""
        return self.guest.id if self.guest else None

    def send(self, message: BaseModel | str) -> None:
        """Queue a message; a client that does not read is let go."""
        text = message if isinstance(message, str) else message.model_dump_json()
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.let_go()

    def let_go(self, code: CloseCode = CloseCode.COME_BACK) -> None:
        """End the connection once what waits has been sent."""
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(code)


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory, with its clients."""

    table: Table
    clients: set[Client] = field(default_factory=set)
    sockets: int = 0
    """How many hold on to it, those included who have not yet said hello."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bot: asyncio.Task[None] | None = None
    touched: float = 0.0
    """When its row in lists was written last."""

    def is_stale(self) -> bool:
        """Whether the lists of tables should hear again that something goes on here; not at every move."""
        now = time.monotonic()
        if now - self.touched < FRESH_SECONDS:
            return False
        self.touched = now
        return True

    def tell_table(self) -> None:
        """Send everybody the whole table."""
        for client in self.clients:
            client.send(self.table_message(client, seen=0))

    def tell_move(self, action: str) -> None:
        """Send everybody a move; each different view is worked out and written once."""
        table = self.table
        assert table.position is not None
        turn = len(table.actions)
        events = _events(table, turn - 1, turn)
        texts: dict[tuple[Seat | None, bool, Detail], str] = {}
        for client in self.clients:
            detail = least(client.detail, table.setup.detail)
            key = (table.seat_of(client.guest_id), client.blind, detail)
            if key not in texts:
                view = self._view(client)
                texts[key] = "" if view is None else MovedMessage(
                    type="moved",
                    seq=table.seq,
                    action=action,
                    view=view_info(view, detail),
                    events=events,
                    reason=table.reason(turn),
                ).model_dump_json()  # fmt: skip
            if texts[key]:
                client.send(texts[key])

    def tell_said(self) -> None:
        """Send everybody what was said last."""
        self._tell(SaidMessage(type="said", seq=self.table.seq, said=self.table.said[-1]))

    def tell_presence(self) -> None:
        """Send everybody who is here."""
        seats = [self.table.seat_of(client.guest_id) for client in self.clients]
        self._tell(PresenceMessage(type="presence", online=self._online(), watching=seats.count(None)))

    def tell_thinking(self, seat: Seat) -> None:
        """Send everybody that a bot takes its time."""
        self._tell(ThinkingMessage(type="thinking", seat=seat))

    def table_message(self, client: Client, *, seen: int) -> TableMessage:
        """The whole table as a client may know it; a client that has seen all of it gets no events again."""
        table = self.table
        view = self._view(client)
        return TableMessage(
            type="table",
            seq=table.seq,
            table=self._info(client),
            view=None if view is None else view_info(view, least(client.detail, table.setup.detail)),
            events=() if view is None or seen == table.seq else _events(table, 0, len(table.actions)),
            said=tuple(table.said[-SAID_LENGTH:]),
        )

    def moment(self, turn: int, guest: Guest | None, detail: Detail) -> Moment:
        """The game at one turn, as a guest may know it."""
        table = self.table
        if table.position is None:
            raise Refused("illegal", "the game has not started")
        if not 0 <= turn <= len(table.actions):
            raise Refused("missing", f"the game has {len(table.actions)} actions")
        view = table.view(table.at(turn), guest.id if guest else None)
        if view is None:
            raise Refused("forbidden", "this table shows nothing to spectators")
        return Moment(
            turn=turn,
            view=view_info(view, least(detail, table.setup.detail)),
            events=_events(table, turn - 1, turn) if turn else (),
        )

    def row(self, guest: Guest | None, changed: str) -> TableRow:
        """The table in a list."""
        table = self.table
        seat = table.seat_of(guest.id) if guest else None
        info = rules_info(table.setup.rules)
        free = [plan.kind == "open" and at not in table.sitters for at, plan in enumerate(table.setup.seats)]
        return TableRow(
            id=table.id,
            rules=info.text,
            title=info.title,
            phase=table.phase,
            names=table.names or tuple(sitter.name for sitter in table.sitters.values()),
            free=sum(free) if table.phase == "gathering" else 0,
            your_turn=seat is not None and table.turn == seat,
            score=getattr(table.position and table.position.result, "score", None),
            points=info.points or None,
            changed=changed,
        )

    def _view(self, client: Client) -> AnyView | None:
        """What a client may know now."""
        table = self.table
        if table.position is None or (client.blind and table.seat_of(client.guest_id) is None):
            return None
        return table.view(table.position, client.guest_id)

    def _info(self, client: Client) -> TableInfo:
        table = self.table
        online = self._online()
        return TableInfo(
            id=table.id,
            phase=table.phase,
            setup=table.setup,
            rules=rules_info(table.setup.rules),
            seats=tuple(
                SeatInfo(
                    kind=plan.kind,
                    name=table.names[seat] if table.names else _name(table, seat, plan),
                    bot=plan.bot,
                    taken=plan.kind == "bot" or seat in table.sitters,
                    online=online[seat],
                )
                for seat, plan in enumerate(table.setup.seats)
            ),
            seat=table.seat_of(client.guest_id),
            owner=client.guest_id is not None and client.guest_id == table.owner,
            first=table.first if table.position else None,
            actions=tuple(table.actions),
            undo=table.undo and UndoInfo(asker=table.undo[0], agreed=tuple(sorted(table.undo[1]))),
            following=table.following,
            uploaded=table.uploaded,
            notes=client.notes,
            reasons={str(turn): words for turn in table.reasons if (words := table.reason(turn))},
        )

    def _online(self) -> tuple[bool, ...]:
        seated = {self.table.seat_of(client.guest_id) for client in self.clients}
        return tuple(plan.kind == "bot" or seat in seated for seat, plan in enumerate(self.table.setup.seats))

    def _tell(self, message: BaseModel) -> None:
        text = message.model_dump_json()
        for client in self.clients:
            client.send(text)


def least(wanted: Detail, allowed: Detail) -> Detail:
    """What a screen asks for, at most what the table allows."""
    return min(wanted, allowed, key=_DETAILS.index)


def _events(table: Table, since: int, until: int) -> tuple[EventInfo, ...]:
    """What the actions after ``since`` up to ``until`` caused."""
    assert table.position is not None
    history = table.position.history
    shown: Iterable[EventInfo | None] = (
        event_info(event, turn)
        for turn in range(since + 1, until + 1)
        for event in history[table.seen[turn - 1] : table.seen[turn]]
    )
    return tuple(info for info in shown if info is not None)


def _name(table: Table, seat: int, plan: SeatPlan) -> str:
    return table.sitters[seat].name if seat in table.sitters else plan.name
