"""``tamaya doctor``: what is installed, what is optional, what is wrong."""

from __future__ import annotations

import locale
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from json import dumps
from pathlib import Path
from typing import Literal, TypeAlias

import typer

from tamaya import __version__
from tamaya.capabilities import CAPABILITIES
from tamaya.cli.options import Json
from tamaya.records import data_folder
from tamaya.rules import ImpossibleTable
from tamaya.words import Message, Reader, knows, say
from tamaya.words.catalogue import catalogue

State: TypeAlias = Literal["good", "absent", "wrong"]
"""As it should be; not there, and not needed; needed and not there."""
MARKS: dict[State, str] = {"good": "+", "absent": "-", "wrong": "!"}
OLDEST = (3, 11)
_EXTRA = "command.doctor.extra."
EXTRAS = [code.removeprefix(_EXTRA) for code in catalogue("en").texts if code.startswith(_EXTRA)]
"""The catalogue says what they are for; the package's own metadata say what they ask for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    """A package, or what it is called in the catalogue."""
    state: State
    words: Message

    @property
    def label(self) -> Message:
        """Its name for a reader."""
        code = f"command.doctor.{self.name}"
        return Message(code if knows(code) else self.name)


def doctor(context: typer.Context, json: Json = False) -> None:
    """Look at everything; the exit code says whether something needed is wrong."""
    raise typer.Exit(examine(context.obj, as_json=json))


def examine(reader: Reader, *, as_json: bool) -> int:
    """Print what was found, to programs in English; the exit code is 1 if something needed is wrong."""
    found = {
        Message("command.doctor.program"): list(_program()),
        Message("command.doctor.needed"): list(_packages()),
        Message("command.doctor.analysis"): list(_capabilities()),
        Message("command.doctor.optional"): [*_extras(), *_bots()],
        Message("command.doctor.places"): [_front_end(), _folder(), _port()],
        Message("command.doctor.terminal"): list(_terminal()),
    }
    wrong = tuple(item.label for items in found.values() for item in items if item.state == "wrong")
    if as_json:
        rows = [
            {"group": str(group), "name": str(item.label), "state": item.state, "words": str(item.words)}
            for group, items in found.items()
            for item in items
        ]
        print(dumps({"version": __version__, "findings": rows}, indent=1))
        return int(bool(wrong))
    for group, items in found.items():
        print(say(group, reader))
        for item in items:
            print(f"  {MARKS[item.state]} {say(item.label, reader):<12} {say(item.words, reader)}")
        print()
    end = Message("command.doctor.wrong", names=wrong) if wrong else Message("command.doctor.all-there")
    print(say(end, reader))
    return int(bool(wrong))


def _program() -> Iterable[Finding]:
    here = Message("command.doctor.in-folder", version=__version__, folder=str(Path(__file__).parents[1]))
    yield Finding("tamaya", "good", here)
    python = platform.python_version()
    words = Message("command.doctor.in-folder", version=python, folder=sys.executable)
    yield Finding("Python", "good" if sys.version_info >= OLDEST else "wrong", words)


def _packages() -> Iterable[Finding]:
    if not _requirements():
        yield Finding("packages", "absent", Message("command.doctor.packages-unknown"))
    for name in _names(extra=""):
        found = _version(name)
        missing = Message("command.doctor.not-installed", package=name)
        yield Finding(name, "good" if found else "wrong", Message(found) if found else missing)


def _requirements() -> list[str]:
    """What the metadata of the installed package asks for; empty if it is not installed."""
    try:
        return requires("tamaya") or []
    except PackageNotFoundError:
        return []


def _names(*, extra: str) -> list[str]:
    """The packages that an extra asks for; without one, those that every installation needs."""
    found: dict[str, None] = {}
    for line in _requirements():
        requirement, _, condition = line.partition(";")
        wanted = re.search(r"extra\s*==\s*[\"']([\w-]+)[\"']", condition)
        # A condition without an extra is about the machine, as that of uvloop: Tamaya runs without it.
        if wanted[1] == extra if wanted else not (extra or condition):
            name = re.match(r"[\w.-]+", requirement.strip())
            assert name is not None, line
            found[name[0]] = None
    return list(found)


def _capabilities() -> Iterable[Finding]:
    """Every installation asks for their packages; where one is missing, the rest still works."""
    for capability in CAPABILITIES:
        if capability.works:
            purpose = Message(f"command.doctor.capability.{capability.name}")
            found = tuple(f"{name} {_version(name)}" for name in capability.packages)
            words = Message("command.doctor.extra-there", purpose=purpose, versions=found)
            yield Finding(capability.name, "good", words)
        else:
            words = Message("command.doctor.capability.missing", off=capability.off, cure=capability.cure)
            yield Finding(capability.name, "absent", words)
    yield _kernels()


def _kernels() -> Finding:
    from tamaya.review import kernels

    state: State = "good" if kernels.are_ready() else "absent"
    return Finding("kernels", state, Message(f"command.doctor.kernels-{state}", folder=str(kernels.folder())))


def _extras() -> Iterable[Finding]:
    for extra in EXTRAS:
        purpose = Message(f"command.doctor.extra.{extra}")
        versions = {name: _version(name) for name in _names(extra=extra)}
        if versions and all(versions.values()):
            found = tuple(f"{name} {version}" for name, version in versions.items())
            words = Message("command.doctor.extra-there", purpose=purpose, versions=found)
            yield Finding(extra, "good", words)
        else:
            packages = " ".join(versions) or extra
            words = Message("command.doctor.extra-missing", purpose=purpose, packages=packages)
            yield Finding(extra, "absent", words)


def _bots() -> Iterable[Finding]:
    from tamaya.bots import FAULTS, all_bots

    yield Finding("bots", "good", Message(", ".join(row.name for row in all_bots())))
    for package, fault in FAULTS.items():
        yield Finding(package, "absent", Message("command.doctor.bots-broken", fault=fault))


def _front_end() -> Finding:
    if files("tamaya").joinpath("server", "static", "index.html").is_file():
        return Finding("front-end", "good", Message("command.doctor.built"))
    return Finding("front-end", "wrong", Message("command.doctor.not-built"))


def _folder() -> Finding:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        cause = error.strerror or str(error)
        words = Message("command.doctor.folder-broken", folder=str(folder), cause=cause)
        return Finding("data-folder", "wrong", words)
    free = shutil.disk_usage(folder).free // 2**20
    words = Message("command.doctor.folder-free", folder=str(folder), megabytes=free)
    return Finding("data-folder", "good", words)


def _port() -> Finding:
    try:
        from tamaya.server.run import PORT, free_port
        from tamaya.server.settings import LOOPBACK

        port = free_port(LOOPBACK)
    except ImportError as error:
        return Finding("port", "wrong", Message(str(error)))
    except ImpossibleTable as error:
        return Finding("port", "wrong", error.message)
    words = Message("command.doctor.port-usual", port=port)
    if port != PORT:
        words = Message("command.doctor.port-other", port=port, usual=PORT)
    return Finding("port", "good", words)


def _terminal() -> Iterable[Finding]:
    here = sys.stdout.isatty() and sys.stdin.isatty()
    kind = os.environ.get("TERM", "")
    size = shutil.get_terminal_size()
    words = Message("command.doctor.terminal-none")
    if here:
        named = kind or Message("command.doctor.terminal-unnamed")
        words = Message("command.doctor.terminal-kind", kind=named, columns=size.columns, lines=size.lines)
    yield Finding("terminal-label", "good" if here and kind != "dumb" else "absent", words)
    if here and (size.columns < 80 or size.lines < 24):
        yield Finding("size", "absent", Message("command.doctor.size-small"))
    deep = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
    colours = "none" if os.environ.get("NO_COLOR") else "deep" if deep else "few"
    yield Finding("colours", "good", Message(f"command.doctor.colours-{colours}"))
    encoding = (sys.stdout.encoding or locale.getpreferredencoding()).lower()
    wide = encoding.replace("-", "") == "utf8"
    said = Message(encoding) if wide else Message("command.doctor.encoding-narrow", encoding=encoding)
    yield Finding("encoding", "good" if wide else "absent", said)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
