"""A line of a file of positions, read and checked: which cards lay where, what was done, what is expected.

The format is told in docs/how-to/examine-a-bot.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from tamaya.exam.expectations import Expectation, IsCalled
from tamaya.exam.fields import Place, read_expectation
from tamaya.records.record import read_json
from tamaya.records.shape import read_fields, read_list, read_switch, read_text, read_whole
from tamaya.rules import BrokenRecord, Card, Rules, Seat, TamayaError
from tamaya.words import Message

HIDDEN = "??"
"""A card of seat A, which is examined and does not see its own."""
HIGHEST_LEVEL = 99
NEEDED = "id level players suits hands stacks clue_tokens strikes first actions turn expect"
OPTIONAL = "book limit from_level topic group sources discards marks early_game_over fresh"
BOOK = "h-group"
"""The conventions of a position that names none."""


class BrokenPosition(BrokenRecord):
    """A line of a file of positions that cannot be read, or describes what cannot be."""

    code = "error.about"

    def __init__(self, file: str, line: int, why: Message) -> None:
        self.file, self.line = file, line
        super().__init__(file, Message("exam.in-line", line=line, cause=why))
        self.args = (file, line, why)


@dataclass(frozen=True, slots=True)
class Mark:
    """What cards of a hand had been told before the position begins."""

    seat: Seat
    clue: str
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GaveClue:
    """A seat told another about the cards in these slots."""

    seat: Seat
    to: Seat
    clue: str
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LostCard:
    """A seat played or discarded a card, and drew another."""

    seat: Seat
    slot: int
    card: Card
    draw: Card | None
    """None for a card that seat A drew."""
    played: bool
    fits: bool = False


Move: TypeAlias = GaveClue | LostCard


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a file of positions."""

    id: str
    book: str
    """The conventions that it asks for."""
    level: int
    """Of these conventions; 0 if they have no levels."""
    limit: bool
    """Whether it shows where a convention ends, and not the convention."""
    from_level: bool
    """Whether players who know only the levels below do not meet all that is expected."""
    topic: str
    players: tuple[str, ...]
    rules: Rules
    hands: tuple[tuple[Card | None, ...], ...]
    """[seat][slot - 1]; None for the cards of seat A."""
    stacks: tuple[int, ...]
    """[suit] how many cards were laid at the beginning."""
    discards: tuple[Card, ...]
    clue_tokens: int
    strikes: int
    early_game_over: bool
    """Whether there was a discard before, though the discards do not show one."""
    marks: tuple[Mark, ...]
    first: Seat
    actions: tuple[Move, ...]
    turn: Seat
    expect: tuple[Expectation, ...]

    @property
    def style(self) -> str:
        """The name of the bot that plays by these conventions, and nothing of later levels."""
        return f"{self.book}-{max(self.level, 1)}" if self.book == BOOK else self.book

    @property
    def fresh(self) -> bool:
        """Whether the position begins with the deal: bots that read whole games need that."""
        before = any(self.stacks) or self.discards or self.marks or self.strikes or self.early_game_over
        return not before and self.clue_tokens == self.rules.clues


def read_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows of a file, with the numbers of their lines; BrokenPosition says which line cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise BrokenRecord(path.name, "record.not-utf8") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = read_row(read_json(line))
        except TamayaError as error:
            raise BrokenPosition(path.name, number, error.message) from None
        yield number, row


