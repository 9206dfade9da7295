"""Seats at a table, and the letters that stand for them in notation."""

from typing import NewType

from tamaya.rules.errors import Unreadable

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0."""

SEAT_LETTERS = "ABCDEFGHIJ"


def seat_letter(seat: Seat) -> str:
    """The capital that stands for a seat in notation: A, B, C... and ``?`` for what is no seat."""
    return SEAT_LETTERS[seat] if type(seat) is int and 0 <= seat < len(SEAT_LETTERS) else "?"


def parse_seat(text: str) -> Seat:
    """Read a seat's capital."""
    index = SEAT_LETTERS.find(text) if len(text) == 1 else -1
    if index < 0:
        raise Unreadable(text, "read.seat", first=SEAT_LETTERS[0], last=SEAT_LETTERS[-1])
    return Seat(index)
