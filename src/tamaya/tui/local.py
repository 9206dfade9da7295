"""A game at this machine: people who share the keyboard, and bots."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from tamaya.bots import Answer, AnyClue, Choice, fallback
from tamaya.records import AnyAction, AnyView
from tamaya.rules import ImpossibleTable, Seat
from tamaya.table.coaching import Advice, answer
from tamaya.table.commands import AllowCoach, BotSeat, ChooseCoach, Undo
from tamaya.table.decide import decide
from tamaya.table.players import Players, SeatedBot
from tamaya.table.table import Table
from tamaya.tui.review_job import Study
from tamaya.tui.saved_games import GameFile
from tamaya.tui.seating import LocalTable, Seating, with_coach
from tamaya.tui.session import KeepNote, Open, Scene, Session, Wish
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.review.preparation import Preparation

BOT_DELAY = 0.7
"""Seconds before a bot moves, so that people can follow."""
BOT_LIMIT = 10.0
"""Seconds after which a bot's move is made for it."""


class LocalSession(LocalTable, Session):
    """A game that this very process plays, and keeps on disk after every move."""

    def __init__(
        self, seating: Seating, table: Table, keep: GameFile | None = None, *, delay: float = BOT_DELAY
    ) -> None:
        super().__init__(seating, table, keep)
        self._delay = delay
        self._notes: dict[tuple[Seat, int], str] = {}
        self._thinking: Seat | None = None
        self._preparation: Preparation | None = None
        self._moved = asyncio.Event()
        self._closed = False
        self._changed: Callable[[], None] = lambda: None

    @property
    def scene(self) -> Scene:
        """The table as the player at the keyboard may know it."""
        table, viewer = self.table, self._viewer
        return Scene(
            kind=table.kind,
            names=table.names,
            phase=table.phase,
            view=self._view(),
            turns=len(table.actions),
            reasons={turn: table.reason(turn) for turn in table.reasons},
            curtain=None if table.phase == "over" or viewer is not None else self._next_person(),
            thinking=self._thinking,
            preparing=self._preparation is not None,
            bots=self.seating.bots,
            conventions=table.conventions,
            undo_to=table.undo_offer,
            news=table.news,
            taken_back=table.moves_taken_back,
            coach={seat: level for seat in table.people if (level := table.coach_level(seat)) != "off"},
            coached=table.coached,
            no_coach=table.coach_obstacle,
            may_allow_coach=viewer is not None and table.coach_refuser == viewer,
            people=len(table.people),
            notes={card: text for (seat, card), text in self._notes.items() if seat == viewer},
            kept=str(self.keep.path) if self.keep and self.keep.written else "",
        )

    async def follow(self, changed: Callable[[], None]) -> None:
        """Let the bots play whenever one of them is on turn."""
        self._changed = changed
        changed()
        while not self._closed:
            self._moved.clear()
            if self.table.waits_for_bot:
                await self._let_bot_move()
            else:
                await self._moved.wait()

    async def act(self, action: AnyAction) -> None:
        """Do something for the person at the keyboard."""
        if self._viewer is None:
            raise ImpossibleTable("refused.not-your-turn")
        self._take(decide(self.table, self.seating.guest(self._viewer), Choice(action)).table)

    async def wish(self, wish: Wish) -> None:
        """Draw the curtain, keep a note, take a move back, choose the help of the coach."""
        match wish:
            case Open():
                self._viewer = self._next_person()
            case KeepNote(card=card, text=text):
                if self._viewer is not None:
                    self._notes[self._viewer, card] = text
            case Undo(wish="ask"):
                self._take(self._without_last_move())
            case ChooseCoach() | AllowCoach():
                if self._viewer is not None:
                    self._take(decide(self.table, self.seating.guest(self._viewer), wish).table)
            case _:
                raise ImpossibleTable("refused.server-only")
        self._changed()

    async def coach(self, clue: AnyClue | None = None) -> Advice:
        """Ask the coach for the person at the keyboard."""
        if self._viewer is None:
            raise ImpossibleTable("refused.not-your-turn")
        question = self._consult(self._viewer, clue)
        return await asyncio.to_thread(answer, question)

    async def moment(self, turn: int, eyes: Seat | None) -> AnyView:
        return self._view(turn, eyes)

    async def again(self) -> Session | None:
        """A new deal for the same people, with as much help from the coach as before."""
        seating = self.seating
        keep = GameFile.new(seating.people, seating.bot) if self.keep else None
        levels = {seat: self.table.coach_level(seat) for seat in range(seating.people)}
        table = with_coach(seating.deal(), seating, levels)
        return LocalSession(seating, table, keep, delay=self._delay)

    def study(self) -> Study:
        """The review of the game, once it is over."""
        if not self.position.over:
            raise ImpossibleTable("refused.review-later")
        return Study(self.table.record())

    def close(self) -> None:
        """Release the file of the game, and let no bot move any more."""
        self._closed = True
        if self._preparation is not None:
            self._preparation.close()
        super().close()

    def _view(self, turn: int | None = None, eyes: Seat | None = None) -> AnyView:
        """What the player at the keyboard may see; once the game is over, also what a seat saw."""
        if eyes is not None and self.position.over:
            return self.table.seat_view(eyes, turn)
        viewer = None if self._viewer is None else self.seating.guest(self._viewer).id
        view = self.table.view_for(viewer, turn)
        assert view is not None
        return view

    def _next_person(self) -> Seat | None:
        """The person who is next to act, from the seat on turn on."""
        turn = self.table.turn
        if turn is None or not self.seating.people:
            return None
        return Seat(turn if turn < self.seating.people else 0)

    def _take(self, table: Table) -> None:
        super()._take(table)
        # The person at the keyboard stays there while it is for them to move next.
        if self.seating.people > 1 and self._viewer != self._next_person():
            self._viewer = None
        self._moved.set()
        self._changed()

    async def _let_bot_move(self) -> None:
        table, seat = self.table, self.table.turn
        assert seat is not None
        self._thinking = seat
        self._changed()
        await asyncio.sleep(self._delay)
        seated = self.seating.seated_bot(seat)
        if seated.row.engine:
            await self._prepare()
        answer = await _think(self._players, seated, table.seat_view(seat))
        self._thinking = None
        if self._closed or self.table is not table:
            # A person left, rearranged their hand or took a move back meanwhile.
            return
        choice = answer.choice
        if answer.fault:
            told = Message("terminal.plain.bot-fault", fault=answer.fault)
            reason = (*choice.reason, told)
            choice = Choice(choice.action, reason, choice.secret, conventions=choice.conventions)
        self._take(decide(table, BotSeat(seat), choice).table)

    async def _prepare(self) -> None:
        """Wait until what a bot runs on is compiled, and let the screen say so."""
        from tamaya.review.preparation import Preparation

        self._preparation = Preparation()
        self._preparation.begin()
        if not self._preparation.is_over:
            self._changed()
            await self._preparation.wait()
        self._preparation = None


async def _think(players: Players, seated: SeatedBot, view: AnyView) -> Answer:
    """Ask a bot in a thread, and wait for it no longer than it may take."""
    answered: Future[Answer] = Future()

    def work() -> None:
        answered.set_running_or_notify_cancel()
        answered.set_result(players.ask(seated, view))

    threading.Thread(target=work, daemon=True).start()
    try:
        return await asyncio.wait_for(asyncio.wrap_future(answered), BOT_LIMIT)
    except TimeoutError:
        return Answer(fallback(view), Message("bots.too-slow", bot=seated.bot, seconds=BOT_LIMIT))
