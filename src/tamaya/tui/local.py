"""A game at this machine: people who share the keyboard, and bots."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tamaya.bots import BOT_NAMES, DEFAULT_BOTS, Answer, Player, ask, fallback, find_bot
from tamaya.records import AnyAction, AnyPosition, AnyView, Kind, Record, game_kind
from tamaya.rules import Deal, ImpossibleTable, Seat
from tamaya.tui.keeping import Keep, Unfinished
from tamaya.tui.session import Note, Open, Say, Scene, Session, Sit, Stand, Start, TakeBack, Wish
from tamaya.tui.studying import Study

_HOST = Seat(0)
BOT_DELAY = 0.7
"""Seconds before a bot moves, so that people can follow."""
BOT_LIMIT = 10.0
"""Seconds after which a bot's move is made for it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits down: people on the first seats, bots of one kind on the others."""

    kind: Kind
    names: tuple[str, ...]
    people: int
    bot: str

    @classmethod
    def of(cls, text: str, *, people: Sequence[str], players: int, bot: str | None = None) -> Seating:
        """Find a name for everybody, and refuse a table at which somebody cannot play."""
        kind = game_kind(text)
        if not kind.fewest <= players <= kind.most:
            raise ImpossibleTable(f"{kind.text} is for {kind.fewest} to {kind.most} players, not {players}")
        if len(people) > players:
            raise ImpossibleTable(f"{len(people)} people do not fit on {players} seats")
        for name in people:
            if not name.strip() or len(name.split()) > 1:
                raise ImpossibleTable("choose a name of one word for everybody")
        if len({name.lower() for name in people}) < len(people):
            raise ImpossibleTable("everybody needs a name of their own")
        taken = {name.lower() for name in people}
        others = [name for name in BOT_NAMES if name.lower() not in taken]
        names = (*people, *others[: players - len(people)])
        chosen = bot or DEFAULT_BOTS[kind.game]
        if len(people) < players:
            find_bot(chosen, kind.game).check(kind.rules, players)
        if kind.rules is not None:
            kind.rules.hand_size(players)
        return cls(kind, names, len(people), chosen)

    @classmethod
    def again(cls, record: Record, *, people: int, bot: str | None = None) -> Seating:
        """The seats of a recorded game, people on the first ones as before."""
        return cls(record.kind, record.names, people, bot or DEFAULT_BOTS[record.kind.game])

    @property
    def bots(self) -> frozenset[int]:
        """The seats of bots."""
        return frozenset(range(self.people, len(self.names)))

    def players(self) -> dict[int, Player]:
        """The bots, on their seats."""
        found = find_bot(self.bot, self.kind.game) if self.bots else None
        return {seat: found.sit(f"seat {seat}") for seat in self.bots} if found else {}


