"""A home of its own for every test, so that no game of anybody's is found or left."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("TAMAYA_HOME", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder
