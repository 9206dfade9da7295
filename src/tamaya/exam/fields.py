"""How the fields of a position are read: seats, slots, cards and clues of its table, and expectations."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from tamaya.bots import Meaning
from tamaya.engine import Clue
from tamaya.exam.expectations import (
    ANY,
    ActionPattern,
    CanBe,
    ClueIsProper,
    DoesNoneOf,
    DoesOneOf,
    Expectation,
    HoldsBack,
    How,
    IsCalled,
    IsKept,
    IsKnown,
    IsRead,
    NoSave,
    SavesBy,
)
from tamaya.records.shape import read_fields, read_list, read_object, read_text, read_whole
from tamaya.rules import BrokenRecord, Card, Rules, Seat
from tamaya.rules.seats import SEAT_LETTERS

_PATTERN = re.compile(r"[pd](?:10|[1-9]|\*)|c(?P<to>[A-J*])(?P<clue>[a-z1-9*])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """The table of a position, against which its fields are read."""

    rules: Rules
    players: int
    slots: int

    @property
    def letters(self) -> str:
        """Those of the seats."""
        return SEAT_LETTERS[: self.players]

    def seat(self, value: object, field: str) -> Seat:
        """A seat by its letter."""
        if not isinstance(value, str) or len(value) != 1 or value not in self.letters:
            raise BrokenRecord(field, "read.seat", first=self.letters[0], last=self.letters[-1])
        return Seat(self.letters.index(value))

    def card(self, value: object, field: str) -> Card:
        """A card of the deck."""
        if not isinstance(value, str) or value not in self.rules.tables.place:
            raise BrokenRecord(field, "exam.card")
        return Card(value)

    def slot(self, value: object, field: str) -> int:
        """A place in a hand."""
        return read_whole(value, field, 1, self.slots)

    def some_slots(self, value: object, field: str) -> tuple[int, ...]:
        """Different slots, at least one."""
        slots = tuple(self.slot(slot, field) for slot in read_list(value, field))
        if not slots or len(set(slots)) < len(slots):
            raise BrokenRecord(field, "exam.some-slots")
        return tuple(sorted(slots))

    def clue(self, value: object, field: str) -> str:
        """A colour's letter or a value."""
        if not isinstance(value, str) or value not in self.rules.tables.clues:
            raise BrokenRecord(field, "read.choose-from", choices=self.rules.tables.clues)
        return value

    def patterns(self, value: object, field: str) -> tuple[ActionPattern, ...]:
        """Actions in notation, with stars, at least one."""
        found = []
        for text in read_list(value, field):
            match = _PATTERN.fullmatch(text) if isinstance(text, str) else None
            if match is None:
                raise BrokenRecord(field, "exam.pattern")
            if match["to"] and match["to"] != ANY:
                self.seat(match["to"], field)
            if match["clue"] and match["clue"] != ANY:
                self.clue(match["clue"], field)
            found.append(ActionPattern(match[0]))
        if not found:
            raise BrokenRecord(field, "exam.pattern")
        return tuple(found)


def read_expectation(value: object, place: Place, field: str, *, moves: int) -> Expectation:
    """An expectation from its JSON; ``moves`` is how many actions the position has."""
    kind = read_object(value, field).get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise BrokenRecord(f"{field}.kind", "read.choose-from", choices=tuple(_READERS))
    fields, read = reader
    data = read_fields(value, field, f"kind {fields}")
    found = read(data, place, field)
    if isinstance(found, IsRead) and found.of > moves:
        raise BrokenRecord(f"{field}.of", "record.number-range", least=1, most=moves)
    return found


def _read_called(data: dict[str, Any], place: Place, field: str) -> IsCalled:
    ways = read_list(data["how"], f"{field}.how")
    if not ways or not set(map(str, ways)) <= set(get_args(How)):
        raise BrokenRecord(f"{field}.how", "read.choose-from", choices=get_args(How))
    return IsCalled(
        place.seat(data["seat"], f"{field}.seat"),
        place.some_slots(data["slots"], f"{field}.slots"),
        tuple(ways),
        read_whole(data["wait"], f"{field}.wait", 0, place.players - 1),
    )


