"""A whole game on record: rules, seats, deal, actions and result, as JSON that a person can read.

A record holds the deck. While the game runs, it is a secret of the program that keeps the table.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tamaya.engine import Game
from tamaya.records.games import AnyPosition, Kind, game_kind
from tamaya.records.plain import Json, plain
from tamaya.records.shape import read_any_text, read_fields, read_list, read_object, read_whole
from tamaya.rules import TILES, Deal, Seat, Tile, parse_cards
from tamaya.rules.errors import (
    BrokenRecord,
    IllegalAction,
    ImpossibleTable,
    TamayaError,
    TamperedRecord,
    UnknownVersion,
)
from tamaya.rules.names import check_names
from tamaya.rules.seats import SEAT_LETTERS

FORMAT = "tamaya-record"
VERSION = 1
LONGEST_TEXT = 1_000_000
MOST_ACTIONS = 2_500
MOST_BRANCHES = 50
MOST_BRANCH_ACTIONS = 10_000
"""In all branches together."""
LONGEST_TITLE = 200
EARLY = "early"
"""How a game was ended that its players did not finish."""
_SALT = re.compile(r"[0-9a-fA-F]{1,64}")
_BOOK = re.compile(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class Branch:
    """How a game might have gone on from some turn: a line beside the one that was played."""

    turn: int
    """After so many actions of the record."""
    actions: tuple[str, ...]
    """What happens then instead, in notation."""
    title: str = ""
    """What it tries out, in its author's words."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Moves that were taken back while the game ran, and how many cards had been seen by then."""

    turn: int
    """How many actions were left."""
    seat: Seat
    """Who asked for it."""
    moves: int
    shown: int
    """Cards that had been laid open."""
    drawn: int
    """Cards that had been drawn, and that others had seen."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be written, read back and replayed.

    >>> game = Game(["Ann", "Bob"], seed=16)
    >>> _ = game.clue("Bob", 1)
    >>> Record.parse(str(Record.of(game))).actions
    ('cB1',)
    """

    rules: str
    """The rules text: an edition with its parts and options, or andrewz."""
    names: tuple[str, ...]
    first: Seat
    deal: Deal
    actions: tuple[str, ...]
    """In notation."""
    result: Json
    """What the game ended with, in plain values; None while it runs."""
    branches: tuple[Branch, ...] = ()
    """Lines that were tried out afterwards."""
    taken_back: tuple[TakeBack, ...] = ()
    """What players took back; the actions are those that stood in the end."""
    coached: tuple[Seat, ...] = ()
    """The seats that used the coach while the game ran."""
    stood_in: tuple[int, ...] = ()
    """The actions, by number from 1, that bots made for players who were away."""
    ended_early: bool = False
    """Whether the players agreed to end the game before its end."""
    conventions: str = ""
    """The book of conventions by which the table played; empty where that is not known."""

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game as far as it has come."""
        return cls.make(game_kind(str(game.rules)), game.names, game.deal, game.state.first, game.actions)

    @classmethod
    def make(
        cls, kind: Kind, names: Sequence[str], deal: Deal, first: Seat, actions: Iterable[object]
    ) -> Record:
        """The record of a game of either kind; its result comes from playing it through."""
        bare = cls(kind.text, tuple(names), first, deal, tuple(map(str, actions)), result=None)
        return cls(bare.rules, bare.names, first, deal, bare.actions, plain(bare._last().result))

    @property
    def kind(self) -> Kind:
        """The game and its rules."""
        return game_kind(self.rules)

    def positions(self) -> list[AnyPosition]:
        """The game at every moment, from the deal to the last action.

        >>> game = Game(["Ann", "Bob"], seed=16)
        >>> _ = game.clue("Bob", 1)
        >>> [position.turn for position in Record.of(game).positions()]
        [0, 1]
        """
        return list(self._play())

    def check(self) -> None:
        """Refuse a record that is not a game that can have happened, with the result that it came to."""
        if not self.branches:
            last = self._last()
        else:
            positions = self.positions()
            last = positions[-1]
            _check_branches(self.branches, positions, self.kind)
        if _facts(plain(last.result)) != _facts(self.result):
            raise TamperedRecord("record.other-result")

    def __str__(self) -> str:
        """The record as JSON text."""
        return json.dumps(self._plain(), indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record and play it through: what is returned is a game that can have happened."""
        return cls.from_json(read_json(text))

    @classmethod
    def from_json(cls, data: object) -> Record:
        """A record from parsed JSON."""
        fields = read_object(data, "record")
        if fields.get("format") != FORMAT:
            raise BrokenRecord(str(data)[:200], "record.format", format=FORMAT)
        version = fields.get("version")
        if version != VERSION or type(version) is not int:
            raise UnknownVersion(f"version {version!r}", "record.version", version=VERSION)
        return _read(fields)

    def _plain(self) -> dict[str, Json]:
        data: dict[str, Json] = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules,
            "players": list(self.names),
            "first": self.first,
            "deck": " ".join(self.deal.deck),
        }
        if self.deal.tiles:
            data["tiles"] = " ".join(tile.id for tile in self.deal.tiles)
        if self.deal.salt:
            data["salt"] = f"{self.deal.salt:x}"
        data |= {"actions": " ".join(self.actions), "result": self.result}
        if self.branches:
            data["branches"] = [_plain_branch(branch) for branch in self.branches]
        if self.taken_back:
            data["taken_back"] = [asdict(taken) for taken in self.taken_back]
        if self.coached:
            data["coached"] = list(self.coached)
        if self.stood_in:
            data["stood_in"] = list(self.stood_in)
        if self.ended_early:
            data["ended"] = EARLY
        if self.conventions:
            data["conventions"] = self.conventions
        return data

    def _play(self) -> Iterator[AnyPosition]:
        kind = self.kind
        position = kind.start(len(self.names), deal=self.deal, first=self.first)
        yield position
        for number, text in enumerate(self.actions, start=1):
            try:
                position = position.apply(kind.parse_action(text))
            except IllegalAction as error:
                raise TamperedRecord("record.in-action", number=number, error=error.message) from None
            yield position

    def _last(self) -> AnyPosition:
        return deque(self._play(), maxlen=1)[0]


