"""Rows of positions for tests, written by hand: two or three players, cards of our own choosing."""

from __future__ import annotations

from typing import Any

from tamaya.exam import ExamPosition, build, read_row

SUITS = ("red", "yellow", "green", "blue", "white")


def sample(*expect: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A row: Ann has been told of her oldest card, that it is red, and red is laid up to the 2."""
    row: dict[str, Any] = {
        "id": "sample",
        "level": 1,
        "topic": "a sample",
        "players": ["Ann", "Bob"],
        "suits": list(SUITS),
        "hands": {"A": ["??"] * 5, "B": ["w4", "w4", "g3", "b3", "y1"]},
        "stacks": {"r": 2, "y": 0, "g": 0, "b": 0, "w": 0},
        "discards": [],
        "clue_tokens": 7,
        "strikes": 0,
        "early_game_over": False,
        "marks": [],
        "first": "B",
        "actions": [{"seat": "B", "do": "clue", "to": "A", "clue": "r", "slots": [1]}],
        "turn": "A",
        "expect": list(expect),
        "fresh": False,
    }
    return row | changes


def position(*expect: dict[str, Any], **changes: Any) -> ExamPosition:
    """The same, built."""
    return build(read_row(sample(*expect, **changes)))


def begun(*expect: dict[str, Any], **changes: Any) -> ExamPosition:
    """The same at the beginning of a game."""
    stacks = dict.fromkeys("rygbw", 0)
    return position(*expect, **{"stacks": stacks, "clue_tokens": 8, "fresh": True} | changes)
