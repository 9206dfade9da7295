"""What ``tamaya serve`` says once it serves, and why it may not."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer import Context
from typer.core import TyperCommand

from tamaya.cli.serve import serve
from tamaya.review import kernels
from tamaya.rules import ImpossibleTable
from tamaya.server.database import sqlite_url
from tamaya.server.lock import exclusive
from tamaya.server.run import ServerPlan
from tamaya.server.settings import Settings
from tamaya.words import ENGLISH
from tests.cli.conftest import Command
from tests.server.servers import free_port

LINE = "It prepares reviews and the strongest bots in the background: about a minute, once."
RUN = "import sys; from tamaya.cli import main; sys.argv[0] = 'tamaya'; main()"


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing was said before; what the command says is gone afterwards."""
    for name in [name for name in os.environ if name.startswith("TAMAYA_")]:
        monkeypatch.delenv(name)
    # Set and unset, so that it is unset again in the end whatever the command does.
    for name in ("HOST", "LOG", "LOG_ADDRESSES", "PROXIES", "PUBLIC_NAMES"):
        monkeypatch.setenv(f"TAMAYA_{name}", "")
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path))
    monkeypatch.setattr(kernels, "are_ready", lambda: True)
    monkeypatch.setattr(ServerPlan, "run", lambda _plan, *, announce, **_options: announce())


def said(capsys: pytest.CaptureFixture[str], **wishes: Any) -> list[str]:
    serve(Context(TyperCommand("serve"), obj=ENGLISH), browser=False, **wishes)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("ready", "switch", "expected"), [(False, "1", True), (False, "0", False), (True, "1", False)]
)
def test_the_first_start_on_a_machine_says_what_is_prepared(
    ready: bool,
    switch: str,
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TAMAYA_PREPARE", switch)
    monkeypatch.setattr(kernels, "are_ready", lambda: ready)
    lines = said(capsys)
    assert lines[0].startswith("Tamaya is at http://127.0.0.1:")
    assert any(line.startswith(LINE) for line in lines) is expected


# For others.


def test_a_server_of_this_machine_alone_says_how_others_join(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys)[1].endswith("So that others in the same Wi-Fi can join: tamaya serve --lan")


def test_a_server_for_the_network_tells_its_addresses_and_draws_the_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tamaya.server.lan.lan_addresses", lambda: ("192.168.1.20", "10.0.0.5"))
    lines = said(capsys, lan=True, port=8484, qr=True)
    assert lines[0].startswith("Tamaya is at http://127.0.0.1:8484/")
    assert lines[2:4] == ["  http://192.168.1.20:8484/", "  http://10.0.0.5:8484/"]
    code = lines[4:]
    assert len(code) > 10
    assert set("".join(code)) <= set(" ▀▄█")


@pytest.mark.parametrize("wish", [None, False])
def test_no_code_is_drawn_where_no_terminal_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wish: bool | None
) -> None:
    monkeypatch.setattr("tamaya.server.lan.lan_addresses", lambda: ("192.168.1.20",))
    assert "█" not in "".join(said(capsys, lan=True, qr=wish))


def test_without_a_network_the_server_starts_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tamaya.server.lan.lan_addresses", lambda: ())
    assert said(capsys, lan=True, qr=True)[1].startswith("No network was found.")


def test_one_place_to_listen_is_enough() -> None:
    with pytest.raises(ImpossibleTable, match="--lan and --host say two things"):
        serve(Context(TyperCommand("serve"), obj=ENGLISH), lan=True, host="10.0.0.1")


def test_names_and_proxies_of_the_command_come_to_those_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAMAYA_PUBLIC_NAMES", "one.example")
    said(capsys, public_name=["two.example"], proxy=["10.0.0.1", "172.16.0.0/12"], log_addresses=True)
    settings = Settings.from_environment()
    assert settings.public_names == ("one.example", "two.example")
    assert list(map(str, settings.proxies)) == ["10.0.0.1/32", "172.16.0.0/12"]
    assert settings.log_addresses


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"public_name": ["https://a.example"]}, "looks like hanabi.example.org, not 'https://a.example'"),
        ({"proxy": ["caddy"]}, "is an address or a network such as 10.0.0.0/8, not 'caddy'"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(wish: dict[str, list[str]], sentence: str) -> None:
    with pytest.raises(ImpossibleTable) as refused:
        serve(Context(TyperCommand("serve"), obj=ENGLISH), browser=False, **wish)  # type: ignore[arg-type]
    assert sentence in str(refused.value)


# Starts that fail.


def start(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, "serve", "--no-browser", *arguments],
        env={**os.environ, "TAMAYA_HOME": str(home), "TAMAYA_PREPARE": "0", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def says_one_sentence(ended: subprocess.CompletedProcess[str], sentence: str) -> None:
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert ended.stderr.startswith("tamaya: ")
    assert sentence in ended.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        says_one_sentence(start(tmp_path, "--port", str(port)), f"port {port} is taken: choose another one")


def test_an_address_of_another_machine_is_named(tmp_path: Path) -> None:
    ended = start(tmp_path, "--host", "192.0.2.1", "--port", "8484")
    says_one_sentence(ended, "this machine has no address 192.0.2.1")


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    says_one_sentence(start(tmp_path, "--data", str(tmp_path / "file" / "games")), str(tmp_path / "file"))


def test_a_folder_that_is_closed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ImpossibleTable, match="where this user may not write: choose another folder"):
        Settings.from_environment()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TAMAYA_BOT_DELAY", "soon", "TAMAYA_BOT_DELAY must be a number, 0 or more, not 'soon'"),
        ("TAMAYA_PREPARE", "yes", "TAMAYA_PREPARE is 1 or 0, not 'yes'"),
        ("TAMAYA_LOG", "loud", "TAMAYA_LOG is quiet or json, not 'loud'"),
        ("TAMAYA_PROXIES", "caddy", "is an address or a network such as 10.0.0.0/8, not 'caddy'"),
    ],
)
def test_a_bad_setting_is_named(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    says_one_sentence(start(tmp_path, **{name: value}), sentence)


def test_a_database_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = start(
        tmp_path, "--port", str(free_port()), TAMAYA_DATABASE=f"sqlite:///{tmp_path}/file/games.sqlite"
    )
    says_one_sentence(ended, f"{tmp_path}/file")


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
