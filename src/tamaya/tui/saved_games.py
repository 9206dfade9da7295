"""Where the terminal keeps its games, so that one that was cut off can go on."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO
from urllib.parse import quote, unquote

from tamaya.records import Record, data_folder, load, save
from tamaya.rules import TamayaError
from tamaya.words import Message

_NAME = re.compile(r"(?P<when>\d{8}-\d{6}-\d{6})-(?P<people>\d+)p-(?P<bot>.+)\.json")
"""When it began, how many people sit on the first seats, and who sits on the others."""


def games_folder() -> Path:
    """Where games at this keyboard are kept."""
    folder = data_folder() / "terminal"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class GameFile:
    """The file of one game; while it is held, no other terminal is offered the game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock_path = path.with_name(f".{path.name}.lock")
        self._lock: IO[str] | None = None

    @classmethod
    def new(cls, people: int, bot: str) -> GameFile:
        """A file for a game that begins now."""
        when = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        return cls(games_folder() / f"{when}-{people}p-{quote(bot, safe='')}.json")

    @property
    def written(self) -> bool:
        """Whether the game is on disk; before the first move it is not."""
        return self.path.exists()

    def save(self, record: Record) -> None:
        """Write the record, whole or not at all."""
        self.hold()
        save(record, self.path)

    def hold(self) -> bool:
        """Take the file for this process, as far as the system lets us; False if another one has it."""
        if self._lock is None:
            lock = self._lock_path.open("w")
            if not _locked(lock):
                lock.close()
                return False
            self._lock = lock
        return True

    def let_go(self) -> None:
        """Leave the game to the terminal that opens it next."""
        if self._lock is not None:
            self._lock_path.unlink(missing_ok=True)
            self._lock.close()
            self._lock = None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that waits to be taken up again."""

    path: Path
    record: Record
    people: int
    bot: str

    @property
    def label(self) -> Message:
        """The game in a line."""
        rules, names, moves = self.record.rules, self.record.names, len(self.record.actions)
        return Message("terminal.unfinished", rules=rules, names=names, moves=moves)


def _locked(file: IO[str]) -> bool:
    """Lock a file for as long as this process lives, or say that another one has it."""
    try:
        import fcntl
    except ImportError:  # Windows has no locks of this kind, so a game may be opened twice there.
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def unfinished(limit: int = 5) -> list[Unfinished]:
    """Games at this keyboard that are neither finished nor given up, the latest first."""
    found: list[Unfinished] = []
    for path in sorted(games_folder().glob("*.json"), reverse=True):
        named = _NAME.fullmatch(path.name)
        if named is None or len(found) == limit:
            continue
        # A file that cannot be read must not keep the user from playing.
        with suppress(TamayaError, OSError):
            record = load(path)
            keep = GameFile(path)
            if record.result is None and keep.hold():
                keep.let_go()
                found.append(Unfinished(path, record, int(named["people"]), unquote(named["bot"])))
    return found


def give_up(game: Unfinished) -> None:
    """Offer a game no longer; its record stays, under a name that is not looked for."""
    with suppress(OSError):
        game.path.rename(game.path.with_suffix(".left"))
