"""A home of its own for every test, so that no test finds or leaves a game of the user; and a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.servers import ServerProcess


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("TAMAYA_HOME", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server in a process of its own."""
    running = ServerProcess(tmp_path_factory.mktemp("server"))
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.clean_up()
