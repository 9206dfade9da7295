"""The command in a real terminal, with real keys."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tamaya.engine import Game
from tamaya.records import Record, load, save

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="there is no tmux here: apt-get install tmux to run this"
)


class Terminal:
    """A terminal of 80x24 in which the command runs."""

    def __init__(self, name: str, home: Path) -> None:
        self._name = name
        self._home = home

    def start(self, *words: str) -> None:
        """Run the command; the terminal stays when it ends."""
        python = f"{sys.executable} -c 'from tamaya.cli import main; main()'"
        command = f"cd {Path.cwd()} && {python} {' '.join(words)}; echo THE-END; sleep 600"
        environment = {**os.environ, "TAMAYA_HOME": str(self._home), "LANG": "C.UTF-8"}
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command, env=environment)

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", *keys)

    def text(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p")

    def wait(self, words: str, seconds: float = 60.0) -> str:
        """Wait until something is on the screen."""
        return self.wait_for(lambda text: words in text, words, seconds)

    def wait_for(self, condition: Callable[[str], bool], what: str, seconds: float = 60.0) -> str:
        deadline = time.monotonic() + seconds
        while not condition(text := self.text()):
            assert time.monotonic() < deadline, f"waited for {what}:\n{text}"
            time.sleep(0.05)
        return text

    def close(self) -> None:
        """End it, and whatever runs in it."""
        subprocess.run(["tmux", "-L", self._name, "kill-server"], capture_output=True, check=False)

    def _tmux(self, *words: str, env: dict[str, str] | None = None) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._name, "-u", *words], capture_output=True, text=True, check=True, env=env
        )
        return done.stdout


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    running = Terminal(f"tamaya-{os.getpid()}", home)
    try:
        yield running
    finally:
        running.close()


def test_a_game_with_real_keys(terminal: Terminal, home: Path) -> None:
    """From the first screen to a few moves, the time machine, and out. The lot says who begins."""
    terminal.start("play", "--name", "Ann")
    terminal.wait("Deal the cards")
    terminal.press("C-s")
    terminal.wait("Your turn")
    terminal.press("c")
    terminal.wait("Tell Hana about")
    terminal.press("1")
    terminal.wait("ell Hana about ones")
    terminal.press("Enter")
    terminal.wait("You tell Hana")
    terminal.wait("Your turn")
    terminal.press("Left")
    terminal.wait_for(lambda text: "Turn 1 of 2" in text or "Turn 2 of 3" in text, "the turn before")
    terminal.press("End")
    terminal.press("p", "1", "Enter")
    terminal.wait_for(lambda text: "You play" in text, "the play")
    terminal.press("?")
    terminal.wait("choose a card of your hand")
    terminal.press("Escape")
    terminal.wait("Rules")
    time.sleep(0.5)
    terminal.press("q")
    terminal.wait("A game waits for you")
    terminal.press("Escape")
    terminal.wait("THE-END")
    (path,) = (home / "terminal").glob("*.json")
    assert "cB1" in load(path).actions[:2]


def test_the_time_machine_with_real_keys(terminal: Terminal, tmp_path: Path) -> None:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    game.play(3)
    path = tmp_path / "game.json"
    save(Record.of(game), path)
    terminal.start("replay", str(path))
    terminal.wait("The deal, all cards")
    terminal.press("Right", "Right")
    terminal.wait("Turn 2 of 2")
    terminal.press("s")
    terminal.wait("as Ann saw it")
    terminal.press("g")
    terminal.wait("Bob plays r1 from slot 3, and it fits.\n No risk", 120.0)
    terminal.press("q")
    terminal.wait("THE-END")
