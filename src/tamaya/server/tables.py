"""All live tables of this process: messages become entries, entries are stored and then told."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Iterator
from math import inf

from tamaya.knowledge import Detail
from tamaya.records import Record
from tamaya.rules import Deal
from tamaya.server import metrics
from tamaya.server.database import DATABASE_FAULTS, describe, new_id
from tamaya.server.live import Client, CloseCode, LiveTable
from tamaya.server.log_reader import BrokenLog, Quarantine, fold_log, fold_more
from tamaya.server.log_writer import GONE, Append, Conflict, Notice, NotKnown, NotStored
from tamaya.server.store import Store
from tamaya.server.workers import BotPool
from tamaya.table.coaching import Advice, consult
from tamaya.table.commands import Act, BotSeat, Guest, GuestCommand, Refused, Setup, Sit, Start
from tamaya.table.decide import Chance, Decision, decide, rename
from tamaya.table.entries import Acted, Said
from tamaya.table.opening import Opening, continue_table, open_record, open_table, start_at_once
from tamaya.table.players import SeatedBot
from tamaya.table.table import Table

log = logging.getLogger("tamaya.tables")

CACHED_TABLES = 2_000
_ID = re.compile(r"[A-Za-z0-9_-]{1,22}")
RENAME_TRIES = 5
SECOND_TRY = 1.0
"""Seconds until a bot's turn that failed is tried again."""
SWEEP_PAUSE = 0.01
"""Seconds between two tables that are looked at after a start."""
MOST_WOKEN = 50
"""Tables whose bots are woken at once after a start."""
SETTLE_SECONDS = 0.5
"""Seconds between two tries to learn what became of an entry."""


def chance(key: bytes) -> Chance:
    """What chance decides at a table of a server; ``key`` is the server's own, for named deals."""
    return Chance(deal=lambda table: deal(table, key), first=lambda table: _first(table, key))


def _first(table: Table, key: bytes) -> int:
    """Who begins, if the setup leaves it open: a named deal is begun by the same seat at every table."""
    seats = len(table.setup.seats)
    if not table.deal_key:
        return secrets.randbelow(seats)
    lot = hmac.new(key, f"first/{table.deal_key}".encode(), hashlib.sha256).digest()
    return int.from_bytes(lot) % seats


def deal(table: Table, key: bytes) -> Deal:
    """The cards for a table that is about to start: a fresh shuffle, or those of a named deal."""
    if not table.deal_key:
        return table.kind.shuffle(None)
    # The same name deals the same cards on this server, and only the server can compute them.
    return table.kind.shuffle(hmac.new(key, table.deal_key.encode(), hashlib.sha256).hexdigest())


