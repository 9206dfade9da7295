"""Records on disk: written whole or not at all; games of hanab.live are read, too."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Literal, TypeAlias

from tamaya.records import hanablive
from tamaya.records.games import game_kind
from tamaya.records.record import LONGEST_TEXT, Record, read_json
from tamaya.rules import BrokenRecord

Origin: TypeAlias = Literal["tamaya", "hanab.live"]
"""The program that wrote a record."""


def data_folder() -> Path:
    """Where a user's games are kept: TAMAYA_HOME, or the usual place for data. It may not exist yet."""
    named = os.environ.get("TAMAYA_HOME")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tamaya"


def save(record: Record, path: Path) -> None:
    """Write a record so that the file holds the old text or the new one, never half of it.

    >>> from tamaya import Game
    >>> game = Game(["Ann", "Bob"], seed=16)
    >>> _ = game.clue("Bob", 1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "game.json"
    ...     save(Record.of(game), path)
    ...     load(path).actions
    ('cB1',)
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(str(record))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def load(path: Path) -> Record:
    """Read a record of Tamaya, or a game exported from hanab.live; ``save`` has an example."""
    with path.open("rb") as file:
        raw = file.read(LONGEST_TEXT + 1)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BrokenRecord(path.name, "record.not-utf8") from None
    return loads(text)


def loads(text: str) -> Record:
    """A record of Tamaya, or a game exported from hanab.live, from its text."""
    return read_any(text)[0]


def read_any(text: str) -> tuple[Record, Origin]:
    """A record of Tamaya, or a game exported from hanab.live, and which of the two it is."""
    data = read_json(text)
    if isinstance(data, dict) and "format" not in data and "deck" in data:
        game = hanablive.import_game(data)
        kind = game_kind(str(game.rules))
        return Record.make(kind, game.names, game.deal, game.first, game.actions), "hanab.live"
    return Record.from_json(data), "tamaya"


def _sync_folder(folder: Path) -> None:
    """Make the new name durable too, where the system lets folders be opened."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