def _facts(result: Json) -> Json:
    """A result without the sentence that tells why, which may have been worded otherwise."""
    if not isinstance(result, dict):
        return result
    return {name: value for name, value in result.items() if name != "why"}


def _read(data: dict[str, Any]) -> Record:
    needed = "format version rules players first deck actions result"
    fields = read_fields(
        data, "", needed, "tiles salt branches taken_back coached stood_in ended conventions"
    )
    text = {name: read_any_text(fields[name], name) for name in ("rules", "deck", "actions")}
    actions = tuple(text["actions"].split())
    branches = enumerate(read_list(fields.get("branches", []), "branches"))
    taken_back = enumerate(read_list(fields.get("taken_back", []), "taken_back"))
    names = tuple(read_any_text(name, "players") for name in read_list(fields["players"], "players"))
    record = Record(
        rules=text["rules"],
        names=names,
        first=Seat(read_whole(fields["first"], "first", 0, len(SEAT_LETTERS) - 1)),
        deal=Deal(
            deck=parse_cards(text["deck"]),
            tiles=_read_tiles(read_any_text(fields.get("tiles", ""), "tiles")),
            salt=_read_salt(read_any_text(fields.get("salt", "0"), "salt")),
        ),
        actions=actions,
        result=fields["result"],
        branches=tuple(_read_branch(row, f"branches[{place}]", len(actions)) for place, row in branches),
        taken_back=tuple(
            _read_take_back(row, f"taken_back[{place}]", len(names)) for place, row in taken_back
        ),
        coached=_read_seats(fields.get("coached", []), "coached", len(names)),
        stood_in=_read_numbers(fields.get("stood_in", []), "stood_in", len(actions)),
        ended_early=_read_ended(fields.get("ended", "")),
        conventions=_read_conventions(fields.get("conventions", "")),
    )
    try:
        check_names(record.names)
    except ImpossibleTable as error:
        raise BrokenRecord("players", error.message) from None
    if len(actions) > MOST_ACTIONS:
        raise BrokenRecord("actions", "record.too-many", most=MOST_ACTIONS)
    record.check()
    return record


def _read_seats(value: object, field: str, players: int) -> tuple[Seat, ...]:
    """Some seats, each once, in their order."""
    seats = {read_whole(seat, field, 0, players - 1) for seat in read_list(value, field)}
    return tuple(map(Seat, sorted(seats)))


