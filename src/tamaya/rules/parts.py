"""Add-ons and variants: what a rules text may add to an edition."""

from dataclasses import dataclass, replace

from tamaya.rules.suits import ONE_EACH, SUITS, Suit, Touch


@dataclass(frozen=True, slots=True)
class Part:
    """One add-on or variant, and what it brings to the table."""

    id: str
    title: str
    editions: tuple[str, ...]
    """The editions whose document has it; with any other it is a house rule."""
    summary: str
    suits: tuple[Suit, ...] = ()
    flourish: bool = False
    """F1-F3: no last round; perfect or lost."""
    bonus: bool = False
    """L1-L10: six bonus tiles."""
    accolade: str = ""
    """What the result may add to its name (B4)."""


_MULTICOLOUR = SUITS["multicolour"]
_TOUCHED_BY_ALL = replace(_MULTICOLOUR, colours=Touch.ALL, named=False)

PARTS: dict[str, Part] = {
    part.id: part
    for part in (
        Part(
            "avalanche", "Colour Avalanche", ("deluxe",),
            "a sixth suit of ten multicolour cards that every colour clue touches and none may name",
            suits=(_TOUCHED_BY_ALL,),
        ),
        Part(
            "black-powder", "Black Powder", ("deluxe",),
            "ten black cards that no colour clue touches, built from 5 down to 1; "
            "each one missing costs a point",
            suits=(SUITS["black"],),
            accolade="black powder",
        ),
        Part(
            "flamboyants", "5 Flamboyants", ("deluxe",),
            "a display completed with its 5 reveals one of six bonus tiles instead of returning a token",
            bonus=True,
        ),
        Part(
            "final-flourish", "Final Flourish", ("deluxe",),
            "no last round: play on until the show is perfect or lost",
            flourish=True,
        ),
        Part(
            "variant-1", "Variant 1", ("rnr",),
            "multicolour is a sixth suit like the others, with its own name",
            suits=(_MULTICOLOUR,),
        ),
        Part(
            "variant-2", "Variant 2", ("rnr",),
            "multicolour is a sixth suit with its own name and a single card of each value",
            suits=(replace(_MULTICOLOUR, copies=ONE_EACH),),
        ),
        Part(
            "variant-3", "Variant 3", ("rnr",),
            "multicolour is a sixth suit that every colour clue touches and none may name",
            suits=(_TOUCHED_BY_ALL,),
        ),
        Part(
            "variant-4", "Variant 4", ("rnr",),
            "no last round: play on until the show is perfect or lost",
            flourish=True,
        ),
    )
}  # fmt: skip
