"""A table in memory with the clients that follow it, and what each of them is sent."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from math import inf
from typing import Protocol

from pydantic import BaseModel

from tamaya.knowledge import Detail, Insight
from tamaya.records import AnyView
from tamaya.rules import Seat
from tamaya.server import messages
from tamaya.server.catalogue import rules_info
from tamaya.server.outside import CLOCK, Clock
from tamaya.server.showing import Showing, show
from tamaya.table.commands import Guest, Refused
from tamaya.table.entries import Said
from tamaya.table.news import News
from tamaya.table.table import Table
from tamaya.table.variations import Variation
from tamaya.words import Message

QUEUE_LENGTH = 200
"""Messages that may wait for a slow client before it is let go; it comes back by its sequence number."""
MOST_UNSENT = 1_000_000
"""The same in bytes, where messages go out at once."""
SAID_LENGTH = 100
NEWS_LENGTH = 100
FRESH_SECONDS = 20
PRESENCE_PAUSE = 0.25
PRESENCE_PAUSE_EACH = 0.002
"""Seconds between two messages about who is here: at least so many, and so many for each client."""
NUDGE_SECONDS = 60
RESTING = timedelta(days=30)
"""A game without any move for so long is listed apart, and calls no player to the table."""


class CloseCode(IntEnum):
    """Why a socket is closed, as its protocol numbers it."""

    NOTHING_HERE = 1008
    COME_BACK = 1013


class Line(Protocol):
    """A connection by which messages go out at once."""

    @property
    def unsent(self) -> int:
        """How many bytes wait because the client does not read them."""

    def push(self, text: str) -> bool:
        """Send a message; whether the connection is open."""


@dataclass(eq=False, slots=True)
class Client:
    """A connection to a table."""

    guest: Guest | None
    key: str = ""
    """The id of the key that its guest has shown."""
    detail: Detail = "told"
    notes: dict[str, str] = field(default_factory=dict)
    blind: bool = True
    """Whether a named deal stays closed to it without a seat: its guest plays, or might play, these cards
    elsewhere."""
    line: Line | None = None
    """By which messages go out at once; they are queued where there is none."""
    queue: asyncio.Queue[str | CloseCode] = field(default_factory=lambda: asyncio.Queue(QUEUE_LENGTH))
    leaving: bool = False
    """Whether it has been let go."""

    @property
    def guest_id(self) -> str | None:
        """Who it is, as the log knows them."""
        return self.guest.id if self.guest else None

    def send(self, message: BaseModel | str) -> None:
        """Send a message, or queue it; a client that does not read is let go."""
        if self.leaving:
            return
        text = message if isinstance(message, str) else message.model_dump_json()
        if self.line is not None and self.line.unsent <= MOST_UNSENT:
            self.line.push(text)
        elif self.line is not None or self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            self.let_go()
        else:
            self.queue.put_nowait(text)

    def let_go(self, code: CloseCode = CloseCode.COME_BACK) -> None:
        """End the connection once what waits has been sent."""
        self.leaving = True
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(code)


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in memory, with its clients."""

    table: Table
    """As it is after its latest entry; the next entry puts another one in its place."""
    clock: Clock = CLOCK
    clients: set[Client] = field(default_factory=set)
    sockets: int = 0
    """How many hold on to it, those included who have not yet said hello."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bot: asyncio.Task[None] | None = None
    touched: float = 0.0
    """When its row in lists was written last."""
    left: dict[str, datetime] = field(default_factory=dict)
    """guest: when their last connection to this process ended"""
    here: Counter[str | None] = field(default_factory=Counter)
    """guest: how many of the clients are theirs; None for those without a name"""
    told: messages.PresenceMessage | None = None
    """Who is here, as clients were told last."""
    telling: asyncio.TimerHandle | None = None
    """When they will be told again."""
    opened: float = field(init=False)
    """Since when this process knows the table, by the clock that only goes on, as all that follows."""
    signs: dict[str, float] = field(default_factory=dict)
    """guest: when they were last known to be here, by this process or another one"""
    resumed: float = -inf
    """When a pause ended last: time does not pass in it."""
    nudged: float = -inf
    """When the player on turn was reminded last."""
    uncertain: bool = False
    """Whether an entry may be in the log of which this copy does not know."""
    preparing: Seat | None = None
    """The seat of a bot that cannot think yet, because something is still being compiled."""

    def is_stale(self) -> bool:
        """Whether the lists of tables should hear again that something goes on here; not at every move."""
        at = self.clock.monotonic()
        if at - self.touched < FRESH_SECONDS:
            return False
        self.touched = at
        return True

    def __post_init__(self) -> None:
        self.opened = self.clock.monotonic()

    def join(self, client: Client) -> None:
        """A client follows the table from now on."""
        if client not in self.clients:
            self.clients.add(client)
            self.here[client.guest_id] += 1

    @property
    def present(self) -> frozenset[int]:
        """The seats of people who are connected to this process."""
        return frozenset(seat for seat, sitter in self.table.sitters.items() if sitter.id in self.here)

    def away(self, seat: int) -> timedelta:
        """How long the guest of a seat has been away for sure."""
        seen = self.signs.get(self.table.sitters[seat].id, -inf)
        return timedelta(seconds=self.clock.monotonic() - max(self.opened, self.resumed, seen))

    def take_nudge(self) -> bool:
        """Whether the player on turn may be reminded now."""
        return self.clock.monotonic() - self.nudged >= NUDGE_SECONDS

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
        showing = Showing(table)
        for client in self.clients:
            detail = table.setup.allowed_detail(client.detail)
            key = (table.seat_of(client.guest_id), client.blind, detail)
            if key not in texts:
                view, insight = self._show(client, showing)
                texts[key] = "" if view is None else messages.MovedMessage(
                    seq=table.seq,
                    action=action,
                    view=view,
                    insight=insight,
                    events=events,
                    reason=table.reason(turn),
                    conventions=table.cited.get(turn, ()),
                    stand_in=table.played_for.get(turn, ""),
                    undo_to=self._undo_to(client),
                ).model_dump_json()  # fmt: skip
            if texts[key]:
                client.send(texts[key])

    def tell_said(self) -> None:
        """Send all clients what was said last."""
        said = _said_info(self.table.said[-1])
        text = messages.SaidMessage(seq=self.table.seq, said=said).model_dump_json()
        for client in self.clients:
            if self.shows_to(client):
                client.send(text)

    def shows_to(self, client: Client) -> bool:
        """Whether a client may know anything of the game."""
        return not self._closed_to(client) and self.table.shows_to(client.guest_id)

    def _closed_to(self, client: Client) -> bool:
        """Whether a client must not see a named deal, even once it is over."""
        table = self.table
        dealt = bool(table.deal_key) and table.position is not None
        return dealt and client.blind and table.seat_of(client.guest_id) is None

    def tell_refused(self, refused: Refused) -> None:
        """Send all clients what no client is to blame for."""
        why = refused.message
        self._tell(messages.ErrorMessage(code=refused.code, sentence=str(why), message=why))

    def tell_presence(self) -> None:
        """Send all clients who is here, if that has changed; not more than a few times a second, and less
        often the more they are, since each of them hears of all others."""
        if self.telling is None:
            self._tell_presence()
            pause = max(PRESENCE_PAUSE, len(self.clients) * PRESENCE_PAUSE_EACH)
            self.telling = asyncio.get_running_loop().call_later(pause, self._tell_presence_again)

    def _tell_presence_again(self) -> None:
        """What has changed since it was told is told now, and what changes next a while later."""
        self.telling = None
        if self.told != self._presence():
            self.tell_presence()

    def _tell_presence(self) -> None:
        message = self._presence()
        if message != self.told:
            self.told = message
            self._tell(message)

    def _presence(self) -> messages.PresenceMessage:
        return messages.PresenceMessage(
            online=self._online(), away_since=self._away_since(), watching=self._watching()
        )

    def part(self, client: Client) -> None:
        """A client has gone, perhaps the last one of its guest."""
        if client in self.clients:
            self.clients.discard(client)
            self.here[client.guest_id] -= 1
            if not self.here[client.guest_id]:
                del self.here[client.guest_id]
        if client.guest_id is not None and self.table.seat_of(client.guest_id) is not None:
            self.left[client.guest_id] = self.clock.now()
            self.signs[client.guest_id] = self.clock.monotonic()
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
        view, insight = self._show(client, Showing(table))
        return messages.TableMessage(
            seq=table.seq,
            detail=table.setup.allowed_detail(client.detail),
            table=self._info(client),
            view=view,
            insight=insight,
            turns=() if view is None or seen == table.seq else table.turns(0, len(table.actions)),
            said=tuple(map(_said_info, self._said(client)[-SAID_LENGTH:])),
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

    def row(self, guest: Guest | None, changed: datetime) -> messages.TableRow:
        """The table in a list."""
        table = self.table
        seat = table.seat_of(guest.id) if guest else None
        # What a named deal came to is for those who played it, and for those who have looked at it.
        told = not table.deal_key or seat is not None
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
            your_turn=seat in table.voices and table.turn == seat and table.company.paused_by is None,
            gone=seat in table.company.gone,
            paused=table.company.paused_by is not None,
            resting=table.phase != "over"
            and not table.uploaded
            and _age(self.clock.now(), changed) > RESTING,
            ended_early=table.ended_early,
            stood_in=told and bool(table.played_for),
            score=getattr(table.position and table.position.result, "score", None) if told else None,
            points=info.points or None,
            taken_back=table.moves_taken_back if told else 0,
            coached=told and bool(table.coached),
            changed=changed.isoformat(),
        )

    def _is_resting(self, changed: datetime) -> bool:
        """Whether a game goes on that has not moved for long."""
        going = self.table.phase != "over" and not self.table.uploaded
        return going and _age(self.clock.now(), changed) > RESTING

    def _show(self, client: Client, showing: Showing) -> tuple[AnyView | None, Insight | None]:
        """What a client may know now, as its screen shows it."""
        if self._closed_to(client):
            return None, None
        return showing.show(client.guest_id, self.table.setup.allowed_detail(client.detail))

    def _info(self, client: Client) -> messages.TableInfo:
        table, open = self.table, self.shows_to(client)
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
                    stand_in=stand_in.bot if (stand_in := table.company.stand_ins.get(seat)) else "",
                    gone=seat in table.company.gone,
                    coached=seat in table.coached,
                )
                for seat, plan in enumerate(table.setup.seats)
            ),
            seat=table.seat_of(client.guest_id),
            owner=client.guest_id is not None and client.guest_id == table.owner,
            first=table.first if table.position else None,
            hidden=None if open else self._why_hidden(client),
            actions=table.actions if open else (),
            undo=table.undo if open else None,
            undo_to=self._undo_to(client),
            taken_back=table.moves_taken_back if open else 0,
            conventions=table.conventions,
            no_coach=table.coach_obstacle,
            coach_refused=table.coach_refuser,
            vote=_vote_info(table),
            paused=table.company.paused_by,
            nudged=table.company.nudged_by,
            ended_early=table.ended_early,
            news=tuple(map(_news_info, table.news[-NEWS_LENGTH:])) if open else (),
            watching=self._watching(),
            following=table.following,
            follower=table.follower,
            uploaded=table.uploaded,
            notes=client.notes,
            reasons={str(turn): said for turn in table.reasons if open and (said := table.reason(turn))},
            cited={str(turn): named for turn, named in table.cited.items() if open},
            stood_in={str(turn): bot for turn, bot in table.played_for.items() if open},
        )

    def _said(self, client: Client) -> tuple[Said, ...]:
        """What a client may read of what was said: words about cards are as good as the cards."""
        return self.table.said if self.shows_to(client) else self.table.said[: self.table.said_before]

    def _why_hidden(self, client: Client) -> Message:
        if self.table.phase != "over":
            return Message("refused.deal-runs" if self.table.deal_key else "refused.nothing-to-see")
        return Message("refused.played-elsewhere" if client.guest else "refused.deal-name-first")

    def _name(self, seat: int) -> str:
        table = self.table
        if table.names:
            return table.names[seat]
        return table.sitters[seat].name if seat in table.sitters else table.setup.seats[seat].name

    def _online(self) -> tuple[bool, ...]:
        sitters = self.table.sitters
        return tuple(
            plan.kind == "bot" or (seat in sitters and sitters[seat].id in self.here)
            for seat, plan in enumerate(self.table.setup.seats)
        )

    def _away_since(self) -> tuple[str | None, ...]:
        online, sitters = self._online(), self.table.sitters
        left = [self.left.get(sitters[seat].id) if seat in sitters else None for seat in range(len(online))]
        return tuple(
            at.isoformat() if at and not here else None for at, here in zip(left, online, strict=True)
        )

    def _watching(self) -> int:
        """How many people look on; several windows of one guest are one person."""
        seated = sum(sitter.id in self.here for sitter in self.table.sitters.values())
        known = len(self.here) - (None in self.here)
        return known - seated + self.here.get(None, 0)

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


def _vote_info(table: Table) -> messages.VoteInfo | None:
    vote = table.company.vote
    if vote is None:
        return None
    missing = tuple(seat for seat in vote.voters if seat not in vote.agreed)
    return messages.VoteInfo(
        matter=vote.matter, asker=vote.asker, about=vote.about, bot=vote.bot, missing=missing
    )


def _age(at: datetime, changed: datetime) -> timedelta:
    """SQLite gives times back without their zone."""
    return at - changed if changed.tzinfo else at.replace(tzinfo=None) - changed


def _news_info(news: News) -> messages.NewsInfo:
    return messages.NewsInfo(turn=news.turn, message=news.message)


def _said_info(said: Said) -> messages.SaidInfo:
    return messages.SaidInfo(name=said.name, seat=said.seat, text=said.text)