def _read_numbers(value: object, field: str, last: int) -> tuple[int, ...]:
    """Numbers of actions, each once, in their order."""
    return tuple(sorted({read_whole(number, field, 1, last) for number in read_list(value, field)}))


def _read_ended(value: object) -> bool:
    """Whether a game was ended before its end."""
    how = read_any_text(value, "ended")
    if how not in ("", EARLY):
        raise BrokenRecord(how, "record.ended")
    return how == EARLY


def _read_conventions(value: object) -> str:
    """The name of a book, which need not be one that this version knows."""
    name = read_any_text(value, "conventions")
    if name and not _BOOK.fullmatch(name):
        raise BrokenRecord(name, "record.conventions")
    return name


def _plain_branch(branch: Branch) -> dict[str, Json]:
    titled: dict[str, Json] = {"title": branch.title} if branch.title else {}
    return {"turn": branch.turn, "actions": " ".join(branch.actions), **titled}


def _read_branch(value: object, field: str, last: int) -> Branch:
    """A branch from one of the turns up to the ``last``."""
    data = read_fields(value, field, "turn actions", "title")
    return Branch(
        turn=read_whole(data["turn"], f"{field}.turn", 0, last),
        actions=tuple(read_any_text(data["actions"], f"{field}.actions").split()),
        title=read_any_text(data.get("title", ""), f"{field}.title"),
    )


def _read_take_back(value: object, field: str, players: int) -> TakeBack:
    data = read_fields(value, field, "turn seat moves shown drawn")
    counts = {
        name: read_whole(data[name], f"{field}.{name}", least, MOST_ACTIONS)
        for name, least in (("turn", 0), ("moves", 1), ("shown", 0), ("drawn", 0))
    }
    seat = Seat(read_whole(data["seat"], f"{field}.seat", 0, max(0, players - 1)))
    return TakeBack(seat=seat, **counts)


def _check_branches(branches: Sequence[Branch], positions: Sequence[AnyPosition], kind: Kind) -> None:
    """Refuse branches that are too many, too long, or lines that cannot be played."""
    if len(branches) > MOST_BRANCHES:
        raise BrokenRecord("branches", "record.too-many", most=MOST_BRANCHES)
    if sum(len(branch.actions) for branch in branches) > MOST_BRANCH_ACTIONS:
        raise BrokenRecord("branches", "record.branch-actions", most=MOST_BRANCH_ACTIONS)
    for number, branch in enumerate(branches, start=1):
        if not branch.actions or not 0 <= branch.turn < len(positions):
            last = len(positions) - 1
            raise BrokenRecord(f"branch {number}", "record.branch-turn", last=last)
        if len(branch.title) > LONGEST_TITLE or not branch.title.isprintable():
            raise BrokenRecord(branch.title, "record.title-length", most=LONGEST_TITLE)
        try:
            follow(positions[branch.turn], branch.actions, kind)
        except IllegalAction as error:
            raise TamperedRecord("record.in-branch", number=number, error=error.message) from None


def follow(position: AnyPosition, actions: Iterable[str], kind: Kind) -> AnyPosition:
    """The position after some actions in notation, or IllegalAction."""
    for text in actions:
        position = position.apply(kind.parse_action(text))
    return position


def _read_tiles(text: str) -> tuple[Tile, ...]:
    try:
        return tuple(TILES[word] for word in text.split())
    except KeyError:
        raise BrokenRecord(text, "record.tiles", tiles=tuple(TILES)) from None


def _read_salt(text: str) -> int:
    if not _SALT.fullmatch(text):
        raise BrokenRecord(text, "record.salt")
    return int(text, 16)


def read_json(text: str) -> object:
    """Parse JSON, strictly: no repeated keys, no NaN, nothing endless."""
    if len(text) > LONGEST_TEXT:
        raise BrokenRecord(text, "record.too-long", most=LONGEST_TEXT)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            raise BrokenRecord(text, "record.cut-off") from None
        raise BrokenRecord(text, "record.bad-json", line=error.lineno) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, TamayaError):
            raise
        raise BrokenRecord(text, "record.no-json") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise BrokenRecord(", ".join(key for key, _ in pairs), "record.field-twice")
    return data


def _no_constant(name: str) -> None:
    raise BrokenRecord(name, "record.no-number")
