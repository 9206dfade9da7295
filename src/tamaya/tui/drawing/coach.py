"""What the coach says beside the table: sensible moves with reasons, and how a clue will be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from tamaya.bots import Suggestion
from tamaya.engine.story import action_label
from tamaya.rules import Rules
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, REFUSED, row, stack, write
from tamaya.tui.speech import capital
from tamaya.words import Message, Reader, say, say_all

ALARMS = frozenset({"coach.strike", "coach.mistaken"})
"""What a player should not overlook."""


def draw_coach(
    rules: Rules,
    reader: Reader,
    *,
    suggestions: Sequence[Suggestion] | None,
    reading: Sequence[Message] | None,
    asked: bool,
) -> Content:
    """The reading of the clue that is typed, or else the moves; a click on a move types it."""
    if reading is not None:
        alarming = any(message.code in ALARMS for message in reading)
        words = say_all(reading, reader) or say("coach-page.nothing", reader)
        return stack([write(words, REFUSED if alarming else BRIGHT)])
    if not asked:
        return Content("")
    if suggestions is None:
        return stack([write(say("coach-page.thinking", reader), FAINT)])
    if not suggestions:
        return stack([write(say("coach-page.nothing", reader), FAINT)])
    return stack([*_moves(suggestions, rules, reader), write(say("terminal.coach.next", reader), FAINT)])


def _moves(suggestions: Sequence[Suggestion], rules: Rules, reader: Reader) -> Iterator[Content]:
    for suggestion in suggestions:
        label = capital(say(action_label(suggestion.action, rules), reader))
        press = f"type({str(suggestion.action)!r})"
        yield row(
            write(f"{suggestion.action!s:>4} ", BRIGHT, bold=True, press=press),
            write(f"{label}. ", PALE, bold=True, press=press),
            write(say_all(suggestion.reason, reader), PALE),
        )
