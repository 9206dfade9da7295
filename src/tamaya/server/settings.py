"""How a server is set up."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from math import inf, nan
from typing import Literal

from tamaya.records import data_folder
from tamaya.rules import ImpossibleTable
from tamaya.server.addresses import NAME, Network, read_network
from tamaya.server.database import sqlite_url

DRIVERS = {
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "sqlite": "sqlite+aiosqlite",
}
LOG_KINDS: dict[str, Literal["quiet", "json"]] = {"quiet": "quiet", "json": "json"}
LOOPBACK = "127.0.0.1"


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
    log_addresses: bool = False
    """Whether the log tells from which address a request came."""
    changes_a_second: float = 50.0
    """How many requests that change something one address may make, in the long run."""

    host: str = LOOPBACK
    """Where the server listens."""
    public_names: tuple[str, ...] = ()
    """The names by which guests reach the server, besides its addresses and the machine's own name."""
    proxies: tuple[Network, ...] = ()
    """The proxies that are believed what they say of a request."""
    connections: int = 10_000
    """How many connections a process keeps open; 0 for any number."""
    connections_an_address: int = 500
    """How many of them one address may have; 0 for any number. Those of a trusted proxy are not counted."""
    head_seconds: float = 10.0
    """Seconds in which the head of a request must have come."""
    body_seconds: float = 60.0
    """Seconds in which the body of a request must have come."""
    work_share: float = 0.25
    """How many seconds of the server's work one guest may cause each second, in the long run; 0: no limit."""
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
            log=_log_kind("TAMAYA_LOG"),
            log_addresses=_switch("TAMAYA_LOG_ADDRESSES", cls.log_addresses),
            changes_a_second=_number("TAMAYA_CHANGES_A_SECOND", cls.changes_a_second),
            host=os.environ.get("TAMAYA_HOST") or cls.host,
            public_names=_names("TAMAYA_PUBLIC_NAMES"),
            proxies=_networks("TAMAYA_PROXIES"),
            connections=int(_number("TAMAYA_CONNECTIONS", cls.connections)),
            connections_an_address=int(_number("TAMAYA_CONNECTIONS_AN_ADDRESS", cls.connections_an_address)),
            head_seconds=_number("TAMAYA_HEAD_SECONDS", cls.head_seconds),
            body_seconds=_number("TAMAYA_BODY_SECONDS", cls.body_seconds),
            work_share=_number("TAMAYA_WORK_SHARE", cls.work_share),
            workers=max(1, round(_number("TAMAYA_WORKERS", cls.workers))),
            prepare=_switch("TAMAYA_PREPARE", cls.prepare),
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


def _switch(name: str, otherwise: bool) -> bool:
    """A variable of the environment that is 1 or 0."""
    text = os.environ.get(name, "")
    if text not in ("", "0", "1"):
        raise ImpossibleTable("refused.bad-switch", name=name, value=text)
    return text == "1" if text else otherwise


def _log_kind(name: str) -> Literal["quiet", "json"] | None:
    text = os.environ.get(name, "")
    if text and text not in LOG_KINDS:
        raise ImpossibleTable("refused.bad-choice", name=name, choices=tuple(LOG_KINDS), value=text)
    return LOG_KINDS.get(text)


def _names(name: str) -> tuple[str, ...]:
    found = _list(name)
    for text in found:
        if not NAME.fullmatch(text):
            raise ImpossibleTable("refused.bad-public-name", value=text)
    return found


def _networks(name: str) -> tuple[Network, ...]:
    found: list[Network] = []
    for text in _list(name):
        network = read_network(text)
        if network is None:
            raise ImpossibleTable("refused.bad-proxy", value=text)
        found.append(network)
    return tuple(found)


def _list(name: str) -> tuple[str, ...]:
    """A variable of the environment that holds several texts, with commas or spaces between them."""
    return tuple(filter(None, re.split(r"[\s,]+", os.environ.get(name, ""))))


def async_address(database: str) -> str:
    """An address with the driver we use, whatever driver it names or leaves out."""
    scheme, separator, rest = database.partition("://")
    return DRIVERS.get(scheme.partition("+")[0], scheme) + separator + rest


def _embedded() -> str:
    """The address of the embedded database, in a folder that is made when it is first needed."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ImpossibleTable("refused.folder-closed", folder=str(folder))
    return sqlite_url(folder / "tamaya.sqlite")
