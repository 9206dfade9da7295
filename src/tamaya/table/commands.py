"""What guests and bots ask of a table.

A guest's commands travel as JSON and are told apart by ``type``. A ``Choice`` does not travel: it holds an
action that is parsed already, a bot's with its reason, or one that was typed at this machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from annotated_types import Ge, Len

from tamaya.bots import Choice
from tamaya.records import AnyAction
from tamaya.rules import Seat
from tamaya.table.setup import SeatNumber, Setup
from tamaya.table.strict import Strict

TEXT_LENGTH = 240

Notation: TypeAlias = Annotated[str, Len(2, 14)]


@dataclass(frozen=True, slots=True)
class Guest:
    """A person at the table: an id for the log, and a name for people."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class BotSeat:
    """The bot on a seat."""

    seat: Seat


Actor: TypeAlias = Guest | BotSeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit(Strict):
    """Takes a seat before the start, or another one."""

    type: Literal["sit"] = "sit"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Strict):
    """Gives the seat back before the start."""

    type: Literal["stand"] = "stand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange(Strict):
    """The owner changes the setup before the start."""

    type: Literal["arrange"] = "arrange"
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Strict):
    """The owner starts the game; it is refused while an open seat has no guest."""

    type: Literal["start"] = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Strict):
    """An action of the sender's seat; ``seq`` is the last entry that the sender has seen."""

    type: Literal["act"] = "act"
    action: Notation
    seq: Annotated[int, Ge(0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Strict):
    """A remark or free words, as far as the table's talk allows (C1)."""

    type: Literal["say"] = "say"
    text: Annotated[str, Len(1, TEXT_LENGTH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Strict):
    """Asks to take the last action back, or answers the seat that asks."""

    type: Literal["undo"] = "undo"
    wish: Literal["ask", "agree", "refuse"]


Command: TypeAlias = Sit | StandUp | Arrange | Start | Act | Say | Undo | Choice[AnyAction]
