"""The names of hanab.live's variants, and the suits they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from tamaya.rules import Builds, Inexpressible, Suit, Touch

BASIC: dict[int, str] = {
    1: "Red",
    2: "Red, Blue",
    3: "Red, Green, Blue",
    4: "Red, Yellow, Green, Blue",
    5: "Red, Yellow, Green, Blue, Purple",
    6: "Red, Yellow, Green, Blue, Purple, Teal",
}
"""The ordinary suits, by how many places there are for them."""

_COLOURLESS = "colours=none:named=no"
_ONE_EACH = "copies=11111"

SPECIAL: dict[str, Suit] = {
    name: Suit.parse(text)
    for name, text in {
        # Not the black of Black Powder: one card of each value, built upwards, with a colour of its own.
        "Black": f"black:colours=own:named=yes:{_ONE_EACH}:builds=up:scores=cards",
        "Rainbow": "rainbow",
        "Pink": "pink",
        "White": f"white:{_COLOURLESS}",
        "Brown": "brown",
        "Omni": "omni",
        "Null": "null",
        "Muddy Rainbow": "muddy",
        "Light Pink": "light",
        "Dark Rainbow": f"rainbow:{_ONE_EACH}",
        "Dark Pink": f"pink:{_ONE_EACH}",
        "Gray": f"gray:letter=a:{_COLOURLESS}:{_ONE_EACH}",
        "Dark Brown": f"brown:{_ONE_EACH}",
        "Dark Omni": f"omni:{_ONE_EACH}",
        "Dark Null": f"null:{_ONE_EACH}",
        "Cocoa Rainbow": f"muddy:{_ONE_EACH}",
        "Gray Pink": f"light:{_ONE_EACH}",
    }.items()
}
"""The suits that variants are named after, in the order in which two of them share a name."""

_REVERSED = " Reversed"
REVERSED = ("Reversed", *(name + _REVERSED for name, suit in SPECIAL.items() if suit.values is Touch.OWN))
"""The last ordinary suit reversed, or a special one whose values clues can tell."""

LISTS: dict[str, str] = {
    "No Variant": BASIC[5],
    "6 Suits": BASIC[6],
    "4 Suits": BASIC[4],
    "3 Suits": BASIC[3],
    "Special Mix (5 Suits)": "Black, Rainbow, Pink, White, Brown",
    "Special Mix (6 Suits)": "Black, Rainbow, Pink, White, Brown, Null",
    "Valentine Mix (5 Suits)": "Red, Pink, White, Light Pink, Cocoa Rainbow",
    "Valentine Mix (6 Suits)": "Red, Pink, White, Light Pink, Cocoa Rainbow, Null",
    "White Reversed & Rainbow (6 Suits)": "Red, Yellow, Green, Blue, White Reversed, Rainbow",
    "White Reversed & Rainbow (5 Suits)": "Red, Green, Blue, White Reversed, Rainbow",
    "White Reversed & Rainbow (4 Suits)": "Red, Blue, White Reversed, Rainbow",
}
"""The variants whose suits do not follow from their names."""

COPIES: dict[str, tuple[int, ...]] = {
    "Critical Fours": (3, 2, 2, 1, 1),
    "Scarce Ones": (2, 2, 2, 2, 1),
}
"""The families that change how many cards an ordinary suit has; a suit with one of each stays as it is."""

FEWEST_CARDS = {3: 30, 4: 37, 5: 43, 6: 50}
"""By the number of suits: hanab.live offers no variant whose deck is smaller, it would be too hard."""

_SHARED = "hanablive.shared-colour"
_SEVERAL = "hanablive.several-colours"
_BY_VALUE = "hanablive.colour-by-value"
_TRADED = "hanablive.traded-moves"

REFUSED: dict[str, str] = {
    "Prism": _BY_VALUE,
    "Dark Prism": _BY_VALUE,
    "Orange": _TRADED,
    "Dark Orange": _TRADED,
    "Ambiguous": _SHARED,
    "Very Ambiguous": _SHARED,
    "Extremely Ambiguous": _SHARED,
    "Matryoshka": _SEVERAL,
    "Dual-Color": _SEVERAL,
    "Ambiguous Mix": _SHARED,
    "Dual-Color Mix": _SEVERAL,
    "Ambiguous & Dual-Color": _SEVERAL,
    "Ambiguous & Dual-Color Mix": _SEVERAL,
    "Candy Corn Mix": _SEVERAL,
    "Holiday Mix": _SHARED,
    "RGB Mix": _SEVERAL,
    "Clue Starved": "hanablive.half-tokens",
    "Color Blind": "hanablive.colours-point-nowhere",
    "Number Blind": "hanablive.values-point-nowhere",
    "Totally Blind": "hanablive.clues-point-nowhere",
    "Color Mute": "hanablive.no-colours",
    "Number Mute": "hanablive.no-values",
    "Alternating Clues": "hanablive.alternating",
    "Cow & Pig": "hanablive.unsaid-subject",
    "Duck": "hanablive.unsaid-meaning",
    "Odds and Evens": "hanablive.odd-even",
    "Synesthesia": "hanablive.colours-touch-values",
    "Up or Down": "hanablive.either-way",
    "Throw It in a Hole": "hanablive.hidden-plays",
    "Funnels": "hanablive.lower-values",
    "Chimneys": "hanablive.higher-values",
    "Sudoku": "hanablive.any-start",
}
"""What the properties of our suits cannot say, and why."""

_NAME = re.compile(r"(?P<head>.+?)(?: \((?P<count>[3-6]) Suits\))?")
_SPECIAL_RANK = re.compile(
    r"(Rainbow|Pink|White|Brown|Omni|Null|Muddy-Rainbow|Light-Pink|Deceptive)-(Ones|Fives)"
)


def suits_of(variant: str) -> tuple[Suit, ...]:
    """The suits of a variant in its own order; Inexpressible names the part that ours cannot say."""
    if variant in LISTS:
        return tuple(map(_suit, LISTS[variant].split(", ")))
    name = _NAME.fullmatch(variant)
    if name is None:
        raise _unknown(variant)
    parts = name["head"].split(" & ")
    for part in (name["head"], *parts):
        _refuse(part)
    if name["count"] is None or not _exists(parts):
        raise _unknown(variant)
    count = int(name["count"])
    if parts == ["Reversed"]:
        *others, last = BASIC[count].split(", ")
        return tuple(map(_suit, [*others, last + _REVERSED]))
    family = parts.pop(0) if parts[0] in COPIES else None
    suits = tuple(map(_suit, [*BASIC[count - len(parts)].split(", "), *parts]))
    return suits if family is None else tuple(_thinned(suit, COPIES[family]) for suit in suits)


def variant_for(suits: Sequence[Suit]) -> tuple[str, tuple[Suit, ...]]:
    """The variant with these suits, and the suits in its order; names, letters and colours are only labels.

    Suits of the same nature keep their order, so five ordinary suits of any colours are No Variant.
    """
    variant = known_variants().get(tuple(sorted(map(_nature, suits))))
    if variant is None:
        for suit in suits:
            if _nature(suit) not in _natures():
                raise Inexpressible(suit.name, "hanablive.no-such-suit")
        raise Inexpressible("suits", "hanablive.no-such-variant")
    left = list(suits)
    ordered: list[Suit] = []
    for wanted in suits_of(variant):
        place = [_nature(suit) for suit in left].index(_nature(wanted))
        ordered.append(left.pop(place))
    return variant, tuple(ordered)


def _refuse(part: str) -> None:
    if _SPECIAL_RANK.fullmatch(part):
        raise Inexpressible(part, "hanablive.special-value")
    name = part.removesuffix(_REVERSED)
    if name in REFUSED:
        raise Inexpressible(name, REFUSED[name])


def _exists(parts: Sequence[str]) -> bool:
    """Whether hanab.live joins these parts to a name."""
    match parts:
        case [part]:
            return part in SPECIAL or part in COPIES or part in REVERSED
        case [first, second]:
            return second in SPECIAL and (first in COPIES or _is_pair(first, second))
        case _:
            return False


def _is_pair(first: str, second: str) -> bool:
    """Two suits share a name in the order of the catalogue, and only if clues tell them apart."""
    names = list(SPECIAL)
    if first not in SPECIAL or names.index(first) >= names.index(second):
        return False
    one, other = SPECIAL[first], SPECIAL[second]
    return (one.colours, one.values) != (other.colours, other.values)


def _suit(name: str) -> Suit:
    plain = name.removesuffix(_REVERSED)
    suit = SPECIAL.get(plain) or Suit.parse(plain.lower())
    return suit if plain == name else replace(suit, copies=suit.copies[::-1], builds=Builds.DOWN)


def _thinned(suit: Suit, copies: tuple[int, ...]) -> Suit:
    return suit if set(suit.copies) == {1} else replace(suit, copies=copies)


def _unknown(variant: str) -> Inexpressible:
    return Inexpressible(variant, "hanablive.unknown-variant")


def _nature(suit: Suit) -> str:
    """All that matters about a suit, as a text without its name and letter."""
    return str(replace(suit, name="suit", letter="s"))


@cache
def known_variants() -> dict[tuple[str, ...], str]:
    """The variants that exist and that our suits can say, by the sorted natures of their suits."""
    found: dict[tuple[str, ...], str] = {}
    for variant in (*LISTS, *_combinations()):
        suits = suits_of(variant)
        if sum(sum(suit.copies) for suit in suits) >= FEWEST_CARDS[len(suits)]:
            found[tuple(sorted(map(_nature, suits)))] = variant
    return found


@cache
def _natures() -> frozenset[str]:
    return frozenset(nature for natures in known_variants() for nature in natures)


def _combinations() -> Iterator[str]:
    heads = [*SPECIAL, *COPIES, *REVERSED]
    heads += [f"{first} & {second}" for first in SPECIAL for second in SPECIAL if _is_pair(first, second)]
    heads += [f"{family} & {name}" for family in COPIES for name in SPECIAL]
    for head in heads:
        for count in FEWEST_CARDS:
            yield f"{head} ({count} Suits)"
