"""The command: what it prints, and what it says when it cannot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tamaya.bots import BOTS, Bot
from tamaya.bots.partner.styles import BOOKS
from tamaya.engine import Game
from tamaya.records import GAMES, Record, save
from tamaya.rules import CATALOGUE, EDITIONS, Edition
from tamaya.words import as_it_stands
from tests.cli.conftest import Command


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    game.play(3)
    save(Record.of(game), tmp_path / "game.json")
    return tmp_path / "game.json"


def test_help_names_every_command(tamaya: Command) -> None:
    code, out, _ = tamaya("--help")
    assert code == 0
    assert all(command in out for command in ("play", "rules", "editions", "bots", "replay"))


@pytest.mark.parametrize("text", [*map(str, CATALOGUE), "andrewz"])
def test_rules_are_told_for_every_catalogue_row(tamaya: Command, text: str) -> None:
    code, out, _ = tamaya("rules", text)
    assert code == 0
    assert len(out.splitlines()) > 10


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_rules_use_the_words_of_the_edition(tamaya: Command, edition: Edition) -> None:
    """S3, E5."""
    _, out, _ = tamaya("rules", edition.id)
    text = " ".join(out.split())
    assert str(edition.clue(2)) in text
    assert str(edition.strike(2)) in text
    assert str(edition.federation) in text
    assert all(str(grade.name) in text for grade in edition.scale if grade.at_least <= 25)


def test_house_rules_are_told_as_such(tamaya: Command) -> None:
    _, out, _ = tamaya("rules", "deluxe+hand=4+variant-2")
    assert "Not as in the box" in out
    assert "cards in each hand: 4" in out
    assert "comes from rnr" in out


def test_rules_as_json(tamaya: Command) -> None:
    _, out, _ = tamaya("rules", "rnr", "--json")
    assert json.loads(out)["rules"] == "rnr"


def test_editions_list_every_game(tamaya: Command) -> None:
    _, out, _ = tamaya("editions", "--json")
    assert set(json.loads(out)["editions"]) == set(GAMES)


def test_replay_shows_each_turn(tamaya: Command, recorded: Path) -> None:
    _, out, _ = tamaya("replay", str(recorded))
    assert "[1] cB1" in out
    assert "Ann tells Bob: 1 in slot 3" in out
    assert "Bob plays r1 from slot 3, and it fits" in out


def test_replay_from_a_seat_hides_its_cards(tamaya: Command, recorded: Path) -> None:
    """S4."""
    _, out, _ = tamaya("replay", str(recorded), "--seat", "Bob", "--turn", "1")
    assert "Bob: ?? ?? ?1 ?? ??" in out


def test_replay_as_json(tamaya: Command, recorded: Path) -> None:
    _, out, _ = tamaya("replay", str(recorded), "--json")
    assert [turn["action"] for turn in json.loads(out)] == [None, "cB1", "p3"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rules", "delux"], "did you mean 'deluxe'"),
        (["rules", "rnr+variant-1+variant-2"], "variant-2"),
        (["rules", "deluxe+hand=99"], "between 1 and 10"),
        (["rules", "andrewz+hand=3"], "no add-ons and no options"),
        (["replay", "no-such-file.json"], "No such file"),
        (["replay", "."], "Is a directory"),
        (["play", "--players", "9"], "2 to 5 players"),
        (["play", "andrewz", "--players", "1"], "2 to 8 players"),
        (["play", "--bot", "clever"], "unknown bot"),
        (["play", "--conventions", "mine"], "unknown book of conventions 'mine': known are plain, tamaya"),
        (["play", "--name", ""], "name"),
        (["play", "--name", "\x1b[31mAnn", "--plain"], "can be shown"),
        (["play", "--first", "\x1b[31mAnn", "--plain"], "unknown player"),
    ],
)
def test_a_mistake_gets_a_sentence(tamaya: Command, words: list[str], sentence: str) -> None:
    code, _, err = tamaya(*words)
    assert sentence in str(code)
    assert "Traceback" not in f"{code}{err}"


def test_names_in_a_file_never_reach_the_terminal_unchecked(tamaya: Command, recorded: Path) -> None:
    data = json.loads(recorded.read_text(encoding="utf-8"))
    for name in ("\x1b[2J", "\ud800", "A" * 100_000, "\r\x08"):
        recorded.write_text(json.dumps(data | {"players": [name, "Bob"]}), encoding="utf-8")
        for command in (["replay", "--turn", "1"], ["review"]):
            code, out, err = tamaya(command[0], str(recorded), *command[1:])
            said = f"{code}{out}{err}"
            assert "can be shown" in said
            assert said.isprintable()
            assert len(said) < 300


@pytest.mark.parametrize(("option", "value"), [("--turn", "99"), ("--seat", "Zoe")])
def test_a_moment_that_does_not_exist_is_refused(
    tamaya: Command, recorded: Path, option: str, value: str
) -> None:
    code, _, _ = tamaya("replay", str(recorded), option, value)
    assert str(code).startswith("tamaya: ")


def test_a_truncated_file_gets_a_sentence(tamaya: Command, recorded: Path) -> None:
    recorded.write_text(recorded.read_text(encoding="utf-8")[:100], encoding="utf-8")
    code, _, _ = tamaya("replay", str(recorded))
    assert "cut off" in str(code)


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -c 'from tamaya.cli import main; main()' rules deluxe | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_help_imports_neither_engine_nor_bots() -> None:
    code = (
        "import sys, tamaya.cli.main\n"
        "print([name for name in sys.modules if name.startswith(('tamaya.engine', 'tamaya.bots', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# The arena.


def test_the_arena_compares_bots(tamaya: Command, tmp_path: Path) -> None:
    plot, table = tmp_path / "scores.svg", tmp_path / "games.csv"
    code, out, _ = tamaya(
        "arena",
        "careful",
        "random",
        "--games",
        "3",
        "--workers",
        "1",
        "--plot",
        str(plot),
        "--csv",
        str(table),
    )
    assert code == 0
    assert "careful - random" in out
    assert plot.read_text().startswith("<svg")
    assert len(table.read_text().splitlines()) == 7


def test_the_arena_speaks_to_programs(tamaya: Command) -> None:
    code, out, _ = tamaya("arena", "random", "--games", "2", "--players", "2,3", "--workers", "1", "--json")
    assert code == 0
    assert [row["players"] for row in json.loads(out)["summaries"]] == [2, 3]


def test_the_arena_shows_cross_play(tamaya: Command) -> None:
    code, out, _ = tamaya("arena", "careful", "random", "--cross", "--games", "1", "--workers", "1")
    assert code == 0
    assert out.splitlines()[-3].split() == ["home", "careful", "random"]


def test_the_arena_takes_rules_with_commas(tamaya: Command) -> None:
    words = [
        "--rules",
        "original+suits=red,yellow,deluxe",
        "--rules",
        "rnr",
        "--games",
        "1",
        "--workers",
        "1",
    ]
    code, out, _ = tamaya("arena", "careful", *words, "--json")
    assert code == 0
    assert json.loads(out)["job"]["rules"] == ["original+suits=red,yellow", "deluxe", "rnr"]


def test_the_arena_stops_at_a_broken_bot_if_it_is_strict(
    tamaya: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_view: object) -> NoReturn:
        raise RuntimeError("no idea")

    monkeypatch.setitem(BOTS, "fails", Bot("fails", "hanabi", as_it_stands(""), fails))
    words = ["arena", "careful/fails", "--games", "1", "--workers", "1"]
    code, out, _ = tamaya(*words)
    assert code == 0
    assert "fails failed in" in out
    said, _, shown = tamaya(*words, "--strict")
    assert isinstance(said, str)
    assert "fails failed in" in said
    assert 'raise RuntimeError("no idea")' in shown


def test_the_arena_races(tamaya: Command) -> None:
    code, out, _ = tamaya("arena", "any", "greedy", "--rules", "andrewz", "--games", "2")
    assert code == 0
    assert "andrewz, 2 players, 2 games" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["carful"], "careful"),
        (["careful", "--players", "two"], "2-5"),
        (["careful", "--players", "9"], "players"),
        (["careful", "--cross", "--players", "2-3"], "one number of players"),
        (["careful", "--rules", "nonsense"], "nonsense"),
    ],
)
def test_the_arena_says_what_is_wrong(tamaya: Command, words: list[str], sentence: str) -> None:
    said, _, _ = tamaya("arena", *words)
    assert isinstance(said, str)
    assert sentence in said


def test_the_list_of_bots_ends_with_the_books_of_conventions(tamaya: Command) -> None:
    _, out, _ = tamaya("bots")
    listed, _, books = out.partition("\n\n")
    assert [line.split()[0] for line in listed.splitlines()][-len(BOOKS) :] == [*BOOKS]
    assert [line.split()[0] for line in books.splitlines()[1:] if not line.startswith(" ")] == [*BOOKS]
    assert "usual is h-group-5" in books.splitlines()[0]


def test_the_list_of_bots_as_json_says_whose_conventions_each_keeps_to(tamaya: Command) -> None:
    _, out, _ = tamaya("bots", "--json")
    found = {row["name"]: row["plays_by"] for row in json.loads(out)}
    assert (found["partner"], found["h-group-3"], found["careful"]) == ("table", "own", "none")
