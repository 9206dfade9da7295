"""By which conventions a table plays: the one place that decides it, for screens, cards and links."""

from __future__ import annotations

from tamaya.bots import DEFAULT_BOTS, all_bots
from tamaya.bots.guides import guide
from tamaya.bots.partner.styles import DEFAULT, STYLES
from tamaya.records import game_kind
from tamaya.table.commands import Setup

BOOKS: tuple[str, ...] = tuple(STYLES)
"""The names of all books, in the order in which they are offered."""


def book_of(setup: Setup) -> str:
    """The name of the book by which a table plays; empty where people cannot learn its conventions.

    It is the book of the first bot at the table that has one, and the usual one where only people sit.
    """
    kind = game_kind(setup.rules)
    if kind.game != "hanabi":
        return ""
    names = [plan.bot or DEFAULT_BOTS[kind.game] for plan in setup.seats if plan.kind == "bot"]
    if not names:
        return DEFAULT
    # A table may remember a bot of a package that is not installed any more.
    follows = {bot.name: bot.conventions for bot in all_bots(kind.game)}
    return next(filter(None, (known_book(follows.get(name, "")) for name in names)), "")


def known_book(conventions: str) -> str:
    """The name of the book that a bot follows; empty if people cannot learn it."""
    name = DEFAULT if conventions == "partner" else conventions
    return name if guide(name) else ""
