"""House options: the single numbers and switches that a table may change."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tamaya.rules.errors import ImpossibleRules, Unreadable
from tamaya.rules.suits import Suit
from tamaya.rules.values import read_choice, read_number, read_switch
from tamaya.words import Message


class Rearranging(Enum):
    """When a player may put their own hand in another order (T9)."""

    CLUED = "clued"
    """From a clue that addresses them until their next turn is done."""
    ALWAYS = "always"
    NEVER = "never"


class Talk(Enum):
    """What teammates may say while the game runs (C1)."""

    SILENT = "silent"
    REMARKS = "remarks"
    OPEN = "open"


REMARKS = ("remark.knows-nothing", "remark.recall", "remark.thinking", "remark.remembers", "remark.discards")
"""What may be said at a table whose talk is set to remarks: moods and reminders, never news (C1)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house option: its name in a rules text and how its value is read."""

    name: str
    kind: type
    read: Callable[[str], object]
    least: int = 0
    most: int = 0
    field: str = ""
    """The attribute of the rules that it sets, where that is not its name."""
    manner: bool = False
    """Whether it is about manners at the table, and changes no rule of the game."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", self.field or self.name.replace("-", "_"))

    @property
    def label(self) -> Message:
        """What it is about."""
        return Message(f"option.{self.name}")

    def parse(self, text: str) -> object:
        """Read a value, and refuse a number beyond all reason."""
        try:
            value = self.read(text)
        except Unreadable as error:
            raise Unreadable(f"{self.name}={text}", error.why) from None
        self.check(value)
        return value

    def check(self, value: object) -> None:
        """Refuse a value of another kind, and a number beyond all reason."""
        if type(value) is not self.kind:
            raise ImpossibleRules(f"{self.name}={value}", "rules.wrong-type", kind=self.kind.__name__)
        if isinstance(value, int) and self.most and not self.least <= value <= self.most:
            raise ImpossibleRules(
                f"{self.name}={value}", "rules.out-of-range", least=self.least, most=self.most
            )


def _read_suits(text: str) -> tuple[Suit, ...]:
    return tuple(Suit.parse(item) for item in text.split(","))


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("suits", tuple, _read_suits, field="base"),
        Option("seats", int, read_number, 2, 10),
        Option("hand", int, read_number, 1, 10),
        Option("clues", int, read_number, 0, 20),
        Option("strikes", int, read_number, 1, 10),
        Option("empty", bool, read_switch),
        Option("discard-full", bool, read_switch),
        Option("deck-play", bool, read_switch),
        Option("rearrange", Rearranging, read_choice(Rearranging)),
        Option("talk", Talk, read_choice(Talk), manner=True),
    )
}
"""The house options, by name."""
