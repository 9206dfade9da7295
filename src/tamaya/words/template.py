"""Sentences with places, in a small part of ICU's message syntax.

``{name}``                                       the value of a field
``{count, plural, one {# card} other {# cards}}``  by number: ``=0``, ``one``, ``other``; ``#`` is the number
``{who, select, you {You play} other {{who} plays}}``  by value; a seat is ``you`` for the player who has it
``{score, number, 1}``                           with so many digits after the decimal mark
``{chance, percent}``                            as a percentage; ``{chance, percent, 1}`` with a digit more
``{names, list, and}``                           a list whose last item is joined by the word ``list.and``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

STYLES = ("plural", "select", "number", "percent", "list")
_NAME = re.compile(r"\s*([a-z][a-z0-9_]*)\s*")
_KEY = re.compile(r"\s*(=\d+|[a-z0-9][a-z0-9-]*)\s*\{")
_END = re.compile(r"\s*\}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the value of a field goes, and how it is said."""

    name: str
    style: str = ""
    detail: str = ""
    """Digits of a number, or the joining word of a list."""
    cases: Mapping[str, Template] | None = None
    """What stands here in each case of a plural or a select."""


class Number:
    """The place ``#`` of a plural."""


Template: TypeAlias = "tuple[str | Place | Number, ...]"
"""A sentence in parts."""


class BrokenTemplate(ValueError):
    """A sentence of a catalogue that cannot be read."""


def parse(text: str) -> Template:
    """Read a sentence.

    >>> parse("{n, plural, one {# card} other {# cards}} left")[1:]
    (' left',)
    """
    parts, end = _parts(text, 0, counted=False)
    if end < len(text):
        raise BrokenTemplate(f"a brace closes nothing at {end} in {text!r}")
    return parts


def places(template: Template) -> Iterator[Place]:
    """Every place of a sentence, those inside cases included."""
    for part in template:
        if isinstance(part, Place):
            yield part
            for case in (part.cases or {}).values():
                yield from places(case)


def field_names(template: Template) -> frozenset[str]:
    """The fields that a sentence takes."""
    return frozenset(place.name for place in places(template))


def _parts(text: str, at: int, *, counted: bool) -> tuple[Template, int]:
    """The parts from a place on, up to the closing brace or the end; ``counted`` inside a plural."""
    parts: list[str | Place | Number] = []
    plain = ""
    while at < len(text) and text[at] != "}":
        if text[at] == "{" or (counted and text[at] == "#"):
            if plain:
                parts.append(plain)
            plain = ""
            if text[at] == "#":
                parts.append(Number())
                at += 1
            else:
                place, at = _place(text, at + 1)
                parts.append(place)
        else:
            plain += text[at]
            at += 1
    if plain:
        parts.append(plain)
    return tuple(parts), at


def _place(text: str, at: int) -> tuple[Place, int]:
    name, at = _word(text, at)
    if text[at : at + 1] == "}":
        return Place(name), at + 1
    style, at = _word(text, at + 1) if text[at : at + 1] == "," else ("", at)
    if style not in STYLES:
        raise BrokenTemplate(f"{style!r} is no way to say {name!r} in {text!r}")
    if style in ("plural", "select"):
        if text[at : at + 1] != ",":
            raise BrokenTemplate(f"the cases of {name!r} are missing in {text!r}")
        cases, at = _cases(text, at + 1, counted=style == "plural")
        return Place(name, style, cases=cases), at
    close = text.find("}", at)
    if close < 0:
        raise BrokenTemplate(f"{name!r} is not closed in {text!r}")
    return Place(name, style, text[at:close].strip(", ")), close + 1


def _word(text: str, at: int) -> tuple[str, int]:
    found = _NAME.match(text, at)
    if found is None:
        raise BrokenTemplate(f"a name is missing at {at} in {text!r}")
    return found[1], found.end()


def _cases(text: str, at: int, *, counted: bool) -> tuple[dict[str, Template], int]:
    cases: dict[str, Template] = {}
    while (found := _KEY.match(text, at)) is not None:
        cases[found[1]], at = _parts(text, found.end(), counted=counted)
        if text[at : at + 1] != "}":
            raise BrokenTemplate(f"the case {found[1]!r} is not closed in {text!r}")
        at += 1
    end = _END.match(text, at)
    if end is None or "other" not in cases:
        raise BrokenTemplate(f"cases need an 'other' and a closing brace in {text!r}")
    return cases, end.end()
