"""The games that the terminal has kept on this machine, as a history."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote

from tamaya.records import load
from tamaya.records.history import Ending, PlayedGame, ending_of
from tamaya.rules import TamayaError
from tamaya.tui.saved_games import games_folder
from tamaya.words import Message, as_it_stands

_NAME = re.compile(r"(?P<when>\d{8}-\d{6}-\d{6})-(?P<people>\d+)p-(?P<bot>.+)\.(?:json|left)")


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of this machine, with its file."""

    path: Path
    rules: str
    turns: int
    played: PlayedGame

    @property
    def ending(self) -> Ending:
        """What it came to."""
        return self.played.ending


@dataclass(frozen=True, slots=True)
class UnreadableGame:
    """A file in the folder of games that holds no game that can be read."""

    path: Path
    why: Message


def kept_games() -> tuple[list[KeptGame], list[UnreadableGame]]:
    """All games of this machine's terminals, the latest first, and what could not be read."""
    games: list[KeptGame] = []
    unreadable: list[UnreadableGame] = []
    for path in sorted(games_folder().iterdir(), reverse=True):
        if (named := _NAME.fullmatch(path.name)) is None:
            continue
        try:
            games.append(_read(path, named))
        except TamayaError as error:
            unreadable.append(UnreadableGame(path, error.message))
        except OSError as error:
            unreadable.append(UnreadableGame(path, as_it_stands(error.strerror or str(error))))
    return games, unreadable


def _read(path: Path, named: re.Match[str]) -> KeptGame:
    record = load(path)
    when = datetime.strptime(named["when"], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
    people, bot = int(named["people"]), unquote(named["bot"])
    kind = record.kind
    played = PlayedGame(
        edition=kind.rules.edition if kind.rules else kind.text,
        names=record.names,
        bots=tuple("" if seat < people else bot for seat in range(len(record.names))),
        seat=0,
        # A game that is not over waits to be taken up again.
        ending=ending_of(kind, record.positions()[-1], imported=True),
        ended=when,
        losses=None,
    )
    return KeptGame(path, kind.text, len(record.actions), played)
