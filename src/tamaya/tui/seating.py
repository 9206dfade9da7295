"""A table of this machine: the people who share its keyboard, the bots, and the file that keeps the game."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tamaya.bots import BOT_NAMES, DEFAULT_BOTS, AnyClue, find_bot
from tamaya.bots.partner.styles import DEFAULT, check_book
from tamaya.records import AnyPosition, Kind, TakeBack, game_kind, load
from tamaya.rules import Deal, ImpossibleTable, Seat
from tamaya.rules.names import check_names
from tamaya.table.coaching import Question, consult
from tamaya.table.commands import ChooseCoach, CoachLevel, Guest, SeatPlan, Setup, Undo
from tamaya.table.decide import decide
from tamaya.table.entries import Acted, Created, Sat, Started
from tamaya.table.players import Players, SeatedBot
from tamaya.table.table import Table
from tamaya.tui.saved_games import GameFile

_HOST = Seat(0)
_TABLE = "local"
"""The id of a table that has no link."""


@dataclass(frozen=True, slots=True)
class Seating:
    """People on the first seats, bots of one kind on the others."""

    kind: Kind
    names: tuple[str, ...]
    people: int
    bot: str
    first: Seat | None = None
    """Who begins; None leaves it to the lot."""
    conventions: str = ""
    """The book by which the table plays; empty in a race."""

    @classmethod
    def of(
        cls,
        text: str,
        *,
        people: Sequence[str],
        players: int,
        bot: str | None = None,
        conventions: str | None = None,
    ) -> Seating:
        """Find a name for each seat, and refuse a table at which a bot or so many players cannot play, or by
        a book that does not exist."""
        kind = game_kind(text)
        book = conventions or DEFAULT
        check_book(book)
        kind.hand_size(players)
        if len(people) > players:
            raise ImpossibleTable("table.people-do-not-fit", people=len(people), seats=players)
        for name in people:
            if not name.strip() or len(name.split()) > 1:
                raise ImpossibleTable("table.one-word-names")
        check_names(people)
        taken = {name.lower() for name in people}
        if len(taken) < len(people):
            raise ImpossibleTable("table.name-twice")
        others = [name for name in BOT_NAMES if name.lower() not in taken]
        names = (*people, *others[: players - len(people)])
        chosen = bot or DEFAULT_BOTS[kind.game]
        if len(people) < players:
            find_bot(chosen, kind.game).check(kind.rules, players)
        return cls(kind, names, len(people), chosen, conventions=book if kind.rules else "")

    @property
    def bots(self) -> dict[int, str]:
        """The seats of bots, and what each bot is called."""
        return dict.fromkeys(range(self.people, len(self.names)), self.bot)

    def guest(self, seat: Seat) -> Guest:
        """The person on a seat, as the table knows them."""
        return Guest(f"seat {seat}", self.names[seat])

    def seated_bot(self, seat: Seat) -> SeatedBot:
        """The bot on a seat."""
        return SeatedBot(_TABLE, seat, self.bot, self.kind.game, self.conventions)

    def deal(self, seed: str | None = None) -> Table:
        """The table with everybody seated and the cards freshly shuffled. A seed decides the lot, too."""
        return self.table(
            self.kind.shuffle(seed), first=self._lot(seed) if self.first is None else self.first
        )

    def _lot(self, seed: str | None) -> Seat:
        if seed is None:
            return Seat(secrets.randbelow(len(self.names)))
        return Seat(Random(f"first {seed}").randrange(len(self.names)))

    def table(
        self,
        deal: Deal,
        *,
        first: Seat = _HOST,
        actions: Iterable[str] = (),
        taken_back: tuple[TakeBack, ...] = (),
        coached: tuple[Seat, ...] = (),
    ) -> Table:
        """The table with everybody seated and the cards dealt, after some actions."""
        guests = [self.guest(Seat(seat)) for seat in range(self.people)]
        bots = [SeatPlan(kind="bot", bot=self.bot, name=name) for name in self.names[self.people :]]
        seats = (*(SeatPlan(name=guest.name) for guest in guests), *bots)
        setup = Setup(
            rules=self.kind.text,
            seats=seats,
            first=first,
            undo=True,
            detail="deduced",
            conventions=self.conventions,
        )
        seated = [Sat(seat=seat, guest=guest.id, name=guest.name) for seat, guest in enumerate(guests)]
        dealt = Started.of(self.names, first, deal)
        acted = [Acted(action=action) for action in actions]
        created = Created(setup=setup, owner="", taken_back=taken_back, coached=coached)
        return Table.replay(_TABLE, [created, *seated, dealt, *acted])


def resume(
    keep: GameFile, people: int, bot: str | None = None, conventions: str | None = None
) -> tuple[Seating, Table, GameFile]:
    """Take up a game where it stopped, people on the first seats as before, by the same conventions unless
    others are asked for."""
    record = load(keep.path)
    if conventions:
        check_book(conventions)
    chosen = bot or DEFAULT_BOTS[record.kind.game]
    if people < len(record.names):
        find_bot(chosen, record.kind.game)
    if not keep.hold():
        raise ImpossibleTable("refused.other-terminal")
    book = (conventions or record.conventions) if record.kind.rules else ""
    seating = Seating(record.kind, record.names, people, chosen, conventions=book)
    table = seating.table(
        record.deal,
        first=record.first,
        actions=record.actions,
        taken_back=record.taken_back,
        coached=record.coached,
    )
    return seating, table, keep


def with_coach(table: Table, seating: Seating, levels: Mapping[int, CoachLevel]) -> Table:
    """The table at which people have so much help from the coach, by their seats."""
    for seat, level in levels.items():
        if table.coach_level(seat) != level:
            table = decide(table, seating.guest(Seat(seat)), ChooseCoach(level=level)).table
    return table


class LocalTable:
    """A table that this process holds: what a full screen and a game line by line have in common."""

    def __init__(self, seating: Seating, table: Table, keep: GameFile | None = None) -> None:
        self.seating = seating
        self.table = table
        """It knows every card, so only what holds the game may look at it."""
        self.keep = keep
        self._players = Players()
        self._viewer: Seat | None = _HOST if seating.people == 1 else None
        """Who is at the keyboard; None until one of several people says so."""

    @property
    def position(self) -> AnyPosition:
        """The game now."""
        assert self.table.position is not None
        return self.table.position

    def _without_last_move(self) -> Table:
        """The table without the last move of a person, and what bots did since. All people are at this
        keyboard, so they agree at once."""
        table, left = self.table, self.table.undo_to
        if left is None or self.position.over:
            raise ImpossibleTable("refused.no-move-of-yours")
        mover = table.actors[left]
        for seat in (mover, *sorted(table.people - {mover})):
            wish = Undo(wish="agree" if table.undo else "ask")
            table = decide(table, self.seating.guest(Seat(seat)), wish).table
        return table

    def _consult(self, seat: Seat, clue: AnyClue | None) -> Question:
        """What a person asks the coach; that they use it is kept before they are answered."""
        guest = self.seating.guest(seat)
        question, entry = consult(self.table, guest, None if clue is None else str(clue))
        if entry is not None:
            self._take(self.table.fold(entry))
        return question

    def _take(self, table: Table) -> None:
        """Put the next table in the place of this one, once it is on disk."""
        if self.keep is not None:
            self.keep.save(table.record())
        self.table = table

    def close(self) -> None:
        """Leave the game to the terminal that opens it next."""
        if self.keep is not None:
            self.keep.let_go()
