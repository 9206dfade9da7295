"""What ``tamaya serve`` says before it serves."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer import Context
from typer.core import TyperCommand

from tamaya.cli.serve import serve
from tamaya.review import kernels
from tamaya.server.run import ServerPlan
from tamaya.words import ENGLISH

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
