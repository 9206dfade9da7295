"""Every official way to play: the rows that have golden files, docs and a place in the menus."""

from itertools import chain, combinations

from tamaya.rules.editions import EDITIONS
from tamaya.rules.parts import PARTS, Part
from tamaya.rules.ruleset import Rules


def _combinations(edition: str) -> list[tuple[str, ...]]:
    """The parts of an edition's own document in every combination that the rules allow."""
    own = [part for part in PARTS.values() if edition in part.editions]
    sets = chain.from_iterable(combinations(own, count) for count in range(len(own) + 1))
    return [tuple(part.id for part in parts) for parts in sets if _compatible(parts)]


def _compatible(parts: tuple[Part, ...]) -> bool:
    # F4: variants 1 to 3 use the same multicolour cards, so at most one of them.
    letters = [suit.letter for part in parts for suit in part.suits]
    return len(set(letters)) == len(letters)


CATALOGUE: tuple[Rules, ...] = tuple(
    Rules.of(edition, *parts) for edition in EDITIONS for parts in _combinations(edition)
)
"""Every official way to play."""
