"""``tamaya join``."""

from __future__ import annotations

from tamaya.rules import ImpossibleTable
from tamaya.tui.guestbook import Address
from tamaya.tui.opening import join, on_terminal


def join_table(link: str, *, name: str, watch: bool) -> None:
    """Open a table at a server, if there is a terminal to draw it on."""
    Address.parse(link)
    if not on_terminal():
        raise ImpossibleTable(
            "to join a table there must be a terminal; programs use the socket (docs/protocol.md)"
        )
    join(link, name=name, watch=watch)
