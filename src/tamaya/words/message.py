"""What the program wants to tell a reader: a code of the catalogue, and the values for its places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Who:
    """A seat, said as the player's name, or as "you" to the player who has it."""

    seat: int


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A code of the catalogue and the values of its fields; ``say`` puts it into words.

    >>> Message("illegal.no-slot", slot=7, slots=5)
    Message('illegal.no-slot', slot=7, slots=5)

    Messages are values: they compare, hash and travel as JSON.
    """

    code: str
    items: tuple[tuple[str, Field], ...]

    def __init__(self, code: str, /, **fields: Field) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "items", tuple(fields.items()))

    @property
    def fields(self) -> dict[str, Field]:
        """The values by their names."""
        return dict(self.items)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.items)
        return f"Message({self.code!r}{values})"

    def __str__(self) -> str:
        """The message in English, for a reader without a seat."""
        from tamaya.words.catalogue import say

        return say(self)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.code, self.items)

    def plain(self) -> dict[str, object]:
        """The message as JSON values."""
        return {"code": self.code, "fields": {name: _plain(value) for name, value in self.items}}

    @classmethod
    def read(cls, data: object) -> Message:
        """The message of JSON values; a ``ValueError`` says that they are none."""
        match data:
            case {"code": str() as code, "fields": dict() as fields, **rest} if not rest:
                return cls(code, **{str(name): _field(value) for name, value in fields.items()})
            case _:
                raise ValueError("a message has a code and fields")


Field: TypeAlias = "str | int | float | Message | Who | tuple[Field, ...]"
"""What a place of a sentence can hold. A tuple is said as a list."""
Said: TypeAlias = "str | Message | Iterable[Message]"
"""Some sentences, as other packages may give them: a text stands for itself."""


def as_it_stands(text: str) -> Message:
    """A text that is no code of ours, such as a sentence of another package; every language says it alike.

    >>> as_it_stands("Because {it} fits.")
    Message('said.text', text='Because {it} fits.')
    """
    return Message("said.text", text=" ".join(text.split()))


def sentences(said: Said) -> tuple[Message, ...]:
    """Some sentences as messages, one after the other; none for an empty text."""
    match said:
        case Message():
            return (said,)
        case str():
            return (as_it_stands(said),) if said.strip() else ()
        case _:
            return tuple(said)


def _restore(code: str, items: tuple[tuple[str, Field], ...]) -> Message:
    return Message(code, **dict(items))


def _plain(value: Field) -> object:
    match value:
        case Message():
            return value.plain()
        case Who(seat):
            return {"seat": seat}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value


def _field(data: object) -> Field:
    match data:
        case str() | int():
            return data
        case float() if isfinite(data):
            return data
        case list():
            return tuple(_field(item) for item in data)
        case {"seat": int() as seat, **rest} if not rest:
            return Who(seat)
        case _:
            return Message.read(data)
