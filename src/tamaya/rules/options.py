"""House options: the single numbers and switches that a table may change."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tamaya.rules.errors import ImpossibleRules, Unreadable
from tamaya.rules.suits import Suit
from tamaya.rules.values import read_choice, read_number, read_switch


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


REMARKS = (
    "I know nothing about my hand yet.",
    "Do you recall what you hold?",
    "I need a moment to think.",
    "I remember what I was told.",
    "Have a look at the discards.",
)
"""What may be said at a table whose talk is set to remarks: moods and reminders, never news (C1)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house option: its name in a rules text and how its value is read."""

    name: str
    kind: type
    read: Callable[[str], object]
    words: str
    least: int = 0
    most: int = 0
    field: str = ""
    """The attribute of the rules that it sets, where that is not its name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", self.field or self.name.replace("-", "_"))

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
            raise ImpossibleRules(f"{self.name}={value}", f"it must be of the type {self.kind.__name__}")
        if isinstance(value, int) and self.most and not self.least <= value <= self.most:
            raise ImpossibleRules(f"{self.name}={value}", f"it must lie between {self.least} and {self.most}")


def _read_suits(text: str) -> tuple[Suit, ...]:
    return tuple(Suit.parse(item) for item in text.split(","))


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("suits", tuple, _read_suits, "suits of the deck", field="base"),
        Option("seats", int, read_number, "most players", 2, 10),
        Option("hand", int, read_number, "cards in each hand", 1, 10),
        Option("clues", int, read_number, "clue tokens", 0, 20),
        Option("strikes", int, read_number, "strikes that end the game", 1, 10),
        Option("empty", bool, read_switch, "clues that match no card"),
        Option("discard-full", bool, read_switch, "discarding while all clue tokens are available"),
        Option("deck-play", bool, read_switch, "playing the last card straight from the deck"),
        Option("rearrange", Rearranging, read_choice(Rearranging), "rearranging one's own hand"),
        Option("talk", Talk, read_choice(Talk), "talking"),
    )
}
