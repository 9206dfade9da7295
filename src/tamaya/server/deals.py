"""The cards of this server's tables: a fresh shuffle, or those of a named deal."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from tamaya.rules import Deal
from tamaya.table.decide import Chance
from tamaya.table.table import Table


def chance(key: bytes) -> Chance:
    """What chance decides at the tables of a server; ``key`` is the server's own, for named deals."""
    return Chance(deal=lambda table: deal(table, key), first=secrets.randbelow)


def deal(table: Table, key: bytes) -> Deal:
    """The cards for a table that is about to start."""
    if not table.deal_key:
        return table.kind.shuffle(None)
    # The same name deals the same cards on this server, and only the server can compute them.
    return table.kind.shuffle(hmac.new(key, table.deal_key.encode(), hashlib.sha256).hexdigest())
