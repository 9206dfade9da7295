"""Texts in a terminal, where some characters are two columns wide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.words.columns import centred, columns, cut, left, right, widest

ROOM = st.integers(0, 12)


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("Ann", 3), ("花子", 4), ("●w", 2), ("e\u0301", 1), ("Ａ", 2)]
)
def test_a_text_takes_as_many_columns_as_its_characters(text: str, width: int) -> None:
    assert columns(text) == width


def test_the_widest_of_no_texts_takes_no_room() -> None:
    assert widest([]) == 0
    assert widest(["Ann", "花子"]) == 4


@given(st.text("abc花子", max_size=8), ROOM)
def test_a_text_is_padded_to_its_room_and_never_cut(text: str, room: int) -> None:
    for padded in (left(text, room), right(text, room), centred(text, room)):
        assert padded.strip() == text
        assert columns(padded) == max(room, columns(text))


@given(st.text("abc", max_size=8), ROOM)
def test_narrow_texts_stand_where_python_puts_them(text: str, room: int) -> None:
    assert left(text, room) == text.ljust(room)
    assert right(text, room) == text.rjust(room)
    assert centred(text, room) == text.center(room)


@given(st.text("abc花子", max_size=8), st.integers(1, 12))
def test_a_cut_text_fits_and_says_that_it_was_cut(text: str, room: int) -> None:
    kept = cut(text, room)
    assert columns(kept) <= room
    assert kept == text or (kept.endswith("…") and text.startswith(kept[:-1]))
