"""What ``tamaya serve`` says before it serves."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer import Context
from typer.core import TyperCommand

from tamaya.cli.serve import serve
from tamaya.review import kernels
from tamaya.server.database import sqlite_url
from tamaya.server.lock import exclusive
from tamaya.server.run import ServerPlan
from tamaya.words import ENGLISH
from tests.cli.conftest import Command

LINE = "It prepares reviews and the strongest bots in the background: about a minute, once."


@pytest.mark.parametrize(
    ("ready", "switch", "said"), [(False, "1", True), (False, "0", False), (True, "1", False)]
)
def test_the_first_start_on_a_machine_says_what_is_prepared(
    ready: bool,
    switch: str,
    said: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    monkeypatch.setenv("TAMAYA_PREPARE", switch)
    monkeypatch.setattr(kernels, "are_ready", lambda: ready)
    monkeypatch.setattr(ServerPlan, "run", lambda _plan, **_options: None)
    serve(Context(TyperCommand("serve"), obj=ENGLISH), data=tmp_path, browser=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Tamaya is at http://127.0.0.1:")
    assert any(line.startswith(LINE) for line in lines) is said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty, and Tamaya never leaves it so"),
        (b"Dear diary", "is not a database of Tamaya"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "is damaged ("),
    ],
)
def test_a_server_does_not_start_on_a_file_that_is_not_as_it_should_be(
    tamaya: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, said: str
) -> None:
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    monkeypatch.delenv("TAMAYA_DATABASE", raising=False)
    monkeypatch.setattr(ServerPlan, "run", lambda _plan, **_options: None)
    (tmp_path / "tamaya.sqlite").write_bytes(content)
    code, out, _ = tamaya("serve", "--no-browser")
    assert str(code).startswith("tamaya: ")
    assert said in str(code)
    assert out == ""
    assert (tmp_path / "tamaya.sqlite").read_bytes() == content


def test_a_second_server_says_who_has_the_folder(
    tamaya: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    monkeypatch.delenv("TAMAYA_DATABASE", raising=False)
    monkeypatch.setattr(ServerPlan, "run", lambda _plan, **_options: None)
    with exclusive(sqlite_url(tmp_path / "tamaya.sqlite")):
        code, out, _ = tamaya("serve", "--no-browser")
    assert str(code).startswith(f"tamaya: another Tamaya is using {tmp_path} (process ")
    assert out == ""
