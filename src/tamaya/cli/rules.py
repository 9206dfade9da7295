"""``tamaya rules`` and ``tamaya editions``."""

from __future__ import annotations

import json
import textwrap

from tamaya.records import ANDREWZ, game_kind, plain
from tamaya.rules import EDITIONS, OPTIONS, PARTS, Part
from tamaya.words import Message, Reader, say

WIDTH = 100


def show_rules(text: str, reader: Reader, *, as_json: bool) -> None:
    """Print the rules that a text names."""
    kind = game_kind(text)
    sections = kind.describe()
    if as_json:
        print(json.dumps({"rules": kind.text, "sections": plain(sections)}, ensure_ascii=False, indent=1))
        return
    for number, section in enumerate(sections):
        heading = say(section.title, reader)
        print(f"\n{heading}" if number else f"{heading}\n{'=' * len(heading)}")
        for line in section.lines:
            print(_wrap(say(line, reader)))


def show_editions(reader: Reader, *, as_json: bool) -> None:
    """Print all that a rules text may be made of."""
    found = {
        "editions": _editions(),
        "parts": {part.id: _part(part) for part in PARTS.values()},
        "options": {f"{option.name}=": option.label for option in OPTIONS.values()},
    }
    if as_json:
        plainly = {group: {key: str(words) for key, words in rows.items()} for group, rows in found.items()}
        print(json.dumps(plainly, indent=1))
        return
    for group, rows in found.items():
        print(say(f"command.{group}", reader))
        for key, words in rows.items():
            line = f"{key:<15} {say(words, reader)}"
            print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent=" " * 18))
    print(f"\n{say('command.join-them', reader)}")


def _editions() -> dict[str, Message]:
    titles = {edition.id: edition.title for edition in EDITIONS.values()}
    return titles | {ANDREWZ: Message("andrewz.in-editions")}


def _part(part: Part) -> Message:
    return Message("command.part", summary=part.summary, editions=part.editions)


def _wrap(line: str) -> str:
    if len(line) <= WIDTH or line.startswith(" "):
        return line
    return textwrap.fill(line, WIDTH, subsequent_indent="  ")
