"""What the table saw: public facts only, so that every seat may read all of them.

Seats are numbers in the engine and names in a ``Game``, hence the type parameter. ``kind`` tells events apart
where they are written as JSON.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, cast

from tamaya.engine.result import Result
from tamaya.rules import Card, Seat, Tile

Who = TypeVar("Who")


class _Brief:
    """A repr that can be pasted and leaves out what is as usual."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown: list[str] = []
        for item in fields(self):  # type: ignore[arg-type]
            value = getattr(self, item.name)
            if item.default is MISSING or value != item.default:
                shown.append(f"{item.name}={value!r}")
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, slots=True, repr=False)
class Clued(_Brief, Generic[Who]):
    """A player was told about one colour or value; ``slots`` are the cards it touches (T2)."""

    kind: ClassVar[Literal["clued"]] = "clued"
    giver: Who
    receiver: Who
    clue: str
    slots: tuple[int, ...]
    free: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Played(_Brief, Generic[Who]):
    """A card was shown and laid, or did not fit and is a strike (T5). Slot 0 is the deck."""

    kind: ClassVar[Literal["played"]] = "played"
    seat: Who
    slot: int
    id: int
    card: Card
    fits: bool


@dataclass(frozen=True, slots=True, repr=False)
class Discarded(_Brief, Generic[Who]):
    """A card went to the discard pile (T4)."""

    kind: ClassVar[Literal["discarded"]] = "discarded"
    seat: Who
    slot: int
    id: int
    card: Card


@dataclass(frozen=True, slots=True, repr=False)
class Completed(_Brief, Generic[Who]):
    """A display was completed; ``token`` says whether a clue token came back (T7)."""

    kind: ClassVar[Literal["completed"]] = "completed"
    seat: Who
    suit: str
    token: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Revealed(_Brief, Generic[Who]):
    """A bonus tile was turned up; ``lost`` where it could not be applied (L1, L8)."""

    kind: ClassVar[Literal["revealed"]] = "revealed"
    seat: Who
    tile: Tile
    lost: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class WentBack(_Brief, Generic[Who]):
    """A discarded card was shuffled into the deck (L6)."""

    kind: ClassVar[Literal["went-back"]] = "went-back"
    seat: Who
    card: Card


@dataclass(frozen=True, slots=True, repr=False)
class Encored(_Brief, Generic[Who]):
    """A discarded card was put into play, or did not fit and stays discarded (L7)."""

    kind: ClassVar[Literal["encored"]] = "encored"
    seat: Who
    card: Card
    fits: bool


@dataclass(frozen=True, slots=True, repr=False)
class Drew(_Brief, Generic[Who]):
    """A card was drawn; its id is its place in the order of drawing."""

    kind: ClassVar[Literal["drew"]] = "drew"
    seat: Who
    id: int


@dataclass(frozen=True, slots=True, repr=False)
class Rearranged(_Brief, Generic[Who]):
    """A hand was put in another order (T9)."""

    kind: ClassVar[Literal["rearranged"]] = "rearranged"
    seat: Who
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Passed(_Brief, Generic[Who]):
    """A player had no legal action and was passed over (F3)."""

    kind: ClassVar[Literal["passed"]] = "passed"
    seat: Who


@dataclass(frozen=True, slots=True, repr=False)
class LastRound(_Brief, Generic[Who]):
    """The last card was drawn: every player has one more turn (E3)."""

    kind: ClassVar[Literal["last-round"]] = "last-round"
    seat: Who


@dataclass(frozen=True, slots=True, repr=False)
class Ended(_Brief):
    """The game is over."""

    kind: ClassVar[Literal["ended"]] = "ended"
    result: Result


_EventOf: TypeAlias = (
    Clued[Who]
    | Played[Who]
    | Discarded[Who]
    | Completed[Who]
    | Revealed[Who]
    | WentBack[Who]
    | Encored[Who]
    | Drew[Who]
    | Rearranged[Who]
    | Passed[Who]
    | LastRound[Who]
    | Ended
)
Event: TypeAlias = _EventOf[Seat]
"""What all players saw; seats are numbers."""
NamedEvent: TypeAlias = _EventOf[str]
"""The same with the names of the players."""

_SEAT_FIELDS = frozenset({"seat", "giver", "receiver"})


def named(event: Event, names: tuple[str, ...]) -> NamedEvent:
    """The same event with names for seats."""
    values: dict[str, Any] = {item.name: getattr(event, item.name) for item in fields(event)}
    for key in _SEAT_FIELDS & values.keys():
        values[key] = names[values[key]]
    return cast(NamedEvent, type(event)(**values))
