"""The plain terminal table: whole games, commands in words and notation, and what it says to nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tamaya.engine import Clue, Discard, Encore, FreeClue, Game, Play, Rearrange, View
from tamaya.records import load
from tamaya.rules import CATALOGUE, Card, Seat, TamayaError
from tamaya.tui.launch import Wanted, play_plain
from tamaya.tui.notation import notation_of
from tamaya.tui.plain import PlainTable
from tamaya.tui.session import story
from tamaya.words import Reader


def sit(rules: str, lines: Iterator[str], *, players: int = 2, keep: Path | None = None) -> list[str]:
    """Play by typing lines, and return what the terminal said; the end of input leaves the table."""
    said: list[str] = []

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    play_plain(Wanted(rules, players, "Ann", seed="tui", first="A", save=keep), ask=ask, show=said.append)
    return said


@pytest.mark.parametrize("rules", [*map(str, CATALOGUE), "andrewz"])
def test_a_whole_game_can_be_played(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a player who types their first legal action every time."""
    tables: list[PlainTable] = []
    run = PlainTable.run

    def note_and_run(table: PlainTable) -> None:
        tables.append(table)
        run(table)

    monkeypatch.setattr(PlainTable, "run", note_and_run)

    def lines() -> Iterator[str]:
        while True:
            position = tables[0].position
            yield str(position.actions()[-1])

    said = sit(rules, lines(), players=3)
    assert tables[0].position.over
    assert any("points" in line or "lost" in line or "win" in line for line in said[-3:])


def test_nonsense_gets_a_sentence_and_the_game_goes_on() -> None:
    lines = ["hello", "p9", "clue Zoe red", "clue Hana mauve", "play 3 4", "order 1 2", "", "quit"]
    said = sit("deluxe", iter(lines))
    assert sum(line.startswith("No: ") for line in said) == 6
    assert said[-1] == "\nThe game stops here."


def test_help_rules_and_log_answer() -> None:
    said = "\n".join(sit("deluxe+flamboyants", iter(["help", "rules", "clue Hana 1", "log"])))
    assert "play the card in slot 3" in said
    assert "6 tiles lie face down" in said
    assert said.count("You tell Hana") == 2


def test_the_card_tells_the_conventions_of_the_table() -> None:
    said = "\n".join(sit("deluxe", iter(["card", "quit"])))
    assert "Level 1\n  Chop: Your chop is the oldest card" in said
    assert "  Finesse: " in said


def test_a_race_has_no_card() -> None:
    said = sit("andrewz", iter(["card", "quit"]))
    assert "This table has no conventions that people could learn." in said


def test_a_game_can_be_played_in_german() -> None:
    said: list[str] = []
    lines = iter(["hilfe", "hinweis Hana rot", "p9", "verlauf", "warum", "ende"])
    wanted = Wanted("abacus", 2, "Ann", seed="tui", first="A", reader=Reader("de"))
    play_plain(wanted, ask=lambda _: next(lines), show=said.append)
    told = "\n".join(said)
    assert "Hinweisplättchen 8/8" in told
    assert "Du gibst Hana einen Hinweis: Rot" in told
    assert "Nein: " in told
    assert said[-1] == "\nDie Partie hält hier an."


def test_a_kept_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    keep = tmp_path / "game.json"
    sit("deluxe", iter(["clue Hana 1"]), keep=keep)
    before = load(keep).actions
    assert before[0] == "cB1"
    sit("deluxe", iter(["d1"]), keep=keep)
    assert load(keep).actions[: len(before)] == before
    assert len(load(keep).actions) > len(before)


def test_the_person_never_sees_their_own_cards() -> None:
    """S4: nothing that the terminal says before the end depends on the hidden cards of the person."""
    said = sit("deluxe", iter(["clue Hana 1", "quit"]))
    boards = [line for line in said if "Displays" in line]
    assert boards
    assert all("     Ann" in board for board in boards)
    own = [row for board in boards for row in board.splitlines() if row.strip().startswith("Ann")]
    assert all(set(row.split()[1]) <= set("?wrbyg*12345") and "??" in row for row in own)


@pytest.fixture
def view() -> View:
    return Game(["Ann", "Bob"], seed=16).view("Ann")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("p3", Play(3)),
        ("play 3", Play(3)),
        ("d1", Discard(1)),
        ("discard 1", Discard(1)),
        ("cBr", Clue(Seat(1), "r")),
        ("clue bob RED", Clue(Seat(1), "r")),
        ("tell Bob 1", Clue(Seat(1), "1")),
        ("order 2 1 3 4 5", Rearrange(Seat(0), (2, 1, 3, 4, 5))),
        ("encore r3", Encore(Card("r3"))),
        ("fB1", FreeClue(Seat(1), "1")),
        ("Spielen 3", Play(3)),
        ("abwerfen 1", Discard(1)),
        ("hinweis Bob rot", Clue(Seat(1), "r")),
        ("clue Bob Grün", Clue(Seat(1), "g")),
        ("zugabe r3", Encore(Card("r3"))),
    ],
)
def test_commands_in_words_and_in_notation(view: View, line: str, action: object) -> None:
    assert notation_of(view).read(line) == action


@pytest.mark.parametrize("line", ["", "play", "play x", "clue Bob", "clue me red", "order", "12", "p 3 4"])
def test_unreadable_commands_raise(view: View, line: str) -> None:
    with pytest.raises(TamayaError):
        notation_of(view).read(line)


def test_ask_and_say_default_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    def leave(prompt: str) -> str:
        raise EOFError

    play_plain(Wanted("abacus", 2, "Ann", first="Ann"), ask=leave)
    assert "Note tokens 8/8" in capsys.readouterr().out


def test_a_move_is_taken_back_with_what_the_bots_did_since(tmp_path: Path) -> None:
    """The record says so."""
    kept = tmp_path / "game.json"
    said = sit("deluxe", iter(["undo", "p1", "undo", "log", "p1", "quit"]), players=3, keep=kept)
    text = "\n".join(said)
    assert "there is no move of yours to take back" in text
    assert text.count("You took back 3 moves. ") == 2, "at once, and in the log"
    [taken] = load(kept).taken_back
    assert (taken.turn, taken.seat, taken.moves) == (0, 0, 3)


def test_the_loss_of_a_last_copy_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """C2, here and in the log of the full screen; whatever is legal first is done."""
    tables: list[PlainTable] = []
    run = PlainTable.run

    def note_and_run(table: PlainTable) -> None:
        tables.append(table)
        run(table)

    monkeypatch.setattr(PlainTable, "run", note_and_run)

    def lines() -> Iterator[str]:
        while True:
            yield str(tables[0].position.actions()[0])

    said = "\n".join(sit("deluxe+strikes=9", lines()))
    view = tables[0].position.view(Seat(0))
    log = [text for _, text in story(tables[0].table.kind, view, Reader())]
    lost = [text for text in log if text.startswith("That was the last")]
    assert lost
    assert all(text.removesuffix(".") in said for text in lost)
