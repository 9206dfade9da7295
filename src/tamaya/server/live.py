"""A table in memory with the clients that follow it, and what each of them is sent."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

from pydantic import BaseModel

from tamaya import andrewz, knowledge
from tamaya.knowledge import Detail, Insight
from tamaya.records import AnyView
from tamaya.rules import Seat
from tamaya.server import messages
from tamaya.server.catalogue import rules_info
from tamaya.server.database import now
from tamaya.table.commands import Guest, Refused
from tamaya.table.entries import Said
from tamaya.table.news import News
from tamaya.table.table import Table
from tamaya.table.variations import Variation

QUEUE_LENGTH = 200
"""Messages that may wait for a slow client before it is let go; it comes back by its sequence number."""
SAID_LENGTH = 100
NEWS_LENGTH = 100
FRESH_SECONDS = 20


class CloseCode(IntEnum):
    """Why a socket is closed, as its protocol numbers it."""

    NOTHING_HERE = 1008
    COME_BACK = 1013


def show(view: AnyView, detail: Detail) -> tuple[AnyView, Insight | None]:
    """A view with as much about hidden cards as the screen shows, and what it implies in the co-operative
    game."""
    if isinstance(view, andrewz.View):
        return view, None
    insight = knowledge.insight(view, detail)
    return knowledge.without_marks(view) if detail == "nothing" else view, insight


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
    left: dict[str, datetime] = field(default_factory=dict)
    """guest: when their last connection to this process ended"""
    uncertain: bool = False
    """Whether an entry may be in the log of which this copy does not know."""
    preparing: Seat | None = None
    """The seat of a bot that cannot think yet, because something is still being compiled."""

    def is_stale(self) -> bool:
        """Whether the lists of tables should hear again that something goes on here; not at every move."""
        at = time.monotonic()
        if at - self.touched < FRESH_SECONDS:
            return False
        self.touched = at
        return True

    def tell_table(self) -> None:
        """Send all clients the whole table."""
        for client in self.clients:
            self.send_table(client, seen=0)

    def send_table(self, client: Client, *, seen: int) -> None:
        """Send a client the whole table, and for which bot it waits longer than usual."""
        client.send(self.table_message(client, seen=seen))
        if self.preparing is not None:
            client.send(messages.ThinkingMessage(seat=self.preparing, preparing=True))

    def tell_move(self, action: str) -> None:
        """Send all clients a move; each different view is worked out and written once."""
        table = self.table
        turn = len(table.actions)
        [events] = table.turns(turn - 1, turn)
        texts: dict[tuple[Seat | None, bool, Detail], str] = {}
        for client in self.clients:
            detail = table.setup.allowed_detail(client.detail)
            key = (table.seat_of(client.guest_id), client.blind, detail)
            if key not in texts:
                view, insight = self._show(client)
                texts[key] = "" if view is None else messages.MovedMessage(
                    seq=table.seq,
                    action=action,
                    view=view,
                    insight=insight,
                    events=events,
                    reason=table.reason(turn),
                    conventions=table.cited.get(turn, ()),
                    undo_to=self._undo_to(client),
                ).model_dump_json()  # fmt: skip
            if texts[key]:
                client.send(texts[key])

    def tell_said(self) -> None:
        """Send all clients what was said last."""
        said = _said_info(self.table.said[-1])
        self._tell(messages.SaidMessage(seq=self.table.seq, said=said))

    def tell_refused(self, refused: Refused) -> None:
        """Send all clients what no client is to blame for."""
        why = refused.message
        self._tell(messages.ErrorMessage(code=refused.code, sentence=str(why), message=why))

    def tell_presence(self) -> None:
        """Send all clients who is here."""
        message = messages.PresenceMessage(
            online=self._online(), away_since=self._away_since(), watching=self._watching()
        )
        self._tell(message)

    def part(self, client: Client) -> None:
        """A client has gone, perhaps the last one of its guest."""
        self.clients.discard(client)
        if client.guest_id is not None and self.table.seat_of(client.guest_id) is not None:
            self.left[client.guest_id] = now()
        self.tell_presence()

    def meet(self, id: str, guest: Guest | None) -> None:
        """A guest was changed by an administrator; one who is no more has no windows here either."""
        for client in [client for client in self.clients if client.guest_id == id]:
            if guest is None:
                client.let_go()
            else:
                client.guest = guest

    def tell_thinking(self, seat: Seat, *, preparing: bool = False) -> None:
        """Send all clients that a bot takes its time; the first time, because it is being prepared."""
        self.preparing = seat if preparing else None
        self._tell(messages.ThinkingMessage(seat=seat, preparing=preparing))

    def table_message(self, client: Client, *, seen: int) -> messages.TableMessage:
        """The whole table as a client may know it; a client that has seen all of it gets no events again."""
        table = self.table
        view, insight = self._show(client)
        return messages.TableMessage(
            seq=table.seq,
            detail=table.setup.allowed_detail(client.detail),
            table=self._info(client),
            view=view,
            insight=insight,
            turns=() if view is None or seen == table.seq else table.turns(0, len(table.actions)),
            said=tuple(map(_said_info, table.said[-SAID_LENGTH:])),
        )

    def moment(self, turn: int, guest: Guest | None, detail: Detail) -> messages.Moment:
        """The game at one turn, as a guest may know it."""
        table = self.table
        if table.position is None:
            raise Refused("illegal", "refused.not-started")
        view = table.view_for(guest.id if guest else None, turn)
        if view is None:
            raise Refused("forbidden", "refused.nothing-to-see")
        view, insight = show(view, table.setup.allowed_detail(detail))
        turns = table.turns(turn - 1, turn) if turn else ()
        return messages.Moment(turn=turn, view=view, insight=insight, turns=turns)

    def row(self, guest: Guest | None, changed: str) -> messages.TableRow:
        """The table in a list."""
        table = self.table
        seat = table.seat_of(guest.id) if guest else None
        info = rules_info(table.setup.rules)
        free = [plan.kind == "open" and at not in table.sitters for at, plan in enumerate(table.setup.seats)]
        return messages.TableRow(
            id=table.id,
            rules=info.text,
            title=str(info.title),
            phase=table.phase,
            uploaded=table.uploaded,
            deal=table.setup.deal.strip(),
            names=table.names or tuple(sitter.name for sitter in table.sitters.values()),
            free=sum(free) if table.phase == "gathering" else 0,
            your_turn=seat is not None and table.turn == seat,
            score=getattr(table.position and table.position.result, "score", None),
            points=info.points or None,
            taken_back=table.moves_taken_back,
            coached=bool(table.coached),
            changed=changed,
        )

    def _show(self, client: Client) -> tuple[AnyView | None, Insight | None]:
        """What a client may know now, as its screen shows it."""
        table = self.table
        view = table.view_for(client.guest_id)
        if view is None or (client.blind and table.seat_of(client.guest_id) is None):
            return None, None
        return show(view, table.setup.allowed_detail(client.detail))

    def _info(self, client: Client) -> messages.TableInfo:
        table = self.table
        online, away = self._online(), self._away_since()
        return messages.TableInfo(
            id=table.id,
            phase=table.phase,
            setup=table.setup,
            rules=rules_info(table.setup.rules),
            seats=tuple(
                messages.SeatInfo(
                    kind=plan.kind,
                    name=self._name(seat),
                    bot=plan.bot,
                    taken=plan.kind == "bot" or seat in table.sitters,
                    online=online[seat],
                    away_since=away[seat],
                    coach=table.coach_level(seat),
                    coached=seat in table.coached,
                )
                for seat, plan in enumerate(table.setup.seats)
            ),
            seat=table.seat_of(client.guest_id),
            owner=client.guest_id is not None and client.guest_id == table.owner,
            first=table.first if table.position else None,
            actions=table.actions,
            undo=table.undo,
            undo_to=self._undo_to(client),
            taken_back=table.moves_taken_back,
            conventions=table.conventions,
            no_coach=table.coach_obstacle,
            coach_refused=table.coach_refuser,
            news=tuple(map(_news_info, table.news[-NEWS_LENGTH:])),
            watching=self._watching(),
            following=table.following,
            follower=table.follower,
            uploaded=table.uploaded,
            notes=client.notes,
            reasons={str(turn): said for turn in table.reasons if (said := table.reason(turn))},
            cited={str(turn): named for turn, named in table.cited.items()},
        )

    def _name(self, seat: int) -> str:
        table = self.table
        if table.names:
            return table.names[seat]
        return table.sitters[seat].name if seat in table.sitters else table.setup.seats[seat].name

    def _online(self) -> tuple[bool, ...]:
        seated = {self.table.seat_of(client.guest_id) for client in self.clients}
        return tuple(plan.kind == "bot" or seat in seated for seat, plan in enumerate(self.table.setup.seats))

    def _away_since(self) -> tuple[str | None, ...]:
        online, sitters = self._online(), self.table.sitters
        left = [self.left.get(sitters[seat].id) if seat in sitters else None for seat in range(len(online))]
        return tuple(
            at.isoformat() if at and not here else None for at, here in zip(left, online, strict=True)
        )

    def _watching(self) -> int:
        """How many people look on; several windows of one guest are one person."""
        seated = self.table.seat_of
        known = {client.guest_id for client in self.clients if client.guest_id is not None}
        strangers = sum(client.guest_id is None for client in self.clients)
        return strangers + sum(seated(guest) is None for guest in known)

    def _undo_to(self, client: Client) -> int | None:
        seated = self.table.seat_of(client.guest_id) is not None
        return self.table.undo_offer if seated else None

    def _tell(self, message: BaseModel) -> None:
        text = message.model_dump_json()
        for client in self.clients:
            client.send(text)


def variation_moment(table: Table, variation: Variation, detail: Detail) -> messages.Moment:
    """Where a variation has come to, with what each of its actions caused."""
    view, insight = show(variation.view, table.setup.allowed_detail(detail))
    return messages.Moment(turn=variation.turn, view=view, insight=insight, turns=variation.turns)


def _news_info(news: News) -> messages.NewsInfo:
    return messages.NewsInfo(turn=news.turn, message=news.message)


def _said_info(said: Said) -> messages.SaidInfo:
    return messages.SaidInfo(name=said.name, seat=said.seat, text=said.text)