def read_row(value: object) -> Row:
    """A row from its JSON."""
    data = read_fields(value, "", NEEDED, OPTIONAL)
    players = tuple(read_text(name, "players") for name in read_list(data["players"], "players"))
    rules = rules_of(tuple(read_text(name, "suits") for name in read_list(data["suits"], "suits")))
    place = Place(rules, len(players), rules.hand_size(len(players)))
    row = Row(
        id=read_text(data["id"], "id"),
        book=read_text(data["book"], "book") if "book" in data else BOOK,
        level=read_whole(data["level"], "level", 0, HIGHEST_LEVEL),
        limit=read_switch(data.get("limit", False), "limit"),
        from_level=read_switch(data.get("from_level", False), "from_level"),
        topic=read_text(data["topic"], "topic") if "topic" in data else "",
        players=players,
        rules=rules,
        hands=_read_hands(data["hands"], place),
        stacks=_read_stacks(data["stacks"], rules),
        discards=tuple(place.card(card, "discards") for card in _list_of(data, "discards")),
        clue_tokens=read_whole(data["clue_tokens"], "clue_tokens", 0, rules.clues),
        strikes=read_whole(data["strikes"], "strikes", 0, rules.strikes - 1),
        early_game_over=read_switch(data.get("early_game_over", False), "early_game_over"),
        marks=tuple(_read_mark(mark, place) for mark in _list_of(data, "marks")),
        first=place.seat(data["first"], "first"),
        actions=tuple(
            _read_move(move, place, f"actions.{number}")
            for number, move in enumerate(read_list(data["actions"], "actions"), start=1)
        ),
        turn=place.seat(data["turn"], "turn"),
        expect=tuple(
            read_expectation(check, place, f"expect.{number}", moves=len(data["actions"]))
            for number, check in enumerate(read_list(data["expect"], "expect"), start=1)
        ),
    )
    for number, check in enumerate(row.expect, start=1):
        if isinstance(check, IsCalled) and check.wait != (wait := (check.seat - row.turn) % len(players)):
            raise BrokenRecord(f"expect.{number}.wait", "exam.other-wait", wait=wait)
    if "fresh" in data and read_switch(data["fresh"], "fresh") != row.fresh:
        raise BrokenRecord("fresh", "exam.not-fresh")
    return row


@lru_cache
def rules_of(suits: tuple[str, ...]) -> Rules:
    """The standard game with these suits, in which hands are not rearranged."""
    for name in suits:
        if not name.replace("-", "").isalnum():
            raise BrokenRecord("suits", "read.suit-name")
    return Rules.parse(f"original+suits={','.join(suits)}+rearrange=never")


def _list_of(data: dict[str, Any], field: str) -> list[Any]:
    """A list that may be left out where it is empty."""
    return read_list(data.get(field, []), field)


def _read_hands(value: object, place: Place) -> tuple[tuple[Card | None, ...], ...]:
    data = read_fields(value, "hands", " ".join(place.letters))
    hands = []
    for letter in place.letters:
        field = f"hands.{letter}"
        hand = read_list(data[letter], field)
        if len(hand) != place.slots:
            raise BrokenRecord(field, "exam.hand-size", slots=place.slots)
        hands.append(tuple(_read_drawn(card, place, letter, field) for card in hand))
    return tuple(hands)


def _read_drawn(value: object, place: Place, letter: str, field: str) -> Card | None:
    """A card of a hand; seat A's own are hidden, and only these."""
    if (value == HIDDEN) != (letter == place.letters[0]):
        raise BrokenRecord(field, "exam.hidden", hidden=HIDDEN)
    return None if value == HIDDEN else place.card(value, field)


def _read_stacks(value: object, rules: Rules) -> tuple[int, ...]:
    data = read_fields(value, "stacks", " ".join(suit.letter for suit in rules.suits))
    return tuple(
        read_whole(data[suit.letter], f"stacks.{suit.letter}", 0, len(suit.order)) for suit in rules.suits
    )


def _read_mark(value: object, place: Place) -> Mark:
    data = read_fields(value, "marks", "seat clue slots")
    return Mark(
        place.seat(data["seat"], "marks.seat"),
        place.clue(data["clue"], "marks.clue"),
        place.some_slots(data["slots"], "marks.slots"),
    )


def _read_move(value: object, place: Place, field: str) -> Move:
    kind = value.get("do") if isinstance(value, dict) else None
    if kind == "clue":
        data = read_fields(value, field, "seat do to clue slots")
        return GaveClue(
            place.seat(data["seat"], f"{field}.seat"),
            place.seat(data["to"], f"{field}.to"),
            place.clue(data["clue"], f"{field}.clue"),
            place.some_slots(data["slots"], f"{field}.slots"),
        )
    if kind not in ("play", "discard"):
        raise BrokenRecord(f"{field}.do", "read.choose-from", choices=("clue", "play", "discard"))
    played = kind == "play"
    data = read_fields(value, field, "seat do slot card fits draw" if played else "seat do slot card draw")
    return LostCard(
        seat=place.seat(data["seat"], f"{field}.seat"),
        slot=place.slot(data["slot"], f"{field}.slot"),
        card=place.card(data["card"], f"{field}.card"),
        draw=_read_drawn(data["draw"], place, data["seat"], f"{field}.draw"),
        played=played,
        fits=played and read_switch(data["fits"], f"{field}.fits"),
    )
