"""``tamaya join``."""

from __future__ import annotations

from tamaya.rules import ImpossibleTable
from tamaya.tui.http_client import Address
from tamaya.tui.launch import join, on_terminal
from tamaya.words import Reader


def join_table(link: str, reader: Reader, *, name: str, watch: bool) -> None:
    """Open a table at a server, if there is a terminal to draw it on."""
    Address.parse(link)
    if not on_terminal():
        raise ImpossibleTable("command.no-terminal")
    join(link, reader, name=name, watch=watch)
