"""All live tables of this process: messages become entries, entries are stored and then told."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Coroutine, Iterator, Sequence
from datetime import timedelta
from math import inf

from tamaya.knowledge import Detail
from tamaya.records import Record
from tamaya.rules import Deal
from tamaya.server import known_deals, metrics
from tamaya.server.database import DATABASE_FAULTS, describe
from tamaya.server.keys import cookie_name, is_valid
from tamaya.server.limits import PAYER, Allowances
from tamaya.server.live import Client, CloseCode, LiveTable
from tamaya.server.log_reader import BrokenLog, Quarantine, fold_log, fold_more, fold_steps, read_log
from tamaya.server.log_writer import GONE, Append, Conflict, Notice, NotKnown, NotStored
from tamaya.server.outside import CLOCK, LUCK, Clock, Luck
from tamaya.server.store import Store
from tamaya.server.turns import Asker, Turns
from tamaya.server.workers import BotPool
from tamaya.table.absence import stand_in, welcome
from tamaya.table.coaching import Advice, consult
from tamaya.table.commands import Act, BotSeat, Guest, GuestCommand, Nudge, Refused, Setup, Sit
from tamaya.table.decide import Chance, Decision, decide, rename
from tamaya.table.entries import Acted, CameBack, Entry, Nudged, Paused, Said, Started, StoodIn, VoteAsked
from tamaya.table.opening import Opening, continue_table, open_table, record_entries, start_at_once
from tamaya.table.players import SeatedBot
from tamaya.table.table import Table

log = logging.getLogger("tamaya.tables")

CACHED_TABLES = 2_000
_ID = re.compile(r"[A-Za-z0-9_-]{1,22}")
ENTRIES_A_SECOND = 5.0
MOST_ENTRIES = 100
"""How many entries a guest may add to one log in the long run, and in a row."""
RENAME_TRIES = 5
LONG_LOG = 200
"""Entries of a log that other processes may add to while it is folded."""
SLICE = 0.005
"""Seconds for which a log is folded at once."""
SECOND_TRY = 1.0
"""Seconds until a bot's turn that failed is tried again."""
SWEEP_PAUSE = 0.01
"""Seconds between two tables that are looked at after a start."""
MOST_WOKEN = 50
"""Tables whose bots are woken at once after a start."""
SETTLE_SECONDS = 0.5
"""Seconds between two tries to learn what became of an entry."""


def chance(key: bytes, luck: Luck = LUCK) -> Chance:
    """What chance decides at a table of a server; ``key`` is the server's own, for named deals."""
    return Chance(deal=lambda table: deal(table, key, luck), first=lambda table: _first(table, key, luck))


def _first(table: Table, key: bytes, luck: Luck) -> int:
    """Who begins, if the setup leaves it open: a named deal is begun by the same seat at every table."""
    seats = len(table.setup.seats)
    if not table.deal_key:
        return luck.below(seats)
    lot = hmac.new(key, f"first/{table.deal_key}".encode(), hashlib.sha256).digest()
    return int.from_bytes(lot) % seats


def deal(table: Table, key: bytes, luck: Luck = LUCK) -> Deal:
    """The cards for a table that is about to start: a fresh shuffle, or those of a named deal."""
    if not table.deal_key:
        return table.kind.shuffle(luck.shuffle_seed())
    # The same name deals the same cards on this server, and only the server can compute them.
    return table.kind.shuffle(hmac.new(key, table.deal_key.encode(), hashlib.sha256).hexdigest())


def _patience_of(live: LiveTable) -> int:
    """How long the bots of a table can wait: where people wait for them they come first, then games whose
    people are all away, and shows last."""
    if live.table.is_show:
        return 2
    return 0 if live.present else 1


