"""``tamaya rules`` and ``tamaya editions``."""

from __future__ import annotations

import json
import textwrap

from tamaya import andrewz
from tamaya.records import ANDREWZ, game_kind, plain
from tamaya.rules import EDITIONS, OPTIONS, PARTS
from tamaya.rules.words import Section, describe

WIDTH = 100


def show_rules(text: str, *, as_json: bool) -> None:
    """Print the rules that a text names."""
    kind = game_kind(text)
    sections = describe(kind.rules) if kind.rules else _andrewz()
    if as_json:
        print(json.dumps({"rules": kind.text, "sections": plain(sections)}, ensure_ascii=False, indent=1))
        return
    for number, section in enumerate(sections):
        if number:
            print(f"\n{section.title}")
        else:
            print(f"{section.title}\n{'=' * len(section.title)}")
        for line in section.lines:
            print(_wrap(line))


def show_editions(*, as_json: bool) -> None:
    """Print all that a rules text may be made of."""
    editions = {edition.id: edition.title for edition in EDITIONS.values()} | {
        ANDREWZ: "Andrewz, a race with the same cards"
    }
    parts = {part.id: f"{part.summary} ({' and '.join(part.editions)})" for part in PARTS.values()}
    options = {f"{option.name}=": option.words for option in OPTIONS.values()}
    if as_json:
        print(json.dumps({"editions": editions, "parts": parts, "options": options}, indent=1))
        return
    for title, rows in (("Editions", editions), ("Add-ons and variants", parts), ("House options", options)):
        print(title)
        for key, words in rows.items():
            print(textwrap.fill(f"{key:<15} {words}", WIDTH, initial_indent="  ", subsequent_indent=" " * 18))
    print("\nJoin them with +, such as deluxe+black-powder+hand=4; `tamaya rules TEXT` explains the result.")


def _andrewz() -> tuple[Section, ...]:
    first, _, rest = andrewz.describe().partition("\n")
    return (Section(first, tuple(rest.strip("\n").splitlines())),)


def _wrap(line: str) -> str:
    if len(line) <= WIDTH or line.startswith(" "):
        return line
    return textwrap.fill(line, WIDTH, subsequent_indent="  ")
