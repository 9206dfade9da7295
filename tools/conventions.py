"""``python -m tools.conventions`` writes docs/reference/conventions.md and its pictures from the catalogue.

Each convention comes with its words and its first position, drawn as the seat sees it that has to find out
what to do; a test compares the page with the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from tamaya.bots.conventions.convention import BookName
from tamaya.bots.guides import Convention, all_conventions
from tamaya.engine import Clued, Discarded, Played
from tamaya.engine.actions import parse_action
from tamaya.engine.pictures import Spot, picture_of
from tamaya.engine.story import action_label, event_message
from tamaya.exam import ExamPosition, positions_of
from tamaya.exam.expectations import (
    ActionPattern,
    CanBe,
    DoesNoneOf,
    DoesOneOf,
    Expectation,
    HoldsBack,
    IsCalled,
    IsKept,
    IsKnown,
)
from tamaya.rules import Seat
from tamaya.words import Reader, say

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "reference" / "conventions.md"
FOLDER: Final = PAGE.with_suffix("")
LEARNER: Final = Seat(0)

INTRODUCTION: Final = """\
# Conventions

<!-- Written by python -m tools.conventions. -->

A convention says what a clue means beyond its words. A table agrees on a book of conventions, and bots
play by it: `plain`, `tamaya`, or `h-group-1` to `h-group-5`, of which each has those of the levels below it,
too. The conventions of the H-Group are after the public
[description by the H-Group](https://hanabi.github.io), told here in our own words and with our own positions.

In the pictures it is Ann's turn. She sees all hands but her own. Slot 1 is the oldest card of a hand, on the
left; the newest is on the right. The small print under a card says what clues have told of it. Every
position on this page, and some more for each convention, is a test of our bots
([Examine a bot](../how-to/examine-a-bot.md)).
"""
BOOKS: Final[dict[BookName, tuple[str, str]]] = {
    "plain": ("Plain", "No convention at all: good to begin with."),
    "tamaya": ("Tamaya", "A few conventions of our own, which you learn in five minutes."),
    "h-group": ("H-Group", "The conventions of the H-Group, level by level."),
}


def page() -> str:
    """The text of the page."""
    parts = [INTRODUCTION]
    level = 0
    for book, (name, sentence) in BOOKS.items():
        parts.append(f"## {name}\n\n{sentence}\n")
        for convention in all_conventions():
            if convention.book != book:
                continue
            if convention.level > level:
                level = convention.level
                parts.append(f"## {name}, level {level}\n")
            parts.append(_section(convention))
    return "\n".join(parts)


def pictures() -> dict[str, str]:
    """The pictures of the page: SVG by the names of their files."""
    return {file_of(one): _picture(positions_of(one)[0]) for one in all_conventions()}


def file_of(convention: Convention) -> str:
    """The name of the file of a convention's picture."""
    return f"{convention.book}-{convention.id}.svg"


def _section(convention: Convention) -> str:
    position = positions_of(convention)[0]
    topic = position.row.id.partition(": ")[2]
    return (
        f"### {say(convention.title)}\n\n{say(convention.words)}\n\n"
        f"![{say(convention.title)}: {topic}](conventions/{file_of(convention)})\n\n"
        f"{' '.join(_story(position))} **{' '.join(_answer(position))}**\n"
    )


def _story(position: ExamPosition) -> Iterator[str]:
    """What happened, sentence by sentence."""
    reader = Reader(names=position.row.players)
    for event in position.state.history[len(position.start.history) :]:
        if isinstance(event, Clued | Played | Discarded):
            yield f"{say(event_message(event, position.row.rules), reader)}."


def _answer(position: ExamPosition) -> Iterator[str]:
    """What is expected of the seat on turn, sentence by sentence."""
    for check in position.row.expect:
        yield from _expected(check, position)


def _expected(check: Expectation, position: ExamPosition) -> Iterator[str]:
    match check:
        case IsCalled(seat, slots) if seat == LEARNER:
            yield f"Ann plays slot {' or '.join(map(str, slots))}."
        case HoldsBack(seat, slot) if seat == LEARNER:
            yield f"Ann does not play slot {slot}." if slot else "Ann plays no card."
        case IsKept(seat, slot) if seat == LEARNER:
            yield f"Ann keeps slot {slot}."
        case CanBe("inferred", seat, slot, _, cards) if seat == LEARNER and cards and len(cards) <= 5:
            yield f"She takes slot {slot} for {' or '.join(sorted(cards))}."
        case IsKnown("useless", seat, slot) if seat == LEARNER:
            yield f"Slot {slot} is of no use."
        case IsKnown("promised", seat, slot) if seat == LEARNER:
            yield f"Slot {slot} follows later."
        case DoesOneOf(ways):
            yield f"Ann's move: {' or '.join(_move(way, position) for way in ways)}."
        case DoesNoneOf(ways):
            yield f"Not: {' nor '.join(_move(way, position) for way in ways)}."
        case _:
            pass


def _move(way: ActionPattern, position: ExamPosition) -> str:
    label = action_label(parse_action(way.text), position.row.rules)
    return say(label, Reader(names=position.row.players))


def _picture(position: ExamPosition) -> str:
    """The position as the learner sees it, with what is expected under the learner's cards."""
    picture = picture_of(position.view(LEARNER))
    notes: dict[int, str] = {}
    for check in position.row.expect:
        match check:
            case IsCalled(seat, slots) if seat == LEARNER:
                notes |= dict.fromkeys(slots, "play")
            case IsKept(seat, slot) if seat == LEARNER:
                notes[slot] = "keep"
            case _:
                pass
    (heading, spots), *others = picture.lines
    own = tuple(
        Spot(spot.card, f"{spot.note} {notes.get(slot, '')}".strip())
        for slot, spot in enumerate(spots, start=1)
    )
    return replace(picture, lines=((heading, own), *others)).svg()


def main() -> None:
    """Write the page and its pictures, and take away those of conventions that are gone."""
    FOLDER.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    drawn = pictures()
    for old in FOLDER.glob("*.svg"):
        if old.name not in drawn:
            old.unlink()
    for name, svg in drawn.items():
        (FOLDER / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
