"""A table as the fold over its log: setting up, playing, talking, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from tamaya.engine import Rearrange
from tamaya.records import AnyPosition, AnyView, Kind, Record, game_kind
from tamaya.rules import Deal, Seat
from tamaya.server.entries import (
    Acted,
    Arranged,
    Continued,
    Created,
    Entry,
    Said,
    Sat,
    Started,
    StoodUp,
    UndoAnswered,
    UndoAsked,
)
from tamaya.server.messages import SaidInfo, Setup

Phase: TypeAlias = Literal["gathering", "playing", "over"]
_HOST = Seat(0)


@dataclass(slots=True)
class Sitter:
    """A guest on a seat."""

    guest: str
    name: str


@dataclass(slots=True)
class Table:
    """A table at its latest entry. It changes by ``fold`` alone."""

    id: str
    setup: Setup
    owner: str
    uploaded: bool
    seq: int = 1
    sitters: dict[int, Sitter] = field(default_factory=dict)
    """seat: the guest who has it"""
    names: tuple[str, ...] = ()
    """[seat] once the game has started"""
    deal: Deal | None = None
    first: Seat = field(default=_HOST)
    position: AnyPosition | None = None
    actions: list[str] = field(default_factory=list)
    actors: list[int] = field(default_factory=list)
    """[action] the seat that made it"""
    reasons: dict[int, tuple[str, str]] = field(default_factory=dict)
    """turn: why a bot did what led to it, for now and for after the end"""
    seen: list[int] = field(default_factory=lambda: [0])
    """[turn] how many events there were after so many actions"""
    said: list[SaidInfo] = field(default_factory=list)
    undo: tuple[int, frozenset[int]] | None = None
    """Who asks to take a move back, and who agrees."""
    following: str = ""
    moved: int = 0
    """The entry with which the game moved last; talk does not move it."""
    kind: Kind = field(init=False)

    def __post_init__(self) -> None:
        self.kind = game_kind(self.setup.rules)

    @classmethod
    def of(cls, table: str, created: Created) -> Table:
        """A table from the first entry of its log."""
        return cls(table, created.setup, created.owner, created.uploaded)

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.position is None:
            return "gathering"
        return "over" if self.position.over else "playing"

    @property
    def turn(self) -> Seat | None:
        """Who is to act."""
        return self.position.turn if self.position else None

    @property
    def waits_for_bot(self) -> bool:
        """Whether a bot is on turn, and nobody asks to take something back."""
        turn = self.turn
        if turn is None or self.uploaded or self.undo is not None:
            return False
        return self.setup.seats[turn].kind == "bot"

    @property
    def deal_key(self) -> str:
        """Which named deal this is, the same cards at every table; empty for a fresh shuffle."""
        name = self.setup.deal.strip()
        return f"{self.kind.text}/{len(self.setup.seats)}/{name}" if name else ""

    @property
    def undo_to(self) -> int | None:
        """How many actions are left when a move is taken back: the last one of a person goes, and what bots
        did since. None if no person has moved."""
        people = self.people()
        return next((at for at in range(len(self.actions) - 1, -1, -1) if self.actors[at] in people), None)

    def reason(self, turn: int) -> str:
        """Why a bot did what led to a turn, as far as it may be told now."""
        aloud, secret = self.reasons.get(turn, ("", ""))
        return f"{aloud} {secret}".strip() if self.phase == "over" else aloud

    def seat_of(self, guest: str | None) -> Seat | None:
        """The seat of a guest."""
        if guest is None:
            return None
        return next((Seat(seat) for seat, sitter in self.sitters.items() if sitter.guest == guest), None)

    def people(self) -> frozenset[int]:
        """The seats of guests, as opposed to bots."""
        return frozenset(self.sitters)

    def fold(self, entry: Entry) -> None:
        """Take the next entry of the log into account."""
        self.seq += 1
        if not isinstance(entry, Said | Continued):
            self.moved = self.seq
        match entry:
            case Created():
                raise AssertionError("a table is created once")
            case Arranged(setup=setup):
                self._arrange(setup)
            case Sat(seat=seat, guest=guest, name=name):
                self.sitters = {at: who for at, who in self.sitters.items() if who.guest != guest}
                self.sitters[seat] = Sitter(guest, name)
            case StoodUp(seat=seat):
                self.sitters.pop(seat, None)
            case Started():
                self._start(entry)
            case Acted():
                self._act(entry)
            case Said(name=name, seat=at, text=text):
                self.said.append(SaidInfo(name=name, seat=at, text=text))
            case UndoAsked(seat=seat):
                self.undo = (seat, frozenset({seat}))
                self._undo_if_agreed()
            case UndoAnswered(seat=seat, agrees=agrees):
                self._answer(seat, agrees=agrees)
            case Continued(table=table):
                self.following = table
            case _:
                assert_never(entry)

    def at(self, turn: int) -> AnyPosition:
        """The game after so many actions."""
        assert self.deal is not None
        position = self.kind.start(len(self.names), deal=self.deal, first=self.first)
        for action in self.actions[:turn]:
            position = position.apply(self.kind.parse_action(action))
        return position

    def record(self) -> Record:
        """The whole game; a secret while it runs."""
        assert self.deal is not None
        return Record.make(self.kind, self.names, self.deal, self.first, self.actions)

    def view(self, position: AnyPosition, guest: str | None) -> AnyView | None:
        """What a guest may know of a moment of this game; None where the table shows nothing."""
        if self.phase == "over":
            return position.reveal(self.names) if position.over else self._open(position)
        if self.uploaded:
            return self._open(position)
        seat = self.seat_of(guest)
        if seat is not None:
            return position.view(seat, self.names)
        match self.setup.spectators:
            case "none":
                return None
            case "public":
                return position.spectate(names=self.names)
            case "hands":
                return self._open(position)

    def _open(self, position: AnyPosition) -> AnyView:
        return position.spectate(hands=True, names=self.names)

    def _arrange(self, setup: Setup) -> None:
        self.setup = setup
        self.kind = game_kind(setup.rules)
        kept = {
            seat: sitter
            for seat, sitter in self.sitters.items()
            if seat < len(setup.seats) and setup.seats[seat].kind != "bot"
        }
        self.sitters = kept

    def _start(self, started: Started) -> None:
        self.names = started.names
        self.first = Seat(started.first)
        self.deal = started.deal
        self.position = self.kind.start(len(self.names), deal=self.deal, first=self.first)

    def _act(self, acted: Acted) -> None:
        assert self.position is not None
        parsed = self.kind.parse_action(acted.action)
        actor = parsed.seat if isinstance(parsed, Rearrange) else self.position.turn
        assert actor is not None
        self.position = self.position.apply(parsed)
        self.actions.append(acted.action)
        self.actors.append(actor)
        if acted.reason or acted.secret:
            self.reasons[len(self.actions)] = (acted.reason, acted.secret)
        self.seen.append(len(self.position.history))
        self.undo = None

    def _answer(self, seat: int, *, agrees: bool) -> None:
        if self.undo is None:
            return
        asker, agreed = self.undo
        self.undo = (asker, agreed | {seat}) if agrees else None
        self._undo_if_agreed()

    def _undo_if_agreed(self) -> None:
        if self.undo is None or not self.people() <= self.undo[1]:
            return
        left = self.undo_to
        assert left is not None
        del self.actions[left:], self.actors[left:], self.seen[left + 1 :]
        self.reasons = {turn: words for turn, words in self.reasons.items() if turn <= left}
        self.position = self.at(left)
        self.undo = None
