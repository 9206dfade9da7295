"""What the doctor says, and with which exit code."""

from __future__ import annotations

import json
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

from tamaya.cli import doctor
from tamaya.words import ENGLISH

ALIASES = {"fast", "review"}
"""Extras of earlier versions; every installation has what they brought."""


def findings(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    doctor.examine(ENGLISH, as_json=True)
    return {item["name"]: item["state"] for item in json.loads(capsys.readouterr().out)["findings"]}


def test_it_looks_at_everything(capsys: pytest.CaptureFixture[str]) -> None:
    found = findings(capsys)
    assert found["Python"] == found["textual"] == found["data folder"] == found["port"] == "good"
    assert found["engine"] == found["proofs"] == "good"
    assert {"env", "cluster", "plots", "postgres", "front end", "terminal", "bots"} <= found.keys()


def test_every_extra_of_the_package_is_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    extras = metadata("tamaya").get_all("Provides-Extra") or []
    assert extras
    assert set(extras) - {"dev", "docs", *ALIASES} <= findings(capsys).keys()
    # Gymnasium is asked for by an extra and by no plain installation.
    assert "gymnasium" in doctor._names(extra="env")
    assert "gymnasium" not in doctor._names(extra="")


def test_without_metadata_nothing_is_called_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_requirements", list)
    found = findings(capsys)
    assert found["packages"] == found["env"] == "absent"


def test_what_is_optional_is_no_illness(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_requirements", lambda: ["no-such-package>=1; extra == 'env'"])
    assert findings(capsys)["env"] == "absent"


def test_a_capability_that_is_off_is_no_illness_and_the_cure_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert findings(capsys)["engine"] == "absent"
    assert doctor.examine(ENGLISH, as_json=False) == 0
    out = capsys.readouterr().out
    assert "no bots that think ahead" in out
    assert "pip install numba\n" in out


def test_a_missing_package_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_requirements", lambda: ["no-such-package>=1"])
    assert doctor.examine(ENGLISH, as_json=False) == 1
    out = capsys.readouterr().out
    assert "! no-such-package" in out
    assert "Wrong: no-such-package" in out


def test_a_folder_that_cannot_be_written_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("TAMAYA_HOME", str(tmp_path / "file"))
    assert findings(capsys)["data folder"] == "wrong"
    assert doctor.examine(ENGLISH, as_json=True) == 1
