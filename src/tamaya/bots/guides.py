"""How bots play, for the people who play with them: the conventions of a book, in the order of teaching.

Every convention is declared in the module that reads by it (``tamaya.bots.conventions``); here they are only
found. Which conventions a bot follows stands in its row (`Bot.conventions`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tamaya.bots import conventions as modules
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.partner.styles import DEFAULT, STYLES

__all__ = ["Convention", "all_conventions", "guide"]


@cache
def all_conventions() -> tuple[Convention, ...]:
    """The conventions of all books, by book, level and order of teaching."""
    found: set[Convention] = set()
    for module in iter_modules(modules.__path__, f"{modules.__name__}."):
        found |= {one for one in vars(import_module(module.name)).values() if isinstance(one, Convention)}
    return tuple(sorted(found, key=lambda one: (one.book, one.level, one.place)))


@cache
def guide(conventions: str) -> tuple[Convention, ...]:
    """The conventions of a book by its name, such as ``h-group-3``, which has levels 1 to 3; ``partner``
    stands for the book that partner plays by with strangers. None where people cannot learn them.

    >>> len(guide("tamaya")), guide("hat sums")
    (9, ())
    """
    name = DEFAULT if conventions == "partner" else conventions
    if name not in STYLES:
        return ()
    book, _, level = name.rpartition("-") if name[-1].isdigit() else (name, "", "0")
    return tuple(one for one in all_conventions() if one.book == book and one.level <= int(level))
