"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import inf, nan
from typing import Literal

from tamaya.records import data_folder
from tamaya.rules import ImpossibleTable
from tamaya.server.database import sqlite_url

DRIVERS = {
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "sqlite": "sqlite+aiosqlite",
}
LOG_KINDS: dict[str, Literal["quiet", "json"]] = {"quiet": "quiet", "json": "json"}


@dataclass(frozen=True)
class Settings:
    """All that an operator may choose."""

    database: str
    """The address of the database."""
    bot_delay: float = 0.8
    """Seconds before a bot moves, so that people can follow."""
    bot_limit: float = 10.0
    """Seconds after which a bot's move is made for it."""
    bot_workers: int = 3
    """How many bots may think at once; a process is started when it is first needed."""
    log: Literal["quiet", "json"] | None = None
    """What is logged; None leaves logging as the program around us has set it up."""
    changes_a_second: float = 50.0
    """How many requests that change something one address may make, in the long run."""

    workers: int = 1
    """How many processes serve the same tables; limits for an address are divided by them."""
    prepare: bool = True
    """Whether what reviews and bots need is compiled in the background when the server starts."""

    @classmethod
    def from_environment(cls) -> Settings:
        """TAMAYA_DATABASE names the database, TAMAYA_HOME the folder of the embedded one."""
        database = os.environ.get("TAMAYA_DATABASE") or _embedded()
        return cls(
            database=async_address(database),
            bot_delay=_number("TAMAYA_BOT_DELAY", cls.bot_delay),
            bot_limit=_number("TAMAYA_BOT_LIMIT", cls.bot_limit),
            log=LOG_KINDS.get(os.environ.get("TAMAYA_LOG", "")),
            changes_a_second=_number("TAMAYA_CHANGES_A_SECOND", cls.changes_a_second),
            workers=max(1, round(_number("TAMAYA_WORKERS", cls.workers))),
            prepare=os.environ.get("TAMAYA_PREPARE", "1") != "0",
        )


def _number(name: str, otherwise: float) -> float:
    """A variable of the environment that holds a number, 0 or more."""
    text = os.environ.get(name) or str(otherwise)
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not 0 <= number < inf:
        raise ImpossibleTable("refused.bad-setting", name=name, value=text)
    return number


def async_address(database: str) -> str:
    """An address with the driver we use, whatever driver it names or leaves out."""
    scheme, separator, rest = database.partition("://")
    return DRIVERS.get(scheme.partition("+")[0], scheme) + separator + rest


def _embedded() -> str:
    """The address of the embedded database, in a folder that is made when it is first needed."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder / "tamaya.sqlite")
