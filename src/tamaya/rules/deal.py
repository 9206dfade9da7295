"""A deal: the order of the deck, the order of the tiles, and where a returned card will land."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tamaya.rules.cards import Card
from tamaya.rules.errors import ImpossibleTable
from tamaya.rules.ruleset import Rules
from tamaya.rules.tables import new_deck
from tamaya.rules.tiles import TILES, Tile

SALT_BITS = 64


@dataclass(frozen=True, slots=True)
class Deal:
    """All that chance decides in a game. It is a secret while the game runs (S4)."""

    deck: tuple[Card, ...]
    """From the top; the hands are dealt from it seat by seat."""
    tiles: tuple[Tile, ...] = ()
    """From the top (L1)."""
    salt: int = 0
    """Decides where a card that goes back into the deck lands (L6)."""

    @classmethod
    def shuffle(cls, rules: Rules, seed: int | str | None = None) -> Deal:
        """Shuffle for these rules: the same seed gives the same deal, no seed an unguessable one."""
        rng = random.Random(secrets.randbits(128) if seed is None else seed)
        cards = new_deck(rules.suits)
        deck = tuple(rng.sample(cards, len(cards)))
        if not rules.bonus:
            return cls(deck)
        tiles = tuple(rng.sample(list(TILES.values()), len(TILES)))
        return cls(deck, tiles, rng.getrandbits(SALT_BITS))

    def check(self, rules: Rules) -> None:
        """Refuse a deal whose cards or tiles are not those of the rules."""
        _same("deck", self.deck, new_deck(rules.suits))
        _same("tiles", [tile.id for tile in self.tiles], list(TILES) if rules.bonus else [])
        if not 0 <= self.salt < 1 << SALT_BITS:
            raise ImpossibleTable("table.salt-bits", most=SALT_BITS)


def landing(salt: int, count: int, deck_size: int) -> int:
    """How many cards lie above the ``count``-th card that goes back into a deck of ``deck_size`` (L6).

    The mixing is splitmix64, so that a compiled engine can do the same.
    """
    word = (1 << SALT_BITS) - 1
    mixed = (salt + (count + 1) * 0x9E3779B97F4A7C15) & word
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & word
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & word
    return (mixed ^ (mixed >> 31)) % (deck_size + 1)


def _same(what: str, given: Iterable[str], wanted: Iterable[str]) -> None:
    have, want = Counter(given), Counter(wanted)
    if have == want:
        return
    extra, short = have - want, want - have
    raise ImpossibleTable(
        "table.other-cards",
        what=what,
        extra=" ".join(sorted(extra.elements())),
        short=" ".join(sorted(short.elements())),
        case="both" if extra and short else "extra" if extra else "short",
    )
