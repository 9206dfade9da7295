"""The catalogues: every sentence that the product says, by code, one file for each language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from tamaya.words.message import Field, Message, Who, as_it_stands
from tamaya.words.template import Number, Place, Template, parse

LANGUAGES: Final = ("en", "de", "fr", "es", "it", "ja")
"""The languages of the product; each has a file of this name. English is complete by definition."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a message: the language, with which names at the table, and on which seat."""

    language: str = "en"
    names: tuple[str, ...] = ()
    seat: int | None = None

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            object.__setattr__(self, "language", "en")


ENGLISH: Final = Reader()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The sentences of one language."""

    language: str
    name: str
    """What the language calls itself."""
    one: frozenset[int]
    """The numbers that take the singular."""
    decimal: str
    """The decimal mark."""
    percent: str
    """What stands after a percentage."""
    comma: str
    """What stands between the items of a list."""
    gap: str
    """What stands between two sentences."""
    stop: str
    """The full stop."""
    texts: Mapping[str, str]
    """code: sentence"""
    templates: dict[str, Template] = field(default_factory=dict, repr=False)
    """code: its sentence in parts, once it has been said"""

    def template(self, code: str) -> Template:
        """The sentence of a code, in parts."""
        if code not in self.templates:
            self.templates[code] = parse(self.texts[code])
        return self.templates[code]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    text = files("tamaya.words").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    about = data.pop("language")
    one = frozenset(about.pop("one"))
    return Catalogue(language, **about, one=one, texts=dict(_flat(data)))


def _flat(data: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, str):
            yield f"{prefix}{key}", value
        elif isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            raise TypeError(f"{prefix}{key} is neither a sentence nor a section")


def say(message: Message | str, reader: Reader = ENGLISH, /, **fields: Field) -> str:
    """A message, or a code with its fields, in the reader's language.

    >>> say("illegal.no-clue-token")
    'no clue token is left'

    A code that stands in no catalogue is said as it is: other packages bring sentences of their own.
    """
    if isinstance(message, str):
        message = Message(message, **fields)
    spoken = catalogue(reader.language)
    if message.code not in spoken.texts:
        spoken = catalogue("en")
    if message.code not in spoken.texts:
        return message.code
    return _say(spoken.template(message.code), message.fields, spoken, reader, 0)


def say_all(messages: Iterable[Message], reader: Reader = ENGLISH) -> str:
    """Some sentences, one after the other."""
    return catalogue(reader.language).gap.join(say(message, reader) for message in messages)


def read_sayable(data: Mapping[str, object]) -> Message:
    """A message that another version may have written, with its English ``text``. Where this version has no
    such sentence, or one with other fields, the text stands for it."""
    with suppress(ValueError, LookupError, TypeError, AssertionError):
        message = Message.read({"code": data["code"], "fields": data["fields"]})
        if knows(message.code) and str(message):
            return message
    return as_it_stands(str(data["text"]))


def knows(code: str) -> bool:
    """Whether a code stands in the catalogue."""
    return code in catalogue("en").texts


def _say(template: Template, fields: Mapping[str, Field], spoken: Catalogue, reader: Reader, n: float) -> str:
    said = []
    for part in template:
        match part:
            case str():
                said.append(part)
            case Number():
                said.append(_number(n, spoken))
            case Place(name, _, _, None):
                said.append(_value(fields[name], part, spoken, reader))
            case Place(name, style, _, cases):
                assert cases is not None
                value = fields[name]
                key = _plural(value, cases, spoken) if style == "plural" else _case(value, reader)
                count = value if isinstance(value, int | float) else n
                said.append(_say(cases.get(key, cases["other"]), fields, spoken, reader, count))
    return "".join(said)


def _value(value: Field, place: Place, spoken: Catalogue, reader: Reader) -> str:
    match value:
        case Message():
            return say(value, reader)
        case Who(seat):
            return reader.names[seat] if seat < len(reader.names) else chr(ord("A") + seat)
        case tuple():
            return _join([_value(item, Place(place.name), spoken, reader) for item in value], place, spoken)
        case str():
            return str(value)
        case _:
            return _number(value, spoken, place)


def _number(value: float, spoken: Catalogue, place: Place | None = None) -> str:
    style, digits = (place.style, int(place.detail or 0)) if place else ("", 0)
    if style == "percent":
        return f"{value * 100:.{digits}f}".replace(".", spoken.decimal) + spoken.percent
    if style == "number":
        return f"{value:.{digits}f}".replace(".", spoken.decimal)
    return str(value) if isinstance(value, int) else f"{value:g}".replace(".", spoken.decimal)


def _join(items: Sequence[str], place: Place, spoken: Catalogue) -> str:
    """A list: ``and`` and ``or`` join the last item, every other word joins all of them."""
    if not place.detail:
        return spoken.comma.join(items)
    word = spoken.texts[f"list.{place.detail}"]
    if place.detail in ("and", "or", "nor") and len(items) > 1:
        return f"{spoken.comma.join(items[:-1])}{word}{items[-1]}"
    return word.join(items)


def _plural(value: Field, cases: Mapping[str, Template], spoken: Catalogue) -> str:
    assert isinstance(value, int | float), "a plural counts a number"
    exact = f"={value}"
    return exact if exact in cases else "one" if value in spoken.one else "other"


def _case(value: Field, reader: Reader) -> str:
    match value:
        case Who(seat):
            return "you" if seat == reader.seat else "other"
        case bool():
            return "yes" if value else "no"
        case Message(code=code):
            return code.rpartition(".")[2]
        case _:
            return str(value)