class LiveTables:
    """The tables, by id. A table's log is the truth; what is here is a copy of it."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        *,
        bot_delay: float = 0.8,
        clock: Clock = CLOCK,
        luck: Luck = LUCK,
    ) -> None:
        self.store = store
        self.bots = bots
        self.bot_delay = bot_delay
        self._clock = clock
        self._luck = luck
        self.absence_seconds = 5.0
        """How often it is looked who has been away for long."""
        self.minute = timedelta(minutes=1)
        self.key = b""
        """Of named deals."""
        self.cookie = ""
        """The name of this server's cookie."""
        self._banned: frozenset[str] = frozenset()
        self.is_open = False
        """Whether requests can be served; a database may be away when the server starts."""
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._paces = Allowances(ENTRIES_A_SECOND, MOST_ENTRIES, clock=clock.monotonic)
        self._shows = Turns(1)
        self._folding = Turns(1)
        self._quarantine = Quarantine(clock.monotonic)
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up the games that were going on: their bots may be due."""
        self.key = await self.store.secret("named-deals")
        self.cookie = await cookie_name(self.store)
        self._banned = await self.store.banned()
        self._run(self._wake_all())
        self._run(self._watch_absences())
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
            with self._isolated(table):
                folded = await self._fold(table, read_log(table, stored))
                if len(stored) > LONG_LOG:
                    for _, after in fold_more(folded, await self.store.log(table, folded.seq)):
                        folded = after
            if table not in self._tables:  # No other request was faster while this one read.
                self._take_up(folded)
        self._tables.move_to_end(table)
        return self._tables[table]

    async def create(self, setup: Setup, guest: Guest, *, begin: bool, sit: bool = True) -> str:
        """Set a table up, with its maker on the first free seat if they ``sit``, and start it if asked to."""
        opening = open_table(self._luck.new_id(), setup, guest, sit=sit)
        if begin:
            opening = start_at_once(opening, self._chance())
        return await self._open(opening)

    async def bring(self, record: Record, guest: Guest, origin: str) -> str:
        """Set up a table at which a record can be looked at; ``origin`` is the program that wrote it."""
        table, entries = self._luck.new_id(), record_entries(record, guest, origin)
        return await self._open(Opening(entries, await self._fold(table, entries)))

    async def _fold(self, table: str, log: Sequence[Entry]) -> Table:
        """The table after all entries of its log, worked out in slices between which all else goes on. One
        log is folded at a time, in turn for those who wait for it."""
        payer = PAYER.get()
        async with self._folding.turn(Asker(payer.payer if payer else "")):
            began = self._clock.worked()
            for step in fold_steps(table, log):
                folded = step
                if self._clock.worked() - began > SLICE:
                    await asyncio.sleep(0)
                    began = self._clock.worked()
            return folded

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

    def _chance(self) -> Chance:
        return chance(self.key, self._luck)

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
        live = self._tables[table.id] = LiveTable(table, clock=self._clock)
        for idle in list(self._tables)[: max(0, len(self._tables) - CACHED_TABLES)]:
            if not self._tables[idle].sockets and self._tables[idle].bot is None:
                del self._tables[idle]
                metrics.TABLES.dec()
        return live

    # What clients do.

    async def greet(self, live: LiveTable, client: Client, seen: int, detail: Detail) -> None:
        """Send the table to a client that has come or come back, and let it follow from now on."""
        client.detail = detail
        client.blind = not await self._may_see(live.table, client.guest)
        if client.guest:
            client.notes = await self.store.notes(live.table.id, client.guest.id)
        if live.table.seq < seen:
            # The client has heard of entries of another process before this one has.
            async with live.lock:
                await self._catch_up(live)
        if client.guest:
            await self._welcome(live, client.guest.id)
        live.join(client)
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
        async with self._settled(live):
            if isinstance(command, Sit) and live.table.deal_key:
                await known_deals.check(self.store, live.table, guest.id)
            if isinstance(command, Act):
                if live.table.seq < command.seq:
                    await self._catch_up(live)
                if command.seq < live.table.moved:
                    raise Refused("late", "refused.moved-on")
            if isinstance(command, Nudge) and not live.take_nudge():
                raise Refused("busy", "refused.nudged-lately")
            decision = decide(live.table, guest, command, self._chance(), live.present)
            self._check_pace(table, guest)
            return await self._append(live, decision)

    def _check_pace(self, table: str, guest: Guest) -> None:
        """Refuse what a guest writes faster than people play and talk."""
        if not self._paces.take(f"{table}/{guest.id}"):
            raise Refused("too-much", "refused.messages-at-once")

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

    def sign_out(self, keys: Collection[str]) -> None:
        """Let go of the windows of devices that were signed out."""
        for live in self._tables.values():
            for client in live.clients:
                if client.key in keys:
                    client.let_go()

    async def check_key(self, client: Client) -> None:
        """Refuse a client whose key was signed out, perhaps by another process."""
        if client.key and not await is_valid(self.store, client.key):
            raise Refused("forbidden", "refused.signed-out")

    async def again(self, table: str, guest: Guest) -> int:
        """After the end, lead the players to a new table of the same kind."""
        self.check_guest(guest)
        live = await self.live(table)
        async with self._settled(live):
            decision, opening = continue_table(live.table, guest, self._luck.new_id(), self._chance())
            await self._open(opening)
            return await self._append(live, decision)

    async def note(self, live: LiveTable, client: Client, card: int, text: str) -> int:
        """Keep a private note on a card. Returns the number of the latest entry, which it does not change."""
        if client.guest is None or live.table.seat_of(client.guest.id) is None:
            raise Refused("forbidden", "refused.no-seat")
        self.check_guest(client.guest)
        self._check_pace(live.table.id, client.guest)
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
        table = live.table
        if table.deal_key and table.phase == "over" and not await self._may_see(table, guest):
            raise Refused("forbidden", "refused.played-elsewhere" if guest else "refused.deal-name-first")

    async def _may_see(self, table: Table, guest: Guest | None) -> bool:
        """Whether a named deal is open to a guest: to its players, and once it is over to guests who do not
        play it elsewhere, which they cannot do any more once they have seen it. A guest without a key might
        be any player."""
        if guest is None or not table.deal_key:
            return False
        if table.seat_of(guest.id) is not None:
            return True
        return table.phase == "over" and await known_deals.see(self.store, table, guest.id)

    async def _show_to_spectators(self, live: LiveTable) -> None:
        """After the end of a named deal, those who watched may see it, unless they play it elsewhere."""
        for client in [client for client in live.clients if not live.shows_to(client)]:
            client.blind = not await self._may_see(live.table, client.guest)
            if not client.blind:
                live.send_table(client, seen=0)

    # The log.

    async def _append(self, live: LiveTable, decision: Decision) -> int:
        """Write the entry; only then the table after it takes its place, and the clients are told."""
        entry, table = decision
        touch = table.phase != live.table.phase or not isinstance(entry, Acted) or live.is_stale()
        append = Append(table.id, table.seq, entry, table.phase, touch, table.deal_key)
        with metrics.APPEND_SECONDS.time():
            try:
                if isinstance(entry, Started) and table.deal_key:
                    await known_deals.start(self.store, table, append)
                else:
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
            while self._tables.get(live.table.id) is live:
                try:
                    async with live.lock:
                        if live.table.seq < seq:
                            await self._catch_up(live)
                    break
                except BrokenLog:
                    break
                except Exception as error:
                    # Its clients would hear nothing until the next notice.
                    log.warning("a table could not be read: %s", describe(error))
                    await asyncio.sleep(SECOND_TRY)

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
        before, (entry, live.table) = live.table, decision
        match entry:
            case Acted(action=action):
                if ours:  # Otherwise the process that made it has counted it.
                    metrics.MOVES.inc()
                live.tell_move(action)
                if live.table.phase == "over" or live.table.news != before.news:
                    live.tell_table()
            case Said():
                live.tell_said()
            case _:
                live.tell_table()
        self._note_absences(live, entry)
        if live.table.phase == "over" and before.phase != "over":
            self._run(self._show_to_spectators(live))
        self._wake_bot(live, ours=ours)

    # Players who are away.

    async def _welcome(self, live: LiveTable, guest: str) -> None:
        """A guest is here: what a bot plays for them is theirs again."""
        if welcome(live.table, guest) is None:
            return
        async with live.lock:
            entry = welcome(live.table, guest)
            if entry is not None:
                with contextlib.suppress(Refused):  # Another process was faster; its entry has been folded.
                    await self._append(live, Decision(entry, live.table.fold(entry)))

    def _note_absences(self, live: LiveTable, entry: Entry) -> None:
        """What an entry tells about who is here: by other processes to us, and by us to them."""
        match entry:
            case CameBack(seat=seat, by=by) if seat == by and seat in live.table.sitters:
                live.signs[live.table.sitters[seat].id] = self._clock.monotonic()
            case Acted() if (guest := live.table.sitters.get(live.table.actors[-1])) and not entry.stand_in:
                live.signs[guest.id] = self._clock.monotonic()
            case Paused(paused=False):
                live.resumed = self._clock.monotonic()
            case Nudged():
                live.nudged = self._clock.monotonic()
            case VoteAsked() | StoodIn():
                for guest_id in {client.guest_id for client in live.clients if client.guest_id}:
                    self._run(self._welcome(live, guest_id))
            case _:
                pass

    async def _watch_absences(self) -> None:
        """Where the setup says so, let bots play for those who have been away for long, while others wait."""
        while True:
            await asyncio.sleep(self.absence_seconds)
            for live in list(self._tables.values()):
                try:
                    await self._stand_in(live)
                except Exception:
                    log.exception("a bot could not stand in")

    async def _stand_in(self, live: LiveTable) -> None:
        """Let a bot play for the guest on turn, if it is time."""
        table = live.table
        if table.setup.stand_in != "after" or (turn := table.turn) not in table.voices or turn is None:
            return
        # Of guests who never came to this process, other processes may know better.
        known = not self.store.is_postgres or table.sitters[turn].id in live.left
        if not known or turn in live.present or not live.present & table.voices:
            return
        if live.away(turn) < self.minute * table.setup.stand_in_minutes:
            return
        async with live.lock:
            entry = stand_in(live.table, turn)
            if entry is not None:
                with contextlib.suppress(Refused):
                    await self._append(live, Decision(entry, live.table.fold(entry)))

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
                    if await self._is_deleted(live):
                        self.forget(live.table.id)
        finally:
            live.bot = None

    async def _is_deleted(self, live: LiveTable) -> bool:
        """Whether a table is known to be gone; while the database does not answer it is not."""
        try:
            return not await self.store.has_table(live.table.id)
        except Exception:
            return False

    async def _play_bot(self, live: LiveTable) -> None:
        table, turn = live.table, live.table.turn
        assert turn is not None
        seated = SeatedBot(table.id, turn, table.bot_at(turn), table.kind.game, table.conventions)
        if not self.bots.is_ready(seated):
            live.tell_thinking(turn, preparing=True)
            await self.bots.until_ready(seated)
        # Those who watch a show choose its speed themselves. One show moves at a time, so that guests who
        # play do not wait for it.
        asker = Asker(table.owner, table.id, rank=lambda: _patience_of(live))
        async with self._shows.turn(asker) if table.is_show else contextlib.nullcontext():
            await asyncio.sleep(0 if table.is_show else self.bot_delay)
            live.tell_thinking(turn)
            choice = await self.bots.act(seated, table.seat_view(turn), asker)
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
