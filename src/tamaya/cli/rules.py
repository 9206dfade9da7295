"""``tamaya rules``, ``tamaya editions`` and ``tamaya bots``."""

from __future__ import annotations

import sys
import textwrap
from json import dumps
from typing import Annotated

import typer

from tamaya.bots import FAULTS, all_bots
from tamaya.bots.partner.styles import BOOKS, DEFAULT, book_title, book_words
from tamaya.cli.options import RULES, Json
from tamaya.records import ANDREWZ, game_kind, plain
from tamaya.rules import EDITIONS, OPTIONS, PARTS, Part
from tamaya.words import Message, say

WIDTH = 100


def rules(
    context: typer.Context,
    rules: Annotated[str, typer.Argument(metavar=RULES)] = "deluxe",
    json: Json = False,
) -> None:
    """Print the rules that a text names."""
    kind = game_kind(rules)
    sections = kind.describe()
    if json:
        print(dumps({"rules": kind.text, "sections": plain(sections)}, ensure_ascii=False, indent=1))
        return
    for number, section in enumerate(sections):
        heading = say(section.title, context.obj)
        print(f"\n{heading}" if number else f"{heading}\n{'=' * len(heading)}")
        for line in section.lines:
            print(_wrap(say(line, context.obj)))


def editions(context: typer.Context, json: Json = False) -> None:
    """Print all that a rules text may be made of."""
    titles = {edition.id: edition.title for edition in EDITIONS.values()}
    found = {
        "editions": {**titles, ANDREWZ: Message("andrewz.in-editions")},
        "parts": {part.id: _part(part) for part in PARTS.values()},
        "options": {f"{option.name}=": option.label for option in OPTIONS.values()},
    }
    if json:
        plainly = {group: {key: str(words) for key, words in rows.items()} for group, rows in found.items()}
        print(dumps(plainly, indent=1))
        return
    for group, rows in found.items():
        print(say(f"command.{group}", context.obj))
        for key, words in rows.items():
            line = f"{key:<15} {say(words, context.obj)}"
            print(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent=" " * 18))
    print(f"\n{say('command.join-them', context.obj)}")


def bots(context: typer.Context, json: Json = False) -> None:
    """Print who can take a seat, and by which books of conventions a table can play."""
    if json:
        rows = [
            {
                "name": row.name,
                "game": row.game,
                "summary": str(row.summary),
                "conventions": row.conventions,
                "plays_by": row.plays_by,
            }
            for row in all_bots()
        ]
        print(dumps(rows, indent=1))
        return
    width = max(len(row.name) for row in all_bots())
    for row in sorted(all_bots(), key=lambda row: row.plays_by == "own"):
        print(f"{row.name:<{width}} {row.game:<8} {say(row.summary, context.obj)}")
    print(f"\n{say('command.books', context.obj, usual=DEFAULT)}")
    for book in BOOKS:
        line = say("new-table.conventions-line", context.obj, book=book_title(book), words=book_words(book))
        print(textwrap.fill(f"{book:<{width}} {line}", WIDTH, subsequent_indent=" " * (width + 1)))
    for name, fault in FAULTS.items():
        print(say("command.faulty-bots", context.obj, package=name, fault=fault), file=sys.stderr)


def _part(part: Part) -> Message:
    return Message("command.part", summary=part.summary, editions=part.editions)


def _wrap(line: str) -> str:
    if len(line) <= WIDTH or line.startswith(" "):
        return line
    return textwrap.fill(line, WIDTH, subsequent_indent="  ")
