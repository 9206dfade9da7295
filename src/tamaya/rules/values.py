"""Reading and writing the small values of a rules text: numbers, switches and choices."""

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from tamaya.rules.errors import Unreadable

Choice = TypeVar("Choice", bound=Enum)


def read_switch(text: str) -> bool:
    """``yes`` or ``no``."""
    if text not in ("yes", "no"):
        raise Unreadable(text, "read.yes-or-no")
    return text == "yes"


def read_choice(kind: type[Choice]) -> Callable[[str], Choice]:
    """A reader for the values of an enum."""

    def read(text: str) -> Choice:
        try:
            return kind(text)
        except ValueError:
            raise Unreadable(
                text, "read.choose-from", choices=tuple(str(item.value) for item in kind)
            ) from None

    return read


def read_number(text: str) -> int:
    """A whole number of at most six digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Unreadable(text, "read.whole-number")
    return int(text)


def read_digits(text: str) -> tuple[int, ...]:
    """One digit for each entry."""
    if not (text.isascii() and text.isdigit()):
        raise Unreadable(text, "read.digits")
    return tuple(map(int, text))


def write_value(value: object) -> str:
    """The text that the matching reader takes."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case tuple():
            separator = "" if all(isinstance(item, int) for item in value) else ","
            return separator.join(map(str, value))
        case _:
            return str(value)
