"""The entries of a table's log, told apart by ``kind``: all else about a table is folded from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tamaya.records import TakeBack
from tamaya.rules import TILES, Deal, parse_cards
from tamaya.table.commands import CoachLevel, Sentences, Setup, Strict, VoteMatter


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Strict):
    """A guest set the table up."""

    kind: Literal["created"] = "created"
    setup: Setup
    owner: str
    """The id of the guest who set it up, or brought the record."""
    uploaded: bool = False
    """Whether it shows a record that a guest brought."""
    taken_back: tuple[TakeBack, ...] = ()
    """What was taken back before, in a game that comes from a record."""
    coached: tuple[int, ...] = ()
    """The seats that had used the coach before, in a game that comes from a record."""
    stood_in: tuple[int, ...] = ()
    """The actions, by number, that bots made for players who were away, in a game from a record."""
    ended_early: bool = False
    """Whether the players ended it before its end, in a game that comes from a record."""
    origin: str = ""
    """The program whose record it is: tamaya or hanab.live; empty for a game that is played here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arranged(Strict):
    """The owner changed the setup before the start."""

    kind: Literal["arranged"] = "arranged"
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Sat(Strict):
    """A guest took a seat."""

    kind: Literal["sat"] = "sat"
    seat: int
    guest: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodUp(Strict):
    """A guest gave a seat back."""

    kind: Literal["stood"] = "stood"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Strict):
    """The guest on a seat is called otherwise from now on."""

    kind: Literal["renamed"] = "renamed"
    seat: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Strict):
    """The cards were dealt. The deal is a secret while the game runs."""

    kind: Literal["started"] = "started"
    names: tuple[str, ...]
    first: int
    deck: str
    tiles: str
    salt: str

    @classmethod
    def of(cls, names: tuple[str, ...], first: int, deal: Deal) -> Started:
        """The entry of a deal."""
        tiles = " ".join(tile.id for tile in deal.tiles)
        return cls(names=names, first=first, deck=" ".join(deal.deck), tiles=tiles, salt=f"{deal.salt:x}")

    @property
    def deal(self) -> Deal:
        """The deal of the entry."""
        tiles = tuple(TILES[word] for word in self.tiles.split())
        return Deal(parse_cards(self.deck), tiles, int(self.salt, 16))


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Strict):
    """A seat acted; a bot may say why."""

    kind: Literal["acted"] = "acted"
    action: str
    reason: Sentences = ()
    """For all at the table, at once."""
    secret: Sentences = ()
    """For all at the table, once the game is over."""
    conventions: tuple[str, ...] = ()
    """The ids of the conventions that a bot went by."""
    stand_in: str = ""
    """The bot that acted for a player who was away; empty where the seat's own player or bot did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Strict):
    """A guest said something."""

    kind: Literal["said"] = "said"
    guest: str
    name: str
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkClosed(Strict):
    """Whoever runs the server closed the talk, or opened it again."""

    kind: Literal["talk-closed"] = "talk-closed"
    closed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAsked(Strict):
    """A seat asks to take the last move of a person back, with what bots have done since."""

    kind: Literal["undo-asked"] = "undo-asked"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAnswered(Strict):
    """A seat agrees or does not; when all have agreed, the move is gone. The asker who does not withdraws."""

    kind: Literal["undo-answered"] = "undo-answered"
    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachChosen(Strict):
    """A seat chose how much help it wants."""

    kind: Literal["coach-chosen"] = "coach-chosen"
    seat: int
    level: CoachLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachAllowed(Strict):
    """A seat refused the coach, which is off for all then, or allowed it again."""

    kind: Literal["coach-allowed"] = "coach-allowed"
    seat: int
    allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachAsked(Strict):
    """A seat asked the coach for the first time in this game. What it asked is not stored."""

    kind: Literal["coach-asked"] = "coach-asked"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteAsked(Strict):
    """A seat asks all who are here; who they are is known to the shell alone, so it stands here."""

    kind: Literal["vote-asked"] = "vote-asked"
    seat: int
    matter: VoteMatter
    about: int | None = None
    """The seat that a bot would play for."""
    bot: str = ""
    voters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteAnswered(Strict):
    """A seat agrees or does not; once all have agreed it is done. The asker who does not withdraws."""

    kind: Literal["vote-answered"] = "vote-answered"
    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodIn(Strict):
    """A bot begins to play for a player who has been away for as long as the setup says."""

    kind: Literal["stood-in"] = "stood-in"
    seat: int
    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameBack(Strict):
    """A player is back on their seat, or another one has ended the bot's play for them."""

    kind: Literal["came-back"] = "came-back"
    seat: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Strict):
    """A player has left the running game; the seat stays theirs."""

    kind: Literal["left"] = "left"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Strict):
    """A player paused the game, or let it go on."""

    kind: Literal["paused"] = "paused"
    seat: int
    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudged(Strict):
    """A player reminded the one on turn."""

    kind: Literal["nudged"] = "nudged"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued(Strict):
    """The players went on at another table."""

    kind: Literal["continued"] = "continued"
    table: str
    seat: int | None = None
    """Who asked for it; None in logs of version 0.1.0."""


Entry: TypeAlias = (
    Created
    | Arranged
    | Sat
    | StoodUp
    | Renamed
    | Started
    | Acted
    | Said
    | TalkClosed
    | UndoAsked
    | UndoAnswered
    | CoachChosen
    | CoachAllowed
    | CoachAsked
    | VoteAsked
    | VoteAnswered
    | StoodIn
    | CameBack
    | Left
    | Paused
    | Nudged
    | Continued
)
