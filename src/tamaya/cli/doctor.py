"""``tamaya doctor``: what is installed, what is optional, what is wrong."""

from __future__ import annotations

import json
import locale
import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

from tamaya import __version__
from tamaya.records import data_folder

State: TypeAlias = Literal["good", "absent", "wrong"]
"""As it should be; not there, and not needed; needed and not there."""
MARKS: dict[State, str] = {"good": "+", "absent": "-", "wrong": "!"}
OLDEST = (3, 11)
PORT = 8484

NEEDED = (
    "textual",
    "typer",
    "rich",
    "websockets",
    "fastapi",
    "pydantic",
    "sqlalchemy",
    "aiosqlite",
    "alembic",
    "uvicorn",
)
EXTRAS = {
    "fast": (("numba", "numpy"), "the compiled engine"),
    "env": (("gymnasium", "pettingzoo", "numba", "numpy"), "the research environments"),
    "cluster": (("ray",), "the arena on several machines"),
    "plots": (("resvg-py",), "PNG pictures of the arena"),
    "postgres": (("asyncpg",), "several server processes on the same tables"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    group: str
    name: str
    state: State
    words: str


def examine(*, as_json: bool) -> int:
    """Print what was found; the exit code is 1 if something needed is wrong."""
    found = list(_look())
    if as_json:
        print(json.dumps({"version": __version__, "findings": [asdict(item) for item in found]}, indent=1))
    else:
        _print(found)
    return int(any(item.state == "wrong" for item in found))


def _look() -> Iterable[Finding]:
    yield from _program()
    yield from _packages()
    yield from _extras()
    yield from _bots()
    yield from _places()
    yield from _terminal()


def _print(found: list[Finding]) -> None:
    group = ""
    for item in found:
        if item.group != group:
            group = item.group
            print(f"\n{group}" if item is not found[0] else group)
        print(f"  {MARKS[item.state]} {item.name:<12} {item.words}")
    wrong = [item.name for item in found if item.state == "wrong"]
    print(f"\nWrong: {', '.join(wrong)}." if wrong else "\nEverything that is needed is there.")


def _program() -> Iterable[Finding]:
    yield Finding("Program", "tamaya", "good", f"{__version__}, in {Path(__file__).parents[1]}")
    fits = sys.version_info >= OLDEST
    words = f"{platform.python_version()}, in {sys.executable}"
    yield Finding("Program", "Python", "good" if fits else "wrong", words)


def _packages() -> Iterable[Finding]:
    for name in _needed():
        found = _version(name)
        hint = f"not installed: pip install --force-reinstall tamaya, or pip install {name}"
        yield Finding("Needed", name, "good" if found else "wrong", found or hint)


def _needed() -> tuple[str, ...]:
    """What our own metadata asks for on this machine, or the list above where there is none."""
    try:
        lines = requires("tamaya") or []
    except PackageNotFoundError:
        return NEEDED
    names = [line.partition(";")[0] for line in lines if ";" not in line]
    return tuple(dict.fromkeys("".join(_name_of(line)) for line in names)) or NEEDED


def _name_of(requirement: str) -> Iterable[str]:
    for letter in requirement.strip():
        if not (letter.isalnum() or letter in "-_."):
            return
        yield letter


def _extras() -> Iterable[Finding]:
    for extra, (names, purpose) in EXTRAS.items():
        versions = {name: _version(name) for name in names}
        if all(versions.values()):
            words = f"{purpose}: {', '.join(f'{name} {found}' for name, found in versions.items())}"
            yield Finding("Optional", extra, "good", words)
        else:
            yield Finding("Optional", extra, "absent", f"{purpose}: pip install 'tamaya[{extra}]'")


def _bots() -> Iterable[Finding]:
    from tamaya.bots import FAULTS, all_bots

    yield Finding("Optional", "bots", "good", ", ".join(row.name for row in all_bots()))
    for package, fault in FAULTS.items():
        yield Finding("Optional", package, "absent", f"its bots cannot be loaded: {fault}")


def _places() -> Iterable[Finding]:
    built = files("tamaya").joinpath("server", "static", "index.html").is_file()
    words = "built" if built else "not built: install from a wheel, or run make web; the terminal needs none"
    yield Finding("Places", "front end", "good" if built else "wrong", words)
    yield _folder()
    yield _port()


def _folder() -> Finding:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Finding(
            "Places", "data folder", "wrong", f"{folder}: {error.strerror}; name another in TAMAYA_HOME"
        )
    free = shutil.disk_usage(folder).free // 2**20
    return Finding("Places", "data folder", "good", f"{folder}, {free:,} MB free")


def _port() -> Finding:
    for port in range(PORT, PORT + 50):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            usual = "the usual one" if port == PORT else f"{PORT} is taken"
            return Finding("Places", "port", "good", f"{port} is free ({usual})")
    return Finding(
        "Places", "port", "wrong", f"none from {PORT} to {PORT + 49} is free: choose one with --port"
    )


def _terminal() -> Iterable[Finding]:
    here = sys.stdout.isatty() and sys.stdin.isatty()
    kind = os.environ.get("TERM", "") or "not named"
    size = shutil.get_terminal_size()
    table = here and kind != "dumb"
    words = f"{kind}, {size.columns}x{size.lines}" if here else "none here, so tamaya play is plain"
    yield Finding("Terminal", "terminal", "good" if table else "absent", words)
    if here and (size.columns < 80 or size.lines < 24):
        yield Finding("Terminal", "size", "absent", "smaller than 80x24: the table scrolls, or use --plain")
    deep = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
    colours = (
        "none: NO_COLOR is set" if os.environ.get("NO_COLOR") else "16 million" if deep else "as TERM has it"
    )
    yield Finding("Terminal", "colours", "good", f"{colours}; symbols and letters say the same")
    encoding = (sys.stdout.encoding or locale.getpreferredencoding()).lower()
    wide = encoding.replace("-", "") == "utf8"
    said = encoding if wide else f"{encoding}: symbols need UTF-8, set LANG or PYTHONUTF8=1"
    yield Finding("Terminal", "encoding", "good" if wide else "absent", said)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
