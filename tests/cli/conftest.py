"""What the tests of the command share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest

from tamaya.cli import main

Command: TypeAlias = Callable[..., tuple[object, str, str]]


@pytest.fixture
def tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command and gives its exit code (or closing sentence), its output and its errors."""

    def run(*words: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["tamaya", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        return stopped.value.code, *capsys.readouterr()

    return run
