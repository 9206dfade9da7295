"""All live tables of this process: messages become entries, entries are stored and then told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine
from textwrap import shorten

from pydantic import ValidationError

from tamaya.bots import Choice
from tamaya.records import Record
from tamaya.server import metrics
from tamaya.server.decide import Guest, Refused, TableCommand, create, decide, start
from tamaya.server.entries import Acted, Continued, Created, Entry, Said, Sat, Started
from tamaya.server.live import Client, LiveTable
from tamaya.server.messages import Detail, SeatPlan, Setup, Sit, Start
from tamaya.server.store import Append, Conflict, Store, new_id
from tamaya.server.table import Phase, Table
from tamaya.server.workers import BotPool

log = logging.getLogger("tamaya.hub")

CACHED_TABLES = 2_000
_ID = re.compile(r"[A-Za-z0-9_-]{1,22}")
SECOND_TRY = 1.0
"""Seconds until a bot's turn that failed is tried again."""
REASON_LENGTH = 400


class Hub:
    """The tables, by id. A table's log is the truth; what is here is a copy of it."""

    def __init__(self, store: Store, bots: BotPool, *, bot_delay: float = 0.8) -> None:
        self.store = store
        self.bots = bots
        self.bot_delay = bot_delay
        self.key = b""
        """Of named deals."""
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._named_deals = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up the games that were going on: their bots may be due."""
        self.key = await self.store.secret("named-deals")
        for table in await self.store.running_tables():
            self._wake_bot(await self.live(table))

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [live.bot for live in self._tables.values() if live.bot] + list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Tables.

    async def live(self, table: str) -> LiveTable:
        """A table by its id, from memory or from its log."""
        if not _ID.fullmatch(table):
            raise Refused("missing", "there is no such table")
        if table not in self._tables:
            entries = await self.store.load(table)
            if not entries:
                raise Refused("missing", "there is no such table")
            if table not in self._tables:  # Nobody was faster while we read.
                self._wake_bot(self._keep(_fold(table, entries)))
        self._tables.move_to_end(table)
        return self._tables[table]

    async def create(self, setup: Setup, guest: Guest, *, begin: bool) -> str:
        """Set a table up, with its maker on the first free seat, and start it if asked to."""
        created = create(setup, guest)
        table = Table.of(new_id(), created)
        more: list[Entry] = []
        free = [seat for seat, plan in enumerate(created.setup.seats) if plan.kind != "bot"]
        if free:
            more.append(Sat(seat=free[0], guest=guest.id, name=guest.name))
            table.fold(more[-1])
        async with self._fair(table, guest if begin else None):
            if begin:
                more.append(start(table, self.key))
                table.fold(more[-1])
            await self.store.create(table.id, created, more, table.phase, table.deal_key)
        self._wake_bot(self._keep(table))
        return table.id

    async def bring(self, record: Record, guest: Guest) -> str:
        """Set up a table at which a record can be looked at."""
        seats = tuple(SeatPlan(kind="reserved", name=name[:24]) for name in record.names)
        try:
            setup = Setup(rules=record.rules, seats=seats, detail="deduced")
        except ValidationError:
            raise Refused("too-much", "the rules of this record are too long for a table") from None
        created = Created(setup=setup, owner=guest.id, uploaded=True)
        more: list[Entry] = [
            Started.of(record.names, record.first, record.deal),
            *(Acted(action=action) for action in record.actions),
        ]
        table = _fold(new_id(), [created, *more])
        await self.store.create(table.id, created, more, "over")
        self._keep(table)
        return table.id

    def _keep(self, table: Table) -> LiveTable:
        live = self._tables[table.id] = LiveTable(table)
        for idle in list(self._tables)[: max(0, len(self._tables) - CACHED_TABLES)]:
            if not self._tables[idle].sockets and self._tables[idle].bot is None:
                del self._tables[idle]
        return live

    # What clients do.

    async def greet(self, live: LiveTable, client: Client, seen: int, detail: Detail) -> None:
        """Send the table to a client that has come or come back, and let it follow from now on."""
        client.detail = detail
        client.blind = await self._is_blind(live.table, client.guest)
        if client.guest:
            client.notes = await self.store.notes(live.table.id, client.guest.id)
        live.clients.add(client)
        client.send(live.table_message(client, seen=seen))
        live.tell_presence()

    def leave(self, live: LiveTable, client: Client) -> None:
        """A client has gone."""
        live.clients.discard(client)
        live.tell_presence()

    async def command(self, table: str, guest: Guest, command: TableCommand, seen: int | None = None) -> int:
        """Let a message take effect: on disk first, then for everybody to see. Returns its number."""
        live = await self.live(table)
        watched = guest if isinstance(command, Sit | Start) else None
        async with live.lock, self._fair(live.table, watched):
            if seen is not None and seen < live.table.moved:
                raise Refused("late", "the table has moved on")
            entry = decide(live.table, guest, command, self.key)
            return await self._append(live, entry, guest.id if isinstance(entry, Sat) else None)

    async def again(self, table: str, guest: Guest) -> int:
        """After the end, lead everybody to a new table of the same kind."""
        live = await self.live(table)
        async with live.lock:
            old = live.table
            if old.phase != "over" or old.uploaded:
                raise Refused("illegal", "the game is not over")
            if old.seat_of(guest.id) is None:
                raise Refused("forbidden", "you have no seat at this table")
            if old.following:
                raise Refused("late", "the others have gone to a new table already")
            setup = old.setup.model_copy(update={"deal": "", "first": None})
            created = Created(setup=setup, owner=guest.id)
            more: list[Entry] = [
                Sat(seat=seat, guest=sitter.guest, name=sitter.name) for seat, sitter in old.sitters.items()
            ]
            fresh = _fold(new_id(), [created, *more])
            await self.store.create(fresh.id, created, more, fresh.phase)
            self._keep(fresh)
            return await self._append(live, Continued(table=fresh.id), None)

    async def note(self, live: LiveTable, client: Client, card: int, text: str) -> None:
        """Keep a private note on a card."""
        if client.guest is None or live.table.seat_of(client.guest.id) is None:
            raise Refused("forbidden", "you have no seat at this table")
        text = text.replace("\0", "")  # PostgreSQL cannot keep it.
        await self.store.set_note(live.table.id, client.guest.id, card, text)
        notes = {**client.notes, str(card): text} if text else _without(client.notes, str(card))
        for window in live.clients:
            if window.guest_id == client.guest.id:
                window.notes = notes
                if window is not client:
                    window.send(live.table_message(window, seen=live.table.seq))

    # Named deals: the same cards at several tables.

    async def check_sight(self, live: LiveTable, guest: Guest | None) -> None:
        """Refuse what would show a guest the cards of a game that they are playing elsewhere."""
        if live.table.phase == "over" and await self._is_blind(live.table, guest):
            raise Refused("forbidden", "this deal is being played elsewhere: wait until that game is over")

    async def _is_blind(self, table: Table, guest: Guest | None) -> bool:
        """Whether a guest without a seat may see nothing here. Somebody unknown might be anybody."""
        if not table.deal_key or (guest is not None and table.seat_of(guest.id) is not None):
            return False
        played = await self.store.tables_with_deal(table.deal_key, guest.id if guest else None)
        return table.phase != "over" or "playing" in played.values()

    @contextlib.asynccontextmanager
    async def _fair(self, table: Table, guest: Guest | None) -> AsyncIterator[None]:
        """Let a guest sit down or start a game with a named deal, if nobody at the table knows it already."""
        if guest is None or not table.deal_key:
            yield
            return
        async with self._named_deals:
            for player in {guest.id, *(sitter.guest for sitter in table.sitters.values())}:
                if await self.store.tables_with_deal(table.deal_key, player):
                    whose = "you have" if player == guest.id else "somebody here has"
                    raise Refused("illegal", f"{whose} played this deal already; choose another name for it")
            yield

    async def _open_eyes(self, live: LiveTable) -> None:
        """After the end of a named deal, those who watched may see it, unless they play it elsewhere."""
        for client in [client for client in live.clients if client.blind]:
            client.blind = await self._is_blind(live.table, client.guest)
            client.send(live.table_message(client, seen=0))

    # The log.

    async def _append(self, live: LiveTable, entry: Entry, member: str | None) -> int:
        table = live.table
        phase = _phase(table, entry)
        touch = phase != table.phase or not isinstance(entry, Acted) or live.is_stale()
        with metrics.APPEND_SECONDS.time():
            try:
                await self.store.append(
                    Append(table.id, table.seq + 1, entry, phase, touch, member, table.deal_key)
                )
            except Conflict:
                await self._catch_up(live)
                raise Refused("late", "the table has moved on") from None
        self._take(live, entry)
        return table.seq

    def hear(self, table: str, seq: int) -> None:
        """Some process, perhaps this one, says that a table has moved."""
        live = self._tables.get(table)
        if live is not None and live.table.seq < seq:
            self._run(self._heard(live, seq))

    def missed(self) -> None:
        """Other processes may have moved any table while nobody could tell us."""
        self._run(self._look_at_all())

    async def _look_at_all(self) -> None:
        for live in list(self._tables.values()):
            async with live.lock:
                await self._catch_up(live)

    async def _heard(self, live: LiveTable, seq: int) -> None:
        async with live.lock:
            if live.table.seq < seq:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        for entry in await self.store.load(live.table.id, live.table.seq):
            self._take(live, entry, ours=False)

    def _take(self, live: LiveTable, entry: Entry, *, ours: bool = True) -> None:
        """Fold an entry that is on disk, and tell everybody."""
        live.table.fold(entry)
        match entry:
            case Acted(action=action):
                metrics.MOVES.inc()
                live.tell_move(action)
                if live.table.phase == "over":
                    live.tell_table()
                    self._run(self._open_eyes(live))
            case Said():
                live.tell_said()
            case _:
                live.tell_table()
        self._wake_bot(live, ours=ours)

    # Bots.

    def _wake_bot(self, live: LiveTable, *, ours: bool = True) -> None:
        """Let the bot on turn think, if there is one and it does not think already. After another process's
        move that process sees to it, and we step in only if it does not."""
        if live.bot is None and live.table.waits_for_bot:
            live.bot = asyncio.create_task(self._play_bots(live, ours=ours))

    async def _play_bots(self, live: LiveTable, *, ours: bool) -> None:
        try:
            while live.table.waits_for_bot:
                try:
                    moved = live.table.moved
                    if not ours:
                        await asyncio.sleep(self.bots.limit + self.bot_delay + SECOND_TRY)
                    if live.table.moved == moved:
                        await self._play_bot(live)
                        ours = True
                except Exception:
                    # The table would wait for ever: try again, less eagerly.
                    log.exception("a bot's turn failed")
                    await asyncio.sleep(SECOND_TRY)
        finally:
            live.bot = None

    async def _play_bot(self, live: LiveTable) -> None:
        table = live.table
        turn, position, moved = table.turn, table.position, table.moved
        assert turn is not None
        assert position is not None
        await asyncio.sleep(self.bot_delay)
        live.tell_thinking(turn)
        bot = table.setup.seats[turn].bot
        choice = await self.bots.act(bot, f"seat {turn}", position.view(turn, table.names))
        async with live.lock:
            if table.moved == moved:
                with contextlib.suppress(Refused):
                    await self._append(live, _acted(choice), None)

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _fold(table: str, entries: list[Entry]) -> Table:
    first = entries[0]
    assert isinstance(first, Created)
    folded = Table.of(table, first)
    for entry in entries[1:]:
        folded.fold(entry)
    return folded


def _phase(table: Table, entry: Entry) -> Phase:
    """Where the table will stand after an entry."""
    match entry:
        case Started():
            return "playing"
        case Acted(action=action):
            assert table.position is not None
            return "over" if table.position.apply(table.kind.parse_action(action)).over else "playing"
        case _:
            return table.phase


def _acted(choice: Choice) -> Acted:
    reason, secret = (shorten(text, REASON_LENGTH) for text in (choice.reason, choice.secret))
    return Acted(action=str(choice.action), reason=reason, secret=secret)


def _without(notes: dict[str, str], card: str) -> dict[str, str]:
    return {key: text for key, text in notes.items() if key != card}
