"""Files of positions: what can be read, and what is said of what cannot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tamaya.engine import Clue, Discard, Play
from tamaya.exam import BrokenPosition, build, load_positions, read_row, read_rows
from tamaya.exam.expectations import ActionPattern
from tamaya.rules import BrokenRecord, ImpossibleTable, Seat, TamayaError
from tests.exam.sample_rows import sample

CALLED = {"kind": "called", "seat": "A", "slots": [1], "how": ["clue"], "wait": 0}
INFERRED = {"kind": "inferred", "seat": "A", "slot": 1, "by": "all", "rel": "is", "cards": ["r3"]}
DISCARD = {"seat": "B", "do": "discard", "slot": 1, "card": "w4", "draw": "r1"}
PLAY = {"seat": "B", "do": "play", "slot": 5, "card": "y1", "fits": True, "draw": "r1"}
CLUE = {"seat": "B", "do": "clue", "to": "A", "clue": "r", "slots": [1]}


def without(row: dict[str, Any], field: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != field}


def test_what_may_be_left_out() -> None:
    row = sample()
    for field in ("topic", "discards", "marks", "early_game_over", "fresh"):
        row = without(row, field)
    assert read_row(row).fresh is False


def test_a_position_is_about_the_conventions_of_the_h_group_unless_it_names_others() -> None:
    assert read_row(sample()).book == "h-group"
    assert read_row(sample(book="tamaya", level=0)).book == "tamaya"


def test_a_position_may_show_a_limit_and_what_comes_with_its_level() -> None:
    plain, marked = read_row(sample()), read_row(sample(limit=True, from_level=True))
    assert (plain.limit, plain.from_level) == (False, False)
    assert (marked.limit, marked.from_level) == (True, True)


@pytest.mark.parametrize(
    "field",
    [
        "id",
        "level",
        "players",
        "suits",
        "hands",
        "stacks",
        "clue_tokens",
        "first",
        "actions",
        "turn",
        "expect",
    ],
)
def test_what_must_be_there(field: str) -> None:
    with pytest.raises(BrokenRecord, match=f"'{field}': the file lacks this field"):
        read_row(without(sample(), field))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"colour": "red"}, "'colour': unknown field"),
        ({"id": 7}, "'id': it must be text"),
        ({"book": 7}, "'book': it must be text"),
        ({"limit": 1}, "'limit': it must be true or false"),
        ({"from_level": "yes"}, "'from_level': it must be true or false"),
        ({"level": -1}, "'level': it must be a whole number from 0"),
        ({"level": True}, "'level': it must be a whole number"),
        ({"hands": {"A": ["??"] * 5}}, "'hands.B': the file lacks"),
        ({"hands": {"A": ["??"] * 4, "B": ["w4", "w4", "g3", "b3", "y1"]}}, "a hand has 5 cards"),
        ({"hands": {"A": ["??"] * 5, "B": ["??"] * 5}}, r"seat A are \?\?"),
        ({"hands": {"A": ["w4", "w4", "g3", "b3", "y1"], "B": ["??"] * 5}}, r"seat A are \?\?"),
        ({"hands": {"A": ["??"] * 5, "B": ["w4", "w4", "g3", "b3", "p1"]}}, "a card of these suits"),
        ({"stacks": {"r": 6, "y": 0, "g": 0, "b": 0, "w": 0}}, "'stacks.r': it must be a whole number"),
        ({"stacks": {"r": 0}}, "'stacks.y': the file lacks"),
        ({"discards": ["r9"]}, "'discards': it must be a card"),
        ({"clue_tokens": 9}, "from 0 to 8"),
        ({"strikes": 3}, "from 0 to 2"),
        ({"suits": ["red+hand=4"]}, "'suits': a suit begins with its name"),
        ({"first": "C"}, "'first': a seat is one of A to B"),
        ({"turn": 0}, "'turn': a seat is one of A to B"),
        ({"marks": [{"seat": "B", "clue": "q", "slots": [1]}]}, "'marks.clue': choose from"),
        ({"marks": [{"seat": "B", "clue": "1", "slots": []}]}, "'marks.slots': it must name different"),
        ({"actions": ["cAr"]}, "'actions.1.do': choose from"),
        ({"actions": [CLUE | {"slots": [1, 1]}]}, "'actions.1.slots': it must name different"),
        ({"actions": [CLUE, DISCARD | {"slot": 6}]}, "'actions.2.slot': it must be a whole number"),
        ({"actions": [without(PLAY, "fits")]}, "'actions.1.fits': the file lacks"),
        ({"actions": [DISCARD | {"draw": "??"}]}, "'actions.1.draw': the cards of seat A"),
        ({"fresh": True}, "'fresh': it does not say truly"),
        ({"early_game_over": 1}, "'early_game_over': it must be true or false"),
    ],
)
def test_a_misshapen_row_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BrokenRecord, match=sentence):
        read_row(sample(**change))


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        ({"seat": "A"}, "'expect.1.kind': choose from"),
        ({"kind": "hope"}, "'expect.1.kind': choose from"),
        ("p1", "'expect.1': it must be an object"),
        ({"kind": "action", "any": []}, "'expect.1.any': it must list actions"),
        ({"kind": "action", "any": ["x1"]}, "it must list actions"),
        ({"kind": "action", "any": ["cC1"]}, "a seat is one of A to B"),
        ({"kind": "not_action", "none": ["cBq"]}, "choose from"),
        ({"kind": "save_choice", "seat": "B"}, "'expect.1.any': the file lacks"),
        (CALLED | {"how": ["loudly"]}, "'expect.1.how': choose from"),
        (CALLED | {"wait": 1}, "'expect.1.wait': it must be 0"),
        ({"kind": "hold", "seat": "A", "slot": "some"}, "'expect.1.slot': it must be a whole number"),
        (INFERRED | {"rel": "perhaps"}, "'expect.1.rel': choose from"),
        (INFERRED | {"cards": []}, "'expect.1.cards': it must name a card"),
        (INFERRED | {"by": "both"}, "'expect.1.by': a seat is"),
        ({"kind": "clue_ok", "clue": "cB*"}, "it must be one clue"),
        ({"kind": "clue_ok", "clue": "p1"}, "it must be one clue"),
        ({"kind": "reading", "of": 2, "reading": "play"}, "'expect.1.of': .* from 1 to 1"),
        ({"kind": "reading", "of": 1, "reading": "joke"}, "'expect.1.reading': choose from"),
    ],
)
def test_a_misshapen_expectation_gets_a_sentence(check: Any, sentence: str) -> None:
    with pytest.raises(BrokenRecord, match=sentence):
        read_row(sample(check))


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]])
def test_two_to_five_can_play(names: list[str]) -> None:
    with pytest.raises(ImpossibleTable, match="2 to 5 players"):
        read_row(sample(players=names))


JUNK: tuple[Any, ...] = (None, True, -1, 7, 1.5, "x", "??", "", [], {}, [[]], ["A"])


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a row."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*path, key))


def test_nothing_in_a_row_leads_to_anything_but_a_sentence() -> None:
    """Every value of a row in turn is something else."""
    checks: list[dict[str, Any]] = [
        CALLED,
        INFERRED,
        {"kind": "action", "any": ["p1"]},
        {"kind": "reading", "of": 1, "reading": "play"},
    ]
    marks = [{"seat": "B", "clue": "4", "slots": [1, 2]}]
    actions = [CLUE, {"seat": "A", "do": "discard", "slot": 2, "card": "g4", "draw": "??"}, PLAY]
    row = sample(*checks, marks=marks, actions=actions)
    build(read_row(row))
    refused = []
    for path in places(row):
        for junk in JUNK:
            changed = json.loads(json.dumps(row))
            inner = changed
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = junk
            try:
                build(read_row(changed))
            except TamayaError as error:
                refused.append(str(error))
    assert len(refused) > 500
    assert all(refused)


def test_the_line_at_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    lines = [json.dumps(sample()), "", json.dumps(sample(level="low"))]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BrokenPosition, match=r"^'some\.jsonl': line 3: cannot read 'level'") as caught:
        list(read_rows(path))
    assert (caught.value.file, caught.value.line) == ("some.jsonl", 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "line 1: .* cut off"),
        ("[1]", "line 1: .* it must be an object"),
        ('{"id": "a", "id": "b"}', "line 1: .* given twice"),
        ("not JSON", "line 1: .* not JSON"),
    ],
)
def test_what_is_no_row_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BrokenPosition, match=sentence):
        list(load_positions(path))


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BrokenRecord, match="not text in UTF-8"):
        list(load_positions(path))


@pytest.mark.parametrize(
    ("pattern", "meant", "not_meant"),
    [
        ("p3", Play(3), Play(2)),
        ("p1", Play(1), Play(10)),
        ("d*", Discard(4), Play(4)),
        ("cB5", Clue(Seat(1), "5"), Clue(Seat(2), "5")),
        ("c*2", Clue(Seat(2), "2"), Clue(Seat(2), "r")),
        ("cB*", Clue(Seat(1), "r"), Clue(Seat(2), "r")),
        ("c**", Clue(Seat(1), "r"), Discard(1)),
    ],
)
def test_a_star_stands_for_anything(pattern: str, meant: Any, not_meant: Any) -> None:
    assert ActionPattern(pattern).matches(meant)
    assert not ActionPattern(pattern).matches(not_meant)