def _read_hold(data: dict[str, Any], place: Place, field: str) -> HoldsBack:
    slot = None if data["slot"] == "all" else place.slot(data["slot"], f"{field}.slot")
    return HoldsBack(place.seat(data["seat"], f"{field}.seat"), slot)


def _read_can_be(data: dict[str, Any], place: Place, field: str) -> CanBe:
    if data["rel"] not in ("is", "many"):
        raise BrokenRecord(f"{field}.rel", "read.choose-from", choices=("is", "many"))
    cards = frozenset(
        place.card(card, f"{field}.cards") for card in read_list(data["cards"], f"{field}.cards")
    )
    if data["rel"] == "is" and not cards:
        raise BrokenRecord(f"{field}.cards", "exam.some-cards")
    return CanBe(
        data["kind"],
        place.seat(data["seat"], f"{field}.seat"),
        place.slot(data["slot"], f"{field}.slot"),
        None if data["by"] == "all" else place.seat(data["by"], f"{field}.by"),
        cards if data["rel"] == "is" else None,
    )


def _read_known(data: dict[str, Any], place: Place, field: str) -> IsKnown:
    seat = place.seat(data["seat"], f"{field}.seat")
    return IsKnown(data["kind"], seat, place.slot(data["slot"], f"{field}.slot"))


def _read_kept(data: dict[str, Any], place: Place, field: str) -> IsKept:
    return IsKept(place.seat(data["seat"], f"{field}.seat"), place.slot(data["slot"], f"{field}.slot"))


def _read_save(data: dict[str, Any], place: Place, field: str) -> SavesBy:
    seat = place.seat(data["seat"], f"{field}.seat")
    return SavesBy(seat, place.patterns(data["any"], f"{field}.any"))


def _read_clue(data: dict[str, Any], place: Place, field: str) -> ClueIsProper:
    [pattern] = place.patterns([data["clue"]], f"{field}.clue")
    if not pattern.text.startswith("c") or ANY in pattern.text:
        raise BrokenRecord(f"{field}.clue", "exam.one-clue")
    return ClueIsProper(Clue(place.seat(pattern.text[1], f"{field}.clue"), pattern.text[2]))


def _read_reading(data: dict[str, Any], _place: Place, field: str) -> IsRead:
    reading = read_text(data["reading"], f"{field}.reading")
    meaning = next((one for one in get_args(Meaning) if one == reading), None)
    if meaning is None:
        raise BrokenRecord(f"{field}.reading", "read.choose-from", choices=get_args(Meaning))
    return IsRead(read_whole(data["of"], f"{field}.of", 1, 999), meaning)


_READERS: dict[str, tuple[str, Callable[[dict[str, Any], Place, str], Expectation]]] = {
    "action": ("any", lambda data, place, field: DoesOneOf(place.patterns(data["any"], f"{field}.any"))),
    "not_action": (
        "none",
        lambda data, place, field: DoesNoneOf(place.patterns(data["none"], f"{field}.none")),
    ),
    "save_choice": ("seat any", _read_save),
    "called": ("seat slots how wait", _read_called),
    "hold": ("seat slot", _read_hold),
    "kept": ("seat slot", _read_kept),
    "inferred": ("seat slot by rel cards", _read_can_be),
    "possible": ("seat slot by rel cards", _read_can_be),
    "promised": ("seat slot", _read_known),
    "useless": ("seat slot", _read_known),
    "no_save": ("seat", lambda data, place, field: NoSave(place.seat(data["seat"], f"{field}.seat"))),
    "clue_ok": ("clue", _read_clue),
    "reading": ("of reading", _read_reading),
}
"""kind: its fields, and what reads them"""
