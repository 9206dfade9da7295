"""Who we are at a server: a link to a table, and the key that proves that a seat is ours."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import tempfile
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tamaya.records import data_folder
from tamaya.rules import ImpossibleTable, Unreadable
from tamaya.words import Message, as_it_stands, read_sayable

SECONDS = 10.0
_STRANGE = "\N{REPLACEMENT CHARACTER}"
_LINK = re.compile(r"(?P<server>https?://[^/\s]+)/table/(?P<table>[A-Za-z0-9_-]{1,22})(?:[/?#].*)?")


@dataclass(frozen=True, slots=True)
class Address:
    """A table at a server."""

    server: str
    table: str

    @classmethod
    def parse(cls, link: str) -> Address:
        """Read the link that the browser shows and the owner of a table sends around."""
        match = _LINK.fullmatch(link.strip())
        if match is None:
            raise Unreadable(link, "home.join-wrong")
        return cls(match["server"], match["table"])

    def __str__(self) -> str:
        return f"{self.server}/table/{self.table}"

    @property
    def socket(self) -> str:
        """Where its messages come from."""
        return f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"

    @property
    def is_here(self) -> bool:
        """Whether the server is on this machine, so that no proxy is in between."""
        host = urlsplit(self.server).hostname or ""
        try:
            return host == "localhost" or ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False


class RemoteGuest:
    """A guest of a server, known there by a cookie that is kept here."""

    def __init__(self, address: Address, name: str) -> None:
        self.address = address
        self.name = name
        self.cookie = _cookies().get(address.server, "")

    def introduce(self) -> None:
        """Say our name, and keep the key that we get the first time."""
        self._call("POST", "/api/me", {"name": self.name})

    def get(self, path: str) -> Any:
        """What the server has to say under an address of this table."""
        return self._call("GET", f"/api/tables/{self.address.table}/{path}")

    def post(self, path: str, body: object) -> Any:
        """What the server answers to something that is sent to an address of this table."""
        return self._call("POST", f"/api/tables/{self.address.table}/{path}", body)

    def ask(self, path: str) -> Any:
        """What the server has to say under any of its addresses."""
        return self._call("GET", path)

    def _call(self, method: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(
            f"{self.address.server}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {})},
        )
        opener = urllib.request.build_opener(
            *([urllib.request.ProxyHandler({})] if self.address.is_here else [])
        )
        try:
            with opener.open(request, timeout=SECONDS) as answer:
                self._keep(answer.headers.get_all("Set-Cookie") or [])
                return read_json(answer.read())
        except urllib.error.HTTPError as error:
            raise ImpossibleTable(_refusal(error)) from None
        except ValueError:
            raise ImpossibleTable("terminal.bad-answer") from None

    def _keep(self, lines: list[str]) -> None:
        for line in lines:
            cookie: SimpleCookie = SimpleCookie(line)
            self.cookie = "; ".join(f"{name}={item.value}" for name, item in cookie.items())
        if lines:
            # Who cannot keep the key loses the seat when the program ends, and nothing else.
            with suppress(OSError):
                _keep_cookies({**_cookies(), self.address.server: self.cookie})


def read_json(text: str | bytes) -> Any:
    """What a server says; its words lose everything that a terminal would obey."""
    return _clean(json.loads(text))


def _clean(value: Any) -> Any:
    match value:
        case str():
            return "".join(letter if letter.isprintable() else _STRANGE for letter in value)
        case list():
            return [_clean(item) for item in value]
        case dict():
            return {_clean(key): _clean(item) for key, item in value.items()}
        case _:
            return value


def refusal_of(data: Mapping[str, Any]) -> Message:
    """Why a server refuses: its message, or its English sentence where this program has no such message."""
    with suppress(LookupError, TypeError):
        return read_sayable({**data["message"], "text": data["sentence"]})
    return as_it_stands(str(data["sentence"]))


def _refusal(error: urllib.error.HTTPError) -> Message:
    with error, suppress(ValueError, LookupError, TypeError):
        return refusal_of(read_json(error.read()))
    return Message("terminal.server-answers", code=error.code)


def _path() -> Path:
    return data_folder() / "guest.json"


def _cookies() -> dict[str, str]:
    try:
        data = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in data.items()} if isinstance(data, dict) else {}


def _keep_cookies(cookies: dict[str, str]) -> None:
    """Only the owner of the file may read it: mkstemp sees to that."""
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".guest.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(cookies, file, indent=1)
    Path(name).replace(path)