class LocalSession:
    """A game that this very process plays, and keeps on disk after every move."""

    starts_at = None

    def __init__(
        self,
        seating: Seating,
        deal: Deal,
        *,
        first: Seat = _HOST,
        keep: Keep | None = None,
        delay: float = BOT_DELAY,
    ) -> None:
        self.seating = seating
        self.deal = deal
        self.keep = keep
        self._first = first
        self._delay = delay
        self._positions: list[AnyPosition] = [seating.kind.start(len(seating.names), deal=deal, first=first)]
        self._actions: list[AnyAction] = []
        self._reasons: dict[int, tuple[str, str]] = {}
        self._notes: dict[tuple[Seat, int], str] = {}
        self._players = seating.players()
        self._viewer: Seat | None = _HOST if seating.people == 1 else None
        self._thinking: Seat | None = None
        self._moved = asyncio.Event()
        self._closed = False
        self._changed: Callable[[], None] = lambda: None

    @classmethod
    def resume(cls, game: Unfinished, *, delay: float = BOT_DELAY) -> LocalSession:
        """Take up a game where it stopped."""
        record = game.record
        seating = Seating.again(record, people=game.people, bot=game.bot)
        return cls.on_record(seating, record, keep=Keep(game.path), delay=delay)

    @classmethod
    def on_record(
        cls, seating: Seating, record: Record, *, keep: Keep, delay: float = BOT_DELAY
    ) -> LocalSession:
        """Take up a game of which the record is here."""
        if not keep.hold():
            raise ImpossibleTable("this game is open in another terminal")
        session = cls(seating, record.deal, first=record.first, keep=keep, delay=delay)
        session._positions = record.positions()
        session._actions = [record.kind.parse_action(text) for text in record.actions]
        return session

    @property
    def position(self) -> AnyPosition:
        """The game now. It knows every card, so only what holds the game may look at it."""
        return self._positions[-1]

    @property
    def scene(self) -> Scene:
        """The table as whoever is at the keyboard may know it."""
        over, viewer = self.position.over, self._viewer
        return Scene(
            kind=self.seating.kind,
            names=self.seating.names,
            phase="over" if over else "playing",
            view=self._view(len(self._actions), None),
            turns=len(self._actions),
            reasons={turn: self._reason(turn) for turn in self._reasons},
            curtain=None if over or viewer is not None else self._next_person(),
            thinking=self._thinking,
            bots=self.seating.bots,
            notes={card: text for (seat, card), text in self._notes.items() if seat == viewer},
            kept=str(self.keep.path) if self.keep else "",
        )

    async def follow(self, changed: Callable[[], None]) -> None:
        """Let the bots play whenever one of them is on turn."""
        self._changed = changed
        changed()
        while not self._closed:
            self._moved.clear()
            seat = self.position.turn
            if seat is None or seat < self.seating.people:
                await self._moved.wait()
            else:
                await self._let_bot_move(seat)

    async def act(self, action: AnyAction) -> None:
        """Do something for the person at the keyboard."""
        seat = self.position.turn
        mine = getattr(action, "seat", seat)
        if self._viewer is None or mine != self._viewer:
            raise ImpossibleTable("it is not your turn")
        self._apply(action)

    async def wish(self, wish: Wish) -> None:
        """Draw the curtain, keep a note, take a move back."""
        match wish:
            case Open():
                self._viewer = self._next_person()
            case Note(card, text):
                if self._viewer is not None:
                    self._notes[self._viewer, card] = text
            case TakeBack("ask"):
                self._take_back()
            case Sit() | Stand() | Start() | Say() | TakeBack():
                raise ImpossibleTable("that is for tables at a server")
        self._changed()

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        """The game after so many actions."""
        return self._view(turn, eyes)

    async def again(self) -> Session | None:
        """A new deal for the same people."""
        keep = Keep.new(self.seating.people, self.seating.bot) if self.keep else None
        return LocalSession(self.seating, self.seating.kind.shuffle(None), keep=keep, delay=self._delay)

    def study(self) -> Study:
        """The review of the game, once it is over."""
        if not self.position.over:
            raise ImpossibleTable("a game is reviewed when it is over")
        return Study(self._record(self._actions))

    def close(self) -> None:
        """Leave the game on disk to whoever takes it up; nothing happens here any more."""
        self._closed = True
        if self.keep is not None:
            self.keep.let_go()

    def _view(self, turn: int, eyes: Seat | None) -> AnyView:
        position, names = self._positions[turn], self.seating.names
        if self.position.over:
            if eyes is not None:
                return position.view(eyes, names)
            return position.reveal(names) if position.over else position.spectate(hands=True, names=names)
        if self._viewer is None:
            return position.spectate(names=names)
        return position.view(self._viewer, names)

    def _next_person(self) -> Seat | None:
        """The person who is next to act, from the seat on turn on."""
        turn = self.position.turn
        if turn is None or not self.seating.people:
            return None
        return Seat(turn if turn < self.seating.people else 0)

    def _reason(self, turn: int) -> str:
        aloud, secret = self._reasons[turn]
        return f"{aloud} {secret}".strip() if self.position.over else aloud

    def _apply(self, action: AnyAction) -> None:
        after = self.position.apply(action)
        self._save([*self._actions, action])
        self._positions.append(after)
        self._actions.append(action)
        self._settle()

    def _take_back(self) -> None:
        """Undo the last move of a person, and what bots did since."""
        movers = [position.turn for position in self._positions[:-1]]
        last = max(
            (at for at, seat in enumerate(movers) if seat is not None and seat < self.seating.people),
            default=None,
        )
        if last is None or self.position.over:
            raise ImpossibleTable("there is no move of yours to take back")
        self._save(self._actions[:last])
        del self._positions[last + 1 :], self._actions[last:]
        self._reasons = {turn: said for turn, said in self._reasons.items() if turn <= last}
        self._players = self.seating.players()
        self._settle()

    def _save(self, actions: list[AnyAction]) -> None:
        if self.keep is not None:
            self.keep.save(self._record(actions))

    def _record(self, actions: list[AnyAction]) -> Record:
        seating = self.seating
        return Record.make(seating.kind, seating.names, self.deal, self._first, actions)

    def _settle(self) -> None:
        """Whoever is at the keyboard stays there while it is for them to move next."""
        if self.seating.people > 1 and self._viewer != self._next_person():
            self._viewer = None
        self._moved.set()
        self._changed()

    async def _let_bot_move(self, seat: Seat) -> None:
        position, player = self.position, self._players[seat]
        self._thinking = seat
        self._changed()
        await asyncio.sleep(self._delay)
        answer = await _think(player, position.view(seat, self.seating.names))
        self._thinking = None
        if self._closed or self.position is not position:
            # Somebody left, rearranged their hand or took a move back meanwhile.
            return
        choice = answer.choice
        if choice.reason or choice.secret or answer.fault:
            aloud = " ".join(filter(None, [choice.reason, f"({answer.fault})" if answer.fault else ""]))
            self._reasons[len(self._actions) + 1] = (aloud, choice.secret)
        self._apply(choice.action)


async def _think(player: Player, view: AnyView) -> Answer:
    """Ask a bot in a thread that nobody has to wait for."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Answer] = loop.create_future()

    def tell(answer: Answer) -> None:
        if not answered.done():
            answered.set_result(answer)

    def work() -> None:
        answer = ask(player, view)
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, answer)

    threading.Thread(target=work, daemon=True).start()
    try:
        return await asyncio.wait_for(answered, BOT_LIMIT)
    except TimeoutError:
        return Answer(fallback(view), f"{player.bot.name} took longer than {BOT_LIMIT:g} seconds")
