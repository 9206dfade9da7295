"""Several people at one keyboard, line by line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tamaya.tui.launch import Wanted, play_plain


def sit(people: tuple[str, ...], lines: Iterator[str], players: int = 2) -> list[str]:
    """What the terminal says to people who type lines; the prompts as well."""
    said: list[str] = []

    def ask(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    wanted = Wanted("deluxe", players, people=",".join(people), seed="people", first="A")
    play_plain(wanted, ask=ask, show=said.append)
    return said


def test_a_curtain_between_two_people() -> None:
    """Nothing is shown before the right person says that they are there."""
    said = sit(("Ann", "Bob"), iter(["", "clue Bob 1", "", "quit"]))
    boards = [at for at, line in enumerate(said) if "Displays" in line]
    curtains = [at for at, line in enumerate(said) if line.startswith("Press Enter")]
    assert len(curtains) == len(boards) == 2
    assert all(curtain < board for curtain, board in zip(curtains, boards, strict=True))
    assert "\nBob, it is your turn. Everybody else looks away." in said
    ann, bob = (said[at] for at in boards)
    assert "Ann   ??" in ann
    assert "Bob   ??" not in ann
    assert "Ann   ??" not in bob


def test_what_happened_is_told_again_behind_the_curtain() -> None:
    said = sit(("Ann", "Bob"), iter(["", "clue Bob 1", "", "quit"]))
    assert sum("You tell Bob" in line for line in said) == 1
    assert sum("Ann tells you" in line for line in said) == 1


def test_one_person_needs_no_curtain() -> None:
    assert not any("looks away" in line for line in sit(("Ann",), iter(["quit"])))


def test_it_works_over_a_pipe() -> None:
    """And without colours or anything else that a screen reader would stumble over."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from tamaya.cli import main; main()",
            "play",
            "--people",
            "Ann,Bob",
            "--seed",
            "x",
            "--first",
            "Ann",
        ],
        input="\nclue Bob 1\n\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Bob, it is your turn" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("wanted", "names", "seats"),
    [
        (Wanted(), ("Guest",), 2),
        (Wanted(name="Ann", people="3"), ("Ann", "Heron", "Kingfisher"), 3),
        (Wanted(people="Ann, Bob"), ("Ann", "Bob"), 2),
        (Wanted(people="Ann,Bob", players=4), ("Ann", "Bob"), 4),
    ],
)
def test_who_sits_down(wanted: Wanted, names: tuple[str, ...], seats: int) -> None:
    assert (wanted.names, wanted.seats) == (names, seats)