class LiveTables:
    """The tables, by id. A table's log is the truth; what is here is a copy of it."""

    def __init__(self, store: Store, bots: BotPool, *, bot_delay: float = 0.8) -> None:
        self.store = store
        self.bots = bots
        self.bot_delay = bot_delay
        self.key = b""
        """Of named deals."""
        self._banned: frozenset[str] = frozenset()
        self.is_open = False
        """Whether requests can be served; a database may be away when the server starts."""
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._named_deals = asyncio.Lock()
        self._shows = asyncio.Semaphore(1)
        self._quarantine = Quarantine()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up the games that were going on: their bots may be due."""
        self.key = await self.store.secret("named-deals")
        self._banned = await self.store.banned()
        self._run(self._wake_all())
        self.is_open = True

    async def close(self) -> None:
        """Cancel background tasks."""
        tasks = [live.bot for live in self._tables.values() if live.bot] + list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        metrics.TABLES.dec(len(self._tables))

    # Tables.

    async def live(self, table: str) -> LiveTable:
        """A table by its id, from memory or from its log."""
        if not _ID.fullmatch(table):
            raise Refused("missing", "refused.no-such-table")
        if table not in self._tables:
            self._quarantine.check(table)
            stored = await self.store.log(table)
            if not stored:
                raise Refused("missing", "refused.no-such-table")
            if table not in self._tables:  # No other request was faster while this one read.
                with self._isolated(table):
                    self._take_up(fold_log(table, stored))
        self._tables.move_to_end(table)
        return self._tables[table]

    async def create(self, setup: Setup, guest: Guest, *, begin: bool, sit: bool = True) -> str:
        """Set a table up, with its maker on the first free seat if they ``sit``, and start it if asked to."""
        opening = open_table(new_id(), setup, guest, sit=sit)
        async with self._named_deal_guard(opening.table, guest if begin else None):
            if begin:
                opening = start_at_once(opening, chance(self.key))
            return await self._open(opening)

    async def bring(self, record: Record, guest: Guest, origin: str) -> str:
        """Set up a table at which a record can be looked at; ``origin`` is the program that wrote it."""
        return await self._open(open_record(new_id(), record, guest, origin))

    def check_guest(self, guest: Guest) -> None:
        """Refuse whatever a guest who is banned wants to change."""
        if guest.id in self._banned:
            raise Refused("forbidden", "refused.banned")

    def forget(self, table: str) -> None:
        """Let go of a table that was deleted or changed by others, and of all its clients."""
        self._quarantine.release(table)
        live = self._tables.pop(table, None)
        if live is None:
            return
        metrics.TABLES.dec()
        if live.bot is not None and live.bot is not asyncio.current_task():
            live.bot.cancel()
        for client in live.clients:
            client.let_go(CloseCode.NOTHING_HERE)

    async def _open(self, opening: Opening) -> str:
        await self.store.create(opening)
        metrics.TABLES_OPENED.inc()
        self._wake_bot(self._keep(opening.table))
        return opening.table.id

    def _take_up(self, table: Table) -> LiveTable:
        """Keep a table that was read, and see to its bot."""
        live = self._keep(table)
        self._wake_bot(live)
        if self.store.is_postgres:
            # Another process may have moved it, and told so, between the reading and now.
            self._run(self._follow([live]))
        return live

    async def _wake_all(self) -> None:
        """Look at all games that were going on, the latest first and a few at a time: bots may be due there.
        Where none is, the table is not kept."""
        thinking: set[asyncio.Task[None]] = set()
        while True:
            try:
                async for table in self.store.running_tables():
                    live = await self._wake_if_due(table)
                    if live is not None and live.bot is not None:
                        thinking.add(live.bot)
                    if len(thinking) >= MOST_WOKEN:
                        _, thinking = await asyncio.wait(thinking, return_when=asyncio.FIRST_COMPLETED)
                    await asyncio.sleep(SWEEP_PAUSE)
            except DATABASE_FAULTS as error:
                log.warning("the games that go on could not be read: %s", describe(error))
                await asyncio.sleep(SECOND_TRY)
            else:
                return

    async def _wake_if_due(self, table: str) -> LiveTable | None:
        if table in self._tables:
            return self._tables[table]
        stored = await self.store.log(table)
        with contextlib.suppress(BrokenLog), self._isolated(table):
            folded = await asyncio.to_thread(fold_log, table, stored)
            # It may have been opened, or deleted, while it was read.
            if folded.waits_for_bot and table not in self._tables and await self.store.has_table(table):
                return self._tables.get(table) or self._take_up(folded)
        return None

    def _keep(self, table: Table) -> LiveTable:
        if table.id not in self._tables:
            metrics.TABLES.inc()
        live = self._tables[table.id] = LiveTable(table)
        for idle in list(self._tables)[: max(0, len(self._tables) - CACHED_TABLES)]:
            if not self._tables[idle].sockets and self._tables[idle].bot is None:
                del self._tables[idle]
                metrics.TABLES.dec()
        return live

    # What clients do.

    async def greet(self, live: LiveTable, client: Client, seen: int, detail: Detail) -> None:
        """Send the table to a client that has come or come back, and let it follow from now on."""
        client.detail = detail
        client.blind = await self._is_blind(live.table, client.guest)
        if client.guest:
            client.notes = await self.store.notes(live.table.id, client.guest.id)
        live.clients.add(client)
        live.send_table(client, seen=seen)
        live.tell_presence()

    def leave(self, live: LiveTable, client: Client) -> None:
        """A client has gone."""
        live.part(client)

    async def command(self, table: str, guest: Guest, command: GuestCommand) -> int:
        """Let a command take effect: on disk first, then for all clients to see. Returns the number of its
        entry."""
        self.check_guest(guest)
        live = await self.live(table)
        watched = guest if isinstance(command, Sit | Start) else None
        async with self._settled(live), self._named_deal_guard(live.table, watched):
            if isinstance(command, Act) and command.seq < live.table.moved:
                raise Refused("late", "refused.moved-on")
            return await self._append(live, decide(live.table, guest, command, chance(self.key)))

    async def rename(self, guest: Guest) -> None:
        """A guest has another name: it reaches their windows, and their seats where the game is not over."""
        for live in self._tables.values():
            for client in live.clients:
                if client.guest_id == guest.id:
                    client.guest = guest
        for table in await self.store.unfinished_tables_of(guest.id):
            try:
                live = await self.live(table)
            except BrokenLog:
                continue
            async with self._settled(live):
                for _ in range(RENAME_TRIES):
                    decision = rename(live.table, guest)
                    if decision is None:
                        break
                    # If another process was faster, its entries have been folded, and this is tried again.
                    with contextlib.suppress(Refused):
                        await self._append(live, decision)

    async def again(self, table: str, guest: Guest) -> int:
        """After the end, lead the players to a new table of the same kind."""
        self.check_guest(guest)
        live = await self.live(table)
        async with self._settled(live):
            decision, opening = continue_table(live.table, guest, new_id(), chance(self.key))
            await self._open(opening)
            return await self._append(live, decision)

    async def note(self, live: LiveTable, client: Client, card: int, text: str) -> int:
        """Keep a private note on a card. Returns the number of the latest entry, which it does not change."""
        if client.guest is None or live.table.seat_of(client.guest.id) is None:
            raise Refused("forbidden", "refused.no-seat")
        self.check_guest(client.guest)
        text = text.replace("\0", "")  # PostgreSQL cannot keep it.
        await self.store.set_note(live.table.id, client.guest.id, card, text)
        notes = {key: kept for key, kept in {**client.notes, str(card): text}.items() if kept}
        for window in live.clients:
            if window.guest_id == client.guest.id:
                window.notes = notes
                if window is not client:
                    live.send_table(window, seen=live.table.seq)
        return live.table.seq

    async def coach(self, table: str, guest: Guest, seq: int, clue: str | None) -> Advice:
        """Let a player on turn ask the coach. That they use it is on disk, and told, before they are
        answered. The answer is for the position that they asked about."""
        live = await self.live(table)
        async with self._settled(live):
            if live.table.seq < seq:
                # The caller has heard of an entry from another process before this one has.
                await self._catch_up(live)
            if seq < live.table.moved:
                raise Refused("late", "refused.moved-on")
            asked = live.table
            question, entry = consult(asked, guest, clue)
            if entry is not None:
                await self._append(live, Decision(entry, asked.fold(entry)))
        advice = await self.bots.coach(question)
        if live.table.moved != asked.moved:
            raise Refused("late", "refused.moved-on")
        return advice

    # Named deals: the same cards at several tables.

    async def check_sight(self, live: LiveTable, guest: Guest | None) -> None:
        """Refuse what would show a guest the cards of a game that they are playing elsewhere."""
        if live.table.phase == "over" and await self._is_blind(live.table, guest):
            raise Refused("forbidden", "refused.played-elsewhere")

    async def _is_blind(self, table: Table, guest: Guest | None) -> bool:
        """Whether a guest without a seat may see nothing here. A guest without a key might be any player."""
        if not table.deal_key or (guest is not None and table.seat_of(guest.id) is not None):
            return False
        played = await self.store.tables_with_deal(table.deal_key, guest.id if guest else None)
        return table.phase != "over" or "playing" in played.values()

    @contextlib.asynccontextmanager
    async def _named_deal_guard(self, table: Table, guest: Guest | None) -> AsyncIterator[None]:
        """Let a guest sit down or start a named deal, if no player at the table knows it already."""
        if guest is None or not table.deal_key:
            yield
            return
        async with self._named_deals:
            for player in {guest.id, *(sitter.id for sitter in table.sitters.values())}:
                if await self.store.tables_with_deal(table.deal_key, player):
                    yours = player == guest.id
                    raise Refused("illegal", "refused.you-know-deal" if yours else "refused.deal-known")
            yield

    async def _show_to_spectators(self, live: LiveTable) -> None:
        """After the end of a named deal, those who watched may see it, unless they play it elsewhere."""
        for client in [client for client in live.clients if client.blind]:
            client.blind = await self._is_blind(live.table, client.guest)
            live.send_table(client, seen=0)

    # The log.

    async def _append(self, live: LiveTable, decision: Decision) -> int:
        """Write the entry; only then the table after it takes its place, and the clients are told."""
        entry, table = decision
        touch = table.phase != live.table.phase or not isinstance(entry, Acted) or live.is_stale()
        append = Append(table.id, table.seq, entry, table.phase, touch, table.deal_key)
        with metrics.APPEND_SECONDS.time():
            try:
                await self.store.append(append)
            except Conflict:
                await self._catch_up(live)
                raise Refused("late", "refused.moved-on") from None
            except NotStored:
                raise Refused("away", "refused.not-stored") from None
            except NotKnown:
                live.uncertain = True
                self._run(self._settle(live))
                raise Refused("unknown", "refused.not-known") from None
        try:
            self._put_in_place(live, decision)
        except Exception:
            # The entry is on disk, whatever comes of telling it: the clients come back and read it.
            log.exception("an entry could not be told")
            self.forget(table.id)
        return table.seq

    @contextlib.asynccontextmanager
    async def _settled(self, live: LiveTable) -> AsyncIterator[None]:
        """Let one at a time decide at a table, of which all is known."""
        async with live.lock:
            if live.uncertain:
                try:
                    await self._catch_up(live)
                except BrokenLog:
                    raise
                except Exception:
                    raise Refused("away", "refused.no-database") from None
            yield

    async def _settle(self, live: LiveTable) -> None:
        """Ask until it is known what became of an entry; then its clients are told how the table stands."""
        while live.uncertain and self._tables.get(live.table.id) is live:
            await asyncio.sleep(SETTLE_SECONDS)
            with contextlib.suppress(Refused):
                async with self._settled(live):
                    pass

    def hear(self, notice: Notice) -> None:
        """Some process, perhaps this one, says that a table has moved or was deleted, or that a guest was
        changed."""
        if notice.subject == "guest":
            self._run(self._learn(notice.name))
            return
        if notice.seq == GONE:
            self.forget(notice.name)
        live = self._tables.get(notice.name)
        if live is not None and live.table.seq < notice.seq:
            self._run(self._follow([live], notice.seq))

    def missed(self) -> None:
        """Other processes may have moved any table, or changed any guest, while no notice could reach this
        process."""
        self._run(self._follow(list(self._tables.values())))
        if self.is_open:
            self._run(self._learn())

    async def _learn(self, changed: str = "") -> None:
        """Read who is banned, and what has become of a guest whom an administrator changed."""
        try:
            self._banned = await self.store.banned()
            guest = await self.store.guest(changed) if changed else None
        except DATABASE_FAULTS as error:
            log.warning("who is banned could not be read: %s", describe(error))
            return
        if changed:
            for live in list(self._tables.values()):
                live.meet(changed, guest)

    async def _follow(self, moved: list[LiveTable], seq: float = inf) -> None:
        for live in moved:
            async with live.lock:
                if live.table.seq >= seq:
                    continue
                try:
                    await self._catch_up(live)
                except BrokenLog:
                    continue
                except Exception as error:
                    # When the database is back, it is asked about all tables.
                    log.warning("a table could not be read: %s", describe(error))

    async def _catch_up(self, live: LiveTable) -> None:
        """Fold what other processes have appended, and what this one may have."""
        stored = await self.store.log(live.table.id, live.table.seq)
        with self._isolated(live.table.id):
            for decision in fold_more(live.table, stored):
                self._put_in_place(live, decision, ours=False)
        if live.uncertain:
            live.uncertain = False
            live.tell_table()
            self._wake_bot(live)

    @contextlib.contextmanager
    def _isolated(self, table: str) -> Iterator[None]:
        """A log that cannot be read harms nothing but its own table."""
        try:
            yield
        except BrokenLog as broken:
            if table in self._tables:
                self._tables[table].tell_refused(broken)
            self.forget(table)
            self._quarantine.add(broken)
            raise

    def _put_in_place(self, live: LiveTable, decision: Decision, *, ours: bool = True) -> None:
        """Put the table after an entry that is on disk in its place, and tell all clients."""
        entry, live.table = decision
        match entry:
            case Acted(action=action):
                if ours:  # Otherwise the process that made it has counted it.
                    metrics.MOVES.inc()
                live.tell_move(action)
                if live.table.phase == "over":
                    live.tell_table()
                    self._run(self._show_to_spectators(live))
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
            while live.table.waits_for_bot and self._tables.get(live.table.id) is live:
                try:
                    moved = live.table.moved
                    if not ours:
                        await asyncio.sleep(self.bots.limit + self.bot_delay + SECOND_TRY)
                    if live.table.moved == moved:
                        await self._play_bot(live)
                        ours = True
                except Exception as error:
                    # The table would wait for ever: try again, less eagerly.
                    trace = not isinstance(error, (Refused, *DATABASE_FAULTS))
                    log.warning("a bot's turn failed: %s", describe(error), exc_info=trace)
                    await asyncio.sleep(SECOND_TRY)
                    with contextlib.suppress(*DATABASE_FAULTS):
                        if not await self.store.has_table(live.table.id):
                            self.forget(live.table.id)
        finally:
            live.bot = None

    async def _play_bot(self, live: LiveTable) -> None:
        table, turn = live.table, live.table.turn
        assert turn is not None
        seated = SeatedBot(table.id, turn, table.setup.seats[turn].bot, table.kind.game, table.conventions)
        if not self.bots.is_ready(seated):
            live.tell_thinking(turn, preparing=True)
            await self.bots.until_ready(seated)
        # Those who watch a show choose its speed themselves. One show moves at a time, so that guests who
        # play do not wait for it.
        async with self._shows if table.is_show else contextlib.nullcontext():
            await asyncio.sleep(0 if table.is_show else self.bot_delay)
            live.tell_thinking(turn)
            choice = await self.bots.act(seated, table.seat_view(turn))
        async with self._settled(live):
            # If the table has moved on meanwhile, the bot is asked again.
            if live.table.moved == table.moved:
                try:
                    await self._append(live, decide(live.table, BotSeat(turn), choice))
                except Refused as refused:
                    if refused.code in ("away", "unknown"):
                        raise

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
