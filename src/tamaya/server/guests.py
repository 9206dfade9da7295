"""Who a request comes from, and whether it comes from our own pages."""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tamaya.server.store import Store
from tamaya.table.commands import Guest, Refused

COOKIE = "tamaya_guest"
KEY_LENGTH = 64
"""No key is longer."""
FRESH_SECONDS = 30.0
"""After so long a name is looked up again: another process may have changed it."""


class Guests:
    """Guests by the key in their cookie, remembered for a while."""

    def __init__(self, store: Store, *, remembered: int = 10_000) -> None:
        self._store = store
        self._remembered = remembered
        self._known: OrderedDict[str, tuple[Guest, float]] = OrderedDict()

    async def find(self, connection: HTTPConnection) -> Guest | None:
        """The guest of a request; None if it has no key, or an unknown one."""
        key = connection.cookies.get(COOKIE, "")
        if not key or len(key) > KEY_LENGTH:
            return None
        guest, until = self._known.get(key, (None, 0.0))
        if guest is None or until < time.monotonic():
            guest = await self._store.find_guest(key)
            if guest is None:
                return None
            self._known[key] = (guest, time.monotonic() + FRESH_SECONDS)
            if len(self._known) > self._remembered:
                self._known.popitem(last=False)
        return guest

    def forget(self, connection: HTTPConnection) -> None:
        """Look the guest up again next time: the name has changed."""
        self._known.pop(connection.cookies.get(COOKIE, ""), None)


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page sends in a guest's name; programs other than browsers name none."""
    origin = connection.headers.get("origin")
    if origin is not None and _site(origin) != connection.headers.get("host"):
        raise Refused("forbidden", "refused.other-site")


def _site(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
