"""``tamaya games``: the games of this machine, and those at a server."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tamaya.cli import main
from tamaya.engine import Game
from tamaya.records import Record
from tamaya.tui import http_client
from tamaya.tui.saved_games import GameFile, games_folder
from tests.server.driver import CAREFUL, OPEN, people, play_on
from tests.server.servers import ServerProcess

Command: TypeAlias = Callable[..., tuple[object, str, str]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path / "home"))


@pytest.fixture
def tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def run(*words: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["tamaya", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code, *capsys.readouterr()

    return run


def keep(game: Game, people: int = 1, bot: str = "partner") -> Path:
    file = GameFile.new(people, bot)
    file.save(Record.of(game))
    file.let_go()
    return file.path


def lost_game() -> Game:
    """Three strikes: nothing but playing the first card."""
    game = Game(["Ann", "Hana"], seed=16)
    while not game.state.over:
        game.play(1)
    return game


def test_without_games_the_list_says_so(tamaya: Command) -> None:
    assert tamaya("games") == (0, "No game fits.\n", "")


def test_games_are_listed_with_their_results(tamaya: Command) -> None:
    keep(lost_game())
    path = keep(Game(["Ann", "Hana"], seed=3))
    code, out, err = tamaya("games")
    first, second, count, summary = out.splitlines()
    assert (code, err) == (0, "")
    assert "unfinished" in first
    assert str(path) in first
    assert "lost 0/25" in second
    assert count == "2 games"
    assert summary.startswith("1 finished game: mean 0.0 points")


def test_the_list_as_json_has_statistics(tamaya: Command) -> None:
    keep(lost_game(), bot="careful")
    _, out, _ = tamaya("games", "--json")
    found = json.loads(out)
    [game] = found["games"]
    assert (game["outcome"], game["score"], game["points"], game["strikes"]) == ("lost", 0, 25, 3)
    assert [tally["key"] for tally in found["statistics"]["partners"]] == ["[careful]"]
    assert (found["statistics"]["reviewed"], found["statistics"]["not_reviewed"]) == (0, 1)


def test_games_are_searched(tamaya: Command) -> None:
    keep(lost_game())
    assert "1 game" in tamaya("games", "--search", "HANA lost")[1]
    assert tamaya("games", "--search", "kei")[1].startswith("No game fits.")


def test_a_file_that_cannot_be_read_is_named(tamaya: Command) -> None:
    keep(lost_game())
    broken = games_folder() / "20260101-000000-000000-1p-partner.json"
    broken.write_text("{")
    code, out, err = tamaya("games")
    assert code == 0
    assert "1 game" in out
    assert str(broken) in err


def test_games_speak_german(tamaya: Command) -> None:
    keep(lost_game())
    _, out, _ = tamaya("--language", "de", "games")
    assert "verloren 0/25" in out
    assert "1 Partie" in out


def test_a_server_that_does_not_know_us_is_told_so(tamaya: Command) -> None:
    code, _, _ = tamaya("games", "--server", "http://127.0.0.1:9")
    assert "not known at http://127.0.0.1:9" in str(code)


def test_the_games_at_a_server(tamaya: Command, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "server")
    (tmp_path / "server").mkdir()
    try:
        server.start()
        server.wait()

        async def play() -> str:
            async with people(server.base, "Ann") as [ann]:
                table = await ann.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL])
                await ann.join(table)
                await play_on([ann])
                http_client._keep_cookies({server.base: f"tamaya_guest={ann.key}"})
            return table

        table = asyncio.run(play())
        code, out, _ = tamaya("games", "--server", server.base + "/")
        assert code == 0
        assert f"{server.base}/table/{table}" in out
        assert "1 game" in out
    finally:
        server.clean_up()
