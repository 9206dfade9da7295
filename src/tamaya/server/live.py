"""A table in memory with the clients that follow it, and what each of them is sent."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from enum import IntEnum

from pydantic import BaseModel

from tamaya.knowledge import Detail
from tamaya.rules import Seat
from tamaya.server.messages import (
    Moment,
    MovedMessage,
    PresenceMessage,
    SaidInfo,
    SaidMessage,
    SeatInfo,
    TableInfo,
    TableMessage,
    TableRow,
    ThinkingMessage,
    UndoInfo,
)
from tamaya.server.serialize import Shown, rules_info, show
from tamaya.table import Guest, Refused, Said, SeatPlan, Table, Variation, least
from tamaya.table.table import UndoQuestion

QUEUE_LENGTH = 200
"""Messages that may wait for a slow client before it is let go; it comes back by its sequence number."""
SAID_LENGTH = 100
FRESH_SECONDS = 20


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
    """As it is after its latest entry; the next entry puts another one in its place."""
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
        [events] = table.turns(turn - 1, turn)
        texts: dict[tuple[Seat | None, bool, Detail], str] = {}
        for client in self.clients:
            detail = least(client.detail, table.setup.detail)
            key = (table.seat_of(client.guest_id), client.blind, detail)
            if key not in texts:
                shown = self._show(client)
                texts[key] = "" if shown is None else MovedMessage(
                    type="moved",
                    seq=table.seq,
                    action=action,
                    view=shown.view,
                    insight=shown.insight,
                    events=events,
                    reason=table.reason(turn),
                ).model_dump_json()  # fmt: skip
            if texts[key]:
                client.send(texts[key])

    def tell_said(self) -> None:
        """Send everybody what was said last."""
        said = _said_info(self.table.said[-1])
        self._tell(SaidMessage(type="said", seq=self.table.seq, said=said))

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
        shown = self._show(client)
        return TableMessage(
            type="table",
            seq=table.seq,
            table=self._info(client),
            view=shown and shown.view,
            insight=shown and shown.insight,
            turns=() if shown is None or seen == table.seq else table.turns(0, len(table.actions)),
            said=tuple(map(_said_info, table.said[-SAID_LENGTH:])),
        )

    def moment(self, turn: int, guest: Guest | None, detail: Detail) -> Moment:
        """The game at one turn, as a guest may know it."""
        table = self.table
        if table.position is None:
            raise Refused("illegal", "refused.not-started")
        if not 0 <= turn <= len(table.actions):
            raise Refused("missing", "refused.so-many-actions", actions=len(table.actions))
        view = table.view_for(guest.id if guest else None, turn)
        if view is None:
            raise Refused("forbidden", "refused.nothing-to-see")
        shown = show(view, least(detail, table.setup.detail))
        turns = table.turns(turn - 1, turn) if turn else ()
        return Moment(turn=turn, view=shown.view, insight=shown.insight, turns=turns)

    def row(self, guest: Guest | None, changed: str) -> TableRow:
        """The table in a list."""
        table = self.table
        seat = table.seat_of(guest.id) if guest else None
        info = rules_info(table.setup.rules)
        free = [plan.kind == "open" and at not in table.sitters for at, plan in enumerate(table.setup.seats)]
        return TableRow(
            id=table.id,
            rules=info.text,
            title=str(info.title),
            phase=table.phase,
            names=table.names or tuple(sitter.name for sitter in table.sitters.values()),
            free=sum(free) if table.phase == "gathering" else 0,
            your_turn=seat is not None and table.turn == seat,
            score=getattr(table.position and table.position.result, "score", None),
            points=info.points or None,
            changed=changed,
        )

    def _show(self, client: Client) -> Shown | None:
        """What a client may know now, as its screen shows it."""
        table = self.table
        if client.blind and table.seat_of(client.guest_id) is None:
            return None
        view = table.view_for(client.guest_id)
        return None if view is None else show(view, least(client.detail, table.setup.detail))

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
            actions=table.actions,
            undo=_undo_info(table.undo) if table.undo else None,
            following=table.following,
            uploaded=table.uploaded,
            notes=client.notes,
            reasons={str(turn): said for turn in table.reasons if (said := table.reason(turn))},
        )

    def _online(self) -> tuple[bool, ...]:
        seated = {self.table.seat_of(client.guest_id) for client in self.clients}
        return tuple(plan.kind == "bot" or seat in seated for seat, plan in enumerate(self.table.setup.seats))

    def _tell(self, message: BaseModel) -> None:
        text = message.model_dump_json()
        for client in self.clients:
            client.send(text)


def variation_moment(table: Table, variation: Variation, detail: Detail) -> Moment:
    """Where a variation has come to, with what each of its actions caused."""
    shown = show(variation.view, least(detail, table.setup.detail))
    return Moment(turn=variation.turn, view=shown.view, insight=shown.insight, turns=variation.turns)


def _undo_info(question: UndoQuestion) -> UndoInfo:
    return UndoInfo(asker=question.asker, agreed=tuple(sorted(question.agreed)))


def _said_info(said: Said) -> SaidInfo:
    return SaidInfo(name=said.name, seat=said.seat, text=said.text)


def _name(table: Table, seat: int, plan: SeatPlan) -> str:
    return table.sitters[seat].name if seat in table.sitters else plan.name
