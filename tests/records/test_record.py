"""Records: they round-trip, read like text, and refuse what they do not understand by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.engine import Game
from tamaya.records import ANDREWZ, Record, game_kind, load, loads, save
from tamaya.rules import (
    BrokenRecord,
    ImpossibleRules,
    ImpossibleTable,
    TamayaError,
    TamperedRecord,
    UnknownVersion,
)
from tests.helpers import ALL_RULES, Seed


def driven(rules: str, players: int, deal: int, *, skill: float = 0.9) -> Record:
    """The record of a whole driven game."""
    seed = Seed(rules, players, deal, driver=deal, skill=skill)
    kind, start = game_kind(rules), seed.start()
    actions = [action for _, action, _ in seed.play()]
    return Record.make(
        kind, [f"P{seat}" for seat in range(players)], kind.shuffle(deal), start.first, actions
    )


def short() -> Record:
    game = Game(["Ann", "Bob"], "deluxe+flamboyants", seed=16)
    game.clue("Bob", 1)
    game.play(3)
    return Record.of(game)


def fields() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(str(short()))
    return data


@given(st.sampled_from(ALL_RULES), st.integers(0, 10_000))
def test_a_record_round_trips(rules: str, deal: int) -> None:
    record = driven(rules, 2, deal)
    assert Record.parse(str(record)) == record


def test_andrewz_has_records_too() -> None:
    kind = game_kind(ANDREWZ)
    deal = kind.shuffle("lot")
    position = kind.start(3, deal=deal)
    actions = []
    while not position.over:
        actions.append(position.actions()[0])
        position = position.apply(actions[-1])
    record = Record.make(kind, ["Ann", "Bob", "Cid"], deal, position.history[0].seat, actions)  # type: ignore[union-attr]
    assert Record.parse(str(record)) == record
    assert record.positions()[-1].result == position.result


def test_a_running_game_has_a_record_without_result() -> None:
    assert short().result is None


def test_a_finished_game_records_its_result() -> None:
    record = driven("deluxe", 3, 7)
    assert isinstance(record.result, dict)
    assert set(record.result) == {"outcome", "score", "counted", "why", "accolades"}


def test_a_record_reads_like_text() -> None:
    data = fields()
    assert data["rules"] == "deluxe+flamboyants"
    assert data["players"] == ["Ann", "Bob"]
    assert data["deck"].split()[5:10] == ["y2", "g4", "r1", "w3", "y3"]
    assert data["actions"] == "cB1 p3"


def test_positions_replay_the_whole_game() -> None:
    assert [len(position.history) for position in short().positions()] == [0, 1, 3]


@pytest.mark.parametrize("name", ["rules", "players", "first", "deck", "actions", "result"])
def test_a_missing_field_is_named(name: str) -> None:
    data = fields()
    del data[name]
    with pytest.raises(BrokenRecord, match=name):
        Record.from_json(data)


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(BrokenRecord, match="colour_of_the_sky"):
        Record.from_json(fields() | {"colour_of_the_sky": "black"})


@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.5, 1.0])
def test_an_unknown_version_is_refused(version: object) -> None:
    with pytest.raises(UnknownVersion, match="version"):
        Record.from_json(fields() | {"version": version})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rules", 5),
        ("players", "Ann"),
        ("players", ["Ann", "Ann"]),
        ("players", ["Ann", " "]),
        ("first", "Ann"),
        ("first", True),
        ("deck", ["r1"]),
        ("tiles", "clue clue jam"),
        ("salt", "xyz"),
        ("salt", "0x1_0"),
        ("salt", "-1"),
        ("salt", " 1"),
        ("salt", "١"),
        ("actions", ["p1"]),
    ],
)
def test_a_misshapen_field_is_refused(name: str, value: object) -> None:
    with pytest.raises(BrokenRecord):
        Record.from_json(fields() | {name: value})


def test_a_deck_of_other_cards_is_refused() -> None:
    data = fields()
    with pytest.raises(ImpossibleTable, match="deck"):
        Record.from_json(data | {"deck": data["deck"].replace("r5", "r4")})


@pytest.mark.parametrize(
    "change",
    [
        {"actions": "cB1 p3 p9"},
        {"actions": "p1 cAr cBr d9"},
        {
            "result": {
                "outcome": "perfect",
                "score": 25,
                "counted": 25,
                "why": "every display is complete",
                "accolades": [],
            }
        },
    ],
)
def test_a_tampered_record_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(TamperedRecord):
        Record.from_json(fields() | change)


def test_a_result_that_was_improved_is_refused() -> None:
    record = driven("deluxe", 3, 7)
    data = json.loads(str(record))
    data["result"]["score"] += 1
    with pytest.raises(TamperedRecord, match="result"):
        Record.from_json(data)


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_record_is_refused(kept: float) -> None:
    text = str(short())
    with pytest.raises(BrokenRecord, match=r"cut off|not JSON"):
        loads(text[: int(len(text) * kept)])


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "3", '{"format": 1}', "[" * 100_000, '{"a": 1, "a": 2}', '{"x": NaN}', "1" * 5000],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BrokenRecord):
        loads(text)


@given(st.text(alphabet='{}[]":, aezx019.\\\n', max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(TamayaError):
        loads(text)


@given(st.integers(0, 10_000), st.text(min_size=1, max_size=3))
def test_a_damaged_record_is_read_or_refused(place: int, noise: str) -> None:
    """Whatever is overwritten, it is a game that can have happened or a sentence."""
    text = str(short())
    place %= len(text)
    damaged = text[:place] + noise + text[place + len(noise) :]
    try:
        record = loads(damaged)
    except TamayaError:
        return
    assert Record.parse(str(record)) == record


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    save(short(), path)
    before = path.read_text(encoding="utf-8")

    def fail(handle: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="full"):
        save(driven("deluxe", 3, 7), path)
    assert path.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_reads_back(tmp_path: Path) -> None:
    save(short(), tmp_path / "game.json")
    assert load(tmp_path / "game.json") == short()


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BrokenRecord, match="UTF-8"):
        load(tmp_path / "game.json")


STRANGE_NAMES = {
    "escape codes": "\x1b[31mAnn",
    "a bell": "Ann\x07",
    "a line break": "Ann\nBob> p1",
    "another line break": "Ann\u2028",
    "half a character": "Ann\ud800",
    "a change of direction": "\u202eAnn",
    "no end": "A" * 100_000,
    "nothing": "",
    "blanks": "  ",
}


@pytest.mark.parametrize("name", STRANGE_NAMES.values(), ids=STRANGE_NAMES)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    """By the same check in a file, at an upload and in a program; the error shows nothing of it."""
    with pytest.raises(BrokenRecord) as refused:
        loads(json.dumps(fields() | {"players": [name, "Bob"]}))
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200
    with pytest.raises(ImpossibleTable):
        Game([name, "Bob"])


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李", "🎆", "Ann-Marie d'Or", "A" * 80])
def test_names_of_all_scripts_are_kept(name: str) -> None:
    assert Record.from_json(fields() | {"players": [name, "Bob"]}).names[0] == name


@pytest.mark.parametrize("names", [["Ann", "Ann"], [1, "Bob"], [None, "Bob"]])
def test_names_must_be_different_texts(names: list[object]) -> None:
    with pytest.raises(BrokenRecord):
        Record.from_json(fields() | {"players": names})


def test_a_title_of_a_branch_can_be_shown() -> None:
    branch = {"turn": 0, "actions": "p1", "title": "\x1b[2J"}
    with pytest.raises(BrokenRecord) as refused:
        Record.from_json(fields() | {"branches": [branch]})
    assert str(refused.value).isprintable()


def test_andrewz_has_no_options() -> None:
    with pytest.raises(ImpossibleRules, match="no add-ons and no options"):
        game_kind("andrewz+hand=3")
