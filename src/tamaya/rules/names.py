"""Names of players: what a screen, a terminal and a record can hold. Every way in asks here."""

from collections.abc import Sequence

from tamaya.rules.errors import ImpossibleTable

LONGEST_NAME = 80
"""More than any table of ours gives a player; records of other programs have longer names than we do."""


def is_name(text: str) -> bool:
    """Whether a text can stand as a name: not blank, not endless, and nothing that a terminal would obey or
    that cannot be written to a file (control characters, escape codes, halves of characters)."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def check_names(names: Sequence[str]) -> None:
    """Refuse names that cannot be shown, and players of the same name."""
    if isinstance(names, str) or not all(map(str.strip, names)):
        raise ImpossibleTable("table.name-missing")
    if not all(map(is_name, names)):
        raise ImpossibleTable("table.name-letters", most=LONGEST_NAME)
    if len(set(names)) < len(names):
        raise ImpossibleTable("table.name-twice")
