"""Add-ons and variants: what a rules text may add to an edition."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tamaya.rules.suits import ONE_EACH, SUITS, Suit, Touch
from tamaya.words import Message


@dataclass(frozen=True, slots=True)
class Part:
    """One add-on or variant, and what it brings to the table."""

    id: str
    editions: tuple[str, ...]
    """The editions whose document has it; with any other it is a house rule."""
    suits: tuple[Suit, ...] = ()
    flourish: bool = False
    """F1-F3: no last round; perfect or lost."""
    bonus: bool = False
    """L1-L10: six bonus tiles."""
    accolade: str = ""
    """What the result may add to its name (B4)."""

    @property
    def title(self) -> Message:
        """Its name."""
        return Message(f"part.{self.id}.title")

    @property
    def summary(self) -> Message:
        """What it brings, in one clause."""
        return Message(f"part.{self.id}.summary")


_MULTICOLOUR = SUITS["multicolour"]
_TOUCHED_BY_ALL = replace(_MULTICOLOUR, colours=Touch.ALL, named=False)

PARTS: dict[str, Part] = {
    part.id: part
    for part in (
        Part("avalanche", ("deluxe",), suits=(_TOUCHED_BY_ALL,)),
        Part("black-powder", ("deluxe",), suits=(SUITS["black"],), accolade="black powder"),
        Part("flamboyants", ("deluxe",), bonus=True),
        Part("final-flourish", ("deluxe",), flourish=True),
        Part("variant-1", ("rnr",), suits=(_MULTICOLOUR,)),
        Part("variant-2", ("rnr",), suits=(replace(_MULTICOLOUR, copies=ONE_EACH),)),
        Part("variant-3", ("rnr",), suits=(_TOUCHED_BY_ALL,)),
        Part("variant-4", ("rnr",), flourish=True),
    )
}
"""The add-ons and variants, by id."""


def accolade_label(accolade: str) -> Message:
    """An accolade for a reader."""
    return Message(f"accolade.{accolade.replace(' ', '-')}")
